/* The data of the page (command/html/data.h describes it) as arrays for charts
   and tables.  The tables of a routine are parsed when it is opened.

   SPDX-License-Identifier: GPL-2.0-or-later */

import { groupOf } from './growth.js';

function block(id) {
   return document.getElementById('data-' + id).textContent;
}

export const run = JSON.parse(block('run'));
export const METRICS = ['trms', 'ext', 'rms'].concat(run.output ? ['wms'] : []);
/* A series of aprof what-if, or null. */
export const gains = JSON.parse(block('gains'));
/* Times on the real machine, now and with larger inputs, or null. */
export const seconds = JSON.parse(block('seconds'));
export const routines = [];      /* by number; with routines that only edges
                                    name */
export let objects;
export let sourceFiles;
export let measured = 0;         /* routines with tuples, which come first */

(function readRoutines() {
   const data = JSON.parse(block('routines'));

   objects = data.objects;
   sourceFiles = data.files;
   for (const row of data.rows) {
      const r = { id: routines.length };

      data.columns.forEach((name, i) => { r[name] = row[i]; });
      r.label = r.label === null ? r.name : r.label;
      r.short = r.short === null ? r.name : r.short;
      r.measured = r.calls !== undefined;
      if (r.measured) {
         measured++;
         /* Of two classes neither is known. */
         r.classShown = r.phrase.includes(' or ') ? 'two classes'
                                                  : groupOf(r.class);
         r.warnings = r.warnings ? r.warnings.split(',') : [];
      }
      r.search = [r.name, objects[r.object],
                  r.file === null ? '' : sourceFiles[r.file]]
                 .join('\n').toLowerCase();
      routines.push(r);
   }
})();

const byLabel = new Map(routines.map((r) => [r.label, r]));

/* Return the routine of a label or, for an address typed by hand, of a
   shortened name, or of a name without parameters or template arguments. */
export function findRoutine(name) {
   const begins = (text) => text === name || text.startsWith(name + '(') ||
                            text.startsWith(name + '<');

   return byLabel.get(name) ||
          routines.find((r) => begins(r.short) || begins(r.name));
}

/* Return a function that parses the lines of a block one by one. */
function lineReader(id) {
   let text, starts;

   return function (i) {
      if (!text) {
         text = block(id);
         starts = [0];
         for (let at = text.indexOf('\n'); at >= 0;
              at = text.indexOf('\n', at + 1))
            starts.push(at + 1);
      }
      return JSON.parse(text.slice(starts[i], starts[i + 1]) || 'null');
   };
}

const readDetail = lineReader('details');
const readSource = lineReader('sources');

/* --- tables --- */

function column(table, name, base) {
   const values = new Float64Array(table.count);
   const given = table[name];

   for (let i = 0; i < values.length; i++)
      values[i] = (base ? base(i) : 0) + (given ? given[i] : 0);
   return values;
}

/* Return the columns of a table, differences undone. */
function decodeTable(table) {
   const n = column(table, 'n');

   for (let i = 1; i < n.length; i++)
      n[i] += n[i - 1];
   const calls = column(table, 'calls', () => 1);
   const max = column(table, 'max');
   const rest = (name, whole) =>
      column(table, name).map((value, i) => whole(i) - value);

   return {
      count: table.count, n, calls, max,
      min: rest('range', (i) => max[i]),
      sum: rest('slack', (i) => calls[i] * max[i]),
      variance: column(table, 'variance'), self: column(table, 'self'),
      rms: rest('rms', (i) => calls[i] * n[i]),
      ext: rest('ext', (i) => calls[i] * n[i]),
      trms: rest('trms', (i) => calls[i] * n[i]),
      external: column(table, 'external'), thread: column(table, 'thread'),
      open: column(table, 'open'),
   };
}

const SUMS = ['calls', 'sum', 'self', 'rms', 'ext', 'trms', 'external',
              'thread'];

/* Add tuple j of `from` to tuple i of `into`; the variances need the sums. */
function addTuple(into, i, from, j) {
   const squares = (t, k) => t.calls[k] *
      (t.variance[k] + (t.sum[k] / t.calls[k]) ** 2);
   const both = squares(into, i) + squares(from, j);

   for (const name of SUMS)
      into[name][i] += from[name][j];
   into.min[i] = Math.min(into.min[i], from.min[j]);
   into.max[i] = Math.max(into.max[i], from.max[j]);
   into.variance[i] = Math.max(0, both / into.calls[i] -
                                  (into.sum[i] / into.calls[i]) ** 2);
}

/* Return several tables as one: a tuple for each size, ascending. */
function mergeTables(tables, open) {
   const places = [];

   for (const table of tables)
      for (let i = 0; i < table.count; i++)
         if (open || !table.open[i])
            places.push([table, i]);
   places.sort((a, b) => a[0].n[a[1]] - b[0].n[b[1]]);

   const merged = { count: 0 };
   for (const name of Object.keys(tables[0]))
      if (name !== 'count')
         merged[name] = new Float64Array(places.length);
   for (const [table, i] of places) {
      const last = merged.count - 1;

      if (last >= 0 && merged.n[last] === table.n[i]) {
         addTuple(merged, last, table, i);
      } else {
         for (const name of Object.keys(merged))
            if (name !== 'count')
               merged[name][merged.count] = table[name][i];
         merged.count++;
      }
   }
   for (const name of Object.keys(merged))
      if (name !== 'count')
         merged[name] = merged[name].slice(0, merged.count);
   return merged;
}

/* The tables of a routine: one for each metric, thread and choice of open
   tuples. */
class Tables {
   constructor(profs) {
      this.profs = profs.map(([thread, tables]) => ({ thread, tables }));
      this.rounded = Math.max(...profs.map(([, , bits]) => bits));
      this.made = new Map();
      this.hasOpen = profs.some(([, tables]) => tables[0].open !== undefined);
   }

   own(prof, metric) {
      const table = prof.tables[metric];

      if (typeof table === 'number')
         return this.own(prof, table);
      return table.n instanceof Float64Array ? table
         : (prof.tables[metric] = decodeTable(table));
   }

   /* Return the points of a thread; thread 0 is all threads. */
   points(metric, thread, open) {
      const key = [metric, thread, open].join();

      if (!this.made.has(key)) {
         const tables = this.profs
            .filter((p) => !thread || p.thread === thread)
            .map((p) => this.own(p, METRICS.indexOf(metric)));

         this.made.set(key, tables.length === 1 && !this.hasOpen ? tables[0]
            : mergeTables(tables.length ? tables : [decodeTable({ count: 0 })],
                          open));
      }
      return this.made.get(key);
   }

   differ(metric) {
      return this.profs.some((p) =>
         p.tables[METRICS.indexOf(metric)] !== 0);
   }
}

function pairs(list) {
   const found = [];

   for (let i = 0; i < list.length; i += 2)
      found.push([list[i], list[i + 1]]);
   return found;
}

let lastDetail = { id: -1 };

/* Return a routine's tables and verdicts, and the baseline's. */
export function detail(id) {
   if (lastDetail.id !== id) {
      const data = readDetail(id);
      const whole = (d) => d && {
         tables: new Tables(d.profs),
         /* [line, cost without callees] */
         lines: pairs(d.lines),
         /* the worst, mean and best case; the worst alone if all are equal */
         cases: (metric) =>
            d.verdicts[METRICS.indexOf(metric)] || d.verdicts[0],
         verdict(metric, which) {
            const cases = this.cases(metric);

            return cases[which] || cases[0];
         },
      };

      lastDetail = { id, now: whole(data), old: whole(data.old) };
   }
   return lastDetail;
}

/* --- callers and callees --- */

let edgeIndex;

/* Return { callers, callees }: lists of { other, caller, calls, cost, inlined,
   places }, by cost, descending.  inlined: [line of the caller, calls, cost] for each line
   in which the callee is inlined; places: the lines in which it is called, a
   text in another file than the caller's. */
export function edgesOf(id) {
   if (!edgeIndex) {
      const flat = JSON.parse(block('edges'));

      edgeIndex = { callers: new Map(), callees: new Map() };
      for (let i = 0; i < flat.length; i += 6) {
         const lines = flat[i + 4] || [], inlined = [];

         for (let k = 0; k < lines.length; k += 3)
            inlined.push([lines[k], lines[k + 1], lines[k + 2]]);
         const add = (map, key, other) => {
            if (!map.has(key))
               map.set(key, []);
            map.get(key).push({ other: routines[other],
                                caller: routines[flat[i]], calls: flat[i + 2],
                                cost: flat[i + 3], inlined,
                                places: flat[i + 5] || [] });
         };

         add(edgeIndex.callers, flat[i + 1], flat[i]);
         add(edgeIndex.callees, flat[i], flat[i + 1]);
      }
      for (const map of [edgeIndex.callers, edgeIndex.callees])
         for (const list of map.values())
            list.sort((a, b) => b.cost - a.cost);
   }
   return { callers: edgeIndex.callers.get(id) || [],
            callees: edgeIndex.callees.get(id) || [] };
}

/* Return lines of a source file, { lines: [[number, text], ...], newer }, or
   null if none is in the page.  line: of the routine's entry, or null; more:
   other lines of interest. */
export function sourceAround(file, line, more) {
   const source = file === null ? null : readSource(file);
   const wanted = new Set(), lines = [];
   const add = (first, last) => {
      for (let n = first; n <= last; n++)
         wanted.add(n);
   };

   if (!source)
      return null;
   if (line !== null)
      add(line - 4, line + 44);
   for (const n of more)
      add(n - 4, n + 4);
   for (let p = 0; p < source.parts.length; p += 2)
      source.parts[p + 1].forEach((text, i) => {
         if (wanted.has(source.parts[p] + i))
            lines.push([source.parts[p] + i, text]);
      });
   return lines.length ? { newer: source.newer, lines } : null;
}

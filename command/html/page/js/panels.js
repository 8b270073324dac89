/* The panels around a routine's charts: verdicts, callers and callees, source
   lines, tuples.

   SPDX-License-Identifier: GPL-2.0-or-later */

import { share } from './columns.js';
import { edgesOf, run, sourceAround, sourceFiles } from './data.js';
import { brief, el, full, percent, plural, raised, tidy } from './format.js';
import { chip } from './growth.js';
import { FITTED } from './plot.js';
import { go, linkTo } from './state.js';
import { term } from './terms.js';

export function panel(title, name, ...children) {
   return el('section', { class: 'panel ' + name },
             title ? el('h2', null, title) : null, children);
}

/* Return a row's short name, as a link to its routine if the profile has it. */
export function nameOf(row, routine) {
   return routine
      ? el('a', { href: linkTo(routine), title: row.name,
                  onclick: (event) => follow(event, routine) }, row.short)
      : el('span', { title: row.name }, row.short);
}

/* --- verdicts --- */

function verdictRow(title, v, shown) {
   if (!v)
      return null;
   const sure = v.class === 'undecided' ? ''
      : Math.round(100 * v.confidence) + ' %';
   const interval = v.exponent && v.exponent.map((k) => k.toFixed(2));

   return [el('tr', { class: shown ? 'shown' : null },
      el('th', { scope: 'row' }, title), el('td', null, chip(v.class)),
      el('td', { class: 'number' }, sure),
      el('td', { class: 'number' }, interval
         ? [interval[0], el('small', null, ' ' + interval[1] + '\u2013' +
                            interval[2])] : '')),
      el('tr', { class: shown ? 'shown more' : 'more' }, el('td'),
         el('td', { colspan: 3 },
            v.formula ? el('code', null, raised(v.formula)) : null,
            sure && v.runnerUp && v.runnerUpConfidence >= 0.005
               ? el('small', null, 'else ', raised(v.runnerUp), ', ' +
                    Math.round(100 * v.runnerUpConfidence) + ' %') : null,
            v.warnings.map((text) => el('small', { class: 'doubt' }, text))))];
}

export function verdictPanel(d, metric, kind) {
   const shown = FITTED[kind];
   const rows = (cases, mark) => cases.map((v, i) =>
      verdictRow(cases.length === 1 ? 'All' : ['Worst', 'Mean', 'Best'][i], v,
                 mark && (i === shown || cases.length === 1)));

   return panel(['Growth over ', term(metric)], 'verdicts', el('table', null,
      el('tr', null, el('th'), el('th', { scope: 'col' }, 'class'),
         el('th', { scope: 'col', class: 'number' }, 'sure'),
         el('th', { scope: 'col', class: 'number',
                    title: 'with its 95 % interval' }, term('K', 'n^K'))),
      rows(d.now.cases(metric), shown !== undefined),
      d.old ? [el('tr', null, el('th', { colspan: 4, class: 'old-head' },
                                 'Baseline')),
               rows(d.old.cases(metric), false)]
            : null));
}

/* --- callers and callees --- */

/* Return the places of an edge's calls that are not inlined. */
function callLines(e) {
   return e.places.filter((n) => !e.inlined.some(([line]) => line === n));
}

/* Return the first of the lines in which an edge's calls are; all of them in a
   title.  Those of another routine's code are named with its file. */
function placesNote(e) {
   const most = 3, places = callLines(e);
   const file = e.caller === e.other && e.caller.file !== null
      ? sourceFiles[e.caller.file].replace(/.*\//, '') + ':' : null;
   const lines = (list) => (file || (list.length > 1 ? 'lines ' : 'line ')) +
                           list.join(', ');

   return places.length === 0 ? null :
      el('small', { class: 'places', title: 'called in ' + lines(places) },
         lines(places.slice(0, most)) +
         (places.length > most ? '\u2026' : ''));
}

export function edgePanel(title, name, list, none) {
   const most = 12;
   const row = (e) => el('tr', null,
      el('td', { class: 'name' }, el('div', null, e.other.measured
         ? [el('a', { href: linkTo(e.other), title: e.other.name,
                      onclick: (event) => follow(event, e.other) },
               e.other.short),
            el('span', { class: 'class-of', title: e.other.phrase },
               chip(e.other.class, e.other.confidence < 0.9 ? ' unsure' : ''))]
         : el('span', { title: e.other.name }, e.other.short),
         placesNote(e))),
      el('td', { class: 'number' }, brief(e.calls),
         e.inlined.length ? el('small', { title: 'inlined in ' +
            (e.inlined.length > 1 ? 'lines ' : 'line ') +
            e.inlined.map(([n]) => n).join(', ') }, ' inl.') : null),
      el('td', { class: 'number' }, share(e.cost, run.total.cost)));
   const table = (rows) => el('table', null, rows);

   if (!list.length)
      return panel(title, name, el('p', { class: 'dim' }, none));
   return panel(title, name,
      el('table', null, el('tr', null, el('th', { scope: 'col' }, 'routine'),
            el('th', { scope: 'col' }, 'calls'),
            el('th', { scope: 'col', title: 'inclusive cost of these calls, ' +
                       'as a share of the run\u2019s' }, 'run %')),
         list.slice(0, most).map(row)),
      list.length > most ? el('details', null, el('summary', null,
         full(list.length - most) + ' more'),
         table(list.slice(most).map(row))) : null);
}

export function follow(event, routine) {
   if (event.ctrlKey || event.metaKey || event.shiftKey)
      return;
   event.preventDefault();
   go({ r: routine.label });
}

/* --- source --- */

/* Return the callees that are inlined in each line of a routine: line ->
   [[callee, cost], ...]. */
function inlinedByLine(r) {
   const byLine = new Map();

   for (const e of edgesOf(r.id).callees)
      for (const [line, , cost] of e.inlined)
         byLine.set(line, (byLine.get(line) || []).concat([[e.other, cost]]));
   return byLine;
}

/* Return the callees of each line: line -> [callee, ...]; and the lines of those
   with a part in the cost. */
function callsByLine(r) {
   const byLine = new Map(), worth = [];

   for (const e of edgesOf(r.id).callees) {
      const lines = callLines(e).filter((n) => typeof n === 'number');

      for (const line of lines)
         byLine.set(line, (byLine.get(line) || []).concat([e.other]));
      if (e.cost >= run.total.cost / 100)
         worth.push(...lines);
   }
   return { byLine, worth };
}

/* Return the columns right of a line's number: its own cost, as a part of the
   run's, with a bar relative to the routine's costliest line. */
function lineCost(cost, most) {
   const bar = el('u');

   bar.style.width = 100 * (cost || 0) / (most || 1) + '%';
   return el('b', { class: 'cost', title: cost ? full(cost) + ' ' + run.unit
                    : null },
             bar, cost ? percent(cost, run.total.cost) : '');
}

function inlinedNote(list) {
   return el('small', { class: 'inlined', title: 'inlined calls, and their ' +
                        'part of the run\u2019s cost' },
      list.map(([other, cost], i) => [i ? ', ' : '', other.short + ' ' +
         percent(cost, run.total.cost) + ' %']));
}

function callsNote(list) {
   return el('small', { class: 'calls', title: 'called here' },
             list.map((other, i) => [i ? ', ' : '', other.short]));
}

/* Where the routine is inlined: a link to each caller. */
function inlinedInto(r) {
   const callers = edgesOf(r.id).callers.filter((e) => e.inlined.length);

   return callers.length === 0 ? null : el('p', { class: 'dim into' },
      'Inlined into ', callers.slice(0, 8).map((e, i) => [i ? ', ' : '',
         el('a', { href: linkTo(e.other),
                   onclick: (event) => follow(event, e.other) }, e.other.short),
         (e.other.file === r.file ? ' line ' : ' ' +
            sourceFiles[e.other.file].replace(/.*\//, '') + ':') +
         e.inlined.map(([n]) => n).join(', ')]));
}

/* lines: [line, cost] for each line of the routine with a cost. */
export function sourcePanel(r, lines) {
   const inlined = inlinedByLine(r), calls = callsByLine(r);
   const costs = new Map(lines);
   const most = Math.max(0, ...costs.values());
   const source = sourceAround(r.file, r.line,
                               [...costs.keys(), ...inlined.keys(),
                                ...calls.worth]);
   const where = r.file === null ? '' : sourceFiles[r.file] +
      (r.line === null ? '' : ':' + r.line);
   let last = null;

   if (r.file === null)
      return null;
   if (!source)
      return panel('Source', 'source', el('p', { class: 'dim' }, where +
         (r.line === null && inlinedInto(r)
            ? ' \u2013 inlined: its callers have the lines'
            : ' \u2013 its text is not in this page')), inlinedInto(r));
   return panel('Source', 'source',
      el('p', { class: 'dim' }, where + (lines.length
            ? ' \u2013 beside each line its own cost, % of the run' : '') +
         (source.newer ? ' \u2013 changed since the run: the lines may ' +
                         'have moved' : '')),
      inlinedInto(r),
      el('div', { class: 'code', tabindex: 0 }, source.lines.map(([n, text]) =>
      {
         const gap = last !== null && n > last + 1;

         last = n;
         return [gap ? el('div', { class: 'gap' }, el('i', null, '\u22ee'))
                     : null,
            el('div', { class: n === r.line ? 'entry' : null },
               el('i', null, n),
               lines.length ? lineCost(costs.get(n), most) : null,
               el('code', null, text || ' '),
               inlined.has(n) ? inlinedNote(inlined.get(n)) : null,
               calls.byLine.has(n) ? callsNote(calls.byLine.get(n)) : null)];
      })));
}

/* --- tuples --- */

const TUPLE_COLUMNS = [
   ['size', (t, i) => t.n[i]], ['calls', (t, i) => t.calls[i]],
   ['worst', (t, i) => t.max[i]], ['mean', (t, i) => t.sum[i] / t.calls[i]],
   ['best', (t, i) => t.min[i]],
   ['self', (t, i) => t.self[i] / t.calls[i]],
   ['rms', (t, i) => t.rms[i] / t.calls[i]],
   ['trms', (t, i) => t.trms[i] / t.calls[i]],
   ['kernel', (t, i) => t.external[i] / t.calls[i]],
   ['thread', (t, i) => t.thread[i] / t.calls[i]],
];

/* Only the visible rows exist as elements, as in the list of routines. */
export function tuplePanel(table, rounded) {
   const height = 24;
   const body = el('div', { class: 'tuple-body' });
   const box = el('div', { class: 'tuples', tabindex: 0 },
      el('div', { class: 'tuple head' }, TUPLE_COLUMNS.map(([name]) =>
         el('span', null, name))), body);
   const draw = () => {
      const first = Math.max(0, Math.floor(box.scrollTop / height) - 4);
      const past = Math.min(table.count, first + 26);

      body.replaceChildren();
      for (let i = first; i < past; i++) {
         const row = el('div', { class: 'tuple' }, TUPLE_COLUMNS.map(
            ([, value]) => el('span', null, tidy(value(table, i)))));

         row.style.top = i * height + 'px';
         body.append(row);
      }
   };

   body.style.height = table.count * height + 'px';
   box.addEventListener('scroll', draw, { passive: true });
   draw();
   return panel(plural(table.count, 'size'), 'tuple-panel',
      el('p', { class: 'dim' }, 'Costs are ' + run.unit + ' of a call; mean, ' +
         'self and what follows are means.' + (rounded ? ' Sizes are rounded ' +
         'down to ' + rounded + ' binary digits.' : '')), box);
}

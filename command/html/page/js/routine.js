/* The view of one routine.

   SPDX-License-Identifier: GPL-2.0-or-later */

import { CHANGES, ratioCell, sizeRange } from './columns.js';
import { METRICS, detail, edgesOf, objects, routines, run, sourceFiles }
   from './data.js';
import { brief, choices, el, fill, full, percent, plural, raised, segments }
   from './format.js';
import { DIVISORS, chip, chips, reasonOf } from './growth.js';
import { edgePanel, follow, panel, sourcePanel, tuplePanel, verdictPanel }
   from './panels.js';
import { FITTED, KINDS, Plot, colour } from './plot.js';
import { address, adjust, go, linkTo, state } from './state.js';
import { listed } from './table.js';
import { TERMS } from './terms.js';
import { hideTip } from './tooltip.js';
import { enableZoom, zoomButtons } from './zoom.js';

export const routineBox = document.getElementById('routine-view');
export let current = null;         /* the routine that is shown, with its data
                                      and plot */

/* --- head --- */

/* Return the next or the previous routine of the list, so that the list's
   filters and order hold here as well. */
export function neighbour(by) {
   const place = listed.indexOf(current.r);

   return place < 0 ? null : listed[place + by] || null;
}

function neighbourLink(by, text, tipText) {
   const r = neighbour(by);

   return r ? el('a', { class: 'step', href: linkTo(r), 'data-step': by,
                        title: r.name + ' (' + tipText + ')',
                        onclick: (e) => follow(e, r) }, text)
            : el('span', { class: 'step dim' }, text);
}

function fact(name, value, more) {
   return el('div', { class: 'fact' }, el('small', null, name),
             el('b', null, value), more ? el('small', null, more) : null);
}

function facts(r) {
   const total = run.total;

   return el('div', { class: 'facts' },
      fact('Growth', [chips(r)]),
      r.cause === null ? null : fact('Because of',
         el('a', { href: linkTo(routines[r.cause]),
                   onclick: (e) => follow(e, routines[r.cause]) },
            routines[r.cause].short), 'which it calls'),
      fact('Cost', percent(r.cost, total.cost) + ' %', brief(r.cost)),
      fact('Self', percent(r.self, total.cost) + ' %', brief(r.self)),
      fact('Calls', brief(r.calls), r.calls >= 1e4 ? full(r.calls) : ''),
      fact('Input size', sizeRange(r), plural(r.points, 'size')),
      r.external ? fact('From the kernel',
                        percent(r.external, r.trms) + ' %', 'of the input')
                 : null,
      r.thread ? fact('From threads', percent(r.thread, r.trms) + ' %',
                      'of the input') : null,
      run.baseline ? fact('Baseline', r.oldClass
         ? [chip(r.oldClass), ' ', ratioCell(r)]
         : r.unmatched ? 'not compared' : 'not there',
         r.change ? CHANGES[r.change] + (r.explained ? ', because of callees'
                                                     : '') : null) : null);
}

/* What the summary says of the routine, or of one whose growth it shows. */
function findings(r) {
   const none = run.noSuspect;
   const told = none ? [...none.listed, ...none.often]
                     : [...run.suspects, ...run.rest.often];

   return told
      .filter((one) => routines[one.id] === r || routines[one.witness] === r)
      .flatMap((one) => [one.text,
         one.reread && routines[one.id].short +
            (one.above ? one.above + ',' : '') + ' ' + one.reread,
         one.where, one.reason && reasonOf(routines[one.id], one.reason)])
      .filter((text) => text)
      .map((text) => el('p', { class: 'finding' },
                        text + (text.endsWith('.') ? '' : '.')));
}

function head(r) {
   const place = listed.indexOf(r);

   return el('div', { class: 'routine-head' },
      el('nav', { class: 'crumbs' },
         el('a', { href: address({ r: null }), id: 'back', onclick: (e) => {
            e.preventDefault();
            go({ r: null });
         } }, '\u2190 All routines'),
         neighbourLink(-1, '\u2191 previous', 'k'),
         neighbourLink(1, '\u2193 next', 'j'),
         el('small', null, place < 0 ? 'not in the list as it is filtered'
            : full(place + 1) + ' of ' + full(listed.length))),
      el('h1', { title: r.name }, r.short),
      r.short === r.name ? null : el('details', { class: 'where' },
         el('summary', null, 'Full name'), el('code', null, r.name)),
      el('p', { class: 'where' }, objects[r.object], r.file === null ? ''
         : ' \u00b7 ' + sourceFiles[r.file] +
           (r.line === null ? '' : ':' + r.line)),
      r.measured ? [facts(r), findings(r)] : null);
}

/* --- charts --- */

export function metricNow() {
   return METRICS.includes(state.m) ? state.m : 'trms';
}

export function kindNow() {
   return state.c in KINDS ? state.c : 'worst';
}

function tableOf(tables, metric) {
   return tables.points(metric, Number(state.t), state.open === '1');
}

/* Return the choices of the size metric. */
function metricChoices(tables) {
   const list = METRICS.map((m) => [m, m, TERMS[m]]);

   if (tables.differ('rms'))
      list.push(['both', 'trms + rms', 'both in one chart']);
   return list;
}

function controls(r, tables) {
   const set = (name) => (value) => {
      adjust({ [name]: value });
      if (name !== 'open' && name !== 't')
         current.plot.zoomed = null;
      drawRoutine();
   };
   const log = current.plot.log || { x: false, y: false };
   const axes = (name) => segments('axis ' + name,
      [['lin', name + ' linear'], ['log', name + ' log']],
      log[name] ? 'log' : 'lin', set(name));
   const threads = r.threads;

   return el('div', { class: 'controls' },
      segments('cost', Object.entries(KINDS).map(([value, [text, tipText]]) =>
         [value, text, tipText]), kindNow(), set('c')),
      segments('metric', metricChoices(tables), state.m, set('m')),
      axes('x'), axes('y'),
      choices('per', [['', 'cost'], ...Object.keys(DIVISORS).map((name) =>
         [name, 'cost \u00f7 ' + name])], state.per, set('per')),
      threads.length > 1 ? choices('chart thread', [['0', 'All threads'],
         ...threads.map((t) => [String(t), 'Thread ' + t])], state.t, set('t'))
         : null,
      tables.hasOpen ? el('label', { title: 'activations that had not ended ' +
         'when the profile was written' },
         el('input', { type: 'checkbox', 'data-choice': 'open',
                       checked: state.open === '1',
                       onchange: (e) => set('open')(e.target.checked ? '1'
                                                                     : '') }),
         ' unfinished') : null,
      zoomButtons(current.plot));
}

/* Return what the chart shows, as the spec of Plot.draw. */
function chartSpec(d) {
   const metric = metricNow(), kind = kindNow();
   const both = state.m === 'both';
   const dot = (name, more) => Object.assign({
      backgroundColor: colour(name + '-fill'), borderColor: colour(name),
   }, more);
   const series = [{ name: both ? 'trms' : '', table: tableOf(d.now.tables,
                     metric), look: dot('points'), key: 'points' }];
   const curves = [];

   if (both)
      series.push({ name: 'rms', table: tableOf(d.now.tables, 'rms'),
                    look: dot('second', { pointStyle: 'rectRot' }),
                    key: 'second' });
   if (d.old && state.t === '0') {
      series[0].name = both ? 'trms' : 'now';
      series.push({ name: 'baseline', table: d.old.tables.points(metric, 0,
                    state.open === '1'),
                    look: dot('old', { pointStyle: 'rect' }),
                    key: 'old' });
   }
   const add = (verdict, name, dash, band) => {
      if (verdict && verdict.curve.length)
         curves.push({ name, verdict, band,
                       look: { borderColor: colour(name), borderWidth: 2,
                               borderDash: dash } });
   };

   if (kind in FITTED && state.t === '0') {
      const which = FITTED[kind];

      add(d.now.verdict(metric, which), 'fit', [], colour('band'));
      if (both)
         add(d.now.verdict('rms', which), 'second', [2, 3]);
      if (d.old)
         add(d.old.verdict(metric, which), 'old', [6, 4]);
   }
   return {
      kind, per: state.per in DIVISORS ? state.per : '', series, curves,
      log: { x: state.x, y: state.y },
      sizeTitle: (metric === 'wms' ? 'output' : 'input') + ' size, ' +
                 (both ? 'trms and rms' : metric) +
                 (current.r.sizesGiven && metric !== 'wms' ? ' (as given)'
                  : ' (cells of ' + plural(run.cellSize, 'byte') + ')'),
      costTitle: kind === 'calls' ? 'calls' : KINDS[kind][1] + ' (' + run.unit +
                 (kind === 'variance' ? '\u00b2' : '') + ')' +
                 (state.per ? ' \u00f7 ' + state.per : ''),
   };
}

function legend(spec, plot) {
   const items = spec.series.map((s) => el('span', null,
      el('i', { class: 'mark ' + s.key }),
      (s.name ? s.name + ': ' : '') + KINDS[spec.kind][1]));

   for (const c of spec.curves)
      items.push(el('span', null, el('i', { class: 'mark line ' + c.name }),
         c.name === 'old' ? 'baseline: ' : '',
         el('code', null, raised(c.verdict.formula || c.verdict.class))));
   if (spec.curves.some((c) => c.band))
      items.push(el('span', null, el('i', { class: 'mark band' }),
                    '95 % of costs'));
   if (plot.hidden)
      items.push(el('span', { class: 'dim' }, plural(plot.hidden, 'point') +
                    ' at 0 not on a logarithmic axis'));
   return el('div', { class: 'legend', id: 'legend' }, items);
}

/* --- view --- */

/* Draw, and keep the focus on the button that was pressed: it is made anew. */
function keepingFocus(draw) {
   const active = document.activeElement;
   const group = active && active.closest('[data-choice]');
   const value = active && active.dataset.value;

   draw();
   if (!group)
      return;
   const again = routineBox.querySelector('[data-choice="' +
      group.dataset.choice + '"]');
   const button = again && value !== undefined
      ? again.querySelector('[data-value="' + value + '"]') : again;

   if (button)
      button.focus({ preventScroll: true });
}

/* Draw the charts, and what depends on the choices, after a choice. */
export function drawRoutine() {
   const { r, d, plot, parts } = current;

   keepingFocus(() => {
      const spec = chartSpec(d);

      hideTip();
      plot.draw(spec);
      fill(parts.controls, controls(r, d.now.tables));
      fill(parts.legend, legend(spec, plot));
      fill(parts.verdict, verdictPanel(d, metricNow(), spec.kind));
      fill(parts.tuples, tuplePanel(spec.series[0].table,
                                    d.now.tables.rounded));
   });
}

export function openRoutine(r) {
   closeRoutine();
   current = { r };
   if (!r.measured) {
      const { callers } = edgesOf(r.id);

      fill(routineBox, head(r), edgePanel('Callers', 'edges', callers, 'none'));
      return;
   }
   const part = (name) => el('div', { class: name });
   const canvas = el('canvas', { id: 'chart', 'aria-label':
      'Chart: the arrow keys go from point to point', tabindex: 0 });
   const strip = el('canvas', { id: 'strip', 'aria-hidden': 'true' });
   const frame = el('div', { class: 'frame' }, canvas);
   const parts = { controls: part(), legend: part(),
                   verdict: part('verdict-part'), tuples: part('tuple-part') };
   const { callers, callees } = edgesOf(r.id);

   current = { r, d: detail(r.id), parts, plot: new Plot(canvas, strip) };
   fill(routineBox, head(r), el('div', { class: 'routine-grid' },
      el('div', { class: 'main-column' },
         panel('', 'chart-panel', parts.controls, frame,
               el('div', { class: 'strip' }, strip), parts.legend),
         sourcePanel(r, current.d.now.lines), parts.tuples),
      el('div', { class: 'side-column' }, parts.verdict,
         edgePanel('Callers', 'edges', callers, 'none: it is where a thread ' +
                   'began'),
         edgePanel('Callees', 'edges', callees, 'none'))));
   enableZoom(current.plot, frame);
   drawRoutine();
}

export function closeRoutine() {
   hideTip();
   if (current && current.plot)
      current.plot.destroy();
   current = null;
}

/* The head of the list: the run, its totals, and the filters.

   SPDX-License-Identifier: GPL-2.0-or-later */

import { CHANGES, COLUMNS, sizeUnit } from './columns.js';
import { measured, objects, routines, run } from './data.js';
import { brief, choices, el, fileName, fill, full, percent, plural, raised,
   ratio } from './format.js';
import { gainsPanel } from './gains.js';
import { OTHER_POWERS, chip, chips, powerOf, reasonOf } from './growth.js';
import { follow } from './panels.js';
import { drawSeconds, secondsPanel } from './seconds.js';
import { adjust, linkTo, state } from './state.js';
import { drawHead, drawTable, setSelected, toggleFold, unfolded }
   from './table.js';
import { term } from './terms.js';

/* Format a command line as for a shell. */
function commandLine(words) {
   return words.map((w) => /^[\w@%+=:,.\/-]+$/.test(w) ? w
      : "'" + w.replace(/'/g, "'\\''") + "'").join(' ');
}

function day(seconds) {
   return new Date(seconds * 1000).toISOString().replace('T', ' ').slice(0, 16);
}

function describeRun(r) {
   const took = r.end - r.start;

   return el('p', { class: 'run' },
      el('code', null, commandLine(r.arguments)),
      el('small', null, 'process ' + r.pid + ', ' + r.state +
         (r.reason ? ' (' + r.reason + ')' : '') + ', ' + day(r.start) +
         ' UTC' + (took > 0 ? ', ' + took + ' s'
            : took === 0 ? ', less than 1 s' : '') + ', ' +
         plural(r.threads, 'thread')));
}

function describeRuns(what, title) {
   const [first, ...others] = what.runs;

   return el('div', { class: 'runs' },
      title ? el('h2', null, title) : null, describeRun(first),
      what.runCount > 1 ? el('details', null,
         el('summary', null, 'and ' + plural(what.runCount - 1, 'more run')),
         others.map(describeRun),
         what.runCount > what.runs.length
            ? el('p', null, '\u2026') : null) : null);
}

function tile(name, value, ...more) {
   return el('div', { class: 'tile' }, el('small', null, name),
             el('strong', null, value), el('small', null, more));
}

/* Show the sources of the input as one bar. */
function inputTile(total) {
   const parts = [['own', total.trms - total.external - total.thread,
                   'memory of its own'],
                  ['kernel', total.external, 'kernel'],
                  ['thread', total.thread, 'threads']];
   const bar = el('span', { class: 'stack' });
   const legend = [];

   for (const [name, part, text] of parts) {
      const piece = el('i', { class: name });

      piece.style.width = 100 * part / (total.trms || 1) + '%';
      bar.append(piece);
      if (part > 0)
         legend.push(el('span', null, el('i', { class: 'key ' + name }), text +
                        ' ' + percent(part, total.trms) + ' %'));
   }
   return el('div', { class: 'tile wide' },
      el('small', null, 'Input (', term('trms'), ')'),
      el('strong', null, brief(total.trms), el('span', { class: 'unit' },
         ' ', term('cell', 'cells'), ' of ' + plural(run.cellSize, 'byte'))),
      bar,
      el('small', { class: 'legend' }, legend));
}

/* Show the number of routines in each class; a click filters by the class. */
function classTile() {
   const counts = new Map();

   for (const r of unfolded())
      counts.set(r.classShown, (counts.get(r.classShown) || 0) + 1);
   const order = (name) => name === OTHER_POWERS ? 1.7
      : isNaN(powerOf(name)) ? -1 : powerOf(name);
   const names = [...counts.keys()].sort((a, b) => order(b) - order(a));

   return el('div', { class: 'tile classes' },
      el('small', null, 'Routines by growth of their worst case'),
      el('div', { class: 'chips' }, names.map((name) =>
         el('button', { type: 'button', 'data-class': name,
                        'aria-pressed': String(state.class === name),
                        onclick: () => filterBy({ class:
                           state.class === name ? '' : name }) },
            chip(name), full(counts.get(name))))));
}

/* Describe a suspect, as the report does.  If another routine shows its growth,
   then the facts are of that routine. */
function suspectCard(s) {
   const r = routines[s.id];
   const other = s.witness === undefined ? null : routines[s.witness];
   const teller = other || r;
   const evidence = [s.exponent ? [term('K'), ' is ' +
      s.exponent[0].toFixed(2) + ' to ' + s.exponent[1].toFixed(2) + ', ']
      : null, 'from ' + plural(teller.points, 'size') + ', ' +
      (teller.points === 1 ? '' : brief(teller.sizeMin) + ' to ') +
      brief(teller.sizeMax) + sizeUnit(teller)];

   return el('a', { class: 'suspect', href: linkTo(r),
                    onclick: (e) => follow(e, r) },
      el('span', null, el('b', { title: r.name }, r.short),
         s.above || null, other ? null : chips(r)),
      other ? el('span', null, 'does the work of ',
                 el('b', { title: other.name }, other.short), chips(other))
            : null,
      el('small', null, teller.phrase === teller.class ? null
         : [raised(teller.phrase), '; '], evidence),
      s.load ? el('small', null, s.load + '.') : null,
      s.reread ? el('small', null, 'It ' + s.reread + '.') : null,
      s.where ? el('small', null, s.where) : null,
      s.same ? el('small', null, s.same) : null,
      s.reason ? el('small', null, reasonOf(r, s.reason)) : null,
      s.factor ? el('small', null, 'At ten times the largest input it would ' +
         'cost ' + brief(s.factor) + ' times as much: ' +
         brief(Number(s.percent.toPrecision(2))) + '\u00a0% of the run.')
         /* What is read again has a part of its own in its sentence. */
         : s.reread ? null : el('small', null,
            percent(teller.cost, run.total.cost) + '\u00a0% of the run.'));
}

/* Describe calls or a loop whose number one run does not explain.  Those of a
   baseline have no row. */
function oftenCard(one) {
   const r = one.id === undefined ? null : routines[one.id];
   const text = [el('span', null, one.text),
                 one.where ? el('small', null, one.where) : null];

   return r ? el('a', { class: 'suspect', href: linkTo(r),
                        onclick: (e) => follow(e, r) }, text)
            : el('div', { class: 'suspect' }, text);
}

function oftenCalled(from, told = []) {
   const often = from.often.filter((one) => !told.includes(one.text));

   return often.length ? [el('h2', null, from.oftenHeading),
      el('div', null, often.map(oftenCard))] : null;
}

/* The calls that the changes since the baseline have named already. */
function toldCalls() {
   return run.baseline ? run.baseline.rereads.flatMap(
      (side) => side.often.map((one) => one.text)) : [];
}

/* Show what to run next. */
function adviceOf(none) {
   return none.advice ? [el('p', { class: 'dim' }, none.advice),
      el('details', null, el('summary', null, 'Commands'),
         el('pre', null, none.commands))] : null;
}

/* Show what the runs cost beyond their input, and in which routines. */
function excessCards() {
   return run.excess ? [el('h2', null, run.excess.text),
      el('div', null, run.excess.parts.map(oftenCard))] : null;
}

/* Show the suspects; if there are none, then the reason, as the report has
   it. */
function suspectCards() {
   const none = run.noSuspect;

   if (!none)
      return el('div', { class: 'suspects' }, el('h2', null, 'Look first at'),
                el('div', null, run.suspects.map(suspectCard)),
                excessCards(),
                oftenCalled(run.rest, toldCalls()));
   const reason = none.heading ? [
      el(none.listed.length ? 'h2' : 'p', { class: 'dim' }, none.heading),
      el('div', null, none.listed.map(suspectCard))] : null;

   const often = oftenCalled(none, toldCalls());
   const recursion = none.recursion
      ? el('p', { class: 'recursion' }, none.recursion) : null;

   return el('div', { class: 'suspects' },
      none.recursion_leads ? recursion : null,
      excessCards(),
      none.lead ? [el('p', { class: 'dim' }, none.question), often, reason]
                : [reason, often],
      none.recursion_leads ? null : recursion,
      adviceOf(none));
}

/* Return whether a routine costs less than before in all, and at equal sizes no
   more: a repair is no warning. */
function isRepaired(r) {
   return r.oldCost > r.cost && !(r.costRatio > 1);
}

/* Describe a change that is not because of callees. */
function changeCard(r) {
   return el('a', { class: 'suspect' + (isRepaired(r) ? ' repaired' : ''),
                    href: linkTo(r), onclick: (e) => follow(e, r) },
      el('span', null, el('b', { title: r.name }, r.short), chips(r)),
      el('small', null, CHANGES[r.change], r.change === 'class'
         ? [' than before: ', raised(r.oldClass)] : null,
         r.oldCost && r.cost ? '; it cost ' + brief(r.oldCost) + ' in all, ' +
            'and costs ' + brief(r.cost) + ' now' : null,
         r.costRatio ? '; at equal sizes it costs ' + ratio(r.costRatio) +
                       ' times as much' : null,
         '; ' + Math.round(100 * r.changeConfidence) + '\u00a0% sure.'));
}

/* Describe a routine that holds a part of a difference, and what is other in its
   calls.  One that is only in the baseline leads nowhere. */
function holderCard(h) {
   const r = routines[h.id];
   const text = el('small', null, (h.self < 0 ? '\u2212' : '+') +
      brief(Math.abs(h.self)) + ' ' + run.unit + ' of its own' +
      (h.times > 0 ? ', \u00d7 ' + ratio(h.times) : '') + '; ' + h.calls +
      '.');

   return r ? el('a', { class: 'suspect', href: linkTo(r),
                        onclick: (e) => follow(e, r) },
                 el('span', null, el('b', { title: r.name }, r.short),
                    chips(r)), text)
            : el('div', { class: 'suspect' },
                 el('span', null, el('b', null, h.name)), text);
}

function holderCards(heading, holders) {
   return holders.length ? el('div', { class: 'suspects' },
      el('h2', null, heading), el('div', null, holders.map(holderCard))) : null;
}

/* Say which part of the difference no routine's own change explains, and in
   which callees the changed routines have theirs. */
function restCards() {
   const rest = run.baseline.rest;

   return [rest.holders.length
         ? holderCards(rest.text || 'The rest of the difference is mostly in',
                       rest.holders)
         : rest.text ? el('p', { class: 'suspects dim' }, rest.text) : null,
      holderCards('Much of that is in routines that they call', rest.inside)];
}

function changeCards() {
   const causes = routines.slice(0, measured)
      .filter((r) => r.change && !r.explained)
      .sort((a, b) => a.changePlace - b.changePlace);

   return [causes.length ? el('div', { class: 'suspects' },
      el('h2', null, 'Changed most (' + plural(causes.length, 'routine') +
         ' in all)'), el('div', null, causes.slice(0, 3).map(changeCard)))
      : null, ...restCards()];
}

/* Say what is read again and again in one of two profiles only. */
function rereadChanges() {
   return run.baseline.rereads
      .filter((side) => side.sentences.length || side.often.length)
      .map((side) => el('div', { class: 'suspects rereads' },
         el('h2', null, side.heading),
         side.sentences.map((text) => el('p', { class: 'dim' }, text)),
         oftenCalled(side)));
}

export function drawSummary() {
   const total = run.total, old = run.baseline;
   const unit = el('span', { class: 'unit' }, ' ' + run.unit);

   fill(document.getElementById('summary'),
      describeRuns(run, old ? 'This run' : ''),
      old ? describeRuns(old, 'Baseline: ' + old.file) : null,
      el('div', { class: 'tiles' },
         tile('Cost', [brief(total.cost), unit],
              full(total.cost), old && old.total.cost
                 ? ' \u00b7 \u00d7 ' + ratio(total.cost / old.total.cost) +
                   ' of the baseline\u2019s' : ''),
         tile('Activations', brief(total.activations),
              full(total.activations)),
         inputTile(total), measured ? classTile() : null),
      old ? changeCards() : null, old ? rereadChanges() : null,
      run.filled ? el('p', { class: 'suspects dim filled' }, run.filled) : null,
      run.collections ? el('p', { class: 'suspects dim collections' },
                           run.collections) : null,
      suspectCards(),
      run.growth ? el('p', { class: 'suspects dim growth' }, 'Growth is ' +
                      run.growth + '.') : null,
      run.lines ? el('div', { class: 'suspects' },
         el('p', { class: 'dim' }, run.lines),
         el('pre', null, run.linesCommand)) : null,
      run.nameless ? el('p', { class: 'suspects dim nameless' }, run.nameless)
                   : null,
      secondsPanel(), gainsPanel(),
      old && old.gone.length ? el('details', { class: 'gone' },
         el('summary', null, plural(old.gone.length, 'routine') +
            ' of the baseline did not run, or ' +
            (old.gone.length === 1 ? 'is' : 'are') +
            ' inlined without a loop'),
         el('p', null, old.gone.join(', '))) : null);
   drawSeconds();
}

export function filterBy(changes) {
   adjust(changes);
   setSelected(0);
   for (const button of document.querySelectorAll('[data-class]'))
      button.setAttribute('aria-pressed',
                          String(button.dataset.class === state.class));
   drawFilterState();
   drawTable();
}

/* Return the different values, the most frequent first. */
function occurring(values) {
   const counts = new Map();

   for (const v of values)
      counts.set(v, (counts.get(v) || 0) + 1);
   return [...counts].sort((a, b) => b[1] - a[1]).map(([v]) => v);
}

export function drawFilters() {
   const rows = routines.slice(0, measured);
   const files = occurring(rows.map((r) => objects[r.object]));
   const threads = [...new Set(rows.flatMap((r) => r.threads))]
      .sort((a, b) => a - b);
   const classes = occurring(rows.map((r) => r.classShown));
   const search = el('input', { id: 'search', type: 'search',
      placeholder: 'Name, file or object  ( / )', autocomplete: 'off',
      spellcheck: 'false', 'aria-label': 'Filter by name', value: state.q,
      oninput: () => filterBy({ q: search.value }) });

   fill(document.getElementById('filters'), search,
      choices('object', [['', 'All objects'], ...files.map((f) =>
         [f, fileName(f)])], state.object, (object) => filterBy({ object })),
      choices('class', [['', 'All classes'], ...classes.map((c) => [c, c])],
         state.class, (name) => filterBy({ class: name })),
      threads.length ? choices('thread', [['', 'All threads'],
         ...threads.map((t) => [String(t), 'Thread ' + t])], state.thread,
         (thread) => filterBy({ thread })) : null,
      el('span', { id: 'sort-choice' }, choices('sort',
         [['', 'Most suspicious first'], ...COLUMNS.filter((c) => c.compare)
            .map((c) => [c.key, 'By ' + c.title])], state.sort,
         (sort) => { adjust({ sort }); drawHead(); drawTable(); })),
      el('span', { id: 'count' }),
      el('button', { id: 'fold', type: 'button', title: 'start-up, internals ' +
                     'of libraries', onclick: () => {
         toggleFold();
         drawSummary();
      } }),
      el('button', { id: 'clear', type: 'button', onclick: () => {
         search.value = '';
         filterBy({ q: '', object: '', class: '', thread: '' });
      } }, 'Clear'));
   drawFilterState();
}

function drawFilterState() {
   for (const name of ['object', 'class', 'thread']) {
      const select = document.querySelector(
         '#filters select[data-choice=' + name + ']');

      if (select)
         select.value = state[name];
   }
   document.getElementById('clear').hidden =
      !state.q && !state.object && !state.class && !state.thread;
}

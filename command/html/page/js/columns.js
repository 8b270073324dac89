/* The columns of the list of routines: headings, sorting and cells.

   SPDX-License-Identifier: GPL-2.0-or-later */

import { objects, run, sourceFiles } from './data.js';
import { brief, el, fileName, percent, plural, ratio } from './format.js';
import { chip, chips } from './growth.js';
import { spark } from './spark.js';
import { TERMS } from './terms.js';

function where(r) {
   return fileName(objects[r.object]) + (r.file === null ? '' : ' \u00b7 ' +
      fileName(sourceFiles[r.file]) + (r.line === null ? '' : ':' + r.line));
}

export function share(part, whole, name) {
   const text = percent(part, whole);
   const bar = el('i', { class: 'bar ' + (name || '') });

   bar.style.width = Math.min(100, whole ? 100 * part / whole : 0) + '%';
   return [text === '' || text === '0' ? el('span', { class: 'dim' }, text)
                                       : text, bar];
}

/* Return the unit of a routine's sizes, of which the program or an option may have
   given any number. */
export const sizeUnit = (r) => r.sizesGiven ? '' : ' cells';

export function sizeRange(r) {
   const low = brief(r.sizeMin), high = brief(r.sizeMax);

   return !r.points ? 'none' : low === high ? low : low + '\u2013' + high;
}

function sizes(r) {
   return r.points ? [sizeRange(r), el('small', null, plural(r.points, 'size'))]
                   : el('span', { class: 'dim' }, 'none');
}

function verdictCell(r) {
   const sure = r.class === 'undecided' ? ''
      : Math.round(100 * r.confidence) + ' %';
   const doubts = r.warnings.join(', ');

   return [chips(r),
           el('small', { title: doubts }, sure,
              doubts ? (sure ? ' \u00b7 ' : '') + doubts : null)];
}

/* Words for the changes of `aprof diff`; the new class is in the class
   column. */
export const CHANGES = { class: 'other class', exponent: 'other exponent',
                  constant: 'other cost', new: 'new',
                  input: 'reads other amounts' };

/* Whether a ratio of costs is larger than what counts as a change, although none
   is sure. */
function mayDiffer(r) {
   return Math.abs(Math.log(r.costRatio || 1)) >
      Math.log(1 + run.baseline.threshold);
}

function withoutChange(r) {
   if (!r.oldClass)
      return el('span', { class: 'dim' }, r.unmatched ? 'not compared' : 'new');
   return mayDiffer(r)
      ? el('span', { class: 'dim',
                     title: 'The costs at equal sizes differ, but they scatter ' +
                            'so much, or have so few sizes in common, that this ' +
                            'may be chance.' }, 'no sure change')
      : el('span', { class: 'dim' }, 'same');
}

function changeCell(r) {
   const why = r.explained ? el('small', null, 'because of callees') : null;

   if (!r.change)
      return withoutChange(r);
   return [r.change === 'class' ? ['was ', chip(r.oldClass)]
              : el('span', { class: r.change === 'new' ? 'new' : '' },
                   CHANGES[r.change]), why];
}

export function ratioCell(r) {
   if (!r.costRatio)
      return '';
   const name = !r.change ? 'dim' : r.costRatio > 1 ? 'worse' : 'better';

   return el('span', { class: name }, '\u00d7 ' + ratio(r.costRatio));
}

const byNumber = (value) => (a, b) => {
   const x = value(a), y = value(b);
   const none = (v) => v === null || v === undefined || isNaN(v);

   return none(x) || none(y) ? none(x) - none(y) : y - x;
};
const byText = (value) => (a, b) => {
   const x = value(a), y = value(b);

   return x < y ? -1 : x > y ? 1 : 0;
};

/* A column without `needs`, or with a true one, is shown. */
export const COLUMNS = [
   { key: 'name', title: 'Routine', tip: 'by name',
     compare: byText((r) => r.name.toLowerCase()),
     draw: (r) => [el('b', { title: r.name }, r.short),
                   el('small', null, where(r))] },
   { key: 'plot', title: 'Cost over size',
     tip: 'the greatest cost at each input size, both from 0',
     draw: (r) => spark(r.spark, r.oldSpark) },
   { key: 'class', title: 'Growth',
     tip: 'the class of the worst-case cost over the input size (trms), and ' +
          'the probability that it is this one',
     compare: (a, b) => b.growth - a.growth ||
        byNumber((r) => r.exponent)(a, b), draw: verdictCell },
   { key: 'change', title: 'Change', needs: run.baseline,
     tip: 'what has changed since the baseline; sorted as by aprof diff',
     compare: byNumber((r) => r.changePlace === null ? null : -r.changePlace),
     draw: changeCell },
   { key: 'ratio', title: 'Cost \u00d7', needs: run.baseline,
     tip: 'cost of a call, divided by the baseline\u2019s at equal sizes; ' +
          'in colour where that is a change',
     compare: byNumber((r) => r.costRatio), draw: ratioCell },
   { key: 'exponent', title: 'n^K', tip: TERMS.K,
     compare: byNumber((r) => r.exponent),
     draw: (r) => r.exponent === null ? '' : r.exponent.toFixed(2) },
   { key: 'cost', title: 'Cost %',
     tip: 'inclusive cost, of outermost calls, as a share of the run\u2019s',
     compare: byNumber((r) => r.cost),
     draw: (r) => share(r.cost, run.total.cost) },
   { key: 'self', title: 'Self %', tip: 'cost without callees',
     compare: byNumber((r) => r.self),
     draw: (r) => share(r.self, run.total.cost) },
   { key: 'calls', title: 'Calls', tip: 'number of activations',
     compare: byNumber((r) => r.calls), draw: (r) => brief(r.calls) },
   { key: 'sizes', title: 'Input size',
     tip: 'the input sizes (trms) seen, in cells of ' +
        plural(run.cellSize, 'byte') + ', or as given; sorted by the largest',
     compare: byNumber((r) => r.sizeMax), draw: sizes },
   { key: 'external', title: 'Kernel %', needs: run.total.external,
     tip: 'of the input, what the kernel has put there: files, network',
     compare: byNumber((r) => r.external / r.trms),
     draw: (r) => share(r.external, r.trms, 'kernel') },
   { key: 'thread', title: 'Thread %', needs: run.total.thread,
     tip: 'of the input, what other threads have put there',
     compare: byNumber((r) => r.thread / r.trms),
     draw: (r) => share(r.thread, r.trms, 'thread') },
].filter((c) => !('needs' in c) || c.needs);

/* The words of the page that are not everyday words, explained where they
   stand.

   SPDX-License-Identifier: GPL-2.0-or-later */

import { run } from './data.js';
import { el, plural, raised } from './format.js';

export const TERMS = {
   cell: plural(run.cellSize, 'byte') + ' of memory, the unit of input.',
   trms: 'The input size of a call: the cells that it and its callees read ' +
         'and did not write before, with what the kernel and other threads ' +
         'have put there meanwhile.',
   ext: 'As trms, without what other threads have put there.',
   rms: 'As trms, without what the kernel and other threads have put there: ' +
        'each cell counts once in a call.',
   ...run.output && { wms: 'The output size of a call: the cells that it and ' +
         'its callees write and did not access before.' },
   K: 'The exponent of the power law n^K that fits the costs best; n is the ' +
      'input size. 1 is linear growth, 2 quadratic growth.',
   cost: 'The ' + run.unit + ' that were executed. Cost includes callees; ' +
         'self cost does not.',
};

/* Return a word of the list with its explanation on hover or focus. */
export function term(name, text) {
   return el('abbr', { class: 'term', title: TERMS[name], tabindex: 0 },
             raised(text || name));
}

/* The views of the run: the list of routines, the flame graph, the call tree.

   SPDX-License-Identifier: GPL-2.0-or-later */

import { drawFlame } from './flame.js';
import { fill, segments } from './format.js';
import { drawOutline } from './outline.js';
import { adjust, nextOf, state } from './state.js';
import { drawRows } from './table.js';
import { callTree } from './tree.js';

const VIEWS = [['', 'Routines', 'the most suspicious first'],
   ['flame', 'Flame graph', 'where the cost is, coloured by growth'],
   ['tree', 'Call tree', 'where the cost is, as an outline']];
const box = document.getElementById('calls');

function viewNow() {
   return callTree().nodes.length && VIEWS.some(([v]) => v === state.v)
      ? state.v : '';
}

function choose(v) {
   adjust({ v, f: '' });
   drawView();
}

export function nextView() {
   if (callTree().nodes.length)
      choose(nextOf(VIEWS.map(([v]) => v), viewNow()));
}

/* Draw the choice of the views, and what it shows beside the list, which
   others draw. */
export function drawView() {
   const views = document.getElementById('views'), shown = viewNow();

   views.hidden = !callTree().nodes.length;
   fill(views, segments('view', VIEWS, shown, choose));
   for (const id of ['filters', 'table'])
      document.getElementById(id).hidden = shown !== '';
   box.hidden = shown === '';
   fill(box);
   if (shown === '')
      drawRows();
   else
      (shown === 'flame' ? drawFlame : drawOutline)(box);
}

addEventListener('resize', () => {
   if (!document.getElementById('list-view').hidden && viewNow() === 'flame')
      drawFlame(box);
});

/* The call tree as an outline, whose nodes open and close.

   SPDX-License-Identifier: GPL-2.0-or-later */

import { share } from './columns.js';
import { run } from './data.js';
import { el, fill } from './format.js';
import { chips } from './growth.js';
import { follow } from './panels.js';
import { linkTo } from './state.js';
import { TREE_NOTE, callTree, nodeName } from './tree.js';

/* A callee with this part of its caller's cost is open from the start. */
const MAIN_PART = 0.5;

function line(node) {
   const r = node.routine;

   return [el('span', { class: 'outline-name' }, r
         ? el('a', { href: linkTo(r), title: r.name,
                     onclick: (e) => follow(e, r) }, r.short)
         : el('span', { class: 'dim' }, nodeName(node))),
      el('span', { class: 'outline-class' }, r && r.measured ? chips(r) : null),
      el('span', { class: 'cell cost' }, share(node.cost, run.total.cost)),
      el('span', { class: 'cell self' }, share(node.self, run.total.cost))];
}

function branch(node, open) {
   if (!node.children.length)
      return el('div', { class: 'outline-leaf outline-line' }, line(node));
   const box = el('div', { class: 'outline-children' });
   const details = el('details', { class: 'outline-node', open },
      el('summary', { class: 'outline-line' }, line(node)), box);
   const show = () => {
      if (details.open && !box.firstChild)
         box.append(...node.children.map((child) =>
            branch(child, open && child.cost >= MAIN_PART * node.cost)));
   };

   details.addEventListener('toggle', show);
   show();
   return details;
}

export function drawOutline(box) {
   const tree = callTree();

   fill(box, el('p', { class: 'dim' }, TREE_NOTE),
      el('div', { class: 'outline' },
         el('div', { class: 'outline-line outline-head' },
            el('span', { class: 'outline-name' }, 'Routine'),
            el('span', { class: 'outline-class' }, 'Growth'),
            el('span', { class: 'cell cost' }, 'Cost %'),
            el('span', { class: 'cell self' }, 'Self %')),
         tree.children.map((node) =>
            branch(node, node.cost >= MAIN_PART * tree.cost))));
}

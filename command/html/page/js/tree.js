/* The call tree of the page (command/calltree/calltree.h): its costs are
   distributed over the edges of the profile.

   SPDX-License-Identifier: GPL-2.0-or-later */

import { routines } from './data.js';

let tree;

/* Return the root, which stands for the run.  A node is { id, routine, cost,
   self, depth, parent, children }, the children by cost, descending; routine
   null: the run, or callees too small for nodes of their own. */
export function callTree() {
   if (!tree) {
      const flat = JSON.parse(document.getElementById('data-tree').textContent);
      const nodes = [];

      tree = { id: -1, routine: null, cost: 0, self: 0, depth: 0, parent: null,
               children: [], nodes };
      for (let i = 0; i < flat.length; i += 4) {
         const parent = flat[i] < 0 ? tree : nodes[flat[i]];
         const node = { id: nodes.length, parent, children: [],
                        routine: flat[i + 1] < 0 ? null
                                                 : routines[flat[i + 1]],
                        cost: flat[i + 2], self: flat[i + 3],
                        depth: parent.depth + 1 };

         parent.children.push(node);
         nodes.push(node);
         if (parent === tree)
            tree.cost += node.cost;
      }
   }
   return tree;
}

export function nodeName(node) {
   return node.routine ? node.routine.short
      : node.depth ? 'small callees' : 'the run';
}

export const TREE_NOTE = 'A profile has pairs of caller and callee, not ' +
   'whole stacks. The cost of a routine is therefore distributed over its ' +
   'callees as all its calls together distribute it, whatever has called it; ' +
   'a recursive call is part of the first one.';

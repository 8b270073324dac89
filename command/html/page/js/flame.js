/* The flame graph: the call tree with callers above callees, as wide as their
   inclusive cost, coloured by growth class.

   SPDX-License-Identifier: GPL-2.0-or-later */

import { sizeUnit } from './columns.js';
import { run } from './data.js';
import { brief, el, fill, percent } from './format.js';
import { LEVELS, chips, level } from './growth.js';
import { follow } from './panels.js';
import { adjust, linkTo, state } from './state.js';
import { hideTip, showFacts } from './tooltip.js';
import { TREE_NOTE, callTree, nodeName } from './tree.js';

const ROW = 21;                    /* height of a frame */
const NARROWEST = 1.5;             /* a narrower frame is not drawn */
const NAMED = 24;                  /* a narrower frame has no name */

function frameFacts(node) {
   const r = node.routine, rows = [
      ['cost', percent(node.cost, run.total.cost) + ' %, ' + brief(node.cost)],
      ['self', percent(node.self, run.total.cost) + ' %']];

   if (r && r.measured)
      rows.push(['growth', r.phrase], ['sizes', brief(r.sizeMin) + ' to ' +
                brief(r.sizeMax) + sizeUnit(r)]);
   return rows;
}

/* Return the frames to draw, [node, left, width] in parts of the whole: the
   frame that is zoomed to and its callers as wide as the graph. */
function layout(zoomed, narrowest) {
   const frames = [];
   const add = (node, left, width) => {
      if (width < narrowest)
         return;
      frames.push([node, left, width]);
      for (const child of node.children) {
         const part = width * child.cost / node.cost;

         add(child, left, part);
         left += part;
      }
   };

   for (let node = zoomed.parent; node; node = node.parent)
      frames.push([node, 0, 1]);
   add(zoomed, 0, 1);
   return frames;
}

/* Make the element of a frame; one below `narrowest` has no text. */
function frameElement(box, [node, left, width], zoomed, narrowest) {
   const r = node.routine;
   const measured = r && r.measured;
   const frame = el('button', { type: 'button', 'data-node': node.id,
      class: 'frame-bar flame-' + (measured ? level(r.class) : 0) +
             (measured && r.class !== 'undecided' && r.confidence < 0.9
                ? ' unsure' : '') +
             (node.depth < zoomed.depth ? ' above' : ''),
      'aria-label': nodeName(node) + ', ' +
         percent(node.cost, run.total.cost) + ' % of the cost',
      onclick: () => zoomTo(box, node),
      onfocus: (e) => tipOf(e, node), onmousemove: (e) => tipOf(e, node),
      onmouseleave: hideTip, onblur: hideTip },
      width < narrowest ? '' : nodeName(node));

   frame.style.top = node.depth * ROW + 'px';
   frame.style.left = 100 * left + '%';
   frame.style.width = 'calc(' + 100 * width + '% - 1px)';
   return frame;
}

function tipOf(event, node) {
   const at = event.target.getBoundingClientRect();

   showFacts(node.routine ? node.routine.name : nodeName(node),
             frameFacts(node), event.clientX || at.left,
             event.clientY || at.bottom);
}

/* Say what the graph is zoomed to. */
function zoomLine(box, zoomed) {
   const r = zoomed.routine;

   return el('p', { class: 'flame-line' },
      r ? [el('a', { href: linkTo(r), title: r.name, id: 'flame-open',
                     onclick: (e) => follow(e, r) }, r.short), ' ',
           r.measured ? chips(r) : null, ' ']
        : [nodeName(zoomed), ' '],
      ' ' + percent(zoomed.cost, run.total.cost) + ' % of the cost',
      zoomed.depth ? el('button', { type: 'button', id: 'flame-all',
                                    onclick: () => zoomTo(box, callTree()) },
                        'Show all') : null);
}

/* Mark the frames with the words in their names, and say what part of the cost
   they have together. */
function mark(box) {
   const words = state.q.trim().toLowerCase().split(/\s+/);
   const fits = (node) => state.q.trim() !== '' && node.routine !== null &&
      words.every((word) =>
         node.routine.short.toLowerCase().includes(word));
   const costOf = (node) => fits(node) ? node.cost
      : node.children.reduce((sum, child) => sum + costOf(child), 0);
   const tree = callTree();

   for (const frame of box.querySelectorAll('.frame-bar'))
      frame.classList.toggle('found', frame.dataset.node >= 0 &&
                                      fits(tree.nodes[frame.dataset.node]));
   box.querySelector('#flame-found').textContent = state.q.trim()
      ? percent(costOf(tree), run.total.cost) + ' % of the cost' : '';
}

/* Make the field for the words. */
function searchField(box) {
   const field = el('input', { id: 'flame-search', type: 'search',
      placeholder: 'Find frames  ( / )', autocomplete: 'off',
      spellcheck: 'false', 'aria-label': 'Find frames', value: state.q,
      oninput: () => {
         adjust({ q: field.value });
         mark(box);
      } });

   return field;
}

function zoomTo(box, node) {
   adjust({ f: node.depth ? String(node.id) : '' });
   hideTip();
   drawFlame(box);
}

export function drawFlame(box) {
   const tree = callTree();
   const zoomed = tree.nodes[state.f] || tree;
   const graph = el('div', { class: 'flame' });

   fill(box, el('p', { class: 'dim' }, 'Width: inclusive cost. Colour: how ' +
         'the cost of the routine grows with its input. A click on a frame ' +
         'shows it as wide as the graph.'),
      el('p', { class: 'flame-key' }, LEVELS.map((text, i) =>
         el('span', null, el('i', { class: 'key flame-' + i }), text)),
         el('span', null, el('em', null, 'name'), ': not sure')),
      el('p', { class: 'flame-find' }, searchField(box),
         el('span', { id: 'flame-found' })),
      zoomLine(box, zoomed), graph,
      el('p', { class: 'dim' }, TREE_NOTE));
   const pixel = 1 / (graph.clientWidth || 1000);
   const frames = layout(zoomed, NARROWEST * pixel);

   graph.style.height = ROW * (1 + Math.max(...frames.map(([n]) => n.depth))) +
                        'px';
   for (const frame of frames)
      graph.append(frameElement(box, frame, zoomed, NAMED * pixel));
   mark(box);
}

/* The panel of a series of aprof what-if: what the program would gain if a
   routine were faster, as curves, and in words.

   SPDX-License-Identifier: GPL-2.0-or-later */

import { findRoutine, gains } from './data.js';
import { el } from './format.js';
import { nameOf, panel } from './panels.js';

const WIDTH = 220, HEIGHT = 110;

function shape(tag, attributes) {
   const node = document.createElementNS('http://www.w3.org/2000/svg', tag);

   for (const [name, value] of Object.entries(attributes))
      node.setAttribute(name, value);
   return node;
}

/* The range of a measure's curves, so that they can be compared. */
function range(rows) {
   const all = rows.flatMap((r) => r.points.flatMap((p) => p.slice(1)));

   return [Math.min(0, ...all), Math.max(1, ...all)];
}

function curve(row, low, high) {
   const x = (percent) => percent / 100 * WIDTH;
   const y = (gain) => HEIGHT * (high - gain) / (high - low);
   const path = (list) => list.map(([p, g], i) => (i ? 'L' : 'M') +
      x(p).toFixed(1) + ' ' + y(g).toFixed(1)).join('');
   const svg = shape('svg', { viewBox: '-4 -4 ' + (WIDTH + 8) + ' ' +
                              (HEIGHT + 8), role: 'img' });
   const title = shape('title', {});
   const known = row.points.filter((p) => p.length === 4);

   title.textContent = row.name + ': ' + row.points.map(([p, g]) =>
      p + ' % faster, ' + g.toFixed(1) + ' %').join('; ');
   svg.append(title,
      shape('path', { class: 'axis', d: path([[0, 0], [100, 0]]) }),
      shape('path', { class: 'share', d: path([[0, 0],
         row.slope > high ? [100 * high / row.slope, high]
                          : [100, row.slope || 0]]) }));
   if (known.length)
      svg.append(shape('path', { class: 'band', d: path(
         known.map((p) => [p[0], p[2]]).concat(
            known.map((p) => [p[0], p[3]]).reverse())) + 'Z' }));
   svg.append(shape('path', { class: 'gain', d: path([[0, 0],
      ...row.points]) }));
   for (const [p, g] of row.points)
      svg.append(shape('circle', { cx: x(p), cy: y(g), r: 2.5 }));
   return svg;
}

function card(row, low, high) {
   const routine = findRoutine(row.name);
   const best = Math.max(0, ...row.points.map((p) => p[1]));

   return el('figure', { class: 'gain-card' },
      el('figcaption', null, nameOf(row, routine),
         el('small', null, ' gains up to ' + best.toFixed(1) + ' %' +
            (row.self === null ? '' : ', has ' + row.self.toFixed(0) +
             ' % of the work') + (row.growth
               ? ', which grows \u00d7 ' + Number(row.growth.toPrecision(3))
               : ''))),
      curve(row, low, high));
}

/* The curves and sentences of a progress point, or of the program's time. */
function measure(m) {
   const [low, high] = range(m.rows);

   return el('section', { class: 'gain-measure' },
      gains.measures.length > 1 ? el('h3', null, m.subject) : null,
      el('p', { class: 'dim' }, 'In virtual time on ' + gains.cores +
         (gains.cores === 1 ? ' core' : ' cores') + ': ' + m.subject +
         ' gains this much (upwards, to ' + high.toFixed(1) + ' %) if the ' +
         gains.kind + ' is faster (to the right, by 0 to 100 %). The thin line is ' +
         'its share of the critical path.'),
      el('div', { class: 'gain-cards' },
         m.rows.map((row) => card(row, low, high))),
      el('ul', null, m.sentences.split(/^- /m).slice(1).map((text) =>
         el('li', null, text.replace(/\s+/g, ' ').trim()))));
}

/* Return the panel, or null without a series. */
export function gainsPanel() {
   if (!gains)
      return null;

   const title = 'What if ' + (/^[aeiou]/.test(gains.kind) ? 'an ' : 'a ') +
      gains.kind + ' were faster' + (gains.scale
      ? ', with ' + gains.scale + ' times the data' : '');

   return panel(title, 'gains', ...gains.measures.map(measure));
}

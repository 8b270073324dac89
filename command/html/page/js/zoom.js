/* Zooming a chart: by a rectangle drawn with the mouse, the wheel with Ctrl,
   buttons and keys; a double click shows all again.

   SPDX-License-Identifier: GPL-2.0-or-later */

import { el } from './format.js';
import { hideTip } from './tooltip.js';

/* Return a range that is wider or narrower by a factor about a place in it; on
   a logarithmic axis by the same visible factor. */
function scaled([low, high], isLog, factor, at) {
   const to = isLog ? Math.log : (v) => v, from = isLog ? Math.exp : (v) => v;
   const a = to(low), b = to(high);
   const middle = at === undefined ? (a + b) / 2 : to(at);

   return [from(middle - (middle - a) * factor),
           from(middle + (b - middle) * factor)];
}

export function zoomBy(plot, factor, at) {
   const { x, y } = plot.ranges();

   plot.zoom({ x: scaled(x, plot.log.x, factor, at && at.x),
               y: scaled(y, plot.log.y, factor, at && at.y) });
}

/* Return the chart's values at a place of the window. */
function valuesAt(plot, event) {
   const box = plot.canvas.getBoundingClientRect();
   const { x, y } = plot.chart.scales;

   return { x: x.getValueForPixel(event.clientX - box.left),
            y: y.getValueForPixel(event.clientY - box.top) };
}

export function enableZoom(plot, frame) {
   const canvas = plot.canvas;
   const rubber = el('div', { class: 'rubber', hidden: true });
   let start = null;

   frame.append(rubber);
   canvas.addEventListener('pointerdown', (e) => {
      if (e.pointerType === 'touch' || e.button !== 0)
         return;
      start = e;
      canvas.setPointerCapture(e.pointerId);
   });
   canvas.addEventListener('pointermove', (e) => {
      if (!start)
         return;
      const box = frame.getBoundingClientRect();
      const wide = Math.abs(e.clientX - start.clientX);
      const high = Math.abs(e.clientY - start.clientY);

      hideTip();
      rubber.hidden = wide < 6;
      rubber.classList.toggle('all-heights', high < 20);
      rubber.style.left = Math.min(e.clientX, start.clientX) - box.left + 'px';
      rubber.style.width = wide + 'px';
      rubber.style.top = high < 20 ? '0'
         : Math.min(e.clientY, start.clientY) - box.top + 'px';
      rubber.style.height = high < 20 ? '100%' : high + 'px';
   });
   const end = (e) => {
      if (!start)
         return;
      const from = valuesAt(plot, start), to = valuesAt(plot, e);
      const wide = Math.abs(e.clientX - start.clientX);
      const high = Math.abs(e.clientY - start.clientY);

      start = null;
      rubber.hidden = true;
      if (wide >= 6 && e.type === 'pointerup')
         plot.zoom({ x: [Math.min(from.x, to.x), Math.max(from.x, to.x)],
                     y: high < 20 ? null
                        : [Math.min(from.y, to.y), Math.max(from.y, to.y)] });
   };
   canvas.addEventListener('pointerup', end);
   canvas.addEventListener('pointercancel', end);
   canvas.addEventListener('dblclick', () => plot.zoom(null));
   canvas.addEventListener('wheel', (e) => {
      if (!e.ctrlKey && !e.metaKey)
         return;
      e.preventDefault();
      zoomBy(plot, e.deltaY < 0 ? 0.8 : 1.25, valuesAt(plot, e));
   }, { passive: false });
}

export function zoomButtons(plot) {
   const button = (text, tipText, act) =>
      el('button', { type: 'button', title: tipText, onclick: act,
                     'data-zoom': text }, text);

   return el('div', { class: 'segments', role: 'group', 'aria-label': 'Zoom' },
      button('+', 'Closer (+); or draw a rectangle, or Ctrl and the wheel',
             () => zoomBy(plot, 0.6)),
      button('\u2212', 'Further away (\u2212)', () => zoomBy(plot, 1 / 0.6)),
      button('All', 'Show all (0, or a double click)', () => plot.zoom(null)));
}

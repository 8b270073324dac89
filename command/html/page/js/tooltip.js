/* The values of the point or frame under the mouse, or reached by keys.

   SPDX-License-Identifier: GPL-2.0-or-later */

import { el, fill, full, tidy } from './format.js';

const tip = document.getElementById('tip');

export function hideTip() {
   tip.hidden = true;
}

function tipRows(point) {
   const t = point.table, i = point.i, calls = t.calls[i];
   const mean = (name) => tidy(t[name][i] / calls);
   const rows = [['size', full(point.x)], ['calls', full(calls)]];

   if (calls > 1)
      rows.push(['worst cost', full(t.max[i])], ['mean cost', mean('sum')],
                ['best cost', full(t.min[i])]);
   else
      rows.push(['cost', full(t.max[i])]);
   rows.push(['self cost', mean('self')]);
   for (const [name, text] of [['external', 'from the kernel'],
                               ['thread', 'from threads']])
      if (t[name][i] > 0)
         rows.push([text, mean(name)]);
   return rows;
}

/* Show facts, [name, value] each, beside the place (x, y) of the window. */
export function showFacts(title, facts, x, y) {
   fill(tip, title ? el('b', null, title) : null,
        el('dl', null, facts.map(([name, value]) =>
           [el('dt', null, name), el('dd', null, value)])));
   tip.hidden = false;

   const box = tip.getBoundingClientRect();
   const left = x + 14 + box.width < innerWidth ? x + 14 : x - box.width - 14;
   const top = Math.min(y + 12, innerHeight - box.height - 6);

   tip.style.left = Math.max(4, left) + 'px';
   tip.style.top = Math.max(4, top) + 'px';
}

/* Chart.js calls this in place of drawing a tooltip. */
export function onTooltip({ chart, tooltip }) {
   const at = tooltip.opacity && tooltip.dataPoints && tooltip.dataPoints[0];

   if (!at || !(at.raw.table || at.raw.facts)) {
      hideTip();
      return;
   }
   const box = chart.canvas.getBoundingClientRect();

   showFacts(at.raw.series, at.raw.facts || tipRows(at.raw),
             box.left + at.element.x, box.top + at.element.y);
}

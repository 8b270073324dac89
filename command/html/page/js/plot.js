/* The charts of a routine, drawn by Chart.js: the chosen cost over the size,
   and below it the number of calls of each size.

   SPDX-License-Identifier: GPL-2.0-or-later */

import { brief } from './format.js';
import { DIVISORS } from './growth.js';
import { thin } from './thin.js';
import { hideTip, onTooltip } from './tooltip.js';

export const KINDS = {
   worst: ['Worst', 'greatest cost of a call', (t, i) => t.max[i]],
   mean: ['Mean', 'mean cost of a call', (t, i) => t.sum[i] / t.calls[i]],
   best: ['Best', 'least cost of a call', (t, i) => t.min[i]],
   total: ['Total', 'cost of all calls', (t, i) => t.sum[i]],
   self: ['Self', 'mean cost of a call, without callees',
          (t, i) => t.self[i] / t.calls[i]],
   variance: ['Variance', 'variance of the cost', (t, i) => t.variance[i]],
   calls: ['Workload', 'number of calls', (t, i) => t.calls[i]],
};
/* Indices of the verdicts. */
export const FITTED = { worst: 0, mean: 1, best: 2 };

export function colour(name) {
   return getComputedStyle(document.documentElement)
      .getPropertyValue('--' + name).trim();
}

/* Return all points of a table, ascending by x. */
function cloud(table, kind, per, series) {
   const value = KINDS[kind][2], points = [];
   const divide = per ? DIVISORS[per] : () => 1;

   for (let i = 0; i < table.count; i++) {
      const y = value(table, i) / divide(table.n[i]);

      if (isFinite(y))
         points.push({ x: table.n[i], y, i, table, series });
   }
   return points;
}

/* Return whether an axis deserves to be logarithmic: its values span a factor
   of 100, and none is 0. */
function wideRange(clouds, axis) {
   let low = Infinity, high = -Infinity;

   for (const points of clouds)
      for (const p of points) {
         low = Math.min(low, p[axis]);
         high = Math.max(high, p[axis]);
      }
   return low > 0 && high >= 100 * low;
}

function extent(clouds, axis, isLog, within) {
   let low = Infinity, high = -Infinity;

   for (const points of clouds)
      for (const p of points)
         if (!within || (p.x >= within[0] && p.x <= within[1])) {
            low = Math.min(low, p[axis]);
            high = Math.max(high, p[axis]);
         }
   if (low > high)
      return [isLog ? 1 : 0, 10];
   if (isLog) {
      const room = Math.max(1.15, Math.pow(high / low, 0.04));

      return [low / room, high * room];
   }
   return [within && axis === 'x' ? low : Math.min(0, low),
           high > 0 ? high * 1.04 : 1];
}

/* Set round numbers on a logarithmic axis: powers of 10, or 1, 2 and 5. */
function logTicks(scale) {
   const low = Math.log10(scale.min), high = Math.log10(scale.max);
   const step = Math.ceil((high - low) / 8) || 1;
   const mantissas = high - low < 1 ? [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9]
      : high - low < 3 ? [1, 2, 5] : [1];
   const ticks = [];

   for (let e = Math.floor(low); e <= high; e++)
      for (const m of mantissas) {
         const value = m * Math.pow(10, e);

         if (e % step === 0 && value >= scale.min && value <= scale.max)
            ticks.push({ value });
      }
   if (ticks.length > 1)
      scale.ticks = ticks;
}

export function axis(isLog, range, title, wide) {
   return {
      type: isLog ? 'logarithmic' : 'linear', min: range[0], max: range[1],
      title: { display: Boolean(title), text: title, color: colour('dim') },
      border: { color: colour('line') },       /* Chart.js 4 */
      grid: { color: colour('grid'), borderColor: colour('line'),
              drawTicks: false },
      ticks: { color: colour('dim'), padding: 6, maxRotation: 0,
               includeBounds: false, callback: brief,
               maxTicksLimit: wide ? 9 : 6 },
      afterBuildTicks: isLog ? logTicks : undefined,
      afterFit: wide ? undefined : (scale) => { scale.width = 64; },
   };
}

function pointSet(points, name, look) {
   const many = points.length > 400;

   return Object.assign({
      data: points, name, type: 'scatter', isCloud: true, clip: 5,
      pointRadius: many ? 1.8 : 3, pointHoverRadius: 5, borderWidth: 1.2,
      hoverBorderWidth: 2 }, look);
}

/* Return a fitted curve, and the interval of single sizes around it. */
function curveSets({ verdict, look, band }, per, log) {
   const divide = per ? DIVISORS[per] : () => 1;
   const line = (flat, width, place, more) => {
      const data = [];

      for (let i = 0; i < flat.length; i += width) {
         const x = flat[i], y = flat[i + place] / divide(x);

         if (isFinite(y) && (!log.x || x > 0) && (!log.y || y > 0))
            data.push({ x, y });
      }
      return Object.assign({ type: 'line', pointRadius: 0, pointHitRadius: 0,
                             borderWidth: 0, data }, more);
   };
   const sets = [line(verdict.curve, 2, 1, look)];

   if (band)
      sets.push(line(verdict.band, 3, 2, { fill: '+1', backgroundColor: band }),
                line(verdict.band, 3, 1));
   return sets;
}

/* Find the nearest point of a cloud; points of curves don't count. */
Chart.Interaction.modes.cloud = function (chart, event) {
   let best = null, least = 60 * 60;

   chart.data.datasets.forEach((set, datasetIndex) => {
      if (!set.isCloud)
         return;
      chart.getDatasetMeta(datasetIndex).data.forEach((element, index) => {
         const far = (element.x - event.x) ** 2 + (element.y - event.y) ** 2;

         if (far < least && !element.skip) {
            least = far;
            best = { element, datasetIndex, index };
         }
      });
   });
   return best ? [best] : [];
};

export function makeChart(canvas, datasets, scales, plugins) {
   return new Chart(canvas, {
      type: 'scatter', data: { datasets }, plugins: plugins || [],
      options: {
         animation: false, responsive: true, maintainAspectRatio: false,
         parsing: false, normalized: true, scales,
         layout: { padding: { right: 8, top: 6 } },
         interaction: { mode: 'cloud', intersect: false },
         events: ['mousemove', 'mouseout', 'click', 'touchstart'],
         plugins: { legend: { display: false },
                    tooltip: { enabled: false, external: onTooltip } },
      },
   });
}

/* The two charts of a routine.  spec: { kind, per, log: {x, y}, series: [{
   name, table, look }], curves: [{ verdict, look, band }], sizeTitle, costTitle
   }. */
export class Plot {
   constructor(canvas, strip) {
      this.canvas = canvas;
      this.strip = strip;
      this.zoomed = null;               /* { x: [low, high], y: or null } */
   }

   draw(spec) {
      this.spec = spec;
      this.clouds = spec.series.map((s) =>
         cloud(s.table, spec.kind, spec.per, s.name));
      this.log = {
         x: spec.log.x === 'log' ||
            (spec.log.x === '' && wideRange(this.clouds, 'x') &&
             (spec.kind === 'calls' || wideRange(this.clouds, 'y'))),
         y: spec.log.y === 'log' ||
            (spec.log.y === '' && wideRange(this.clouds, 'y') &&
             (spec.kind === 'calls' || wideRange(this.clouds, 'x'))),
      };
      this.hidden = 0;
      this.clouds = this.clouds.map((points) => {
         const shown = points.filter((p) => (!this.log.x || p.x > 0) &&
                                            (!this.log.y || p.y > 0));

         this.hidden += points.length - shown.length;
         return shown;
      });
      this.redraw();
   }

   ranges() {
      const z = this.zoomed;
      const x = z ? z.x : extent(this.clouds, 'x', this.log.x);

      return { x, y: z && z.y ? z.y
                              : extent(this.clouds, 'y', this.log.y, z && x) };
   }

   redraw() {
      const spec = this.spec, { x, y } = this.ranges();
      const sets = this.clouds.map((points, k) =>
         pointSet(thin(points, x[0], x[1], this.log.x), spec.series[k].name,
                  spec.series[k].look));

      for (const c of spec.curves)
         sets.push(...curveSets(c, spec.per, this.log));
      this.destroy();
      this.chart = makeChart(this.canvas, sets, {
         x: axis(this.log.x, x, this.strip ? '' : spec.sizeTitle, true),
         y: axis(this.log.y, y, spec.costTitle, false),
      });
      if (this.strip)
         this.drawStrip(x);
   }

   drawStrip(x) {
      const clouds = this.spec.series.map((s) => cloud(s.table, 'calls', '',
                                                       s.name));
      const isLog = wideRange(clouds, 'y');
      const y = extent(clouds, 'y', isLog, x);

      this.stripChart = makeChart(this.strip, clouds.map((points, k) =>
         pointSet(thin(points, Math.max(x[0], this.log.x ? 1e-300 : -1), x[1],
                       this.log.x), this.spec.series[k].name,
                  this.spec.series[k].look)),
         { x: axis(this.log.x, x, this.spec.sizeTitle, true),
           y: axis(isLog, y, 'calls', false) });
      this.stripChart.options.scales.y.ticks.maxTicksLimit = 4;
      this.stripChart.update();
   }

   zoom(to) {
      this.zoomed = to;
      hideTip();
      this.redraw();
   }

   /* Show the values of the next or the previous point. */
   step(by) {
      const set = this.chart.data.datasets[0];

      if (!set.data.length)
         return;
      this.at = this.at === undefined ? (by > 0 ? 0 : set.data.length - 1)
         : Math.min(set.data.length - 1, Math.max(0, this.at + by));
      const active = [{ datasetIndex: 0, index: this.at }];
      const element = this.chart.getDatasetMeta(0).data[this.at];

      this.chart.setActiveElements(active);
      this.chart.tooltip.setActiveElements(active, element);
      this.chart.update('none');
   }

   destroy() {
      this.at = undefined;
      if (this.chart)
         this.chart.destroy();
      if (this.stripChart)
         this.stripChart.destroy();
      this.chart = this.stripChart = null;
   }
}

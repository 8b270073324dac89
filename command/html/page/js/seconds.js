/* The panel of seconds: the time of each routine on the real machine now, over
   its time with larger inputs.  What lies above the diagonal is a larger part of
   the time then: the hot spots to come.

   SPDX-License-Identifier: GPL-2.0-or-later */

import { routines, seconds } from './data.js';
import { el, percent, tidy } from './format.js';
import { chip, level } from './growth.js';
import { follow, nameOf, panel } from './panels.js';
import { axis, colour, makeChart } from './plot.js';
import { hideTip } from './tooltip.js';

/* Rows with fewer samples are drawn hollow: their time is not well known. */
const FEW_SAMPLES = 30;
const MOST_NAMED = 16, MOST_LISTED = 8;
let secondsChart = null;

function time(x) {
   return tidy(Number(x.toPrecision(3))) + '\u00a0' + seconds.unit;
}

function sumOf(rows, key) {
   return rows.reduce((sum, row) => sum + row[key], 0);
}

function routineOf(row) {
   return row.routine === null ? null : routines[row.routine];
}

/* Return how much faster than the input a row grows. */
function climb(row) {
   return row.then / (seconds.scale * row.now);
}

/* Is the range without an upper end? */
function isOpen(row) {
   return row.high === undefined;
}

/* May the data leave a cache? */
function isSlower(row) {
   return isOpen(row) || row.slower > 1.5;
}

/* --- the picture --- */

/* Draw the ranges as bars, below the points. */
const rangeBars = {
   id: 'rangeBars',
   beforeDatasetsDraw(chart) {
      const { ctx, chartArea: area, scales } = chart;

      ctx.save();
      ctx.lineWidth = 1.5;
      for (const set of chart.data.datasets.filter((s) => s.isCloud))
         for (const { x, row } of set.data) {
            const at = scales.x.getPixelForValue(x);
            const high = isOpen(row) ? area.top
                                     : scales.y.getPixelForValue(row.high);
            const low = row.low > 0 ? scales.y.getPixelForValue(row.low)
                                    : area.bottom;

            ctx.strokeStyle = set.borderColor;
            ctx.globalAlpha = 0.45;
            ctx.beginPath();
            ctx.moveTo(at, Math.min(low, area.bottom));
            ctx.lineTo(at, high);
            for (const end of isOpen(row) ? [low] : [low, high])
               if (end < area.bottom) {
                  ctx.moveTo(at - 3, end);
                  ctx.lineTo(at + 3, end);
               }
            ctx.stroke();
         }
      ctx.restore();
   },
};

function overlaps(a, b) {
   return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

/* Write names beside the points where there is room, first of those that take
   most time then or climb most. */
const pointNames = {
   id: 'pointNames',
   afterDatasetsDraw(chart) {
      const { ctx, chartArea: area } = chart, points = [];
      const taken = [...chart.linesTake];

      chart.data.datasets.forEach((set, k) => {
         if (set.isCloud)
            chart.getDatasetMeta(k).data.forEach((at, i) => {
               const { row } = set.data[i], r = at.options.radius;

               points.push({ at, row, r, colour: set.borderColor });
               taken.push([at.x - r, at.y - r, at.x + r, at.y + r]);
            });
      });
      points.sort((a, b) => b.row.then * Math.max(1, climb(b.row)) -
                            a.row.then * Math.max(1, climb(a.row)));
      ctx.save();
      ctx.font = '12px system-ui, "DejaVu Sans", sans-serif';
      ctx.textBaseline = 'middle';
      for (const { at, row, r, colour: ink } of points.slice(0, MOST_NAMED)) {
         const text = row.short.length > 32 ? row.short.slice(0, 31) + '\u2026'
                                            : row.short;
         const wide = ctx.measureText(text).width;
         const place = [[r + 5, 0], [-r - 5 - wide, 0], [-wide / 2, -r - 10],
                        [-wide / 2, r + 10], [r + 3, -12],
                        [-r - 3 - wide, -12]]
            .map(([dx, dy]) => [at.x + dx, at.y + dy - 7, at.x + dx + wide,
                                at.y + dy + 7])
            .find((box) => box[0] >= area.left && box[2] <= area.right &&
                  box[1] >= area.top && box[3] <= area.bottom &&
                  !taken.some((other) => overlaps(box, other)));

         if (!place)
            continue;
         taken.push(place);
         ctx.fillStyle = ink;
         ctx.fillText(text, place[0], (place[1] + place[3]) / 2);
      }
      ctx.restore();
   },
};

/* Draw the lines' names along their right ends, and note the boxes that they
   take. */
const lineNames = {
   id: 'lineNames',
   afterDatasetsDraw(chart) {
      const { ctx, chartArea: area, scales } = chart;

      chart.linesTake = [];

      ctx.save();
      ctx.font = 'italic 12px system-ui, "DejaVu Sans", sans-serif';
      ctx.fillStyle = colour('dim');
      ctx.textAlign = 'right';
      for (const set of chart.data.datasets.filter((s) => s.lineName)) {
         const [a, b] = set.data;
         const slope = Math.atan2(
            scales.y.getPixelForValue(b.y) - scales.y.getPixelForValue(a.y),
            scales.x.getPixelForValue(b.x) - scales.x.getPixelForValue(a.x));

         const x = area.right - 8;
         const y = scales.y.getPixelForValue(b.y) - 8 * Math.tan(slope) + 14;

         ctx.save();
         ctx.translate(x, y);
         ctx.rotate(slope);
         ctx.fillText(set.lineName, 0, 0);
         ctx.restore();
         for (let along = 0; along < ctx.measureText(set.lineName).width;
              along += 10) {
            const left = x - along * Math.cos(slope);
            const bottom = y - along * Math.sin(slope);

            chart.linesTake.push([left - 10, bottom - 12, left, bottom + 2]);
         }
      }
      ctx.restore();
   },
};

function diagonal(x, factor, name, look) {
   return Object.assign({ type: 'line', pointRadius: 0, pointHitRadius: 0,
      borderWidth: 1, borderColor: colour('dim'), lineName: name,
      data: x.map((value) => ({ x: value, y: factor * value })) }, look);
}

function secondsFacts(row) {
   return [['now', time(row.now) + ', ' + percent(row.now, seconds.total) +
            ' %'],
           ['then', time(row.then)],
           ['range', isOpen(row) ? time(row.low) + ' or more'
              : time(row.low) + ' \u2013 ' + time(row.high)],
           ['growth', row.class],
           ['against the input', '\u00d7 ' + tidy(Number(climb(row)
              .toPrecision(3)))],
           ['samples', tidy(row.samples)]]
      .concat(isSlower(row)
         ? [['the data may leave a cache', isOpen(row)
              ? 'how much longer a step takes is not known'
              : 'a step takes up to \u00d7 ' + row.slower.toPrecision(2)]]
         : []);
}

function drawPicture(canvas) {
   const rows = seconds.rows, all = sumOf(rows, 'then');
   const x = [Math.min(...rows.map((r) => r.now)) / 1.6,
              Math.max(...rows.map((r) => r.now)) * 2.5];
   const y = [Math.min(x[0], ...rows.map((r) => r.low > 0 ? r.low : r.then)) /
              1.3, Math.max(seconds.scale * x[1],
                            ...rows.map((r) => isOpen(r) ? r.then
                                                         : r.high)) * 1.2];
   const points = rows.map((row) => ({ x: row.now, y: row.then, row,
      series: row.name, facts: secondsFacts(row) }));
   const levels = [...new Set(rows.map((row) => level(row.class)))];
   const sets = levels.map((l) => {
      const data = points.filter((p) => level(p.row.class) === l);

      return { type: 'scatter', isCloud: true, data, clip: 8, borderWidth: 1.5,
         borderColor: colour('l' + l + 't'),
         pointBackgroundColor: data.map((p) => p.row.samples < FEW_SAMPLES
            ? colour('panel') : colour('l' + l + 't')),
         pointRadius: data.map((p) => 3.5 + 9 * Math.sqrt(p.y / all)),
         pointHoverRadius: data.map((p) => 5 + 9 * Math.sqrt(p.y / all)) };
   });

   secondsChart = makeChart(canvas, [...sets,
      diagonal(x, seconds.scale, 'grows as the input',
           { borderDash: [6, 4], borderWidth: 1.5, fill: 'end',
             backgroundColor: colour('band') }),
      diagonal(x, 1, 'takes as long as now', { borderDash: [2, 4] })],
      { x: axis(true, x, 'now, ' + seconds.unit, true),
        y: axis(true, y, 'with ' + seconds.scale + ' times the input, ' +
                seconds.unit, false) },
      [rangeBars, lineNames, pointNames]);
   secondsChart.options.onClick = (event, hit) => {
      const at = hit[0] && secondsChart.data.datasets[hit[0].datasetIndex]
         .data[hit[0].index];
      const routine = at && at.row && routineOf(at.row);

      if (routine)
         follow(event.native, routine);
   };
}

/* --- in words --- */

function bar(part, name) {
   return el('meter', { min: 0, max: 1, value: part, class: name,
                        title: percent(part, 1) + ' %' });
}

/* A row of which no prediction is known has no `then`. */
function tableRow(row, then) {
   const known = row.then !== undefined;

   return el('tr', { class: known && climb(row) > 1.2 ? 'climbs' : null },
      el('td', { class: 'name' }, nameOf(row, routineOf(row))),
      el('td', null, known ? chip(row.class)
                           : el('span', { class: 'dim' }, 'not known')),
      el('td', { class: 'number' }, time(row.now)),
      el('td', { class: 'number' }, percent(row.now, seconds.total) + ' %',
         bar(row.now / seconds.total, 'now')),
      el('td', { class: 'number' }, known ? time(row.then) : '',
         known && isSlower(row) ? '*' : ''),
      el('td', { class: 'number' },
         known ? [percent(row.then, then) + ' %', bar(row.then / then, 'then')]
               : null));
}

/* Say which routine is the hot spot now, and which then, as far as that is
   known. */
function sentence(rows, then) {
   const most = (list) => list.reduce((a, b) => b.now > a.now ? b : a);
   const first = most([...rows, ...seconds.others]), last = rows[0];
   const name = (row) => el('b', null, row.short);
   const now = (row) => percent(row.now, seconds.total) + ' % of the time now';
   const later = (row) => percent(row.then, then) + ' % of ' +
      (seconds.others.length ? 'what is predicted for then' : 'it then');
   const scale = 'with ' + seconds.scale + ' times the input';

   if (first === last)
      return [name(first), ' takes most time, now and then: ' + now(first) +
              ', ' + later(first) + '.'];
   if (first.then !== undefined)
      return [name(first), ' takes most time now; ' + scale + ' it is ',
              name(last), ': ' + now(last) + ', ' + later(last) + '.'];
   return [name(first), ' takes most time now, ' +
           percent(first.now, seconds.total) + ' %; what it takes ' + scale +
           ' is not known. Of the routines of which that is known, ',
           name(last), ' takes most then: ' + now(last) + ', ' + later(last) +
           '.'];
}

/* Return the panel, or null without samples. */
export function secondsPanel() {
   if (!seconds)
      return null;

   const rows = [...seconds.rows].sort((a, b) => b.then - a.then);
   const now = sumOf(rows, 'now'), then = sumOf(rows, 'then');
   const left = 'Of the recorded ' + time(seconds.total) + ', ' +
      percent(now, seconds.total) + ' % can be predicted' +
      (seconds.others.length ? '; the rest is of ' + seconds.others.map((o) =>
         o.short + ' (' + percent(o.now, seconds.total) + ' %)').join(', ') +
         (seconds.more ? ' and ' + seconds.more + ' more' : '') : '') + '.';
   /* Where the time is now is known of all. */
   const listed = [...rows.slice(0, MOST_LISTED), ...seconds.others]
      .sort((a, b) => b.now - a.now);

   if (!rows.length)
      return panel('Seconds now', 'seconds', el('p', { class: 'dim' }, left),
         el('div', { class: 'seconds-list' }, el('table', null,
            listed.map((row) => tableRow(row, 0)))));
   return panel('Seconds now, and with ' + seconds.scale +
                ' times the input', 'seconds',
      el('p', null, sentence(rows, then)),
      el('p', { class: 'dim' }, 'What lies above the dashed line is a larger ' +
         'part of the time then. The bar is the range of the prediction; a ' +
         'hollow point has fewer than ' + FEW_SAMPLES + ' samples. ' + left),
      el('div', { class: 'seconds-parts' },
         el('div', { class: 'seconds-frame' }, el('canvas', { id: 'seconds',
            role: 'img', 'aria-label': 'Seconds then over seconds now, of ' +
                                       rows.length + ' routines' })),
         el('div', { class: 'seconds-list' }, el('table', null,
            el('tr', null, ['routine', 'own growth', 'now', '', 'then', '']
               .map((text) => el('th', { scope: 'col' }, text))),
            listed.map((row) => tableRow(row, then))),
            rows.length > MOST_LISTED ? el('p', { class: 'dim' }, 'and ' +
               (rows.length - MOST_LISTED) + ' more, with ' + percent(sumOf(
               rows.slice(MOST_LISTED), 'then'), then) + ' % then') : null,
            seconds.others.length ? el('p', { class: 'dim' },
               'Parts of now are of all that was recorded, parts of then of ' +
               'what is predicted.') : null,
            rows.some(isSlower) ? el('p', { class: 'dim' },
               '* The data may leave a cache: then each step takes longer, ' +
               'within the range. Without counts of the caches (aprof html ' +
               '--counts) its upper end is not known.') : null)));
}

/* Draw the picture, in the colours that the page has now. */
export function drawSeconds() {
   const canvas = document.getElementById('seconds');

   hideTip();
   if (secondsChart)
      secondsChart.destroy();
   secondsChart = null;
   if (canvas)
      drawPicture(canvas);
}

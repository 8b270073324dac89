/* The keyboard.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { METRICS } from './data.js';
import { el, fill, raised } from './format.js';
import { KINDS } from './plot.js';
import { current, kindNow, metricNow, neighbour, routineBox }
   from './routine.js';
import { go, nextOf, state } from './state.js';
import { filterBy } from './summary.js';
import { listed, select, selected } from './table.js';
import { TERMS } from './terms.js';
import { switchTheme } from './theme.js';
import { nextView } from './views.js';
import { zoomBy } from './zoom.js';

const KEYS = [
   ['/', 'to the filter'],
   ['j k', 'next and previous routine; in the list the arrows, too'],
   ['Enter', 'open the routine'],
   ['Esc', 'back to the list; in the filter: clear it'],
   ['v', 'routines, flame graph, call tree'],
   ['m', 'the next size metric'],
   ['c', 'the next kind of cost'],
   ['x y', 'that axis linear or logarithmic'],
   ['\u2190 \u2192', 'from point to point in the chart'],
   ['+ \u2212 0', 'zoom in, out, show all'],
   ['t', 'light, dark, as the system is'],
   ['?', 'this list'],
];

const help = document.getElementById('help');

export function showHelp() {
   fill(help, el('h2', null, 'Keys'), el('dl', null, KEYS.map(([key, text]) =>
      [el('dt', null, key.split(' ').map((k) => el('kbd', null, k))),
       el('dd', null, text)])),
      el('p', { class: 'dim' }, 'In a chart: draw a rectangle with the mouse ' +
         'to zoom, or turn the wheel with Ctrl; a double click shows all. ' +
         'Charts by Chart.js (MIT licence, at its head in this file).'),
      el('h2', null, 'Words'), el('dl', null, Object.entries(TERMS).map(
         ([name, text]) => [el('dt', null, name),
                            el('dd', null, raised(text))])),
      el('form', { method: 'dialog' }, el('button', null, 'Close')));
   help.showModal();
}

function pressChoice(name, value) {
   const button = routineBox.querySelector('[data-choice="' + name +
                                           '"] [data-value="' + value + '"]');

   if (button)
      button.click();
}

const LIST_KEYS = {
   j: () => select(selected + 1), ArrowDown: () => select(selected + 1),
   k: () => select(selected - 1), ArrowUp: () => select(selected - 1),
   PageDown: () => select(selected + 12), PageUp: () => select(selected - 12),
   Home: () => select(0), End: () => select(listed.length - 1),
   Enter: () => {
      if (listed[selected])
         go({ r: listed[selected].label });
   },
   Escape: () => document.getElementById('clear').click(), v: nextView,
};

const VIEW_KEYS = {
   v: nextView,
   Escape: () => {
      const all = document.getElementById('flame-all');

      if (all)
         all.click();
      else
         go({ v: '', f: '' });
   },
};

function toNeighbour(by) {
   const r = neighbour(by);

   if (r)
      go({ r: r.label });
}

const ROUTINE_KEYS = {
   j: () => toNeighbour(1), k: () => toNeighbour(-1),
   Escape: () => go({ r: null }),
};

const CHART_KEYS = {
   m: () => pressChoice('metric', nextOf(METRICS, metricNow())),
   c: () => pressChoice('cost', nextOf(Object.keys(KINDS), kindNow())),
   x: () => pressChoice('axis x', current.plot.log.x ? 'lin' : 'log'),
   y: () => pressChoice('axis y', current.plot.log.y ? 'lin' : 'log'),
   ArrowLeft: () => current.plot.step(-1),
   ArrowRight: () => current.plot.step(1),
   '+': () => zoomBy(current.plot, 0.6), '=': () => zoomBy(current.plot, 0.6),
   '-': () => zoomBy(current.plot, 1 / 0.6),
   0: () => current.plot.zoom(null),
};

const COMMON_KEYS = {
   '/': () => {
      const inFlame = document.getElementById('flame-search');

      if (state.r === null && inFlame) {
         inFlame.focus();
         inFlame.select();
         return;
      }
      if (state.r !== null || state.v)
         go({ r: null, v: '' });
      document.getElementById('search').focus();
      document.getElementById('search').select();
   },
   t: switchTheme, '?': showHelp,
};

/* Handle keys within an input field: most of them belong to the field. */
function keyInField(event, field) {
   if (field.id === 'flame-search' && event.key === 'Escape') {
      field.value = '';
      field.dispatchEvent(new Event('input'));
      field.blur();
   }
   if (field.id !== 'search')
      return;
   if (event.key === 'Escape') {
      field.value = '';
      filterBy({ q: '' });
      field.blur();
   } else if (event.key === 'Enter' || event.key === 'ArrowDown') {
      field.blur();
      select(selected);
   } else {
      return;
   }
   event.preventDefault();
}

document.addEventListener('keydown', (event) => {
   const at = event.target;

   if (event.ctrlKey || event.metaKey || event.altKey || help.open)
      return;
   if (at.matches('input[type=search], input:not([type]), select')) {
      keyInField(event, at);
      return;
   }
   /* Boxes that scroll keep the arrow keys; buttons and links keep Enter. */
   if (event.key === 'Enter' && at.matches('button, a, summary'))
      return;
   const table = Object.assign({}, COMMON_KEYS, state.r !== null ? ROUTINE_KEYS
      : state.v ? VIEW_KEYS : LIST_KEYS,
      current && current.plot ? CHART_KEYS : {});

   if (Object.hasOwn(table, event.key)) {
      event.preventDefault();
      table[event.key]();
   }
});

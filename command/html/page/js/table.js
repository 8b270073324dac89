/* The list of routines.  Only the rows in the window exist as elements, so that
   thousands of rows scroll as smoothly as ten.

   SPDX-License-Identifier: GPL-2.0-or-later */

import { COLUMNS } from './columns.js';
import { measured, objects, routines } from './data.js';
import { el, fill, full, plural, raised } from './format.js';
import { adjust, go, linkTo, state } from './state.js';

const rowsBox = document.getElementById('rows');
const narrow = matchMedia('(max-width: 760px)');
export let listed = [];            /* the routines that pass the filters, in
                                      order */
export let selected = 0;           /* index in `listed` of the row that the keys
                                      have reached */
let drawn = new Map();      /* index -> element of a row in the window */
let printing = false;       /* then all rows exist, in their order */

export function setSelected(place) {
   selected = place;
}

function rowHeight() {
   return narrow.matches ? 88 : 46;
}

/* Return a filter by name: all words must occur; a text with * or ? is a
   pattern for the name. */
function nameFilter(text) {
   if (/[*?]/.test(text)) {
      const pattern = text.replace(/[.+^${}()|[\]\\]/g, '\\$&')
         .replace(/\*/g, '.*').replace(/\?/g, '.');
      const expression = new RegExp('^' + pattern + '$', 'i');

      return (r) => expression.test(r.name);
   }
   const words = text.toLowerCase().split(/\s+/);

   return (r) => words.every((w) => r.search.includes(w));
}

/* Return the routines of the list before its filters: internals of libraries
   are folded, as in the report. */
export function unfolded() {
   const all = routines.slice(0, measured);
   const own = all.filter((r) => !r.internal);

   return state.all || !own.length ? all : own;
}

export function listRoutines() {
   const tests = [];
   const [key, down] = state.sort.replace(/^-/, '') !== state.sort
      ? [state.sort.slice(1), false] : [state.sort, true];
   const sorting = COLUMNS.find((c) => c.key === key && c.compare);

   if (state.q.trim())
      tests.push(nameFilter(state.q.trim()));
   if (state.object)
      tests.push((r) => objects[r.object] === state.object);
   if (state.class)
      tests.push((r) => r.classShown === state.class);
   if (state.thread)
      tests.push((r) => r.threads.includes(Number(state.thread)));
   /* A filter by name or object finds internals as well. */
   listed = (state.q.trim() || state.object ? routines.slice(0, measured)
                                            : unfolded())
      .filter((r) => tests.every((test) => test(r)));
   if (sorting)
      listed.sort((a, b) => (down ? 1 : -1) * sorting.compare(a, b) ||
                            a.id - b.id);
}

function cellOf(column, r) {
   return el('div', { class: 'cell ' + column.key, role: 'cell' },
             column.draw(r));
}

function makeRow(place) {
   const r = listed[place];
   const row = el('a', { class: r.internal ? 'row internal' : 'row',
                         role: 'row', href: linkTo(r),
                         'data-name': r.name, 'aria-rowindex': place + 2,
                         'aria-selected': String(place === selected),
                         tabindex: place === selected ? 0 : -1 },
      COLUMNS.map((c) => cellOf(c, r)));

   row.style.top = place * rowHeight() + 'px';
   row.addEventListener('click', (e) => {
      if (e.ctrlKey || e.metaKey || e.shiftKey)
         return;                        /* the browser opens a tab */
      e.preventDefault();
      selected = place;
      go({ r: r.label });
   });
   return row;
}

/* Add the rows that are in the window, and remove the rows that have left
   it. */
export function drawRows() {
   const height = rowHeight();
   const above = rowsBox.getBoundingClientRect().top;
   const first = printing ? 0 : Math.max(0, Math.floor(-above / height) - 6);
   const past = printing
      ? listed.length
      : Math.min(listed.length, Math.ceil((innerHeight - above) / height) + 6);

   for (const [place, row] of drawn)
      if (place < first || place >= past) {
         row.remove();
         drawn.delete(place);
      }
   for (let place = first; place < past; place++)
      if (!drawn.has(place)) {
         const row = makeRow(place);

         drawn.set(place, row);
         rowsBox.append(row);
      }
}

/* Label the switch of the rows that are folded. */
function drawFold() {
   const internals = routines.filter((r) => r.measured && r.internal).length;
   const button = document.getElementById('fold');

   button.hidden = !internals || internals === measured ||
                   Boolean(state.q.trim() || state.object);
   button.textContent = (state.all ? 'Fold ' : 'Show ') +
                        plural(internals, 'internal');
}

export function toggleFold() {
   adjust({ all: state.all ? '' : '1' });
   drawTable();
}

export function drawTable() {
   listRoutines();
   drawn.forEach((row) => row.remove());
   drawn.clear();
   selected = Math.min(selected, Math.max(0, listed.length - 1));
   rowsBox.style.height = listed.length * rowHeight() + 'px';
   document.getElementById('table').setAttribute('aria-rowcount',
                                                 listed.length + 1);
   const nothing = document.getElementById('nothing');

   nothing.hidden = listed.length > 0;
   nothing.textContent = measured ? 'No routine fits these filters.'
                                  : 'This profile holds no routine.';
   const count = document.getElementById('count');

   if (count) {
      count.textContent = listed.length === measured
         ? plural(measured, 'routine')
         : full(listed.length) + ' of ' + plural(measured, 'routine');
      drawFold();
   }
   drawRows();
}

/* Sort by a column: a second click reverses the order, a third one returns to
   the most suspicious first. */
function sortBy(key) {
   adjust({ sort: state.sort === key ? '-' + key
                : state.sort === '-' + key ? '' : key });
   selected = 0;
   drawHead();
   drawTable();
}

export function drawHead() {
   fill(document.getElementById('head'), COLUMNS.map((c) => {
      const orders = c.key === 'name' ? ['ascending', 'descending']
                                      : ['descending', 'ascending'];
      const sorted = state.sort === c.key ? orders[0]
         : state.sort === '-' + c.key ? orders[1] : 'none';

      return el('div', { class: 'cell ' + c.key, role: 'columnheader',
                         'aria-sort': c.compare ? sorted : null },
         c.compare ? el('button', { type: 'button', title: c.tip,
                                    'data-sort': c.key,
                                    onclick: () => sortBy(c.key) },
                        raised(c.title))
                   : el('span', { title: c.tip }, c.title));
   }));
}

export function select(place) {
   if (!listed.length)
      return;
   const old = drawn.get(selected);

   if (old)
      old.setAttribute('aria-selected', 'false');
   selected = Math.max(0, Math.min(listed.length - 1, place));

   const height = rowHeight();
   const top = rowsBox.getBoundingClientRect().top + selected * height;
   const low = 96, high = innerHeight - height - 8;

   if (top < low)
      scrollBy(0, top - low);
   else if (top > high)
      scrollBy(0, top - high);
   drawRows();
   drawn.get(selected).setAttribute('aria-selected', 'true');
}

addEventListener('scroll', () => {
   if (!document.getElementById('list-view').hidden)
      drawRows();
}, { passive: true });
addEventListener('resize', () => {
   if (!document.getElementById('list-view').hidden)
      drawTable();
});

function setPrinting(is) {
   printing = is;
   if (!document.getElementById('list-view').hidden)
      drawTable();
}

addEventListener('beforeprint', () => setPrinting(true));
addEventListener('afterprint', () => setPrinting(false));

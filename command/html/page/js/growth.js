/* Growth classes: their order and their colours.

   SPDX-License-Identifier: GPL-2.0-or-later */

import { el, raised } from './format.js';

const KNOWN_POWERS = { 'O(1)': 0, 'O(log n)': 0.1, 'O(sqrt n)': 0.5, 'O(n)': 1,
   'O(n log n)': 1.1, 'O(n^1.5)': 1.5, 'O(n^2)': 2, 'O(n^2 log n)': 2.1,
   'O(n^3)': 3, 'O(2^n)': Infinity };

export function powerOf(name) {
   const found = /^O\(n\^([0-9.]+)\)$/.exec(name);

   return name in KNOWN_POWERS ? KNOWN_POWERS[name]
      : found ? Number(found[1]) : NaN;
}

/* In filters, powers without a name of their own are one group. */
export const OTHER_POWERS = 'O(n^K)';

export function groupOf(name) {
   return name in KNOWN_POWERS || isNaN(powerOf(name)) ? name : OTHER_POWERS;
}

/* What the colour levels of classes mean. */
export const LEVELS = ['no class', 'below linear', 'about linear',
   'above linear', 'quadratic', 'above quadratic'];

/* Return the colour level of a class, an index into LEVELS. */
export function level(name) {
   const power = name === OTHER_POWERS ? 1.6 : powerOf(name);

   return isNaN(power) ? 0 : power < 0.85 ? 1 : power <= 1.12 ? 2
      : power < 1.85 ? 3 : power < 2.4 ? 4 : 5;
}

export function chip(name, extra) {
   return el('span', { class: 'chip level-' + level(name) + (extra || '') },
             raised(name));
}

/* Say why a routine that is listed is no suspect, or that its growth is a
   callee's. */
export function reasonOf(r, reason) {
   return (r.class === 'undecided' || r.cause !== null ? '' : 'In doubt: ') +
          reason + '.';
}

/* Return the class of a routine as the report has it: both classes if two are
   named. */
export function chips(r) {
   const names = r.phrase.replace(/^likely /, '').split(' or ');

   if (!names.every((name) => name === 'undecided' || !isNaN(powerOf(name))))
      return el('span', { class: 'chip level-0' }, r.phrase);
   return el('span', { class: 'classes-named' },
      names.length < 2 && r.phrase !== names[0]
         ? el('small', null, 'likely ') : null,
      names.map((name, i) => [i ? el('small', null, ' or ') : null,
         chip(name, r.confidence < 0.9 ? ' unsure' : '')]));
}

/* Functions of the size by which a chart can divide. */
export const DIVISORS = {
   'n': (n) => n, 'n log n': (n) => n * Math.log2(n),
   'n^1.5': (n) => n ** 1.5, 'n^2': (n) => n * n, 'n^3': (n) => n ** 3,
};

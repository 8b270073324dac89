/* The small plot of a row: the greatest cost over the size, both from 0.

   SPDX-License-Identifier: GPL-2.0-or-later */

const SPARK_LETTERS =
   'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const SVG = 'http://www.w3.org/2000/svg';

function sparkPath(text, width, height) {
   let path = '';

   for (let i = 0; i + 1 < text.length; i += 2) {
      const x = SPARK_LETTERS.indexOf(text[i]) / 63;
      const y = SPARK_LETTERS.indexOf(text[i + 1]) / 63;

      path += 'M' + (2 + x * (width - 4)).toFixed(1) + ' ' +
              (height - 2 - y * (height - 4)).toFixed(1) + 'h0';
   }
   return path;
}

/* Dots are lines of length 0 with round ends, so that one path holds all of
   them. */
export function spark(now, old) {
   const svg = document.createElementNS(SVG, 'svg');
   const width = 104, height = 30;

   svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
   svg.setAttribute('class', 'spark');
   svg.setAttribute('aria-hidden', 'true');
   for (const [text, name] of [[old, 'old'], [now, 'now']]) {
      const path = document.createElementNS(SVG, 'path');

      path.setAttribute('d', sparkPath(text, width, height));
      path.setAttribute('class', name);
      svg.append(path);
   }
   return svg;
}

/* Large clouds of points are thinned before they are drawn: the lowest and the
   highest point of each column of pixels stay, and a few between them, so that
   the outline is the same.

   SPDX-License-Identifier: GPL-2.0-or-later */

const THIN_FROM = 3000;
const THIN_COLUMNS = 700;

/* points: { x, y, ... }, ascending by x; points outside of [low, high] are left
   out. */
export function thin(points, low, high, isLog) {
   const inside = points.filter((p) => p.x >= low && p.x <= high);

   if (inside.length <= THIN_FROM)
      return inside;

   const scale = (x) => isLog ? Math.log(x) : x;
   const start = scale(inside[0].x);
   const width = (scale(inside[inside.length - 1].x) - start) || 1;
   const kept = [];
   let column = [], at = 0;

   const close = () => {
      if (!column.length)
         return;
      let least = 0, greatest = 0;

      column.forEach((p, i) => {
         if (p.y < column[least].y)
            least = i;
         if (p.y > column[greatest].y)
            greatest = i;
      });
      const chosen = new Set([0, least, greatest, column.length >> 1]);

      [...chosen].sort((a, b) => a - b).forEach((i) => kept.push(column[i]));
   };

   for (const p of inside) {
      const place = Math.floor((scale(p.x) - start) / width * THIN_COLUMNS);

      if (place !== at) {
         close();
         column = [];
         at = place;
      }
      column.push(p);
   }
   close();
   return kept;
}

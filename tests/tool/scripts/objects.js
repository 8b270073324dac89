// Makes more objects than the young generation has room for.
// SPDX-License-Identifier: GPL-2.0-or-later

function make(k) {
   return { id: k, name: 'n' + k, tags: [k, k + 1, k + 2] };
}

const rows = [];
for (let k = 0; k < 20000; k++)
   rows.push(make(k));
console.log(rows.length);

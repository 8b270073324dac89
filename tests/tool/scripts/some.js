// Each word is searched by `some` in a list, and then by `known`; and a recursion.
//
// SPDX-License-Identifier: GPL-2.0-or-later
const words = [], seen = [];
const known = (w) => w.length + seen.length;
for (let i = 0; i < 300; i++) words.push("w" + i % 200);
words.forEach(function (w) { if (!seen.some((s) => s === w)) seen.push(w); known(w); });
console.log(seen.length);
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
console.log(fib(10));

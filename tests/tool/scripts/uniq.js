// `uniq` searches a list for each word: n^2.
//
// SPDX-License-Identifier: GPL-2.0-or-later
function uniq(words) {
  const seen = [];
  for (const w of words) {
    let found = false;
    for (let i = 0; i < seen.length; i++)
      if (seen[i] === w) { found = true; break; }
    if (!found) seen.push(w);
  }
  return seen;
}
function makeWords(n) {
  const words = [];
  for (let i = 0; i < n; i++) words.push("w" + (i * 7919) % n);
  return words;
}
function total(words) {
  let t = 0;
  for (const w of words) t += w.length;
  return t;
}
let sum = 0;
for (let n = 20; n <= 1500; n = Math.floor(n * 1.3)) {
  const words = makeWords(n);
  sum += uniq(words).length + total(words);
}
console.log(sum);

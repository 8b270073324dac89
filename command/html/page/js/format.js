/* Numbers, names and elements of the page.

   SPDX-License-Identifier: GPL-2.0-or-later */

/* Make an element: el('p', { class: 'note', onclick: f }, 'text', node...).
   Text stays text: what comes from a profile never becomes markup. */
export function el(tag, attributes, ...children) {
   const node = document.createElement(tag);

   for (const [name, value] of Object.entries(attributes || {})) {
      if (value === null || value === undefined || value === false)
         continue;
      if (name.startsWith('on'))
         node.addEventListener(name.slice(2), value);
      else
         node.setAttribute(name, value === true ? '' : value);
   }
   append(node, children);
   return node;
}

function append(node, children) {
   for (const child of children.flat(Infinity))
      if (child !== null && child !== undefined && child !== '')
         node.append(child);
}

export function fill(node, ...children) {
   node.replaceChildren();
   append(node, children);
}

const suffixes = ['', 'k', 'M', 'G', 'T', 'P', 'E'];

/* Format a number in at most five characters: 12345, 1.23M, 4e21. */
export function brief(x) {
   const size = Math.abs(x);

   if (!isFinite(x))
      return '';
   if (size < 1e4)
      return Number.isInteger(x) ? String(x)
         : size < 0.001 && size > 0 ? x.toExponential(1)
         : String(Number(x.toPrecision(3)));
   for (let i = 1; i < suffixes.length; i++) {
      const scaled = Number((x / Math.pow(1000, i)).toPrecision(3));

      if (Math.abs(scaled) < 1000)
         return scaled + suffixes[i];
   }
   return x.toExponential(1).replace('+', '');
}

/* Format a number with all digits if they are exact, in groups of three. */
export function full(x) {
   if (Math.abs(x) > Number.MAX_SAFE_INTEGER)
      return x.toPrecision(6);
   if (!Number.isInteger(x))
      return String(Number(x.toPrecision(12)))
         .replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g,
                                                   '\u202f'));
   return String(x).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/* Format a mean; a large one has at most one decimal. */
export function tidy(x) {
   return full(Math.abs(x) >= 100 ? Math.round(10 * x) / 10
                                  : Number(x.toPrecision(4)));
}

export function percent(part, whole) {
   if (!whole)
      return '';
   const p = 100 * part / whole;

   return p === 0 ? '0' : p < 0.01 ? '<0.01' : p < 1 ? p.toFixed(2)
      : p < 99.95 ? p.toFixed(1) : p.toFixed(0);
}

export function ratio(x) {
   return x === null ? '' : x >= 1000 ? brief(x) : x.toPrecision(3);
}

export function fileName(path) {
   return path.slice(path.lastIndexOf('/') + 1);
}

export function plural(count, noun) {
   return full(count) + ' ' + noun + (count === 1 ? '' : 's');
}

/* Format n^1.5 with a raised exponent. */
export function raised(text) {
   const parts = text.split(/\^(-?[0-9.]+|[nK])/);

   return parts.map((part, i) => i % 2 ? el('sup', null, part)
                                       : part.replace(/ ?\* ?/g, '\u00b7'));
}

/* Make buttons side by side, of which one is pressed. */
export function segments(name, choices, taken, choose) {
   return el('div', { class: 'segments', role: 'group', 'aria-label': name,
                      'data-choice': name },
      choices.map(([value, text, tip]) =>
         el('button', { type: 'button', 'data-value': value, title: tip,
                        'aria-pressed': String(value === taken),
                        onclick: () => choose(value) }, text)));
}

export function choices(name, list, taken, choose) {
   const select = el('select', { 'aria-label': name, 'data-choice': name,
                                 onchange: () => choose(select.value) },
      list.map(([value, text]) =>
         el('option', { value, selected: value === taken }, text)));

   return select;
}

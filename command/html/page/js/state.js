/* The state of the page, which is in the address after `#`: so a routine has a
   link, a reload shows the same, and the back button goes back.

   SPDX-License-Identifier: GPL-2.0-or-later */

/* Values of what the address leaves out. */
export const DEFAULTS = {
   r: null,                             /* label of the routine; null: the
                                           list */
   v: '',                               /* routines, flame or tree */
   f: '',                               /* what the flame graph is zoomed to */
   q: '', object: '', class: '', thread: '', sort: '',   /* of the list */
   all: '',                             /* the list with internals */
   m: 'trms', c: 'worst', x: '', y: '', t: '0', per: '', open: '',
};

export let state = {};
let arrive = () => {};

/* Set the function that `go` calls after it has changed the address. */
export function onArrival(callback) {
   arrive = callback;
}

export function readState() {
   state = Object.assign({}, DEFAULTS);
   for (const [name, value] of new URLSearchParams(location.hash.slice(1)))
      if (name in DEFAULTS)
         state[name] = value;
}

export function address(changes) {
   const wanted = Object.assign({}, state, changes);
   const parts = new URLSearchParams();

   for (const name of Object.keys(DEFAULTS))
      if (wanted[name] !== DEFAULTS[name] && wanted[name] !== null)
         parts.set(name, wanted[name]);
   return '#' + parts;
}

/* Show another routine, or the list: a step that the back button undoes. */
export function go(changes) {
   history.replaceState({ scroll: scrollY }, '');
   history.pushState(null, '', address(changes));
   readState();
   arrive();
}

/* Change how the view looks: no step of its own. */
export function adjust(changes) {
   history.replaceState(history.state, '', address(changes));
   readState();
}

export function linkTo(routine) {
   return address({ r: routine.label });
}

/* Return the value after `value` in a list; after the last value, the first. */
export function nextOf(list, value) {
   return list[(list.indexOf(value) + 1) % list.length];
}

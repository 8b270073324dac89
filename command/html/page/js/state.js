/* What is shown, as the part of the address after `#`: so a routine has a link,
   survives a reload, and the back button goes back.
   SPDX-License-Identifier: GPL-2.0-or-later */

/* What stands where the address says nothing. */
export const DEFAULTS = {
   r: null,                             /* the routine's label; or the list */
   q: '', object: '', class: '', thread: '', sort: '',   /* the list */
   m: 'trms', c: 'worst', x: '', y: '', t: '0', per: '', open: '',
};

export let state = {};
let arrive = () => {};

/* Set what go calls after the address has changed. */
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

/* To another routine, or to the list: a step that the back button undoes. */
export function go(changes) {
   history.replaceState({ scroll: scrollY }, '');
   history.pushState(null, '', address(changes));
   readState();
   arrive();
}

/* Another look at the same thing: no step of its own. */
export function adjust(changes) {
   history.replaceState(history.state, '', address(changes));
   readState();
}

export function linkTo(routine) {
   return address({ r: routine.label });
}

/* Return the choice after `value` in a list, and after the last the first. */
export function nextOf(list, value) {
   return list[(list.indexOf(value) + 1) % list.length];
}

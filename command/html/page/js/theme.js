/* Light and dark.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { current, drawRoutine } from './routine.js';
import { nextOf } from './state.js';

const THEMES = [['', 'Auto'], ['light', 'Light'], ['dark', 'Dark']];
const systemDark = matchMedia('(prefers-color-scheme: dark)');
let theme = '';                        /* '': as the system has it */

/* A page from disk may be refused a memory of its own. */
export function recallTheme() {
   try {
      const kept = localStorage.getItem('aprof-theme');

      if (THEMES.some(([name]) => name === kept))
         theme = kept;
   } catch (e) {
      /* then it forgets */
   }
}

function keepTheme() {
   try {
      localStorage.setItem('aprof-theme', theme);
   } catch (e) {
      /* the same */
   }
}

export function applyTheme() {
   document.documentElement.dataset.theme =
      theme || (systemDark.matches ? 'dark' : 'light');
   document.getElementById('theme').textContent =
      THEMES.find(([name]) => name === theme)[1];
   if (current && current.plot)
      drawRoutine();
}

export function switchTheme() {
   theme = nextOf(THEMES.map(([name]) => name), theme);
   keepTheme();
   applyTheme();
}

systemDark.addEventListener('change', applyTheme);

/* Light and dark.
   SPDX-License-Identifier: GPL-2.0-or-later */

import { current, drawRoutine } from './routine.js';
import { drawSeconds } from './seconds.js';
import { nextOf } from './state.js';

const THEMES = [['', 'Auto'], ['light', 'Light'], ['dark', 'Dark']];
const systemDark = matchMedia('(prefers-color-scheme: dark)');
let theme = '';                        /* '': as the system has it */

/* Read the choice of the last visit.  Browsers may refuse storage to a page
   from disk. */
export function recallTheme() {
   try {
      const kept = localStorage.getItem('aprof-theme');

      if (THEMES.some(([name]) => name === kept))
         theme = kept;
   } catch (e) {
      /* then the choice lasts as long as the page */
   }
}

function keepTheme() {
   try {
      localStorage.setItem('aprof-theme', theme);
   } catch (e) {
      /* likewise */
   }
}

function drawIn(colours) {
   document.documentElement.dataset.theme = colours;
   if (current && current.plot)
      drawRoutine();
   drawSeconds();
}

export function applyTheme() {
   document.getElementById('theme').textContent =
      THEMES.find(([name]) => name === theme)[1];
   drawIn(theme || (systemDark.matches ? 'dark' : 'light'));
}

export function switchTheme() {
   theme = nextOf(THEMES.map(([name]) => name), theme);
   keepTheme();
   applyTheme();
}

systemDark.addEventListener('change', applyTheme);
/* Paper is white. */
addEventListener('beforeprint', () => drawIn('light'));
addEventListener('afterprint', applyTheme);

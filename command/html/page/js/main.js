/* The page comes up, and follows the address.
   SPDX-License-Identifier: GPL-2.0-or-later */

/* --- light and dark --- */

const THEMES = [['', 'Auto'], ['light', 'Light'], ['dark', 'Dark']];
const systemDark = matchMedia('(prefers-color-scheme: dark)');
let theme = '';                        /* '': as the system has it */

/* A page from disk may be refused a memory of its own. */
function recallTheme() {
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

function applyTheme() {
   document.documentElement.dataset.theme =
      theme || (systemDark.matches ? 'dark' : 'light');
   document.getElementById('theme').textContent =
      THEMES.find(([name]) => name === theme)[1];
   if (current && current.plot)
      drawRoutine();
}

function switchTheme() {
   theme = nextOf(THEMES.map(([name]) => name), theme);
   keepTheme();
   applyTheme();
}

/* --- views --- */

/* Shows what the address says, scrolled to there. */
function show(scroll) {
   const r = state.r === null ? null : findRoutine(state.r);
   const list = document.getElementById('list-view');

   const missing = document.getElementById('missing');

   list.hidden = Boolean(r);
   missing.hidden = state.r === null || Boolean(r);
   missing.textContent = 'The routine ' + state.r + ' is not in this profile.';
   routineBox.hidden = !r;
   document.title = (r ? r.name : fileName(run.runs[0].arguments[0])) +
                    ' \u2013 aprof';
   if (r) {
      if (!listed.length)
         listRoutines();
      selected = Math.max(0, listed.indexOf(r));
      openRoutine(r);
   } else {
      closeRoutine();
      drawSummary();
      drawFilters();
      drawHead();
      drawTable();
   }
   scrollTo(0, scroll);
   if (!r) {
      drawRows();
      if (!scroll && selected > 0)
         select(selected);             /* where one has come from */
   }
}

addEventListener('popstate', (event) => {
   readState();
   show(event.state && event.state.scroll || 0);
});
addEventListener('hashchange', () => {
   const before = JSON.stringify(state);

   readState();
   if (JSON.stringify(state) !== before)
      show(0);
});

document.getElementById('home').addEventListener('click', (event) => {
   event.preventDefault();
   go(Object.assign({}, DEFAULTS));
});
document.getElementById('theme').addEventListener('click', switchTheme);
document.getElementById('help-button').addEventListener('click', showHelp);
systemDark.addEventListener('change', applyTheme);

fill(document.getElementById('program'),
     fileName(run.runs[0].arguments[0]));
history.scrollRestoration = 'manual';
document.documentElement.classList.toggle('compared', Boolean(run.baseline));
readState();
recallTheme();
applyTheme();
show(history.state && history.state.scroll || 0);
document.documentElement.dataset.ready = 'yes';

/* The start of the page, and its views.

   SPDX-License-Identifier: GPL-2.0-or-later */

import { findRoutine, run } from './data.js';
import { fileName, fill } from './format.js';
import { showHelp } from './keys.js';
import { closeRoutine, openRoutine, routineBox } from './routine.js';
import { DEFAULTS, go, onArrival, readState, state } from './state.js';
import { drawFilters, drawSummary } from './summary.js';
import { drawHead, drawRows, drawTable, listRoutines, listed, select, selected,
   setSelected } from './table.js';
import { applyTheme, recallTheme, switchTheme } from './theme.js';
import { drawView } from './views.js';

/* Show what the address says, scrolled to a position. */
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
      setSelected(Math.max(0, listed.indexOf(r)));
      openRoutine(r);
   } else {
      closeRoutine();
      drawSummary();
      drawFilters();
      drawHead();
      drawTable();
      drawView();
   }
   scrollTo(0, scroll);
   if (!r && !state.v) {
      drawRows();
      if (!scroll && selected > 0)
         select(selected);             /* the routine of the last view */
   }
}

onArrival(() => show(0));
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

fill(document.getElementById('program'),
     fileName(run.runs[0].arguments[0]));
history.scrollRestoration = 'manual';
document.documentElement.classList.toggle('compared', Boolean(run.baseline));
readState();
recallTheme();
applyTheme();
show(history.state && history.state.scroll || 0);
document.documentElement.dataset.ready = 'yes';

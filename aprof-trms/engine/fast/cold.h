/* Cold pages: stamps that a thread has not changed for long are folded.

   A program that sets up much memory and then works on a part of it has stamps
   as large as all of it: a prover's libraries, a document, tables of a compiler.
   Now and then, as runs get longer, all windows are looked at.  A page is cold if
   no access since the look before has changed a stamp in it.  If its stamps are of
   one age, valid or not, it is folded (engine/fast/fold.h), as the pages of a
   thread that sleeps are; not if that is the age of the top activation, which
   would not change the stamps of what it accesses again.  A look takes about as
   long as to load a cell of each page, and the next one is due when the run is
   longer by an eighth: so looks take a small part of the time, and a program whose
   memory grows has at most an eighth more than what it could have.

   Why the result is the same:

   - Looks are made between two superblocks, so that no access lies between its
     check and its store: a stamp may stop being exclusive.
   - While there is a single thread, whose writes are unchecked, an exclusive stamp
     is what tells that the thread was the last to write (single_thread.c).  So the
     last writers of a page are noted before it is folded: later it has no
     exclusive stamps to tell them.  Its chunk is joined, and it is in the
     directory of pages, as for a second thread.  A write that is unchecked stores
     its stamp into the page, which is then what counts for the cell.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_COLD_H
#define APROF_FAST_COLD_H

#include "engine/fast/state.h"

/* The first look is after so many basic blocks, and each later one when there are
   more of them by one of COLD_MORE.  Tests look often. */
enum { COLD_FIRST = 1 << 24, COLD_MORE = 16, COLD_OPENED = 1 << 12, COLD_TEST_WAIT = 1 << 13 };

/* The thread's stamps have been renumbered: nothing is cold before the next
   look. */
static inline void cold_renumbered(trms_thread *t)
{
   t->cold_before = 0;
}

#endif

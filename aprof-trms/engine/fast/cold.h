/* Cold pages: stamps that a thread has not changed for long are folded.

   A program that sets up much memory and then works on a part of it has stamps
   as large as all of it: a prover's libraries, a document, tables of a compiler.
   Now and then, when the run is longer by a part of it, all threads' windows are
   looked at.  Pages whose valid stamps are all older than the look before are
   folded for their age (engine/fast/fold.h); not those of the age of the top
   activation, which would not change the stamps of what it accesses again.  To open
   a page again takes time: while more of them have been opened than a small part
   of the run can pay for, and than one of FOLD_OPENED of those folded, no look is
   made.

   Why the result is the same:

   - Looks are made between two superblocks, so that no access lies between its
     check and its store: a stamp may stop being exclusive.
   - While there is a single thread, whose writes are unchecked, an exclusive stamp
     is what tells that the thread was the last to write (single_thread.c).  So the
     last writers of a page are noted when it is folded: later it has no exclusive
     stamps to tell them.  Its chunk is joined, and it is in the directory of pages,
     as for a second thread.  A write that is unchecked stores its stamp into the
     page, which is then what counts for the cell.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_COLD_H
#define APROF_FAST_COLD_H

#include "engine/fast/state.h"

/* In superblocks executed: the first look is after so many; each later one when
   there are more of them by one of COLD_MORE, and by COLD_CHUNK for each chunk that
   is looked at, since the kernel is asked about each; and one page may be opened
   again for each COLD_OPENED of them.  Tests look often. */
enum {
   COLD_FIRST = 1 << 20, COLD_MORE = 8, COLD_CHUNK = 1 << 9,
   COLD_OPENED = 1 << 12, COLD_TEST_WAIT = 1 << 13
};

/* The thread's stamps have been renumbered: nothing is cold before the next
   look. */
static inline void cold_renumbered(trms_thread *t)
{
   t->cold_before = 0;
}

#endif

/* Lazy pages: pages of memory that threads take from each other cell by cell.

   A write invalidates the stamps of all other threads (ownership.h).  Where
   threads write scattered cells, that waits for as many cache lines as there
   are threads, for each cell.  In a lazy page a write leaves other threads'
   stamps alone: no thread has a valid one there but the thread whose turn it
   is.  It invalidates its own stamps at the end of its turn (Lebeck and Wood,
   "Dynamic self-invalidation: reducing coherence overhead in shared-memory
   multiprocessors", ISCA 1995), and a set for each cell tells which threads'
   stamps count as valid all the same (the full map of Censier and Feautrier:
   directory.h; kept as lazy_set.h says).  So an access waits for two lines: its
   own stamps, and the sets.

   Why the result is the same.  Say that a stamp *counts as valid* if it is
   valid, or if it is in a lazy page, is not 0 and its thread is in the set of
   the cell.  Then stamps that count as valid are those that are valid without
   lazy pages:

   - When a page becomes lazy, the sets are made from the stamps.  When it ends,
     the stamps from the sets.
   - A thread that reads a cell whose stamp is not valid looks at the set first
     (lazy_settle).  If it is in the set, its stamp becomes valid.  If not, the
     read goes on as everywhere, and puts the thread into the set.
   - A write makes the writer the only member of the set.  If its stamp is
     exclusive, it did so before in its turn, and no thread has accessed the
     cell since: such an access would have ended the turn.
   - A write by the kernel empties the set, and invalidates the stamp that the
     thread of the turn may have.
   - A turn begins with the first access of its thread to a lazy page that fails
     its check, and ends with such an access by another thread.  Checks of all
     other threads fail, since they have no valid stamps there.
   - A thread that ends leaves its number in sets.  The next thread of this slot
     starts with stamps of 0, which are not looked up; its first access puts it
     into the set.

   A lazy page may do without stamps in windows, and without turns: bare.h.

   Time is not concerned: a stamp keeps its time whether it is valid or not.  In
   a lazy page no last writer is LAST_WRITER_EXCLUSIVE: no thread looks for
   exclusive stamps.  Threads with tables do not look at sets: no page of a
   chunk with DIRECTORY_TABLES is lazy.  What else looks at other threads'
   stamps ends lazy pages first (lazy_end).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_LAZY_H
#define APROF_FAST_LAZY_H

#include "engine/fast/directory.h"
#include "engine/fast/lazy_state.h"

/* A thread is about to write cells at a, for which it must look at the stamps
   of these other threads.  If that has happened often, make the page lazy; is
   it lazy now? */
bool lazy_begin(uintptr_t a, uint64_t others);

/* For cells of one line in a lazy page:

   The thread's stamp of the cell at a, c, is not valid.  Make it valid if it
   counts as valid, and so for the n - 1 next cells; is *c valid now? */
bool lazy_settle(trms_thread *t, uint32_t *c, uintptr_t a, size_t n);
/* The thread reads n cells whose stamps do not count as valid. */
void lazy_read(trms_thread *t, uintptr_t a, size_t n);
/* The thread writes n cells. */
void lazy_write(trms_thread *t, uint32_t *c, uintptr_t a, size_t n);
/* That write has made the page lazy.  The access may have begun in the line before:
   its stamps there were invalidated with all others, but the code that makes the
   access will store them once more, and they are exclusive. */
void lazy_note_before(uintptr_t a);
/* The same as lazy_write for one cell, and for two. */
void lazy_write_one(trms_thread *t, uint32_t *c, uintptr_t a);
void lazy_write_two(trms_thread *t, uint32_t *c, uintptr_t a);
/* The thread reads one cell, or two, of which the first has no valid stamp.  If
   it is the most frequent case, do all that a read does; false: it is not, and
   nothing is done. */
bool lazy_read_one(trms_thread *t, uint32_t *c, uintptr_t a);
bool lazy_read_two(trms_thread *t, uint32_t *c, uintptr_t a);
/* The kernel writes n cells. */
void lazy_kernel_write(uintptr_t a, size_t n);

/* No page that overlaps [a, past) is lazy any more. */
void lazy_end(uintptr_t a, uintptr_t past);
/* The same, and all stamps of [a, past) are about to be forgotten. */
void lazy_forget(uintptr_t a, uintptr_t past);
/* A thread ends, with its window. */
void lazy_thread_ends(const trms_thread *t);
void lazy_free(void);

/* What is wrong with a thread's stamp of a cell in a lazy page, or NULL. */
const char *lazy_broken(const trms_thread *t, uint32_t stamp, uintptr_t a);

#endif

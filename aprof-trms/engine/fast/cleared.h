/* Memory that calloc returned as zero without writing it.

   Such a block counts as written by the thread that called calloc.  To stamp
   all of it would take memory for cells that the program may never touch: a
   sparse table of a gigabyte has a gigabyte of stamps.  So large parts that no
   thread has any stamp of are noted as ranges, with the stamp that their cells
   would have.  Before the first access to a cell of such a range is judged, the
   cells of its page that have no stamp and no last writer get both: "settled".

   Why that is exact.  A cell of a range without any stamp and without a last
   writer is in the state in which calloc left it: an access leaves a stamp, or
   a last writer.  An unchecked write of a single thread leaves a stamp only,
   in the owner's own window.  Reads and writes that find no stamp, and the
   kernel's writes, call cleared_settle before they judge the cell; an
   unchecked write of the owner replaces the state in any case.  Ranges are
   forgotten, moved and renumbered as stamps are.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_CLEARED_H
#define APROF_FAST_CLEARED_H

#include "engine/fast/state.h"

/* Bytes of the least run of pages that become a range; what is less is stamped
   at once.  Tests have ranges wherever there can be any. */
size_t cleared_least(void);

/* The pages of [from, past), which have neither stamps nor last writers, are a
   range: the owner has a stamp of all their cells. */
void cleared_add(uintptr_t from, uintptr_t past, trms_thread *owner,
                 uint32_t stamp);

/* The state of every cell of [a, a+n) that lies in a range, and of the rest of
   its page, stands in stamps afterwards.  True: some cell has changed. */
bool cleared_settle_ranges(uintptr_t a, size_t n);

static inline bool cleared_settle(uintptr_t a, size_t n)
{
   return __builtin_expect(fast.cleared > 0, 0)
          && cleared_settle_ranges(a, n);
}

/* A block, [from, past), is about to be a range of t's.  What another thread has
   got from calloc before keeps the time of its stamps, which the new range has
   no room for: it is settled.  (What an ended thread had, or t itself, is
   replaced.) */
void cleared_settle_others(const trms_thread *t, uintptr_t from,
                           uintptr_t past);

/* [from, past) is in no range afterwards. */
void cleared_forget(uintptr_t from, uintptr_t past);
/* mremap: the parts of ranges in [from, from+n) are at `to` afterwards. */
void cleared_move(uintptr_t from, uintptr_t to, size_t n);
/* `t` is renumbered; ends. */
void cleared_renumber(const trms_thread *t);
void cleared_end(const trms_thread *t);
/* There are no ranges, and no memory is taken for them. */
void cleared_free(void);

#endif

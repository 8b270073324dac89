/* Pages of stamps that stay in memory when a thread has ended, for the next
   thread that gets its window.

   A thread that ends soon, or a context, touches a few pages, and the next one
   often the same.  To give them back to the kernel and to take them anew costs
   more than most of such threads cost otherwise.  So they are cleared instead.

   Why the window is all zero afterwards: a thread has stamps only in pages that
   the directory knows (directory.h).  Windows in which there is more than
   stamps of these pages are given back as ever (fast.c).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_KEPT_PAGES_H
#define APROF_FAST_KEPT_PAGES_H

#include "engine/fast/state.h"

/* The thread ends, and has not left its chunks yet.  If it has touched few
   pages: clear them, and set *fresh to the number of those that were not kept
   before.  False: nothing is done. */
bool kept_pages_clear(const trms_thread *t, unsigned *fresh);

/* All pages of the slot's window have been given back. */
void kept_pages_dropped(unsigned slot);

/* No page is kept. */
void kept_pages_init(void);

#endif

/* Memory from Valgrind beside its heap, and memory that is kept back for writing
   the profile, since there may be none left when a program ends.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_RESERVE_H
#define AP_RESERVE_H

#include "base/base.h"

/* `save` is called before the program is ended for want of memory. */
void ap_reserve_init(void (*save)(void));

/* Pages of zeros; NULL: there are none to be had. */
void *ap_map(SizeT size);
void ap_unmap(void *p, SizeT size);

/* So much shadow memory is not to be had: says so, and ends the program. */
void ap_end_without_memory(SizeT size) __attribute__((noreturn));

/* Can Valgrind have so much more?  Where its heap needs memory that it can't
   have, it ends the program. */
Bool ap_has_memory(SizeT size);

/* Sets the reserve apart, where there is none and memory is not scarce. */
void ap_reserve_keep(void);

/* Lets Valgrind's heap have it. */
void ap_reserve_use(void);

#endif

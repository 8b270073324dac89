/* Memory from Valgrind beside its heap; and a reserve for writing the profile,
   since there may be no memory left when a program ends.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_RESERVE_H
#define AP_RESERVE_H

#include "base/base.h"

/* Set the function that writes the profile before the program is ended because
   there is no memory. */
void ap_reserve_init(void (*save)(void));

/* Return whole pages of zeros, `size` bytes of them, or NULL if Valgrind has no
   memory.  ap_unmap gives the same pages back. */
void *ap_map(SizeT size);
void ap_unmap(void *p, SizeT size);

/* Valgrind has no memory for another `size` bytes of shadow memory: say so,
   write the profile, and end the program. */
void ap_end_without_memory(SizeT size) __attribute__((noreturn));

/* Can Valgrind have `size` bytes more?  If its heap can't have memory that it
   needs, then Valgrind ends the program. */
Bool ap_has_memory(SizeT size);

/* Set the reserve apart, if there is none, and memory is not scarce. */
void ap_reserve_keep(void);

/* Give the reserve to Valgrind's heap. */
void ap_reserve_use(void);

#endif

/* A reserve of memory for writing the profile, since there may be no memory
   left when a program ends.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYS_OOM_RESERVE_H
#define SYS_OOM_RESERVE_H

#include "base/base.h"

/* Set the function that writes the profile before the program is ended because
   there is no memory. */
void oom_reserve_init(void (*save)(void));

/* Valgrind has no memory for another `size` bytes of shadow memory: say so,
   write the profile, and end the program. */
void oom_reserve_end_program(SizeT size) __attribute__((noreturn));

/* Set the reserve apart, if there is none, and memory is not scarce. */
void oom_reserve_keep(void);

/* Give the reserve to Valgrind's heap. */
void oom_reserve_use(void);

#endif

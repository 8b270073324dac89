/* Numbers that are too large for another program's format.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_EXPORT_CLAMP_H
#define APROF_EXPORT_CLAMP_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/profile/prof.h"

/* Return a number, or `max` if it is larger; then set *cut. */
uint64_t export_clamp(prof_sum number, uint64_t max, bool *cut);

/* If `cut`, warn that numbers were replaced by the largest that the format
   has. */
void export_clamp_warn(const char *format, bool cut);

#endif

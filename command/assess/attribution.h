/* Whose growth is it: a routine's own, or that of what it calls?

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_BLAME_H
#define APROF_BLAME_H

#include "assess/rank.h"

/* Given what is folded, probable and suspicious by itself, finds which suspects
   are so because of their callees, and which callees are so though their own
   points do not tell: sets blamed, depth, witness, own, and what follows for
   suspicion, band, tenfold and threat. */
void blame_find(const model *m, ranked *list, size_t count);

#endif

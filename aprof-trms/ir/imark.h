/* The marks that instructions have in a superblock.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef IMARK_H
#define IMARK_H

#include "base/base.h"

/* The mark of the last instruction. */
static inline Int imark_last(const IRSB *sb)
{
   Int i = sb->stmts_used - 1;

   while (i > 0 && sb->stmts[i]->tag != Ist_IMark)
      i--;
   return i;
}

/* The next mark behind this one, or where the statements end. */
static inline Int imark_next(const IRSB *sb, Int mark)
{
   Int i = mark + 1;

   while (i < sb->stmts_used && sb->stmts[i]->tag != Ist_IMark)
      i++;
   return i;
}

#endif

/* IMarks: the statements of a superblock with which instructions begin.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef IMARK_H
#define IMARK_H

#include "base/base.h"

/* Return the index of the last IMark, or 0 if there is none. */
static inline Int imark_last(const IRSB *sb)
{
   Int i = sb->stmts_used - 1;

   while (i > 0 && sb->stmts[i]->tag != Ist_IMark)
      i--;
   return i;
}

/* Return the index of the next IMark behind statement `mark`, or the number of
   statements. */
static inline Int imark_next(const IRSB *sb, Int mark)
{
   Int i = mark + 1;

   while (i < sb->stmts_used && sb->stmts[i]->tag != Ist_IMark)
      i++;
   return i;
}

#endif

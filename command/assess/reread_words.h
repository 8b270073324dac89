/* Words for data that are read again and again (assess/rereads.h), and the
   routine in which to look.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_REREAD_WORDS_H
#define APROF_ASSESS_REREAD_WORDS_H

#include "assess/ranked.h"

/* Return the routine in whose lines to look for what is read again and again:
   the one that does the work of the calls, or the caller if that is a
   library's, or if a loop of the caller does it. */
size_t reread_words_place(const ranked *r);

/* Return what a routine reads again and again, or which loop has ever more
   turns (assess/turns.h), for people: "reads its input ..."; NULL: neither.
   The caller frees it.  labels: the names of all routines; NULL: those of the
   profile. */
char *reread_words(const ranked *r, char *const *labels);

/* The same of the next callee; NULL: there is none. */
char *reread_words_also(const ranked *r, char *const *labels);

#endif

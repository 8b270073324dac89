/* The routine of a program's own that a library's routine is called below.

   A finding is often about code that the compiler has put into the program,
   such as a template that makes the calls, or about a library: people look for
   the routine of their own that leads there.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_OWN_CODE_H
#define APROF_ASSESS_OWN_CODE_H

#include "profile/model.h"

typedef struct {
   size_t routine; /* of the program's own, or SIZE_MAX */
   size_t called;  /* the routine that it calls on the way */
} own_code;

/* Return the nearest routine of the program's own above a library's, on the way
   that has most of the cost.  SIZE_MAX: there is none, or the routine itself is
   of the program. */
own_code own_code_above(const model *m, size_t routine);

/* Return ", called by read_all in list.cc:12", or ", called below it"; "" if
   there is no such routine.  name(routine, data) returns the name of a routine
   for a sentence, as a new string.  The caller frees the text. */
char *own_code_words(const model *m, size_t routine,
                     char *(*name)(size_t, void *), void *data);

/* Return a routine's name with these words, and with a comma behind them, as
   the subject of a sentence.  Takes the name; the caller frees the text. */
char *own_code_subject(char *subject, const model *m, size_t routine,
                       char *(*name)(size_t, void *), void *data);

#endif

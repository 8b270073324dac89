/* Where in the source a routine's cost is, as texts for people: its lines, and
   the calls that are inlined.  The caller frees each text.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ADVICE_WHERE_H
#define APROF_ADVICE_WHERE_H

#include "assess/ranked.h"
#include "source/line_costs.h"

/* The part of a routine's own cost that its lines must have to be named. */
#define WHERE_MOST 0.8

/* Return the cost of a routine without its callees.  It is no less than that of
   its lines, which count also what --toggle-collect leaves out. */
prof_sum where_own_cost(const model *m, size_t routine, const line_costs *l);

/* Return "urls.c:12 to 13, 20 and 31 to 33" for lines of a routine's file. */
char *where_ranges(const model_routine *r, const line_ranges *ranges);

/* Return "98 % of its own cost in urls.c:12 to 13"; NULL if the cost of its
   lines is not known, or is spread over many. */
char *where_lines(const model *m, size_t routine);

/* Return "inlined into main (urls.c:31)", with the caller that has most of the
   inlined calls; NULL if there are none. */
char *where_inlined(const model *m, size_t routine);

/* Return both as a sentence that begins with a subject, such as "It"; NULL if
   there is nothing to say. */
char *where_sentence(const model *m, size_t routine, const char *subject);

/* Return whether a routine does much of its work by itself. */
bool where_works(const model *m, size_t routine);

/* Return a sentence about a routine, or about the one below it that does much of
   its work: the lines of a routine that leaves its work to others tell nothing.
   NULL: there is nothing to say.  above: as where_work takes it; name: of the
   routine, as the subject. */
char *where_of_work(const model *m, size_t routine, size_t above,
                    const char *name);

/* Return the routine of which that sentence tells the place. */
size_t where_of_work_routine(const model *m, size_t routine, size_t above);

/* The same for a suspect; for one that reads data again and again it begins at the
   routine that does so (reread_words_place). */
char *where_of_suspect(const ranked *r);

/* Return the routine of which that sentence tells the place. */
size_t where_of_suspect_routine(const ranked *r);

/* Return the routine that does much of the work of a routine: itself, or what
   it calls, or what that calls, down to the first one with cost of its own or
   to one that has a library do it; a recursion is left by the dearest calls that
   do not lead back.  RANKED_NONE: there is none, the work is spread, or the routine
   only calls a library.  above: the caller whose calls of the routine are meant, or
   RANKED_NONE: what it does otherwise is not their work. */
size_t where_work(const model *m, size_t routine, size_t above);

/* Return a sentence before a command that counts the cost of the lines of a
   routine, if that is not known and they are the program's; else NULL.  label:
   its name, which is shortened. */
#define WHERE_OPTION "--blocks=yes"
char *where_hint(const model *m, size_t routine, const char *label);

/* Return whether a routine has so much of the program's cost by itself that its
   lines are worth a count. */
bool where_is_worth(const model *m, size_t routine);

#endif

/* What a rule has found: how many routines, and the words on the first of them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RULES_FINDINGS_H
#define APROF_RULES_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Routines that are named in a line of evidence, at most. */
enum { FINDINGS_NAMED = 3 };
/* In place of the number of a routine: the program as a whole. */
#define FINDINGS_PROGRAM SIZE_MAX

typedef struct {
   size_t of;                         /* the number of the routine */
   char *words;                       /* or NULL: it is counted only */
} findings_one;

typedef struct {
   findings_one *list;                /* each routine once */
   size_t count, room;
   size_t more;                       /* routines beside the list */
} findings;

/* Return findings without any; findings_free frees them. */
findings findings_none(void);
void findings_free(findings *f);

bool findings_has(const findings *f, size_t of);

/* Count a routine, without words, if it is not among the findings. */
void findings_count(findings *f, size_t of);

/* Add a routine, or replace the words on it.  Frees `what`, the words. */
void findings_add(findings *f, size_t of, char *what);

/* The same, and put it before all others. */
void findings_add_first(findings *f, size_t of, char *what);

/* Remove a routine, if it is there. */
void findings_drop(findings *f, size_t of);

/* Return the words on the first routines, which the caller frees. */
char *findings_words(const findings *f);

/* Return the evidence, "2 routines: ...", which the caller frees. */
char *findings_describe(const findings *f);

#endif

/* Points of real routines whose class is known: the *.tsv files of a folder.

   tests/corpus/README.md describes the files.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TESTS_INFER_CORPUS_H
#define TESTS_INFER_CORPUS_H

#include "infer/infer.h"

typedef struct {
   char *program, *routine, *class;
   verdict_point *points;
   size_t count;
   double share;                     /* of the program's cost, in percent; NAN:
                                        not known */
} corpus_case;

typedef struct {
   corpus_case *cases;
   size_t count;
} corpus;

typedef enum { CORPUS_BLOCKS, CORPUS_INSTRUCTIONS } corpus_cost;

/* Read a folder, with costs in basic blocks or in instructions.  Return false,
   with a message on stderr, if it can't be read.  The corpus is never freed. */
bool corpus_read(corpus *c, const char *folder, corpus_cost cost);

/* Return whether the class is known. */
bool corpus_is_known(const corpus_case *c);

/* Return whether a verdict's class is a right answer.  A power that is within
   0.08 of a class's counts as well. */
bool corpus_is_right(const corpus_case *c, growth g);

/* Return the class, if there is one right answer; else GROWTH_UNDECIDED. */
growth_kind corpus_class(const corpus_case *c);

/* Return the half, by a hash of the program's name: routines of one program are
   in one half. */
typedef enum { CORPUS_TRAINING, CORPUS_TESTING } corpus_part;
corpus_part corpus_half(const corpus_case *c);

#endif

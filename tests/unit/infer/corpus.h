/* Points of real routines whose class is known: the files of a folder.

   The folder has an index, index.tsv, a line for each file and fields that are
   separated by tabs:

      FILE  PROGRAM  ROUTINE  CLASS  REASON

   CLASS is as `aprof fit` writes it, or `none` where the points determine no
   class; several right answers are separated by |.  ? : it is not known.
   REASON is the line of the source, or the argument, that says so.  A FILE has
   lines `SIZE COST`, ascending by size; lines that begin with # are comments.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TESTS_INFER_CORPUS_H
#define TESTS_INFER_CORPUS_H

#include "infer/infer.h"

typedef struct {
   char *file, *program, *routine, *class;
   verdict_point *points;
   size_t count;
} corpus_case;

typedef struct {
   corpus_case *cases;
   size_t count;
} corpus;

/* Read a folder.  Return false, with a message on stderr, if it can't be read.
   The corpus is never freed. */
bool corpus_read(corpus *c, const char *folder);

/* Return whether the class is known. */
bool corpus_is_known(const corpus_case *c);

/* Return whether a verdict's class is a right answer.  A power that is within
   0.08 of a class's counts as well. */
bool corpus_is_right(const corpus_case *c, growth g);

/* Return the class, if there is one right answer; else GROWTH_UNDECIDED. */
growth_kind corpus_class(const corpus_case *c);

/* Return the half, 0 (training) or 1 (testing), by a hash of the program's
   name: routines of one program are in one half. */
int corpus_half(const corpus_case *c);

#endif

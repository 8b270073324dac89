/* The text format of Extra-P: the points of a routine, with three metrics.

   A file of Extra-P has one set of points, and routines seldom share theirs: so
   each routine is a document of its own, with PARAMETER and POINTS at its head.
   Extra-P reads a file with one document.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/assess.h"
#include "base/escape.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/numbers.h"
#include "export/export.h"
#include "names/labels.h"
#include "names/select.h"

#include <stdlib.h>
#include <string.h>

/* Extra-P makes no models of fewer points. */
#define LEAST_POINTS 5

/* Write a name on one line; in Extra-P `->` separates the routines of a call
   path. */
static void put_name(FILE *f, const char *name)
{
   const char *arrow;

   while ((arrow = strstr(name, "->")) != NULL) {
      char *part = memory_format("%.*s- >", (int)(arrow - name), name);

      escape_put(f, part);
      free(part);
      name = arrow + 2;
   }
   escape_put(f, name);
}

static void put_metric(FILE *f, const char *metric, const char *routine,
                       const prof_tuple *points, size_t count,
                       assess_case which)
{
   char buffer[NUMBERS_TEXT];

   fprintf(f, "METRIC %s\nREGION ", metric);
   put_name(f, routine);
   putc('\n', f);
   for (size_t i = 0; i < count; i++) {
      const prof_stat *cost = &points[i].cost;

      fprintf(f, "DATA %s\n",
              which == CASE_WORST ? numbers_text(buffer, cost->max) :
              which == CASE_BEST ? numbers_text(buffer, cost->min) :
              numbers_quotient(buffer, cost->sum, points[i].calls));
   }
}

/* Write the points of a routine; return their number.  If there are fewer than
   `least`, write nothing and return 0. */
static size_t put_routine(FILE *f, const model *m, size_t routine,
                          const char *label, prof_metric metric, size_t least)
{
   size_t count, first = 0;
   prof_tuple *points = model_points(m, routine, MODEL_ALL_THREADS, metric,
                                     false, &count);
   char buffer[NUMBERS_TEXT];

   /* The terms of its models have logarithms. */
   if (count > 0 && points[0].size == 0)
      first = 1;
   count -= first;
   if (count >= least) {
      fprintf(f, "PARAMETER n\nPOINTS");
      for (size_t i = 0; i < count; i++)
         fprintf(f, " %s", numbers_text(buffer, points[first + i].size));
      putc('\n', f);
      put_metric(f, "cost_max", label, points + first, count, CASE_WORST);
      put_metric(f, "cost_mean", label, points + first, count, CASE_MEAN);
      put_metric(f, "cost_min", label, points + first, count, CASE_BEST);
   }
   free(points);
   return count >= least ? count : 0;
}

static int put_found(FILE *f, const model *m, const export_options *options,
                     char **labels)
{
   size_t *found, count = select_look_up(m, options->routine, &found);
   size_t written = 0;

   for (size_t i = 0; i < count; i++) {
      size_t points = put_routine(f, m, found[i], labels[found[i]],
                                  options->metric, 1);

      written += points > 0;
      if (points < LEAST_POINTS)
         message_note("%s: %zu size%s, and Extra-P needs %d", labels[found[i]],
                      points, points == 1 ? "" : "s", LEAST_POINTS);
   }
   free(found);
   if (count == 0) {
      select_refuse(m, options->routine);
      return STATUS_NO;
   }
   if (written > 1)
      message_note("%zu routines, each with its own points: Extra-P reads one "
                   "at a time", written);
   return STATUS_DONE;
}

int export_extrap(FILE *f, const model *m, const export_options *options)
{
   char **labels = labels_new(m);
   size_t written = 0;
   int status = STATUS_DONE;

   if (options->routine) {
      status = put_found(f, m, options, labels);
   } else {
      for (size_t i = 0; i < m->routine_count; i++)
         written += put_routine(f, m, i, labels[i], options->metric,
                                LEAST_POINTS) > 0;
      if (written == 0)
         message_note("no routine has %d sizes, which Extra-P needs",
                      LEAST_POINTS);
      else if (written > 1)
         message_note("%zu routines have %d sizes or more, each its own: "
                      "Extra-P reads one at a time, cut off at PARAMETER or "
                      "chosen by --routine", written, LEAST_POINTS);
   }
   labels_free(m, labels);
   return status;
}

/* The excess in words: see advice/excess.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/excess.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "base/text.h"
#include "profile/run_argument.h"
#include "source/call_places.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* An input that is less than so many times the least one is said to grow by
   cells. */
#define TIMES 2.0
/* Calls of the costliest runs that cost less than so many times those of the
   cheapest ones are not said to cost more. */
#define DEARER 1.15
/* The cost of a run has a part that is the same in all runs, so it may grow fewer
   times than the input, though faster from run to run.  If it does not grow so
   many times as often, the cost of a further cell is told. */
#define FASTER 2.0

static char *rounded(char buffer[NUMBERS_TEXT], double value)
{
   return numbers_grouped(buffer, (prof_sum)(value + .5));
}

/* Return "6.2" or "39". */
static char *times(char buffer[NUMBERS_TEXT], const excess_range *r)
{
   const double factor = r->most / r->least;

   if (factor >= 10)
      return rounded(buffer, factor);
   snprintf(buffer, NUMBERS_TEXT, "%.1f", factor);
   return buffer;
}

/* Return "6.2 times" or "by 442 cells"; the caller frees it. */
static char *growth_of(const excess *e)
{
   const excess_range *r = &e->input;
   char number[NUMBERS_TEXT];

   return r->most >= TIMES * r->least || e->kind == EXCESS_ARGUMENT
      ? memory_format("%s times", times(number, r))
      : memory_format("by %s cells", rounded(number, r->most - r->least));
}

char *excess_argument_words(const model *m, size_t i)
{
   const char *argument = m->runs[0].arguments[i];

   return *argument == '-'
      ? memory_format("the number of the option %.*s",
                      (int)(run_argument_number(argument) - 1 - argument), argument)
      : memory_format("argument %zu, a number,", i);
}

/* Return what the input is measured by.  The caller frees it. */
static char *input_words(const model *m, const excess *e,
                         char *(*name)(size_t, void *), void *data)
{
   char *of, *text;

   switch (e->kind) {
   case EXCESS_EXTERNAL:
      return memory_string("what the program reads from outside");
   case EXCESS_TOTAL:
      return memory_string("the input of the program");
   case EXCESS_ARGUMENT:
      return excess_argument_words(m, e->argument);
   case EXCESS_SAME:
   case EXCESS_ROUTINE:
      break;
   }
   of = name(e->routine, data);
   text = memory_format("the input of %s", of);
   free(of);
   return text;
}

/* Return "  The runs cost 1,200, 4,800 and 19,200.", or "" of too many; the caller
   frees it. */
static char *costs_words(const excess *e)
{
   char *text = memory_string("");

   for (size_t i = 0; i < e->cost_count; i++) {
      char number[NUMBERS_TEXT];

      memory_append(&text, "%s%s%s", i == 0 ? "  The runs cost "
                    : text_before(i, e->cost_count), rounded(number, e->costs[i]),
                    i + 1 < e->cost_count ? "" : ".");
   }
   return text;
}

/* Return the sentences about runs with the same input. */
static char *describe_same(const model *m, const excess *e)
{
   char cost[NUMBERS_TEXT], cells[NUMBERS_TEXT];
   char *costs = costs_words(e);
   char *text = memory_format(
      "The cost of the whole program grows %s times from the cheapest of these runs "
      "to the costliest, though what it reads from outside hardly differs (%s "
      "cells): a number, in there or among the arguments, says how much there is to "
      "do.  With that number as the size, and the cost of each run in %s, aprof fit "
      "tells the growth.%s%s", times(cost, &e->cost),
      rounded(cells, e->input.most), model_cost_name(m), costs,
      e->count > 0 ? "  What the costliest runs cost more is in" : "");

   free(costs);
   return text;
}

/* Return "216 times (from 120,000 to 25,920,000 basic blocks)", or what a further
   cell costs where that says nothing.  The caller frees it. */
static char *cost_words(const model *m, const excess *e, const char *unit)
{
   char from[NUMBERS_TEXT], to[NUMBERS_TEXT], factor[NUMBERS_TEXT];
   char first[NUMBERS_TEXT], last[NUMBERS_TEXT];

   rounded(from, e->cost.least);
   rounded(to, e->cost.most);
   if (e->cost.most / e->cost.least >= FASTER * e->input.most / e->input.least)
      return memory_format("%s times (from %s to %s %s)",
                           times(factor, &e->cost), from, to,
                           model_cost_name(m));
   return memory_format("from %s to %s %s, of which a part is the same in all "
                        "runs: a further %s costs %s at first, and %s in the end",
                        from, to, model_cost_name(m), unit,
                        rounded(first, e->at_first),
                        rounded(last, e->in_the_end));
}

/* Return those about runs whose inputs differ. */
static char *describe_faster(const model *m, const excess *e,
                             char *(*name)(size_t, void *), void *data)
{
   const bool number = e->kind == EXCESS_ARGUMENT;
   const char *unit = number ? "unit of it" : "cell";
   char least[NUMBERS_TEXT], most[NUMBERS_TEXT], line[NUMBERS_TEXT];
   char *what = input_words(m, e, name, data);
   char *input = growth_of(e), *cost = cost_words(m, e, unit);
   char *text = memory_format(
      "The cost of the whole program grows faster than its input, which the "
      "inputs of single calls do not show.  From the cheapest of these runs "
      "to the costliest, %s grows %s (from %s to %s%s), and the cost %s.  If "
      "each further %s cost the same, the costliest runs would cost %s.%s",
      what, input, rounded(least, e->input.least),
      rounded(most, e->input.most), number ? "" : " cells", cost, unit,
      rounded(line, (1 - e->part) * e->cost.most),
      e->count > 0 ? "  The excess is in" : "");

   free(cost);
   free(input);
   free(what);
   return text;
}

char *excess_describe(const model *m, const excess *e,
                      char *(*name)(size_t, void *), void *data)
{
   return e->kind == EXCESS_SAME ? describe_same(m, e)
                                 : describe_faster(m, e, name, data);
}

/* Return ", each with 998 basic blocks of its own instead of 130" where that
   differs, else "".  The caller frees it. */
static char *each_words(const model *m, const excess_part *p)
{
   const double before = p->calls.least > 0 ? p->self.least / p->calls.least
                                            : 0;
   const double after = p->self.most / p->calls.most;
   char blocks[NUMBERS_TEXT], less[NUMBERS_TEXT];

   if (before <= 0 || after < DEARER * before)
      return memory_string("");
   return memory_format(", %swith %s %s of its own instead of %s",
                        p->calls.most < 1.5 ? "" : "each ",
                        rounded(blocks, after), model_cost_name(m),
                        rounded(less, before));
}

char *excess_describe_part(const model *m, const excess_part *p,
                           char *(*name)(size_t, void *), void *data)
{
   char calls[NUMBERS_TEXT], less[NUMBERS_TEXT];
   char *of = name(p->routine, data);
   char *by = p->caller == SIZE_MAX ? NULL : name(p->caller, data);
   char *places = by && !p->below
      ? call_places_words(m, p->caller, p->routine, " in ") : memory_string("");
   char *caller = by ? memory_format(", %s %s%s",
                                     p->below ? "below" : "called by", by,
                                     places)
                     : memory_string("");
   char *each = each_words(m, p);
   char *instead = p->calls.least > 0 && p->calls.most > p->calls.least
      ? memory_format(" instead of %s", rounded(less, p->calls.least))
      : memory_string("");
   char *text = memory_format(
      "%s%s: %.0f %% of the excess; %s call%s%s%s.", of, caller,
      100 * fmin(p->part, 1), rounded(calls, p->calls.most),
      p->calls.most < 1.5 ? "" : "s", instead, each);

   free(instead);
   free(each);
   free(caller);
   free(places);
   free(by);
   free(of);
   return text;
}

/* Loops whose turns get more, or fewer, from one entry to the next.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/turns.h"
#include "assess/lone.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "base/paths.h"
#include "cli/cell.h"
#include "names/shorten.h"
#include "profile/edges.h"
#include "profile/optional.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A part of the program's cost below which a routine does not matter. */
#define LEAST_PART 0.05
/* A turn has one basic block or more of the routine's own; a loop with fewer
   turns than this part of them is not where the work is.  With calls that the
   compiler has inlined a turn may have more: 18 in tred of Graphviz.  So does a
   loop of which turns fall or rise by an element, up to so many, each time; and
   one of several such loops of a routine, which are the work together, though
   they may do so in each of a few tables.  (A sort that takes its buckets in
   the order of their sizes has ever more turns, too, but not one by one.) */
#define LEAST_WORK 0.0625
#define LEAST_WORK_OF_ONE 0.015625
#define ONE_ELEMENT 2.0
#define FEW_TABLES 2.0
/* Such a loop has this many turns for each cell of the input: it does not go
   over its characters once or twice, a part at a time. */
#define LEAST_TIMES 8.0
/* Entries, at the least; and for each activation, as the loop is in a loop of
   the routine.  (What a caller calls again and again is seen by its inputs.)
   An inlined routine that is called once at each turn is a part of that
   loop. */
#define LEAST_ENTRIES 100.0
#define LEAST_ENTRIES_EACH 12.0
/* From one entry to the next, turns that rise from few to the most, or fall,
   change by twice the mean divided by the number of entries: by so much, an
   element or a few elements. */
#define LEAST_CHANGE 0.125
#define MOST_CHANGE 16.0
/* A turn on vector registers does up to so many elements, such as the bytes of
   two of them.  Turns that rise by so little must rise evenly: a root of the
   number of entries changes as slowly, and has a trend of 0.2. */
#define VECTOR_CHANGE 0.015625
#define EVEN_TREND 0.22
/* Their moment differs from that of turns without a trend by this part of it,
   at the least, and by this number of standard deviations of turns that differ
   as much as these do, or as their mean.  (The last entry may have half of all
   turns: a text's last line, of ten thousand characters.  Turns that rise from
   0 by an element each time, or fall, give 1/3.  The counters begin late, so
   that turns may have risen to a half of the most.) */
#define TREND 0.1
#define TREND_DEVIATIONS 4.0

/* Turns that fall, or rise, more than evenly, and of which few entries have
   most: the moment differs by this part, and the standard deviation is so many
   times the mean.  The multiples of the primes in a sieve are its length
   divided by each prime: with n log log n turns in all, they are no square. */
#define UNEVEN_TREND 0.36
#define UNEVEN_DEVIATION 1.4

/* Calls and turns are as many if they differ by this part. */
#define SAME_CALLS 0.02
/* A loop is entered at each turn of another one if its entries are as many as
   the turns, the first of each entry counted or not, but for this part: the
   counters of both begin late. */
#define SAME_TURNS 0.02
/* A loop around inlined calls is looked for so many callers up, at most. */
#define LEVELS 8

/* A loop with as many turns each time may be one over the input, in a loop over
   the input, or a simulation with as many steps as cells: one run does not
   tell.  It is of interest if both numbers differ by this factor at most, and
   each of them from the cells of the input by this one, ... */
#define SAME_NUMBER 2.0
#define ELEMENT 16.0
/* ... and each cell has this many turns at the least. */
#define LEAST_TURNS 32.0
/* Elements may be larger, such as files, if each cell has this many turns and,
   with what is called there, this cost: all pairs of elements are compared.
   (The loops of a matrix have a turn for each cell, those of an image at most
   one for each of the four bytes in it.) */
#define LARGE_ELEMENT 256.0
#define LEAST_PAIRS 5.0
#define LEAST_COST 64.0
/* A routine with fewer cells of input reads but what its start has. */
#define FEWEST_CELLS 64.0

enum { ENTRIES, TURNS, MOMENT, EVEN, SQUARES, SUMS };
#define LOOP "x-sum-loop\t5\t"

/* Return the line in the key of an optional record, "x-sum-loop 5 OFFSET LINE";
   0: it is not known. */
static uint64_t line_of(const char *key)
{
   const char *line = strchr(key + strlen(LOOP), '\t');

   return line ? strtoull(line + 1, NULL, 10) : 0;
}

static double change_of_turns(double entries, double turns)
{
   return entries > 0 ? 2 * turns / entries / entries : 0;
}

static double change_of(const prof_sum *sums)
{
   return change_of_turns((double)sums[ENTRIES], (double)sums[TURNS]);
}

static bool is_by_element(double change)
{
   return change <= ONE_ELEMENT && change * FEW_TABLES * ONE_ELEMENT >= 1;
}

/* Return the standard deviation of the turns of an entry as a part of their
   mean. */
static double deviation(const prof_sum *sums)
{
   const double mean = (double)sums[TURNS] / (double)sums[ENTRIES];
   const double square = (double)sums[SQUARES] / (double)sums[ENTRIES];

   return sqrt(fmax(0, square / mean / mean - 1));
}

static bool has_trend(const prof_sum *sums)
{
   const double entries = (double)sums[ENTRIES], change = change_of(sums);
   const double least = change >= LEAST_CHANGE ? TREND : EVEN_TREND;
   double trend, far;

   if (entries < LEAST_ENTRIES || change < VECTOR_CHANGE ||
       change > MOST_CHANGE || sums[EVEN] == 0)
      return false;
   trend = fabs((double)sums[MOMENT] / (double)sums[EVEN] - 1);
   far = deviation(sums);
   return trend >= fmax(least, TREND_DEVIATIONS * fmax(1, far) /
                                  sqrt(3 * entries)) &&
          (trend <= UNEVEN_TREND || far <= UNEVEN_DEVIATION);
}

/* Return which part of the work the turns are at the least. */
static double least_work(const prof_sum *sums)
{
   const double change = change_of(sums);
   const bool is_even = sums[EVEN] > 0 &&
      fabs((double)sums[MOMENT] / (double)sums[EVEN] - 1) >= EVEN_TREND;

   return is_even && change <= ONE_ELEMENT && change * ONE_ELEMENT >= 1
          ? LEAST_WORK_OF_ONE : LEAST_WORK;
}

static bool differ_by(double a, double b, double factor)
{
   return a <= factor * b && b <= factor * a;
}

/* (Turns of an entry, `each`, are about as many as the entries.) */
static bool is_of_cells(double entries, double each, double input)
{
   return differ_by(entries, input, ELEMENT) &&
          entries * each >= LEAST_TURNS * input;
}

static bool is_of_pairs(double entries, double each, double input, double cost)
{
   return entries <= input && LARGE_ELEMENT * entries >= input &&
          entries * each >= LEAST_PAIRS * input && cost >= LEAST_COST * input;
}

/* Return whether each thread has called the routine once, at the most: their
   activations share the work. */
static bool is_one_for_all(const assessment *a)
{
   const model *m = a->m;

   return a->sums.calls == 1 ||
          (m->run_count == 1 && a->sums.calls <= m->runs[0].threads);
}

/* Return the number of activations that may have the loop, and set *input to
   what they have read: one, if it has nearly all of the work. */
static double activations_of(assessment *a, double *input)
{
   if (lone_find(a, true, input))
      return 1;
   *input = (double)a->sums.trms;
   return (double)a->sums.calls;
}

/* Return whether all activations have read about as much: their points show no
   growth. */
static bool have_one_size(assessment *a)
{
   const prof_tuple *points = assess_points(a);

   return a->m->run_count == 1 && a->points_trms > 0 && points[0].size > 0 &&
          differ_by((double)points[0].size,
                    (double)points[a->points_trms - 1].size, SAME_NUMBER);
}

/* Return the number of activations of which each has such a loop, and set
   *input to what each has read; 0: it is not known.  One activation may have
   nearly all of the work, each thread may have one, and share it; or they are
   the steps of a simulation, which read the same each time. */
static double steps_of(assessment *a, double *input)
{
   const double activations = activations_of(a, input);

   if (activations <= 1 || is_one_for_all(a))
      return 1;
   if (!have_one_size(a))
      return 0;
   *input /= activations;
   return activations;
}

/* Return which part of the work the turns of such a loop are at the least;
   0: it is none.  steps, input: see steps_of. */
static double square_work(const prof_sum *sums, const assessment *a,
                          double steps, double input)
{
   const double all = (double)sums[ENTRIES];
   const double entries = steps > 0 ? all / steps : 0;
   const double each = all > 0 ? (double)sums[TURNS] / all : 0;

   if (entries < LEAST_ENTRIES || sums[EVEN] == 0 ||
       !differ_by(entries, each, SAME_NUMBER))
      return 0;
   if (is_of_cells(entries, each, input))
      return LEAST_WORK;
   return is_of_pairs(entries, each, input, (double)a->sums.outermost / steps)
          ? LEAST_WORK_OF_ONE : 0;
}

/* Return whether the loop is around the calls of the routine, and its head is
   code of the routine by chance of the compiler: there is one call for each
   turn, or no activation has had the cost of the turns of one entry.  (The
   counters begin late: they may have missed some of the turns.) */
static bool is_around(const ranked_turns *t, const assessment *a)
{
   const double calls = (double)a->sums.calls;
   const double turns = (double)t->turns + (double)t->entries;

   return fabs(calls - turns) <= SAME_CALLS * calls ||
          (double)a->sums.self.max * (double)t->entries < (double)t->turns;
}

/* Return whether a loop around the calls of a routine is in another loop of the
   routine that it belongs to, or can't be found there: this is the first one up
   the callers that is not itself called at each turn. */
static bool is_around_in_loop(const ranked_turns *t, const assessment *a,
                              assessment *const *of)
{
   const model *m = a->m;
   size_t caller = a->routine;

   for (int level = 0; level < LEVELS; level++) {
      double input;

      caller = model_main_caller(m, caller);
      if (caller == RANKED_NONE || of[caller] == NULL)
         return true;
      if (2 * (double)of[caller]->sums.calls < (double)t->turns)
         return (double)t->entries >=
                LEAST_ENTRIES_EACH * activations_of(of[caller], &input);
   }
   return true;
}

/* Return whether the loop is in another loop of the routine.  of: the
   activations of each routine, see routines_of. */
static bool is_in_loop(const ranked_turns *t, assessment *a,
                       assessment *const *of)
{
   double input;

   if (is_around(t, a))
      return is_around_in_loop(t, a, of);
   return (double)t->entries >=
             LEAST_ENTRIES_EACH * activations_of(a, &input) ||
          2 * (double)a->sums.calls >= (double)t->turns;
}

static const prof_sum *loop_of(const model_optional *o)
{
   return o->owner.kind == MODEL_OF_ROUTINE && o->sum_count == SUMS &&
          strncmp(o->key, LOOP, strlen(LOOP)) == 0 ? o->sums : NULL;
}

/* Return the activations of each routine, if one thread has all of them, or
   NULL.  The caller frees the list. */
static assessment **routines_of(const model *m, const ranked *list,
                                size_t count)
{
   assessment **of = memory_new(m->routine_count, sizeof *of);
   bool *several = memory_new(m->routine_count, sizeof *several);

   for (size_t i = 0; i < count; i++) {
      assessment *a = list[i].assessment;

      several[a->routine] = of[a->routine] != NULL;
      of[a->routine] = a;
   }
   for (size_t i = 0; i < m->routine_count; i++)
      if (several[i])
         of[i] = NULL;
   free(several);
   return of;
}

/* Return whether a loop is of more interest than what was found before: it has
   more turns, or a trend and much of the work. */
static bool is_more(const prof_sum *sums, bool trend, const ranked_turns *t)
{
   const double turns = (double)sums[TURNS], before = (double)t->turns;

   if (trend == !t->steady)
      return turns > before;
   return trend ? turns > LEAST_WORK * before : turns * LEAST_WORK > before;
}

/* Return whether turns change by an element from entry to entry, and there are
   many for each cell of the input. */
static bool is_by_element_of_input(const ranked_turns *t, const assessment *a)
{
   const double turns = (double)t->turns;

   return !t->steady && turns >= LEAST_TIMES * (double)a->sums.trms &&
          is_by_element(change_of_turns((double)t->entries, turns));
}

/* Return whether the loop found is where a routine works. */
static bool has_work(const ranked_turns *t, const assessment *a)
{
   const double turns = (double)t->turns, self = (double)a->sums.self.sum;

   return turns >= t->work * self ||
          (turns >= LEAST_WORK_OF_ONE * self && is_by_element_of_input(t, a)) ||
          ((double)t->inner >= LEAST_WORK * self &&
           (t->steady || is_by_element_of_input(t, a)));
}

/* Return whether a loop is entered at each turn of the loop found. */
static bool is_at_each_turn(const prof_sum *sums, const ranked_turns *t)
{
   const double turns = (double)t->turns, entries = (double)sums[ENTRIES];

   return entries >= (1 - SAME_TURNS) * turns &&
          entries <= (1 + SAME_TURNS) * (turns + (double)t->entries);
}

/* Set `inner` of the loops that were found: what is done at each turn may be in
   a loop, such as the third one over few elements. */
static void find_inner(const model *m, ranked_turns *found)
{
   for (size_t i = 0; i < m->optional_count; i++) {
      const model_optional *o = &m->optionals[i];
      const prof_sum *sums = loop_of(o);
      ranked_turns *t;

      if (sums == NULL)
         continue;
      t = &found[o->owner.index];
      if (t->entries > 0 && is_at_each_turn(sums, t) && sums[TURNS] > t->inner)
         t->inner = sums[TURNS];
   }
}

void turns_find(const model *m, ranked *list, size_t count,
                double program_cost)
{
   ranked_turns *found = memory_new(m->routine_count, sizeof *found);
   assessment **of = routines_of(m, list, count);

   for (size_t i = 0; i < m->optional_count; i++) {
      const model_optional *o = &m->optionals[i];
      const prof_sum *sums = loop_of(o);
      const size_t r = o->owner.index;
      double work, steps = 1, input = 0;
      bool trend;

      if (sums == NULL)
         continue;
      trend = has_trend(sums);
      if (!is_more(sums, trend, &found[r]))
         continue;
      if (!trend && of[r] != NULL)
         steps = steps_of(of[r], &input);
      work = trend ? least_work(sums)
                   : of[r] ? square_work(sums, of[r], steps, input) : 0;
      if (work > 0)
         found[r] = (ranked_turns){
            .entries = (uint64_t)sums[ENTRIES], .turns = sums[TURNS],
            .line = line_of(o->key), .falls = sums[MOMENT] < sums[EVEN],
            .steady = !trend, .work = work, .steps = (uint64_t)steps,
            .input = (uint64_t)input,
         };
   }
   find_inner(m, found);
   for (size_t i = 0; i < count; i++) {
      assessment *a = list[i].assessment;
      const double self = (double)a->sums.self.sum;
      const ranked_turns *t = &found[a->routine];

      if (self >= LEAST_PART * program_cost &&
          has_work(t, a) && !assess_is_flat(a) &&
          is_in_loop(t, a, of))
         list[i].turns = *t;
   }
   free(of);
   free(found);
}

/* Return the loop in words; the caller frees it. */
static char *where_of(const ranked *r)
{
   const assessment *a = r->assessment;
   const model_routine *routine = &a->m->routines[a->routine];

   return r->turns.line > 0 && *routine->file
      ? memory_format("the loop in %s:%llu", paths_file_name(routine->file),
                      (unsigned long long)r->turns.line)
      : memory_string("a loop");
}

/* Return the cost of what has the loop: the routine's own work, and the callees
   that the turns call.  (What is called but once for each entry, such as the
   parser of a line, is no part of the loop.  A loop around the routine has all of
   it.) */
static double cost_of_loop(const ranked_turns *t, const assessment *a)
{
   const model *m = a->m;
   double cost = (double)a->sums.self.sum;
   size_t past;

   if (t->entries == 0 || is_around(t, a))
      return (double)a->sums.outermost;
   for (size_t e = edges_of(m, a->routine, &past); e < past; e++) {
      const model_edge *edge = &m->edges[e];

      if (edge->callee != a->routine &&
          (double)edge->calls >= LEAST_WORK * (double)t->turns)
         cost += (double)edge->cost;
   }
   return fmin(cost, (double)a->sums.outermost);
}

static void set_share(char percent[CELL_PERCENT], const ranked *r)
{
   const ranked_turns *t = &r->turns;
   const assessment *a = r->assessment;
   const double cost = t->of_operations
                       ? t->work * (double)a->sums.outermost
                       : cost_of_loop(t, a);
   const cell share = cell_percent((prof_sum)cost, a->m->total.cost);

   cell_short_percent(percent, &share);
}

/* Return ", and with ROUTINE once", of a loop of what an interpreter runs, or "".
   (An operation that is a routine says which of the loops it is.)  The caller frees
   it. */
static char *operation_words(const ranked *r)
{
   const model *m = r->assessment->m;
   char *name, *text;

   if (r->turns.operation == RANKED_NONE)
      return memory_string("");
   name = shorten_in_sentence(m->routines[r->turns.operation].shown);
   text = memory_format(", and with %s once", name);
   free(name);
   return text;
}

/* Return what turns_describe does, of a loop of what an interpreter runs. */
static char *describe_operations(const ranked *r, const char *entries,
                                 const char *turns, const char *percent)
{
   const bool falls = r->turns.falls;
   char *once = operation_words(r);
   char *text = memory_format(
      "runs a loop %s times, each time with %s (%s in all)%s: this cost grows as "
      "the square of that number; it is %s %% of the run", entries,
      !r->turns.to_limit ? falls ? "fewer operations than before"
                                 : "more operations than before"
      : falls ? "any number of operations up to ever fewer"
              : "any number of operations up to ever more",
      turns, once, percent);

   free(once);
   return text;
}

char *turns_describe(const ranked *r)
{
   const ranked_turns *t = &r->turns;
   const bool is_nested = t->inner > t->turns;
   char entries[NUMBERS_TEXT], turns[NUMBERS_TEXT], percent[CELL_PERCENT];
   char *where = where_of(r), *text;

   numbers_grouped(entries, t->entries);
   numbers_grouped(turns, t->turns);
   set_share(percent, r);
   if (t->of_operations) {
      free(where);
      return describe_operations(r, entries, turns, percent);
   }
   if (is_around(t, r->assessment)) {
      free(where);
      return memory_format(
         "is called at each turn of a loop, which runs %s times, each time "
         "with %s turns than before (%s turns in all): this cost grows as "
         "the square of that number; it is %s %% of the run", entries,
         t->falls ? "fewer" : "more", turns, percent);
   }
   text = memory_format(
      "runs %s %s times, each time with %s turns than before (%s turns in "
      "all%s): this cost grows as the square of that number%s; it is %s %% of "
      "the run", where, entries, t->falls ? "fewer" : "more", turns,
      is_nested ? ", each with a loop" : "", is_nested ? ", or faster" : "",
      percent);
   free(where);
   return text;
}

char *turns_describe_steady(const ranked *r, const char *name)
{
   const ranked_turns *t = &r->turns;
   char entries[NUMBERS_TEXT], each[NUMBERS_TEXT], percent[CELL_PERCENT];
   char cells[NUMBERS_TEXT];
   const char *unit = assess_size_unit(r->assessment->m,
                                       r->assessment->routine);
   char *where = where_of(r), *text;

   numbers_grouped(entries, t->steps > 1 ? t->entries / t->steps : t->entries);
   numbers_grouped(each, t->entries > 0 ? t->turns / t->entries : 0);
   numbers_grouped(cells, t->steps > 1 ? t->input : r->assessment->sums.trms);
   set_share(percent, r);
   if (t->of_operations) {
      char *once = operation_words(r);

      text = memory_format("%s ran %s %s times, with about %s operations each "
                           "time%s: %s %% of the run.", name, where, entries,
                           each, once, percent);
      free(once);
      free(where);
      return text;
   }
   if (t->steps > 1) {
      char calls[NUMBERS_TEXT];

      numbers_grouped(calls, t->steps);
      text = memory_format(
         "%s ran %s about %s times in each of %s calls, with about %s turns "
         "each time, and the %s of a call %s %s%s: %s %% of the run.",
         name, where, entries, calls, each, *unit ? "input" : "size",
         *unit ? "has" : "is", cells, unit, percent);
   } else {
      text = memory_format(
         "%s ran %s %s times, with about %s turns each time, and its %s %s "
         "%s%s: %s %% of the run.", name, where, entries, each,
         *unit ? "input" : "size", *unit ? "has" : "is", cells, unit, percent);
   }
   free(where);
   return text;
}

bool turns_has_square(const assessment *a)
{
   const model_owner owner = { MODEL_OF_ROUTINE, a->routine, 0 };
   const double cells = (double)a->sums.trms;
   size_t past;

   for (size_t i = optional_of(a->m, &owner, &past); i < past; i++) {
      const prof_sum *sums = loop_of(&a->m->optionals[i]);

      if (sums && sums[ENTRIES] > 0 && cells >= FEWEST_CELLS &&
          differ_by((double)sums[TURNS] / (double)sums[ENTRIES], cells,
                    SAME_NUMBER) &&
          (double)sums[TURNS] * ELEMENT >= cells * cells)
         return true;
   }
   return false;
}

char *turns_describe_most(const assessment *a)
{
   const model_owner owner = { MODEL_OF_ROUTINE, a->routine, 0 };
   const model_routine *r = &a->m->routines[a->routine];
   const prof_sum *most = NULL;
   size_t past;
   char entries[NUMBERS_TEXT], each[NUMBERS_TEXT];
   uint64_t line = 0;

   for (size_t i = optional_of(a->m, &owner, &past); i < past; i++) {
      const model_optional *o = &a->m->optionals[i];
      const prof_sum *sums = loop_of(o);

      if (sums && (most == NULL || sums[TURNS] > most[TURNS])) {
         most = sums;
         line = line_of(o->key);
      }
   }
   if (most == NULL || most[ENTRIES] == 0 || line == 0 || !*r->file ||
       (double)most[TURNS] < LEAST_WORK_OF_ONE * (double)a->sums.self.sum)
      return memory_string("");
   numbers_grouped(entries, most[ENTRIES]);
   numbers_grouped(each, most[TURNS] / most[ENTRIES]);
   return memory_format("  Of its loops, that in %s:%llu had the most turns: %s "
                        "in each of %s entries, in the mean.",
                        paths_file_name(r->file), (unsigned long long)line,
                        each, entries);
}

/* Data that are read again and again.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/rereads.h"
#include "assess/circle.h"
#include "assess/lone.h"
#include "assess/read_sums.h"
#include "assess/run_sizes.h"
#include "assess/runtime_objects.h"
#include "assess/size_spread.h"
#include "assess/turns.h"
#include "assess/worker.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "cli/cell.h"
#include "names/select.h"
#include "names/shorten.h"
#include "profile/optional.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Columns of a name in a sentence. */
#define NAME_WIDTH 60
/* A part of the program's cost below which a callee does not matter. */
#define LEAST_PART 0.05
/* Each cell is read this often, at the least. */
#define LEAST_TIMES 8.0
/* Each cell is read this often in a recursion, for each level that halves. */
#define LEVELS 2.0
/* Calls that are not below each other cost this many times what the outermost
   of their callee cost, at the most. */
#define NESTED 2.0
/* Cells of an input without a record in x-sum-reads, at the most. */
#define SMALL 64.0
/* Calls for each activation of the caller, at the least. */
#define LEAST_CALLS 12.0
/* Cells that a basic block writes: one, so that LEAST_TIMES allows for 8, in a
   loop that the compiler has made of vector instructions; and 64 in a routine
   of the C library that copies. */
#define WRITTEN 1.0
#define WRITTEN_BY_COPY 64.0
/* A callee whose work is to read has no more basic blocks than this for a
   cell: 64 for each of four characters.  (A matcher of patterns tries what
   follows at each of them.) */
#define MOST_WORK 256.0
/* Sizes that rise from few cells have half of their greatest as their mean; if
   the greatest is less than this many times the mean, then most of what is read
   is the same in all calls, such as a table. */
#define LEAST_RISE 1.5
/* Sizes that rise from few cells, or fall to few, have no more than this many
   times their mean, even if each call reads up to a random element of what is
   there. */
#define FEW_SIZES 4.0
/* Sizes get larger (or smaller) from call to call if the changes in that
   direction exceed the others by this part of all changes, and by this number
   of standard deviations of sizes that change at random.  (A list that is
   searched at each insertion may have some elements already.) */
#define ONE_WAY 0.2
#define DEVIATIONS 3.0
/* Fewer changes say nothing ... */
#define LEAST_CHANGES 8.0
/* ... nor do changes of which each has more calls than this.  (A cell holds
   several characters: a text that gets shorter by a character at a time often
   has the same number of cells.) */
#define CALLS_PER_CHANGE 16.0
/* Sizes get larger (or smaller) in the course of the run if their moment
   (x-sum-reads) differs from that of sizes without a trend by this part of it,
   and by this number of standard deviations of sizes that differ as much as
   their mean.  A search in a list of n elements ends anywhere in the list, so
   that from call to call sizes change at random while the list grows.  (Linear
   growth gives 1/3.  A table that is filled in the first tenth of the run, and
   is asked at random then, gives 0.05.) */
#define TREND 0.08
#define TREND_DEVIATIONS 8.0
#define NO_CHANCE 0.9
/* The largest of sizes that rise are at least the caller's input divided by
   this; smaller sizes are those of a buffer that is filled again and again. */
#define LEAST_PART_OF_INPUT 8.0
/* Sizes that are small for the caller's input may be a part of each element of
   it, such as the links of a list of large nodes.  They are no buffer's if they
   rise from few cells to the greatest size so many times in a run at the
   most. */
#define MOST_ASCENTS 8.0
/* Calls that read as much each time read the caller's own input if the two
   sizes differ by no more than this factor. */
#define SAME_SIZE 1.5
/* They are a loop over the input if there is one for each cell, or for each of
   the characters in it; more may be the steps of a simulation. */
#define CHARACTERS 4.0
/* Sizes that change by this many cells from call to call (half of a character,
   or a large element), over so many calls, and all in one direction in the
   course of the run: an element more, or less, each time, up to much of the
   caller's input.  Then the cost is the square of the number of elements, and
   it does not matter which routine has written what is read.  (Linear growth
   gives a trend of 1/3.) */
#define LEAST_ELEMENT 0.125
#define ELEMENT 16.0
#define ELEMENT_CALLS 100.0
/* Elements may be so large, such as nodes of a list with their names, if sizes
   rise evenly, or fall: their trend is 1/3.  (Factors of a matrix do so, too,
   by a row of it at each call, or a number; each call has a row or a column, so
   a row has ELEMENT_CALLS cells or more.  What is left of a matrix falls
   unevenly.) */
#define LARGE_ELEMENT 64.0
#define EVEN_TREND (1 / 3.0)
#define EVEN_DIFFERENCE 0.05
#define ELEMENT_TREND 0.2
/* Sizes that change by an element from call to call in both directions: there
   are this many different ones at the least.  WALK_SIZES sizes with this change
   from one to the next, in two halves, have a standard deviation of WALK_SPREAD
   changes, or more: records that are nearly alike have less. */
#define WALK_SIZES 100.0
#define WALK_SPREAD (WALK_SIZES / 8)
/* Sizes that rise by equal steps have a trend of 1/3, and this one at the most;
   those that double have more. */
#define STEPS_TREND 0.5
/* The caller reads as much in each call if sizes within this factor of its
   largest have this part of the calls of the callee. */
#define SAME_BLOCK 1.05
#define IN_BLOCK 0.9
/* A callee that reads this part of the caller's input in each call, or more,
   and each cell often, reads what is there already: it is no source of new data
   for the caller's other callees. */
#define READS_MUCH 0.25
/* Passes over all edges to find what is below a routine. */
enum { ROUNDS = 8 };

/* Zeros of calloc are told if they are this part of the other cells. */
#define MANY_ZEROS 0.1

/* The keys of the records. */
#define CLEARED "x-sum-cleared\t1"
#define FILES "x-sum-again"

/* A routine in all its threads. */
typedef struct {
   double trms, self, cost, calls;
   double lone;                       /* the input of the one activation that
                                         has nearly all cost; 0: none has */
   size_t circle;                     /* the recursion that it is a part of
                                         (circle.h); 0: none */
   double entries, entry_trms;        /* calls of the recursion from outside
                                         with large inputs; the inputs of all
                                         calls from outside */
   double size_max, sizes;
   bool runtime, judged_flat, judged_growing;
   assessment *most;                  /* that of the thread with most calls */
   double copies;                     /* part of its cost in routines that
                                         copy memory */
   double writes;                     /* cells that it and its callees may have
                                         written */
   double readers;                    /* ... those of them that callees have
                                         written that only read again */
   double cleared;                    /* cells of calloc's blocks that it and
                                         its callees have got */
   double external;                   /* cells that the kernel has written */
   double files;                      /* those of them that are of files, and
                                         that the same activation had read
                                         before: not in trms */
} node;

static bool is_copy(const model_routine *r)
{
   static const char *const patterns[] = {
      "*memcpy*", "*memmove*", "*mempcpy*", "*strcpy*", "*stpcpy*",
      "*strncpy*", "*strcat*",
   };

   for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
      if (select_glob(patterns[i], r->name))
         return true;
   return false;
}

/* Set which part of a routine's blocks write WRITTEN_BY_COPY cells, those of
   its callees included.  What copies writes no more cells than it reads: short
   copies write few in a block.  (__memcpy_chk has a test of its own, and the
   rest is memcpy's.) */
static void set_copies(node *n, const model_routine *r)
{
   if (!n->runtime)
      return;
   if (select_glob("*memset*", r->name))
      n->copies = 1;
   else if (is_copy(r) && n->cost > 0)
      n->copies = fmin(1, n->trms / n->cost / WRITTEN_BY_COPY);
}

static double cells_per_block(const node *n)
{
   return WRITTEN + (WRITTEN_BY_COPY - WRITTEN) * n->copies;
}

static void find_copies(const model *m, node *nodes)
{
   double *sums = memory_new(m->routine_count, sizeof *sums);

   for (int round = 0; round < ROUNDS; round++) {
      for (size_t i = 0; i < m->routine_count; i++)
         sums[i] = 0;
      for (size_t e = 0; e < m->edge_count; e++)
         if (m->edges[e].caller != m->edges[e].callee)
            sums[m->edges[e].caller] += (double)m->edges[e].cost *
                                        nodes[m->edges[e].callee].copies;
      for (size_t i = 0; i < m->routine_count; i++)
         if (nodes[i].copies < 1 && nodes[i].cost > 0)
            nodes[i].copies = fmin(1, sums[i] / nodes[i].cost);
   }
   free(sums);
}

/* Set `cleared`.  A callee's blocks are its callers', by their parts of its
   cost. */
static void find_cleared(const model *m, node *nodes)
{
   double *own = memory_new(m->routine_count, sizeof *own);
   double *sums = memory_new(m->routine_count, sizeof *sums);
   double all = 0;

   for (size_t i = 0; i < m->optional_count; i++) {
      const model_optional *o = &m->optionals[i];

      if (o->owner.kind == MODEL_OF_EDGE && strcmp(o->key, CLEARED) == 0) {
         own[o->owner.index] += (double)o->sums[0];
         all += (double)o->sums[0];
      }
   }
   for (int round = 0; round < ROUNDS; round++) {
      memcpy(sums, own, m->routine_count * sizeof *sums);
      for (size_t e = 0; e < m->edge_count; e++) {
         const model_edge *edge = &m->edges[e];
         const node *callee = &nodes[edge->callee];

         if (edge->caller != edge->callee && callee->cost > 0)
            sums[edge->caller] += callee->cleared *
                                  fmin(1, (double)edge->cost / callee->cost);
      }
      for (size_t i = 0; i < m->routine_count; i++)
         nodes[i].cleared = fmin(all, sums[i]);
   }
   free(sums);
   free(own);
}

static bool is_growing(const verdict *v)
{
   static const growth linear = { GROWTH_LINEAR, 0 };

   return v->confidence >= VERDICT_LIKELY &&
          v->growth.kind != GROWTH_UNDECIDED &&
          growth_compare(v->growth, linear) >= 0;
}

double rereads_of_files(const model *m, size_t routine, double external)
{
   const model_optional *o =
      optional_find(m, MODEL_OF_ROUTINE, routine, FILES);
   double got, again;

   if (o == NULL || strcmp(o->key, FILES "\t2") != 0)
      return 0;
   got = (double)o->sums[0];
   again = (double)o->sums[1];
   /* What the kernel has written and no instruction has read is no input. */
   return external < got ? again * external / got : again;
}

static node *make_nodes(const model *m, const ranked *list, size_t count)
{
   node *nodes = memory_new(m->routine_count, sizeof *nodes);

   for (size_t i = 0; i < m->routine_count; i++) {
      const model_routine *r = &m->routines[i];

      nodes[i].runtime = runtime_objects_has(m->objects[r->object].name);
   }
   for (size_t i = 0; i < count; i++) {
      const assessment *a = list[i].assessment;
      node *n = &nodes[a->routine];

      n->trms += (double)a->sums.trms;
      n->external += (double)a->sums.external;
      n->self += (double)a->sums.self.sum;
      n->cost += (double)a->sums.outermost;
      n->calls += (double)a->sums.calls;
      if (n->most != NULL || !lone_find(list[i].assessment, false, &n->lone))
         n->lone = 0;
      if (n->most == NULL || n->most->sums.calls < a->sums.calls)
         n->most = list[i].assessment;
      n->size_max = fmax(n->size_max, (double)a->size_max);
      n->sizes = fmax(n->sizes, (double)a->points_trms);
      n->judged_flat |= assess_is_flat(a);
      n->judged_growing |= a->inferred && is_growing(&a->worst);
   }
   for (size_t i = 0; i < m->routine_count; i++) {
      node *n = &nodes[i];

      n->files = rereads_of_files(m, i, n->external);
      n->trms -= n->files;
      if (n->lone > 0)
         n->lone = fmax(1, n->lone - n->files);
   }
   for (size_t i = 0; i < m->routine_count; i++)
      set_copies(&nodes[i], &m->routines[i]);
   find_copies(m, nodes);
   find_cleared(m, nodes);
   for (size_t i = 0; i < m->routine_count; i++)
      nodes[i].writes = WRITTEN * nodes[i].self;
   /* What a recursion costs, the calls of others have already. */
   for (size_t e = 0; e < m->edge_count; e++)
      if (m->edges[e].caller != m->edges[e].callee)
         nodes[m->edges[e].caller].writes += (double)m->edges[e].cost *
            cells_per_block(&nodes[m->edges[e].callee]);
   return nodes;
}

/* Return a routine's input: of a recursion that of the activations that are
   called from outside.  It has what those below them read. */
static double outer_trms(const node *n)
{
   if (n->circle != 0)
      return fmin(n->trms, n->entry_trms);
   return n->lone > 0 ? n->lone : n->trms;
}

/* Return the number of these activations: of a recursion those with large
   inputs, as the others have no loop that reads much; and the one that has
   nearly all cost. */
static double outer_calls(const node *n)
{
   if (n->circle != 0)
      return fmax(1, n->entries);
   return n->lone > 0 ? 1 : n->calls;
}

/* Return whether the calls of an edge are below each other, in a recursion: the
   sum of their inputs says nothing then.  (Their costs add up to many times the
   cost of the outermost.) */
static bool is_nested(const model_edge *edge, const node *nodes)
{
   const node *callee = &nodes[edge->callee];

   return callee->circle != 0 && callee->circle == nodes[edge->caller].circle &&
          (double)edge->cost > NESTED * callee->cost;
}

/* Return how many cells there are to read at first: a routine's input, and the
   zeros of calloc. */
static double cells_of(const node *n)
{
   return outer_trms(n) + n->cleared;
}

static double input_of(const node *n)
{
   return outer_trms(n) / outer_calls(n);
}

/* Return how often each cell is read, at the least.  A recursion that halves
   its data reads each of them once at each level. */
static double least_times(const node *n)
{
   return n->circle != 0 ? fmax(LEAST_TIMES, LEVELS * log2(outer_trms(n)))
                       : LEAST_TIMES;
}

/* Return whether much of the cost is in calls of this edge. */
static bool is_costly(const model_edge *edge, const node *nodes,
                      double program_cost)
{
   return edge->caller != edge->callee && !nodes[edge->caller].runtime &&
          (double)edge->cost >= LEAST_PART * program_cost;
}

/* Return whether it is, in a loop.  In a recursion each activation may have a
   call or two. */
static bool is_loop(const model_edge *edge, const prof_sum *sums,
                    const node *nodes, double program_cost)
{
   const node *caller = &nodes[edge->caller];
   const double least = caller->circle != 0 ? ELEMENT_CALLS
                                          : LEAST_CALLS * outer_calls(caller);

   return is_costly(edge, nodes, program_cost) && !caller->judged_flat &&
          (double)sums[READS_CALLS] >= least;
}

/* Return whether each cell of the caller's is read often by this edge, if the
   caller writes nothing between the calls. */
static bool reads_often(const model_edge *edge, const prof_sum *sums,
                        const node *nodes, double program_cost)
{
   const double cells = (double)sums[READS_CELLS];
   const node *caller = &nodes[edge->caller];

   return is_loop(edge, sums, nodes, program_cost) &&
          cells >= least_times(caller) * cells_of(caller) &&
          (double)edge->cost <= MOST_WORK * cells;
}

/* Return whether nearly all of the caller's input is of files that it reads
   again and again, and the callee's is of files. */
static bool is_of_files(const node *caller, const node *callee)
{
   return caller->files >= (LEAST_TIMES - 1) * caller->trms &&
          2 * callee->external >= callee->trms + callee->files;
}

/* Two callees may read the same data again and again: neither is a writer then,
   for the other. */
static bool is_reader(const model_edge *edge, const prof_sum *sums,
                      const node *nodes, double program_cost)
{
   return !is_nested(edge, nodes) &&
          reads_often(edge, sums, nodes, program_cost) &&
          (double)sums[READS_CELLS] / (double)sums[READS_CALLS] >=
             READS_MUCH * input_of(&nodes[edge->caller]);
}

static double written_by(const model_edge *edge, const node *nodes)
{
   return (double)edge->cost * cells_per_block(&nodes[edge->callee]);
}

/* Sizes that hardly ever change in the other direction do not differ at
   random. */
static bool is_steady_change(const prof_sum *sums)
{
   return fabs((double)sums[READS_RISING] - (double)sums[READS_FALLING]) >=
          NO_CHANCE * (double)sums[READS_CALLS];
}

/* Return how much of the whole the sizes get larger, or smaller, in the course
   of the run (x-sum-reads); 0: that is not known. */
static double trend_of(const prof_sum *sums)
{
   const double even = (double)sums[READS_EVEN];

   return even > 0 ? fabs((double)sums[READS_MOMENT] / even - 1) : 0;
}

/* Return the cells of the largest element by which sizes may change. */
static double largest_element(const prof_sum *sums)
{
   return is_steady_change(sums) &&
          fabs(trend_of(sums) - EVEN_TREND) <= EVEN_DIFFERENCE
          ? LARGE_ELEMENT : ELEMENT;
}

/* Return whether sizes rise (or fall) by an element at each call, and begin
   anew a few times at the most: each time they change by the greatest size,
   which is twice the mean, and back.  The sizes of a buffer that is filled
   again and again rise more often. */
static bool is_few_ascents(const prof_sum *sums, bool has_changes,
                           const model *m)
{
   const double calls = (double)sums[READS_CALLS];
   const double mean = (double)sums[READS_CELLS] / calls;
   const double changes = (double)sums[READS_CHANGES];
   const double most = MOST_ASCENTS * fmax(1, (double)m->run_count);

   return has_changes && calls >= ELEMENT_CALLS && is_steady_change(sums) &&
          changes >= LEAST_ELEMENT * calls && changes <= ELEMENT * calls &&
          changes <= 2 * most * 2 * mean;
}

static bool has_trend(const prof_sum *sums, double least)
{
   const double calls = (double)sums[READS_CALLS];
   const double by_chance = is_steady_change(sums)
                            ? 0 : TREND_DEVIATIONS / sqrt(3 * calls);

   return trend_of(sums) >= fmax(least, by_chance);
}

/* Return whether the sizes rise, or fall, at each of many calls in the whole
   course of the run. */
static bool goes_one_way(const prof_sum *sums)
{
   return (double)sums[READS_CALLS] >= ELEMENT_CALLS &&
          is_steady_change(sums) && has_trend(sums, ELEMENT_TREND);
}

/* Return whether they do so by an element each time.  Then the cost is the
   square of the number of calls, whatever else the caller reads. */
static bool is_ever_more(const prof_sum *sums)
{
   const double calls = (double)sums[READS_CALLS];
   const double most = 2 * (double)sums[READS_CELLS] / calls;

   return goes_one_way(sums) && most <= largest_element(sums) * calls &&
          most >= LEAST_ELEMENT * calls;
}

/* Return whether they do so by equal steps: the callee has all that is there to
   read, each time that there is a step more of it, such as a table that grows
   by a fixed number of slots.  What loops may be far above the caller. */
static bool is_in_steps(const prof_sum *sums)
{
   return goes_one_way(sums) && trend_of(sums) <= STEPS_TREND;
}

/* Return whether sizes get larger by an element at each call in the mean, from
   the first call of the run to the last, whether they change at random or a few
   of them fall: what a call reads is a part of what all the calls before have
   left.  Then the cost is the square of the number of calls, as it is where
   they get larger one by one.  (Tables that double, one after the other, have
   few sizes.) */
static bool is_by_trend(const prof_sum *sums, const node *callee)
{
   const double calls = (double)sums[READS_CALLS];
   const double most = 2 * (double)sums[READS_CELLS] / calls;

   return calls >= ELEMENT_CALLS && callee->sizes >= WALK_SIZES &&
          sums[READS_MOMENT] > sums[READS_EVEN] &&
          has_trend(sums, ELEMENT_TREND) && trend_of(sums) <= STEPS_TREND &&
          most <= ELEMENT * calls && most >= LEAST_ELEMENT * calls;
}

/* Return how much sizes can change in the course of the run because some calls,
   such as the first ones, read far more than all others: the part of the cells
   in sizes that those which rise or fall evenly, or end anywhere in what gets
   more or less, do not have. */
static double trend_of_few(const prof_sum *sums, const node *callee)
{
   const prof_tuple *points = assess_points(callee->most);
   const double cells = (double)sums[READS_CELLS];
   const double most = FEW_SIZES * cells / (double)sums[READS_CALLS];
   double far = 0;

   for (size_t i = callee->most->points_trms;
        i > 0 && (double)points[i - 1].size > most; i--)
      far += (double)points[i - 1].size * (double)points[i - 1].calls;
   return far / cells;
}

/* Return whether the sizes are many and far apart, and yet change by an element
   from call to call: the callee follows, for each element, a way through the
   data that gets longer and shorter.  Of several runs each may have sizes of
   its own, which are far apart and do not change: nothing is known then. */
static bool is_walk(const prof_sum *sums, const node *callee, double input)
{
   const double calls = (double)sums[READS_CALLS];
   const double cells = (double)sums[READS_CELLS];
   const double changes = (double)sums[READS_CHANGES];

   return callee->most->m->run_count == 1 && calls >= ELEMENT_CALLS &&
          callee->sizes >= WALK_SIZES &&
          callee->size_max * LEAST_PART_OF_INPUT >= input &&
          changes >= LEAST_ELEMENT * calls && changes <= ELEMENT * calls &&
          size_spread_least(callee->most, cells / calls, calls) >=
             WALK_SPREAD * changes / calls;
}

/* Return whether sizes change by an element, or less, from call to call.  Those
   of tables that double, one after the other, jump. */
static bool is_by_element(const prof_sum *sums, double mean, bool has_changes)
{
   const double calls = (double)sums[READS_CALLS];

   const double most = largest_element(sums) * calls;

   return 2 * mean <= most &&
          (!has_changes || (double)sums[READS_CHANGES] <= most);
}

static bool is_element_by_element(const prof_sum *sums, double mean,
                                  double input, bool has_changes)
{
   const double calls = (double)sums[READS_CALLS];

   return calls >= ELEMENT_CALLS &&
          is_by_element(sums, mean, has_changes) &&
          2 * mean >= LEAST_ELEMENT * calls &&
          2 * mean * LEAST_PART_OF_INPUT >= input &&
          has_trend(sums, ELEMENT_TREND);
}

/* Return whether the callee's calls are on data that were there before, as the
   cells say that were read and written; *found has the numbers. */
static bool is_repeated(const prof_sum *sums, bool has_changes,
                        const node *caller, const node *callee,
                        const ranked_reread *found)
{
   const double calls = (double)sums[READS_CALLS];
   const double rising = (double)sums[READS_RISING];
   const double falling = (double)sums[READS_FALLING];
   const double changes = rising + falling;
   const double mean = (double)sums[READS_CELLS] / calls;
   const double input = input_of(caller);
   /* What gets less in the course of the run has been the caller's input at
      first; what gets more the caller may have made. */
   const bool is_large = 2 * mean * LEAST_PART_OF_INPUT >= input ||
                         is_few_ascents(sums, has_changes, callee->most->m);

   if (found->fresh && (found->steady ||
                        !is_element_by_element(sums, mean, input,
                                               has_changes)))
      return false;
   if (!found->steady)
      return callee->size_max >= LEAST_RISE * mean &&
             ((has_trend(sums, TREND + trend_of_few(sums, callee)) &&
               (sums[READS_MOMENT] > sums[READS_EVEN] || is_large)) ||
              (fabs(rising - falling) >= fmax(ONE_WAY * changes,
                                              DEVIATIONS * sqrt(changes)) &&
               is_large));
   /* A loop that reads its whole input for each cell of it, not a loop that
      makes a number of passes; unless each pass reads files anew. */
   return found->of_input && SAME_SIZE * mean >= input &&
          ((calls >= outer_trms(caller) &&
            calls <= SAME_SIZE * CHARACTERS * outer_trms(caller)) ||
           is_of_files(caller, callee));
}

/* Return whether the caller reads as much in each of its activations that call
   the callee, and more than the callee ever does: a page of a file that fills,
   or a buffer, whose size bounds what the callee reads.  What grows without
   bound makes the caller's input grow, too. */
static bool is_in_block(const prof_sum *sums, const node *caller,
                        const node *callee)
{
   const prof_tuple *points = assess_points(caller->most);
   const size_t count = caller->most->points_trms;
   double within = 0;

   if (count == 0 || callee->size_max > (double)points[count - 1].size)
      return false;
   for (size_t i = count;
        i > 0 && (double)points[i - 1].size * SAME_BLOCK >=
                    (double)points[count - 1].size; i--)
      within += (double)points[i - 1].calls;
   return within >= IN_BLOCK * (double)sums[READS_CALLS];
}

/* Set *found to what an edge says, if its callee reads the same data again and
   again, or ever more.  has_changes: the sums have READS_CHANGES. */
static bool read_again(const model_edge *edge, const prof_sum *sums,
                       bool has_changes, const node *nodes,
                       double program_cost, ranked_reread *found)
{
   const node *caller = &nodes[edge->caller], *callee = &nodes[edge->callee];
   const double calls = (double)sums[READS_CALLS];
   const double cells = (double)sums[READS_CELLS];
   const double changes = (double)sums[READS_RISING] +
                          (double)sums[READS_FALLING];
   const double written = fmax(0, caller->writes -
                                  fmax(caller->readers,
                                       written_by(edge, nodes)));
   const double mean = cells / calls;
   const bool steady = changes < LEAST_CHANGES ||
                       calls > CALLS_PER_CHANGE * changes;

   if (!is_costly(edge, nodes, program_cost) || is_nested(edge, nodes) ||
       (!steady && is_in_block(sums, caller, callee)))
      return false;
   *found = (ranked_reread){
      .callee = edge->callee, .calls = sums[READS_CALLS],
      .cells = sums[READS_CELLS], .cost = edge->cost,
      .input = (prof_sum)ceil(cells_of(caller)),
      .has_zeros = caller->cleared > MANY_ZEROS * outer_trms(caller),
      /* Sizes that rise from or fall to a few cells are twice the mean at
         most. */
      .of_input = (steady ? 1 : 2) * mean <= SAME_SIZE * input_of(caller),
      .steady = steady,
      .fresh = cells < LEAST_TIMES * (cells_of(caller) + written) &&
               !is_of_files(caller, callee),
      .times = cells / fmax(cells_of(caller), (steady ? 1 : 2) * mean),
      .falls = sums[READS_FALLING] > sums[READS_RISING],
   };
   if (!is_loop(edge, sums, nodes, program_cost)) {
      found->ever_more = found->steps =
         is_in_steps(sums) && (double)edge->cost <= MOST_WORK * cells;
      return found->steps;
   }
   if (!reads_often(edge, sums, nodes, program_cost)) {
      found->ever_more = is_ever_more(sums) &&
                         ((double)edge->cost <= MOST_WORK * cells ||
                          callee->judged_growing);
      return found->ever_more;
   }
   if (is_repeated(sums, has_changes, caller, callee, found))
      return true;
   found->ever_more = is_ever_more(sums);
   found->walk = has_changes && !steady &&
                 is_walk(sums, callee, input_of(caller));
   found->trend = !found->ever_more && is_by_trend(sums, callee);
   found->by_runs = run_sizes_grow_with_calls(callee->most->m, edge->callee);
   return found->ever_more || found->walk || found->trend || found->by_runs;
}

/* Return the cost of a finding, to compare it with others of the same caller: a
   callee outside of a recursion says more than one that is a part of it, and
   leads to the former. */
static double weight_of(size_t caller, const ranked_reread *r,
                        const node *nodes)
{
   const size_t circle = nodes[caller].circle;

   return circle != 0 && circle == nodes[r->callee].circle
          ? (double)r->cost / 2 : (double)r->cost;
}

/* Take a finding without a loop for its caller, if no loop with as much cost
   was found: that loop calls the caller, most often, and says more. */
static void take_steps(ranked_reread *rereads, size_t count,
                       const ranked_reread *steps, size_t caller)
{
   for (size_t i = 0; i < count; i++)
      if (rereads[i].callee != RANKED_NONE && rereads[i].cost >= steps->cost)
         return;
   if (steps->callee != RANKED_NONE)
      rereads[caller] = *steps;
}

/* Calls of a recursion from outside of it. */
typedef struct {
   double entries, trms;              /* with a large input; cells of all */
} entrances;

/* Find the recursions, and what they are called for.  An input without a record
   is a small one. */
static void find_entries(const model *m, node *nodes)
{
   size_t count;
   size_t *circles = circle_number_all(m, &count);
   entrances *outer = memory_new(count + 1, sizeof *outer);

   for (size_t e = 0; e < m->edge_count; e++) {
      const size_t circle = circles[m->edges[e].callee];

      if (circle != circles[m->edges[e].caller])
         outer[circle].trms += SMALL * (double)m->edges[e].calls;
   }
   for (size_t i = 0; i < m->optional_count; i++) {
      const prof_sum *sums;
      const model_edge *edge = read_sums_edge(m, &m->optionals[i], &sums);

      if (edge == NULL || circles[edge->callee] == circles[edge->caller])
         continue;
      outer[circles[edge->callee]].entries += (double)sums[READS_CALLS];
      outer[circles[edge->callee]].trms +=
         (double)sums[READS_CELLS] - SMALL * (double)sums[READS_CALLS];
   }
   for (size_t i = 0; i < m->routine_count; i++) {
      nodes[i].circle = circles[i];
      nodes[i].entries = outer[circles[i]].entries;
      nodes[i].entry_trms = outer[circles[i]].trms;
   }
   free(outer);
   free(circles);
}

static void find_readers(const model *m, node *nodes, double program_cost)
{
   for (size_t i = 0; i < m->optional_count; i++) {
      const prof_sum *sums;
      const model_edge *edge = read_sums_edge(m, &m->optionals[i], &sums);

      if (edge && is_reader(edge, sums, nodes, program_cost))
         nodes[edge->caller].readers += written_by(edge, nodes);
   }
}

void rereads_find(const model *m, ranked *list, size_t count,
                  double program_cost)
{
   node *nodes = make_nodes(m, list, count);
   ranked_reread *rereads = memory_new(m->routine_count, sizeof *rereads);
   /* Of those without a loop that whose callee does most of the work. */
   ranked_reread steps = { .callee = RANKED_NONE };
   size_t steps_caller = 0;

   find_entries(m, nodes);
   find_readers(m, nodes, program_cost);
   for (size_t i = 0; i < m->routine_count; i++)
      rereads[i].callee = RANKED_NONE;
   for (size_t i = 0; i < m->optional_count; i++) {
      const model_optional *o = &m->optionals[i];
      const prof_sum *sums;
      const model_edge *edge = read_sums_edge(m, o, &sums);
      ranked_reread found, *best;

      if (edge == NULL ||
          !read_again(edge, sums, read_sums_has_changes(o), nodes,
                      program_cost, &found))
         continue;
      best = found.steps ? &steps : &rereads[edge->caller];
      if (best->callee != RANKED_NONE &&
          (found.steps ? nodes[best->callee].self >= nodes[found.callee].self
                       : weight_of(edge->caller, best, nodes) >=
                         weight_of(edge->caller, &found, nodes)))
         continue;
      *best = found;
      if (found.steps)
         steps_caller = edge->caller;
   }
   take_steps(rereads, m->routine_count, &steps, steps_caller);
   for (size_t i = 0; i < count; i++)
      list[i].reread = rereads[list[i].assessment->routine];
   free(rereads);
   free(nodes);
}

size_t rereads_place(const ranked *r)
{
   const assessment *a = r->assessment;
   const ranked_reread *again = &r->reread;
   size_t place, object;

   if (again->callee == RANKED_NONE)
      return a->routine;
   place = worker_or(worker_find(a->m, again->callee, again->cells,
                                 again->cost), again->callee);
   object = a->m->routines[place].object;
   return runtime_objects_has(a->m->objects[object].name) ? a->routine : place;
}

/* Return what a routine with `reread` does, "reads its input ...", with the
   names of the callee and of the routine that does its work; the caller frees
   it. */
static char *describe(const ranked *r, const char *callee, const char *work)
{
   const ranked_reread *again = &r->reread;
   const assessment *a = r->assessment;
   /* Calls below others of the same routine are in the cost of both. */
   const cell share = cell_percent(again->cost < a->sums.outermost
                                   ? again->cost : a->sums.outermost,
                                   a->m->total.cost);
   char times[NUMBERS_TEXT], calls[NUMBERS_TEXT], cells[NUMBERS_TEXT];
   char input[NUMBERS_TEXT], percent[CELL_PERCENT];
   const double files = rereads_of_files(a->m, a->routine,
                                         (double)a->sums.external);

   numbers_grouped(times, (prof_sum)(again->times + .5));
   numbers_grouped(calls, again->calls);
   numbers_grouped(cells, again->cells);
   numbers_grouped(input, again->input);
   cell_short_percent(percent, &share);
   if (again->ever_more && again->times < LEAST_TIMES)
      return memory_format(
         "calls %s %s times, each time on %s data than before (%s cells in "
         "all), %s %% of the run%s: the square of that number", callee, calls,
         again->falls ? "less" : "more", cells, percent, work);
   if (again->by_runs)
      return memory_format(
         "reads %s %s times over in all, through %s, which is called more "
         "often in runs in which there is more to read (%s calls read %s "
         "cells), %s %% of the cost%s: the square of its input",
         again->of_input ? "its input" : "the same data", times, callee, calls,
         cells, percent, work);
   return memory_format(
      "reads %s %s times over%s, through %s (%s calls read %s cells, its input "
      "has %s%s%s), %s %% of the run%s: %s",
      again->fresh ? "as much as its input" :
      again->of_input ? "its input" : "the same data", times,
      again->trend ? ", more and more in the course of the run" :
      again->walk ? ", an element more or less at each call" :
      !again->fresh ? "" :
      again->falls ? ", an element less at each call"
                   : ", an element more at each call", callee,
      calls, cells, input,
      again->has_zeros ? ", cleared memory included" : "",
      files >= (double)a->sums.trms / 2 ? ", files counted once" : "", percent,
      work,
      again->steady ? "the square of its input, if it calls more often the "
                      "more there is"
                    : "the square of its input if that grows");
}

/* The names of a model's routines, or those of the profile. */
typedef struct {
   const model *m;
   char *const *labels;               /* or NULL */
} naming;

/* Return the name of a routine for a sentence; the caller frees it. */
static char *name_in_sentence(size_t routine, void *data)
{
   const naming *n = data;

   return shorten_name(n->labels ? n->labels[routine]
                                 : n->m->routines[routine].shown, NAME_WIDTH);
}

char *rereads_words(const ranked *r, char *const *labels)
{
   naming names = { r->assessment->m, labels };
   const ranked_reread *again = &r->reread;
   char *name, *work, *text;
   worker w;

   if (again->callee == RANKED_NONE)
      return r->turns.entries > 0 && !r->turns.steady ? turns_describe(r)
                                                      : NULL;
   w = worker_find(names.m, again->callee, again->cells, again->cost);
   name = name_in_sentence(again->callee, &names);
   work = worker_words(&w, again->cost, name_in_sentence, &names);
   text = describe(r, name, work);
   free(work);
   free(name);
   return text;
}

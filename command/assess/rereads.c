/* Data that are read again and again.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/rereads.h"
#include "assess/call_sizes.h"
#include "assess/circle.h"
#include "assess/lone.h"
#include "assess/read_sums.h"
#include "assess/run_sizes.h"
#include "assess/runtime_objects.h"
#include "assess/size_course.h"
#include "assess/turns.h"
#include "base/memory.h"
#include "names/select.h"
#include "profile/optional.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A part of the program's cost below which a callee does not matter. */
#define LEAST_PART 0.05
/* Each cell is read this often in a recursion, for each level that halves. */
#define LEVELS 2.0
/* Calls that are not below each other cost this many times what the outermost
   of their callee cost, at the most. */
#define NESTED 2.0
/* Calls for each activation of the caller, at the least. */
#define LEAST_CALLS 12.0
/* Cells that a basic block writes: one, so that REREADS_TIMES allows for 8, in
   a loop that the compiler has made of vector instructions; and 64 in a routine
   of the C library that copies. */
#define WRITTEN 1.0
#define WRITTEN_BY_COPY 64.0
/* Sizes that rise from few cells have half of their greatest as their mean; if
   the greatest is less than this many times the mean, then most of what is read
   is the same in all calls, such as a table. */
#define LEAST_RISE 1.5
/* ... unless one part of the calls reads so many times what another part does in the
   mean: then a list may have been complete for most of the run, and was searched. */
#define RISE_OF_PARTS 4.0
/* Sizes get larger (or smaller) in the course of the run if their moment
   (x-sum-reads) differs from that of sizes without a trend by this part of it,
   and not by chance.  (Linear growth gives 1/3.  A table that is filled in the
   first tenth of the run, and is asked at random then, gives 0.05.) */
#define TREND 0.08
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
/* Calls that read as much each time read the caller's own input if the two
   sizes differ by no more than this factor. */
#define SAME_SIZE 1.5
/* They are a loop over the input if there is one for each cell, or for each of
   the characters in it; more may be the steps of a simulation. */
#define CHARACTERS 4.0
/* A number has no more digits than this in a cell. */
#define DIGITS 32.0
/* The caller reads as much in each call if sizes within this factor of its
   largest have this part of the calls of the callee. */
#define SAME_BLOCK 1.05
#define IN_BLOCK 0.9
/* Several runs read a file more often the larger it is if what the calls read
   differs by this factor in the mean. */
#define FILES_RANGE 2.0
/* A callee that reads this part of the caller's input in each call, or more,
   and each cell often, reads what is there already: it is no source of new data
   for the caller's other callees. */
#define READS_MUCH 0.25
/* A routine may read again and again in several loops.  The next one is told if it
   has this part of what the dearest one costs. */
#define ALSO_PART 0.25
/* ... and is no part of it, as in a recursion: both together cost no more than the
   routine does, but for rounding. */
#define APART 1.001
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
   callee_sizes sizes;
   bool runtime, judged_flat;
   bool given;                        /* its sizes are given, and no cells */
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

      nodes[i].runtime = runtime_objects_has(m->objects[r->object].name) &&
                         !runtime_objects_is_generated(m, i);
      nodes[i].given = assess_size_is_given(m, i);
   }
   for (size_t i = 0; i < count; i++) {
      const assessment *a = list[i].assessment;
      node *n = &nodes[a->routine];

      n->trms += (double)a->sums.trms;
      n->external += (double)a->sums.external;
      n->self += (double)a->sums.self.sum;
      n->cost += (double)a->sums.outermost;
      n->calls += (double)a->sums.calls;
      if (n->sizes.most != NULL ||
          !lone_find(list[i].assessment, false, &n->lone))
         n->lone = 0;
      if (n->sizes.most == NULL || n->sizes.most->sums.calls < a->sums.calls)
         n->sizes.most = list[i].assessment;
      n->sizes.largest = fmax(n->sizes.largest, (double)a->size_max);
      n->sizes.number = fmax(n->sizes.number, (double)a->points_trms);
      n->judged_flat |= assess_is_flat(a);
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
   return n->circle != 0 ? fmax(REREADS_TIMES, LEVELS * log2(outer_trms(n)))
                       : REREADS_TIMES;
}

/* Return whether much of the cost is in calls of this edge, and its sizes are what
   both routines have read. */
static bool is_costly(const model_edge *edge, const node *nodes,
                      double program_cost)
{
   return edge->caller != edge->callee && !nodes[edge->caller].runtime &&
          !nodes[edge->caller].given && !nodes[edge->callee].given &&
          (double)edge->cost >= LEAST_PART * program_cost;
}

/* Return whether the caller's cost is known to grow no faster than its input,
   and so that of the loop.  Its sizes have all that it reads of files again:
   then they say nothing if it reads them more often in runs in which there is
   more to read. */
static bool is_flat(const model_edge *edge, const node *caller)
{
   return caller->judged_flat &&
          !(caller->files > 0 &&
            caller->files >= (REREADS_TIMES - 1) * caller->trms &&
            run_sizes_grow_by_run(caller->sizes.most->m, edge->caller,
                                  edge->callee, FILES_RANGE));
}

/* Return whether it is, in a loop.  In a recursion each activation may have a
   call or two. */
static bool is_loop(const model_edge *edge, const prof_sum *sums,
                    const node *nodes, double program_cost)
{
   const node *caller = &nodes[edge->caller];
   const double least = caller->circle != 0 ? CALL_SIZES_MANY
                                          : LEAST_CALLS * outer_calls(caller);

   return is_costly(edge, nodes, program_cost) && !is_flat(edge, caller) &&
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
          cells >= least_times(caller) * cells_of(caller);
}

/* Return whether there is a call for each cell of the caller's input, or for
   each of `parts` parts of it. */
static bool is_for_each(double parts, double calls, const node *caller)
{
   return calls >= outer_trms(caller) &&
          calls <= SAME_SIZE * parts * outer_trms(caller);
}

/* Return whether nearly all of the caller's input is of files that it reads
   again and again, and the callee's is of files. */
static bool is_of_files(const node *caller, const node *callee)
{
   return caller->files >= (REREADS_TIMES - 1) * caller->trms &&
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

/* The calls of an edge. */
typedef struct {
   const model_edge *edge;
   const prof_sum *sums, *course;     /* course: of the sizes, or NULL */
   bool has_changes;                  /* the sums have READS_CHANGES */
   const node *caller, *callee;
   double calls, cells, mean;
   bool many;                         /* a run has enough of them to show what
                                         happens from one to the next */
   bool by_bit;                       /* see call_sizes_by_bit */
   bool steady;                       /* the sizes are as large each time */
} reading;

/* Return whether most of what is read is not the same in all calls. */
static bool has_rise(const reading *r)
{
   return r->callee->sizes.largest >= LEAST_RISE * r->mean ||
          (r->course != NULL && size_course_range(r->course) >= RISE_OF_PARTS);
}

/* Return whether the sizes get larger, or smaller, in the course of the run, or from
   call to call. */
static bool has_trend(const reading *r)
{
   const callee_sizes *sizes = &r->callee->sizes;
   const double rising = (double)r->sums[READS_RISING];
   const double falling = (double)r->sums[READS_FALLING];
   const double changes = rising + falling;
   /* What gets less in the course of the run has been the caller's input at
      first; what gets more the caller may have made. */
   const bool is_large =
      2 * r->mean * CALL_SIZES_PART >= input_of(r->caller) ||
      (r->many && call_sizes_few_ascents(r->sums, r->has_changes,
                                         sizes->most->m));

   return (call_sizes_trend(r->sums,
                            TREND + call_sizes_of_few(r->sums, sizes), sizes) &&
           (r->sums[READS_MOMENT] > r->sums[READS_EVEN] || is_large) &&
           !call_sizes_two_levels(r->sums, r->course, sizes)) ||
          (fabs(rising - falling) >= fmax(ONE_WAY * changes,
                                          DEVIATIONS * sqrt(changes)) &&
           is_large);
}

/* Return whether the callee's calls are on data that were there before, as the
   cells say that were read and written; *found has the numbers. */
static bool is_repeated(const reading *r, const ranked_reread *found)
{
   if (found->fresh && (r->steady || !r->many ||
                        !call_sizes_by_element(r->sums, r->mean, r->has_changes,
                                               &r->callee->sizes)))
      return false;
   if (!r->steady)
      return has_rise(r) && has_trend(r);
   /* A loop that reads its whole input for each cell of it, not a loop that
      makes a number of passes; unless each pass reads files anew. */
   return found->of_input && SAME_SIZE * r->mean >= input_of(r->caller) &&
          (is_for_each(CHARACTERS, r->calls, r->caller) ||
           is_of_files(r->caller, r->callee));
}

/* Return whether the caller reads as much in each of its activations that call
   the callee, and more than the callee ever does: a page of a file that fills,
   or a buffer, whose size bounds what the callee reads.  What grows without
   bound makes the caller's input grow, too.  (Activations of a recursion that
   are below each other have the same data, each nearly all of it, whatever they
   read: only those that are called from outside may each have a block.) */
static bool is_in_block(const prof_sum *sums, const node *caller,
                        const node *callee)
{
   const prof_tuple *points = assess_points(caller->sizes.most);
   const size_t count = caller->sizes.most->points_trms;
   double within = 0;

   if (count == 0 || callee->sizes.largest > (double)points[count - 1].size)
      return false;
   for (size_t i = count;
        i > 0 && (double)points[i - 1].size * SAME_BLOCK >=
                    (double)points[count - 1].size; i--)
      within += (double)points[i - 1].calls;
   return within >= IN_BLOCK * (double)sums[READS_CALLS] &&
          (caller->circle == 0 || caller->entries >= IN_BLOCK * within);
}

/* Return whether few calls may be those of a benchmark, which has an input of its own
   for each: they read the largest input of the callee only a few times over in a
   run, as if each is a fifth larger than the one before, or their sizes rise faster
   than evenly. */
static bool is_benchmark(const prof_sum *sums, double run_cells,
                         const node *callee)
{
   return run_cells < REREADS_TIMES * callee->sizes.largest ||
          call_sizes_uneven(sums);
}

/* Return what the calls of an edge cost.  Calls below each other are in the cost
   of each: all of them cost no more than those of the callee that are not below
   others. */
static prof_sum cost_of(const model_edge *edge, const node *callee)
{
   return (double)edge->cost > callee->cost ? (prof_sum)callee->cost
                                            : edge->cost;
}

/* Set what is known of the calls of an edge, but `many`. */
static reading reading_of(const model *m, const model_optional *o,
                          const model_edge *edge, const prof_sum *sums,
                          const node *nodes)
{
   const double changes = (double)sums[READS_RISING] +
                          (double)sums[READS_FALLING];
   reading r = {
      .edge = edge, .sums = sums, .has_changes = read_sums_has_changes(o),
      .caller = &nodes[edge->caller], .callee = &nodes[edge->callee],
      .calls = (double)sums[READS_CALLS], .cells = (double)sums[READS_CELLS],
   };
   bool by_digit;

   r.course = r.has_changes ? size_course_of(m, o) : NULL;
   r.mean = r.cells / r.calls;
   by_digit = is_for_each(DIGITS, r.calls, r.caller) &&
              2 * r.mean * CALL_SIZES_PART >= input_of(r.caller) &&
              call_sizes_by_digit(sums, r.has_changes);
   /* What the caller has written anew, such as ever longer lines, is no input of
      it. */
   r.by_bit = r.callee->sizes.largest <= cells_of(r.caller) &&
              call_sizes_by_bit(sums, r.course);
   r.steady = !by_digit && !r.by_bit &&
              (changes < LEAST_CHANGES || r.calls > CALLS_PER_CHANGE * changes);
   return r;
}

/* Set `many`.  False: nothing follows from the calls, such as those of a benchmark, or
   of a loop that is the same in all runs. */
static bool tell(reading *r, const model *m)
{
   const model_edge *edge = r->edge;
   double run_calls = r->calls, run_cells = r->cells;

   run_sizes_most(m, edge->caller, edge->callee, &run_calls, &run_cells);
   r->many = run_calls >= CALL_SIZES_MANY;
   return (r->steady || r->many ||
           !is_benchmark(r->sums, run_cells, r->callee)) &&
          (r->course == NULL || !size_course_is_geometric(r->course)) &&
          !run_sizes_stay(m, edge->caller, edge->callee);
}

/* Return the numbers of a finding. */
static ranked_reread numbers_of(const reading *r, const node *nodes)
{
   const node *caller = r->caller;
   const double cells = cells_of(caller);
   const double written = fmax(0, caller->writes -
                                  fmax(caller->readers,
                                       written_by(r->edge, nodes)));
   /* Sizes that rise from or fall to a few cells are twice the mean at most. */
   const double largest = (r->steady ? 1 : 2) * r->mean;

   return (ranked_reread){
      .callee = r->edge->callee, .calls = r->sums[READS_CALLS],
      .cells = r->sums[READS_CELLS], .cost = cost_of(r->edge, r->callee),
      .input = (prof_sum)ceil(cells),
      .has_zeros = caller->cleared > MANY_ZEROS * outer_trms(caller),
      .of_input = largest <= SAME_SIZE * input_of(caller),
      .steady = r->steady,
      .fresh = r->cells < REREADS_TIMES * (cells + written) &&
               !is_of_files(caller, r->callee),
      .times = r->cells / fmax(cells, largest),
      .falls = r->sums[READS_MOMENT] < r->sums[READS_EVEN],
      .falls_by_steps = r->sums[READS_FALLING] > r->sums[READS_RISING],
      .each = call_sizes_one_way(r->sums),
   };
}

/* Set *found to what an edge says, if its callee reads the same data again and
   again, or ever more. */
static bool read_again(const model *m, reading *r, const node *nodes,
                       double program_cost, ranked_reread *found)
{
   const prof_sum *sums = r->sums;
   const callee_sizes *sizes = &r->callee->sizes;

   if (!is_costly(r->edge, nodes, program_cost) || is_nested(r->edge, nodes) ||
       (!r->steady && is_in_block(sums, r->caller, r->callee)) || !tell(r, m))
      return false;
   *found = numbers_of(r, nodes);
   if (!is_loop(r->edge, sums, nodes, program_cost)) {
      found->ever_more = found->steps =
         r->many && call_sizes_go_on(sums, r->course, sizes);
      return found->steps;
   }
   if (!reads_often(r->edge, sums, nodes, program_cost)) {
      if (r->many && call_sizes_ever_more(sums, r->course, sizes))
         return found->ever_more = true;
      found->scattered = r->many &&
                         call_sizes_along_line(sums, r->course, sizes);
      return found->ever_more = found->scattered;
   }
   if (is_repeated(r, found))
      return true;
   if (r->by_bit)
      return found->trend = true;
   found->ever_more = r->many && call_sizes_ever_more(sums, r->course, sizes);
   found->walk = r->has_changes && !r->steady &&
                 call_sizes_walk(sums, r->course, sizes, input_of(r->caller));
   found->trend = !found->ever_more && r->many &&
                  call_sizes_by_trend(sums, r->course, sizes);
   found->by_runs = run_sizes_grow_with_calls(m, r->edge->callee) ||
                    run_sizes_grow_by_run(m, r->edge->caller, r->edge->callee,
                                          RUN_SIZES_RANGE);
   return found->ever_more || found->walk || found->trend || found->by_runs;
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

/* What all edges say. */
typedef struct {
   ranked_reread *first, *second;     /* of each caller, with a loop: the two that
                                         cost most */
   ranked_reread steps;               /* of those without a loop that whose callee
                                         does most of the work */
   size_t steps_caller;
} findings;

static void keep(findings *all, size_t caller, const ranked_reread *found,
                 const node *nodes)
{
   ranked_reread *first = &all->first[caller], *second = &all->second[caller];

   if (found->steps) {
      if (all->steps.callee == RANKED_NONE ||
          nodes[all->steps.callee].self < nodes[found->callee].self) {
         all->steps = *found;
         all->steps_caller = caller;
      }
   } else if (first->callee == RANKED_NONE || first->cost < found->cost) {
      *second = *first;
      *first = *found;
   } else if (second->callee == RANKED_NONE || second->cost < found->cost) {
      *second = *found;
   }
}

/* Return whether the second finding of a routine is told beside the first one. */
static bool is_also(const ranked_reread *first, const ranked_reread *second,
                    const node *caller)
{
   return first->callee != RANKED_NONE && second->callee != RANKED_NONE &&
          first->callee != second->callee &&
          (double)second->cost >= ALSO_PART * (double)first->cost &&
          (double)first->cost + (double)second->cost <= APART * caller->cost;
}

/* Find what the recursions are called for. */
static void find_entries(const model *m, const circle_numbers *circles,
                         node *nodes)
{
   circle_calls *calls = circle_calls_all(m, circles);

   for (size_t i = 0; i < m->routine_count; i++) {
      const circle_calls *of = &calls[circles->of[i]];

      nodes[i].circle = circles->of[i];
      nodes[i].entries = of->large;
      nodes[i].entry_trms = of->cells;
   }
   free(calls);
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

/* Return the cells of a routine's input that the kernel has not written. */
static double not_external(const node *n)
{
   return fmax(0, n->trms + n->files - n->external);
}

/* Return whether calls on ever more data may read each cell once, such as the
   rows of a triangle: in all no more than the largest inputs of the runs.  (It
   is unlikely if each call reads more than the one before.)  What the kernel has
   not written is in no input that it has: a map of blocks is no part of the file
   whose blocks it counts.  (That is not known of calls that read much of what the
   kernel has written: they may have read the rest of it again.)  Of sizes that
   scatter several calls may be on the same row. */
static bool reads_once(const ranked_reread *found, const node *callee,
                       double largest, double largest_own)
{
   if (found->scattered)
      return (double)found->cells < REREADS_TIMES * largest;
   return found->ever_more && !found->each && found->times < REREADS_TIMES &&
          (double)found->cells <= SAME_SIZE * largest &&
          (2 * callee->external >= (double)found->cells ||
           (double)found->cells - callee->external <= SAME_SIZE * largest_own);
}

/* Return the calls of an edge without that one which has most of the callee's cost,
   if most of the cells are read by the others: what these read again and again is
   not what that one does, such as a compiler in the only large function of a
   file.  (In a recursion the dearest call has the others below it.) */
static model_edge without_dearest(const model_edge *edge, const prof_sum *sums,
                                  const node *callee)
{
   model_edge rest = *edge;
   prof_tuple dearest;

   if (callee->circle == 0 && (double)sums[READS_CALLS] >= CALL_SIZES_MANY &&
       lone_dearest(callee->sizes.most, &dearest) &&
       2 * (double)dearest.size < (double)sums[READS_CELLS] &&
       2 * (double)dearest.cost.max >= callee->cost &&
       dearest.cost.max < edge->cost)
      rest.cost -= dearest.cost.max;
   return rest;
}

/* Find what each edge says by itself. */
static findings find_all(const model *m, const node *nodes, double program_cost)
{
   findings all = {
      .first = memory_new(m->routine_count, sizeof *all.first),
      .second = memory_new(m->routine_count, sizeof *all.second),
      .steps = { .callee = RANKED_NONE },
   };
   const double runs = fmax(1, (double)m->run_count);
   double largest = 0, largest_own = 0;

   for (size_t i = 0; i < m->routine_count; i++) {
      all.first[i].callee = all.second[i].callee = RANKED_NONE;
      largest = fmax(largest, nodes[i].sizes.largest);
      largest_own = fmax(largest_own, fmin(nodes[i].sizes.largest,
                                           not_external(&nodes[i])));
   }
   for (size_t i = 0; i < m->optional_count; i++) {
      const model_optional *o = &m->optionals[i];
      const prof_sum *sums;
      const model_edge *edge = read_sums_edge(m, o, &sums);
      ranked_reread found;
      model_edge rest;
      reading calls;

      if (edge == NULL)
         continue;
      rest = without_dearest(edge, sums, &nodes[edge->callee]);
      calls = reading_of(m, o, &rest, sums, nodes);
      if (read_again(m, &calls, nodes, program_cost, &found) &&
          !reads_once(&found, &nodes[found.callee], largest * runs,
                      largest_own * runs))
         keep(&all, edge->caller, &found, nodes);
   }
   return all;
}

void rereads_find(const model *m, const circle_numbers *circles, ranked *list,
                  size_t count, double program_cost)
{
   node *nodes = make_nodes(m, list, count);
   findings all;

   find_entries(m, circles, nodes);
   find_readers(m, nodes, program_cost);
   all = find_all(m, nodes, program_cost);
   take_steps(all.first, m->routine_count, &all.steps, all.steps_caller);
   for (size_t i = 0; i < count; i++) {
      const size_t at = list[i].assessment->routine;

      list[i].reread = all.first[at];
      list[i].also = all.second[at];
      if (!is_also(&all.first[at], &all.second[at], &nodes[at]))
         list[i].also.callee = RANKED_NONE;
   }
   free(all.second);
   free(all.first);
   free(nodes);
}

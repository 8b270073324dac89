/* aprof weights: how much time a routine takes for a unit of cost.

   Both are shares: seconds vary from run to run with the machine, shares do
   not, and only ratios matter.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/measured_table.h"
#include "assess/row_match.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/numbers.h"
#include "base/paths.h"
#include "cli/rows.h"
#include "profile/optional.h"
#include "profile/read.h"
#include "recorder/machine.h"
#include "samples/read.h"
#include "samples/table.h"
#include "verbs/verbs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The columns in their order; new columns are only added at the end. */
enum { ROUTINE, OBJECT, WEIGHT, ERROR, TIME_SHARE, COST_SHARE, COLUMNS };

static const char *const columns[COLUMNS] = {
   "routine", "object", "weight", "error", "time_share", "cost_share",
};

static const char *const formats[] = { "tsv", "json", "what-if", NULL };
enum { AS_TSV, AS_JSON, AS_WHAT_IF };

/* A routine of both the samples and the profile. */
typedef struct {
   const table_row *row;
   const model_routine *routine;
   double cost;                       /* self */
} joined;

/* What the samples and the profile have in common. */
typedef struct {
   double time, cost;
} common;

static int compare(const void *p, const void *q)
{
   const joined *a = p, *b = q;

   if (a->row->weight != b->row->weight)
      return a->row->weight < b->row->weight ? 1 : -1;
   return strcmp(a->routine->shown, b->routine->shown);
}

static bool is_own(const model_routine *r, const table_row *row)
{
   return strcmp(r->shown, row->routine) == 0;
}

/* Return the row of each routine, or NULL: the array is freed by the caller.  A
   routine of which the machine runs another variant has that variant's row,
   unless it has a row of its own. */
static const table_row **find_rows(const sample_table *t, const samples *s,
                                   const model *m, bool notes)
{
   const table_row **rows = memory_new(m->routine_count, sizeof *rows);
   row_match names;

   row_match_begin(&names, m, s);
   for (size_t i = 0; i < t->count; i++) {
      const table_row *row = &t->rows[i];
      const model_routine *r = row_match_find(&names, row);
      const table_row **found = r ? &rows[r - m->routines] : NULL;

      if (r && (*found == NULL || (is_own(r, row) && !is_own(r, *found))))
         *found = row;
   }
   if (notes) {
      row_match_note_variants(&names);
      row_match_note_program(&names, t);
   }
   row_match_free(&names);
   return rows;
}

/* The row of the kernel, or NULL. */
static const table_row *kernel_row(const sample_table *t, const samples *s)
{
   for (size_t i = 0; i < t->count; i++)
      if (strcmp(s->images[t->rows[i].image].path, SAMPLES_KERNEL) == 0 &&
          t->rows[i].weight > 0)
         return &t->rows[i];
   return NULL;
}

/* Return how many system calls the profile has; 0: it does not say. */
static double calls_of(const model *m)
{
   const model_optional *o = optional_find(m, MODEL_OF_ALL, 0,
                                           "x-sum-syscalls\t1");

   return o && o->sum_count == 1 ? (double)o->sums[0] : 0;
}

/* Print the weights, relative to the whole program's; that of the kernel is a
   system call's. */
static void print_rows(const joined *list, size_t count, common all,
                       const model *m, const table_row *kernel,
                       rows_format format)
{
   row_output out;

   rows_begin(&out, stdout, format, columns, COLUMNS);
   for (size_t i = 0; i < count + (kernel != NULL); i++) {
      const joined *j = i < count ? &list[i] : NULL;
      const table_row *row = j ? j->row : kernel;
      const double time_share = row->weight / all.time;
      const double cost_share = (j ? j->cost : calls_of(m)) / all.cost;
      const double weight = time_share / cost_share;
      const cell cells[COLUMNS] = {
         cell_text(j ? j->routine->shown : row->routine),
         cell_text(j ? m->objects[j->routine->object].name : SAMPLES_KERNEL),
         cell_real(weight), cell_real(weight / sqrt((double)row->count)),
         cell_real(time_share), j ? cell_real(cost_share) : cell_empty(),
      };

      rows_add(&out, cells);
   }
   rows_end(&out);
}

/* Fewer samples say nothing of one routine. */
enum { ENOUGH = 30 };

/* Return the times that an event has in the routines of the profile, ns in all
   runs, and their samples in *counts, unless it is NULL; the caller frees
   both. */
static double *times_of(const samples *s, const model *m, uint32_t event,
                        uint64_t **counts)
{
   double *times = memory_new(m->routine_count + 1, sizeof *times);
   const table_row **rows;
   sample_table t;

   if (counts)
      *counts = memory_new(m->routine_count + 1, sizeof **counts);
   measured_table_make(&t, s, event, TABLE_NAME, m);
   rows = find_rows(&t, s, m, false);
   for (size_t i = 0; i < m->routine_count; i++)
      if (rows[i]) {
         times[i] = rows[i]->weight;
         if (counts)
            (*counts)[i] = rows[i]->count;
      }
   free(rows);
   table_free(&t);
   return times;
}

/* Page faults are the kernel's work, but a routine's own instructions cause
   them, and no system calls.  So their time is that of these routines, and so
   is that of interrupts.  Few samples are better than none: the time would be
   elsewhere.  Where the samples do not tell it, the numbers of page faults do.
   Return the time of each routine of the profile, ns in all runs; the caller
   frees it.  fault: the ns of one. */
static double *stop_times(const samples *s, const model *m,
                          const table_row *kernel, double fault)
{
   double *times, sum = 0;
   uint32_t event;
   bool is_time = samples_kernel_event(s, SAMPLES_STOPS, &event);

   if (kernel == NULL ||
       (!is_time && (fault <= 0 || !samples_fault_event(s, &event))))
      return memory_new(m->routine_count + 1, sizeof *times);
   times = times_of(s, m, event, NULL);
   for (size_t i = 0; i < m->routine_count; i++) {
      if (model_sums(m, i, MODEL_ALL_THREADS).self.sum == 0)
         times[i] = 0;
      sum += times[i] *= is_time ? 1 : fault;
   }
   for (size_t i = 0; i < m->routine_count && sum > kernel->weight; i++)
      times[i] *= kernel->weight / sum;
   return times;
}

static void print_line(const char *object, const char *routine, double ns)
{
   printf("%s\t%s\t%.6g\n", object, routine, ns);
}

/* Return how many system calls the instructions of a routine have made, and in
   *waiting how many of them only wait, or wake others; 0: the profile does not
   say. */
static double calls_by(const model *m, size_t routine, double *waiting)
{
   const model_optional *o = optional_find(m, MODEL_OF_ROUTINE, routine,
                                           "x-sum-system-calls\t2");

   *waiting = o && o->sum_count == 2 ? (double)o->sums[1] : 0;
   return o && o->sum_count == 2 ? (double)o->sums[0] : 0;
}

/* Print the lines of system calls: one for each routine that makes them, if it
   has enough samples, and one for all others.  What only waits has no line: the
   virtual clock has constants for it.  time: of the kernel in all runs, without
   page faults. */
static void print_calls(const samples *s, const model *m, double time)
{
   const double runs = (double)s->run_count;
   double calls = calls_of(m), *times = NULL;
   uint64_t *counts = NULL;
   uint32_t event;

   if (samples_kernel_event(s, SAMPLES_CALLS, &event))
      times = times_of(s, m, event, &counts);
   for (size_t i = 0; times && i < m->routine_count; i++) {
      double waiting;
      const double made = calls_by(m, i, &waiting);

      if (made == 0 || (made > waiting && counts[i] < ENOUGH))
         continue;
      if (made > waiting)
         print_line(SAMPLES_KERNEL, m->routines[i].shown,
                    times[i] / made / runs);
      calls -= made;
      time -= times[i];
   }
   if (calls > 0)
      print_line(SAMPLES_KERNEL, TABLE_ALL, fmax(time, 0) / calls / runs);
   free(times);
   free(counts);
}

/* Print the file of what-if's --weights: nanoseconds per instruction, and per
   system call.  Routines with few samples have what all of them take
   together. */
static void print_what_if(const joined *list, size_t count, const samples *s,
                          const model *m, const table_row *kernel,
                          const double *stops)
{
   const double runs = (double)s->run_count;
   double calls = kernel ? kernel->weight : 0;
   common rest = { 0, 0 };

   for (size_t i = 0; i < count; i++)
      if (list[i].row->count < ENOUGH) {
         rest.time += list[i].row->weight;
         rest.cost += list[i].cost;
      }
   for (size_t i = 0; i < count; i++) {
      const joined *j = &list[i];
      const double own = j->row->count >= ENOUGH ? j->row->weight / j->cost
                                                 : rest.time / rest.cost;

      print_line(m->objects[j->routine->object].name, j->routine->shown,
                 (own + stops[j->routine - m->routines] / j->cost) / runs);
      calls -= stops[j->routine - m->routines];
   }
   if (kernel)
      print_calls(s, m, calls);
}

/* Set the ns of a page fault: as given, or as measured where the samples were
   taken; 0: it is not known. */
static bool find_fault(const samples *s, const char *given, double *ns)
{
   *ns = 0;
   if (given) {
      if (numbers_read_decimal(given, ns) && *ns >= 0)
         return true;
      message_error("weights: --fault-ns=%s: a number of nanoseconds is "
                    "expected", given);
      return false;
   }
   if (machine_has_recorded(s))
      *ns = (double)machine_get(MACHINE_KNOWN).fault;
   return true;
}

static bool is_for_what_if(const samples *s, const model *m)
{
   if (strcmp(s->events[samples_main_event(s)].unit, "ns") != 0)
      message_error("weights: the samples count cycles, and what-if needs "
                    "nanoseconds: multiply the weights of --format=tsv by "
                    "those of the program's mean instruction");
   else if (strcmp(model_cost_unit(m), "instr") != 0)
      message_error("weights: the profile counts no instructions: run the "
                    "program with --cost=instr");
   else
      return true;
   return false;
}

/* Print the weights.  Return the exit status. */
static int print(const samples *s, const model *m, int format, double fault)
{
   static const table_row none = { .count = 0 };
   sample_table t;
   joined *list = memory_new(m->routine_count, sizeof *list);
   const table_row **rows, *kernel;
   size_t count = 0;
   common all = { 0, 0 };
   double *stops;

   measured_table_make(&t, s, samples_main_event(s), TABLE_NAME, m);
   rows = find_rows(&t, s, m, true);
   kernel = calls_of(m) > 0 ? kernel_row(&t, s) : NULL;
   stops = stop_times(s, m, kernel, fault);
   for (size_t i = 0; i < m->routine_count; i++) {
      const prof_tuple sums = model_sums(m, i, MODEL_ALL_THREADS);

      if (rows[i] == NULL)
         rows[i] = &none;
      if (sums.self.sum == 0 || (rows[i]->weight <= 0 && stops[i] <= 0))
         continue;
      list[count++] = (joined){ rows[i], &m->routines[i],
                                (double)sums.self.sum };
      all.time += rows[i]->weight;
      all.cost += (double)sums.self.sum;
   }
   free(rows);
   qsort(list, count, sizeof *list, compare);
   if (count == 0)
      kernel = NULL;
   if (format == AS_WHAT_IF)
      print_what_if(list, count, s, m, kernel, stops);
   else
      print_rows(list, count, all, m, kernel,
                 format == AS_JSON ? ROWS_JSON : ROWS_TSV);
   if (count == 0)
      message_note("the profile has no routine of the samples: it is of "
                   "another program");
   else if (list[0].row->count < ENOUGH)
      message_note("no routine has %d samples, so the weights say little: "
                   "record a longer run, or several", ENOUGH);
   table_free(&t);
   free(list);
   free(stops);
   return count > 0 ? STATUS_DONE : STATUS_NO;
}

int verb_weights(int argc, char **argv)
{
   const char *name = NULL, *given = NULL;
   double fault = 0;
   int format = 0, status;
   const option options[] = {
      { "profile", OPTION_TEXT, &name, NULL, "FILE",
        "the costs: a profile of the same work" },
      { "format", OPTION_CHOICE, &format, formats, "tsv|json|what-if",
        "the form of the list (default: tsv), or the file of what-if "
        "--weights" },
      { "fault-ns", OPTION_TEXT, &given, NULL, "NS",
        "for what-if: the time of a page fault (default: as measured, if "
        "recorded here)" },
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = {
      "weights", "--profile=FILE [OPTION...] FILE|FOLDER...",
      "Lists how much time a unit of cost takes in each routine, relative to "
      "the whole program.", options,
   };
   size_t files;
   samples *s;
   model *m = NULL;

   if (!verbs_begin(argc, argv, &table, &files, &status))
      return status;
   if (name == NULL) {
      message_error("weights: --profile=FILE is missing");
      return STATUS_UNUSABLE;
   }
   if (given && format != AS_WHAT_IF) {
      message_error("weights: --fault-ns is for --format=what-if");
      return STATUS_UNUSABLE;
   }
   s = samples_read_times(argv, files);
   if (s)
      m = profile_read_many((char *const *)&name, 1);
   status = m && (format != AS_WHAT_IF ||
                  (is_for_what_if(s, m) && find_fault(s, given, &fault)))
            ? print(s, m, format, fault) : STATUS_UNUSABLE;
   model_free(m);
   samples_free(s);
   return status;
}

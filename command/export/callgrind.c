/* The format of callgrind, for callgrind_annotate and KCachegrind.

   Cost is additive: a routine's inclusive cost is its self cost and the cost of
   its calls.  The cost of a call is that of the callee's outermost activations;
   with it this holds for recursive routines as well, unless they call each
   other.  The sizes of the input are not additive, since a routine and its
   callee may read the same cells: they are written with the routine, summed
   over its activations, and calls have none.

   With the cost of lines (--blocks=yes) a routine's own cost is in its lines.
   Inlined calls are in their lines, and the other calls of a callee in theirs if
   it is one line: which line has which part of them is not known.  What has no
   line is in the line of the routine.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* qsort_r */
#include "config.h"

#include "base/escape.h"
#include "base/memory.h"
#include "base/message.h"
#include "export/clamp.h"
#include "export/export.h"
#include "source/call_places.h"
#include "source/line_costs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
   FILE *file;
   const model *m;
   bool *named;                       /* routines whose name has been written */
   bool *named_file;                  /* likewise, files */
   size_t *files;                     /* of each routine: the first routine with
                                         the same file */
   bool *named_object;
   bool cut;                          /* a number was too large */
} writer;

static void put_number(writer *w, prof_sum number)
{
   fprintf(w->file, " %" PRIu64, export_clamp(number, UINT64_MAX, &w->cut));
}

/* Write KIND=(NUMBER) NAME, with the name only the first time. */
static void put_name(writer *w, const char *kind, size_t number,
                     const char *name, bool *named)
{
   fprintf(w->file, "%s=(%zu)", kind, number + 1);
   if (!*named) {
      putc(' ', w->file);
      escape_put(w->file, name);
      *named = true;
   }
   putc('\n', w->file);
}

/* Write the place of a routine.  c: "c" for a callee, else "". */
static void put_place(writer *w, const char *c, size_t routine)
{
   const model_routine *r = &w->m->routines[routine];
   const model_object *o = &w->m->objects[r->object];
   size_t first = w->files[routine];
   char kind[8];

   snprintf(kind, sizeof kind, "%sob", c);
   put_name(w, kind, r->object, o->name, &w->named_object[r->object]);
   snprintf(kind, sizeof kind, *c ? "cfi" : "fl");
   put_name(w, kind, first, *r->file ? r->file : "???",
            &w->named_file[first]);
   snprintf(kind, sizeof kind, "%sfn", c);
   put_name(w, kind, routine, r->shown, &w->named[routine]);
}

static uint64_t line_of(const model_routine *r)
{
   return r->line == MODEL_NO_LINE ? 0 : r->line;
}

static void put_call(writer *w, uint64_t line, size_t callee, uint64_t calls,
                     prof_sum cost)
{
   put_place(w, "c", callee);
   fprintf(w->file, "calls=%" PRIu64 " %" PRIu64 "\n%" PRIu64, calls,
           line_of(&w->m->routines[callee]), line);
   put_number(w, cost);
   putc('\n', w->file);
}

static void put_head(writer *w)
{
   const model *m = w->m;
   const model_total *t = &m->total;

   fputs("# callgrind format\nversion: 1\ncreator: aprof " PACKAGE_VERSION
         "\n", w->file);
   if (m->run_count == 1) {
      fprintf(w->file, "pid: %" PRIu64 "\ncmd:", m->runs[0].pid);
      for (char **a = m->runs[0].arguments; *a; a++) {
         putc(' ', w->file);
         escape_put(w->file, *a);
      }
      putc('\n', w->file);
   } else {
      fprintf(w->file, "cmd: %zu runs\n", m->run_count);
   }
   fprintf(w->file, "desc: Cost: %s\ndesc: Cells: %u bytes\n"
           "positions: line\n"
           "event: Cost : Cost in %s\n"
           "event: Calls : Activations\n"
           "event: Rms : Cells first read\n"
           "event: Ext : Cells read, with external input\n"
           "event: Trms : Cells read, with all input\n"
           "event: External : of Trms: external input\n"
           "event: Thread : of Trms: input from threads\n"
           "events: Cost Calls Rms Ext Trms External Thread\nsummary:",
           model_cost_name(m), m->cell_size, model_cost_name(m));
   put_number(w, t->cost);
   put_number(w, t->activations);
   put_number(w, t->rms);
   put_number(w, t->ext);
   put_number(w, t->trms);
   put_number(w, t->external);
   put_number(w, t->thread);
   putc('\n', w->file);
}

/* Write what the lines of a routine cost by themselves; return their sum.
   Lines that cost more than the routine, as with --toggle-collect, are left
   out: the costs of the file add up. */
static prof_sum put_lines(writer *w, size_t routine, prof_sum self)
{
   line_costs l = line_costs_read(w->m, routine);
   prof_sum sum = 0;

   for (size_t i = 0; l.cost <= self && i < l.count; i++) {
      fprintf(w->file, "%" PRIu64, l.list[i].line);
      put_number(w, l.list[i].cost);
      putc('\n', w->file);
      sum += l.list[i].cost;
   }
   line_costs_free(&l);
   return sum;
}

/* Write the calls of an edge: each inlined one in its line, the others in the
   line that has them all, or else in `line`. */
static void put_calls(writer *w, uint64_t line, const model_edge *e)
{
   uint64_t calls = e->calls;
   prof_sum cost = e->outermost;
   size_t count;
   inlined_line *lines = line_costs_inlined(w->m, e, &count);
   const uint64_t only = call_places_only_line(w->m, e->caller, e->callee);

   for (size_t i = 0; i < count; i++) {
      if (lines[i].calls > calls || lines[i].cost > cost)
         continue;
      put_call(w, lines[i].line, e->callee, lines[i].calls, lines[i].cost);
      calls -= lines[i].calls;
      cost -= lines[i].cost;
   }
   free(lines);
   if (calls > 0)
      put_call(w, only > 0 ? only : line, e->callee, calls, cost);
}

/* Write a routine and its calls, which begin at edge *edge; set *edge to the
   first edge of the next routine. */
static void put_routine(writer *w, size_t routine, size_t *edge)
{
   const model *m = w->m;
   prof_tuple sums = model_sums(m, routine, MODEL_ALL_THREADS);
   uint64_t line = line_of(&m->routines[routine]);
   prof_sum of_lines;

   putc('\n', w->file);
   put_place(w, "", routine);
   of_lines = put_lines(w, routine, sums.self.sum);
   fprintf(w->file, "%" PRIu64, line);
   put_number(w, sums.self.sum - of_lines);
   put_number(w, sums.calls);
   put_number(w, sums.rms);
   put_number(w, sums.ext);
   put_number(w, sums.trms);
   put_number(w, sums.external);
   put_number(w, sums.thread);
   putc('\n', w->file);
   for (; *edge < m->edge_count && m->edges[*edge].caller == routine; ++*edge)
      put_calls(w, line, &m->edges[*edge]);
}

/* The routines in which threads start have no caller.  Viewers that take the
   inclusive cost from the callers need one: write it. */
static void put_roots(writer *w)
{
   const model *m = w->m;
   prof_tuple *called = memory_new(m->routine_count, sizeof *called);
   bool first = true;

   for (size_t i = 0; i < m->edge_count; i++) {
      prof_tuple *c = &called[m->edges[i].callee];

      c->calls += m->edges[i].calls;
      c->outermost += m->edges[i].outermost;
   }
   for (size_t i = 0; i < m->routine_count; i++) {
      prof_tuple sums = model_sums(m, i, MODEL_ALL_THREADS);

      if (sums.calls <= called[i].calls ||
          sums.outermost < called[i].outermost)
         continue;
      if (first)
         fprintf(w->file, "\nob=(%zu) ???\nfl=(%zu) ???\nfn=(%zu) (root)\n",
                 m->object_count + 1, m->routine_count + 1,
                 m->routine_count + 1);
      first = false;
      put_call(w, 0, i, sums.calls - called[i].calls,
               sums.outermost - called[i].outermost);
   }
   free(called);
}

static int compare_files(const void *a, const void *b, void *context)
{
   const model *m = context;
   size_t x = *(const size_t *)a, y = *(const size_t *)b;
   int order = strcmp(m->routines[x].file, m->routines[y].file);

   return order ? order : (x > y) - (x < y);
}

/* Return for each routine the first routine with the same file. */
static size_t *first_with_file(const model *m)
{
   size_t *order = memory_new(m->routine_count, sizeof *order);
   size_t *first = memory_new(m->routine_count, sizeof *first);

   for (size_t i = 0; i < m->routine_count; i++)
      order[i] = i;
   qsort_r(order, m->routine_count, sizeof *order, compare_files, (void *)m);
   for (size_t i = 0; i < m->routine_count; i++) {
      bool same = i > 0 && strcmp(m->routines[order[i]].file,
                                  m->routines[order[i - 1]].file) == 0;

      first[order[i]] = same ? first[order[i - 1]] : order[i];
   }
   free(order);
   return first;
}

int export_callgrind(FILE *f, const model *m, const export_options *options)
{
   writer w = {
      .file = f, .m = m, .files = first_with_file(m),
      .named = memory_new(m->routine_count, sizeof(bool)),
      .named_file = memory_new(m->routine_count, sizeof(bool)),
      .named_object = memory_new(m->object_count, sizeof(bool)),
   };
   size_t edge = 0;

   (void)options;
   put_head(&w);
   for (size_t i = 0; i < m->routine_count; i++)
      put_routine(&w, i, &edge);
   put_roots(&w);
   export_clamp_warn("callgrind's format", w.cut);
   free(w.named);
   free(w.named_file);
   free(w.named_object);
   free(w.files);
   return STATUS_DONE;
}

/* A profile in memory: see profile/model.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/model.h"
#include "base/memory.h"
#include "base/message.h"

#include <stdlib.h>
#include <string.h>

const char *const model_state_names[MODEL_STATES] = {
   [MODEL_COMPLETE] = "complete", [MODEL_SNAPSHOT] = "snapshot",
   [MODEL_CUT_SHORT] = "cut short",
};

bool model_metric(const char *name, prof_metric *metric)
{
   for (int m = 0; m < PROF_METRICS; m++) {
      if (strcmp(name, records_metric_names[m]) == 0) {
         *metric = m;
         return true;
      }
   }
   return false;
}

int model_metrics(const model *m)
{
   return m->has_output ? PROF_METRICS : PROF_WMS;
}

static void size_profs(model_prof *profs, size_t count)
{
   for (size_t i = 0; i < count; i++) {
      model_prof *p = &profs[i];
      const prof_metric from = p->same[PROF_WMS];
      const model_table output = p->tables[from];

      for (int m = 0; m < PROF_METRICS; m++) {
         if (m != (int)from)
            free(p->tables[m].tuples);
         p->tables[m] = (model_table){ NULL, 0 };
         p->same[m] = PROF_TRMS;
      }
      p->tables[PROF_TRMS] = output;
   }
}

void model_size_by_output(model *m)
{
   size_profs(m->profs, m->prof_count);
   size_profs(m->context_profs, m->context_prof_count);
   m->size_metric = PROF_WMS;
}

const char *model_cost_unit(const model *m)
{
   return m->counts_instructions ? "instr" : "bb";
}

const char *model_cost_name(const model *m)
{
   return m->counts_instructions ? "instructions" : "basic blocks";
}

const model_setting *model_setting_missing(const model *a, const model *b)
{
   for (size_t i = 0, j; i < a->setting_count; i++) {
      const model_setting *s = &a->settings[i];

      for (j = 0; j < b->setting_count; j++)
         if (b->settings[j].setting == s->setting
             && strcmp(b->settings[j].value, s->value) == 0)
            break;
      if (j == b->setting_count)
         return s;
   }
   return NULL;
}

void model_copy_settings(model *to, const model *from)
{
   to->settings = memory_new(from->setting_count, sizeof *to->settings);
   for (size_t i = 0; i < from->setting_count; i++)
      to->settings[i] = (model_setting){
         from->settings[i].setting, memory_string(from->settings[i].value)
      };
   to->setting_count = from->setting_count;
   to->has_output = from->has_output;
}

void model_free_settings(model *m)
{
   for (size_t i = 0; i < m->setting_count; i++)
      free(m->settings[i].value);
   free(m->settings);
   m->settings = NULL;
   m->setting_count = 0;
}

const char *model_incompatible(const model *a, const model *b)
{
   if (a->cell_size != b->cell_size)
      return "another cell size";
   if (a->counts_instructions != b->counts_instructions)
      return "another unit of cost";
   if (model_setting_missing(a, b) || model_setting_missing(b, a))
      return "other settings of what is measured (--allocators, --size-of, "
             "--output)";
   return NULL;
}

static void free_run(model_run *run)
{
   free(run->record);
   free(run->reason);
   if (run->arguments)
      for (char **a = run->arguments; *a; a++)
         free(*a);
   free(run->arguments);
}

static void free_routine(model_routine *r)
{
   free(r->name);
   free(r->file);
   free(r->shown);
   if (r->context)
      for (char **name = r->context; *name; name++)
         free(*name);
   free(r->context);
}

static void free_profs(model_prof *profs, size_t count)
{
   for (size_t i = 0; i < count; i++)
      for (int metric = 0; metric < PROF_METRICS; metric++)
         free(profs[i].tables[metric].tuples);
   free(profs);
}

void model_free_optional(model_optional *o)
{
   free(o->key);
   free(o->sums);
}

void model_free_optionals(model_optional *list, size_t count)
{
   for (size_t i = 0; i < count; i++)
      model_free_optional(&list[i]);
   free(list);
}

void model_free(model *m)
{
   if (m == NULL)
      return;
   free(m->aprof_version);
   free(m->valgrind_version);
   model_free_settings(m);
   for (size_t i = 0; i < m->run_count; i++)
      free_run(&m->runs[i]);
   free(m->runs);
   for (size_t i = 0; i < m->object_count; i++) {
      free(m->objects[i].name);
      free(m->objects[i].build_id);
      free(m->objects[i].lumped_name);
   }
   free(m->objects);
   for (size_t i = 0; i < m->routine_count; i++)
      free_routine(&m->routines[i]);
   free(m->routines);
   free_profs(m->profs, m->prof_count);
   free(m->edges);
   for (size_t i = 0; i < m->context_count; i++)
      free(m->contexts[i].chain);
   free(m->contexts);
   free_profs(m->context_profs, m->context_prof_count);
   free(m->context_edges);
   model_free_optionals(m->optionals, m->optional_count);
   free(m);
}

bool model_is_inlined(const model_routine *r)
{
   return r->offset == 0 && r->line == MODEL_NO_LINE;
}

bool model_is_before_exec(const model_run *run)
{
   return run->state == MODEL_SNAPSHOT && strcmp(run->reason, "exec") == 0;
}

bool model_is_main(const model_routine *r)
{
   return strcmp(r->name, "main") == 0 || strcmp(r->name, "main.main") == 0;
}

int model_compare_contexts(const model_context *a, const model_context *b)
{
   for (size_t i = 0; i < a->length && i < b->length; i++)
      if (a->chain[i] != b->chain[i])
         return a->chain[i] < b->chain[i] ? -1 : 1;
   return (a->length > b->length) - (a->length < b->length);
}

void model_profs(const model *m, size_t routine, size_t *first, size_t *past)
{
   size_t low = 0, high = m->prof_count;

   while (low < high) {
      size_t middle = low + (high - low) / 2;

      if (m->profs[middle].routine < routine)
         low = middle + 1;
      else
         high = middle;
   }
   *first = low;
   while (low < m->prof_count && m->profs[low].routine == routine)
      low++;
   *past = low;
}

const model_table *model_table_of(const model_prof *p, prof_metric metric)
{
   return &p->tables[p->same[metric]];
}

static bool add_sum(prof_sum *into, prof_sum from)
{
   return !__builtin_add_overflow(*into, from, into);
}

static bool add_stat(prof_stat *into, const prof_stat *from)
{
   if (from->min < into->min)
      into->min = from->min;
   if (from->max > into->max)
      into->max = from->max;
   return add_sum(&into->sum, from->sum) &&
          add_sum(&into->squares, from->squares);
}

bool model_add_tuple(prof_tuple *into, const prof_tuple *from)
{
   return !__builtin_add_overflow(into->calls, from->calls, &into->calls) &&
          add_stat(&into->cost, &from->cost) &&
          add_stat(&into->self, &from->self) &&
          add_sum(&into->outermost, from->outermost) &&
          add_sum(&into->rms, from->rms) &&
          add_sum(&into->ext, from->ext) &&
          add_sum(&into->trms, from->trms) &&
          add_sum(&into->external, from->external) &&
          add_sum(&into->thread, from->thread);
}

void model_add_checked(prof_tuple *into, const prof_tuple *from,
                       const char *name)
{
   if (!model_add_tuple(into, from))
      message_fatal("the sums of routine '%s' have more than 128 bits", name);
}

double model_variance(const prof_tuple *t)
{
   /* Distances from the mean's integer part m are small and exact, modulo
      2^128, however large the sums are. */
   const prof_sum m = t->cost.sum / t->calls, rest = t->cost.sum % t->calls;
   const prof_sum squares = t->cost.squares - m * (m * t->calls + 2 * rest);
   const long double fraction = (long double)rest / t->calls;

   return (double)((long double)squares / t->calls - fraction * fraction);
}

static int compare_sizes(const void *a, const void *b)
{
   const prof_tuple *x = a, *y = b;

   return (x->size > y->size) - (x->size < y->size);
}

size_t model_join_points(prof_tuple *points, size_t count, const char *name)
{
   size_t kept = 0;

   qsort(points, count, sizeof *points, compare_sizes);
   for (size_t i = 0; i < count; i++) {
      if (kept > 0 && points[kept - 1].size == points[i].size)
         model_add_checked(&points[kept - 1], &points[i], name);
      else
         points[kept++] = points[i];
   }
   return kept;
}

static bool are_complete(const model *m)
{
   for (size_t i = 0; i < m->run_count; i++)
      if (m->runs[i].state != MODEL_COMPLETE)
         return false;
   return true;
}

/* Return whether all activations of a routine were pending at the end of their
   runs, and the runs are complete: the routine has ended the program. */
static bool has_ended_program(const model *m, size_t routine)
{
   size_t first, past;

   model_profs(m, routine, &first, &past);
   for (size_t p = first; p < past; p++) {
      const model_table *t = model_table_of(&m->profs[p], PROF_TRMS);

      for (size_t i = 0; i < t->count; i++)
         if (!t->tuples[i].open)
            return false;
   }
   return are_complete(m);
}

prof_tuple *model_points(const model *m, size_t routine, uint64_t thread,
                         prof_metric metric, bool open, size_t *count)
{
   return model_recorded_points(m, routine, thread, metric,
                                open || has_ended_program(m, routine), count);
}

prof_tuple *model_recorded_points(const model *m, size_t routine,
                                  uint64_t thread, prof_metric metric,
                                  bool open, size_t *count)
{
   size_t first, past, n = 0;
   prof_tuple *points;

   model_profs(m, routine, &first, &past);
   for (size_t i = first; i < past; i++)
      n += model_table_of(&m->profs[i], metric)->count;
   points = memory_new(n, sizeof *points);

   n = 0;
   for (size_t i = first; i < past; i++) {
      const model_table *table = model_table_of(&m->profs[i], metric);

      if (thread != MODEL_ALL_THREADS && m->profs[i].thread != thread)
         continue;
      for (size_t t = 0; t < table->count; t++)
         if (open || !table->tuples[t].open)
            points[n++] = table->tuples[t].sums;
   }
   *count = model_join_points(points, n, m->routines[routine].shown);
   return points;
}

prof_tuple model_sums(const model *m, size_t routine, uint64_t thread)
{
   prof_tuple sums = { .cost = { .min = UINT64_MAX },
                       .self = { .min = UINT64_MAX } };
   size_t first, past;

   model_profs(m, routine, &first, &past);
   for (size_t i = first; i < past; i++) {
      const model_table *table = model_table_of(&m->profs[i], PROF_TRMS);

      if (thread != MODEL_ALL_THREADS && m->profs[i].thread != thread)
         continue;
      for (size_t t = 0; t < table->count; t++) {
         prof_tuple tuple = table->tuples[t].sums;

         tuple.cost.squares = tuple.self.squares = 0;
         model_add_checked(&sums, &tuple, m->routines[routine].shown);
      }
   }
   return sums;
}

size_t model_main_caller(const model *m, size_t callee)
{
   const model_edge *best = NULL;

   for (size_t e = 0; e < m->edge_count; e++) {
      const model_edge *edge = &m->edges[e];

      if (edge->callee == callee && edge->caller != callee &&
          (best == NULL || edge->cost > best->cost))
         best = edge;
   }
   return best ? best->caller : SIZE_MAX;
}

uint64_t model_first_start(const model *m)
{
   uint64_t start = UINT64_MAX;

   for (size_t i = 0; i < m->run_count; i++)
      if (m->runs[i].start < start)
         start = m->runs[i].start;
   return start;
}

/* Writing profile files (docs/file-format.md).

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/write.h"
#include "base/escape.h"
#include "base/numbers.h"

#include <inttypes.h>

typedef struct {
   FILE *file;
   uint64_t lines;
} writer;

/* A line is a record's name, its fields, and the end. */
static void record(writer *w, const char *kind)
{
   fputs(kind, w->file);
}

static void word(writer *w, const char *s)
{
   putc('\t', w->file);
   fputs(s, w->file);
}

static void string(writer *w, const char *s)
{
   putc('\t', w->file);
   text_put_escaped(w->file, s);
}

static void number(writer *w, prof_sum n)
{
   char buffer[TEXT_NUMBER];

   word(w, text_number(buffer, n));
}

static void end_record(writer *w)
{
   putc('\n', w->file);
   w->lines++;
}

static void write_head(writer *w, const model *m)
{
   const model_total *t = &m->total;

   record(w, "aprof-profile"); number(w, 1); end_record(w);
   record(w, "creator");
   string(w, m->aprof_version);
   string(w, m->valgrind_version);
   end_record(w);
   record(w, "cell-size"); number(w, m->cell_size); end_record(w);
   record(w, "cost"); word(w, model_cost_unit(m)); end_record(w);
   record(w, "threads");
   word(w, m->separate ? "separate" : "folded");
   end_record(w);
   if (m->callers > 0) {
      record(w, "contexts");
      number(w, m->callers);
      end_record(w);
   }
   for (size_t i = 0; i < m->run_count; i++) {
      record(w, m->runs[i].record);
      end_record(w);
   }
   record(w, "total");
   number(w, t->cost);
   number(w, t->activations);
   number(w, t->rms);
   number(w, t->ext);
   number(w, t->trms);
   number(w, t->external);
   number(w, t->thread);
   end_record(w);
}

static void write_routines(writer *w, const model *m)
{
   for (size_t i = 0; i < m->object_count; i++) {
      record(w, "obj");
      number(w, i + 1);
      string(w, m->objects[i].name);
      string(w, m->objects[i].build_id);
      end_record(w);
   }
   for (size_t i = 0; i < m->routine_count; i++) {
      const model_routine *r = &m->routines[i];

      record(w, "fn");
      number(w, i + 1);
      number(w, r->object + 1);
      fprintf(w->file, "\t0x%" PRIx64, r->offset);
      string(w, r->name);
      string(w, r->file);
      if (r->line == MODEL_NO_LINE)
         word(w, "");
      else
         number(w, r->line);
      end_record(w);
   }
}

static void stat(writer *w, const prof_stat *s)
{
   number(w, s->min);
   number(w, s->max);
   number(w, s->sum);
   number(w, s->squares);
}

static void write_table(writer *w, const model_prof *p, prof_metric metric)
{
   const model_table *table = &p->tables[metric];

   if (p->same[metric] != metric) {
      record(w, "same");
      word(w, model_metric_names[metric]);
      word(w, model_metric_names[p->same[metric]]);
      end_record(w);
      return;
   }
   record(w, "table");
   word(w, model_metric_names[metric]);
   number(w, table->count);
   end_record(w);
   for (size_t i = 0; i < table->count; i++) {
      const prof_tuple *t = &table->tuples[i].sums;

      record(w, "t");
      number(w, t->size);
      word(w, table->tuples[i].open ? "o" : "c");
      number(w, t->calls);
      stat(w, &t->cost);
      stat(w, &t->self);
      number(w, t->outermost);
      number(w, t->rms);
      number(w, t->ext);
      number(w, t->trms);
      number(w, t->external);
      number(w, t->thread);
      end_record(w);
   }
}

static void write_profs(writer *w, const char *kind, const model_prof *profs,
                        size_t count)
{
   for (size_t i = 0; i < count; i++) {
      const model_prof *p = &profs[i];

      record(w, kind);
      number(w, p->routine + 1);
      if (p->thread == MODEL_ALL_THREADS)
         word(w, "all");
      else
         number(w, p->thread);
      end_record(w);
      if (p->rounded) {
         record(w, "rounded");
         number(w, p->rounded);
         end_record(w);
      }
      for (int metric = 0; metric < PROF_METRICS; metric++)
         write_table(w, p, metric);
   }
}

static void write_edges(writer *w, const char *kind, const model_edge *edges,
                        size_t count)
{
   for (size_t i = 0; i < count; i++) {
      const model_edge *e = &edges[i];

      record(w, kind);
      number(w, e->caller + 1);
      number(w, e->callee + 1);
      number(w, e->calls);
      number(w, e->cost);
      number(w, e->outermost);
      end_record(w);
   }
}

static void write_contexts(writer *w, const model *m)
{
   for (size_t i = 0; i < m->context_count; i++) {
      const model_context *c = &m->contexts[i];

      record(w, "context");
      number(w, i + 1);
      for (size_t k = 0; k < c->length; k++)
         number(w, c->chain[k] + 1);
      end_record(w);
   }
   write_profs(w, "context-prof", m->context_profs, m->context_prof_count);
   write_edges(w, "context-edge", m->context_edges, m->context_edge_count);
}

void profile_write(FILE *f, const model *m)
{
   writer w = { .file = f };

   write_head(&w, m);
   write_routines(&w, m);
   write_profs(&w, "prof", m->profs, m->prof_count);
   write_edges(&w, "edge", m->edges, m->edge_count);
   if (m->callers > 0)
      write_contexts(&w, m);
   record(&w, "end");
   number(&w, w.lines);
   end_record(&w);
}

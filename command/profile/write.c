/* Writing profile files: see profile/write.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/write.h"
#include "base/memory.h"
#include "profile/optional.h"

#include <stdlib.h>

typedef struct {
   line_writer *to;
   const model *m;
   size_t optional;                   /* the next optional record */
} writer;

/* The sink: errors show in the stream. */
static void write_bytes(void *file, const char *bytes, size_t n)
{
   fwrite(bytes, 1, n, file);
}

/* Write the optional records of this owner, which has just been written. */
static void write_optionals(writer *w, model_owner_kind kind, size_t index,
                            uint64_t second)
{
   const model_owner owner = { kind, index, second };

   for (; w->optional < w->m->optional_count; w->optional++) {
      const model_optional *o = &w->m->optionals[w->optional];

      if (optional_compare_owners(&o->owner, &owner) != 0)
         return;
      line_raw(w->to, o->key);
      for (size_t i = 0; i < o->sum_count; i++)
         line_number(w->to, o->sums[i]);
      line_end(w->to);
   }
}

static void write_head(writer *w)
{
   const model *m = w->m;
   const records_head head = {
      m->aprof_version, m->valgrind_version, m->cell_size,
      m->counts_instructions, m->separate, m->callers,
   };

   records_put_head(w->to, &head);
   for (size_t i = 0; i < m->setting_count; i++)
      records_put_setting(w->to, m->settings[i].setting, m->settings[i].value);
   for (size_t i = 0; i < m->run_count; i++) {
      line_raw(w->to, m->runs[i].record);
      line_end(w->to);
   }
   records_put_total(w->to, &m->total);
   write_optionals(w, MODEL_OF_ALL, 0, 0);
}

static void write_routines(writer *w)
{
   const model *m = w->m;

   for (size_t i = 0; i < m->object_count; i++) {
      records_put_object(w->to, i + 1, m->objects[i].name,
                         m->objects[i].build_id);
      write_optionals(w, MODEL_OF_OBJECT, i, 0);
   }
   for (size_t i = 0; i < m->routine_count; i++) {
      const model_routine *r = &m->routines[i];
      const records_routine routine = {
         r->object + 1, r->offset, r->name, r->file,
         r->line != MODEL_NO_LINE, r->line,
      };

      records_put_routine(w->to, i + 1, &routine);
      write_optionals(w, MODEL_OF_ROUTINE, i, 0);
   }
}

static void write_table(line_writer *w, const model_prof *p,
                        prof_metric metric)
{
   const model_table *table = &p->tables[metric];

   if (p->same[metric] != metric) {
      records_put_same(w, metric, p->same[metric]);
      return;
   }
   records_put_table(w, metric, table->count);
   for (size_t i = 0; i < table->count; i++)
      records_put_tuple(w, &table->tuples[i].sums, table->tuples[i].open);
}

static void write_profs(writer *w, records_kind kind, const model_prof *profs,
                        size_t count)
{
   const model_owner_kind owner = kind == RECORDS_OF_CONTEXTS
                                  ? MODEL_OF_CONTEXT_PROF : MODEL_OF_PROF;

   for (size_t i = 0; i < count; i++) {
      const model_prof *p = &profs[i];

      records_put_prof(w->to, kind, p->routine + 1, p->thread, p->rounded);
      for (int metric = 0; metric < model_metrics(w->m); metric++)
         write_table(w->to, p, metric);
      write_optionals(w, owner, p->routine, p->thread);
   }
}

static void write_edges(writer *w, records_kind kind, const model_edge *edges,
                        size_t count)
{
   const model_owner_kind owner = kind == RECORDS_OF_CONTEXTS
                                  ? MODEL_OF_CONTEXT_EDGE : MODEL_OF_EDGE;

   for (size_t i = 0; i < count; i++) {
      const model_edge *e = &edges[i];
      const records_edge edge = {
         e->caller + 1, e->callee + 1, e->calls, e->cost, e->outermost,
      };

      records_put_edge(w->to, kind, &edge);
      write_optionals(w, owner, e->caller, e->callee);
   }
}

static void write_contexts(writer *w)
{
   const model *m = w->m;

   for (size_t i = 0; i < m->context_count; i++) {
      const model_context *c = &m->contexts[i];

      records_begin_context(w->to, i + 1);
      for (size_t k = 0; k < c->length; k++)
         line_number(w->to, c->chain[k] + 1);
      line_end(w->to);
      write_optionals(w, MODEL_OF_CONTEXT, i, 0);
   }
   write_profs(w, RECORDS_OF_CONTEXTS, m->context_profs,
               m->context_prof_count);
   write_edges(w, RECORDS_OF_CONTEXTS, m->context_edges,
               m->context_edge_count);
}

void profile_write(FILE *f, const model *m)
{
   writer w = { .to = memory_new(1, sizeof *w.to), .m = m };

   line_begin(w.to, write_bytes, f);
   write_head(&w);
   write_routines(&w);
   write_profs(&w, RECORDS_OF_ROUTINES, m->profs, m->prof_count);
   write_edges(&w, RECORDS_OF_ROUTINES, m->edges, m->edge_count);
   if (m->callers > 0)
      write_contexts(&w);
   records_put_end(w.to);
   free(w.to);
}

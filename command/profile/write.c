/* Writing profile files: see profile/write.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/write.h"
#include "base/memory.h"

#include <stdlib.h>

/* The sink: errors show in the stream. */
static void write_bytes(void *file, const char *bytes, size_t n)
{
   fwrite(bytes, 1, n, file);
}

static void write_head(line_writer *w, const model *m)
{
   const records_head head = {
      m->aprof_version, m->valgrind_version, m->cell_size,
      m->counts_instructions, m->separate, m->callers,
   };

   records_put_head(w, &head);
   for (size_t i = 0; i < m->run_count; i++) {
      line_raw(w, m->runs[i].record);
      line_end(w);
   }
   records_put_total(w, &m->total);
}

static void write_routines(line_writer *w, const model *m)
{
   for (size_t i = 0; i < m->object_count; i++)
      records_put_object(w, i + 1, m->objects[i].name,
                         m->objects[i].build_id);
   for (size_t i = 0; i < m->routine_count; i++) {
      const model_routine *r = &m->routines[i];
      const records_routine routine = {
         r->object + 1, r->offset, r->name, r->file,
         r->line != MODEL_NO_LINE, r->line,
      };

      records_put_routine(w, i + 1, &routine);
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

static void write_profs(line_writer *w, records_kind kind,
                        const model_prof *profs, size_t count)
{
   for (size_t i = 0; i < count; i++) {
      const model_prof *p = &profs[i];

      records_put_prof(w, kind, p->routine + 1, p->thread, p->rounded);
      for (int metric = 0; metric < PROF_METRICS; metric++)
         write_table(w, p, metric);
   }
}

static void write_edges(line_writer *w, records_kind kind,
                        const model_edge *edges, size_t count)
{
   for (size_t i = 0; i < count; i++) {
      const model_edge *e = &edges[i];
      const records_edge edge = {
         e->caller + 1, e->callee + 1, e->calls, e->cost, e->outermost,
      };

      records_put_edge(w, kind, &edge);
   }
}

static void write_contexts(line_writer *w, const model *m)
{
   for (size_t i = 0; i < m->context_count; i++) {
      const model_context *c = &m->contexts[i];

      records_begin_context(w, i + 1);
      for (size_t k = 0; k < c->length; k++)
         line_number(w, c->chain[k] + 1);
      line_end(w);
   }
   write_profs(w, RECORDS_OF_CONTEXTS, m->context_profs,
               m->context_prof_count);
   write_edges(w, RECORDS_OF_CONTEXTS, m->context_edges,
               m->context_edge_count);
}

void profile_write(FILE *f, const model *m)
{
   line_writer *w = memory_new(1, sizeof *w);

   line_begin(w, write_bytes, f);
   write_head(w, m);
   write_routines(w, m);
   write_profs(w, RECORDS_OF_ROUTINES, m->profs, m->prof_count);
   write_edges(w, RECORDS_OF_ROUTINES, m->edges, m->edge_count);
   if (m->callers > 0)
      write_contexts(w, m);
   records_put_end(w);
   free(w);
}

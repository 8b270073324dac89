/* The whole profile as one JSON object, as docs/profile.schema.json has it.
   It is written piece by piece: of a large profile no tree would fit.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/export.h"
#include "base/message.h"
#include "base/text.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>

/* The form of the JSON: the first number changes with what readers must know.
   The schema has it, too. */
#define JSON_VERSION 1

typedef struct {
   FILE *file;
   bool first;                        /* of the innermost object or array */
} writer;

static void open_with(writer *w, char bracket)
{
   putc(bracket, w->file);
   w->first = true;
}

static void close_with(writer *w, char bracket)
{
   putc(bracket, w->file);
   w->first = false;
}

/* What stands before an element, of an array on a line of its own. */
static void element(writer *w)
{
   fputs(w->first ? "\n" : ",\n", w->file);
   w->first = false;
}

static void key(writer *w, const char *name)
{
   fprintf(w->file, "%s\"%s\":", w->first ? "" : ",", name);
   w->first = false;
}

static void put_string(writer *w, const char *s)
{
   char *valid = text_utf8(s);
   json_t *j = json_string(valid);

   if (j == NULL ||
       (json_dumpf(j, w->file, JSON_ENCODE_ANY) != 0 && !ferror(w->file)))
      message_fatal("out of memory");
   json_decref(j);
   free(valid);
}

/* Numbers that need more than 63 bits are reals, as in the other verbs. */
static void put_number(writer *w, prof_sum number)
{
   char buffer[TEXT_NUMBER];

   if (number <= INT64_MAX)
      fputs(text_number(buffer, number), w->file);
   else
      fprintf(w->file, "%.17g", (double)number);
}

static void string(writer *w, const char *name, const char *s)
{
   key(w, name);
   put_string(w, s);
}

static void number(writer *w, const char *name, prof_sum n)
{
   key(w, name);
   put_number(w, n);
}

static void put_run(writer *w, const model_run *run)
{
   static const char *const states[] = {
      [MODEL_COMPLETE] = "complete", [MODEL_SNAPSHOT] = "snapshot",
      [MODEL_CUT_SHORT] = "cut-short",
   };

   element(w);
   open_with(w, '{');
   string(w, "state", states[run->state]);
   string(w, "reason", run->reason);
   number(w, "pid", run->pid);
   number(w, "start", run->start);
   number(w, "end", run->end);
   number(w, "threads", run->threads);
   key(w, "arguments");
   putc('[', w->file);
   for (char **a = run->arguments; *a; a++) {
      if (a != run->arguments)
         putc(',', w->file);
      put_string(w, *a);
   }
   close_with(w, ']');
   close_with(w, '}');
}

static void put_head(writer *w, const model *m)
{
   const model_total *t = &m->total;

   string(w, "format", "aprof-profile");
   number(w, "version", JSON_VERSION);
   string(w, "aprof_version", m->aprof_version);
   string(w, "valgrind_version", m->valgrind_version);
   number(w, "cell_size", m->cell_size);
   string(w, "cost_unit", model_cost_unit(m));
   string(w, "threads", m->separate ? "separate" : "folded");
   key(w, "runs");
   open_with(w, '[');
   for (size_t i = 0; i < m->run_count; i++)
      put_run(w, &m->runs[i]);
   close_with(w, ']');
   key(w, "total");
   open_with(w, '{');
   number(w, "cost", t->cost);
   number(w, "activations", t->activations);
   number(w, "rms", t->rms);
   number(w, "ext", t->ext);
   number(w, "trms", t->trms);
   number(w, "external", t->external);
   number(w, "thread", t->thread);
   close_with(w, '}');
}

static void put_routine(writer *w, const model_routine *r)
{
   char offset[TEXT_NUMBER];

   snprintf(offset, sizeof offset, "0x%" PRIx64, r->offset);
   element(w);
   open_with(w, '{');
   number(w, "object", r->object);
   string(w, "offset", offset);
   string(w, "name", r->name);
   string(w, "file", r->file);
   key(w, "line");
   if (r->line == MODEL_NO_LINE)
      fputs("null", w->file);
   else
      put_number(w, r->line);
   close_with(w, '}');
}

static void put_routines(writer *w, const model *m)
{
   key(w, "objects");
   open_with(w, '[');
   for (size_t i = 0; i < m->object_count; i++) {
      element(w);
      open_with(w, '{');
      string(w, "name", m->objects[i].name);
      string(w, "build_id", m->objects[i].build_id);
      close_with(w, '}');
   }
   close_with(w, ']');
   key(w, "routines");
   open_with(w, '[');
   for (size_t i = 0; i < m->routine_count; i++)
      put_routine(w, &m->routines[i]);
   close_with(w, ']');
}

static void put_stat(writer *w, const char *name, const prof_stat *s)
{
   key(w, name);
   open_with(w, '{');
   number(w, "min", s->min);
   number(w, "max", s->max);
   number(w, "sum", s->sum);
   number(w, "squares", s->squares);
   close_with(w, '}');
}

static void put_tuple(writer *w, const model_tuple *tuple)
{
   const prof_tuple *t = &tuple->sums;

   element(w);
   open_with(w, '{');
   number(w, "size", t->size);
   key(w, "open");
   fputs(tuple->open ? "true" : "false", w->file);
   number(w, "calls", t->calls);
   put_stat(w, "cost", &t->cost);
   put_stat(w, "self", &t->self);
   number(w, "outermost", t->outermost);
   number(w, "rms", t->rms);
   number(w, "ext", t->ext);
   number(w, "trms", t->trms);
   number(w, "external", t->external);
   number(w, "thread", t->thread);
   close_with(w, '}');
}

static void put_prof(writer *w, const model_prof *p)
{
   element(w);
   open_with(w, '{');
   number(w, "routine", p->routine);
   key(w, "thread");
   if (p->thread == MODEL_ALL_THREADS)
      put_string(w, "all");
   else
      put_number(w, p->thread);
   if (p->rounded)
      number(w, "rounded", p->rounded);
   for (int m = 0; m < PROF_METRICS; m++) {
      const model_table *table = &p->tables[m];

      key(w, records_metric_names[m]);
      if ((int)p->same[m] != m) {
         put_string(w, records_metric_names[p->same[m]]);
         continue;
      }
      open_with(w, '[');
      for (size_t i = 0; i < table->count; i++)
         put_tuple(w, &table->tuples[i]);
      close_with(w, ']');
   }
   close_with(w, '}');
}

static void put_edge(writer *w, const model_edge *e)
{
   element(w);
   open_with(w, '{');
   number(w, "caller", e->caller);
   number(w, "callee", e->callee);
   number(w, "calls", e->calls);
   number(w, "cost", e->cost);
   number(w, "outermost", e->outermost);
   close_with(w, '}');
}

int export_json(FILE *f, const model *m, const export_wish *wish)
{
   writer w = { .file = f };

   (void)wish;
   open_with(&w, '{');
   put_head(&w, m);
   put_routines(&w, m);
   key(&w, "profiles");
   open_with(&w, '[');
   for (size_t i = 0; i < m->prof_count; i++)
      put_prof(&w, &m->profs[i]);
   close_with(&w, ']');
   key(&w, "edges");
   open_with(&w, '[');
   for (size_t i = 0; i < m->edge_count; i++)
      put_edge(&w, &m->edges[i]);
   close_with(&w, ']');
   close_with(&w, '}');
   putc('\n', f);
   return STATUS_DONE;
}

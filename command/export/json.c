/* The whole profile as one JSON object, as docs/profile.schema.json has it.

   The lists of the profile are written element by element, an element a line:
   the tree of a large profile would not fit into memory.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/message.h"
#include "export/export.h"
#include "formats/json_value.h"
#include "profile/exits.h"
#include "profile/run_json.h"
#include "source/call_places.h"

#include <inttypes.h>
#include <stdlib.h>

/* Version of the form.  The first number changes with what readers must know;
   the schema has it as well. */
#define JSON_VERSION 1

static void put(FILE *f, json_t *value)
{
   json_value_write(f, value, JSON_VALUE_EXACT);
}

/* Write the start of a list that is a member of an object. */
static void begin_list(FILE *f, const char *name)
{
   fprintf(f, ",\"%s\":[", name);
}

static void put_element(FILE *f, size_t index, json_t *value)
{
   fputs(index == 0 ? "\n" : ",\n", f);
   put(f, value);
}

/* How many of the runs have ended with which exit status, if it is known. */
static void put_exits(FILE *f, const model *m)
{
   size_t count;
   exits_count *list = exits_find(m, &count);

   if (count > 0)
      begin_list(f, "exits");
   for (size_t i = 0; i < count; i++) {
      json_t *object = json_object();
      json_value_set_whole(object, "status", list[i].status);
      json_value_set_whole(object, "runs", list[i].runs);
      put_element(f, i, object);
   }
   if (count > 0)
      fputc(']', f);
   free(list);
}

/* Write the members of the profile's object that are no lists, without the end
   of the object. */
static void put_head(FILE *f, const model *m)
{
   static const char *const states[] = {
      [MODEL_COMPLETE] = "complete", [MODEL_SNAPSHOT] = "snapshot",
      [MODEL_CUT_SHORT] = "cut-short",
   };
   const struct { const char *key; json_t *value; } members[] = {
      { "format", json_value_text("aprof-profile") },
      { "version", json_value_whole(JSON_VERSION) },
      { "aprof_version", json_value_text(m->aprof_version) },
      { "valgrind_version", json_value_text(m->valgrind_version) },
      { "cell_size", json_value_whole(m->cell_size) },
      { "cost_unit", json_value_text(model_cost_unit(m)) },
      { "threads", json_value_text(m->separate ? "separate" : "folded") },
   };

   for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
      fprintf(f, "%c\"%s\":", i ? ',' : '{', members[i].key);
      put(f, members[i].value);
   }
   begin_list(f, "runs");
   for (size_t i = 0; i < m->run_count; i++)
      put_element(f, i, run_json_of_run(&m->runs[i],
                                        states[m->runs[i].state]));
   fputc(']', f);
   put_exits(f, m);
   fputs(",\"total\":", f);
   put(f, run_json_of_total(&m->total));
}

static json_t *make_object(const model_object *o)
{
   json_t *object = json_object();

   json_value_set_text(object, "name", o->name);
   json_value_set_text(object, "build_id", o->build_id);
   return object;
}

static json_t *make_routine(const model_routine *r)
{
   char offset[sizeof "0x" + 16];
   json_t *object = json_object();

   snprintf(offset, sizeof offset, "0x%" PRIx64, r->offset);
   json_value_set_whole(object, "object", r->object);
   json_value_set_text(object, "offset", offset);
   json_value_set_text(object, "name", r->name);
   json_value_set_text(object, "file", r->file);
   json_value_set(object, "line", r->line == MODEL_NO_LINE
                  ? json_null() : json_value_whole(r->line));
   return object;
}

static json_t *make_stat(const prof_stat *s)
{
   json_t *object = json_object();

   json_value_set_whole(object, "min", s->min);
   json_value_set_whole(object, "max", s->max);
   json_value_set_whole(object, "sum", s->sum);
   json_value_set_whole(object, "squares", s->squares);
   return object;
}

static json_t *make_tuple(const model_tuple *tuple)
{
   const prof_tuple *t = &tuple->sums;
   const prof_sum *const sizes[] = RECORDS_SIZES(t);
   json_t *object = json_object();

   json_value_set_whole(object, "size", t->size);
   json_value_set(object, "open", json_boolean(tuple->open));
   json_value_set_whole(object, "calls", t->calls);
   json_value_set(object, "cost", make_stat(&t->cost));
   json_value_set(object, "self", make_stat(&t->self));
   json_value_set_whole(object, "outermost", t->outermost);
   run_json_set_sizes(object, sizes);
   return object;
}

/* The tables of a routine in a thread; a table that equals the one of another
   metric is the name of that metric. */
static void put_prof(FILE *f, size_t index, const model_prof *p, int metrics)
{
   fprintf(f, "%s{\"routine\":%zu,\"thread\":", index == 0 ? "\n" : ",\n",
           p->routine);
   put(f, p->thread == MODEL_ALL_THREADS ? json_value_text("all")
                                         : json_value_whole(p->thread));
   if (p->rounded)
      fprintf(f, ",\"rounded\":%u", p->rounded);
   for (int m = 0; m < metrics; m++) {
      const model_table *table = &p->tables[m];

      if ((int)p->same[m] != m) {
         fprintf(f, ",\"%s\":\"%s\"", records_metric_names[m],
                 records_metric_names[p->same[m]]);
         continue;
      }
      begin_list(f, records_metric_names[m]);
      for (size_t i = 0; i < table->count; i++)
         put_element(f, i, make_tuple(&table->tuples[i]));
      putc(']', f);
   }
   putc('}', f);
}

/* The lines of the caller in which the calls are; NULL: they are not known. */
static json_t *make_places(const model *m, const model_edge *e)
{
   call_places p = call_places_read(m, e->caller, e->callee);
   json_t *list = p.count > 0 ? json_array() : NULL;

   for (size_t i = 0; i < p.count; i++) {
      json_t *object = json_object();

      json_value_set_whole(object, "line", p.list[i].line);
      if (p.list[i].file)
         json_value_set_text(object, "file", p.list[i].file);
      json_value_append(list, object);
   }
   call_places_free(&p);
   return list;
}

static json_t *make_edge(const model *m, const model_edge *e)
{
   json_t *object = json_object(), *places = make_places(m, e);

   json_value_set_whole(object, "caller", e->caller);
   json_value_set_whole(object, "callee", e->callee);
   json_value_set_whole(object, "calls", e->calls);
   json_value_set_whole(object, "cost", e->cost);
   json_value_set_whole(object, "outermost", e->outermost);
   if (places)
      json_value_set(object, "places", places);
   return object;
}

int export_json(FILE *f, const model *m, const export_options *options)
{
   (void)options;
   put_head(f, m);
   begin_list(f, "objects");
   for (size_t i = 0; i < m->object_count; i++)
      put_element(f, i, make_object(&m->objects[i]));
   putc(']', f);
   begin_list(f, "routines");
   for (size_t i = 0; i < m->routine_count; i++)
      put_element(f, i, make_routine(&m->routines[i]));
   putc(']', f);
   begin_list(f, "profiles");
   for (size_t i = 0; i < m->prof_count; i++)
      put_prof(f, i, &m->profs[i], model_metrics(m));
   putc(']', f);
   begin_list(f, "edges");
   for (size_t i = 0; i < m->edge_count; i++)
      put_element(f, i, make_edge(m, &m->edges[i]));
   fputs("]}\n", f);
   return STATUS_DONE;
}

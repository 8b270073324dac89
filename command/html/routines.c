/* The list of routines and the edges, as blocks of the page.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "html/routines.h"
#include "assess/suspicion.h"
#include "base/memory.h"
#include "base/paths.h"
#include "calltree/calltree.h"
#include "formats/json_value.h"
#include "html/sparklines.h"
#include "infer/describe.h"
#include "source/call_places.h"
#include "source/line_costs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Smaller callees have no node of their own in the call tree: they would be
   less than a pixel wide. */
#define LEAST_NODE 0.0005

static const char *const columns[] = {
   "name", "label", "short", "object", "file", "line", "threads", "calls",
   "cost", "self", "trms", "external", "thread", "points", "sizeMin", "sizeMax",
   "class", "growth", "phrase", "confidence", "exponent", "warnings", "spark",
   "oldSpark", "oldClass", "oldCost", "costRatio", "change", "changePlace",
   "changeConfidence", "explained", "unmatched", "cause", "internal",
   "sizesGiven",
};

static void add_text(json_t *row, const char *text)
{
   json_value_append(row, json_value_text(text));
}

static void add_whole(json_t *row, prof_sum number)
{
   json_value_append(row, json_value_whole(number));
}

static void add_real(json_t *row, double number, int digits)
{
   json_value_append(row, json_value_real(number, digits));
}

static void add_truth(json_t *row, bool value)
{
   json_value_append(row, json_boolean(value));
}

static void add_nulls(json_t *row, int count)
{
   while (count-- > 0)
      json_value_append(row, json_null());
}

static void add_class(json_t *row, const verdict *v)
{
   char buffer[GROWTH_NAME_SIZE];

   add_text(row, growth_name(buffer, v->growth));
}

static void add_verdict(json_t *row, const html_row *r)
{
   assessment *a = r->rank->assessment;
   const verdict *v = assess_verdict(a);
   char phrase[DESCRIBE_CLASS_SIZE], warnings[DESCRIBE_WARNINGS_SIZE];

   add_class(row, v);
   add_whole(row, r->growth_rank);
   add_text(row, suspicion_phrase(phrase, r->rank));
   add_real(row, v->confidence, 3);
   if (v->has_exponent)
      add_real(row, v->exponent, 4);
   else
      add_nulls(row, 1);
   add_text(row, describe_warnings(warnings, v->warnings));
}

static void add_threads(json_t *row, const model *m, size_t routine)
{
   json_t *threads = json_array();
   size_t first, past;

   model_profs(m, routine, &first, &past);
   for (size_t p = first; p < past; p++)
      if (m->profs[p].thread != MODEL_ALL_THREADS)
         add_whole(threads, m->profs[p].thread);
   json_value_append(row, threads);
}

static void add_sparklines(json_t *row, const html_row *r)
{
   char now[HTML_SPARKLINES_TEXT], old[HTML_SPARKLINES_TEXT];

   html_sparklines_draw(r->rank->assessment, r->old, now, old);
   add_text(row, now);
   add_text(row, old);
}

static void add_old(json_t *row, const html_row *r)
{
   if (r->old == NULL) {
      add_nulls(row, 3);
      return;
   }
   add_class(row, assess_verdict(r->old));
   add_whole(row, r->old->sums.outermost);
   if (r->cost_ratio > 0)
      add_real(row, r->cost_ratio, 4);
   else
      add_nulls(row, 1);
}

static void add_change(json_t *row, const html_row *r)
{
   if (r->change == NULL) {
      add_nulls(row, 4);
      return;
   }
   add_text(row, changes_status_names[r->change->status]);
   add_whole(row, r->change_place);
   add_real(row, r->change->confidence, 3);
   add_truth(row, r->change->explained);
}

static void add_measured(json_t *row, const html_data *d, const html_row *r)
{
   const assessment *a = r->rank->assessment;

   add_whole(row, a->sums.calls);
   add_whole(row, a->sums.outermost);
   add_whole(row, a->sums.self.sum);
   add_whole(row, a->sums.trms);
   add_whole(row, a->sums.external);
   add_whole(row, a->sums.thread);
   add_whole(row, a->points_trms);
   add_whole(row, a->size_min);
   add_whole(row, a->size_max);
   add_verdict(row, r);
   add_sparklines(row, r);
   add_old(row, r);
   add_change(row, r);
   add_truth(row, r->unmatched);
   if (r->rank->cause == RANKED_NONE)
      add_nulls(row, 1);
   else
      add_whole(row, d->place[r->rank->cause]);
   /* The report shows these rows. */
   add_truth(row, r->rank->internal && !r->rank->shown);
   add_truth(row, assess_size_is_given(d->m, r->routine));
}

/* The values of a row in the order of `columns`; a routine that only an edge
   names has the first seven alone. */
static json_t *make_row(const html_data *d, const html_row *r)
{
   const model_routine *routine = &d->m->routines[r->routine];
   const char *label = d->labels[r->routine];
   const size_t file = d->sources.of_routine[r->routine];
   json_t *row = json_array();
   const char *short_name = d->short_names[r->routine];

   add_text(row, routine->shown);
   if (strcmp(label, routine->shown) == 0)
      add_nulls(row, 1);
   else
      add_text(row, label);
   if (strcmp(short_name, routine->shown) == 0)
      add_nulls(row, 1);
   else
      add_text(row, short_name);
   add_whole(row, routine->object);
   if (file == d->sources.count)
      add_nulls(row, 1);
   else
      add_whole(row, file);
   if (routine->line == MODEL_NO_LINE)
      add_nulls(row, 1);
   else
      add_whole(row, routine->line);
   add_threads(row, d->m, r->routine);
   if (r->rank)
      add_measured(row, d, r);
   return row;
}

/* Write a member of the block's object, which is a list of texts. */
static void write_texts(FILE *file, const char *name, const char *const *texts,
                        size_t count)
{
   json_t *list = json_array();

   for (size_t i = 0; i < count; i++)
      add_text(list, texts[i]);
   fprintf(file, "\"%s\":", name);
   json_value_write_script(file, list);
   putc(',', file);
}

void html_routines_write(const html_data *d, FILE *file)
{
   json_t *objects = json_array();

   for (size_t i = 0; i < d->m->object_count; i++)
      add_text(objects, d->m->objects[i].name);
   fputs("{\"objects\":", file);
   json_value_write_script(file, objects);
   putc(',', file);
   write_texts(file, "files", d->sources.names, d->sources.count);
   write_texts(file, "columns", columns,
               sizeof columns / sizeof *columns);
   fputs("\"rows\":[", file);
   for (size_t i = 0; i < d->count; i++) {
      if (i > 0)
         fputs(",\n", file);
      json_value_write_script(file, make_row(d, &d->rows[i]));
   }
   fputs("]}", file);
}

/* The lines of the caller in which an edge's callee is inlined, [line, calls,
   cost, ...], or 0. */
static json_t *make_inlined(const model *m, const model_edge *e)
{
   size_t count;
   inlined_line *lines = line_costs_inlined(m, e, &count);
   json_t *list;

   if (lines == NULL)
      return json_integer(0);
   list = json_array();
   for (size_t i = 0; i < count; i++) {
      add_whole(list, lines[i].line);
      add_whole(list, lines[i].calls);
      add_whole(list, lines[i].cost);
   }
   free(lines);
   return list;
}

/* The lines of the caller in which an edge's calls are, or 0. */
static json_t *make_places(const model *m, const model_edge *e)
{
   call_places p = call_places_read(m, e->caller, e->callee);
   json_t *list = p.count > 0 ? json_array() : json_integer(0);

   for (size_t i = 0; i < p.count; i++)
      if (p.list[i].file) {
         char *place = memory_format("%s:%" PRIu64,
                                     paths_file_name(p.list[i].file),
                                     p.list[i].line);

         json_value_append(list, json_value_text(place));
         free(place);
      } else {
         add_whole(list, p.list[i].line);
      }
   call_places_free(&p);
   return list;
}

void html_routines_write_edges(const html_data *d, FILE *file)
{
   json_t *edges = json_array();

   for (size_t i = 0; i < d->m->edge_count; i++) {
      const model_edge *e = &d->m->edges[i];

      add_whole(edges, d->place[e->caller]);
      add_whole(edges, d->place[e->callee]);
      add_whole(edges, e->calls);
      /* With this cost the shares of the callers of a recursion add up to its
         cost. */
      add_whole(edges, e->outermost);
      json_value_append(edges, make_inlined(d->m, e));
      json_value_append(edges, make_places(d->m, e));
   }
   json_value_write_script(file, edges);
}

static void add_place(json_t *list, const size_t *place, size_t index)
{
   if (index == CALLTREE_NONE)
      json_value_append(list, json_integer(-1));
   else
      add_whole(list, place ? place[index] : index);
}

void html_routines_write_tree(const html_data *d, FILE *file)
{
   calltree t = calltree_new(d->m, LEAST_NODE);
   json_t *list = json_array();

   for (size_t i = 0; i < t.count; i++) {
      const calltree_node *n = &t.nodes[i];

      add_place(list, NULL, n->parent);
      add_place(list, d->place, n->routine);
      add_whole(list, n->cost);
      add_whole(list, n->self);
   }
   free(t.nodes);
   json_value_write_script(file, list);
}

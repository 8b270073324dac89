/* The records of tables, edges and contexts (docs/file-format.md).

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "output/dump_tables.h"
#include "base/options.h"
#include "callgraph/record.h"
#include "engine/profile/rounding.h"

/* Tables. */

Bool ap_has_records(const ApTables *t)
{
   for (UInt i = 0; i < t->count; i++)
      if (t->list[i].open != NULL || prof_calls(t->list[i].closed) > 0)
         return True;
   return False;
}

static void put_stat(ApFile *f, const prof_stat *s)
{
   ap_put_number(f, s->min);
   ap_put_number(f, s->max);
   ap_put_number(f, s->sum);
   ap_put_number(f, s->squares);
}

static void put_tuple(ApFile *f, const prof_tuple *t, Bool open)
{
   ap_put_text(f, "t");
   ap_put_number(f, t->size);
   ap_put_text(f, open ? "o" : "c");
   ap_put_number(f, t->calls);
   put_stat(f, &t->cost);
   put_stat(f, &t->self);
   ap_put_number(f, t->outermost);
   ap_put_number(f, t->rms);
   ap_put_number(f, t->ext);
   ap_put_number(f, t->trms);
   ap_put_number(f, t->external);
   ap_put_number(f, t->thread);
   ap_end_line(f);
}

static const HChar *const metric_names[PROF_METRICS] = {
   [PROF_TRMS] = "trms", [PROF_EXT] = "ext", [PROF_RMS] = "rms"
};

static Bool is_rounded(const ApTable *t)
{
   return prof_is_rounded(t->closed)
          || (t->open != NULL && prof_is_rounded(t->open));
}

static void put_metric(ApFile *f, const ApTable *table, prof_metric metric)
{
   size_t n_closed, n_open = 0, c = 0, o = 0;
   prof_tuple *closed = prof_table(table->closed, metric, &n_closed);
   prof_tuple *open = NULL;

   if (table->open != NULL)
      open = prof_table(table->open, metric, &n_open);
   if (is_rounded(table)) {
      prof_round(closed, &n_closed);
      if (open != NULL)
         prof_round(open, &n_open);
   }
   ap_put_text(f, "table");
   ap_put_text(f, metric_names[metric]);
   ap_put_number(f, n_closed + n_open);
   ap_end_line(f);
   while (c < n_closed || o < n_open)
      if (o == n_open || (c < n_closed && closed[c].size <= open[o].size))
         put_tuple(f, &closed[c++], False);
      else
         put_tuple(f, &open[o++], True);
   plat_free(closed);
   plat_free(open);
}

/* The earlier metric whose table this one equals, or PROF_METRICS. */
static prof_metric equal_table(const ApTable *t, prof_metric metric)
{
   for (prof_metric m = 0; m < metric; m++)
      if (prof_same(t->closed, m, metric)
          && (t->open == NULL || prof_same(t->open, m, metric)))
         return m;
   return PROF_METRICS;
}

/* The first one only: the file has them all. */
static void tell_rounded(const ApRoutine *r)
{
   static Bool done;

   if (done)
      return;
   done = True;
   VG_(umsg)("aprof: %s has had more than %u different sizes of input: they "
             "are kept to three digits; --max-sizes=N allows more\n",
             r->name[0] != '\0' ? r->name : "a routine without a name",
             ap_options.max_sizes);
}

static void put_tables(ApFile *f, const HChar *record, UInt number,
                       const ApTables *list)
{
   for (UInt i = 0; i < list->count; i++) {
      const ApTable *t = &list->list[i];
      if (t->open == NULL && prof_calls(t->closed) == 0)
         continue;
      ap_put_text(f, record);
      ap_put_number(f, number);
      if (t->thread == 0)
         ap_put_text(f, "all");
      else
         ap_put_number(f, t->thread);
      ap_end_line(f);
      if (is_rounded(t)) {
         ap_put_text(f, "rounded");
         ap_put_number(f, ROUNDING_BITS);
         ap_end_line(f);
      }
      for (prof_metric m = 0; m < PROF_METRICS; m++) {
         prof_metric same = equal_table(t, m);
         if (same == PROF_METRICS) {
            put_metric(f, t, m);
            continue;
         }
         ap_put_text(f, "same");
         ap_put_text(f, metric_names[m]);
         ap_put_text(f, metric_names[same]);
         ap_end_line(f);
      }
   }
}

void ap_put_profiles(ApFile *f, ApRoutine *r)
{
   /* Where one of its contexts is rounded, so is the routine. */
   for (UInt i = 0; i < r->tables.count; i++)
      if (is_rounded(&r->tables.list[i]))
         tell_rounded(r);
   put_tables(f, "prof", r->number, &r->tables);
}

/* Edges. */

static Int compare_words(UWord a, UWord b)
{
   return a < b ? -1 : a > b;
}

static Int compare_by_routines(const void *a, const void *b)
{
   const ApEdge *p = *(ApEdge *const *)a, *q = *(ApEdge *const *)b;
   Int order = compare_words(p->caller->number, q->caller->number);

   return order != 0 ? order : compare_words(p->callee->number,
                                             q->callee->number);
}

static Int compare_by_contexts(const void *a, const void *b)
{
   const ApEdge *p = *(ApEdge *const *)a, *q = *(ApEdge *const *)b;
   Int order = compare_words(p->from->number, q->from->number);

   return order != 0 ? order : compare_words(p->to->number, q->to->number);
}

static Bool is_written(const ApEdge *e)
{
   return e->caller != NULL && e->calls + e->open_calls > 0;
}

/* The first `n` edges as one, by these numbers. */
static void put_edge(ApFile *f, const HChar *record, UInt caller, UInt callee,
                     ApEdge *const *edges, UInt n)
{
   ULong calls = 0;
   prof_sum cost = 0, outermost = 0;

   for (UInt i = 0; i < n; i++) {
      const ApEdge *e = edges[i];
      calls += e->calls + e->open_calls;
      cost += ap_edge_cost(e) + e->open_cost;
      outermost += ap_edge_cost(e) - e->nested + e->open_outermost;
   }
   ap_put_text(f, record);
   ap_put_number(f, caller);
   ap_put_number(f, callee);
   ap_put_number(f, calls);
   ap_put_number(f, cost);
   ap_put_number(f, outermost);
   ap_end_line(f);
}

/* Between routines, what has been called from several contexts added up; or
   between contexts. */
static void put_edges(ApFile *f, const HChar *record, Bool of_contexts)
{
   Int (*compare)(const void *, const void *) =
      of_contexts ? compare_by_contexts : compare_by_routines;
   UInt n = ap_edge_count(), kept = 0, same;
   ApEdge **edges = ap_edges();

   for (UInt i = 0; i < n; i++)
      if (is_written(edges[i]))
         edges[kept++] = edges[i];
   VG_(ssort)(edges, kept, sizeof *edges, compare);
   for (UInt i = 0; i < kept; i += same) {
      const ApEdge *e = edges[i];
      for (same = 1; i + same < kept
                     && compare(&e, &edges[i + same]) == 0; same++)
         ;
      put_edge(f, record, of_contexts ? e->from->number : e->caller->number,
               of_contexts ? e->to->number : e->callee->number, &edges[i],
               same);
   }
   VG_(free)(edges);
}

void ap_put_edges(ApFile *f)
{
   put_edges(f, "edge", False);
}

/* Contexts. */

typedef struct {
   ApContext **list;
   UInt count;
} List;

static void list_context(ApContext *c, void *opaque)
{
   List *l = opaque;

   if (ap_has_records(&c->tables))
      l->list[l->count++] = c;
}

static Int compare_contexts(const void *a, const void *b)
{
   const ApContext *p = *(ApContext *const *)a, *q = *(ApContext *const *)b;

   for (UInt i = 0; i < p->length && i < q->length; i++)
      if (p->chain[i] != q->chain[i])
         return compare_words(p->chain[i]->number, q->chain[i]->number);
   return compare_words(p->length, q->length);
}

void ap_put_contexts(ApFile *f)
{
   List l = { VG_(malloc)("aprof.dump.contexts",
                          (ap_context_count() + 1) * sizeof *l.list), 0 };

   ap_for_each_context(list_context, &l);
   VG_(ssort)(l.list, l.count, sizeof *l.list, compare_contexts);
   for (UInt i = 0; i < l.count; i++) {
      ApContext *c = l.list[i];
      c->number = i + 1;
      ap_put_text(f, "context");
      ap_put_number(f, c->number);
      for (UInt k = 0; k < c->length; k++)
         ap_put_number(f, c->chain[k]->number);
      ap_end_line(f);
   }
   for (UInt i = 0; i < l.count; i++)
      put_tables(f, "context-prof", i + 1, &l.list[i]->tables);
   put_edges(f, "context-edge", True);
   VG_(free)(l.list);
}

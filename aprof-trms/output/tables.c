/* The records of tables, edges and contexts: see output/tables.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "output/tables.h"
#include "base/options.h"
#include "callgraph/call_places.h"
#include "callgraph/record.h"
#include "engine/profile/rounding.h"
#include "symbols/inlined.h"

/* Fills of fewer bytes than this do not matter. */
enum { LEAST_FILLED = 1 << 16 };

Bool tables_have_records(const SizeTables *t)
{
   for (UInt i = 0; i < t->count; i++)
      if (t->list[i].open != NULL || prof_calls(t->list[i].closed) > 0)
         return True;
   return False;
}

static Bool is_rounded(const SizeTable *t)
{
   return prof_is_rounded(t->closed)
          || (t->open != NULL && prof_is_rounded(t->open));
}

/* The tuples of a metric, ascending by size, of one size closed before open. */
static void put_metric(line_writer *w, const SizeTable *table,
                       prof_metric metric)
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
   records_put_table(w, metric, n_closed + n_open);
   while (c < n_closed || o < n_open)
      if (o == n_open || (c < n_closed && closed[c].size <= open[o].size))
         records_put_tuple(w, &closed[c++], False);
      else
         records_put_tuple(w, &open[o++], True);
   platform_free(closed);
   platform_free(open);
}

/* Return the first metric whose table is the same, or PROF_METRICS. */
static prof_metric equal_table(const SizeTable *t, prof_metric metric)
{
   for (prof_metric m = 0; m < metric; m++)
      if (prof_same(t->closed, m, metric)
          && (t->open == NULL || prof_same(t->open, m, metric)))
         return m;
   return PROF_METRICS;
}

static void put_list(line_writer *w, records_kind kind, UInt number,
                     const SizeTables *list)
{
   for (UInt i = 0; i < list->count; i++) {
      const SizeTable *t = &list->list[i];
      if (t->open == NULL && prof_calls(t->closed) == 0)
         continue;
      records_put_prof(w, kind, number, t->thread,
                       is_rounded(t) ? ROUNDING_BITS : 0);
      for (prof_metric m = 0;
           m < (tool_options.output ? PROF_METRICS : PROF_WMS); m++) {
         prof_metric same = equal_table(t, m);
         if (same == PROF_METRICS)
            put_metric(w, t, m);
         else
            records_put_same(w, m, same);
      }
   }
}

/* The first routine only: the file says it of all. */
static void print_rounded(const Routine *r)
{
   static Bool done;

   if (done)
      return;
   done = True;
   VG_(umsg)("aprof: %s has had more than %u different sizes of input: they "
             "are kept to three digits; --max-sizes=N keeps more exactly\n",
             r->name[0] != '\0' ? r->name : "a routine without a name",
             tool_options.max_sizes);
}

void tables_put(line_writer *w, Routine *r)
{
   /* If one of its contexts is rounded, so is the routine. */
   for (UInt i = 0; i < r->tables.count; i++)
      if (is_rounded(&r->tables.list[i]))
         print_rounded(r);
   put_list(w, RECORDS_OF_ROUTINES, r->number, &r->tables);
}

/* Edges. */

static Int compare_words(UWord a, UWord b)
{
   return a < b ? -1 : a > b;
}

static Int compare_by_routines(const void *a, const void *b)
{
   const Edge *p = *(Edge *const *)a, *q = *(Edge *const *)b;
   Int order = compare_words(p->caller->number, q->caller->number);

   return order != 0 ? order : compare_words(p->callee->number,
                                             q->callee->number);
}

static Int compare_by_contexts(const void *a, const void *b)
{
   const Edge *p = *(Edge *const *)a, *q = *(Edge *const *)b;
   Int order = compare_words(p->from->number, q->from->number);

   return order != 0 ? order : compare_words(p->to->number, q->to->number);
}

static Bool is_written(const Edge *e)
{
   return e->caller != NULL && (e->calls > 0 || e->open != NULL);
}

/* Call a function for all routines of a context that has records. */
static void each_in_chain(Context *c, void *opaque)
{
   void (*f)(Routine *) = opaque;

   if (tables_have_records(&c->tables))
      for (UInt i = 0; i < c->length; i++)
         f(c->chain[i]->home);
}

/* Write how many cells the blocks of calloc had: no routine has written them,
   nor are they input. */
static void put_cleared(line_writer *w, ULong bytes)
{
   if (bytes == 0)
      return;
   line_raw(w, "x-sum-cleared");
   line_number(w, 1);
   line_number(w, bytes >> tool_options.cell_shift);
   line_end(w);
}

/* Write how the inputs of large calls change in the course of the run. */
static void put_course(line_writer *w, const LargeReads *l)
{
   ULong parts[COURSE_PARTS];

   if (l->calls < COURSE_LEAST)
      return;
   course_cut(&l->course, l->calls, parts);
   line_raw(w, "x-sum-course");
   line_number(w, COURSE_PARTS);
   for (UInt i = 0; i < COURSE_PARTS; i++)
      line_number(w, parts[i]);
   line_end(w);
}

/* Write how many fills of memory its calls had, their cells, the cells of them that
   had these values before, and their cost. */
static void put_filled(line_writer *w, const LargeReads *l)
{
   if (l->filled < LEAST_FILLED)
      return;
   line_raw(w, "x-sum-filled");
   line_number(w, 4);
   line_number(w, l->fills);
   line_number(w, l->filled >> tool_options.cell_shift);
   line_number(w, l->filled_same >> tool_options.cell_shift);
   line_number(w, l->fill_cost);
   line_end(w);
}

static void put_large_reads(line_writer *w, const LargeReads *l)
{
   if (l->calls == 0)
      return;
   line_raw(w, "x-sum-reads");
   line_number(w, 7);
   line_number(w, l->calls);
   line_number(w, l->cells);
   line_number(w, l->rising);
   line_number(w, l->falling);
   line_number(w, 2 * l->moment);
   line_number(w, (prof_sum)(l->calls - 1) * l->cells);
   line_number(w, l->changes);
   line_end(w);
}

/* The places of calls that are still to be written. */
typedef struct {
   const ListedPlace *next, *end;
} Places;

/* An edge with more places says nothing about more of them. */
enum { MOST_PLACES = 1000 };

/* Write where in the caller's source the calls of an edge are.  Both edges and
   places ascend by caller and callee. */
static void put_places(line_writer *w, const records_edge *e, Places *p)
{
   UInt n = 0;

   while (p->next < p->end
          && (p->next->caller < e->caller
              || (p->next->caller == e->caller
                  && p->next->callee < e->callee)))
      p->next++;
   for (; p->next < p->end && p->next->caller == e->caller
          && p->next->callee == e->callee; p->next++) {
      if (++n > MOST_PLACES)
         continue;
      line_raw(w, "x-call");
      line_raw(w, p->next->line);
      if (p->next->file[0] != '\0')
         line_text(w, p->next->file);
      line_end(w);
   }
}

/* Add the calls of an edge, those that are pending included. */
static void add_edge(records_edge *sum, const Edge *e)
{
   sum->calls += e->calls;
   sum->cost += record_edge_cost(e);
   sum->outermost += record_edge_cost(e) - e->nested;
   if (e->open != NULL) {
      sum->calls += e->open->calls;
      sum->cost += e->open->cost;
      sum->outermost += e->open->outermost;
   }
}

/* Calls that are inlined in one line. */
typedef struct {
   HChar line[12];              /* decimal, the order of the records' keys */
   ULong calls;
   prof_sum cost;               /* of the outermost activations */
} InlinedLine;

static Int compare_lines(const void *a, const void *b)
{
   return VG_(strcmp)(((const InlinedLine *)a)->line,
                      ((const InlinedLine *)b)->line);
}

/* Write in which lines of the caller the callee is inlined. */
static void put_inlined(line_writer *w, Edge *const *edges, UInt n)
{
   InlinedLine *lines = VG_(malloc)("aprof.dump.inlined", n * sizeof *lines);
   UInt count = 0, kept = 0;

   for (UInt i = 0; i < n; i++) {
      const InlinedCall *call = edges[i]->callee->inlined;
      if (call == NULL || call->line == 0)
         continue;
      VG_(sprintf)(lines[count].line, "%u", call->line);
      records_edge sum = { 0 };
      add_edge(&sum, edges[i]);
      lines[count].calls = sum.calls;
      lines[count++].cost = sum.outermost;
   }
   VG_(ssort)(lines, count, sizeof *lines, compare_lines);
   for (UInt i = 0; i < count; i++)
      if (kept > 0 && compare_lines(&lines[kept - 1], &lines[i]) == 0) {
         lines[kept - 1].calls += lines[i].calls;
         lines[kept - 1].cost += lines[i].cost;
      } else
         lines[kept++] = lines[i];
   for (UInt i = 0; i < kept; i++) {
      line_raw(w, "x-sum-inlined");
      line_number(w, 2);
      line_raw(w, lines[i].line);
      line_number(w, lines[i].calls);
      line_number(w, lines[i].cost);
      line_end(w);
   }
   VG_(free)(lines);
}

/* Write the first `n` edges as one.  places: those of routines, of this edge or
   of later ones. */
static void put_sum(line_writer *w, records_kind kind, Edge *const *edges,
                    UInt n, Places *places)
{
   const Edge *first = edges[0];
   records_edge sum = { first->caller->number, first->callee->number, 0, 0, 0 };

   if (kind == RECORDS_OF_CONTEXTS) {
      sum.caller = first->from->number;
      sum.callee = first->to->number;
   }
   for (UInt i = 0; i < n; i++)
      add_edge(&sum, edges[i]);
   records_put_edge(w, kind, &sum);
   if (kind != RECORDS_OF_ROUTINES)
      return;
   put_places(w, &sum, places);
   const LargeReads *large = record_large_reads(first->caller, first->callee);
   if (large != NULL) {
      put_cleared(w, large->cleared);
      put_course(w, large);
      put_filled(w, large);
   }
   put_inlined(w, edges, n);
   if (large != NULL)
      put_large_reads(w, large);
}

void tables_each_caller(void (*f)(Routine *caller))
{
   const UInt n = record_edge_count();
   Edge **edges = record_edges();

   for (UInt i = 0; i < n; i++)
      if (is_written(edges[i]))
         f(edges[i]->caller->home);
   VG_(free)(edges);
   if (tool_options.contexts > 0)
      contexts_each(each_in_chain, f);
}

/* Are both contexts in the profile?  The caller's may have no record. */
static Bool has_contexts(const Edge *e)
{
   return tables_have_records(&e->from->tables)
          && tables_have_records(&e->to->tables);
}

/* Write edges between routines, added up over the contexts of the caller, or
   edges between contexts. */
static void put_edges(line_writer *w, records_kind kind, Places *places)
{
   Int (*compare)(const void *, const void *) =
      kind == RECORDS_OF_CONTEXTS ? compare_by_contexts : compare_by_routines;
   UInt n = record_edge_count(), kept = 0, same;
   Edge **edges = record_edges();

   for (UInt i = 0; i < n; i++)
      if (is_written(edges[i])
          && (kind == RECORDS_OF_ROUTINES || has_contexts(edges[i])))
         edges[kept++] = edges[i];
   VG_(ssort)(edges, kept, sizeof *edges, compare);
   for (UInt i = 0; i < kept; i += same) {
      const Edge *e = edges[i];
      for (same = 1; i + same < kept
                     && compare(&e, &edges[i + same]) == 0; same++)
         ;
      put_sum(w, kind, &edges[i], same, places);
   }
   VG_(free)(edges);
}

void tables_put_edges(line_writer *w)
{
   UInt n;
   ListedPlace *list = call_places_list(&n);
   Places places = { list, list + n };

   put_edges(w, RECORDS_OF_ROUTINES, &places);
   VG_(free)(list);
}

/* Contexts. */

typedef struct {
   Context **list;
   UInt count;
} List;

static void list_context(Context *c, void *opaque)
{
   List *l = opaque;

   if (tables_have_records(&c->tables))
      l->list[l->count++] = c;
}

static Int compare_contexts(const void *a, const void *b)
{
   const Context *p = *(Context *const *)a, *q = *(Context *const *)b;

   for (UInt i = 0; i < p->length && i < q->length; i++)
      if (p->chain[i] != q->chain[i])
         return compare_words(p->chain[i]->number, q->chain[i]->number);
   return compare_words(p->length, q->length);
}

void tables_put_contexts(line_writer *w)
{
   List l = { VG_(malloc)("aprof.dump.contexts",
                          (contexts_count() + 1) * sizeof *l.list), 0 };

   contexts_each(list_context, &l);
   VG_(ssort)(l.list, l.count, sizeof *l.list, compare_contexts);
   for (UInt i = 0; i < l.count; i++) {
      Context *c = l.list[i];
      c->number = i + 1;
      records_begin_context(w, c->number);
      for (UInt k = 0; k < c->length; k++)
         line_number(w, c->chain[k]->number);
      line_end(w);
   }
   for (UInt i = 0; i < l.count; i++)
      put_list(w, RECORDS_OF_CONTEXTS, i + 1, &l.list[i]->tables);
   put_edges(w, RECORDS_OF_CONTEXTS, NULL);
   VG_(free)(l.list);
}

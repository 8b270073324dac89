/* The cost of each source line: see callgraph/line_costs.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/line_costs.h"
#include "engine/profile/pool.h"

typedef struct {
   ULong cost;
   Routine *home;
   UInt line;                   /* 0: not known */
} LineCost;

typedef struct {
   const Routine *home;
   UInt line;
} LineKey;

#define HASH_TABLE             line_table
#define HASH_TABLE_ELEMENT     LineCost *
#define HASH_TABLE_KEY         LineKey
#define HASH_TABLE_IS_EMPTY(e) ((e) == NULL)
#define HASH_TABLE_KEY_OF(e)   ((LineKey){ (e)->home, (e)->line })
#define HASH_TABLE_EQUAL(e, k) ((e)->home == (k).home && (e)->line == (k).line)
#define HASH_TABLE_HOME(k, b) \
   hash_table_home((UWord)(k).home->id << 32 | (k).line, b)
#define HASH_TABLE_CENTRE      "aprof.line_costs"
#define HASH_TABLE_FIRST_BITS  10
#include "engine/shadow/hash_table.h"

static line_table lines;
static pool line_pool = { .size = sizeof(LineCost) };

ULong *line_costs_counter(Addr insn)
{
   UInt line;
   LineKey key = { inlined_line_at(insn, &line)->home, 0 };
   LineCost **found, *l;

   key.line = line;
   found = line_table_find(&lines, key);
   if (found != NULL)
      return &(*found)->cost;
   l = pool_take(&line_pool);
   *l = (LineCost){ 0, (Routine *)key.home, line };
   *line_table_add(&lines, key) = l;
   return &l->cost;
}

/* A line, as text. */
typedef struct {
   HChar text[12];
   ULong cost;
} Line;

static Int compare_lines(const void *a, const void *b)
{
   return VG_(strcmp)(((const Line *)a)->text, ((const Line *)b)->text);
}

/* The home of a line may have got a home itself. */
static Bool is_line_of(const LineCost *l, const Routine *r)
{
   return l->home->home == r && l->line > 0 && l->cost > 0;
}

void line_costs_each(const Routine *r,
                     void (*put)(const HChar *line, ULong cost, void *opaque),
                     void *opaque)
{
   Line *list;
   UInt n = 0;
   size_t i = 0;

   for (LineCost **l; (l = line_table_next(&lines, &i)) != NULL; )
      n += is_line_of(*l, r);
   if (n == 0)
      return;
   list = VG_(malloc)("aprof.line_costs.list", n * sizeof *list);
   n = 0;
   i = 0;
   for (LineCost **l; (l = line_table_next(&lines, &i)) != NULL; )
      if (is_line_of(*l, r)) {
         VG_(sprintf)(list[n].text, "%u", (*l)->line);
         list[n++].cost = (*l)->cost;
      }
   VG_(ssort)(list, n, sizeof *list, compare_lines);
   for (UInt k = 0; k < n; k++)
      put(list[k].text, list[k].cost, opaque);
   VG_(free)(list);
}

void line_costs_forget(void)
{
   size_t i = 0;

   for (LineCost **l; (l = line_table_next(&lines, &i)) != NULL; )
      (*l)->cost = 0;
}

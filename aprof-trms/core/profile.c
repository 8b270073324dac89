/* Routine x input size -> cost statistics: see profile.h.

   Nearly always the three size metrics of an activation are equal.  Such an
   activation is kept once, in the common table; any other is kept once for
   each metric, in that metric's own table.  What a metric shows is the sum of
   the common table and its own.

   Recording is the hot part: nothing is kept that can be summed up later.  Of
   an activation that has called nothing that cost anything, cost and self cost
   are one number; and nearly all activations are outermost ones, so what the
   others cost is kept.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile.h"

#define CENTRE "aprof.profile"

enum { SMALL = 64 };

/* All activations of one size. */
typedef struct {
   uint64_t size;
   uint64_t leaves;                 /* those whose self cost is all */
   prof_stat leaf;                  /* their cost */
   uint64_t others;
   prof_stat cost, self;            /* of the others */
   prof_sum nested;                 /* cost of those that are not outermost */
   /* In the common table rms, ext and trms stay 0: all are size * calls. */
   prof_sum rms, ext, trms, external, thread;
} entry;

/* The entries in order of creation, and a hash index over them: open
   addressing, a power of two places, at most half of them in use.  A place
   holds a position in `entry` plus one; 0 is free. */
typedef struct {
   entry *entry;
   size_t count, room;
   uint32_t *index;
   unsigned index_bits;             /* log2 of the places, if room > 0 */
} table;

struct prof {
   table common;
   /* Most sizes are small: their position in the common table plus one, so
      that they need not be searched for. */
   uint16_t small[SMALL];
   bool rms_apart, trms_apart;      /* from ext, in some activation */
   table own[PROF_METRICS];
};

static size_t slot_of(const table *t, uint64_t size)
{
   return (size_t)((size * 0x9e3779b97f4a7c15u) >> (64 - t->index_bits));
}

/* Where `size` is in the index, or would be. */
static uint32_t *find_slot(const table *t, uint64_t size)
{
   size_t mask = ((size_t)1 << t->index_bits) - 1, i = slot_of(t, size);

   while (t->index[i] && t->entry[t->index[i] - 1].size != size)
      i = (i + 1) & mask;
   return &t->index[i];
}

static void grow(table *t)
{
   size_t i;

   t->index_bits = t->room ? t->index_bits + 1 : 3;
   t->room = (size_t)1 << (t->index_bits - 1);
   PLAT_ASSERT(t->room <= UINT32_MAX);
   t->entry = plat_realloc(CENTRE, t->entry, t->room * sizeof *t->entry);
   plat_free(t->index);
   t->index = plat_alloc(CENTRE, t->room * 2 * sizeof *t->index);
   for (i = 0; i < t->count; i++)
      *find_slot(t, t->entry[i].size) = (uint32_t)i + 1;
}

static void start(entry *u, uint64_t size)
{
   plat_zero(u, sizeof *u);
   u->size = size;
   u->leaf.min = u->cost.min = u->self.min = UINT64_MAX;
}

/* The entry of this size, a new one without calls where there was none. */
static entry *entry_of(table *t, uint64_t size)
{
   uint32_t *slot;

   if (t->count == t->room)
      grow(t);
   slot = find_slot(t, size);
   if (*slot == 0) {
      start(&t->entry[t->count], size);
      *slot = (uint32_t)++t->count;
   }
   return &t->entry[*slot - 1];
}

static inline void stat_record(prof_stat *s, uint64_t value)
{
   if (value < s->min)
      s->min = value;
   if (value > s->max)
      s->max = value;
   s->sum += value;
   s->squares += (prof_sum)value * value;
}

static void stat_add(prof_stat *into, const prof_stat *from)
{
   if (from->min < into->min)
      into->min = from->min;
   if (from->max > into->max)
      into->max = from->max;
   into->sum += from->sum;
   into->squares += from->squares;
}

static void entry_add(entry *into, const entry *from)
{
   into->leaves += from->leaves;
   stat_add(&into->leaf, &from->leaf);
   into->others += from->others;
   stat_add(&into->cost, &from->cost);
   stat_add(&into->self, &from->self);
   into->nested += from->nested;
   into->rms += from->rms;
   into->ext += from->ext;
   into->trms += from->trms;
   into->external += from->external;
   into->thread += from->thread;
}

prof *prof_new(void)
{
   return plat_alloc(CENTRE, sizeof(prof));
}

static void table_free(table *t)
{
   plat_free(t->entry);
   plat_free(t->index);
}

void prof_free(prof *p)
{
   int m;

   table_free(&p->common);
   for (m = 0; m < PROF_METRICS; m++)
      table_free(&p->own[m]);
   plat_free(p);
}

static inline void record_cost(entry *u, uint64_t cost, uint64_t self,
                               bool outermost)
{
   if (self == cost) {
      u->leaves++;
      stat_record(&u->leaf, cost);
   } else {
      u->others++;
      stat_record(&u->cost, cost);
      stat_record(&u->self, self);
   }
   if (!outermost)
      u->nested += cost;
}

static void record_in(table *t, uint64_t size, const trms_sizes *sizes,
                      uint64_t cost, uint64_t self, bool outermost)
{
   entry *u = entry_of(t, size);

   record_cost(u, cost, self, outermost);
   u->external += sizes->external;
   u->thread += sizes->thread;
   if (sizes->rms != sizes->trms) {
      u->rms += sizes->rms;
      u->ext += sizes->ext;
      u->trms += sizes->trms;
   }
}

static __attribute__((noinline))
entry *common_entry(prof *p, uint64_t size)
{
   entry *u = entry_of(&p->common, size);
   size_t position = (size_t)(u - p->common.entry) + 1;

   if (size < SMALL && position <= UINT16_MAX)
      p->small[size] = (uint16_t)position;
   return u;
}

void prof_record_equal(prof *p, uint64_t size, uint64_t cost, uint64_t self,
                       bool outermost)
{
   entry *u = size < SMALL && p->small[size] != 0
              ? &p->common.entry[p->small[size] - 1]
              : common_entry(p, size);

   record_cost(u, cost, self, outermost);
}

void prof_record(prof *p, const trms_sizes *sizes, uint64_t cost,
                 uint64_t self, bool outermost)
{
   /* ext lies between rms and trms. */
   if (sizes->rms == sizes->trms) {
      record_in(&p->common, sizes->trms, sizes, cost, self, outermost);
      return;
   }
   p->rms_apart |= sizes->rms != sizes->ext;
   p->trms_apart |= sizes->trms != sizes->ext;
   record_in(&p->own[PROF_TRMS], sizes->trms, sizes, cost, self, outermost);
   record_in(&p->own[PROF_EXT], sizes->ext, sizes, cost, self, outermost);
   record_in(&p->own[PROF_RMS], sizes->rms, sizes, cost, self, outermost);
}

static void table_add(table *into, const table *from)
{
   size_t i;

   for (i = 0; i < from->count; i++)
      entry_add(entry_of(into, from->entry[i].size), &from->entry[i]);
}

void prof_add(prof *into, const prof *from)
{
   int m;

   into->rms_apart |= from->rms_apart;
   into->trms_apart |= from->trms_apart;
   table_add(&into->common, &from->common);
   for (m = 0; m < PROF_METRICS; m++)
      table_add(&into->own[m], &from->own[m]);
}

static uint64_t calls_in(const table *t)
{
   uint64_t calls = 0;
   size_t i;

   for (i = 0; i < t->count; i++)
      calls += t->entry[i].leaves + t->entry[i].others;
   return calls;
}

uint64_t prof_calls(const prof *p)
{
   return calls_in(&p->common) + calls_in(&p->own[PROF_TRMS]);
}

static int by_size(const void *a, const void *b)
{
   uint64_t x = ((const entry *)a)->size;
   uint64_t y = ((const entry *)b)->size;

   return x < y ? -1 : x > y;
}

/* The entries of one metric in ascending order, those of equal size in one;
   plat_alloc'ed, their number in *count. */
static entry *sorted_entries(const prof *p, prof_metric metric, size_t *count)
{
   const table *common = &p->common, *own = &p->own[metric];
   size_t n = common->count + own->count, i, kept = 0;
   entry *all = plat_alloc(CENTRE, (n ? n : 1) * sizeof *all);

   if (common->count)
      plat_copy(all, common->entry, common->count * sizeof *all);
   if (own->count)
      plat_copy(all + common->count, own->entry, own->count * sizeof *all);
   for (i = 0; i < common->count; i++)
      all[i].rms = all[i].ext = all[i].trms =
         (prof_sum)all[i].size * (all[i].leaves + all[i].others);
   plat_sort(all, n, sizeof *all, by_size);
   /* A size that is in both tables stands there twice. */
   for (i = 0; i < n; i++) {
      if (kept && all[kept - 1].size == all[i].size) {
         entry_add(&all[kept - 1], &all[i]);
      } else {
         if (kept != i)
            plat_copy(&all[kept], &all[i], sizeof *all);
         kept++;
      }
   }
   *count = kept;
   return all;
}

static prof_tuple tuple_of(const entry *u)
{
   prof_tuple t;

   t.size = u->size;
   t.calls = u->leaves + u->others;
   t.cost = t.self = u->leaf;
   stat_add(&t.cost, &u->cost);
   stat_add(&t.self, &u->self);
   t.outermost = t.cost.sum - u->nested;
   t.rms = u->rms;
   t.ext = u->ext;
   t.trms = u->trms;
   t.external = u->external;
   t.thread = u->thread;
   return t;
}

prof_tuple *prof_table(const prof *p, prof_metric metric, size_t *count)
{
   entry *all = sorted_entries(p, metric, count);
   prof_tuple *tuples = plat_alloc(CENTRE,
                                  (*count ? *count : 1) * sizeof *tuples);
   size_t i;

   for (i = 0; i < *count; i++)
      tuples[i] = tuple_of(&all[i]);
   plat_free(all);
   return tuples;
}

/* In every activation rms <= ext <= trms.  So where two metrics have the same
   tables, hence the same sum of sizes, they agree in each activation. */
bool prof_same(const prof *p, prof_metric a, prof_metric b)
{
   bool has_rms = a == PROF_RMS || b == PROF_RMS;
   bool has_trms = a == PROF_TRMS || b == PROF_TRMS;

   return a == b || !((has_rms && p->rms_apart)
                      || (has_trms && p->trms_apart));
}

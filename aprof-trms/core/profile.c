/* Routine x input size -> cost statistics: see profile.h.

   Nearly always the three size metrics of an activation are equal.  Such an
   activation is kept once, in the common table; any other is kept once for
   each metric, in that metric's own table.  What a metric shows is the sum of
   the common table and its own.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile.h"

#define CENTRE "aprof.profile"

enum { SMALL = 64 };

/* The tuples in order of creation, and a hash index over them: open
   addressing, a power of two entries, at most half of them in use.  An entry
   is a position in `tuple` plus one; 0 is free. */
typedef struct {
   prof_tuple *tuple;
   size_t count, room;
   size_t latest;                   /* the tuple last asked for: often again */
   uint32_t *index;
   unsigned index_bits;             /* log2 of the entries, if room > 0 */
} table;

struct prof {
   uint64_t calls;
   bool rms_apart, trms_apart;      /* from ext, in some activation */
   table common;      /* its sums of rms, ext and trms stay 0: all are
                         size * calls */
   /* Most sizes are small: their position in the common table plus one, so
      that they need not be searched for. */
   uint16_t small[SMALL];
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

   while (t->index[i] && t->tuple[t->index[i] - 1].size != size)
      i = (i + 1) & mask;
   return &t->index[i];
}

static void grow(table *t)
{
   size_t i;

   t->index_bits = t->room ? t->index_bits + 1 : 3;
   t->room = (size_t)1 << (t->index_bits - 1);
   PLAT_ASSERT(t->room <= UINT32_MAX);
   t->tuple = plat_realloc(CENTRE, t->tuple, t->room * sizeof *t->tuple);
   plat_free(t->index);
   t->index = plat_alloc(CENTRE, t->room * 2 * sizeof *t->index);
   for (i = 0; i < t->count; i++)
      *find_slot(t, t->tuple[i].size) = (uint32_t)i + 1;
}

static void start(prof_tuple *u, uint64_t size)
{
   plat_zero(u, sizeof *u);
   u->size = size;
   u->cost.min = u->self.min = UINT64_MAX;
}

/* The tuple of this size, a new one without calls where there was none. */
static prof_tuple *tuple_of(table *t, uint64_t size)
{
   uint32_t *slot;

   if (t->count && t->tuple[t->latest].size == size)
      return &t->tuple[t->latest];
   if (t->count == t->room)
      grow(t);
   slot = find_slot(t, size);
   if (*slot == 0) {
      start(&t->tuple[t->count], size);
      *slot = (uint32_t)++t->count;
   }
   t->latest = *slot - 1;
   return &t->tuple[t->latest];
}

static void stat_record(prof_stat *s, uint64_t value)
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

static void tuple_add(prof_tuple *into, const prof_tuple *from)
{
   into->calls += from->calls;
   stat_add(&into->cost, &from->cost);
   stat_add(&into->self, &from->self);
   into->outermost += from->outermost;
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
   plat_free(t->tuple);
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

static void record_in(table *t, uint64_t size, const trms_sizes *sizes,
                      uint64_t cost, uint64_t self, bool outermost)
{
   prof_tuple *u = tuple_of(t, size);

   u->calls++;
   stat_record(&u->cost, cost);
   stat_record(&u->self, self);
   if (outermost)
      u->outermost += cost;
   u->external += sizes->external;
   u->thread += sizes->thread;
   if (sizes->rms != sizes->trms) {
      u->rms += sizes->rms;
      u->ext += sizes->ext;
      u->trms += sizes->trms;
   }
}

static __attribute__((noinline))
prof_tuple *common_tuple(prof *p, uint64_t size)
{
   prof_tuple *u = tuple_of(&p->common, size);
   size_t position = (size_t)(u - p->common.tuple) + 1;

   if (size < SMALL && position <= UINT16_MAX)
      p->small[size] = (uint16_t)position;
   return u;
}

void prof_record_equal(prof *p, uint64_t size, uint64_t cost, uint64_t self,
                       bool outermost)
{
   prof_tuple *u = size < SMALL && p->small[size] != 0
                   ? &p->common.tuple[p->small[size] - 1]
                   : common_tuple(p, size);

   p->calls++;
   u->calls++;
   stat_record(&u->cost, cost);
   stat_record(&u->self, self);
   if (outermost)
      u->outermost += cost;
}

void prof_record(prof *p, const trms_sizes *sizes, uint64_t cost,
                 uint64_t self, bool outermost)
{
   p->calls++;
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
      tuple_add(tuple_of(into, from->tuple[i].size), &from->tuple[i]);
}

void prof_add(prof *into, const prof *from)
{
   int m;

   into->calls += from->calls;
   into->rms_apart |= from->rms_apart;
   into->trms_apart |= from->trms_apart;
   table_add(&into->common, &from->common);
   for (m = 0; m < PROF_METRICS; m++)
      table_add(&into->own[m], &from->own[m]);
}

uint64_t prof_calls(const prof *p)
{
   return p->calls;
}

static int by_size(const void *a, const void *b)
{
   uint64_t x = ((const prof_tuple *)a)->size;
   uint64_t y = ((const prof_tuple *)b)->size;

   return x < y ? -1 : x > y;
}

prof_tuple *prof_table(const prof *p, prof_metric metric, size_t *count)
{
   const table *common = &p->common, *own = &p->own[metric];
   size_t n = common->count + own->count, i, kept = 0;
   prof_tuple *all = plat_alloc(CENTRE, (n ? n : 1) * sizeof *all);

   if (common->count)
      plat_copy(all, common->tuple, common->count * sizeof *all);
   if (own->count)
      plat_copy(all + common->count, own->tuple, own->count * sizeof *all);
   for (i = 0; i < common->count; i++) {
      prof_sum sum = (prof_sum)all[i].size * all[i].calls;
      all[i].rms = all[i].ext = all[i].trms = sum;
   }
   plat_sort(all, n, sizeof *all, by_size);
   /* A size that is in both tables stands there twice. */
   for (i = 0; i < n; i++) {
      if (kept && all[kept - 1].size == all[i].size) {
         tuple_add(&all[kept - 1], &all[i]);
      } else {
         if (kept != i)
            plat_copy(&all[kept], &all[i], sizeof *all);
         kept++;
      }
   }
   *count = kept;
   return all;
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

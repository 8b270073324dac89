/* Input size -> cost statistics: see engine/profile/prof.h.

   Nearly always the three size metrics of an activation are equal.  Such an
   activation is kept once, in the common table; any other one is kept once for
   each metric, in that metric's own table.  The table of a metric, as it is
   returned, is the sum of the common table and its own.  The size of the output
   (wms) has only a table of its own.

   Recording is the hot part, and its cost is the cache lines that it touches:
   nothing is kept that can be summed up later.  Self costs fill one line.  As
   long as no activation of a size has called anything that cost something, they
   are its costs, too; from then on the costs have a second line.  Nearly all
   activations are outermost, so the costs of the others are kept.

   Once a table has as many sizes as are allowed, new ones are rounded: their
   entry has the rounded size, and keeps by how much their sizes were greater.
   Older entries stay exact, and are rounded when they are returned.

   Now and then, entries of the common table that stand for one activation are
   packed (engine/profile/singles.h).  When the size occurs again it gets a new
   entry, and the table that is returned is the sum of both.  How many sizes a
   table has is not known then.  So only tables with far fewer sizes than are
   allowed are packed, and one that comes near is unpacked, for good.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/profile/prof.h"
#include "engine/profile/pool.h"
#include "engine/profile/prof_tables.h"
#include "engine/profile/rounding.h"

#define CENTRE "aprof.profile"

typedef prof_entry entry;
typedef prof_extra extra;
typedef prof_sizes table;

/* The part that few need: sizes that are not all equal, or induced accesses.  In
   two lines, and what one activation adds to in one of them. */
enum { RMS, EXT, TRMS, EXTERNAL, THREAD, SUMS };
typedef struct {
   extra extra;
   /* In the common table rms, ext and trms are each size * calls, and these
      sums stay 0; but if sizes were rounded, rms is the sum of what was
      rounded off. */
   uint64_t low[SUMS];
   uint32_t high[SUMS];             /* the same, above 64 bits */
} full;

static pool entries = { .size = sizeof(entry) };
static pool extras = { .size = sizeof(extra) };
static pool fulls = { .size = sizeof(full) };

_Static_assert(sizeof(entry) == POOL_LINE, "an entry is a cache line");
_Static_assert(sizeof(extra) == POOL_LINE, "an extra is one, too");
_Static_assert(sizeof(full) == 2 * POOL_LINE, "a full is two");

static prof *all_profs;
static size_t most_sizes = SIZE_MAX;
static bool with_output;

void prof_limit_sizes(size_t n)
{
   most_sizes = n;
}

void prof_measure_output(bool output)
{
   with_output = output;
}

bool prof_is_rounded(const prof *p)
{
   return p->rounded;
}

static entry *new_entry(uint64_t size)
{
   entry *u = pool_take(&entries);

   u->size = size;
   u->self.min = UINT64_MAX;
   return u;
}

prof_entry *prof_no_entry(void)
{
   return new_entry(UINT64_MAX);
}

/* The common table has other places, or sizes are rounded from now on. */
static __attribute__((noinline)) void set_at_hand(prof *p)
{
   static prof_entry *const none[2];
   bool is_exact = p->common.bits > 0 && !p->rounded;

   p->at_hand = is_exact ? p->common.places : none;
   p->at_hand_shift = 64 - (is_exact ? p->common.bits : 1);
}

/* Return the entry of this size in a table of `p`, a new one without calls where
   there was none. */
static entry *entry_of(prof *p, table *t, uint64_t size)
{
   unsigned bits = t->bits;
   entry **place = prof_sizes_add(t, size);

   if (t->bits != bits)
      set_at_hand(p);
   if (*place == NULL)
      *place = new_entry(size);
   return *place;
}

static __attribute__((noinline)) extra *new_extra(entry *u)
{
   u->extra = pool_take(&extras);
   u->extra->cost = u->self;        /* equal so far */
   return u->extra;
}

static inline extra *extra_of(entry *u)
{
   return __builtin_expect(u->extra != NULL, 1) ? u->extra : new_extra(u);
}

static full *full_of(entry *u)
{
   full *f;

   if (u->extra && u->extra->has_sums)
      return (full *)u->extra;
   f = pool_take(&fulls);
   if (u->extra) {
      f->extra = *u->extra;
      pool_give(&extras, u->extra);
   } else
      f->extra.cost = u->self;
   f->extra.has_sums = true;
   u->extra = &f->extra;
   return f;
}

static inline prof_sum sum_of(const full *f, int i)
{
   return f->low[i] | (prof_sum)f->high[i] << 64;
}

static inline void sum_add(full *f, int i, prof_sum x)
{
   x += sum_of(f, i);
   f->low[i] = (uint64_t)x;
   f->high[i] = (uint32_t)(x >> 64);
}

static void entry_free(entry *u)
{
   if (u->extra)
      pool_give(u->extra->has_sums ? &fulls : &extras, u->extra);
   pool_give(&entries, u);
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

static prof_stat long_stat(const prof_short_stat *s, uint32_t high)
{
   return (prof_stat){ s->min, s->max, s->sum | (prof_sum)high << 64,
                       s->squares };
}

/* Without the upper part of the sum. */
static prof_short_stat short_stat(const prof_stat *s)
{
   return (prof_short_stat){ s->min, s->max, (uint64_t)s->sum, s->squares };
}

static prof_stat self_of(const entry *u)
{
   return long_stat(&u->self, u->extra ? u->extra->self_high : 0);
}

static prof_stat cost_of(const entry *u)
{
   return u->extra ? long_stat(&u->extra->cost, u->extra->cost_high)
                   : self_of(u);
}

static void entry_add(entry *into, const entry *from)
{
   prof_stat self = self_of(into), more_self = self_of(from);
   prof_stat cost = cost_of(into), more_cost = cost_of(from);
   extra *x;

   stat_add(&self, &more_self);
   stat_add(&cost, &more_cost);
   into->calls += from->calls;
   into->self = short_stat(&self);
   if (!from->extra && !into->extra && self.sum >> 64 == 0)
      return;
   x = extra_of(into);
   x->self_high = (uint32_t)(self.sum >> 64);
   x->cost = short_stat(&cost);
   x->cost_high = (uint32_t)(cost.sum >> 64);
   if (from->extra)
      x->nested += from->extra->nested;
   if (from->extra && from->extra->has_sums) {
      full *f = full_of(into);
      const full *g = (const full *)from->extra;
      int i;

      for (i = 0; i < SUMS; i++)
         sum_add(f, i, sum_of(g, i));
   }
}

static __attribute__((noinline))
void record_first(entry *u, uint64_t cost, uint64_t self, uint32_t below)
{
   new_extra(u);
   prof_record_rest(u, cost, self, below);
}

void prof_record_rest(entry *u, uint64_t cost, uint64_t self, uint32_t below)
{
   extra *x = u->extra;

   if (__builtin_expect(x == NULL, 0)) {
      record_first(u, cost, self, below);
      return;
   }
   prof_record_extra(u, x, cost, self);
   if (below > 0)
      x->nested += cost;
}

prof *prof_new(void)
{
   prof *p = platform_alloc(CENTRE, sizeof(prof));

   set_at_hand(p);
   p->next = all_profs;
   p->link = &all_profs;
   if (p->next)
      p->next->link = &p->next;
   all_profs = p;
   return p;
}

static void free_entries(table *t)
{
   size_t i = 0;
   entry **u;

   while ((u = prof_sizes_next(t, &i)) != NULL)
      entry_free(*u);
   prof_sizes_free(t);
}

void prof_free(prof *p)
{
   int m;

   free_entries(&p->common);
   for (m = 0; m < PROF_METRICS; m++)
      free_entries(&p->own[m]);
   singles_free(&p->singles);
   *p->link = p->next;
   if (p->next)
      p->next->link = p->link;
   platform_free(p);
}

static __attribute__((noinline))
entry *rounded_entry(prof *p, table *t, uint64_t size)
{
   entry *u;

   if (!p->rounded) {
      entry **known = prof_sizes_find(t, size);
      if (known != NULL)
         return *known;
      p->rounded = true;
      set_at_hand(p);
   }
   u = entry_of(p, t, rounding_down(size, ROUNDING_BITS));
   if (t == &p->common && u->size != size)
      sum_add(full_of(u), RMS, size - u->size);
   return u;
}

/* Put back what was packed. */
static __attribute__((noinline)) void unpack(prof *p)
{
   const uint8_t *at = NULL;
   single one;

   while (singles_next(&p->singles, &at, &one))
      prof_record_in(entry_of(p, &p->common, one.size), one.cost, one.self,
                     one.nested);
   singles_free(&p->singles);
}

static __attribute__((noinline))
entry *limited_entry(prof *p, table *t, uint64_t size)
{
   unpack(p);
   return p->rounded || t->count >= most_sizes ? rounded_entry(p, t, size)
                                               : entry_of(p, t, size);
}

/* Return the entry for one activation of this size. */
static inline entry *entry_for(prof *p, table *t, uint64_t size)
{
   if (__builtin_expect(p->rounded
                        || t->count + p->singles.count >= most_sizes, 0))
      return limited_entry(p, t, size);
   return entry_of(p, t, size);
}

/* Pack what can be packed of the common table, which gets a new place. */
static void pack(prof *p)
{
   table old = p->common;
   size_t i = 0;
   entry **u;

   platform_zero(&p->common, sizeof p->common);
   while ((u = prof_sizes_next(&old, &i)) != NULL) {
      const entry *e = *u;

      if (prof_is_single(e)) {
         const extra *x = e->extra;
         uint64_t cost = x ? x->cost.sum : e->self.sum;
         singles_put(&p->singles,
                     &(single){ e->size, cost, e->self.sum,
                                x && x->nested > 0 });
         entry_free(*u);
      } else
         *prof_sizes_add(&p->common, e->size) = *u;
   }
   prof_sizes_free(&old);
   set_at_hand(p);
}

enum { LEAST_TO_PACK = 1 << 13 };
static size_t pack_at = LEAST_TO_PACK;       /* when there are so many entries */

bool prof_is_single(const prof_entry *u)
{
   return u->calls == 1 && !(u->extra && u->extra->has_sums);
}

bool prof_should_pack(void)
{
   return entries.in_use >= pack_at;
}

/* A small table would save little. */
void prof_pack(void)
{
   enum { LEAST = 8 };
   prof *p;

   for (p = all_profs; p; p = p->next) {
      if (p->rounded || p->common.count < LEAST)
         continue;
      if (p->common.count + p->singles.count >= most_sizes / 2)
         unpack(p);
      else
         pack(p);
   }
   pack_at = entries.in_use + entries.in_use / 2;
   if (pack_at < LEAST_TO_PACK)
      pack_at = LEAST_TO_PACK;
}

static void add_sums(entry *u, const trms_sizes *sizes)
{
   full *f = full_of(u);

   sum_add(f, RMS, sizes->rms);
   sum_add(f, EXT, sizes->ext);
   sum_add(f, TRMS, sizes->trms);
   sum_add(f, EXTERNAL, sizes->external);
   sum_add(f, THREAD, sizes->thread);
}

static void record_in(prof *p, table *t, uint64_t size,
                      const trms_sizes *sizes, uint64_t cost, uint64_t self,
                      bool outermost)
{
   entry *u = entry_for(p, t, size);
   full *f;

   prof_record_in(u, cost, self, !outermost);
   if (sizes->rms == sizes->trms && !sizes->external && !sizes->thread)
      return;
   if (sizes->rms != sizes->trms) {
      add_sums(u, sizes);
      return;
   }
   f = full_of(u);
   sum_add(f, EXTERNAL, sizes->external);
   sum_add(f, THREAD, sizes->thread);
}

void prof_record_induced(entry *u, uint64_t cost, uint64_t self, uint32_t below,
                         uint64_t external, uint64_t thread)
{
   full *f = full_of(u);

   prof_record_rest(u, cost, self, below);
   sum_add(f, EXTERNAL, external);
   sum_add(f, THREAD, thread);
}

entry *prof_entry_of(prof *p, uint64_t size)
{
   /* Nearly always there is one: then nothing else has to be looked at. */
   entry **known = p->rounded ? NULL : prof_sizes_find(&p->common, size);

   return known != NULL ? *known : entry_for(p, &p->common, size);
}

static void record_output(prof *p, const trms_sizes *sizes, uint64_t cost,
                          uint64_t self, bool outermost)
{
   entry *u = entry_for(p, &p->own[PROF_WMS], sizes->wms);

   prof_record_in(u, cost, self, !outermost);
   add_sums(u, sizes);
}

void prof_record(prof *p, const trms_sizes *sizes, uint64_t cost,
                 uint64_t self, bool outermost)
{
   if (with_output)
      record_output(p, sizes, cost, self, outermost);
   /* ext lies between rms and trms. */
   if (sizes->rms == sizes->trms) {
      record_in(p, &p->common, sizes->trms, sizes, cost, self, outermost);
      return;
   }
   p->rms_apart |= sizes->rms != sizes->ext;
   p->trms_apart |= sizes->trms != sizes->ext;
   record_in(p, &p->own[PROF_TRMS], sizes->trms, sizes, cost, self, outermost);
   record_in(p, &p->own[PROF_EXT], sizes->ext, sizes, cost, self, outermost);
   record_in(p, &p->own[PROF_RMS], sizes->rms, sizes, cost, self, outermost);
}

static void add_entries(prof *p, table *into, const table *from)
{
   size_t i = 0;
   entry **u;

   while ((u = prof_sizes_next(from, &i)) != NULL) {
      const entry *more = *u;
      entry *to = entry_for(p, into, more->size);

      entry_add(to, more);
      /* entry_for has added the difference of sizes for one call. */
      if (into == &p->common && to->size != more->size)
         sum_add(full_of(to), RMS, (prof_sum)(more->size - to->size)
                                   * (more->calls - 1));
   }
}

static void add_singles(prof *into, const singles *from)
{
   const uint8_t *at = NULL;
   single one;

   while (singles_next(from, &at, &one))
      prof_record_in(entry_for(into, &into->common, one.size), one.cost,
                     one.self, one.nested);
}

void prof_add(prof *into, const prof *from)
{
   int m;

   into->rms_apart |= from->rms_apart;
   into->trms_apart |= from->trms_apart;
   into->rounded |= from->rounded;
   set_at_hand(into);
   add_singles(into, &from->singles);
   add_entries(into, &into->common, &from->common);
   for (m = 0; m < PROF_METRICS; m++)
      add_entries(into, &into->own[m], &from->own[m]);
}

static uint64_t calls_in(const table *t)
{
   uint64_t calls = 0;
   size_t i = 0;
   entry **u;

   while ((u = prof_sizes_next(t, &i)) != NULL)
      calls += (*u)->calls;
   return calls;
}

uint64_t prof_calls(const prof *p)
{
   return calls_in(&p->common) + calls_in(&p->own[PROF_TRMS])
          + p->singles.count;
}

static int by_size(const void *a, const void *b)
{
   uint64_t x = ((const prof_tuple *)a)->size;
   uint64_t y = ((const prof_tuple *)b)->size;

   return x < y ? -1 : x > y;
}

static prof_tuple tuple_of(const entry *u, bool common)
{
   prof_tuple t;

   platform_zero(&t, sizeof t);
   t.size = u->size;
   t.calls = u->calls;
   t.cost = cost_of(u);
   t.self = self_of(u);
   t.outermost = t.cost.sum - (u->extra ? u->extra->nested : 0);
   if (u->extra && u->extra->has_sums) {
      const full *f = (const full *)u->extra;
      t.rms = sum_of(f, RMS);
      t.ext = sum_of(f, EXT);
      t.trms = sum_of(f, TRMS);
      t.external = sum_of(f, EXTERNAL);
      t.thread = sum_of(f, THREAD);
   }
   if (common)
      t.rms = t.ext = t.trms = t.rms + (prof_sum)t.size * t.calls;
   return t;
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

static size_t add_tuples(prof_tuple *to, const table *t, bool common)
{
   size_t i = 0, n = 0;
   entry **u;

   while ((u = prof_sizes_next(t, &i)) != NULL)
      to[n++] = tuple_of(*u, common);
   return n;
}

static prof_stat stat_of_one(uint64_t cost)
{
   return (prof_stat){ cost, cost, cost, (prof_sum)cost * cost };
}

static size_t add_single_tuples(prof_tuple *to, const singles *s)
{
   const uint8_t *at = NULL;
   single one;
   size_t n = 0;

   while (singles_next(s, &at, &one))
      to[n++] = (prof_tuple){
         .size = one.size, .calls = 1, .cost = stat_of_one(one.cost),
         .self = stat_of_one(one.self),
         .outermost = one.nested ? 0 : one.cost,
         .rms = one.size, .ext = one.size, .trms = one.size
      };
   return n;
}

/* Add up neighbouring tuples of one size; return how many are left. */
static size_t sum_up(prof_tuple *all, size_t n)
{
   size_t i, kept = 0;

   for (i = 0; i < n; i++) {
      if (kept && all[kept - 1].size == all[i].size)
         tuple_add(&all[kept - 1], &all[i]);
      else
         all[kept++] = all[i];
   }
   return kept;
}

void prof_round(prof_tuple *tuples, size_t *count)
{
   size_t i;

   for (i = 0; i < *count; i++)
      tuples[i].size = rounding_down(tuples[i].size, ROUNDING_BITS);
   *count = sum_up(tuples, *count);
}

prof_tuple *prof_table(const prof *p, prof_metric metric, size_t *count)
{
   const table *own = &p->own[metric];
   bool has_common = metric != PROF_WMS;
   size_t n = (has_common ? p->common.count + p->singles.count : 0)
              + own->count;
   prof_tuple *all = platform_alloc(CENTRE, (n ? n : 1) * sizeof *all);

   n = has_common ? add_tuples(all, &p->common, true) : 0;
   n += has_common ? add_single_tuples(all + n, &p->singles) : 0;
   n += add_tuples(all + n, own, false);
   platform_sort(all, n, sizeof *all, by_size);
   /* A size that is in several of them stands there several times. */
   *count = sum_up(all, n);
   if (p->rounded)
      prof_round(all, count);
   return all;
}

static bool equal_stats(const prof_stat *a, const prof_stat *b)
{
   return a->min == b->min && a->max == b->max && a->sum == b->sum
          && a->squares == b->squares;
}

static bool equal_tuples(const prof_tuple *a, const prof_tuple *b)
{
   return a->size == b->size && a->calls == b->calls
          && equal_stats(&a->cost, &b->cost)
          && equal_stats(&a->self, &b->self)
          && a->outermost == b->outermost && a->rms == b->rms
          && a->ext == b->ext && a->trms == b->trms
          && a->external == b->external && a->thread == b->thread;
}

static bool equal_tables(const prof *p, prof_metric a, prof_metric b)
{
   size_t n, other, i = 0;
   prof_tuple *x = prof_table(p, a, &n), *y = prof_table(p, b, &other);
   bool equal = n == other;

   for (; equal && i < n; i++)
      equal = equal_tuples(&x[i], &y[i]);
   platform_free(x);
   platform_free(y);
   return equal;
}

/* Do two metrics differ in some activation? */
static bool are_apart(const prof *p, prof_metric a, prof_metric b)
{
   bool has_rms = a == PROF_RMS || b == PROF_RMS;
   bool has_trms = a == PROF_TRMS || b == PROF_TRMS;

   return a != b && ((has_rms && p->rms_apart) || (has_trms && p->trms_apart));
}

/* Why two metrics that differ in some activation have different tables: in
   every activation rms <= ext <= trms, so if two metrics have the same table,
   hence the same sum of sizes, they agree in each activation.  Only where sizes
   are rounded, sizes that differ may have become equal.  wms may be
   anything. */
bool prof_same(const prof *p, prof_metric a, prof_metric b)
{
   if (a == PROF_WMS || b == PROF_WMS)
      return a == b || equal_tables(p, a, b);
   return !are_apart(p, a, b) || (p->rounded && equal_tables(p, a, b));
}

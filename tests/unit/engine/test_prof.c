/* The recorder against a list of all activations.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "../cmocka_names.h"
#include "platform_host.h"
#include "engine/profile/prof.h"
#include "engine/profile/prof_tables.h"
#include "engine/profile/rounding.h"

typedef struct {
   trms_sizes sizes;
   uint64_t cost, self;
   bool outermost;
} record;

static uint64_t size_in(const record *r, prof_metric m)
{
   return m == PROF_TRMS ? r->sizes.trms
        : m == PROF_EXT ? r->sizes.ext
        : m == PROF_RMS ? r->sizes.rms : r->sizes.wms;
}

static bool with_output;
static unsigned found_at_hand;
static bool packed_some;

static int metrics(void)
{
   return with_output ? PROF_METRICS : PROF_WMS;
}

/* If the entry is at hand, then it is the one that a search finds; afterwards
   it mostly is.  A rounded size has none. */
static prof_entry *entry_of(prof *p, uint64_t size)
{
   const prof_entry *at_hand = prof_entry_at_hand(p, size);
   prof_entry *u = prof_entry_of(p, size);

   if (at_hand != NULL) {
      assert_ptr_equal(at_hand, u);
      found_at_hand++;
   }
   assert_true(!prof_is_rounded(p) || prof_entry_at_hand(p, size) == NULL);
   return u;
}

/* Every other one whose sizes are equal as the tool does it where something was
   induced.  Now and then single activations are packed. */
static void add(prof *p, const record *r)
{
   static unsigned equal, added;

   if (++added % 97 == 0)
      prof_pack();
   packed_some |= p->singles.count > 0;

   if (r->sizes.rms == r->sizes.trms && !with_output && ++equal % 2 == 0)
      prof_record_induced(entry_of(p, r->sizes.trms), r->cost, r->self,
                          !r->outermost, r->sizes.external, r->sizes.thread);
   else
      prof_record(p, &r->sizes, r->cost, r->self, r->outermost);
}

static void stat_of(prof_stat *s, bool first, uint64_t value)
{
   if (first || value < s->min)
      s->min = value;
   if (first || value > s->max)
      s->max = value;
   s->sum += value;
   s->squares += (prof_sum)value * value;
}

/* What the records of one size add up to, where sizes have that many digits. */
static prof_tuple summed(const record *r, size_t n, prof_metric m,
                         unsigned bits, uint64_t size)
{
   prof_tuple u;
   size_t i;

   memset(&u, 0, sizeof u);
   u.size = size;
   for (i = 0; i < n; i++) {
      if (rounding_down(size_in(&r[i], m), bits) != size)
         continue;
      stat_of(&u.cost, u.calls == 0, r[i].cost);
      stat_of(&u.self, u.calls == 0, r[i].self);
      u.calls++;
      u.outermost += r[i].outermost ? r[i].cost : 0;
      u.rms += r[i].sizes.rms;
      u.ext += r[i].sizes.ext;
      u.trms += r[i].sizes.trms;
      u.external += r[i].sizes.external;
      u.thread += r[i].sizes.thread;
   }
   return u;
}

static void assert_stat(const prof_stat *a, const prof_stat *b)
{
   assert_int_equal(a->min, b->min);
   assert_int_equal(a->max, b->max);
   assert_true(a->sum == b->sum);
   assert_true(a->squares == b->squares);
}

static void assert_tuple(const prof_tuple *a, const prof_tuple *b)
{
   assert_int_equal(a->size, b->size);
   assert_int_equal(a->calls, b->calls);
   assert_stat(&a->cost, &b->cost);
   assert_stat(&a->self, &b->self);
   assert_true(a->outermost == b->outermost);
   assert_true(a->rms == b->rms);
   assert_true(a->ext == b->ext);
   assert_true(a->trms == b->trms);
   assert_true(a->external == b->external);
   assert_true(a->thread == b->thread);
}

/* All tables of p are what the records say, with sizes of that many
   binary digits. */
static void assert_tables(const prof *p, const record *r, size_t n,
                          unsigned bits)
{
   int m;

   assert_int_equal(prof_calls(p), n);
   for (m = 0; m < metrics(); m++) {
      size_t count, i;
      uint64_t calls = 0;
      prof_tuple *t = prof_table(p, (prof_metric)m, &count);

      for (i = 0; i < count; i++) {
         prof_tuple truth = summed(r, n, (prof_metric)m, bits, t[i].size);
         assert_tuple(&t[i], &truth);
         assert_true(t[i].calls > 0);
         assert_true(i == 0 || t[i - 1].size < t[i].size);
         calls += t[i].calls;
      }
      assert_int_equal(calls, n);
      platform_free(t);
   }
}

static void assert_holds(const prof *p, const record *r, size_t n)
{
   assert_tables(p, r, n, 64);
}

static uint64_t random_state = 1;

static uint64_t random_bits(void)
{
   random_state = random_state * 6364136223846793005u + 1442695040888963407u;
   return random_state >> 20;
}

/* Sizes mostly small and equal in all metrics; some over 32 bits; costs too. */
static record some_record(uint64_t sizes)
{
   record r;
   uint64_t base = random_bits() % sizes;

   memset(&r, 0, sizeof r);
   if (random_bits() % 20 == 0)
      base += (uint64_t)1 << (32 + random_bits() % 20);
   r.sizes.rms = r.sizes.ext = r.sizes.trms = base;
   if (random_bits() % 3 == 0) {
      r.sizes.ext += random_bits() % 3;
      r.sizes.trms = r.sizes.ext + random_bits() % 3;
      r.sizes.external = random_bits() % (r.sizes.trms + 1);
      r.sizes.thread = r.sizes.trms - r.sizes.external;
   }
   if (random_bits() % 10 == 0)
      r.sizes.thread = base;
   if (with_output)
      r.sizes.wms = random_bits() % 4 == 0 ? base : random_bits() % sizes;
   r.cost = random_bits() >> random_bits() % 44;
   r.self = random_bits() % (r.cost + 1);
   r.outermost = random_bits() % 2;
   return r;
}

static void holds_what_was_recorded(void **state)
{
   enum { MOST = 3000 };
   static record r[MOST];
   static const size_t counts[] = { 0, 1, 2, 10, 100, MOST };
   size_t c, i;

   (void)state;
   for (c = 0; c < sizeof counts / sizeof counts[0]; c++) {
      prof *p = prof_new();
      for (i = 0; i < counts[c]; i++) {
         r[i] = some_record(1 + counts[c] / 4);
         add(p, &r[i]);
      }
      assert_holds(p, r, counts[c]);
      prof_free(p);
   }
   assert_true(with_output || (found_at_hand > 0 && packed_some));
   assert_int_equal(platform_host_pieces(), 0);
}

/* Adding is as if the one had recorded what the other did as well. */
static void adding_is_recording_both(void **state)
{
   enum { MOST = 1000 };
   static record r[MOST];
   size_t split, i;

   (void)state;
   for (split = 0; split <= MOST; split += 250) {
      prof *p = prof_new(), *q = prof_new();
      for (i = 0; i < MOST; i++) {
         r[i] = some_record(100);
         add(i < split ? p : q, &r[i]);
      }
      prof_add(p, q);
      assert_holds(p, r, MOST);
      assert_holds(q, r + split, MOST - split);
      prof_free(p);
      prof_free(q);
   }
   assert_int_equal(platform_host_pieces(), 0);
}

static void sums_need_128_bits(void **state)
{
   const record big = {
      .sizes = { .rms = 1, .ext = (uint64_t)1 << 62, .trms = UINT64_MAX,
                 .external = (uint64_t)1 << 62, .thread = (uint64_t)3 << 62 },
      .cost = UINT64_MAX >> 2, .self = UINT64_MAX >> 3, .outermost = true
   };
   const record equal = {
      .sizes = { .rms = UINT64_MAX, .ext = UINT64_MAX, .trms = UINT64_MAX },
      .cost = UINT64_MAX >> 2, .self = 0, .outermost = false
   };
   record r[20];
   prof *p = prof_new();
   prof_tuple *t;
   size_t i, count;

   (void)state;
   for (i = 0; i < 20; i++) {
      r[i] = i % 2 ? big : equal;
      add(p, &r[i]);
   }
   assert_holds(p, r, 20);
   t = prof_table(p, PROF_TRMS, &count);
   assert_int_equal(count, 1);
   assert_true(t->trms == (prof_sum)UINT64_MAX * 20);
   assert_true(t->cost.sum == (prof_sum)(UINT64_MAX >> 2) * 20);
   assert_true(t->trms >> 64 != 0 && t->cost.sum >> 64 != 0
               && t->cost.squares >> 124 != 0 && t->outermost >> 64 != 0);
   platform_free(t);
   prof_free(p);
}

/* Activations without callees have one sum as long as it has 64 bits. */
static void sums_of_leaves_need_128_bits(void **state)
{
   record r[5];
   prof *p = prof_new();
   size_t i;

   (void)state;
   for (i = 0; i < 5; i++) {
      r[i] = (record){ .sizes = { .rms = 1, .ext = 1, .trms = 1 },
                       .cost = UINT64_MAX / 2, .self = UINT64_MAX / 2,
                       .outermost = true };
      prof_record(p, &r[i].sizes, r[i].cost, r[i].self, r[i].outermost);
      assert_holds(p, r, i + 1);
   }
   prof_free(p);
}

/* By comparing the tables that are returned. */
static bool really_same(const prof *p, prof_metric a, prof_metric b)
{
   size_t n, m;
   prof_tuple *x = prof_table(p, a, &n), *y = prof_table(p, b, &m);
   bool same = n == m && memcmp(x, y, n * sizeof *x) == 0;

   platform_free(x);
   platform_free(y);
   return same;
}

static void same_means_equal_tables(void **state)
{
   size_t trial, i, same = 0, apart = 0;

   (void)state;
   for (trial = 0; trial < 3000; trial++) {
      prof *p = prof_new();
      size_t n = random_bits() % 6;
      int a, b;

      for (i = 0; i < n; i++) {
         record r = some_record(2);
         r.cost = r.self = random_bits() % 2;
         if (r.sizes.rms > 10)
            r.sizes.rms = 0;
         if (r.sizes.ext > 10)
            r.sizes.ext = r.sizes.trms;
         add(p, &r);
      }
      for (a = 0; a < metrics(); a++)
         for (b = 0; b < metrics(); b++) {
            bool told = prof_same(p, (prof_metric)a, (prof_metric)b);
            assert_int_equal(told, really_same(p, (prof_metric)a,
                                               (prof_metric)b));
            if (a != b)
               *(told ? &same : &apart) += 1;
         }
      prof_free(p);
   }
   assert_true(same > 1000 && apart > 1000);
}

/* Different activations that add up to the same tables. */
static void same_where_metrics_swap_sizes(void **state)
{
   const record one = { .sizes = { .rms = 1, .ext = 1, .trms = 2 } };
   const record two = { .sizes = { .rms = 2, .ext = 2, .trms = 2 } };
   prof *p = prof_new();

   (void)state;
   add(p, &two);
   assert_true(prof_same(p, PROF_RMS, PROF_TRMS));
   add(p, &one);
   assert_true(prof_same(p, PROF_RMS, PROF_EXT));
   assert_false(prof_same(p, PROF_RMS, PROF_TRMS));
   assert_false(prof_same(p, PROF_EXT, PROF_TRMS));
   prof_free(p);
}

/* A million calls of few sizes take no more memory than a few. */
static void memory_is_of_distinct_sizes(void **state)
{
   prof *p = prof_new();
   size_t before = 0, i, count;

   (void)state;
   for (i = 0; i < 1000000; i++) {
      record r = { .sizes = { .rms = i % 50, .ext = i % 50,
                             .trms = i % 50 + i % 2, .thread = i % 2 } };
      add(p, &r);
      if (i == 1000)
         before = platform_host_heap();
   }
   assert_int_equal(platform_host_heap(), before);
   assert_true(before < 96 * 1024);
   platform_free(prof_table(p, PROF_TRMS, &count));
   assert_int_equal(count, 26);
   platform_free(prof_table(p, PROF_RMS, &count));
   assert_int_equal(count, 50);
   prof_free(p);
   assert_int_equal(platform_host_pieces(), 0);
}

static void assert_holds_rounded(const prof *p, const record *r, size_t n)
{
   assert_true(prof_is_rounded(p));
   assert_tables(p, r, n, ROUNDING_BITS);
}

/* More sizes than are allowed: calls, costs and sums are as before.  Adding
   rounds what was not. */
static void too_many_sizes_are_rounded(void **state)
{
   enum { MOST = 6000 };
   static record r[MOST];
   prof *p = prof_new(), *q = prof_new();
   size_t i;

   (void)state;
   prof_limit_sizes(500);
   for (i = 0; i < MOST; i++) {
      r[i] = some_record(1 << 16);
      if (i >= MOST - 300)
         r[i].sizes = (trms_sizes){ .rms = i, .ext = i, .trms = i };
      add(i < MOST - 300 ? p : q, &r[i]);
   }
   assert_false(prof_is_rounded(q));
   assert_holds_rounded(p, r, MOST - 300);
   prof_add(q, p);
   assert_holds_rounded(q, r, MOST);
   prof_add(p, q);
   prof_limit_sizes(SIZE_MAX);
   prof_free(p);
   prof_free(q);
   assert_int_equal(platform_host_pieces(), 0);
}

/* Sizes that are packed count once, also if they have come again. */
static void packed_sizes_count_once(void **state)
{
   enum { LIMIT = 1000, TWICE = 450, FEWER = 600, MOST = 2000 };
   static record r[MOST];
   prof *p = prof_new();
   size_t i;

   (void)state;
   prof_limit_sizes(LIMIT);
   for (i = 0; i < MOST; i++) {
      uint64_t size = i < TWICE ? i : i - TWICE;

      r[i] = (record){ .sizes = { .rms = size, .ext = size, .trms = size },
                       .cost = 3 * i, .self = i % 2 ? 3 * i : i,
                       .outermost = i % 3 != 0 };
      prof_record(p, &r[i].sizes, r[i].cost, r[i].self, r[i].outermost);
      if (i == TWICE - 1) {
         prof_pack();
         assert_int_equal(p->common.count, 0);
         assert_holds(p, r, TWICE);
      }
      if (i == TWICE + FEWER - 1) {
         assert_int_equal(p->singles.count, 0);
         assert_holds(p, r, TWICE + FEWER);
         prof_pack();
         assert_int_equal(p->common.count, FEWER);
      }
   }
   assert_holds_rounded(p, r, MOST);
   prof_limit_sizes(SIZE_MAX);
   prof_free(p);
   assert_int_equal(platform_host_pieces(), 0);
}

/* Sizes in the millions: no more than the bound. */
static void rounded_sizes_are_few(void **state)
{
   prof *p = prof_new();
   size_t count, i, before;

   (void)state;
   prof_limit_sizes(1000);
   for (i = 0; i < 3000000; i++) {
      record r = { .sizes = { .rms = i, .ext = i, .trms = i }, .cost = i,
                   .self = i, .outermost = true };
      add(p, &r);
   }
   before = platform_host_heap();
   for (; i < 4000000; i++) {
      record r = { .sizes = { .rms = i, .ext = i, .trms = i }, .cost = i,
                   .self = i, .outermost = true };
      add(p, &r);
   }
   assert_true(platform_host_heap() < before + before / 4);
   platform_free(prof_table(p, PROF_TRMS, &count));
   assert_uint_in_range(count, 5000, 10000);
   prof_limit_sizes(SIZE_MAX);
   prof_free(p);
   assert_int_equal(platform_host_pieces(), 0);
}

/* The same with tables of the output. */
static int begin_output(void **state)
{
   (void)state;
   with_output = true;
   prof_measure_output(true);
   return 0;
}

static int end_output(void **state)
{
   (void)state;
   with_output = false;
   prof_measure_output(false);
   return 0;
}

#define WITH_OUTPUT(test) \
   { "output_" #test, test, begin_output, end_output, NULL }

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(holds_what_was_recorded),
      cmocka_unit_test(adding_is_recording_both),
      cmocka_unit_test(sums_need_128_bits),
      cmocka_unit_test(sums_of_leaves_need_128_bits),
      cmocka_unit_test(same_means_equal_tables),
      cmocka_unit_test(same_where_metrics_swap_sizes),
      cmocka_unit_test(memory_is_of_distinct_sizes),
      cmocka_unit_test(too_many_sizes_are_rounded),
      cmocka_unit_test(packed_sizes_count_once),
      cmocka_unit_test(rounded_sizes_are_few),
      WITH_OUTPUT(holds_what_was_recorded),
      WITH_OUTPUT(adding_is_recording_both),
      WITH_OUTPUT(same_means_equal_tables),
      WITH_OUTPUT(too_many_sizes_are_rounded),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Accesses of a thread of the fast engine as instrumented code makes them: a
   check beside the stamps, and a call of the engine where it fails
   (aprof-trms/instrument).  The file that includes this sets may_be_unchecked,
   and may look at the counters.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_AS_INSTRUMENTED_H
#define APROF_AS_INSTRUMENTED_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "trace_random.h"
#include "engine/fast/fast.h"
#include "engine/fast/state.h"

static uint64_t inline_hits, inline_misses, unchecked_hits;
static bool may_be_unchecked;      /* writes in this run */
static bool is_guarded;            /* stamps are stored where the check holds */
static uint64_t first_misses;      /* of writes where output is measured */

static uint64_t both(uint32_t half)
{
   return (uint64_t)half << 32 | half;
}

static uint64_t load(uintptr_t place, size_t n)
{
   uint64_t value = 0;

   memcpy(&value, (void *)place, n);
   return value;
}

/* By the logarithm of the size. */
static void (*const slow_reads[])(uintptr_t) = {
   trms_fast_read1, trms_fast_read2, trms_fast_read4, trms_fast_read8,
   trms_fast_read16, trms_fast_read32,
};
static void (*const slow_writes[])(uintptr_t) = {
   trms_fast_write1, trms_fast_write2, trms_fast_write4, trms_fast_write8,
   trms_fast_write16, trms_fast_write32,
};

static void (*const guarded_reads[])(uintptr_t) = {
   trms_fast_read1, trms_fast_read2, trms_fast_guarded_read4,
   trms_fast_guarded_read8, trms_fast_read16, trms_fast_read32,
};
static void (*const guarded_writes[])(uintptr_t) = {
   trms_fast_write1, trms_fast_write2, trms_fast_guarded_write4,
   trms_fast_guarded_write8, trms_fast_write16, trms_fast_write32,
};

static void (*const slow_first_writes[])(uintptr_t) = {
   trms_fast_first_write1, trms_fast_first_write2, trms_fast_first_write4,
   trms_fast_first_write8, trms_fast_first_write16, trms_fast_first_write32,
};

/* Return what the alignment adds to a check. */
static uint32_t misaligned(uintptr_t a, size_t n)
{
   return n >= 4 ? a & 3 : n == 2 ? a << 1 & 3 : 0;
}

/* The check before the slow path of a read; by 8 bytes, or less. */
static bool read_fails(const trms_fast_view *v, uintptr_t a, size_t n)
{
   uintptr_t place = v->base + (a & ~(uintptr_t)3);

   if (n >= 8)
      return (((load(place, 8) - both(v->top)) & both(0x80000000u))
              | misaligned(a, n)) != 0;
   return load(place, 4) < (v->top | (0 - misaligned(a, n)));
}

/* One of several unchecked writes of a superblock: it stores its stamp in all
   cells that it touches.  False: that is not possible, or not done. */
static bool done_unchecked(const trms_fast_view *v, uintptr_t a, size_t n)
{
   uintptr_t c = v->base + (a & ~(uintptr_t)3);
   uintptr_t last = v->base + ((a + n - 1) & ~(uintptr_t)3);

   if (v->checked != 0 || !may_be_unchecked || percent(50))
      return false;
   unchecked_hits++;
   for (; c <= last; c += 4)
      memcpy((void *)c, &v->stamp, 4);
   return true;
}

/* Is this the only write of a superblock, and needs it no check? */
static bool is_unchecked(const trms_fast_view *v, uintptr_t a, size_t n)
{
   bool unchecked = v->checked == 0 && misaligned(a, n) == 0;

   unchecked_hits += unchecked;
   return unchecked;
}

static bool write_fails(const trms_fast_view *v, uintptr_t a, size_t n)
{
   uintptr_t place = v->base + (a & ~(uintptr_t)3);

   if (may_be_unchecked && percent(80))
      return !is_unchecked(v, a, n);
   if (n >= 8)
      return ((load(place, 8) & both(STAMP_VALID | STAMP_SHARED))
              | misaligned(a, n)) != both(STAMP_VALID);
   return ((load(place, 4) & (STAMP_VALID | STAMP_SHARED))
           | misaligned(a, n)) != STAMP_VALID;
}

/* Where output is measured; by 8 bytes, or less.  top: 0 if the write does not
   count. */
static bool first_write_fails(const trms_fast_view *v, uint32_t top,
                              uintptr_t a, size_t n)
{
   uint64_t stamps = load(v->base + (a & ~(uintptr_t)3), n >= 8 ? 8 : 4);
   uint64_t whole = n >= 8 ? ~(uint64_t)0 : UINT32_MAX;
   uint64_t state = stamps & both(STAMP_VALID | STAMP_SHARED);

   return (((state ^ both(STAMP_VALID))
            | ((stamps - both(top)) & both(0x80000000u))
            | misaligned(a, n)) & whole) != 0;
}

static void inline_first_write(uintptr_t a, size_t n, const trms_fast_view *v,
                               bool counts)
{
   uintptr_t place = v->base + (a & ~(uintptr_t)3), i;
   uint32_t top = counts ? v->top : 0;
   bool fails = first_write_fails(v, top, a, n)
                || (n == 16 && first_write_fails(v, top, a + 8, 8));

   first_misses += fails;
   if (fails)
      slow_first_writes[__builtin_ctzl(n)](a);
   for (i = 0; i < (n + 3) / 4; i++)
      memcpy((void *)(place + 4 * i), &v->stamp, 4);
}

static void inline_read(uintptr_t a, size_t n, const trms_fast_view *v)
{
   bool fails = read_fails(v, a, n)
                || (n == 16 && read_fails(v, a + 8, 8));

   inline_hits += !fails;
   inline_misses += fails;
   if (fails)
      (is_guarded ? guarded_reads : slow_reads)[__builtin_ctzl(n)](a);
}

static void inline_write(uintptr_t a, size_t n, const trms_fast_view *v)
{
   uintptr_t place = v->base + (a & ~(uintptr_t)3), i;
   bool fails;

   if (done_unchecked(v, a, n))
      return;
   fails = write_fails(v, a, n) || (n == 16 && write_fails(v, a + 8, 8));
   if (fails)
      (is_guarded ? guarded_writes : slow_writes)[__builtin_ctzl(n)](a);
   if (fails && is_guarded)
      return;
   for (i = 0; i < (n + 3) / 4; i++)
      memcpy((void *)(place + 4 * i), &v->stamp, 4);
}

#endif

/* Packed activations: see engine/fast/packed_stack.h.

   Why the result is the same: no value is ever changed.  Packed activations
   are read or written only by those who have opened them:

   - calls and returns, and the search next to the top (ancestor.h), reach at
     most TRMS_FAST_MARGIN below the top;
   - the search by halving and the rank of a stamp (age.h) open the segment of
     the activation that they look for, which they find by the starts of the
     segments' first activations; the span of a stamp asks for starts only, which
     are told from the packed form;
   - who goes through all activations opens all.

   A segment that was opened because of a stamp will be asked for again: it is
   packed again only after a while, which doubles each time.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/packed_stack.h"
#include "engine/shadow/varint.h"

#define CENTRE "aprof.fast.packed_stack"

/* The most bytes that a segment takes. */
enum { MOST = FAST_SEGMENT * (1 + 3 * VARINT_MOST) };

/* Segments begin at the first place of the stack, so that they begin at
   pages. */
static trms_fast_activation *segment_at(const trms_thread *t, size_t number)
{
   return fast_first(t) + number * FAST_SEGMENT;
}

/* The index in the stack of a segment's first activation; not of the first
   segment, which begins below the bottom. */
static size_t index_of(size_t number)
{
   return number * FAST_SEGMENT - FAST_UNDER;
}

static fast_segment *segment_of(const trms_thread *t, size_t number)
{
   return &t->packed->segments[number];
}

/* Return how many of the `most` activations from h on, at least 1, have the
   partial of h, and each a start that is `step` after the one before. */
static size_t run_length(const trms_fast_activation *h, uint32_t step,
                         size_t most)
{
   const int64_t rms = h->rms;
   uint32_t start = fast_start(h);
   size_t n;

   for (n = 1; n < most && h[n].rms == rms; n++) {
      start += step;
      if (fast_start(&h[n]) != start)
         break;
   }
   return n;
}

/* Activations in sequence that have the same partial, and starts equally far
   apart: how many, and the two differences from what is before. */
static size_t put_runs(const trms_fast_activation *h, uint8_t *scratch)
{
   uint8_t *to = scratch;
   uint32_t before = fast_start(h);
   int64_t rms = 0;
   size_t i = 0, n;

   while (i < FAST_SEGMENT) {
      uint32_t step = fast_start(&h[i]) - before;

      n = run_length(&h[i], step, FAST_SEGMENT - i);
      to = varint_put(to, n);
      to = varint_put(to, step);
      to = varint_put(to, varint_signed((uint64_t)(h[i].rms - rms)));
      rms = h[i].rms;
      i += n;
      before = fast_start(&h[i - 1]);
   }
   return (size_t)(to - scratch);
}

static void get_runs(trms_fast_activation *h, const uint8_t *from,
                     uint32_t start)
{
   int64_t rms = 0;
   size_t i = 0, n;

   while (i < FAST_SEGMENT) {
      uint32_t step;

      n = varint_get(&from);
      step = (uint32_t)varint_get(&from);
      rms += (int64_t)varint_unsigned(varint_get(&from));
      for (; n > 0; n--, i++) {
         start += step;
         h[i].starts = stamp_in_both(start);
         h[i].rms = rms;
      }
   }
}

static void pack(const trms_thread *t, size_t number)
{
   static uint8_t scratch[MOST];
   fast_segment *s = segment_of(t, number);
   trms_fast_activation *h = segment_at(t, number);
   size_t n = put_runs(h, scratch);

   s->first = fast_start(h);
   s->bytes = platform_realloc(CENTRE, NULL, n);
   platform_copy(s->bytes, scratch, n);
}

/* Give the memory of segments back that have been packed. */
static void discard(const trms_thread *t, size_t first, size_t past)
{
   if (first < past)
      platform_give((uintptr_t)segment_at(t, first),
                    (past - first) * FAST_SEGMENT
                    * sizeof (trms_fast_activation));
}

static void unpack(const trms_thread *t, size_t number)
{
   fast_segment *s = segment_of(t, number);

   if (s->bytes == NULL)
      return;
   platform_take((uintptr_t)segment_at(t, number),
                 FAST_SEGMENT * sizeof (trms_fast_activation));
   get_runs(segment_at(t, number), s->bytes, s->first);
   platform_free(s->bytes);
   s->bytes = NULL;
}

static void make_room(fast_packed *p, size_t segments)
{
   size_t room = p->room;

   if (segments <= room)
      return;
   p->room = 2 * segments;
   p->segments = platform_realloc(CENTRE, p->segments,
                                  p->room * sizeof *p->segments);
   platform_zero(p->segments + room, (p->room - room) * sizeof *p->segments);
}

void trms_fast_pack(trms_thread *t)
{
   size_t number, past, first = 1;
   fast_packed *p;

   if (!platform_stack_has_place(fast_first(t))
       || fast_depth(t) < 2 * FAST_SEGMENT + FAST_KEPT)
      return;
   if (t->packed == NULL)
      t->packed = platform_alloc(CENTRE, sizeof *t->packed);
   p = t->packed;
   past = (fast_depth(t) - FAST_KEPT) / FAST_SEGMENT;
   make_room(p, past);
   for (number = 1; number < past; number++) {
      fast_segment *s = segment_of(t, number);

      if (s->bytes == NULL && s->rest == 0) {
         pack(t, number);
         continue;
      }
      if (s->bytes == NULL)
         s->rest--;
      discard(t, first, number);
      first = number + 1;
   }
   discard(t, first, past);
   if (p->count < past)
      p->count = past;
   p->past = index_of(p->count);
}

size_t trms_fast_packed(const trms_thread *t)
{
   return packed_stack_past(t);
}

void trms_fast_unpack_top(trms_thread *t)
{
   packed_stack_settle(t);
}

void packed_stack_unpack_top(const trms_thread *t)
{
   fast_packed *p = t->packed;

   unpack(t, --p->count);
   p->segments[p->count].rest = p->segments[p->count].opened = 0;
   if (p->count <= 1) {
      p->count = 0;
      platform_drop();
   }
   p->past = p->count == 0 ? 0 : index_of(p->count);
}

/* Unpack a segment for the sake of a stamp. */
static void open(const trms_thread *t, size_t number)
{
   enum { MOST_OPENED = 24 };
   fast_segment *s = segment_of(t, number);

   if (s->bytes == NULL)
      return;
   unpack(t, number);
   if (s->opened < MOST_OPENED)
      s->opened++;
   s->rest = (uint32_t)1 << s->opened;
}

/* The start of a segment's first activation.  The first segment begins below
   the bottom, before all stamps. */
static uint32_t first_start(const trms_thread *t, size_t number)
{
   return segment_of(t, number)->bytes != NULL
          ? segment_of(t, number)->first : fast_start(segment_at(t, number));
}

uint32_t packed_stack_start(const trms_thread *t, size_t index)
{
   size_t number = (index + FAST_UNDER) / FAST_SEGMENT;

   return t->packed != NULL && number < t->packed->count
          && segment_of(t, number)->bytes != NULL
          ? segment_of(t, number)->first : fast_start(&t->stack.bottom[index]);
}

/* Return the segment of the latest activation that had started at a stamp;
   `count`: the stamp is not older than what is behind the segments. */
static size_t segment_at_stamp(const trms_thread *t, uint32_t stamp)
{
   size_t first = 0, end = t->packed->count;

   if (fast_start(segment_at(t, end)) <= stamp)
      return end;
   while (end - first > 1) {
      size_t middle = first + (end - first) / 2;
      if (first_start(t, middle) <= stamp)
         first = middle;
      else
         end = middle;
   }
   return first;
}

void packed_stack_open(const trms_thread *t, uint32_t stamp, size_t *low,
                       size_t *past)
{
   size_t number = segment_at_stamp(t, stamp);

   if (number == t->packed->count) {
      *low = packed_stack_past(t);
      *past = fast_depth(t) + 1;
      return;
   }
   if (number > 0)
      open(t, number);
   *low = number == 0 ? 0 : index_of(number);
   *past = index_of(number + 1);
}

/* Of the starts in a run, which are `step` apart from `before` on, with that
   before them: those around a stamp, of which the second is in the run. */
static void around_in_run(uint32_t stamp, uint32_t before, uint32_t step,
                          uint32_t *first, uint32_t *past)
{
   *first = before + (stamp - before) / step * step;
   *past = *first + step;
}

bool packed_stack_around(const trms_thread *t, uint32_t stamp, uint32_t *first,
                         uint32_t *past)
{
   size_t number, i, n;
   const uint8_t *from;
   uint32_t start;

   if (packed_stack_past(t) == 0)
      return false;
   number = segment_at_stamp(t, stamp);
   if (number == t->packed->count
       || (from = segment_of(t, number)->bytes) == NULL)
      return false;
   start = segment_of(t, number)->first;
   for (i = 0; i < FAST_SEGMENT; i += n) {
      uint32_t step;

      n = varint_get(&from);
      step = (uint32_t)varint_get(&from);
      varint_get(&from);
      if (stamp < start + n * step) {
         around_in_run(stamp, start, step, first, past);
         return true;
      }
      start += (uint32_t)n * step;
   }
   *first = start;
   *past = first_start(t, number + 1);
   return true;
}

void packed_stack_open_all(const trms_thread *t)
{
   size_t number;

   for (number = 1; t->packed != NULL && number < t->packed->count; number++)
      unpack(t, number);
}

void packed_stack_free(trms_thread *t)
{
   size_t number;

   if (t->packed == NULL)
      return;
   for (number = 0; number < t->packed->count; number++)
      platform_free(t->packed->segments[number].bytes);
   platform_free(t->packed->segments);
   platform_free(t->packed);
}

/* Packed pages: see engine/fast/packed_pages.h.

   In the frames of a recursion the stamps of each frame are those of the next
   one, less the distance of their starts.  Where that is so in all of a page,
   it is packed as the stamps of its first frame and the distance (a *periodic*
   page; frames may be those of several routines that call each other).  Any
   other page is a sequence of runs of equal stamps.  The first byte is the
   number of cells of a frame, or 0 for runs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/packed_pages.h"
#include "engine/shadow/varint.h"

#define CENTRE "aprof.fast.packed"

/* Frames of more cells are not looked for. */
enum { LONGEST_PERIOD = 64 };

/* A byte has the kind of a run in its upper two bits, and the number of its
   stamps, less 1, in the others. */
enum {
   NEVER,                /* 0 */
   SAME,                 /* the last stamp that was not 0 */
   AGAIN,                /* the same, and the last difference */
   OTHER                 /* the difference from it follows */
};
enum { KIND_SHIFT = 6, LONGEST = 1 << KIND_SHIFT };

/* The most bytes that a page takes. */
enum { MOST = 1 + WINDOWS_PAGE_CELLS * (1 + VARINT_MOST) };

typedef struct {
   uint8_t *bytes;       /* NULL: the place is free */
   uint32_t *page;
   uint32_t next_free;   /* index plus 1 */
} packed_page;

static packed_page *pages;
static uint32_t count, room, first_free;

/* What is kept of a periodic page. */
typedef struct {
   uint32_t step, first[LONGEST_PERIOD];
} period;

static inline uint32_t period_next(uint32_t stamp, uint32_t step)
{
   return stamp == 0 ? 0 : stamp + step;
}

/* Four stamps at once: frames are of 16 bytes, or a multiple. */
typedef uint32_t four __attribute__((vector_size(16), aligned(4), may_alias));
enum { FOUR = 4 };

static inline four four_at(const uint32_t *c)
{
   return *(const four *)c;
}

/* The same as period_next for each. */
static inline four period_next_four(four stamps, four step)
{
   return (stamps + step) & (four)(stamps != 0);
}

static inline bool any_of(four x)
{
   uint64_t both[2];

   __builtin_memcpy(both, &x, sizeof both);
   return (both[0] | both[1]) != 0;
}

/* Is each cell from page[n] on the next one of the cell n before?  Most
   questions are answered by the first cells. */
static bool goes_on(const uint32_t *page, size_t n, uint32_t step)
{
   enum { AT_ONCE = 4 * FOUR };
   const four steps = { step, step, step, step };
   size_t i, k;

   for (i = n; i + AT_ONCE <= WINDOWS_PAGE_CELLS; i += AT_ONCE) {
      four differ = { 0 };

      for (k = i; k < i + AT_ONCE; k += FOUR)
         differ |= four_at(page + k)
                   ^ period_next_four(four_at(page + k - n), steps);
      if (any_of(differ))
         return false;
   }
   for (; i < WINDOWS_PAGE_CELLS; i++)
      if (page[i] != period_next(page[i - n], step))
         return false;
   return true;
}

/* Is the page periodic with n cells? */
static bool has_period(const uint32_t *page, size_t n, uint32_t *step)
{
   size_t i = 0;

   while (i < n && page[i] == 0)
      i++;
   *step = i < n ? page[i + n] - page[i] : 0;
   return goes_on(page, n, *step);
}

/* The number of cells of a frame, or 0. */
static size_t period_of(const uint32_t *page, uint32_t *step)
{
   size_t n;

   for (n = 1; n <= LONGEST_PERIOD; n++)
      if (has_period(page, n, step))
         return n;
   return 0;
}

static size_t put_period(uint8_t *to, const uint32_t *page, size_t n,
                         uint32_t step)
{
   *to = (uint8_t)n;
   platform_copy(to + 1, &step, sizeof step);
   platform_copy(to + 1 + sizeof step, page, n * sizeof *page);
   return 1 + (n + 1) * sizeof step;
}

static size_t get_period(period *p, const uint8_t *from)
{
   size_t n = *from;

   platform_copy(p, from + 1, (n + 1) * sizeof p->step);
   return n;
}

/* A frame of whole fours: page and frames are fours from the beginning on.  (The
   page is a multiple of four cells, but not of a frame.) */
static void unpack_fours(uint32_t *page, period *p, size_t n)
{
   const four step = { p->step, p->step, p->step, p->step };
   size_t i, k;

   for (i = 0; i < WINDOWS_PAGE_CELLS; i += n)
      for (k = 0; k < n && i + k < WINDOWS_PAGE_CELLS; k += FOUR) {
         four *c = (four *)(page + i + k), stamps = four_at(p->first + k);

         *c |= stamps & (four)(*c == 0);
         *(four *)(p->first + k) = period_next_four(stamps, step);
      }
}

static void unpack_period(uint32_t *page, const uint8_t *from)
{
   period p;
   size_t n = get_period(&p, from), i, k;

   if (n % FOUR == 0) {
      unpack_fours(page, &p, n);
      return;
   }
   for (i = 0; i < WINDOWS_PAGE_CELLS; i += n)
      for (k = 0; k < n && i + k < WINDOWS_PAGE_CELLS; k++) {
         if (page[i + k] == 0)
            page[i + k] = p.first[k];
         p.first[k] = period_next(p.first[k], p.step);
      }
}

static uint32_t stamp_of_period(size_t at, const uint8_t *from)
{
   period p;
   size_t n = get_period(&p, from), i;
   uint32_t stamp = p.first[at % n];

   for (i = at % n; i < at; i += n)
      stamp = period_next(stamp, p.step);
   return stamp;
}

typedef struct {
   uint32_t last, difference;
} model;

static size_t run_at(const uint32_t *page, size_t i)
{
   size_t n = 1;

   while (i + n < WINDOWS_PAGE_CELLS && n < LONGEST && page[i + n] == page[i])
      n++;
   return n;
}

static uint8_t *put_run(model *m, uint8_t *to, uint32_t stamp, size_t n)
{
   uint32_t difference = stamp - m->last;
   unsigned kind = stamp == 0 ? NEVER : difference == 0 ? SAME
                   : difference == m->difference ? AGAIN : OTHER;

   *to++ = (uint8_t)(kind << KIND_SHIFT | (n - 1));
   if (kind == OTHER)
      to = varint_put(to,
                      varint_signed((uint64_t)(int64_t)(int32_t)difference));
   if (kind == OTHER || kind == AGAIN)
      *m = (model){ stamp, difference };
   return to;
}

static const uint8_t *get_run(model *m, const uint8_t *from, uint32_t *stamp,
                              size_t *n)
{
   unsigned kind = *from >> KIND_SHIFT;

   *n = (size_t)(*from++ & (LONGEST - 1)) + 1;
   if (kind == OTHER)
      m->difference = (uint32_t)varint_unsigned(varint_get(&from));
   if (kind == OTHER || kind == AGAIN)
      m->last += m->difference;
   *stamp = kind == NEVER ? 0 : m->last;
   return from;
}

static uint32_t free_place(void)
{
   uint32_t i;

   if (first_free != 0) {
      i = first_free - 1;
      first_free = pages[i].next_free;
      return i;
   }
   if (count == room) {
      room = room ? 2 * room : 1024;
      pages = platform_realloc(CENTRE, pages, room * sizeof *pages);
   }
   return count++;
}

static size_t put_runs(uint8_t *scratch, const uint32_t *page)
{
   model m = { 0, 0 };
   uint8_t *to = scratch;
   size_t i, n;

   *to++ = 0;
   for (i = 0; i < WINDOWS_PAGE_CELLS; i += n) {
      n = run_at(page, i);
      to = put_run(&m, to, page[i], n);
   }
   return (size_t)(to - scratch);
}

/* False: it would save little. */
static bool pack_page(uint32_t *page, uint32_t *word)
{
   static uint8_t scratch[MOST];
   uint32_t place, step;
   size_t n = period_of(page, &step);

   n = n > 0 ? put_period(scratch, page, n, step) : put_runs(scratch, page);
   if (n > WINDOWS_PAGE_BYTES / 2)
      return false;
   place = free_place();
   pages[place].bytes = platform_realloc(CENTRE, NULL, n);
   pages[place].page = page;
   platform_copy(pages[place].bytes, scratch, n);
   *word = PACKED_PAGE | place;
   fast.packed_pages++;
   return true;
}

static packed_page *page_of(uint32_t word)
{
   return &pages[word & ~PACKED_PAGE];
}

/* Forget the packed stamps of a word. */
static void drop(uint32_t *word)
{
   packed_page *p = page_of(*word);

   platform_free(p->bytes);
   p->bytes = NULL;
   p->next_free = first_free;
   first_free = (uint32_t)(p - pages) + 1;
   fast.packed_pages--;
   *word = 0;
}

void packed_pages_drop_all(const trms_thread *t, uintptr_t from, uintptr_t past)
{
   uint32_t i;

   if (fast.packed_pages < (past - from) / WINDOWS_PAGE_BYTES) {
      for (i = 0; i < count; i++)
         if (pages[i].bytes != NULL && (uintptr_t)pages[i].page >= from
             && (uintptr_t)pages[i].page < past)
            drop(windows_page_word(t->slot, pages[i].page));
      return;
   }
   for (; from < past; from += WINDOWS_PAGE_BYTES) {
      uint32_t *word = windows_page_word(t->slot, (uint32_t *)from);

      if (*word & PACKED_PAGE)
         drop(word);
   }
}

static void unpack_runs(uint32_t *page, const uint8_t *from)
{
   model m = { 0, 0 };
   size_t i, n;
   uint32_t stamp;

   from++;
   for (i = 0; i < WINDOWS_PAGE_CELLS; ) {
      from = get_run(&m, from, &stamp, &n);
      for (; n > 0; n--, i++)
         if (page[i] == 0 && stamp != 0)
            page[i] = stamp;
   }
}

void packed_pages_unpack(uint32_t *page, uint32_t *word)
{
   const uint8_t *from = page_of(*word)->bytes;

   if (*from > 0)
      unpack_period(page, from);
   else
      unpack_runs(page, from);
   drop(word);
}

uint32_t packed_pages_stamp(const uint32_t *c, uint32_t word)
{
   size_t at = ((uintptr_t)c & (WINDOWS_PAGE_BYTES - 1)) / sizeof *c, i = 0, n;
   const uint8_t *from = page_of(word)->bytes;
   model m = { 0, 0 };
   uint32_t stamp;

   if (*from > 0)
      return stamp_of_period(at, from);
   from++;
   do {
      from = get_run(&m, from, &stamp, &n);
      i += n;
   } while (i <= at);
   return stamp;
}

/* A page that was packed before and touched since is packed anew, with what it
   has now.  Ranges end at blocks, so that nothing is left between two of them, and
   whole blocks are given back. */
void packed_pages_pack(const trms_thread *t, uintptr_t from, uintptr_t past)
{
   uintptr_t at, end, run_end;

   at = run_end = platform_block_up(t->base + from);
   end = platform_block_up(t->base + past);
   platform_touched_begin();
   while (at < end && (at = platform_touched_from(at, end, &run_end)) < end) {
      uintptr_t first = at;

      for (; at < run_end; at += WINDOWS_PAGE_BYTES) {
         uint32_t *page = (uint32_t *)at;
         uint32_t *word = windows_page_word(t->slot, page);

         if (*word & PACKED_PAGE)
            packed_pages_unpack(page, word);
         if (*word == 0 && pack_page(page, word))
            continue;
         if (first < at)
            platform_give(first, at - first);
         first = at + WINDOWS_PAGE_BYTES;
      }
      if (first < at)
         platform_give(first, at - first);
   }
   platform_touched_end();
   fast.folded_slots |= (uint64_t)1 << t->slot;
}

/* Where the pages of [at, end) that are packed and neighbours end. */
static uintptr_t packed_run(const trms_thread *t, uintptr_t at, uintptr_t end)
{
   while (at < end
          && *windows_page_word(t->slot, (uint32_t *)at) & PACKED_PAGE)
      at += WINDOWS_PAGE_BYTES;
   return at;
}

/* Take memory for the blocks around a range: what is next to it is needed next. */
static void take_blocks(uintptr_t from, uintptr_t past)
{
   from = platform_block_down(from);
   platform_take(from, platform_block_up(past) - from);
}

void trms_fast_unpack_stamps(const trms_thread *t, uintptr_t from,
                             uintptr_t past)
{
   uintptr_t at, end, run_end;

   if (fast.packed_pages == 0 || past > WINDOWS_END || from >= past)
      return;
   at = windows_page_down(t->base + from);
   end = windows_page_up(t->base + past);
   for (; at < end; at = run_end + WINDOWS_PAGE_BYTES) {
      run_end = packed_run(t, at, end);
      if (at < run_end)
         take_blocks(at, run_end);
      for (; at < run_end; at += WINDOWS_PAGE_BYTES)
         packed_pages_unpack((uint32_t *)at,
                             windows_page_word(t->slot, (uint32_t *)at));
   }
}

void trms_fast_expect(const trms_thread *t, uintptr_t from, uintptr_t past)
{
   if (fast.single && t->base != 0 && past <= WINDOWS_END)
      take_blocks(t->base + from, t->base + past);
}

void packed_pages_end(void)
{
   uint32_t i;

   for (i = 0; i < count; i++)
      if (pages[i].bytes != NULL)
         packed_pages_unpack(pages[i].page,
                             windows_page_word(fast.threads->slot,
                                               pages[i].page));
   platform_free(pages);
   pages = NULL;
   count = room = first_free = 0;
}

void packed_pages_open(uintptr_t a, size_t n)
{
   const trms_thread *t = fast.threads;
   uintptr_t at, past;

   if (fast.packed_pages == 0 || a >= WINDOWS_END)
      return;
   past = t->base + (n < WINDOWS_END - a ? a + n : WINDOWS_END);
   for (at = windows_page_down(t->base + a); at < past;
        at += WINDOWS_PAGE_BYTES) {
      uint32_t *word = windows_page_word(t->slot, (uint32_t *)at);

      if (*word & PACKED_PAGE)
         packed_pages_unpack((uint32_t *)at, word);
   }
}

/* Bare pages: see engine/fast/bare.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/fast/bare.h"
#include "engine/fast/age.h"
#include "engine/fast/ancestor.h"
#include "engine/fast/chunks.h"
#include "engine/fast/fold.h"
#include "engine/fast/last_writer.h"
#include "engine/fast/lazy_set.h"

enum { PAGE_WORDS = WINDOWS_PAGE_CELLS / 64 };

/* The credit at the beginning.  Tests have bare pages that end early. */
enum { CREDIT = 64, FEW_IN_TESTS = 8 };

/* To begin a bare page, and to end it, takes as long as hundreds of accesses.
   So pages become bare as long as no more than ENDED_FIRST, or one of ENDED,
   have ended because of an access. */
enum { ENDED = 16, ENDED_FIRST = 64 };

static uintptr_t page_of(uintptr_t a)
{
   return a >> WINDOWS_PAGE_BITS;
}

/* What is for a slot, at an address a. */
static uintptr_t part_of_window(unsigned slot, uintptr_t part)
{
   enum { SKEW = 0x7c0, SLOT_SKEW = 0x1f40 };

   return WINDOWS_FIRST + slot * WINDOWS_STEP + part + SKEW
          + slot * SLOT_SKEW;
}

static uint64_t *bits_of(unsigned slot)
{
   return (uint64_t *)part_of_window(slot, WINDOWS_BARE_BITS);
}

static uint32_t *stamps_of(unsigned slot)
{
   return (uint32_t *)part_of_window(slot, WINDOWS_BARE_STAMPS);
}

void bare_set_slot(trms_thread *t)
{
   t->bare_bits = bits_of(t->slot);
   t->bare_stamps = stamps_of(t->slot);
}

uint32_t bare_stamp(const trms_thread *t, uintptr_t a)
{
   return *bare_bits(t, a) & bare_cells(a, 1) ? *bare_page_stamp(t, a) : 0;
}

/* --- accesses --- */

/* May the cells at a become cells of the top? */
static bool set_to_top(trms_thread *t, uintptr_t a)
{
   uint32_t *stamp = bare_page_stamp(t, a);

   if (*stamp == 0) {
      chunks_join_of(t, a);
      fast.bare_slots |= directory_bit(t);
      *stamp = (fast_start(t->stack.top) & ~STAMP_VALID) | STAMP_SHARED;
   }
   return bare_is_of_top(t, a);
}

static bool has_credit(uintptr_t a)
{
   return bare_states[page_of(a)] > BARE_LAST;
}

/* As read_foreign_run (accesses.c). */
static void count(trms_thread *t, uintptr_t a, uint32_t stamp)
{
   unsigned writer = last_writer_of(a);

   if (stamp != 0)
      ancestor_count_induced(t, stamp, LAST_WRITER_KIND(writer), 1);
   else if (writer != LAST_WRITER_NONE)
      ancestor_count_first(t, LAST_WRITER_KIND(writer), 1);
   else
      t->stack.top->rms++;
}

static void note_file(uintptr_t a)
{
   if (last_writer_of(a) == LAST_WRITER_NONE && fast.is_file_content
       && fast.is_file_content(a & ~(fast_cell_size() - 1)))
      last_writer_set(a, LAST_WRITER_KERNEL);
}

static void end_by_access(uintptr_t a)
{
   fast.bare_ended++;
   bare_end(a);
}

static bool read_cell(trms_thread *t, uintptr_t a)
{
   uint32_t stamp = bare_stamp(t, a);
   lazy_set *set = lazy_set_of(a);

   if (!has_credit(a) || !set_to_top(t, a)) {
      end_by_access(a);
      return false;
   }
   if (stamp != 0 && lazy_set_has(set, t)) {
      bare_take_credit(a);
      return true;
   }
   if (stamp == 0)
      note_file(a);
   count(t, a, stamp);
   lazy_set_add(set, t);
   bare_add_credit(a);
   *bare_bits(t, a) |= bare_cells(a, 1);
   return true;
}

size_t bare_read(trms_thread *t, uintptr_t a, size_t n)
{
   size_t i = 0;

   while (i < n && read_cell(t, a + 4 * i))
      i++;
   return i;
}

size_t bare_write(trms_thread *t, uintptr_t a, size_t n)
{
   lazy_set *set = lazy_set_of(a), me = lazy_set_with(t);
   size_t i;

   if (!has_credit(a) || !set_to_top(t, a)) {
      end_by_access(a);
      return 0;
   }
   if (*set == me)
      bare_take_credit(a);
   else
      bare_add_credit(a);
   for (i = 0; i < n; i++)
      set[i] = me;
   *bare_bits(t, a) |= bare_cells(a, n);
   last_writer_set_run(a, n, LAST_WRITER_THREAD);
   return n;
}

/* --- pages --- */

/* Have all of the thread's stamps of the page one age? */
static bool has_one_age(const trms_thread *t, uintptr_t page)
{
   const uint32_t *c = windows_stamp(t->slot, page);
   uint32_t last = 0;
   age_span span = { 0, 0 };
   size_t i;

   for (i = 0; i < WINDOWS_PAGE_CELLS; i++) {
      uint32_t stamp = fold_stamp(t, &c[i], page + 4 * i);
      uint32_t valid = stamp | STAMP_VALID;

      if (stamp == 0 || stamp == last)
         continue;
      if (last == 0)
         span = age_span_of(t, stamp);
      if (valid < span.first || valid >= span.past)
         return false;
      last = stamp;
   }
   return true;
}

static bool are_alike(uintptr_t page)
{
   uint64_t mask = directory_of_cell(page);
   const trms_thread *t;

   for (t = fast.threads; t; t = t->next)
      if (mask & directory_bit(t) && !has_one_age(t, page))
         return false;
   return true;
}

static void take_stamps(const trms_thread *t, uintptr_t page)
{
   uint32_t *c = windows_stamp(t->slot, page);
   size_t i;

   if (directory_bit(t) & fast.folded_slots)
      fold_undo(t->slot, (uintptr_t)c, (uintptr_t)c + WINDOWS_PAGE_BYTES);
   for (i = 0; i < WINDOWS_PAGE_CELLS; i++)
      if (c[i] != 0) {
         *bare_bits(t, page + 4 * i) |= bare_cells(page + 4 * i, 1);
         *bare_page_stamp(t, page) = c[i];
         c[i] = 0;
      }
   fast.bare_slots |= directory_bit(t);
}

static bool is_bare(size_t page)
{
   return page < page_of(WINDOWS_END) && bare_states[page] != 0;
}

/* A page has become bare: what lies in windows over it and its neighbours, as far
   as they are bare, is all 0, and is given back.  A page of stamps lies over two
   pages of memory, the second of which gives it back.  (To wait until all of a
   chunk is bare would leave as much memory full of zeros as there are stamps:
   threads that write scattered cells make pages bare in scattered order.) */
static void give_back(uintptr_t a)
{
   size_t page = page_of(a);
   size_t from = page - is_bare(page - 1), past = page + 1 + is_bare(page + 1);
   uint64_t slots = directory_slots(directory_chunks[a >> SHADOW_CHUNK_BITS]);

   for (; slots; slots &= slots - 1) {
      uintptr_t base = windows_base((unsigned)__builtin_ctzll(slots));
      uintptr_t first = windows_page_up(base + (from << WINDOWS_PAGE_BITS));
      uintptr_t end = windows_page_down(base + (past << WINDOWS_PAGE_BITS));

      if (first < end)
         platform_discard(first, end - first);
   }
}

void bare_expect(uintptr_t page)
{
   if (fast.guarded || fast.output)
      return;
   if (are_alike(page))
      fast.bare_candidates++;
   else if (fast.bare_candidates > 0)
      fast.bare_candidates--;
}

static bool are_kept(void)
{
   return fast.small_ranges || fast.bare_ended <= ENDED_FIRST
          || fast.bare_ended <= fast.bare_begun / ENDED;
}

bool bare_may_begin(uintptr_t page)
{
   return fast.guarded && are_kept() && are_alike(page);
}

bool bare_begin(uintptr_t page)
{
   uint64_t mask = directory_of_cell(page);
   const trms_thread *t;

   if (!bare_may_begin(page))
      return false;
   for (t = fast.threads; t; t = t->next)
      if (mask & directory_bit(t))
         take_stamps(t, page);
   bare_states[page_of(page)] = fast.small_ranges ? FEW_IN_TESTS : CREDIT;
   fast.bare_pages++;
   fast.bare_begun++;
   give_back(page);
   return true;
}

static void put_stamps(const trms_thread *t, uintptr_t page)
{
   uint32_t *c = windows_stamp(t->slot, page), stamp;
   size_t i;

   for (i = 0; i < WINDOWS_PAGE_CELLS; i++)
      if ((stamp = bare_stamp(t, page + 4 * i)) != 0)
         c[i] = stamp;
}

/* Bits that are 0 are only read: their page may take no memory yet. */
static void clear(unsigned slot, uintptr_t page)
{
   uint64_t *bits = bits_of(slot) + page / 256;
   uint32_t *stamp = stamps_of(slot) + page_of(page);

   if (*stamp == 0)
      return;
   *stamp = 0;
   platform_zero(bits, PAGE_WORDS * sizeof *bits);
}

void bare_forget(uintptr_t a)
{
   uintptr_t page = windows_page_down(a);
   uint64_t slots = fast.bare_slots;

   for (; slots; slots &= slots - 1)
      clear((unsigned)__builtin_ctzll(slots), page);
   bare_states[page_of(page)] = 0;
   fast.bare_pages--;
}

void bare_end(uintptr_t a)
{
   uintptr_t page = windows_page_down(a);
   const trms_thread *t;

   for (t = fast.threads; t; t = t->next)
      if (fast.bare_slots & directory_bit(t) && *bare_page_stamp(t, page) != 0)
         put_stamps(t, page);
   bare_forget(page);
}

void bare_thread_ends(const trms_thread *t)
{
   uintptr_t bits, stamps;

   if (!(fast.bare_slots & directory_bit(t)))
      return;
   bits = windows_page_down((uintptr_t)t->bare_bits);
   stamps = windows_page_down((uintptr_t)t->bare_stamps);
   platform_discard(bits, WINDOWS_END / 32 + WINDOWS_PAGE_BYTES);
   platform_discard(stamps, (WINDOWS_END >> WINDOWS_PAGE_BITS) * 4
                            + WINDOWS_PAGE_BYTES);
   fast.bare_slots &= ~directory_bit(t);
}

void bare_renumber(const trms_thread *t, uintptr_t chunk)
{
   uintptr_t a = chunk << SHADOW_CHUNK_BITS, past = a + SHADOW_CHUNK_BYTES;
   uint32_t *stamp;

   if (!(fast.bare_slots & directory_bit(t)))
      return;
   for (; a < past; a += WINDOWS_PAGE_BYTES)
      if (*(stamp = bare_page_stamp(t, a)) != 0)
         *stamp = STAMP_SHARED | age_rank(t, *stamp | STAMP_VALID) << 1;
}

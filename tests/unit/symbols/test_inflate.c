/* The tool's reader of compressed data beside the library zlib: streams of all
   kinds of blocks, in one step and in spans, whole, cut off and damaged.  No byte
   behind the data or behind the memory for it may be touched: a page follows
   that has no access.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sys/mman.h>
#include <zlib.h>

#include "elf/inflate.h"

enum { PAGE = 4096, ROOM = 1 << 20 };

static uint64_t state = 1;

static uint32_t any(uint32_t below)
{
   state = state * 6364136223846793005u + 1442695040888963407u;
   return (uint32_t)(state >> 33) % below;
}

/* Memory whose last bytes these are, up to ROOM. */
typedef struct { UChar *past; } Guarded;

static Guarded guarded(void)
{
   UChar *p = mmap(NULL, ROOM + PAGE, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

   assert_true(p != MAP_FAILED);
   assert_int_equal(mprotect(p + ROOM, PAGE, PROT_NONE), 0);
   return (Guarded){ p + ROOM };
}

static Guarded in, out;
static UChar plain[ROOM], packed[ROOM];

static int set_up(void **unused)
{
   (void)unused;
   in = guarded();
   out = guarded();
   return 0;
}

/* Fill `plain` with data of a kind. */
static void make_plain(unsigned kind, size_t size)
{
   for (size_t i = 0; i < size; i++)
      switch (kind) {
      case 0: plain[i] = any(256); break;
      case 1: plain[i] = 'a' + any(4); break;
      case 2: plain[i] = 0; break;
      case 3: plain[i] = i % 7 == 0 ? any(256) : plain[i - i % 7]; break;
      default:                  /* what stood up to 40,000 bytes before */
         plain[i] = i < 100 || any(50) == 0 ? any(256)
                    : plain[i - 1 - any(i < 40000 ? (uint32_t)i : 40000)];
         for (size_t n = any(300), d = 1 + any((uint32_t)i + 1);
              n > 0 && i + 1 < size && d <= i; n--, i++)
            plain[i + 1] = plain[i + 1 - d];
      }
}

/* Pack the first bytes of `plain`; return the size of the stream. */
static size_t pack(size_t size, int level, int strategy, int memory)
{
   z_stream z = { .next_in = plain, .avail_in = (uInt)size, .next_out = packed,
                  .avail_out = sizeof packed };

   assert_int_equal(deflateInit2(&z, level, Z_DEFLATED, 9 + (int)any(7), memory,
                                 strategy), Z_OK);
   /* Empty blocks, and some that end where the bytes do not. */
   if (size > 10) {
      z.avail_in = (uInt)size / 2;
      assert_int_equal(deflate(&z, any(2) ? Z_BLOCK : Z_FULL_FLUSH), Z_OK);
      z.avail_in = (uInt)(size - size / 2);
   }
   assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
   deflateEnd(&z);
   return z.total_out;
}

/* What a span needs to be inflated again. */
typedef struct { InflatePlace place; UChar before[INFLATE_WINDOW]; } Start;

/* Inflate a stream that gives `size` bytes, in spans of at least `span`, and
   then one of the spans alone.  False: it is refused. */
static Bool inflated(size_t n, size_t size, size_t span)
{
   static Start start;
   const UChar *from = in.past - n;
   UChar *to = out.past - size;
   InflatePlace place, end = { 0 };
   Bool is_noted = False;
   UInt sum = 1;

   if (!inflate_begin(from, n, &place))
      return False;
   while (!place.is_last) {
      const InflatePlace before = place;
      if (!inflate_blocks(from, n, to, size, place.out + span, &place))
         return False;
      assert_true(place.bit <= 8 * n);
      sum = inflate_checksum(sum, to + before.out, place.out - before.out);
      if (!is_noted || any(4) == 0) {
         const size_t w = before.out < INFLATE_WINDOW ? before.out
                                                      : INFLATE_WINDOW;
         is_noted = True;
         start.place = before;
         end = place;
         memcpy(start.before, to + before.out - w, w);
      }
   }
   if (place.out != size || !inflate_ends_with(from, n, &place, sum))
      return False;

   /* The span alone, where nothing else is known, and from its first byte. */
   const size_t w = start.place.out < INFLATE_WINDOW ? start.place.out
                                                     : INFLATE_WINDOW;
   const ULong first = start.place.bit / 8;
   static UChar whole[ROOM];
   memcpy(whole, to, size);
   memset(to, 0xa5, size);
   memcpy(to + start.place.out - w, start.before, w);
   place = (InflatePlace){ start.place.bit % 8, start.place.out, False };
   assert_true(inflate_blocks(from + first, (end.bit + 7) / 8 - first, to, size,
                              end.out, &place));
   assert_int_equal(place.out, end.out);
   assert_memory_equal(to + start.place.out - w, whole + start.place.out - w,
                       end.out - start.place.out + w);
   for (size_t i = end.out; i < size; i++)
      assert_int_equal(to[i], 0xa5);
   memcpy(to, whole, size);
   return True;
}

/* Does zlib inflate the n bytes of `in` to exactly `size` bytes? */
static Bool zlib_inflates(size_t n, size_t size, UChar *to)
{
   UChar none;
   z_stream z = { .next_in = in.past - n, .avail_in = (uInt)n,
                  .next_out = size == 0 ? &none : to, .avail_out = (uInt)size };
   int got;

   assert_int_equal(inflateInit2(&z, 15), Z_OK);
   got = inflate(&z, Z_FINISH);
   inflateEnd(&z);
   return got == Z_STREAM_END && z.total_out == size;
}

/* Both readers have the same opinion of the n bytes of `packed`, and of what
   they give. */
static Bool compare(size_t n, size_t size, size_t span)
{
   static UChar wanted[ROOM];
   Bool good;

   memcpy(in.past - n, packed, n);
   good = zlib_inflates(n, size, wanted);
   assert_int_equal(inflated(n, size, span), good);
   if (good)
      assert_memory_equal(out.past - size, wanted, size);
   return good;
}

/* A part of the data is what zlib's own writer makes of it. */
static void test_streams(void **unused)
{
   static const size_t sizes[] = { 0, 1, 2, 10, 300, 5000, 70000, 300000 };
   static const int strategies[] = {
      Z_DEFAULT_STRATEGY, Z_HUFFMAN_ONLY, Z_FIXED, Z_RLE
   };

   (void)unused;
   for (unsigned kind = 0; kind < 5; kind++)
      for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
         make_plain(kind, sizes[i]);
         for (int level = 0; level < 10; level += 3)
            for (unsigned k = 0; k < 4; k++) {
               const size_t n = pack(sizes[i], level, strategies[k],
                                     1 + (int)any(9));
               assert_true(compare(n, sizes[i], 1 + any(100000)));
            }
      }
}

static void test_damaged(void **unused)
{
   unsigned refused = 0;

   (void)unused;
   for (unsigned round = 0; round < 30000; round++) {
      const size_t size = any(round % 50 == 0 ? 100000 : 600);
      make_plain(any(5), size);
      size_t n = pack(size, (int)any(10), any(3) ? Z_DEFAULT_STRATEGY : Z_FIXED,
                      1 + (int)any(9));
      size_t claimed = size;

      switch (any(4)) {
      case 0: n = any((uint32_t)n); break;
      case 1: claimed = any((uint32_t)size + 20); break;
      default:
         for (unsigned k = 1 + any(3); k > 0; k--)
            packed[any(2) ? any((uint32_t)n)
                          : any(n < 60 ? (uint32_t)n : 60)] ^= 1 << any(8);
      }
      refused += !compare(n, claimed, 1 + any(1000));
   }
   assert_true(refused > 15000);
}

/* Any bytes behind the head of a stream: of most blocks the codes are none. */
static void test_bytes(void **unused)
{
   (void)unused;
   for (unsigned round = 0; round < 200000; round++) {
      const size_t n = 2 + any(200);
      packed[0] = 0x78;
      packed[1] = 0x01;
      for (size_t i = 2; i < n; i++)
         packed[i] = any(256);
      if (any(2))
         packed[2] = (packed[2] & ~6) | 4;   /* codes of its own */
      compare(n, any(1000), 1 + any(100));
   }
}

/* --- blocks with codes of any lengths --- */

static size_t bits;             /* of `packed` */

static void put(unsigned value, unsigned count)
{
   for (unsigned i = 0; i < count; i++, bits++) {
      packed[bits / 8] &= ~(1 << bits % 8);
      packed[bits / 8] |= (value >> i & 1) << bits % 8;
   }
}

/* Codes that are complete: one of them is made two with a bit more, again and
   again, and then they belong to symbols in any order.  Some are changed. */
static void make_lengths(UChar *lengths, unsigned symbols, bool is_needed)
{
   unsigned used = any(8) == 0 ? any(2) : 2 + any(symbols - 2);
   UChar of[300] = { 0 };

   for (unsigned n = 1; n < used; ) {
      const unsigned i = any(n);
      if (of[i] == 15)
         continue;
      of[n++] = ++of[i];
   }
   if (used == 1)
      of[0] = 1 + (any(4) == 0);
   memset(lengths, 0, symbols);
   for (unsigned n = 0; n < used; ) {
      const unsigned i = n == 0 && is_needed && any(8) ? 256 : any(symbols);
      if (lengths[i] == 0)
         lengths[i] = of[n++];
   }
   if (any(4) == 0) {
      UChar *changed = &lengths[any(symbols)];
      *changed = any(3) ? *changed ^ 1 : any(16);
   }
}

static void test_codes(void **unused)
{
   static const unsigned order[] = {
      16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15
   };
   unsigned accepted = 0;

   (void)unused;
   for (unsigned round = 0; round < 50000; round++) {
      const unsigned literals = 257 + any(any(8) ? 30 : 32);
      const unsigned distances = 1 + any(any(8) ? 30 : 32);
      UChar lengths[2][300];

      bits = 0;
      put(0x0178, 16);
      put(1 | 2 << 1, 3);
      put(literals - 257, 5);
      put(distances - 1, 5);
      put(19 - 4, 4);
      for (unsigned i = 0; i < 19; i++)
         put(order[i] < 16 ? 4 : 0, 3);
      make_lengths(lengths[0], literals, true);
      if (distances > 3)
         make_lengths(lengths[1], distances, false);
      else
         for (unsigned i = 0; i < distances; i++)
            lengths[1][i] = any(3);
      /* All sixteen have four bits: their numbers, from the highest bit on. */
      for (unsigned k = 0; k < 2; k++)
         for (unsigned i = 0; i < (k == 0 ? literals : distances); i++)
            for (unsigned b = 4; b-- > 0; )
               put(lengths[k][i] >> b, 1);
      const size_t head = bits;
      for (unsigned i = 0; i < 400; i++)
         put(any(2), 1);
      while (bits % 8 != 0)
         put(0, 1);

      /* Where does the block end?  Then its checksum belongs there. */
      UChar *to = out.past - 4000;
      InflatePlace place = { 16, 0, False };
      memcpy(in.past - bits / 8, packed, bits / 8);
      if (inflate_blocks(in.past - bits / 8, bits / 8, to, 4000, 4000, &place)) {
         assert_true(place.bit > head);
         bits = (place.bit + 7) / 8 * 8;
         const UInt sum = inflate_checksum(1, to, place.out);
         for (unsigned i = 4; i-- > 0; )
            put(sum >> 8 * i & 255, 8);
         accepted++;
         assert_true(compare(bits / 8, place.out, 1));
      } else {
         /* zlib may not see an end either. */
         UChar wanted[4000];
         z_stream z = { .next_in = packed, .avail_in = (uInt)(bits / 8),
                        .next_out = wanted, .avail_out = sizeof wanted };
         assert_int_equal(inflateInit2(&z, 15), Z_OK);
         inflate(&z, Z_BLOCK);   /* behind the head of the stream */
         assert_false(inflate(&z, Z_BLOCK) == Z_OK && z.data_type & 128);
         inflateEnd(&z);
      }
   }
   assert_true(accepted > 5000);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_streams), cmocka_unit_test(test_damaged),
      cmocka_unit_test(test_bytes),
      cmocka_unit_test(test_codes)
   };

   return cmocka_run_group_tests(tests, set_up, NULL);
}

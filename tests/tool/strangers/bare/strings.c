/* String operations, with every prefix and in both directions.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "bare.h"

static byte source[600], target[600];

#define STRING(name, instructions) \
   ROUTINE static word name(void *to, const void *from, word n, word value) \
   { \
      __asm__ volatile(instructions \
                       : "+D"(to), "+S"(from), "+c"(n), "+a"(value) \
                       : : "memory", "cc"); \
      return n; \
   }

STRING(move_bytes, "rep movsb")
STRING(move_shorts, "rep movsw")
STRING(move_ints, "rep movsl")
STRING(move_words, "rep movsq")
STRING(store_bytes, "rep stosb")
STRING(store_words, "rep stosq")
STRING(compare_bytes, "repe cmpsb")
STRING(compare_ints, "repe cmpsl")
STRING(scan_bytes, "repne scasb")
STRING(scan_shorts, "repe scasw")
STRING(load_words, "rep lodsq")
STRING(move_once, "movsb; movsw; movsl; movsq")
STRING(others_once, "stosl; lodsw; scasb")
STRING(backwards, "std; rep movsb; cld")
STRING(backwards_words, "std; rep stosq; cld")

ROUTINE static void overlapping(byte *p)
{
   move_bytes(p + 1, p, 50, 0);
   move_words(p + 4, p, 7, 0);
   backwards(p + 60, p + 57, 40, 0);
}

int program(void)
{
   for (word i = 0; i < COUNT(source); i++)
      source[i] = (byte)(i * 37 % 251);
   for (word n = 0; n < 20; n += 3)
      for (word at = 0; at < 5; at += 2) {
         move_bytes(target + at, source + n, n, 0);
         move_shorts(target + at, source + n, n, 0);
         move_ints(target + at, source + n, n, 0);
         move_words(target + at, source + n, n, 0);
         compare_bytes(target + at, source + n, n, 0);
         compare_ints(target + at + 1, source + n, n, 0);
         scan_bytes(target + at, source, n * 4, 111);
         scan_shorts(target + at, source, n * 4, 0);
         store_bytes(target + at + 100, source, n, 7);
         store_words(target + at + 100, source, n, 7);
         load_words(target, source + at, n, 0);
         move_once(target + at, source + n, n, 0);
         others_once(target + at, source + n, n, 0);
         backwards_words(target + 300 + at, source, n, 3);
      }
   overlapping(target + 400);
   overlapping(target + 403);
   return 0;
}

/* Coding and checksums.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "truth.h"

/* n cells, 4 n bytes, a step for each three bytes; and the alphabet of 64
   letters, which is 16 cells. */
ROUTINE void base64_encode(char *to, const unsigned char *from, long length)
{
   static const char alphabet[64] __attribute__((aligned(4))) =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

   for (long i = 0; i + 2 < length; i += 3) {
      unsigned group = from[i] << 16 | from[i + 1] << 8 | from[i + 2];
      for (int shift = 18; shift >= 0; shift -= 6)
         *to++ = alphabet[group >> shift & 63];
   }
}

/* Eight steps for each of 4 n bytes. */
ROUTINE unsigned crc_by_bits(const unsigned char *from, long length)
{
   unsigned crc = ~0u;

   for (long i = 0; i < length; i++) {
      crc ^= from[i];
      for (int bit = 0; bit < 8; bit++)
         crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
   }
   return ~crc;
}

static unsigned crc_table[256];

/* A step for each byte, and up to 256 cells of the table: all of them only if
   the data are long, so that at first the input grows faster than the data. */
ROUTINE unsigned crc_by_table(const unsigned char *from, long length)
{
   unsigned crc = ~0u;

   for (long i = 0; i < length; i++)
      crc = crc >> 8 ^ crc_table[(crc ^ from[i]) & 255];
   return ~crc;
}

/* n cells, n steps and some at the end of each run of equal bytes. */
ROUTINE int run_length_encode(int *to, const int *from, int n)
{
   int runs = 0;

   for (int i = 0; i < n; i++)
      if (i > 0 && from[i] == from[i - 1])
         to[2 * runs - 1]++;
      else {
         to[2 * runs] = from[i];
         to[2 * runs + 1] = 1;
         runs++;
      }
   return runs;
}

/* A step for each bit that is set: about 16 in each of n cells. */
ROUTINE int count_bits(const unsigned *from, int n)
{
   int bits = 0;

   for (int i = 0; i < n; i++)
      for (unsigned rest = from[i]; rest; rest &= rest - 1)
         bits++;
   return bits;
}

/* Each byte is searched for in a list and moves to its front: up to 256 steps
   for each of 4 n bytes, whatever n is.  The routine has made the list: no
   input. */
ROUTINE void move_to_front(unsigned char *to, const unsigned char *from,
                           long length)
{
   unsigned char list[256];

   for (int i = 0; i < 256; i++)
      list[i] = i;
   for (long i = 0; i < length; i++) {
      int place = 0;
      while (list[place] != from[i])
         place++;
      to[i] = place;
      for (; place > 0; place--)
         list[place] = list[place - 1];
      list[0] = from[i];
   }
}

/* At each of n places the longest match among all places before: n^2/2 if
   nothing repeats. */
ROUTINE int longest_matches(int *length, const int *from, int n)
{
   int best = 0;

   for (int i = 0; i < n; i++) {
      length[i] = 0;
      for (int j = 0; j < i; j++) {
         int k = 0;
         while (i + k < n && from[i + k] == from[j + k])
            k++;
         if (k > length[i])
            length[i] = k;
      }
      best = length[i] > best ? length[i] : best;
   }
   return best;
}

#define MOST 9000

static int data[MOST], other[2 * MOST];

int main(void)
{
   EACH_SIZE(n, 16, 1100) {
      for (int i = 0; i < n; i++)
         data[i] = random_int() << 1 ^ random_int();
      base64_encode((char *)other, (unsigned char *)data, 4 * n);
      crc_by_bits((unsigned char *)data, 4 * n);
      count_bits((unsigned *)data, n);
      move_to_front((unsigned char *)other, (unsigned char *)data, 4 * n);
      if (n < 700) {
         shuffled(data, n);
         longest_matches(other, data, n);
      }
      random_ints(data, n, 3);
      run_length_encode(other, data, n);
   }
   for (unsigned i = 0; i < 256; i++) {
      crc_table[i] = i;
      for (int bit = 0; bit < 8; bit++)
         crc_table[i] = crc_table[i] >> 1 ^
            (crc_table[i] & 1 ? 0xEDB88320u : 0);
   }
   EACH_SIZE(n, 16, 9000) {
      for (int i = 0; i < n; i++)
         data[i] = random_int() << 1 ^ random_int();
      crc_by_table((unsigned char *)data, 4 * n);
   }
   return 0;
}

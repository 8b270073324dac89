/* Smith and Waterman's local alignment of two sequences, the matrix cut into
   square blocks.  The blocks of one anti-diagonal run in parallel, and read the
   borders that the anti-diagonal before has written.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernel.h"

enum { LENGTH = 1024, BLOCK = 64, BLOCKS = LENGTH / BLOCK };
enum { MATCH = 2, MISMATCH = -1, GAP = -1 };

static char a[LENGTH], b[LENGTH];
static int score[LENGTH + 1][LENGTH + 1];
static int best[BLOCKS][BLOCKS];

static int max(int x, int y)
{
   return x > y ? x : y;
}

static int fill_block(int top, int left)
{
   int highest = 0;

   for (int i = top + 1; i <= top + BLOCK; i++)
      for (int j = left + 1; j <= left + BLOCK; j++) {
         int same = a[i - 1] == b[j - 1] ? MATCH : MISMATCH;
         int s = max(0, score[i - 1][j - 1] + same);

         s = max(s, max(score[i - 1][j], score[i][j - 1]) + GAP);
         score[i][j] = s;
         highest = max(highest, s);
      }
   return highest;
}

static int align(void)
{
   int highest = 0;

   for (int d = 0; d < 2 * BLOCKS - 1; d++) {
      int first = max(0, d - BLOCKS + 1), last = d < BLOCKS ? d : BLOCKS - 1;

#pragma omp parallel for schedule(dynamic)
      for (int i = first; i <= last; i++)
         best[i][d - i] = fill_block(i * BLOCK, (d - i) * BLOCK);
   }
   for (int i = 0; i < BLOCKS; i++)
      for (int j = 0; j < BLOCKS; j++)
         highest = max(highest, best[i][j]);
   return highest;
}

int main(int argc, char **argv)
{
   long pairs = work(argc, argv, "PAIRS");
   uint64_t state = 7;
   long sum = 0;

   for (long p = 0; p < pairs; p++) {
      for (int i = 0; i < LENGTH; i++) {
         a[i] = "ACGT"[next_random(&state) % 4];
         b[i] = next_random(&state) % 3 ? a[i] : "ACGT"[i % 4];
      }
      sum += align();
   }
   printf("%ld\n", sum);
   return 0;
}

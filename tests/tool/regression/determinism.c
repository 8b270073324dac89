/* A program that does a little of everything, always the same: its profile is
   the same from run to run, and does not depend on how Valgrind divides and
   optimises the code.

   same: --cost=bb
   same: --timestamp-limit=1000
   same: --vex-guest-chase=yes
   same: --vex-guest-chase=no
   same: --vex-iropt-unroll-thresh=0
   same: --vex-iropt-unroll-thresh=400
   same: --vex-guest-max-insns=1
   same: --vex-guest-max-insns=5
   same: --vex-guest-max-insns=20
   same: --vex-guest-max-insns=100
   same: --vex-iropt-level=1
   same: --vex-iropt-level=0
   same: --vex-iropt-register-updates=allregs-at-mem-access
   same: --snapshot-every=0
   same: --fair-sched=no

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <ctype.h>

#define N 500

typedef struct node {
   struct node *left, *right;
   int key, count;
} node;

ROUTINE int compare(const void *a, const void *b)
{
   int x = *(const int *)a, y = *(const int *)b;

   return x < y ? -1 : x > y;
}

ROUTINE void insert(node **tree, int key)
{
   while (*tree && (*tree)->key != key)
      tree = key < (*tree)->key ? &(*tree)->left : &(*tree)->right;
   if (*tree == NULL) {
      *tree = calloc(1, sizeof **tree);
      (*tree)->key = key;
   }
   (*tree)->count++;
}

ROUTINE int height(const node *tree)
{
   int left, right;

   if (tree == NULL)
      return 0;
   left = height(tree->left);
   right = height(tree->right);
   return 1 + (left > right ? left : right);
}

ROUTINE void drop(node *tree)
{
   if (tree == NULL)
      return;
   drop(tree->left);
   drop(tree->right);
   free(tree);
}

ROUTINE double matrix(int n)
{
   double a[20][20], b[20][20], sum = 0;

   for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
         a[i][j] = i + j;
         b[i][j] = i - j;
      }
   for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
         for (int k = 0; k < n; k++)
            sum += a[i][k] * b[k][j];
   return sum;
}

ROUTINE int words(char *text)
{
   int n = 0;

   for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
      for (char *p = word; *p; p++)
         *p = toupper((unsigned char)*p);
      n += strlen(word) > 2;
   }
   return n;
}

ROUTINE int switched(int i)
{
   switch (i % 8) {
   case 0: return i + 1;
   case 1: return 2 * i;
   case 2: return i / 3;
   case 3: return i ^ 5;
   case 4: return -i;
   case 5: return i << 2;
   default: return 7;
   }
}

int main(void)
{
   static int numbers[N];
   static char text[20 * N];
   unsigned seed = 12345;
   node *tree = NULL;
   long sum = 0;
   int length = 0;

   for (int i = 0; i < N; i++) {
      seed = seed * 1103515245 + 12345;
      numbers[i] = seed >> 16 & 0x7fff;
      insert(&tree, numbers[i]);
      length += sprintf(text + length, "%d %x ", numbers[i], i);
      sum += switched(i);
   }
   qsort(numbers, N, sizeof numbers[0], compare);
   for (int i = 1; i < N; i++)
      must(numbers[i - 1] <= numbers[i], "order");
   sum += height(tree) + (long)matrix(20) + words(text);
   drop(tree);
   printf("%ld %d\n", sum, length);
   return 0;
}

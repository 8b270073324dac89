/* What activations write first: --metric=wms.

   options: --output=yes
   compiler: gcc
   flags: -fno-builtin

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline, noclone))

static int32_t cells[4096];

/* Writes n cells, each twice. */
static NOINLINE void fill(int32_t *to, long n)
{
   for (int twice = 0; twice < 2; twice++)
      for (long i = 0; i < n; i++)
         ((volatile int32_t *)to)[i] = (int32_t)i;
}

/* Reads n cells, and writes them then: they are input. */
static NOINLINE void add_one(int32_t *to, long n)
{
   for (long i = 0; i < n; i++)
      ((volatile int32_t *)to)[i]++;
}

/* Writes of all widths. */
static NOINLINE void copy(int32_t *to, const int32_t *from, long n)
{
   memcpy(to, from, (size_t)n * sizeof *to);
}

/* Its callee writes the first half before it writes all. */
static NOINLINE void outer(int32_t *to, long n)
{
   fill(to, n / 2);
   for (long i = 0; i < n; i++)
      ((volatile int32_t *)to)[i] = 1;
}

typedef struct node {
   struct node *next;
   int64_t value[3];
} node;

/* Writes n blocks of 8 cells; what malloc writes beside them is no output. */
static NOINLINE node *make_list(long n)
{
   node *list = NULL;

   while (n-- > 0) {
      volatile node *more = malloc(sizeof *more);

      more->next = list;
      more->value[0] = more->value[1] = more->value[2] = n;
      list = (node *)more;
   }
   return list;
}

static NOINLINE void drop_list(node *list)
{
   while (list != NULL) {
      node *next = list->next;

      free(list);
      list = next;
   }
}

/* calloc's block is output of its caller, however it was cleared. */
static NOINLINE void *clear(long n)
{
   void *volatile block = calloc((size_t)n, sizeof(int32_t));

   return block;
}

/* What the kernel writes is input of who reads it, and output of no one. */
static NOINLINE void receive(int fd, int32_t *to, long n)
{
   if (syscall(SYS_read, fd, to, (size_t)n * sizeof *to) !=
       n * (long)sizeof *to)
      exit(1);
}

int main(void)
{
   int ends[2];

   if (pipe(ends) != 0)
      return 1;
   for (long n = 100; n <= 300; n += 100) {
      fill(cells, n);
      add_one(cells, n);
      copy(cells + 2048, cells, n);
      outer(cells, n);
      drop_list(make_list(n));
      free(clear(n));
      free(clear(1000 * n));
      if (write(ends[1], cells, (size_t)n * 4) != n * 4)
         return 1;
      receive(ends[0], cells, n);
   }
   return 0;
}

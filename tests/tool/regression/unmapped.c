/* Memory that is unmapped is forgotten: memory that is mapped anew at the same
   place was never accessed and never written, whatever was there before.

   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#define DEVICE 90
#define BYTES 8192

ROUTINE long read_ten(const volatile int *a)
{
   long s = 0;

   for (int i = 0; i < 10; i++)
      s += a[i];
   return s;
}

/* Reads ten cells, unmaps them, maps them anew, reads them again. */
ROUTINE long read_anew(const volatile int *a)
{
   long s = 0;

   for (int i = 0; i < 10; i++)
      s += a[i];
   kernel3(SYS_munmap, (long)a, BYTES, 0);
   kernel(SYS_mmap, (long)a, BYTES, PROT_READ | PROT_WRITE,
          MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
   for (int i = 0; i < 10; i++)
      s += a[i];
   return s;
}

/* The same, mapped over in one call. */
ROUTINE long read_over(const volatile int *a)
{
   long s = 0;

   for (int i = 0; i < 10; i++)
      s += a[i];
   kernel(SYS_mmap, (long)a, BYTES, PROT_READ | PROT_WRITE,
          MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
   for (int i = 0; i < 10; i++)
      s += a[i];
   return s;
}

/* What it has written is forgotten, too. */
ROUTINE long write_anew(volatile int *a)
{
   long s = 0;

   for (int i = 0; i < 10; i++)
      a[i] = 1;
   kernel(SYS_mmap, (long)a, BYTES, PROT_READ | PROT_WRITE,
          MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
   for (int i = 0; i < 10; i++)
      s += a[i];
   return s;
}

/* Moved data keep their history: cells that were read before are no input. */
ROUTINE long read_moved(const volatile int *a, char *to)
{
   const volatile int *b;
   long s = 0;

   for (int i = 0; i < 10; i++)
      s += a[i];
   b = (int *)kernel(SYS_mremap, (long)a, BYTES, BYTES,
                     MREMAP_MAYMOVE | MREMAP_FIXED, (long)to, 0);
   for (int i = 0; i < 10; i++)
      s += b[i];
   return s;
}

/* The same ten cells at another address. */
ROUTINE long read_after_move(const volatile int *a)
{
   return read_ten(a);
}

/* Memory that the break leaves and comes back to. */
ROUTINE long read_break(const volatile int *a, long low, long high)
{
   long s = 0;

   for (int i = 0; i < 10; i++)
      s += a[i];
   kernel3(SYS_brk, low, 0, 0);
   kernel3(SYS_brk, high, 0, 0);
   for (int i = 0; i < 10; i++)
      s += a[i];
   return s;
}

static void *shared;

static void *other(void *unused)
{
   for (int i = 0; i < 10; i++)
      ((volatile int *)shared)[i] = 1;
   return unused;
}

static volatile int *anonymous(void)
{
   void *p = mmap(NULL, BYTES, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

   must(p != MAP_FAILED, "mmap");
   return p;
}

/* An address where nothing is mapped. */
static char *vacant(void)
{
   char *p = (char *)anonymous();

   munmap(p, BYTES);
   return p;
}

int main(void)
{
   int device = open("/dev/zero", O_RDONLY);
   volatile int *a;
   char *to;

   require(device >= 0, "no /dev/zero");
   must(dup2(device, DEVICE) == DEVICE, "dup2");

   read_anew(anonymous());
   read_over(anonymous());
   write_anew(anonymous());

   /* Written by the kernel, then mapped anew: no longer external. */
   a = anonymous();
   kernel3(SYS_read, DEVICE, (long)a, 40);
   read_anew(a);

   /* Nothing is allocated meanwhile; only pages that are unmapped are looked
      at. */
   {
      long old = kernel3(SYS_brk, 0, 0, 0), high = ((old + 4095) & -4096L) + 8192;
      must(kernel3(SYS_brk, high, 0, 0) == high, "brk");
      kernel3(SYS_read, DEVICE, high - 4096, 40);
      read_break((int *)(high - 4096), high - 8192, high);
      kernel3(SYS_brk, old, 0, 0);
   }

   /* Written by another thread, then moved: still foreign. */
   shared = (void *)anonymous();
   pthread_join(start(other, NULL), NULL);
   a = shared;
   to = vacant();
   a = mremap((void *)a, BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, to);
   must(a == (void *)to, "mremap");
   must(read_after_move(a) == 10, "moved");
   must(read_ten(a) == 10, "moved");

   /* Written by another thread, read by this one and moved meanwhile. */
   shared = (void *)anonymous();
   pthread_join(start(other, NULL), NULL);
   must(read_moved(shared, vacant()) == 20, "moved");
   return 0;
}

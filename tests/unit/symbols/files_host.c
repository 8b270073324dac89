/* Valgrind's functions by the C library: see files_host.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "files_host.h"
/* Before sys/stat.h, which defines names of members as macros. */
#include "elf/build_id.h"
#include "sys/pages.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

size_t files_host_mapped;

void *VG_(malloc)(const HChar *cost_centre, SizeT n)
{
   (void)cost_centre;
   return malloc(n);
}

void *VG_(calloc)(const HChar *cost_centre, SizeT n, SizeT size)
{
   (void)cost_centre;
   return calloc(n, size);
}

void VG_(free)(void *p)
{
   free(p);
}

HChar *VG_(strdup)(const HChar *cost_centre, const HChar *text)
{
   (void)cost_centre;
   return strdup(text);
}

Int VG_(memcmp)(const void *a, const void *b, SizeT n)
{
   return memcmp(a, b, n);
}

void *VG_(memcpy)(void *to, const void *from, SizeT n)
{
   return memcpy(to, from, n);
}

void *VG_(memset)(void *to, Int byte, SizeT n)
{
   return memset(to, byte, n);
}

SizeT VG_(strlen)(const HChar *text)
{
   return strlen(text);
}

Int VG_(strcmp)(const HChar *a, const HChar *b)
{
   return strcmp(a, b);
}

HChar *VG_(strrchr)(const HChar *text, HChar c)
{
   return strrchr(text, c);
}

UInt VG_(sprintf)(HChar *to, const HChar *format, ...)
{
   va_list arguments;
   int n;

   va_start(arguments, format);
   n = vsprintf(to, format, arguments);
   va_end(arguments);
   return (UInt)n;
}

Int VG_(fd_open)(const HChar *name, Int flags, Int mode)
{
   return open(name, flags, mode);
}

void VG_(close)(Int fd)
{
   close(fd);
}

Int VG_(read)(Int fd, void *to, Int n)
{
   return (Int)read(fd, to, (size_t)n);
}

Off64T VG_(lseek)(Int fd, Off64T to, Int whence)
{
   return lseek(fd, to, whence);
}

Int VG_(fstat)(Int fd, struct vg_stat *to)
{
   struct stat st;

   if (fstat(fd, &st) != 0)
      return -1;
   *to = (struct vg_stat){ .size = st.st_size, .mtime = (ULong)st.st_mtim.tv_sec,
                           .mtime_nsec = (ULong)st.st_mtim.tv_nsec };
   return 0;
}

/* A list of elements of one size. */
struct _XArray {
   char *elements;
   Word size, n, room;
};

XArray *VG_(newXA)(Alloc_Fn_t allocate, const HChar *cost_centre, Free_Fn_t give_back,
                   Word size)
{
   XArray *x = calloc(1, sizeof *x);

   (void)allocate;
   (void)cost_centre;
   (void)give_back;
   x->size = size;
   return x;
}

void VG_(deleteXA)(XArray *x)
{
   free(x->elements);
   free(x);
}

Word VG_(addToXA)(XArray *x, const void *element)
{
   if (x->n == x->room) {
      x->room = 2 * x->room + 4;
      x->elements = realloc(x->elements, (size_t)(x->room * x->size));
   }
   memcpy(x->elements + x->n * x->size, element, (size_t)x->size);
   return x->n++;
}

Word VG_(sizeXA)(const XArray *x)
{
   return x->n;
}

void *VG_(indexXA)(const XArray *x, Word i)
{
   if (i < 0 || i >= x->n)
      abort();
   return x->elements + i * x->size;
}

/* What is mapped is not yet there: as Valgrind's, it takes no memory before it is
   touched. */
void *pages_map(SizeT size)
{
   void *p = size == 0 ? MAP_FAILED
             : mmap(NULL, size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

   if (p == MAP_FAILED)
      return NULL;
   files_host_mapped += size;
   return p;
}

void pages_unmap(void *p, SizeT size)
{
   if (munmap(p, size) != 0)
      abort();
   files_host_mapped -= size;
}

/* No file has one: what else would be read is in other folders. */
HChar *build_id_of_file(const HChar *file)
{
   (void)file;
   return strdup("");
}

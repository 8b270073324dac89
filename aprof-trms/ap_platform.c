/* The hooks of core/platform.h, by Valgrind's own library.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "ap_base.h"
#include "ap_dump.h"
#include "ap_own_memory.h"
#include "ap_reserve.h"
#include "ap_segments.h"
#include "ap_syscall.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"

void *plat_alloc(const char *cc, size_t n)
{
   return VG_(calloc)(cc, 1, n);
}

void *plat_realloc(const char *cc, void *p, size_t n)
{
   return VG_(realloc)(cc, p, n);
}

void plat_free(void *p)
{
   VG_(free)(p);
}

void *plat_map(size_t n)
{
   void *p = ap_map(n);
   if (p == NULL) {
      VG_(umsg)("aprof: no memory for another %lu bytes of shadow memory\n",
                (UWord)n);
      ap_dump_if_no_memory();
      VG_(exit)(1);
   }
   return p;
}

void plat_unmap(void *p, size_t n)
{
   ap_unmap(p, n);
}

bool plat_reserve(uintptr_t at, size_t n)
{
   return ap_own_reserve(at, n);
}

void plat_unreserve(uintptr_t at, size_t n)
{
   ap_own_unreserve(at, n);
}

void plat_populate(uintptr_t at, size_t n)
{
   ap_syscall_populate(at, n);
}

void plat_discard(uintptr_t at, size_t n)
{
   ap_syscall_discard(at, n);
}

/* The kernel's word for each of our pages; -1: it can't be had. */
static Int pagemap = -1;

uintptr_t plat_touched_from(uintptr_t from, uintptr_t past)
{
   enum { THERE_OR_SWAPPED = 62, ENTRIES = 512 };
   ULong entry[ENTRIES];

   for (uintptr_t at = VG_PGROUNDDN(from); pagemap >= 0 && at < past; ) {
      Int n = 0;
      if (VG_(lseek)(pagemap, at / VKI_PAGE_SIZE * sizeof entry[0],
                     VKI_SEEK_SET) >= 0)
         n = VG_(read)(pagemap, entry, sizeof entry) / (Int)sizeof entry[0];
      if (n <= 0)
         return from;
      for (Int i = 0; i < n; i++)
         if (entry[i] >> THERE_OR_SWAPPED != 0)
            return at > from ? at : from;
         else
            at += VKI_PAGE_SIZE;
      from = at;
   }
   return from;
}

void plat_each_mapping(void (*tell)(uintptr_t from, uintptr_t past))
{
   Int n;
   Addr *starts = ap_segments(SkFileC | SkAnonC | SkShmC, &n);

   if (!ap_syscall_is_modest())
      pagemap = VG_(fd_open)("/proc/self/pagemap", VKI_O_RDONLY, 0);
   for (Int i = 0; i < n; i++) {
      const NSegment *s = VG_(am_find_nsegment)(starts[i]);
      if (s != NULL)
         tell(s->start, s->end + 1);
   }
   VG_(free)(starts);
   if (pagemap >= 0)
      VG_(close)(pagemap);
   pagemap = -1;
}

void plat_copy(void *to, const void *from, size_t n)
{
   VG_(memcpy)(to, from, n);
}

void plat_zero(void *p, size_t n)
{
   VG_(memset)(p, 0, n);
}

void plat_sort(void *base, size_t count, size_t size,
               int (*compare)(const void *, const void *))
{
   VG_(ssort)(base, count, size, compare);
}

void plat_broken(const char *what, const char *file, int line)
{
   VG_(assert_fail)(False, what, file, line, "core", "%s", "");
}

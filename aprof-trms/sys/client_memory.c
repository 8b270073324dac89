/* Which memory of the program's can be accessed.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sys/client_memory.h"
#include "sys/syscall.h"

/* Return the segment at the address if it is of one of the kinds, and may be
   accessed, else NULL. */
static const NSegment *segment_at(Addr a, UInt kinds, Bool write)
{
   const NSegment *s = VG_(am_find_nsegment)(a);

   return s != NULL && (s->kind & kinds) != 0 && (write ? s->hasW : s->hasR)
          ? s : NULL;
}

/* Return how much of a range lies in the segment at its start. */
static SizeT part_in(const NSegment *s, Addr start, SizeT size)
{
   SizeT rest = s->end - start + 1;

   return rest < size ? rest : size;
}

SizeT client_memory_part(Addr start, SizeT size, UInt kinds, Bool write)
{
   const NSegment *s = segment_at(start, kinds, write);

   return s == NULL ? 0 : part_in(s, start, size);
}

Addr client_memory_known_start, client_memory_known_size;

void client_memory_code_starts(void)
{
   client_memory_known_size = 0;
}

Bool client_memory_find_part(Addr start, SizeT size)
{
   const NSegment *s = segment_at(start, SkAnonC | SkShmC, False);

   if (s == NULL || part_in(s, start, size) < size)
      return False;
   client_memory_known_start = s->start;
   client_memory_known_size = s->end - s->start + 1;
   return True;
}

/* Was the page of this address there when it was looked at last? */
static Bool was_there(Addr a)
{
   enum { PAGES = 64 };
   static Addr there[PAGES];      /* direct-mapped, by page number */
   Addr page = VG_PGROUNDDN(a);
   Addr *known = &there[page / VKI_PAGE_SIZE % PAGES];

   if (*known != page && syscall_is_there(page))
      *known = page;
   return *known == page;
}

Bool client_memory_has_code(Addr start, SizeT size)
{
   return VG_(am_is_valid_for_client)(start, size, VKI_PROT_READ)
          && was_there(start) && was_there(start + size - 1);
}

/* Return the part of a range, which lies in a mapping of a file, up to the
   file's end: from there on no page exists. */
static SizeT part_in_file(Addr start, SizeT size)
{
   Addr there = VG_PGROUNDDN(start), gone = VG_PGROUNDDN(start + size - 1);

   if (syscall_is_there(start + size - 1))
      return size;
   if (!syscall_is_there(start))
      return 0;
   while (gone - there > VKI_PAGE_SIZE) {
      Addr middle = there + VG_PGROUNDDN((gone - there) / 2);
      if (syscall_is_there(middle))
         there = middle;
      else
         gone = middle;
   }
   return gone - start;
}

/* `by_list`: the kernel is not asked. */
static SizeT part_of_segments(Addr start, SizeT size, Bool by_list)
{
   SizeT done = 0;

   while (done < size) {
      Addr at = start + done;
      const NSegment *s = segment_at(at, SkAnonC | SkFileC | SkShmC, False);
      if (s == NULL)
         break;
      SizeT here = part_in(s, at, size - done);
      SizeT there = s->kind == SkFileC && !by_list ? part_in_file(at, here)
                                                   : here;
      done += there;
      if (there < here)
         break;
   }
   return done;
}

SizeT client_memory_readable_part(Addr start, SizeT size)
{
   return part_of_segments(start, size, False);
}

SizeT client_memory_listed_part(Addr start, SizeT size)
{
   return part_of_segments(start, size, True);
}

/* Which memory the program could have handed to the kernel.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sys/readable.h"
#include "sys/syscall.h"
#include "pub_tool_aspacemgr.h"

/* The part of a range, of a mapped file, that lies before the file's end: what
   is missing is so to the mapping's end. */
static SizeT part_in_file(Addr start, SizeT size)
{
   Addr there = VG_PGROUNDDN(start), gone = VG_PGROUNDDN(start + size - 1);

   if (ap_syscall_is_there(start + size - 1))
      return size;
   if (!ap_syscall_is_there(start))
      return 0;
   while (gone - there > VKI_PAGE_SIZE) {
      Addr middle = there + VG_PGROUNDDN((gone - there) / 2);
      if (ap_syscall_is_there(middle))
         there = middle;
      else
         gone = middle;
   }
   return gone - start;
}

SizeT ap_readable_part(Addr start, SizeT size)
{
   SizeT done = 0;

   while (done < size) {
      const NSegment *s = VG_(am_find_nsegment)(start + done);
      if (s == NULL || !s->hasR
          || !(s->kind == SkAnonC || s->kind == SkFileC || s->kind == SkShmC))
         break;
      SizeT to_end = s->end - (start + done) + 1;
      SizeT here = to_end < size - done ? to_end : size - done;
      SizeT there = s->kind == SkFileC ? part_in_file(start + done, here)
                                       : here;
      done += there;
      if (there < here)
         break;
   }
   return done;
}

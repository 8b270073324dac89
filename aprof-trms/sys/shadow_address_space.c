/* The address space that the fast engine reserves for its windows.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sys/shadow_address_space.h"
#include "engine/platform.h"
#include "sys/syscall.h"
#include "pub_tool_libcfile.h"

typedef struct {
   Addr at;
   SizeT n;
   Bool overmapped;           /* the program has mapped memory over it */
} Reserved;

static Reserved *list;
static UInt count, capacity;
static SizeT reserved;        /* bytes reserved or barred */
static Bool hidden;

/* The barred range: at the top of the address space that the kernel chooses
   places from. */
static Addr barred, barred_end;

/* Bar address space from `at` on, up to the first mapping that is in the way.
   Return where that is, or `end`.  At the top lie the mappings that the kernel
   has made for the process itself, with gaps of a few pages. */
static Addr bar_up_to(Addr at, Addr end)
{
   for (SizeT n = (SizeT)1 << 38; n >= VKI_PAGE_SIZE; n /= 2)
      while (at + n <= end && syscall_bar(at, n, False))
         at += n;
   return at;
}

void shadow_address_space_bar_from(Addr at)
{
   enum { GAPS = 16 };
   Addr page = syscall_bar_highest(VKI_PAGE_SIZE);

   if (page >= at) {
      barred = at;
      barred_end = bar_up_to(at, page);
      reserved += barred_end - at;
   }
   for (UInt i = 0; i < GAPS && page >= at; i++)
      page = syscall_bar_highest(VKI_PAGE_SIZE);
   if (page != 0 && page < at)
      syscall_unreserve(page, VKI_PAGE_SIZE);
}

static Bool is_barred(Addr at, SizeT n)
{
   return at >= barred && at < barred_end && n <= barred_end - at;
}

void shadow_address_space_mapped(Addr start, Addr end)
{
   if (start < barred_end && end > barred)
      barred_end = start > barred ? start : barred;
}

Bool shadow_address_space_reserve(Addr at, SizeT n)
{
   if (!syscall_reserve(at, n, is_barred(at, n)))
      return False;
   if (count == capacity) {
      capacity = capacity == 0 ? 64 : 2 * capacity;
      list = VG_(realloc)("aprof.own_memory", list, capacity * sizeof *list);
   }
   list[count++] = (Reserved){ at, n, False };
   reserved += n;
   return True;
}

void shadow_address_space_unreserve(Addr at, SizeT n)
{
   UInt i = 0;

   if (is_barred(at, n))
      syscall_bar(at, n, True);
   else
      syscall_unreserve(at, n);
   while (i < count && list[i].at != at)
      i++;
   if (i == count)
      return;
   list[i] = list[--count];
   reserved -= n;
}

/* Return the number of mappings of the process. */
static UInt count_mappings(void)
{
   HChar text[4096];
   Int fd = VG_(fd_open)("/proc/self/maps", VKI_O_RDONLY, 0);
   UInt lines = 0;

   if (fd < 0)
      return ~0u;
   for (Int n; (n = VG_(read)(fd, text, sizeof text)) > 0; )
      for (Int i = 0; i < n; i++)
         lines += text[i] == '\n';
   VG_(close)(fd);
   return lines;
}

/* What has moved is a mapping of its own, in the middle of another one, unless
   it has moved back; a process can have 65,530 mappings, most of which are left
   to the program. */
Bool shadow_address_space_move(Addr to, Addr from, SizeT n)
{
   enum { MOST_MAPPINGS = 8192, BETWEEN_LOOKS = 1024 };
   static UInt moves;
   static Bool refused;

   if (refused)
      return False;
   if (++moves % BETWEEN_LOOKS == 0 && count_mappings() > MOST_MAPPINGS)
      refused = True;
   else
      refused = !syscall_move(to, from, n);
   return !refused;
}

static void mark_overmapped(uintptr_t from, uintptr_t past)
{
   for (UInt i = 0; i < count; i++)
      if (from < list[i].at + list[i].n && list[i].at < past)
         list[i].overmapped = True;
}

/* A program can map memory over reserved address space: then that range is the
   program's. */
static void each_reserved(void (*act)(Addr at, SizeT n))
{
   platform_each_mapping(mark_overmapped);
   for (UInt i = 0; i < count; i++)
      if (!list[i].overmapped)
         act(list[i].at, list[i].n);
}

Bool shadow_address_space_has(Addr start, Addr end)
{
   for (UInt i = 0; i < count; i++)
      if (start < list[i].at + list[i].n && list[i].at < end)
         return True;
   return False;
}

SizeT shadow_address_space_size(void)
{
   return reserved;
}

void shadow_address_space_hide(void)
{
   hidden = True;
   each_reserved(syscall_hide);
}

static void show(void)
{
   hidden = False;
   each_reserved(syscall_show);
}

void shadow_address_space_show(void)
{
   if (hidden)
      show();
}

void shadow_address_space_unlock(void)
{
   show();
   syscall_unlock(barred, barred_end - barred);
}

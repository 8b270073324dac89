/* The fast engine's address space.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sys/shadow_address_space.h"
#include "sys/syscall.h"
#include "engine/platform.h"

typedef struct {
   Addr at;
   SizeT n;
   Bool theirs;               /* the program's, partly */
} Reserved;

static Reserved *list;
static UInt count, capacity;
static SizeT reserved;        /* all of them */
static Bool hidden;

/* Nobody's, at the top of what the kernel chooses from. */
static Addr barred, barred_end;

/* Up to the first thing that is in the way: what the kernel itself has given the
   process is at the top, with gaps of a few pages. */
static Addr bar_up_to(Addr at, Addr end)
{
   for (SizeT n = (SizeT)1 << 38; n >= VKI_PAGE_SIZE; n /= 2)
      while (at + n <= end && ap_syscall_bar(at, n, False))
         at += n;
   return at;
}

void ap_own_bar_from(Addr at)
{
   enum { GAPS = 16 };
   Addr page = ap_syscall_bar_page();

   if (page >= at) {
      barred = at;
      barred_end = bar_up_to(at, page);
      reserved += barred_end - at;
   }
   for (UInt i = 0; i < GAPS && page >= at; i++)
      page = ap_syscall_bar_page();
   if (page != 0 && page < at)
      ap_syscall_unreserve(page, VKI_PAGE_SIZE);
}

static Bool is_barred(Addr at, SizeT n)
{
   return at >= barred && at < barred_end && n <= barred_end - at;
}

void ap_own_mapped(Addr start, Addr end)
{
   if (start < barred_end && end > barred)
      barred_end = start > barred ? start : barred;
}

Bool ap_own_reserve(Addr at, SizeT n)
{
   if (!ap_syscall_reserve(at, n, is_barred(at, n)))
      return False;
   if (count == capacity) {
      capacity = capacity == 0 ? 64 : 2 * capacity;
      list = VG_(realloc)("aprof.own_memory", list, capacity * sizeof *list);
   }
   list[count++] = (Reserved){ at, n, False };
   reserved += n;
   return True;
}

void ap_own_unreserve(Addr at, SizeT n)
{
   UInt i = 0;

   if (is_barred(at, n))
      ap_syscall_bar(at, n, True);
   else
      ap_syscall_unreserve(at, n);
   while (i < count && list[i].at != at)
      i++;
   if (i == count)
      return;
   list[i] = list[--count];
   reserved -= n;
}

static void mark_theirs(uintptr_t from, uintptr_t past)
{
   for (UInt i = 0; i < count; i++)
      if (from < list[i].at + list[i].n && list[i].at < past)
         list[i].theirs = True;
}

/* A program can map memory over what is reserved: then that is its own. */
static void each_of_ours(void (*act)(Addr at, SizeT n))
{
   plat_each_mapping(mark_theirs);
   for (UInt i = 0; i < count; i++)
      if (!list[i].theirs)
         act(list[i].at, list[i].n);
}

SizeT ap_own_size(void)
{
   return reserved;
}

void ap_own_hide(void)
{
   hidden = True;
   each_of_ours(ap_syscall_hide);
}

static void show(void)
{
   hidden = False;
   each_of_ours(ap_syscall_show);
}

void ap_own_show(void)
{
   if (hidden)
      show();
}

void ap_own_unlock(void)
{
   show();
   ap_syscall_unlock(barred, barred_end - barred);
}

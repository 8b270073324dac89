/* amd64 Linux: system calls that have no public function in Valgrind.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sys/syscall.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vkiscnums.h"

static Word call6(UWord number, UWord a, UWord b, UWord c, UWord d, UWord e,
                  UWord f)
{
   register UWord r10 __asm__("r10") = d;
   register UWord r8 __asm__("r8") = e;
   register UWord r9 __asm__("r9") = f;
   Word result;

   __asm__ volatile ("syscall" : "=a" (result)
                     : "0" (number), "D" (a), "S" (b), "d" (c), "r" (r10),
                       "r" (r8), "r" (r9)
                     : "rcx", "r11", "memory");
   return result;
}

static Int error_of(Word result)
{
   return result < 0 ? -result : 0;
}

Int syscall_close(Int fd)
{
   return error_of(call6(__NR_close, fd, 0, 0, 0, 0, 0));
}

Int syscall_may_write(const HChar *name)
{
   enum { WRITE = 2 };

   return error_of(call6(__NR_access, (UWord)name, WRITE, 0, 0, 0, 0));
}

Int syscall_rename(const HChar *from, const HChar *to)
{
   return error_of(call6(__NR_rename, (UWord)from, (UWord)to, 0, 0, 0, 0));
}

Int syscall_truncate(Int fd)
{
   return error_of(call6(__NR_ftruncate, fd, 0, 0, 0, 0, 0));
}

Int syscall_set_mode(Int fd, UInt mode)
{
   return error_of(call6(__NR_fchmod, fd, mode, 0, 0, 0, 0));
}

Int syscall_lock(Int fd)
{
   enum { EXCLUSIVE = 2 };

   return error_of(call6(__NR_flock, fd, EXCLUSIVE, 0, 0, 0, 0));
}

void syscall_futex_wake(const volatile Int *word)
{
   call6(__NR_futex, (UWord)word, VKI_FUTEX_WAKE | VKI_FUTEX_PRIVATE_FLAG, 1,
         0, 0, 0);
}

Int syscall_poll(struct vki_pollfd *fds, UInt n, UInt milliseconds)
{
   struct vki_timespec limit = { milliseconds / 1000,
                                 milliseconds % 1000 * 1000000 };

   return call6(__NR_ppoll, (UWord)fds, n, (UWord)&limit, 0, 0, 0);
}

Int syscall_file_flags(Int fd)
{
   return call6(__NR_fcntl, fd, VKI_F_GETFL, 0, 0, 0, 0);
}

void syscall_yield(void)
{
   call6(__NR_sched_yield, 0, 0, 0, 0, 0, 0);
}

UInt syscall_processors(void)
{
   ULong set[128];
   Word bytes = call6(__NR_sched_getaffinity, 0, sizeof set, (UWord)set, 0, 0,
                      0);
   UInt n = 0;

   for (Word i = 0; i < bytes / (Word)sizeof set[0]; i++)
      n += __builtin_popcountll(set[i]);
   return n > 0 ? n : 1;
}

static Bool modest;

void syscall_restrict(void)
{
   modest = True;
}

Bool syscall_needs_no_kernel(UInt number)
{
   return number == __NR_clock_gettime || number == __NR_gettimeofday
          || number == __NR_time || number == __NR_getcpu;
}

Bool syscall_is_restricted(void)
{
   return modest;
}

/* Read one byte at each of n places.  Return False if the kernel could not read
   all of them. */
static Bool can_read(const struct vki_iovec *from, UInt n)
{
   if (modest)
      return True;
   UChar bytes[n];
   struct vki_iovec to = { bytes, n };
   Word got = call6(__NR_process_vm_readv, VG_(getpid)(), (UWord)&to, 1,
                    (UWord)from, n, 0);

   return got == n || (got < 0 && got != -VKI_EFAULT);
}

Bool syscall_is_there(Addr at)
{
   struct vki_iovec from = { (void *)at, 1 };

   return can_read(&from, 1);
}

Bool syscall_are_there(Addr from, Addr past)
{
   enum { AT_ONCE = 128 };
   struct vki_iovec pages[AT_ONCE];
   Bool are = True;

   for (Addr at = VG_PGROUNDDN(from); are && at < past; ) {
      UInt n = 0;
      for (; n < AT_ONCE && at < past; at += VKI_PAGE_SIZE)
         pages[n++] = (struct vki_iovec){ (void *)at, 1 };
      are = can_read(pages, n);
   }
   return are;
}

void syscall_take_signal(Int signal)
{
   ULong set = 1ULL << (signal - 1);
   struct { Word seconds, nanoseconds; } now = { 0, 0 };

   call6(__NR_rt_sigtimedwait, (UWord)&set, 0, (UWord)&now, sizeof set, 0, 0);
}

enum {
   PRIVATE_ANONYMOUS_NORESERVE = 0x4022,
   FIXED = 0x10,
   DONTNEED = 4,
   NOHUGEPAGE = 15,
   POPULATE_WRITE = 23,
   MAYMOVE_FIXED_DONTUNMAP = 7
};

enum { FEW_PAGES = 16 };

void syscall_unlock(Addr at, SizeT n)
{
   call6(__NR_munlock, at, n, 0, 0, 0, 0);
}

/* For locked address space the kernel would take memory as soon as it can be
   written to: so it is unlocked first. */
static Bool show(Addr at, SizeT n)
{
   syscall_unlock(at, n);
   return call6(__NR_mprotect, at, n, VKI_PROT_READ | VKI_PROT_WRITE, 0, 0, 0)
          == 0;
}

/* To the kernel the place is only a hint: if it can't give that place, it gives
   another one. */
static Bool map_at(Addr at, SizeT n, Int protection, Bool over)
{
   Word got = call6(__NR_mmap, at, n, protection,
                    PRIVATE_ANONYMOUS_NORESERVE | (over ? FIXED : 0), -1, 0);

   if (got < 0 && got > -4096)
      return False;
   if ((Addr)got == at)
      return True;
   syscall_unreserve(got, n);
   return False;
}

/* If a program has locked all of its future memory, then the kernel would take
   memory for a new accessible mapping at once. */
Bool syscall_reserve(Addr at, SizeT n, Bool over)
{
   if (modest)
      return map_at(at, n, VKI_PROT_READ | VKI_PROT_WRITE, over);
   if (!map_at(at, n, VKI_PROT_NONE, over))
      return False;
   if (!show(at, n)) {
      syscall_unreserve(at, n);
      return False;
   }
   /* With huge pages, a few scattered stamps would take gigabytes. */
   call6(__NR_madvise, at, n, NOHUGEPAGE, 0, 0, 0);
   return True;
}

Bool syscall_bar(Addr at, SizeT n, Bool over)
{
   return map_at(at, n, VKI_PROT_NONE, over);
}

Addr syscall_bar_highest(SizeT n)
{
   Word got = call6(__NR_mmap, 0, n, VKI_PROT_NONE,
                    PRIVATE_ANONYMOUS_NORESERVE, -1, 0);

   return got < 0 && got > -4096 ? 0 : got;
}

void syscall_hide(Addr at, SizeT n)
{
   call6(__NR_mprotect, at, n, VKI_PROT_NONE, 0, 0, 0);
}

void syscall_show(Addr at, SizeT n)
{
   show(at, n);
}

void syscall_unreserve(Addr at, SizeT n)
{
   call6(__NR_munmap, at, n, 0, 0, 0, 0);
}

/* Kernels before 5.14 refuse the call: then memory for each page is taken at
   its first access. */
void syscall_populate(Addr at, SizeT n)
{
   Addr first = VG_PGROUNDUP(at), past = VG_PGROUNDDN(at + n);

   if (first < past && !modest)
      call6(__NR_madvise, first, past - first, POPULATE_WRITE, 0, 0, 0);
}

UWord syscall_peak(void)
{
   struct vki_rusage used = { .ru_maxrss = 0 };

   return call6(__NR_getrusage, VKI_RUSAGE_SELF, (UWord)&used, 0, 0, 0, 0) == 0
          ? used.ru_maxrss : 0;
}

Bool syscall_resident(Addr at, SizeT n, UChar pages[])
{
   enum { RESIDENT = 1 };

   if (call6(__NR_mincore, at, n, (UWord)pages, 0, 0, 0) != 0)
      return False;
   for (SizeT i = 0; i < n / VKI_PAGE_SIZE; i++)
      pages[i] &= RESIDENT;
   return True;
}

void syscall_discard(Addr at, SizeT n)
{
   if (!modest && call6(__NR_madvise, at, n, DONTNEED, 0, 0, 0) == 0)
      return;
   /* A mapping in the middle of another one makes three mappings: a process
      that discarded many small ranges would soon have too many mappings. */
   if (n <= FEW_PAGES * VKI_PAGE_SIZE)
      VG_(memset)((void *)at, 0, n);
   else
      call6(__NR_mmap, at, n, VKI_PROT_READ | VKI_PROT_WRITE,
            PRIVATE_ANONYMOUS_NORESERVE | FIXED, -1, 0);
}

/* The kernel has unmapped the target before it found that it can't move
   there. */
static void map_holes(Addr at, SizeT n)
{
   const Addr end = at + n;
   UChar page = 0;

   for (Addr hole = at; hole < end; hole += VKI_PAGE_SIZE)
      if (error_of(call6(__NR_mincore, hole, VKI_PAGE_SIZE, (UWord)&page, 0, 0,
                         0)) == VKI_ENOMEM)
         call6(__NR_mmap, hole, VKI_PAGE_SIZE, VKI_PROT_READ | VKI_PROT_WRITE,
               PRIVATE_ANONYMOUS_NORESERVE | FIXED, -1, 0);
   call6(__NR_madvise, at, n, NOHUGEPAGE, 0, 0, 0);
}

/* Kernels before 5.7 refuse the call, and older ones than 6.17 if the range has
   been moved there in parts. */
Bool syscall_move(Addr to, Addr from, SizeT n)
{
   if (modest)
      return False;
   if (call6(__NR_mremap, from, n, n, MAYMOVE_FIXED_DONTUNMAP, to, 0)
       == (Word)to)
      return True;
   map_holes(to, n);
   return False;
}

SizeT syscall_sched_attr_size(SizeT size, SizeT n)
{
   enum { ROOM = 256, MARK = 0xff };
   static Bool known, zeroes_rest;
   UChar attr[ROOM];

   if (!known && !modest) {
      VG_(memset)(attr, MARK, sizeof attr);
      known = call6(__NR_sched_getattr, 0, (UWord)attr, sizeof attr, 0, 0, 0)
              == 0;
      zeroes_rest = known && attr[sizeof attr - 1] != MARK;
   }
   return zeroes_rest ? n : size;
}

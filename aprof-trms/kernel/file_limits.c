/* The program sets its limit of open files.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernel/file_limits.h"
#include "sys/client_memory.h"
#include "sys/syscall.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vkiscnums.h"

/* The descriptors that Valgrind keeps for itself (coregrind/m_libcfile.c). */
enum { KEPT = 12 };

/* Return the limit that a call sets, or NULL if it is another one. */
static const struct vki_rlimit *limit_of(UInt number, const UWord *args)
{
   const UInt which = number == __NR_prlimit64 ? 1 : 0;
   const UInt at = which + 1;

   if ((number != __NR_setrlimit && number != __NR_prlimit64)
       || args[which] != SYSCALL_RLIMIT_FILES || args[at] == 0
       || !client_memory_is_readable(args[at], sizeof(struct vki_rlimit)))
      return NULL;
   return (const struct vki_rlimit *)args[at];
}

void file_limits_after_syscall(UInt number, const UWord *args, UWord error)
{
   static Bool has_told;
   const struct vki_rlimit *limit;
   struct vki_rlimit all;

   if (error != VKI_EPERM || has_told)
      return;
   limit = limit_of(number, args);
   if (limit == NULL || VG_(getrlimit)(SYSCALL_RLIMIT_FILES, &all) != 0
       || (limit->rlim_max > all.rlim_max && VG_(geteuid)() != 0))
      return;
   has_told = True;
   VG_(umsg)("aprof: the program may not set its limit of open files to %lu, "
             "since Valgrind keeps %d of the %lu for itself; after `ulimit -n "
             "%lu` it may\n", (UWord)limit->rlim_max, KEPT,
             (UWord)all.rlim_max, (UWord)limit->rlim_max + KEPT);
}

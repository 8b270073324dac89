/* Futexes in virtual time: see futexes.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sched/futexes.h"
#include "sched/clocks.h"
#include "sys/client_memory.h"

enum { ALL = ~0u, MONOTONIC = 1, REALTIME = 0, LOCK_PI2 = 13 };

/* The second word of a FUTEX_WAKE_OP, before the call: the only such call at a
   time, since its thread holds the baton. */
static Int old_second;

static UInt operation(const UWord *args)
{
   return args[1] & ~(UWord)(VKI_FUTEX_PRIVATE_FLAG
                             | VKI_FUTEX_CLOCK_REALTIME);
}

static Bool has_value(UWord at, UInt value)
{
   return client_memory_is_readable(at, sizeof(UInt))
          && *(const UInt *)at == value;
}

Bool futexes_waits(const UWord *args, ULong now, UInt *mask, ULong *deadline)
{
   const struct vki_timespec *limit = (const struct vki_timespec *)args[3];

   switch (operation(args)) {
   case VKI_FUTEX_WAIT:
      *mask = ALL;
      *deadline = clocks_after(now, limit);
      break;
   case VKI_FUTEX_WAIT_BITSET:
      *mask = args[5];
      *deadline = clocks_at(args[1] & VKI_FUTEX_CLOCK_REALTIME
                            ? REALTIME : MONOTONIC, limit);
      break;
   default:
      return False;
   }
   return *mask != 0 && has_value(args[0], args[2]);
}

Bool futexes_waits_outside(const UWord *args)
{
   switch (operation(args)) {
   case VKI_FUTEX_LOCK_PI: case VKI_FUTEX_WAIT_REQUEUE_PI: case LOCK_PI2:
      return True;
   default:
      return False;
   }
}

void futexes_before_wake(ThreadId tid, const UWord *args)
{
   (void)tid;
   if (operation(args) == VKI_FUTEX_WAKE_OP
       && client_memory_is_readable(args[4], sizeof old_second))
      old_second = *(const Int *)args[4];
}

/* The comparison of FUTEX_WAKE_OP: of the old value with a constant. */
static Bool compares(UInt encoded)
{
   Int constant = (Int)(encoded << 20) >> 20;

   switch (encoded >> 24 & 15) {
   case 0: return old_second == constant;
   case 1: return old_second != constant;
   case 2: return old_second < constant;
   case 3: return old_second <= constant;
   case 4: return old_second > constant;
   case 5: return old_second >= constant;
   default: return False;
   }
}

UInt futexes_wake(ThreadId tid, const UWord *args)
{
   UInt woken;

   switch (operation(args)) {
   case VKI_FUTEX_WAKE:
      return schedule_wake_key(tid, args[0], ALL, args[2]);
   case VKI_FUTEX_WAKE_BITSET:
      return schedule_wake_key(tid, args[0], args[5], args[2]);
   case VKI_FUTEX_REQUEUE: case VKI_FUTEX_CMP_REQUEUE:
      woken = schedule_wake_key(tid, args[0], ALL, args[2]);
      return woken + schedule_requeue(args[0], args[4], args[3]);
   case VKI_FUTEX_WAKE_OP:
      woken = schedule_wake_key(tid, args[0], ALL, args[2]);
      if (compares(args[5]))
         woken += schedule_wake_key(tid, args[4], ALL, args[3]);
      return woken;
   default:
      return 0;
   }
}

/* Calls that wait outside of virtual time: see outside_calls.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sched/outside_calls.h"
#include "sched/futexes.h"
#include "pub_tool_vkiscnums.h"

typedef enum { ALWAYS, IF_LOCK, IF_FUTEX } When;

/* Those without a name are no threads' work: the children have a record of their
   own, and a signal has a sender. */
static struct {
   UInt number;
   const HChar *name;
   When when;
   ULong waits;
} calls[] = {
   { __NR_wait4, NULL, ALWAYS, 0 },
   { __NR_waitid, NULL, ALWAYS, 0 },
   { __NR_pause, NULL, ALWAYS, 0 },
   { __NR_rt_sigsuspend, NULL, ALWAYS, 0 },
   { __NR_rt_sigtimedwait, NULL, ALWAYS, 0 },
   { __NR_semop, "semop", ALWAYS, 0 },
   { __NR_semtimedop, NULL, ALWAYS, 0 },
   { __NR_msgsnd, "msgsnd", ALWAYS, 0 },
   { __NR_msgrcv, "msgrcv", ALWAYS, 0 },
   { __NR_mq_timedsend, "mq_send", ALWAYS, 0 },
   { __NR_mq_timedreceive, "mq_receive", ALWAYS, 0 },
   { __NR_flock, "flock", ALWAYS, 0 },
   { __NR_fcntl, "fcntl", IF_LOCK, 0 },
   { __NR_futex, "futex", IF_FUTEX, 0 },
   { __NR_io_getevents, "io_getevents", ALWAYS, 0 },
   { __NR_splice, "splice", ALWAYS, 0 },
   { __NR_tee, "tee", ALWAYS, 0 },
   { __NR_vmsplice, "vmsplice", ALWAYS, 0 },
   { __NR_recvmmsg, "recvmmsg", ALWAYS, 0 },
};

enum { CALLS = sizeof calls / sizeof *calls };

static UInt find(UInt number)
{
   UInt i = 0;

   while (i < CALLS && calls[i].number != number)
      i++;
   return i;
}

static Bool locks_and_waits(const UWord *args)
{
   enum { SET_LOCK_AND_WAIT = 7, OFD_SET_LOCK_AND_WAIT = 38 };

   return args[1] == SET_LOCK_AND_WAIT || args[1] == OFD_SET_LOCK_AND_WAIT;
}

Bool outside_calls_may_wait(UInt number, const UWord *args)
{
   const UInt i = find(number);

   if (i == CALLS)
      return False;
   return calls[i].when == IF_LOCK    ? locks_and_waits(args)
          : calls[i].when == IF_FUTEX ? futexes_waits_outside(args)
                                      : True;
}

void outside_calls_waited(UInt number)
{
   /* By either a C library makes semop. */
   const UInt i = find(number == __NR_semtimedop ? __NR_semop : number);

   if (i < CALLS)
      calls[i].waits++;
}

void outside_calls_each(void (*call)(const HChar *name, ULong waits))
{
   for (UInt i = 0; i < CALLS; i++)
      if (calls[i].name != NULL && calls[i].waits > 0)
         call(calls[i].name, calls[i].waits);
}

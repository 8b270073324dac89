/* The OS threads of the process, by Valgrind's thread ids.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "threads/os_threads.h"
#include "pub_tool_threadstate.h"

static OsThread *os_threads;      /* by ThreadId */
static UInt seen, living;

void os_threads_init(void)
{
   os_threads = VG_(calloc)("aprof.threads.os", VG_N_THREADS,
                            sizeof *os_threads);
}

OsThread *os_threads_get(ThreadId tid)
{
   return &os_threads[tid];
}

UInt os_threads_seen(void)
{
   return seen;
}

UInt os_threads_living(void)
{
   return living;
}

void os_threads_add(ThreadId tid)
{
   OsThread *os = &os_threads[tid];

   VG_(memset)(os, 0, sizeof *os);
   os->exists = True;
   os->number = ++seen;
   os->native = os->current = control_new(NATIVE, os->number);
   living++;
}

void os_threads_remove(OsThread *os)
{
   VG_(free)(os->handlers);
   VG_(memset)(os, 0, sizeof *os);
   living--;
}

void os_threads_remove_unborn(OsThread *os)
{
   os_threads_remove(os);
   seen--;
}

void os_threads_restart(OsThread *survivor)
{
   survivor->number = seen = living = 1;
}

Bool os_threads_ends_alone(ThreadId tid)
{
   const OsThread *os = &os_threads[tid];

   return os->exists && os->exiting && living > 1;
}

Bool os_threads_has_handler(const OsThread *os, const Control *c)
{
   for (UInt i = 0; i < os->n_handlers; i++)
      if (os->handlers[i] == c)
         return True;
   return False;
}

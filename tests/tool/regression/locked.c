/* When the program locks its memory, nothing of the tool's own address space,
   which is larger than any memory, stays locked.  If the call fails, then the
   program goes on, and the tool's address space can be accessed again.  If
   pages are locked only when they are first accessed, then nothing has to be
   hidden, and the program may have several threads.

   engines: fast check
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

enum { NO_SUCH_FLAG = 64, CURRENT = 1, ONFAULT = 4, MOST_MB = 1 << 10 };

READER(read_before, 10)
READER(read_refused, 20)
READER(read_locked, 30)

static char cells[4096], others[1 << 20];

static long locked_mb(void)
{
   FILE *f = fopen("/proc/self/status", "r");
   char line[256];
   long kb = -1;

   must(f != NULL, "/proc/self/status");
   while (fgets(line, sizeof line, f) != NULL)
      sscanf(line, "VmLck: %ld", &kb);
   fclose(f);
   return kb >> 10;
}

static void *waits(void *unused)
{
   await(0);
   return unused;
}

int main(void)
{
   pthread_t thread;

   make_steps(1);
   read_before(cells);
   must(kernel3(SYS_mlockall, CURRENT | NO_SUCH_FLAG, 0, 0) == -EINVAL,
        "a flag that there is not");
   memset(others, 1, sizeof others);
   read_refused(cells);
   thread = start(waits, NULL);
   require(kernel3(SYS_mlockall, CURRENT | ONFAULT, 0, 0) == 0,
           "memory can't be locked");
   must(locked_mb() < MOST_MB, "the tool's memory is locked");
   read_locked(cells);
   reach(0);
   pthread_join(thread, NULL);
   return 0;
}

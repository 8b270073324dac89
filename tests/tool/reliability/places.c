/* Works, and then makes it hard to write a profile, in the way that the first
   argument says.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "work.h"
#include "../regression/refusing.h"
#include <aprof.h>
#include <malloc.h>

static void limit(int what, rlim_t to)
{
   struct rlimit r;

   must(getrlimit(what, &r) == 0, "getrlimit");
   r.rlim_cur = to;
   must(setrlimit(what, &r) == 0, "setrlimit");
}

/* Freed memory is not given back to the system, so that there is memory for
   more work of the same kind. */
static void keep_memory(void)
{
   must(mallopt(M_MMAP_THRESHOLD, 1 << 20) && mallopt(M_TRIM_THRESHOLD, 1 << 20),
        "mallopt");
   some_work();
}

/* Deeper and deeper, on a stack that exists already, without new memory of the
   program. */
static ROUTINE int descend(volatile int *depth)
{
   return --*depth <= 0 ? 0 : descend(depth) + *depth;
}

static void *descend_without_memory(void *unused)
{
   volatile int depth = 300000;

   limit(RLIMIT_AS, 1 << 20);
   descend(&depth);
   return unused;
}

static void descend_on_own_stack(void)
{
   static char stack[64 << 20] __attribute__((aligned(4096)));
   pthread_attr_t attributes;
   pthread_t thread;

   must(pthread_attr_init(&attributes) == 0
        && pthread_attr_setstack(&attributes, stack, sizeof stack) == 0
        && pthread_create(&thread, &attributes, descend_without_memory,
                          NULL) == 0, "pthread_create");
   pthread_join(thread, NULL);
}

static void touch_without_memory(void)
{
   static volatile char block[256 << 20];

   limit(RLIMIT_AS, 1 << 20);
   for (size_t i = 0; i < sizeof block; i += 4096)
      block[i] = 1;
}

/* As a program that only uses the files that it has opened. */
static void open_no_more(void)
{
   refuse(SYS_open, SYS_openat, SECCOMP_RET_KILL_PROCESS);
}

static void *nothing(void *unused)
{
   return unused;
}

/* If this process takes too much memory, then it is killed before the machine
   has no memory. */
static pid_t be_guarded(void)
{
   enum { MOST = (1 << 30) / 4096 };
   pid_t parent = getpid(), child = fork();
   char name[64];

   must(child >= 0, "fork");
   if (child > 0)
      return child;
   snprintf(name, sizeof name, "/proc/%d/statm", (int)parent);
   for (; getppid() == parent; usleep(10000)) {
      long all, there = 0;
      FILE *f = fopen(name, "r");

      if (f != NULL && fscanf(f, "%ld %ld", &all, &there) == 2 && there > MOST)
         kill(parent, SIGKILL);
      if (f != NULL)
         fclose(f);
   }
   _exit(0);
}

static void lock_memory(void)
{
   pthread_t thread;
   pid_t guard = be_guarded();

   require(mlockall(MCL_CURRENT | MCL_FUTURE) == 0, "memory can't be locked");
   must(pthread_create(&thread, NULL, nothing, NULL) == 0, "pthread_create");
   pthread_join(thread, NULL);
   /* Without a profile, which might have the same name as this process's. */
   must(kill(guard, SIGKILL) == 0 && waitpid(guard, NULL, 0) == guard, "guard");
}

static void *waits(void *unused)
{
   pause();
   return unused;
}

static void lock_with_threads(void)
{
   pthread_t thread;

   must(pthread_create(&thread, NULL, waits, NULL) == 0, "pthread_create");
   lock_memory();
}

/* As a server that keeps a leak from taking the memory of the whole machine:
   for the server itself there is room enough. */
static void limit_itself(void)
{
   pthread_t thread;

   limit(RLIMIT_AS, (rlim_t)4 << 30);
   for (int i = 0; i < 30; i++) {
      char *block = malloc(2 << 20);
      must(block != NULL, "malloc");
      memset(block, 1, 2 << 20);
   }
   must(pthread_create(&thread, NULL, nothing, NULL) == 0, "pthread_create");
   pthread_join(thread, NULL);
}

int main(int count, char **arguments)
{
   const char *how = count > 1 ? arguments[1] : "";
   const char *with = count > 2 ? arguments[2] : "";

   some_work();
   if (!strcmp(how, "says")) {
      puts("before");
      fflush(stdout);
   } else if (!strcmp(how, "chroot"))
      require(chroot(with) == 0 && chdir("/") == 0, "chroot is not allowed");
   else if (!strcmp(how, "setuid"))
      require(setuid(65534) == 0, "setuid is not allowed");
   else if (!strcmp(how, "chdir"))
      must(chdir(with) == 0, "chdir");
   else if (!strcmp(how, "rmdir"))
      must(rename(with, "elsewhere") == 0, "rename");
   else if (!strcmp(how, "snapshots")) {
      long begin = milliseconds();

      for (int i = 0; i < 20; i++)
         must(APROF_SNAPSHOT() == 1, "snapshot");
      printf("took %ld\n", milliseconds() - begin);
   } else if (!strcmp(how, "asks")) {
      for (int i = 0; i < 3; i++)
         must(APROF_SNAPSHOT() == 0, "no snapshot");
   } else if (!strcmp(how, "umask"))
      umask(0777);
   else if (!strcmp(how, "descriptors"))
      while (open("/dev/null", O_RDONLY) >= 0)
         ;
   else if (!strcmp(how, "no-descriptors"))
      limit(RLIMIT_NOFILE, 3);
   else if (!strcmp(how, "fsize"))
      limit(RLIMIT_FSIZE, 100);
   else if (!strcmp(how, "filters"))
      open_no_more();
   else if (!strcmp(how, "works")) {
      for (long end = milliseconds() + 2500; milliseconds() < end; )
         measured_work(1000);
   } else if (!strcmp(how, "as")) {
      keep_memory();
      limit(RLIMIT_AS, 1 << 20);
   } else if (!strcmp(how, "limits-itself"))
      limit_itself();
   else if (!strcmp(how, "locks"))
      lock_memory();
   else if (!strcmp(how, "locks-with-threads"))
      lock_with_threads();
   else if (!strcmp(how, "descends"))
      descend_on_own_stack();
   else if (!strcmp(how, "touches"))
      touch_without_memory();
   else
      must(*how == '\0', how);
   some_work();
   return 0;
}

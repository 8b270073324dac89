/* Threads that have begun while the events were opened: see late_threads.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "recorder/late_threads.h"
#include "base/memory.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A thread that has used as much without a sample has no events: so many
   periods, and ns, of which the samples of the last hundredth of a second are
   not known yet. */
#define PERIODS 32
#define LEAST 100000000ull

void late_threads_free(late_threads *l)
{
   free(l->threads);
   *l = (late_threads){ 0 };
}

pid_t *late_threads_list(pid_t pid, size_t *count)
{
   char *path = memory_format("/proc/%ld/task", (long)pid);
   DIR *d = opendir(path);
   struct dirent *entry;
   pid_t *list = NULL;
   size_t room = 0;

   *count = 0;
   while (d && (entry = readdir(d)) != NULL)
      if (entry->d_name[0] != '.') {
         list = memory_grow(list, *count, &room, sizeof *list);
         list[(*count)++] = strtol(entry->d_name, NULL, 10);
      }
   if (d)
      closedir(d);
   free(path);
   return list;
}

/* Set the CPU time of a thread that may be sampled.  Return false if it has
   ended. */
static bool time_of(pid_t pid, pid_t tid, bool kernel, uint64_t *used)
{
   char *name = memory_format("/proc/%ld/task/%ld/stat", (long)pid, (long)tid);
   FILE *f = fopen(name, "re");
   char line[1024];
   const char *rest;
   unsigned long user, system;
   size_t length;

   free(name);
   if (f == NULL)
      return false;
   length = fread(line, 1, sizeof line - 1, f);
   fclose(f);
   line[length] = '\0';
   /* `TID (NAME) STATE ...`; of the fields behind the name the twelfth and the
      next one. */
   rest = strrchr(line, ')');
   if (rest == NULL ||
       sscanf(rest + 1, " %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %lu %lu",
              &user, &system) != 2)
      return false;
   *used = (user + (kernel ? system : 0)) *
           (1000000000ull / (unsigned long)sysconf(_SC_CLK_TCK));
   return true;
}

void late_threads_add(late_threads *l, pid_t pid, pid_t tid, bool kernel)
{
   late_thread t = { .tid = tid };

   for (size_t i = 0; i < l->count; i++)
      if (l->threads[i].tid == tid)
         return;
   if (!time_of(pid, tid, kernel, &t.used))
      return;
   l->threads = memory_grow(l->threads, l->count, &l->room,
                            sizeof *l->threads);
   l->threads[l->count++] = t;
}

void late_threads_sampled(late_threads *l, pid_t tid)
{
   for (size_t i = 0; i < l->count; i++)
      if (l->threads[i].tid == tid) {
         l->threads[i] = l->threads[--l->count];
         return;
      }
}

pid_t late_threads_without(late_threads *l, pid_t pid, bool kernel,
                           uint64_t period)
{
   const uint64_t enough = period > LEAST / PERIODS ? PERIODS * period : LEAST;
   size_t i = 0;

   while (i < l->count) {
      const late_thread t = l->threads[i];
      uint64_t used;
      const bool is_there = time_of(pid, t.tid, kernel, &used);

      if (is_there && used < t.used + enough) {
         i++;
         continue;
      }
      l->threads[i] = l->threads[--l->count];
      if (is_there)
         return t.tid;
   }
   return 0;
}

/* What the kernel says of a process.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "whatif/process.h"
#include "base/text.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 1024 };

/* Read the line of a process; return its words from the parenthesis behind the
   name on, or NULL if there is none. */
static const char *words_of(pid_t pid, char line[LINE])
{
   char name[32];
   const char *words = NULL;
   FILE *f;

   snprintf(name, sizeof name, "/proc/%d/stat", (int)pid);
   f = fopen(name, "re");
   if (f == NULL)
      return NULL;
   if (fgets(line, LINE, f))
      words = strrchr(line, ')');
   fclose(f);
   return words;
}

unsigned long process_ticks(pid_t pid)
{
   char line[LINE];
   const char *words = words_of(pid, line);
   unsigned long user = 0, system = 0;

   if (words)
      sscanf(words + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
             &user, &system);
   return user + system;
}

bool process_runs(pid_t pid)
{
   char line[LINE];
   const char *words = words_of(pid, line);

   if (words == NULL)
      return kill(pid, 0) == 0 || errno != ESRCH;
   return !text_begins(words, ") Z") && !text_begins(words, ") X");
}

/* The numbers of the machine's processors.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "recorder/processors.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define FOLDER "/sys/devices/system/cpu/"
/* No kernel has more; a larger number is damage. */
#define MOST 65536

/* Read a number of a processor that is above `before`. */
static bool number(const char **text, int before, int *cpu)
{
   char *end;
   const long n = strtol(*text, &end, 10);

   if (end == *text || **text < '0' || **text > '9' || n <= before || n >= MOST)
      return false;
   *text = end;
   *cpu = n;
   return true;
}

bool processors_parse(const char *text, processors *result)
{
   size_t room = 0;
   int first, last = -1;

   *result = (processors){ 0 };
   for (;;) {
      if (!number(&text, last, &first))
         break;
      last = first;
      if (*text == '-' && (text++, !number(&text, first, &last)))
         break;
      for (int cpu = first; cpu <= last; cpu++) {
         result->cpus = memory_grow(result->cpus, result->count, &room,
                                    sizeof *result->cpus);
         result->cpus[result->count++] = cpu;
      }
      if (*text == '\n' || *text == '\0')
         return true;
      if (*text++ != ',')
         break;
   }
   free(result->cpus);
   *result = (processors){ 0 };
   return false;
}

processors processors_read(bool present)
{
   FILE *f = fopen(present ? FOLDER "present" : FOLDER "online", "re");
   processors p = { 0 };
   char *line = NULL;
   size_t room = 0;
   bool good = f && getline(&line, &room, f) > 0 && processors_parse(line, &p);

   if (f)
      fclose(f);
   free(line);
   if (!good) {                       /* /sys is not mounted */
      p.count = sysconf(present ? _SC_NPROCESSORS_CONF : _SC_NPROCESSORS_ONLN);
      p.cpus = memory_new(p.count, sizeof *p.cpus);
      for (size_t i = 0; i < p.count; i++)
         p.cpus[i] = i;
   }
   return p;
}

bool processors_has(const processors *p, int cpu)
{
   for (size_t i = 0; i < p->count; i++)
      if (p->cpus[i] == cpu)
         return true;
   return false;
}

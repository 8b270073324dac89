/* A series of runs in virtual time: see whatif.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "whatif/whatif.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const whatif_setting_names[WHATIF_SETTINGS + 1] = {
   "units", "cores", "quantum", "wake-cost", "wake-latency", "instr-per-ns",
   NULL,
};

const char *const whatif_state_names[] = { "missing", "done", "failed", NULL };

whatif *whatif_new(void)
{
   return memory_new(1, sizeof(whatif));
}

void whatif_free(whatif *s)
{
   if (s == NULL)
      return;
   for (size_t i = 0; s->command && s->command[i]; i++)
      free(s->command[i]);
   free(s->command);
   for (size_t i = 0; i < s->routine_count; i++) {
      free(s->routines[i].name);
      free(s->routines[i].object);
      free(s->routines[i].file);
   }
   free(s->routines);
   for (size_t i = 0; i < s->point_count; i++) {
      free(s->points[i].routine);
      free(s->points[i].note);
   }
   free(s->points);
   for (size_t i = 0; i < s->growth_count; i++) {
      free(s->growth[i].object);
      free(s->growth[i].routine);
      free(s->growth[i].basis);
   }
   free(s->growth);
   free(s);
}

void whatif_add_routine(whatif *s, const whatif_routine *r)
{
   s->routines = memory_grow(s->routines, s->routine_count, &s->routine_room,
                             sizeof *s->routines);
   s->routines[s->routine_count] = *r;
   s->routines[s->routine_count].name = memory_string(r->name);
   s->routines[s->routine_count].object = memory_string(r->object);
   s->routines[s->routine_count].file = memory_string(r->file);
   s->routine_count++;
}

void whatif_add_point(whatif *s, const char *routine, unsigned percent)
{
   s->points = memory_grow(s->points, s->point_count, &s->point_room,
                           sizeof *s->points);
   s->points[s->point_count++] = (whatif_point){
      .routine = memory_string(routine), .percent = percent,
      .note = memory_string(""),
   };
}

static bool has_point(const whatif *s, const char *routine)
{
   for (size_t i = 0; i < s->point_count; i++)
      if (strcmp(s->points[i].routine, routine) == 0)
         return true;
   return false;
}

static double share(const whatif *s, uint64_t time)
{
   return s->base[0].clock > 0 ? (double)time / (double)s->base[0].clock : 0;
}

double whatif_self(const whatif *s, const char *routine)
{
   uint64_t sum = 0, all = 0;

   for (size_t i = 0; i < s->routine_count; i++) {
      all += s->routines[i].self;
      if (strcmp(s->routines[i].name, routine) == 0)
         sum += s->routines[i].self;
   }
   return all > 0 ? (double)sum / (double)all : 0;
}

double whatif_slope(const whatif *s, const char *routine)
{
   uint64_t sum = 0;

   for (size_t i = 0; i < s->routine_count; i++)
      if (strcmp(s->routines[i].name, routine) == 0)
         sum += s->routines[i].path;
   return share(s, sum);
}

static double weight(const whatif *s, const char *routine)
{
   return fmax(whatif_self(s, routine), whatif_slope(s, routine));
}

/* Routines below this share of the time are not worth a run. */
#define LEAST 0.005

void whatif_choose(whatif *s, size_t top, const unsigned *percents,
                   size_t count)
{
   for (size_t n = 0; n < top; n++) {
      const char *best = NULL;

      for (size_t i = 0; i < s->routine_count; i++) {
         const char *name = s->routines[i].name;

         if (*name && !has_point(s, name) && weight(s, name) >= LEAST &&
             (best == NULL || weight(s, name) > weight(s, best)))
            best = name;
      }
      if (best == NULL)
         return;
      for (size_t i = 0; i < count; i++)
         whatif_add_point(s, best, percents[i]);
   }
}

double whatif_gain(const whatif *s, const whatif_point *p)
{
   return 100 * (1 - share(s, p->clock));
}

double whatif_spread(const whatif *s)
{
   if (s->base_count < 2 || s->base[0].clock == 0)
      return 0;
   return 100 * fabs(share(s, s->base[1].clock) - 1);
}

double whatif_grain(const whatif *s)
{
   uint64_t sum = 0;

   if (s->base[0].waits == 0)
      return 0;
   for (size_t i = 0; i < s->routine_count; i++)
      sum += s->routines[i].self;
   return (double)sum / (double)s->settings[WHATIF_UNITS] /
          (double)s->base[0].waits;
}

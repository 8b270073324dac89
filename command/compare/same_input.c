/* Two profiles of the same work.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "compare/same_input.h"
#include "base/memory.h"
#include "base/paths.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Numbers that differ by less than this part are called equal, as sizes are
   (compare.h). */
#define SAME 0.01
/* Equal amounts from the kernel say something if they are this part of a
   program's input at the least, or this many cells in each run: of a program
   with data of its own it is little more than what the dynamic linker reads
   (200 to 700 cells in C and C++).  Many large libraries have many relocations,
   which are most of the input of a program that reads a short file. */
#define LEAST_EXTERNAL 0.05
#define LEAST_CELLS 2000.0

static bool is_near(prof_sum a, prof_sum b)
{
   return fabs((double)a - (double)b) <= SAME * fmax((double)a, (double)b);
}

/* Two versions may be run in folders of their own, on the same files. */
static bool is_equal_argument(const char *a, const char *b)
{
   return strcmp(a, b) == 0 ||
          (*paths_file_name(a) &&
           strcmp(paths_file_name(a), paths_file_name(b)) == 0);
}

static bool has_equal_arguments(char *const *a, char *const *b)
{
   size_t i = 0;

   if (a[0] == NULL || b[0] == NULL)
      return a[0] == b[0];
   for (i = 1; a[i] && b[i]; i++)
      if (!is_equal_argument(a[i], b[i]))
         return false;
   return a[i] == b[i];
}

static bool has_external(const model *m)
{
   const double external = (double)m->total.external;

   return external > 0 &&
          (external >= LEAST_EXTERNAL * (double)m->total.trms ||
           external >= LEAST_CELLS * (double)m->run_count);
}

double same_input_scale(const matching *m)
{
   const model *old = m->models[MATCH_OLD], *new = m->models[MATCH_NEW];

   return has_external(old) && has_external(new)
          ? (double)new->total.external / (double)old->total.external : 0;
}

bool same_input_is_equal(double scale)
{
   return fabs(scale - 1) <= SAME;
}

/* Runs are in the order of their processes' numbers, which start again at small
   ones, so the order means nothing. */
bool same_input_has_equal_commands(const matching *m)
{
   const model *old = m->models[MATCH_OLD], *new = m->models[MATCH_NEW];
   bool *taken, all = old->run_count == new->run_count;

   taken = memory_new(new->run_count + 1, sizeof *taken);
   for (size_t i = 0; all && i < old->run_count; i++) {
      size_t k = 0;

      while (k < new->run_count &&
             (taken[k] || !has_equal_arguments(old->runs[i].arguments,
                                               new->runs[k].arguments)))
         k++;
      all = k < new->run_count;
      taken[k] = true;
   }
   free(taken);
   return all;
}

bool same_input_is(const matching *m)
{
   const model *old = m->models[MATCH_OLD], *new = m->models[MATCH_NEW];

   return old->run_count > 0 && has_external(old) &&
          is_near(old->total.external, new->total.external) &&
          same_input_has_equal_commands(m);
}

double same_input_ratio(const matching *m, size_t pair)
{
   const prof_tuple old = match_sums(m, &m->pairs[pair], MATCH_OLD);
   const prof_tuple new = match_sums(m, &m->pairs[pair], MATCH_NEW);

   return old.calls > 0 && new.calls > 0 && old.outermost > 0 &&
          is_near(old.calls, new.calls) && !is_near(old.trms, new.trms)
          ? (double)new.outermost / (double)old.outermost : 0;
}

/* Two profiles of different programs.

   A new version may have another name, and a program may be renamed, but then
   most of its routines are the same.  Programs share the system's libraries, and
   `main`.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "compare/other_program.h"
#include "assess/runtime_objects.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/paths.h"
#include "names/made_names.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Versions of one program share more than this part of the cost of their own
   routines. */
#define SHARED 0.01

static const char *program_of(const model *m)
{
   return m->run_count > 0 && m->runs[0].arguments[0]
          ? paths_file_name(m->runs[0].arguments[0]) : "";
}

static int compare_names(const void *a, const void *b)
{
   return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Return whether the routine tells programs apart.  The name of a place differs
   in versions without symbols. */
static bool is_own(const model *m, size_t routine)
{
   const model_routine *r = &m->routines[routine];

   return *r->name && !model_is_main(r) &&
          !made_names_is(r, &m->objects[r->object]) &&
          !runtime_objects_has(m->objects[r->object].name);
}

/* Return the sorted names of a model's own routines; the caller frees the
   list. */
static const char **names_of(const model *m, size_t *count)
{
   const char **names = memory_new(m->routine_count + 1, sizeof *names);

   *count = 0;
   for (size_t i = 0; i < m->routine_count; i++)
      if (is_own(m, i))
         names[(*count)++] = m->routines[i].name;
   qsort(names, *count, sizeof *names, compare_names);
   return names;
}

/* Return whether routines of a model have a cost, and next to none of it in
   routines whose names are in the other one as well, in whatever file: a version
   may be in other files. */
static bool is_apart(const model *m, const model *other)
{
   double own = 0, shared = 0;
   size_t count;
   const char **names = names_of(other, &count);

   for (size_t i = 0; i < m->routine_count; i++) {
      const char *name = m->routines[i].name;
      double self;

      if (!is_own(m, i))
         continue;
      self = (double)model_sums(m, i, MODEL_ALL_THREADS).self.sum;
      own += self;
      if (bsearch(&name, names, count, sizeof *names, compare_names))
         shared += self;
   }
   free(names);
   return own > 0 && shared < SHARED * own;
}

void other_program_warn(const matching *m)
{
   const model *a = m->models[MATCH_OLD], *b = m->models[MATCH_NEW];
   const char *old = program_of(a), *new = program_of(b);

   if (strcmp(old, new) != 0 && is_apart(a, b) && is_apart(b, a))
      message_warning("%s and %s have no routines in common that cost "
                      "anything: these are profiles of different programs",
                      old, new);
}

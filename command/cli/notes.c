/* Notes about a profile that several verbs print.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cli/notes.h"
#include "base/message.h"
#include "base/paths.h"
#include "engine/profile/rounding.h"

#include <string.h>

int notes_refuse_contexts(model *m, const char *name)
{
   model_free(m);
   if (name)
      message_error("%s: --by=caller: the profile holds no calling contexts "
                    "(profile with --contexts=N)", name);
   else
      message_error("--by=caller: not all of the profiles hold calling "
                    "contexts (profile with --contexts=N)");
   return STATUS_UNUSABLE;
}

void notes_rounded(const model *m)
{
   size_t count = 0, one = 0;

   for (size_t i = 0; i < m->prof_count; i++)
      if (m->profs[i].rounded) {
         if (count == 0 || m->profs[i].routine != one)
            count++;
         one = m->profs[i].routine;
      }
   if (count > 0)
      message_note("%zu routine%s, such as %s, had very many sizes, which are "
                   "rounded to %u binary digits: see --max-sizes", count,
                   count == 1 ? "" : "s", m->routines[one].shown,
                   ROUNDING_BITS);
}

/* Print the sentences of options that had no effect on a routine. */
static void note_no_effect(const model *m)
{
   static const char name[] = "x-no-effect\t";

   for (size_t i = 0; i < m->optional_count; i++)
      if (m->optionals[i].owner.kind == MODEL_OF_ALL &&
          strncmp(m->optionals[i].key, name, sizeof name - 1) == 0)
         message_note("%s", m->optionals[i].key + sizeof name - 1);
}

void notes_unmatched(const model *m)
{
   static const char name[] = "x-unmatched\t";

   note_no_effect(m);
   for (size_t i = 0; i < m->optional_count; i++) {
      const char *key = m->optionals[i].key;
      const char *option = key + sizeof name - 1, *near;

      if (m->optionals[i].owner.kind != MODEL_OF_ALL ||
          strncmp(key, name, sizeof name - 1) != 0)
         continue;
      near = strchr(option, '\t');
      if (near && near[1])
         message_note("no routine that %.*s names has run (near: %s)",
                      (int)(near - option), option, near + 1);
      else
         message_note("no routine that %.*s names has run",
                      near ? (int)(near - option) : (int)strlen(option),
                      option);
   }
}

/* Return whether an object is the program of the first run, or another build of
   it. */
static bool is_program(const model *m, const model_object *o)
{
   return *o->build_id && m->run_count > 0 && m->runs[0].arguments[0] &&
          strcmp(paths_file_name(o->name),
                 paths_file_name(m->runs[0].arguments[0])) == 0;
}

void notes_builds(const model *m)
{
   const model_object *first = NULL;
   size_t others = 0;

   for (size_t i = 0; i < m->object_count; i++) {
      const model_object *o = &m->objects[i];

      if (!is_program(m, o))
         continue;
      if (first == NULL)
         first = o;
      else
         others += strcmp(o->build_id, first->build_id) != 0;
   }
   if (others > 0)
      message_note("the runs are of several builds of %s, whose routines have "
                   "rows of their own: leave out the profiles of older builds; "
                   "aprof diff compares two builds",
                   paths_file_name(first->name));
}

void notes_folded(const model *m)
{
   if (!m->separate)
      message_note("the threads are not kept apart: profile with "
                   "--separate-threads=yes");
}

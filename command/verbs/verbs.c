/* What several verbs say alike.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/verbs.h"
#include "base/message.h"
#include "engine/profile/rounding.h"

bool verbs_begin(int argc, char **argv, const option_table *table,
                 size_t *files, int *status)
{
   options_result result = options_parse(argc, argv, table, files);

   *status = result == OPTIONS_HELP ? STATUS_DONE : STATUS_UNUSABLE;
   return result == OPTIONS_GOOD && options_need_files(table, *files);
}

int verbs_refuse_contexts(model *m, const char *name)
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

void verbs_note_rounded(const model *m)
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

void verbs_note_folded(const model *m)
{
   if (!m->separate)
      message_note("the threads are not told apart: profile with "
                   "--separate-threads=yes");
}

/* Folding the threads of a profile.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/fold.h"
#include "profile/optional.h"
#include "profile/tables.h"

void fold_threads(model *m)
{
   if (!m->separate)
      return;
   m->separate = false;
   m->prof_count = tables_fold_profs(m->profs, m->prof_count);
   m->context_prof_count = tables_fold_profs(m->context_profs,
                                             m->context_prof_count);
   for (size_t i = 0; i < m->optional_count; i++)
      optional_fold(&m->optionals[i].owner);
   m->optional_count = optional_sum_up(m->optionals, m->optional_count);
}

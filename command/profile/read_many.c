/* Reading several profile files as one.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/read.h"
#include "profile/inlined_names.h"
#include "profile/merge.h"
#include "base/message.h"

#include <string.h>

static bool is_unfinished(const char *name)
{
   const char *dot = strrchr(name, '.');

   return dot && strcmp(dot, ".part") == 0;
}

/* If a setting of `b` is not one of `a`, say so. */
static bool has_other_setting(const model *a, const char *name_a,
                              const model *b, const char *name_b)
{
   const model_setting *s = model_setting_missing(b, a);

   if (s)
      message_error("%s: measured with '%s %s', unlike %s: the two cannot be "
                    "merged", name_b, records_setting_names[s->setting],
                    s->value, name_a);
   return s != NULL;
}

/* Can the two be merged?  If not, one line on stderr has said why. */
static bool may_join(const model *a, const char *name_a, const model *b,
                     const char *name_b)
{
   if (a->cell_size != b->cell_size)
      message_error("%s: another cell size than in %s, %u bytes instead of %u: "
                    "the two cannot be merged", name_b, name_a, b->cell_size,
                    a->cell_size);
   else if (a->counts_instructions != b->counts_instructions)
      message_error("%s: another unit of cost than in %s, %s instead of %s: "
                    "the two cannot be merged", name_b, name_a,
                    model_cost_unit(b), model_cost_unit(a));
   else
      return !has_other_setting(a, name_a, b, name_b)
             && !has_other_setting(b, name_b, a, name_a);
   return false;
}

model *profile_read_as_one(char *const *names, size_t count, bool by_source)
{
   merge_state *all = merge_new(by_source);
   model head = { .cell_size = 0 };   /* of the first: numbers and settings */
   const char *first = NULL;
   model *sum;

   for (size_t i = 0; i < count; i++) {
      model *m;

      if (is_unfinished(names[i])) {
         message_note("%s: left out, a profile that is not finished",
                      names[i]);
         continue;
      }
      m = profile_read(names[i]);
      if (m == NULL ||
          (first && !may_join(&head, first, m, names[i]))) {
         model_free(m);
         merge_free(all);
         model_free_settings(&head);
         return NULL;
      }
      if (first == NULL) {
         first = names[i];
         head.cell_size = m->cell_size;
         head.counts_instructions = m->counts_instructions;
         model_copy_settings(&head, m);
      }
      inlined_names_find(m);
      merge_add(all, m);
   }
   model_free_settings(&head);
   sum = merge_finish(all);
   if (sum == NULL)
      message_error("no finished profile among the files");
   return sum;
}

model *profile_read_many(char *const *names, size_t count)
{
   return profile_read_as_one(names, count, false);
}

model *profile_read_baseline(const char *name, const model *m,
                             const char *name_m)
{
   char *names[] = { (char *)name };
   model *old = profile_read_many(names, 1);
   const char *wrong = old ? model_incompatible(m, old) : NULL;

   if (wrong) {
      message_error("%s: %s than in %s: it is no baseline", name, wrong, name_m);
      model_free(old);
      return NULL;
   }
   return old;
}

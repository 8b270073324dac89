/* The start that most verbs share.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/verbs.h"
#include "base/message.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *const verbs_formats[] = { "table", "tsv", "json", NULL };
const char *const verbs_callers[] = { "caller", NULL };

rows_format verbs_rows(verbs_format format)
{
   return format == VERBS_TSV ? ROWS_TSV : ROWS_JSON;
}

static bool has_option(const option_table *table, const char *name)
{
   const option *o = table->options;

   while (o->name && strcmp(o->name, name) != 0)
      o++;
   return o->name != NULL;
}

/* `aprof list` has the routine before the files, so that other verbs are tried in
   this way.  Return whether this is so, after one line on stderr. */
static bool refuse_routine(const option_table *table, char *const *files,
                           size_t count)
{
   if (count < 2 || !has_option(table, "routine") ||
       strcmp(files[0], "-") == 0 || strchr(files[0], '/') ||
       access(files[0], F_OK) == 0 || errno != ENOENT ||
       access(files[1], F_OK) != 0)
      return false;
   message_error("%s: there is no file '%s'; --routine=%s names a routine",
                 table->verb, files[0], files[0]);
   return true;
}

bool verbs_begin(int argc, char **argv, const option_table *table,
                 size_t *files, int *status)
{
   options_result result = options_parse(argc, argv, table, files);

   *status = result == OPTIONS_HELP ? STATUS_DONE : STATUS_UNUSABLE;
   return result == OPTIONS_GOOD && options_need_files(table, *files) &&
          !refuse_routine(table, argv, *files);
}

void verbs_note_missing(const sample_table *t)
{
   if (t->changed + t->gone > 0)
      message_note("%" PRIu64 " samples have no routines: files such as %s %s",
                   t->changed + t->gone, t->example,
                   t->changed > 0 ? "are not the builds that were sampled"
                                  : "can't be read");
}

bool verbs_look_below(samples *s, const char *folder)
{
   struct stat there;

   if (folder == NULL)
      return true;
   if (stat(folder, &there) != 0 || !S_ISDIR(there.st_mode)) {
      message_error("--symfs: '%s' is no folder", folder);
      return false;
   }
   samples_look_below(s, folder);
   return true;
}

/* aprof merge: make one profile of several.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/memory.h"
#include "base/message.h"
#include "cli/file_list.h"
#include "cli/options.h"
#include "cli/outfile.h"
#include "profile/read.h"
#include "profile/starts.h"
#include "profile/write.h"
#include "samples/read.h"
#include "samples/write.h"
#include "verbs/verbs.h"

#include <stdlib.h>
#include <string.h>

/* Return the named files and the names of the list in one array. */
static char **all_files(char **named, size_t count, const file_list *list)
{
   char **all = memory_new(count + list->count, sizeof *all);

   if (count > 0)
      memcpy(all, named, count * sizeof *all);
   if (list->count > 0)
      memcpy(all + count, list->names, list->count * sizeof *all);
   return all;
}

/* Warn of runs of different programs: their routines are in one profile then. */
static void warn_of_programs(const model *m)
{
   const size_t other = model_other_program(m);

   if (other != 0)
      message_warning("the profiles are of different programs, such as '%s' "
                      "and '%s': the result has the routines of both (--quiet: "
                      "no warning)", m->runs[0].arguments[0],
                      m->runs[other].arguments[0]);
}

static bool write_profile(const char *name, const model *m)
{
   outfile out;

   /* As private as the tool writes profiles: they hold command lines. */
   if (!outfile_open_as(&out, name, 0600, FILE_PROFILE))
      return false;
   profile_write(out.file, m);
   return outfile_close(&out);
}

/* Write the sum of samples files.  Return the exit status. */
static int merge_samples(const char *name, char *const *files, size_t count)
{
   samples *s = samples_read_many(files, count);
   bool written = s && samples_write(name, s);

   samples_free(s);
   return written ? STATUS_DONE : STATUS_UNUSABLE;
}

int verb_merge(int argc, char **argv)
{
   static const char *const bys[] = { "object", "source", NULL };
   enum { BY_OBJECT, BY_SOURCE };
   const char *name = NULL, *from = NULL;
   int by = BY_OBJECT;
   const option options[] = {
      { "o", OPTION_TEXT, &name, NULL, "OUT",
        "the profile to write; - is stdout" },
      { "files-from", OPTION_TEXT, &from, NULL, "LIST",
        "more files, named in LIST; - is stdin" },
      { "by", OPTION_CHOICE, &by, bys, "object|source",
        "routines of one name and source file are one in each object "
        "(default), or in all" },
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = {
      "merge", "-o OUT [OPTION...] [--files-from=LIST] [FILE...]",
      "Writes the profile that one run of all would have given.", options,
   };
   file_list list = { .text = NULL };
   size_t count;
   options_result result = options_parse(argc, argv, &table, &count);
   char **files;
   model *m;
   bool written = false;

   if (result != OPTIONS_GOOD)
      return result == OPTIONS_HELP ? STATUS_DONE : STATUS_UNUSABLE;
   if (from == NULL && !options_need_files(&table, count))
      return STATUS_UNUSABLE;
   if (name == NULL) {
      message_error("merge: -o OUT is missing");
      return STATUS_UNUSABLE;
   }
   if (from && !file_list_read(&list, from))
      return STATUS_UNUSABLE;
   files = all_files(argv, count, &list);
   if (count + list.count > 0 && samples_is_file(files[0])) {
      int status = merge_samples(name, files, count + list.count);

      free(files);
      file_list_free(&list);
      return status;
   }
   m = profile_read_as_one(files, count + list.count, by == BY_SOURCE);
   if (m) {
      if (m->most_callers > m->callers)
         message_note("the profiles keep up to %u callers apart, but not all "
                      "of them: the sum keeps %u", m->most_callers, m->callers);
      if (by == BY_OBJECT)
         warn_of_programs(m);
      written = write_profile(name, m);
      model_free(m);
   }
   free(files);
   file_list_free(&list);
   return written ? STATUS_DONE : STATUS_UNUSABLE;
}

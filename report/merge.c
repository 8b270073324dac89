/* aprof merge: one profile of several.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "message.h"
#include "options.h"
#include "outfile.h"
#include "profile_read.h"
#include "profile_write.h"
#include "verbs.h"

int verb_merge(int argc, char **argv)
{
   const char *name = NULL;
   const option options[] = {
      { "o", OPTION_TEXT, &name, NULL, "OUT",
        "the profile to write; - is stdout" },
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = {
      "merge", "-o OUT FILE...",
      "Writes the profile that one run of all would have given.", options,
   };
   size_t files;
   int status;
   outfile out;
   model *m;
   bool written = false;

   if (!verbs_begin(argc, argv, &table, &files, &status))
      return status;
   if (name == NULL) {
      message_error("merge: -o OUT is missing");
      return STATUS_UNUSABLE;
   }
   m = profile_read_all(argv, files);
   if (m == NULL)
      return STATUS_UNUSABLE;
   /* As private as the tool writes them: they hold command lines. */
   if (outfile_open(&out, name, 0600)) {
      profile_write(out.file, m);
      written = outfile_close(&out);
   }
   model_free(m);
   return written ? STATUS_DONE : STATUS_UNUSABLE;
}

/* aprof export: a profile in the forms of other programs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/export.h"
#include "base/message.h"
#include "cli/options.h"
#include "cli/outfile.h"
#include "profile/read.h"
#include "verbs/verbs.h"

/* In the order of the choices of --format. */
static export_writer *const writers[] = {
   export_callgrind, export_json, export_tsv, export_extrap, export_pprof,
};
static const char *const formats[] = {
   "callgrind", "json", "tsv", "extrap", "pprof", NULL
};

static int write_whole(const char *name, export_writer *write, const model *m,
                       const export_wish *wish)
{
   outfile out;
   int status;

   /* As private as profiles are: command lines are in some of the forms. */
   if (!outfile_open_beside(&out, name, 0600))
      return STATUS_UNUSABLE;
   status = write(out.file, m, wish);
   if (status != STATUS_DONE)
      outfile_discard(&out);
   else if (!outfile_close(&out))
      status = STATUS_UNUSABLE;
   return status;
}

int verb_export(int argc, char **argv)
{
   const char *name = "-";
   int format = 0, metric = -1, status;   /* -1: not chosen */
   export_wish wish = { .routine = NULL };
   const option options[] = {
      { "format", OPTION_CHOICE, &format, formats, "FORMAT",
        "callgrind (default), json, tsv, extrap or pprof" },
      { "o", OPTION_TEXT, &name, NULL, "OUT",
        "the file to write; - (default) is stdout" },
      { "routine", OPTION_TEXT, &wish.routine, NULL, "NAME",
        "extrap: only what NAME finds" },
      { "metric", OPTION_CHOICE, &metric, records_metric_names, "METRIC",
        "extrap: the size, trms (default), ext or rms" },
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = {
      "export", "[OPTION...] FILE...",
      "Writes a profile in the form of another program.", options,
   };
   size_t files;
   model *m;

   if (!verbs_begin(argc, argv, &table, &files, &status))
      return status;
   if (wish.routine && writers[format] != export_extrap) {
      message_error("export: --routine is for --format=extrap");
      return STATUS_UNUSABLE;
   }
   if (metric >= 0 && writers[format] != export_extrap) {
      message_error("export: --metric is for --format=extrap");
      return STATUS_UNUSABLE;
   }
   wish.metric = metric >= 0 ? metric : PROF_TRMS;
   m = profile_read_all(argv, files);
   if (m == NULL)
      return STATUS_UNUSABLE;
   status = write_whole(name, writers[format], m, &wish);
   model_free(m);
   return status;
}

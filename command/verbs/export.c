/* aprof export: a profile in the forms of other programs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/memory.h"
#include "base/message.h"
#include "cli/options.h"
#include "cli/outfile.h"
#include "cli/size_metric.h"
#include "export/coz.h"
#include "export/export.h"
#include "export/samples_pprof.h"
#include "profile/read.h"
#include "samples/read.h"
#include "verbs/verbs.h"
#include "whatif/read.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* By the choices of --format. */
static export_writer *const writers[] = {
   export_callgrind, export_json, export_tsv, export_extrap, export_pprof,
   export_collapsed, export_speedscope, NULL,
};
static const char *const formats[] = {
   "callgrind", "json", "tsv", "extrap", "pprof", "collapsed",
   "speedscope", "coz", NULL
};
enum { FORMAT_COZ = 7 };      /* of a series, not of a profile */

static int write_whole(const char *name, export_writer *write, const model *m,
                       const export_options *o)
{
   outfile out;
   int status;

   /* As private as profiles: some of the forms hold command lines. */
   if (!outfile_open_beside(&out, name, 0600))
      return STATUS_UNUSABLE;
   status = write(out.file, m, o);
   if (status != STATUS_DONE)
      outfile_discard(&out);
   else if (!outfile_close(&out))
      status = STATUS_UNUSABLE;
   return status;
}

/* Return false after one line on stderr if this is a folder without samples. */
static bool has_samples(const char *name)
{
   struct stat there;
   char **names;
   size_t count;

   if (stat(name, &there) != 0 || !S_ISDIR(there.st_mode))
      return true;
   names = samples_files_of(name, &count);
   memory_free_strings(names, count);
   return count > 0;
}

/* Write samples files, of which pprof's is the only other format.  Return the
   exit status. */
static int write_samples(const char *name, int format, char *const *files,
                         size_t count)
{
   outfile out;
   samples *s;
   int status;

   /* A folder without samples is told first: it may have profiles. */
   if (writers[format] != export_pprof) {
      if (has_samples(files[0]))
         message_error("%s: samples can be exported with --format=pprof only",
                       files[0]);
      return STATUS_UNUSABLE;
   }
   s = samples_read_times(files, count);
   if (s == NULL)
      return STATUS_UNUSABLE;
   if (!outfile_open_beside(&out, name, 0600)) {
      samples_free(s);
      return STATUS_UNUSABLE;
   }
   status = export_samples_pprof(out.file, s);
   samples_free(s);
   if (status != STATUS_DONE)
      outfile_discard(&out);
   else if (!outfile_close(&out))
      status = STATUS_UNUSABLE;
   return status;
}

/* Write a series of aprof what-if.  Return the exit status. */
static int write_series(const char *name, char *const *files, size_t count)
{
   outfile out;
   whatif *s;
   size_t points;
   int status;

   if (count > 1) {
      message_error("export: --format=coz takes one series");
      return STATUS_UNUSABLE;
   }
   s = whatif_read(files[0]);
   if (s == NULL)
      return STATUS_UNUSABLE;
   if (s->base_count == 0) {
      message_error("%s: it is no series: it has no base run", files[0]);
      whatif_free(s);
      return STATUS_UNUSABLE;
   }
   if (!outfile_open_beside(&out, name, 0600)) {
      whatif_free(s);
      return STATUS_UNUSABLE;
   }
   status = export_coz(out.file, s);
   points = export_coz_points(s);
   whatif_free(s);
   if (!outfile_close(&out))
      return STATUS_UNUSABLE;
   if (points < EXPORT_COZ_SHOWN)
      message_note("export: Coz's viewer shows nothing below its Minimum "
                   "Points, at first %d: set them to %zu", EXPORT_COZ_SHOWN,
                   points);
   return status;
}

int verb_export(int argc, char **argv)
{
   const char *name = "-";
   int format = 0, metric = -1, status;   /* -1: not given */
   export_options o = { .routine = NULL };
   const option options[] = {
      { "format", OPTION_CHOICE, &format, formats, "FORMAT",
        "callgrind (default), json, tsv, extrap, pprof, collapsed, speedscope "
        "or, of a series of aprof what-if, coz" },
      { "o", OPTION_TEXT, &name, NULL, "OUT",
        "the file to write; - (default) is stdout" },
      { "routine", OPTION_TEXT, &o.routine, NULL, "NAME",
        "extrap: only what NAME finds" },
      { "metric", OPTION_CHOICE, &metric, records_metric_names, "METRIC",
        "extrap: the size, trms (default), ext, rms or wms" },
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = {
      "export", "[OPTION...] FILE...",
      "Writes a profile in the format of another program.", options,
   };
   size_t files;
   model *m;

   if (!verbs_begin(argc, argv, &table, &files, &status))
      return status;
   if (o.routine && writers[format] != export_extrap) {
      message_error("export: --routine is for --format=extrap");
      return STATUS_UNUSABLE;
   }
   if (metric >= 0 && writers[format] != export_extrap) {
      message_error("export: --metric is for --format=extrap");
      return STATUS_UNUSABLE;
   }
   /* As gzip: these bytes would set the terminal into a strange state. */
   if (strcmp(formats[format], "pprof") == 0 && strcmp(name, "-") == 0 &&
       isatty(STDOUT_FILENO)) {
      message_error("export: pprof's format is not written to a terminal; name "
                    "a file, -o OUT");
      return STATUS_UNUSABLE;
   }
   if (format == FORMAT_COZ)
      return write_series(name, argv, files);
   o.metric = metric >= 0 ? metric : PROF_TRMS;
   if (samples_is_file(argv[0]))
      return write_samples(name, format, argv, files);
   m = profile_read_many(argv, files);
   if (m == NULL)
      return STATUS_UNUSABLE;
   status = STATUS_UNUSABLE;
   if (size_metric_is_measured(m, o.metric))
      status = write_whole(name, writers[format], m, &o);
   model_free(m);
   return status;
}

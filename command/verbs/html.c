/* aprof html: one page that holds a whole profile, for a browser.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/message.h"
#include "cli/notes.h"
#include "cli/options.h"
#include "cli/outfile.h"
#include "html/baseline.h"
#include "html/document.h"
#include "profile/fold.h"
#include "profile/read.h"
#include "verbs/verbs.h"
#include "whatif/read.h"

#include <stdlib.h>

/* Read the baseline of m, which was read from `file` first.  Return NULL after
   one line on stderr if it can't be read, or not be compared. */
static model *read_baseline(const char *name, const model *m,
                            const char *file)
{
   char *names[] = { (char *)name };
   model *old = profile_read_many(names, 1);
   const char *reason;

   if (old == NULL)
      return NULL;
   reason = model_incompatible(m, old);
   if (reason) {
      message_error("%s: %s than in %s: it is no baseline", name, reason,
                    file);
      model_free(old);
      return NULL;
   }
   fold_threads(old);
   return old;
}

/* Write the page.  Return false after one line on stderr on failure. */
static bool write_page(const char *name, const html_document *p,
                       const model *m, const model *old, renames *maps)
{
   outfile out;
   html_data *d;
   bool written;

   /* As private as a profile: it holds command lines and source lines. */
   if (!outfile_open_beside(&out, name, 0600))
      return false;
   d = html_data_new(m, old);
   if (old)
      html_baseline_find(d, maps);
   html_document_write(p, d, out.file);
   written = outfile_close(&out);
   html_data_free(d);
   return written;
}

int verb_html(int argc, char **argv)
{
   html_document p = { .files = argv };
   const char *name = NULL, *series = NULL, *counts_name = NULL;
   html_seconds *seconds = NULL;
   unsigned long scale = 0;
   option_list recordings = { 0 };
   whatif *gains = NULL;
   model *m = NULL, *old = NULL;
   option_list map_values = { 0 };
   renames maps = { NULL, 0 };
   const option options[] = {
      { "o", OPTION_TEXT, &name, NULL, "OUT.html",
        "the page to write; - is stdout" },
      { "baseline", OPTION_TEXT, &p.old_file, NULL, "OLD",
        "a profile to compare with" },
      { "map", OPTION_LIST, &map_values, NULL, "OLD=NEW",
        "a path of the baseline was renamed; see diff" },
      { "what-if", OPTION_TEXT, &series, NULL, "SERIES",
        "a series of aprof what-if, shown above the routines" },
      { "samples", OPTION_LIST, &recordings, NULL, "FILE|FOLDER",
        "samples of aprof record: seconds now and on larger inputs" },
      { "scale", OPTION_COUNT, &scale, NULL, "N",
        "with --samples: the time with inputs N times as large (default: 10)" },
      { "counts", OPTION_TEXT, &counts_name, NULL, "FILE",
        "with --samples: misses of small caches; see aprof prof" },
      { "no-source", OPTION_FLAG, &p.no_source, NULL, NULL,
        "leave the program's source lines out" },
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = {
      "html", "[OPTION...] -o OUT.html FILE...",
      "Writes a page for a browser: a profile, or several merged, with all "
      "charts.", options,
   };
   int status = STATUS_UNUSABLE;

   if (!verbs_begin(argc, argv, &table, &p.count, &status)) {
      free(map_values.values);
      free(recordings.values);
      return status;
   }
   if (name == NULL) {
      message_error("html: -o OUT.html is missing");
   } else if (!html_document_is_built()) {
      message_error("html: this aprof was built without Chart.js: install "
                    "libjs-chart.js, configure and build again");
   } else if (map_values.count > 0 && p.old_file == NULL) {
      message_error("--map needs --baseline=OLD");
   } else if ((scale || counts_name) && recordings.count == 0) {
      message_error("html: --%s needs --samples=FILE",
                    scale ? "scale" : "counts");
   } else if (series && (gains = whatif_read(series)) == NULL) {
      /* One line on stderr has said why. */
   } else if (renames_read(&maps, &map_values)) {
      p.gains = gains;
      m = profile_read_many(argv, p.count);
      if (m)
         notes_rounded(m);
      if (m && p.old_file)
         old = read_baseline(p.old_file, m, argv[0]);
      if (m && recordings.count > 0)
         p.seconds = seconds = html_seconds_new(&recordings, m,
                                                scale ? scale : 10,
                                                counts_name);
      if (m && (old || !p.old_file) && (seconds || recordings.count == 0) &&
          write_page(name, &p, m, old, &maps))
         status = STATUS_DONE;
      html_seconds_free(seconds);
      model_free(m);
      model_free(old);
   }
   whatif_free(gains);
   renames_free(&maps);
   free(map_values.values);
   free(recordings.values);
   return status;
}

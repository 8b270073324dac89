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

typedef struct {
   html_document page;
   const char *out, *series, *counts;
   unsigned long scale;               /* 0: not given */
   option_list recordings, maps;
} html_options;

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

static bool options_fit(const html_options *o)
{
   if (o->out == NULL)
      message_error("html: -o OUT.html is missing");
   else if (!html_document_is_built())
      message_error("html: this aprof was built without Chart.js: install "
                    "libjs-chart.js, configure and build again");
   else if (o->maps.count > 0 && o->page.old_file == NULL)
      message_error("--map needs --baseline=OLD");
   else if ((o->scale || o->counts) && o->recordings.count == 0)
      message_error("html: --%s needs --samples=FILE",
                    o->scale ? "scale" : "counts");
   else
      return true;
   return false;
}

/* Read what the page shows beside the profile, and write the page.  Return
   false after one line on stderr on failure. */
static bool make_page(html_options *o, renames *maps)
{
   html_document *p = &o->page;
   model *m = profile_read_many(p->files, p->count), *old = NULL;
   html_seconds *seconds = NULL;
   bool good = m != NULL;

   if (m)
      notes_rounded(m);
   if (m && p->old_file) {
      old = profile_read_baseline(p->old_file, m, p->files[0]);
      good = old != NULL;
      if (old)
         fold_threads(old);
   }
   if (m && o->recordings.count > 0) {
      p->seconds = seconds = html_seconds_new(&o->recordings, m,
                                              o->scale ? o->scale : 10,
                                              o->counts);
      good &= seconds != NULL;
   }
   if (good)
      good = write_page(o->out, p, m, old, maps);
   html_seconds_free(seconds);
   model_free(m);
   model_free(old);
   return good;
}

int verb_html(int argc, char **argv)
{
   html_options o = { .page = { .files = argv } };
   const option options[] = {
      { "o", OPTION_TEXT, &o.out, NULL, "OUT.html",
        "the page to write; - is stdout" },
      { "baseline", OPTION_TEXT, &o.page.old_file, NULL, "OLD",
        "a profile to compare with" },
      { "map", OPTION_LIST, &o.maps, NULL, "OLD=NEW",
        "a path of the baseline was renamed; see diff" },
      { "what-if", OPTION_TEXT, &o.series, NULL, "SERIES",
        "a series of aprof what-if, shown above the routines" },
      { "samples", OPTION_LIST, &o.recordings, NULL, "FILE|FOLDER",
        "samples of aprof record: seconds now and on larger inputs" },
      { "scale", OPTION_COUNT, &o.scale, NULL, "N",
        "with --samples: the time with inputs N times as large (default: 10)" },
      { "counts", OPTION_TEXT, &o.counts, NULL, "FILE",
        "with --samples: misses of small caches; see aprof prof" },
      { "no-source", OPTION_FLAG, &o.page.no_source, NULL, NULL,
        "leave the program's source lines out" },
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = {
      "html", "[OPTION...] -o OUT.html FILE...",
      "Writes a page for a browser: a profile, or several merged, with all "
      "charts.", options,
   };
   int status = STATUS_UNUSABLE;

   if (verbs_begin(argc, argv, &table, &o.page.count, &status) &&
       options_fit(&o)) {
      whatif *gains = o.series ? whatif_read(o.series) : NULL;
      renames maps = { NULL, 0 };

      o.page.gains = gains;
      if ((gains || o.series == NULL) && renames_read(&maps, &o.maps) &&
          make_page(&o, &maps))
         status = STATUS_DONE;
      whatif_free(gains);
      renames_free(&maps);
   }
   free(o.maps.values);
   free(o.recordings.values);
   return status;
}

/* aprof html: one page that holds a whole profile, for a browser.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/message.h"
#include "cli/options.h"
#include "cli/outfile.h"
#include "html/data.h"
#include "html/page.h"
#include "profile/read.h"
#include "verbs/verbs.h"

#include <stdlib.h>

/* What to write where. */
typedef struct {
   const char *name, *old_file;       /* old_file: or NULL */
   char **files;
   size_t count;
   bool no_source;
   model *m, *old;
} page;

static void begin_block(FILE *f, const char *id, const char *type)
{
   fprintf(f, "<script type=\"%s\" id=\"data-%s\">", type, id);
}

static void end_block(FILE *f)
{
   fputs("</script>\n", f);
}

static void write_page(const page *p, const html_data *d, FILE *f)
{
   fwrite(html_page_head, 1, html_page_head_size, f);
   begin_block(f, "run", "application/json");
   html_write_run(d, p->files, p->count, p->old_file, f);
   end_block(f);
   begin_block(f, "routines", "application/json");
   html_write_routines(d, f);
   end_block(f);
   begin_block(f, "edges", "application/json");
   html_write_edges(d, f);
   end_block(f);
   begin_block(f, "details", "text/plain");
   html_write_details(d, f);
   end_block(f);
   begin_block(f, "sources", "text/plain");
   html_sources_write(&d->sources, d->m, !p->no_source, f);
   end_block(f);
   fwrite(html_page_tail, 1, html_page_tail_size, f);
}

/* NULL: it can't be read, or not be compared with m, which was read from
   `file` first; one line has said why. */
static model *read_baseline(const char *name, const model *m,
                            const char *file)
{
   char *names[] = { (char *)name };
   model *old = profile_read_all(names, 1);
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
   model_fold(old);
   return old;
}

/* False: it could not be written; one line has said why. */
static bool write_file(const page *p, renames *maps)
{
   outfile out;
   html_data *d;
   bool written;

   /* As private as a profile: it holds command lines and source lines. */
   if (!outfile_open_beside(&out, p->name, 0600))
      return false;
   d = html_data_new(p->m, p->old, maps);
   write_page(p, d, out.file);
   written = outfile_close(&out);
   html_data_free(d);
   return written;
}

int verb_html(int argc, char **argv)
{
   page p = { .files = argv };
   option_list map_values = { 0 };
   renames maps = { NULL, 0 };
   const option options[] = {
      { "o", OPTION_TEXT, &p.name, NULL, "OUT.html",
        "the page to write; - is stdout" },
      { "baseline", OPTION_TEXT, &p.old_file, NULL, "OLD",
        "a profile to compare with" },
      { "map", OPTION_LIST, &map_values, NULL, "OLD=NEW",
        "a path of the baseline was renamed; see diff" },
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
      return status;
   }
   if (p.name == NULL) {
      message_error("html: -o OUT.html is missing");
   } else if (html_page_head_size == 0) {
      message_error("html: this aprof was built without Chart.js: install "
                    "libjs-chart.js, configure and build again");
   } else if (map_values.count > 0 && p.old_file == NULL) {
      message_error("--map needs --baseline=OLD");
   } else if (renames_read(&maps, &map_values)) {
      p.m = profile_read_all(argv, p.count);
      if (p.m)
         verbs_note_rounded(p.m);
      if (p.m && p.old_file)
         p.old = read_baseline(p.old_file, p.m, argv[0]);
      if (p.m && (p.old || !p.old_file) && write_file(&p, &maps))
         status = STATUS_DONE;
      model_free(p.m);
      model_free(p.old);
   }
   renames_free(&maps);
   free(map_values.values);
   return status;
}

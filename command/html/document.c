/* The page of `aprof html` as a whole.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "html/document.h"
#include "html/detail.h"
#include "html/gains.h"
#include "html/page.h"
#include "html/routines.h"
#include "html/run.h"
#include "html/sources.h"

bool html_document_is_built(void)
{
   return html_page_head_size > 0;
}

static void begin_block(FILE *f, const char *id, const char *type)
{
   fprintf(f, "<script type=\"%s\" id=\"data-%s\">", type, id);
}

static void end_block(FILE *f)
{
   fputs("</script>\n", f);
}

void html_document_write(const html_document *p, const html_data *d,
                         FILE *file)
{
   fwrite(html_page_head, 1, html_page_head_size, file);
   begin_block(file, "run", "application/json");
   html_run_write(d, p->files, p->count, p->old_file, file);
   end_block(file);
   begin_block(file, "gains", "application/json");
   html_gains_write(p->gains, file);
   end_block(file);
   begin_block(file, "seconds", "application/json");
   html_seconds_write(p->seconds, d, file);
   end_block(file);
   begin_block(file, "routines", "application/json");
   html_routines_write(d, file);
   end_block(file);
   begin_block(file, "edges", "application/json");
   html_routines_write_edges(d, file);
   end_block(file);
   begin_block(file, "tree", "application/json");
   html_routines_write_tree(d, file);
   end_block(file);
   begin_block(file, "details", "text/plain");
   html_detail_write(d, file);
   end_block(file);
   begin_block(file, "sources", "text/plain");
   html_sources_write(d, !p->no_source, file);
   end_block(file);
   fwrite(html_page_tail, 1, html_page_tail_size, file);
}

/* The writer of samples files.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* open_memstream */
#include "samples/write.h"
#include "config.h"

#include "base/escape.h"
#include "base/message.h"
#include "base/paths.h"
#include "cli/outfile.h"
#include "formats/gzip.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The output with the number of its lines. */
typedef struct {
   FILE *f;
   uint64_t lines;
} writer;

static void text(writer *w, const char *s)
{
   putc('\t', w->f);
   escape_put(w->f, s);
}

static void number(writer *w, uint64_t n)
{
   fprintf(w->f, "\t%" PRIu64, n);
}

static void end_line(writer *w)
{
   putc('\n', w->f);
   w->lines++;
}

static void write_runs(writer *w, const samples *s)
{
   for (size_t i = 0; i < s->run_count; i++) {
      const samples_run *r = &s->runs[i];

      fputs("run", w->f);
      number(w, r->start);
      number(w, r->end);
      text(w, r->host);
      text(w, r->machine);
      text(w, r->kernel);
      number(w, r->cpus);
      number(w, r->period);
      number(w, r->cost);
      number(w, r->seed);
      number(w, r->pid);
      text(w, r->command);
      if (r->no_kernel)
         text(w, SAMPLES_NO_KERNEL);
      end_line(w);
   }
}

static void write_cells(writer *w, const samples *s)
{
   uint64_t before = 0;

   for (size_t i = 0; i < s->cell_count; i++) {
      const samples_cell *c = &s->cells[i];
      size_t past = i;

      if (i == 0 || c[-1].event != c->event || c[-1].image != c->image) {
         while (past < s->cell_count && s->cells[past].event == c->event &&
                s->cells[past].image == c->image)
            past++;
         fputs("cells", w->f);
         number(w, c->event);
         number(w, c->image);
         number(w, past - i);
         end_line(w);
         before = 0;
      }
      fprintf(w->f, "%" PRIx64, c->offset - before);
      number(w, c->count);
      number(w, c->weight);
      end_line(w);
      before = c->offset;
   }
}

static void write_all(writer *w, const samples *s)
{
   fputs(SAMPLES_MAGIC "\t1", w->f);
   end_line(w);
   fputs("creator\t" PACKAGE_VERSION, w->f);
   end_line(w);
   write_runs(w, s);
   for (size_t i = 0; i < s->event_count; i++) {
      const samples_event *e = &s->events[i];

      fputs("event", w->f);
      number(w, i);
      text(w, e->name);
      text(w, e->unit);
      text(w, samples_skid_names[e->skid]);
      number(w, e->dropped);
      number(w, e->overhead);
      end_line(w);
   }
   for (size_t i = 0; i < s->image_count; i++) {
      fputs("image", w->f);
      number(w, i);
      text(w, s->images[i].path);
      text(w, s->images[i].id);
      end_line(w);
   }
   for (size_t i = 0; i < s->symbol_count; i++) {
      const samples_symbol *symbol = &s->symbols[i];

      fputs("symbol", w->f);
      number(w, symbol->image);
      fprintf(w->f, "\t%" PRIx64 "\t%" PRIx64, symbol->offset,
              symbol->length);
      text(w, symbol->name);
      end_line(w);
   }
   write_cells(w, s);
   fputs("end", w->f);
   number(w, w->lines + 1);
   end_line(w);
}

bool samples_write(const char *name, samples *s)
{
   outfile out;
   char *content;
   size_t length;
   writer w = { open_memstream(&content, &length), 0 };

   if (w.f == NULL)
      message_fatal("out of memory");
   samples_sort(s);
   write_all(&w, s);
   if (fclose(w.f) != 0)
      message_fatal("out of memory");
   /* As private as profiles: the file holds command lines. */
   if (!outfile_open_as(&out, name, 0600, FILE_SAMPLES)) {
      free(content);
      return false;
   }
   if (paths_ends_with(name, strlen(name), ".gz"))
      gzip_write(out.file, content, length);
   else
      fwrite(content, 1, length, out.file);
   free(content);
   /* The name must not appear before its contents, even if the machine
      stops. */
   if (out.part && fflush(out.file) == 0)
      fsync(fileno(out.file));
   return outfile_close(&out);
}

bool samples_can_write(const char *name)
{
   return outfile_can_write(name, FILE_SAMPLES);
}

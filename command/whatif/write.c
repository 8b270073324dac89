/* Writes the file of a series: see write.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "whatif/write.h"
#include "base/escape.h"
#include "cli/outfile.h"

#include <inttypes.h>

static void put_text(FILE *f, const char *text)
{
   putc('\t', f);
   escape_put(f, text);
}

static void put_progress(FILE *f, const whatif_progresses *list)
{
   for (size_t i = 0; i < list->count; i++) {
      const whatif_progress *p = &list->list[i];

      fputs(p->is_pair ? "latency" : "progress", f);
      put_text(f, p->name);
      fprintf(f, "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n",
              p->is_pair ? p->begun : p->visits,
              p->is_pair ? p->ended : p->first,
              p->is_pair ? p->total : p->last);
   }
}

static void put_base(FILE *f, const whatif_base *b)
{
   fprintf(f, "run\tbase\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n", b->clock,
           b->threads, b->waits);
   put_progress(f, &b->progress);
}

static void put_routine(FILE *f, const whatif_routine *r)
{
   fputs("routine", f);
   put_text(f, r->name);
   put_text(f, r->object);
   put_text(f, r->file);
   fprintf(f, "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n", r->line, r->self,
           r->path);
}

static void put_point(FILE *f, const whatif_point *p)
{
   fputs("point", f);
   put_text(f, p->routine);
   fprintf(f, "\t%u\t%s\t%" PRIu64, p->percent, whatif_state_names[p->state],
           p->clock);
   put_text(f, p->note);
   putc('\n', f);
   put_progress(f, &p->progress);
}

static void put_part(FILE *f, const whatif_part *p)
{
   fputs("part", f);
   put_text(f, p->name);
   fprintf(f, "\t%" PRIu64 "\t%" PRIu64 "\n", p->self, p->path);
}

static void put_site(FILE *f, const whatif_site *s)
{
   put_text(f, s->routine);
   put_text(f, s->file);
   fprintf(f, "\t%" PRIu64, s->line);
   put_text(f, s->caller);
}

static void put_wait(FILE *f, const whatif_wait *w)
{
   fputs("wait", f);
   put_text(f, w->kind);
   put_text(f, w->call);
   put_text(f, w->name);
   put_site(f, &w->site);
   fprintf(f, "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n", w->waits, w->time,
           w->path);
   for (size_t i = 0; i < w->waker_count; i++) {
      fputs("waker", f);
      put_site(f, &w->wakers[i].site);
      fprintf(f, "\t%" PRIu64 "\t%" PRIu64 "\n", w->wakers[i].wakes,
              w->wakers[i].time);
   }
   for (size_t i = 0; i < w->during_count; i++) {
      fputs("during", f);
      put_text(f, w->during[i].name);
      fprintf(f, "\t%" PRIu64 "\n", w->during[i].time);
   }
}

static void put_again(FILE *f, const whatif_again *a)
{
   fprintf(f, "quantum\t%" PRIu64 "\n", a->quantum);
   if (a->has_base)
      put_base(f, &a->base);
   for (size_t i = 0; i < a->point_count; i++)
      put_point(f, &a->points[i]);
}

static void put_growth(FILE *f, const whatif_growth *g)
{
   fputs("growth", f);
   put_text(f, g->object);
   put_text(f, g->routine);
   fprintf(f, "\t%.4f\t%.4f\t%.4f", g->factor, g->low, g->high);
   put_text(f, g->basis);
   fprintf(f, "\t%" PRIu64 "\t%" PRIu64 "\n", g->clocks[0], g->clocks[1]);
}

bool whatif_write(const whatif *s, const char *file)
{
   outfile out;
   FILE *f;

   if (!outfile_open_as(&out, file, 0600, FILE_SERIES))
      return false;
   f = out.file;
   fputs("aprof-what-if\t2\ncommand", f);
   for (size_t i = 0; s->command[i]; i++)
      put_text(f, s->command[i]);
   putc('\n', f);
   for (int i = 0; i < WHATIF_SETTINGS; i++)
      fprintf(f, "setting\t%s\t%" PRIu64 "\n", whatif_setting_names[i],
              s->settings[i]);
   for (size_t i = 0; i < s->option_count; i++) {
      fputs("option", f);
      put_text(f, s->options[i]);
      putc('\n', f);
   }
   if (s->input) {
      fputs("input", f);
      put_text(f, s->input);
      fprintf(f, "\t%" PRIu64 "\n", s->input_offset);
   }
   fprintf(f, "children\t%" PRIu64 "\n", s->children);
   for (size_t i = 0; i < s->outside_count; i++) {
      fputs("x-outside", f);
      put_text(f, s->outside[i].name);
      fprintf(f, "\t%" PRIu64 "\n", s->outside[i].waits);
   }
   if (s->status >= 0)
      fprintf(f, "x-status\t%d\n", s->status);
   for (size_t i = 0; i < s->base_count; i++)
      put_base(f, &s->base[i]);
   for (size_t i = 0; i < s->routine_count; i++)
      put_routine(f, &s->routines[i]);
   for (size_t i = 0; i < s->part_count; i++)
      put_part(f, &s->parts[i]);
   if (s->lifetimes > 0)
      fprintf(f, "lifetimes\t%" PRIu64 "\n", s->lifetimes);
   for (size_t i = 0; i < s->wait_count; i++)
      put_wait(f, &s->waits[i]);
   for (size_t i = 0; i < s->point_count; i++)
      put_point(f, &s->points[i]);
   for (size_t i = 0; i < s->again_count; i++)
      put_again(f, &s->again[i]);
   if (s->scale > 0)
      fprintf(f, "scale\t%" PRIu64 "\n", s->scale);
   for (size_t i = 0; i < s->growth_count; i++)
      put_growth(f, &s->growth[i]);
   fputs("end\n", f);
   return outfile_close(&out);
}

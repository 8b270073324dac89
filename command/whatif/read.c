/* Reads a file of --what-if, or of a series: see read.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "whatif/read.h"
#include "base/escape.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "cli/options.h"
#include "profile/line_reader.h"
#include "whatif/growth.h"

#include <stdlib.h>
#include <string.h>

static bool number(line_reader *l, size_t field, uint64_t *value)
{
   prof_sum n = 0;
   const char *wrong = numbers_read(l->fields[field], UINT64_MAX, &n);

   *value = n;
   return wrong == NULL || line_reader_refuse(l, "field %zu: %s", field + 1,
                                              wrong);
}

static bool read_command(whatif *s, line_reader *l)
{
   if (l->field_count < 2 || s->command)
      return line_reader_refuse(l, "no command, or a second one");
   s->command = memory_new(l->field_count, sizeof *s->command);
   for (size_t i = 1; i < l->field_count; i++)
      s->command[i - 1] = memory_string(l->fields[i]);
   return true;
}

static bool read_setting(whatif *s, line_reader *l)
{
   const int which = options_choice(whatif_setting_names, l->fields[1]);

   if (which < 0)
      return line_reader_refuse(l, "unknown setting '%s'", l->fields[1]);
   return number(l, 2, &s->settings[which]);
}

/* Split NAME:PERCENT, and add a point that is done. */
static bool add_run(whatif *s, line_reader *l, uint64_t clock)
{
   char *colon = strrchr(l->fields[1], ':');
   prof_sum percent = 0;

   if (colon == NULL || numbers_read(colon + 1, 99, &percent) != NULL)
      return line_reader_refuse(l, "neither base nor NAME:PERCENT");
   *colon = '\0';
   whatif_add_point(s, l->fields[1], percent);
   s->points[s->point_count - 1].state = POINT_DONE;
   s->points[s->point_count - 1].clock = clock;
   return true;
}

/* Return the runs at another quantum that records belong to, or NULL: they
   belong to the series itself. */
static whatif_again *last_again(const whatif *s)
{
   return s->again_count > 0 ? &s->again[s->again_count - 1] : NULL;
}

static bool read_quantum(whatif *s, line_reader *l)
{
   uint64_t quantum;

   if (!number(l, 1, &quantum))
      return false;
   whatif_add_again(s, quantum);
   return true;
}

static bool read_part(whatif *s, line_reader *l)
{
   whatif_part p;

   if (!number(l, 2, &p.self) || !number(l, 3, &p.path))
      return false;
   p.name = l->fields[1];
   whatif_add_part(s, &p);
   return true;
}

/* Read a site from four fields. */
static bool read_site(line_reader *l, size_t first, whatif_site *site)
{
   site->routine = memory_string(l->fields[first]);
   site->file = memory_string(l->fields[first + 1]);
   site->caller = memory_string(l->fields[first + 3]);
   return number(l, first + 2, &site->line);
}

static bool read_wait(whatif *s, line_reader *l)
{
   whatif_wait *w = whatif_add_wait(s);

   w->kind = memory_string(l->fields[1]);
   w->call = memory_string(l->fields[2]);
   w->name = memory_string(l->fields[3]);
   return read_site(l, 4, &w->site) && number(l, 8, &w->waits) &&
          number(l, 9, &w->time) && number(l, 10, &w->path);
}

/* Return the wait that the record belongs to; NULL if there is none. */
static whatif_wait *last_wait(whatif *s, line_reader *l)
{
   if (s->wait_count > 0)
      return &s->waits[s->wait_count - 1];
   line_reader_refuse(l, "no wait before it");
   return NULL;
}

static bool read_waker(whatif *s, line_reader *l)
{
   whatif_wait *w = last_wait(s, l);
   whatif_waker *waker;

   if (w == NULL)
      return false;
   waker = whatif_add_waker(w);
   return read_site(l, 1, &waker->site) && number(l, 5, &waker->wakes) &&
          number(l, 6, &waker->time);
}

static bool read_during(whatif *s, line_reader *l)
{
   whatif_wait *w = last_wait(s, l);
   whatif_during *d;

   if (w == NULL)
      return false;
   d = whatif_add_during(w);
   d->name = memory_string(l->fields[1]);
   return number(l, 2, &d->time);
}

static bool read_run(whatif *s, line_reader *l)
{
   whatif_base b = { .clock = 0 };

   if (!number(l, 2, &b.clock) || !number(l, 3, &b.threads) ||
       !number(l, 4, &b.waits))
      return false;
   if (strcmp(l->fields[1], "base") != 0)
      return add_run(s, l, b.clock);
   if (last_again(s)) {
      if (last_again(s)->has_base)
         return line_reader_refuse(l, "a second base run of a quantum");
      last_again(s)->has_base = true;
      last_again(s)->base = b;
      return true;
   }
   if (s->base_count == 2)
      return line_reader_refuse(l, "a third base run");
   s->base[s->base_count++] = b;
   return true;
}

static bool read_routine(whatif *s, line_reader *l)
{
   whatif_routine r;

   if (!number(l, 4, &r.line) || !number(l, 5, &r.self) ||
       !number(l, 6, &r.path))
      return false;
   r.name = l->fields[1];
   r.object = l->fields[2];
   r.file = l->fields[3];
   whatif_add_routine(s, &r);
   return true;
}

static bool read_point(whatif *s, line_reader *l)
{
   uint64_t percent, clock;
   whatif_point *p;
   int state;

   if (!number(l, 2, &percent) || !number(l, 4, &clock))
      return false;
   state = options_choice(whatif_state_names, l->fields[3]);
   if (state < 0 || percent > 99)
      return line_reader_refuse(l, "no such state, or percentage");
   if (last_again(s))
      p = whatif_add_point_again(last_again(s), l->fields[1], percent);
   else {
      whatif_add_point(s, l->fields[1], percent);
      p = &s->points[s->point_count - 1];
   }
   p->state = state;
   p->clock = clock;
   free(p->note);
   p->note = memory_string(l->fields[5]);
   return true;
}

/* Return the progress points of the run, or the point, before a record; NULL:
   there is none. */
static whatif_progresses *progress_before(whatif *s)
{
   whatif_again *a = last_again(s);

   if (a)
      return a->point_count > 0 ? &a->points[a->point_count - 1].progress
             : a->has_base ? &a->base.progress : NULL;
   return s->point_count > 0 ? &s->points[s->point_count - 1].progress
          : s->base_count > 0 ? &s->base[s->base_count - 1].progress : NULL;
}

static bool read_progress(whatif *s, line_reader *l)
{
   const bool is_pair = strcmp(l->fields[0], "latency") == 0;
   whatif_progresses *list = progress_before(s);
   whatif_progress *p;

   if (list == NULL)
      return line_reader_refuse(l, "a progress point before any run");
   p = whatif_add_progress(list, l->fields[1], is_pair);
   return number(l, 2, is_pair ? &p->begun : &p->visits) &&
          number(l, 3, is_pair ? &p->ended : &p->first) &&
          number(l, 4, is_pair ? &p->total : &p->last);
}

static bool read_option(whatif *s, line_reader *l)
{
   whatif_add_option(s, l->fields[1]);
   return true;
}

static bool read_input(whatif *s, line_reader *l)
{
   if (s->input)
      return line_reader_refuse(l, "a second input");
   s->input = memory_string(l->fields[1]);
   return number(l, 2, &s->input_offset);
}

static bool factor(line_reader *l, size_t field, double *value)
{
   return (numbers_read_decimal(l->fields[field], value) && *value > 0) ||
          line_reader_refuse(l, "field %zu: no factor", field + 1);
}

static bool read_growth(whatif *s, line_reader *l)
{
   whatif_growth g;

   if (!factor(l, 3, &g.factor) || !factor(l, 4, &g.low) ||
       !factor(l, 5, &g.high) || !number(l, 7, &g.clocks[0]) ||
       !number(l, 8, &g.clocks[1]))
      return false;
   g.object = l->fields[1];
   g.routine = l->fields[2];
   g.basis = l->fields[6];
   growth_add(s, &g);
   return true;
}

/* Return why a run has ended in this state; NULL: it is complete. */
static const char *early_end(const char *state)
{
   return strcmp(state, "complete") == 0 ? NULL
          : strcmp(state, "snapshot") == 0
          ? "it executes another program, which may be measured in its place"
          : "a signal has ended it";
}

static bool read_state(whatif *s, line_reader *l)
{
   s->early = early_end(l->fields[1]);
   return true;
}

static bool read_children(whatif *s, line_reader *l)
{
   return number(l, 1, &s->children);
}

static bool read_outside(whatif *s, line_reader *l)
{
   whatif_outside call = { .name = NULL };

   if (!number(l, 2, &call.waits))
      return false;
   call.name = memory_string(l->fields[1]);
   s->outside = memory_grow(s->outside, s->outside_count, &s->outside_room,
                            sizeof *s->outside);
   s->outside[s->outside_count++] = call;
   return true;
}

static bool read_status(whatif *s, line_reader *l)
{
   uint64_t status;

   if (!number(l, 1, &status))
      return false;
   if (status > 255)
      return line_reader_refuse(l, "no exit status");
   s->status = (int)status;
   return true;
}

static bool read_lifetimes(whatif *s, line_reader *l)
{
   return number(l, 1, &s->lifetimes);
}

static bool read_scale(whatif *s, line_reader *l)
{
   return number(l, 1, &s->scale);
}

/* The records; fields: with the name, 0 for any number. */
static const struct {
   const char *name;
   size_t fields;
   bool (*read)(whatif *s, line_reader *l);
} records[] = {
   { "command", 0, read_command }, { "setting", 3, read_setting },
   { "state", 2, read_state }, { "option", 2, read_option },
   { "input", 3, read_input }, { "children", 2, read_children },
   { "x-status", 2, read_status }, { "x-outside", 3, read_outside },
   { "progress", 5, read_progress }, { "latency", 5, read_progress },
   { "run", 5, read_run }, { "routine", 7, read_routine },
   { "part", 4, read_part }, { "lifetimes", 2, read_lifetimes },
   { "wait", 11, read_wait }, { "waker", 7, read_waker },
   { "during", 3, read_during }, { "quantum", 2, read_quantum },
   { "point", 6, read_point }, { "scale", 2, read_scale },
   { "growth", 9, read_growth },
};

static bool read_record(whatif *s, line_reader *l, size_t which)
{
   const size_t fields = records[which].fields;

   return fields == 0 || l->field_count == fields
          ? records[which].read(s, l)
          : line_reader_refuse(l, "%zu fields in place of %zu",
                               l->field_count, fields);
}

static bool read_line(whatif *s, line_reader *l)
{
   for (size_t i = 0; i < l->field_count; i++) {
      const char *wrong = escape_undo(l->fields[i]);

      if (wrong)
         return line_reader_refuse(l, "%s", wrong);
   }
   for (size_t i = 0; i < sizeof records / sizeof *records; i++)
      if (strcmp(l->fields[0], records[i].name) == 0)
         return read_record(s, l, i);
   return strncmp(l->fields[0], "x-", 2) == 0 ||
          line_reader_refuse(l, "unknown record '%s'", l->fields[0]);
}

static bool read_head(line_reader *l)
{
   if (!line_reader_next(l))
      return false;
   if (l->at_end)
      return line_reader_refuse(l, "the file is empty");
   line_reader_split(l);
   if (strcmp(l->fields[0], "aprof-what-if") != 0)
      return line_reader_refuse(l, "no file of aprof what-if%s",
                                line_reader_kind(l));
   return (l->field_count == 2 && (strcmp(l->fields[1], "1") == 0 ||
                                   strcmp(l->fields[1], "2") == 0)) ||
          line_reader_refuse(l, "this version of the format is not known");
}

/* All runs of a series that are done have the progress points of the base
   run. */
static bool are_complete(const whatif *s, line_reader *l)
{
   const whatif_progresses *base = &s->base[0].progress;
   const char *reason;

   for (size_t i = 0; s->base_count > 1 && i < base->count; i++) {
      if (whatif_period(&base->list[i], &reason) <= 0)
         return line_reader_refuse(l, "the progress point '%s' %s",
                                   base->list[i].name,
                                   reason ? reason : "takes no time");
      for (size_t k = 0; k < s->point_count; k++)
         if (s->points[k].state == POINT_DONE &&
             whatif_same_progress(&s->points[k].progress,
                                  &base->list[i]) == NULL)
            return line_reader_refuse(l, "%s, %u %%, lacks a progress point",
                                      s->points[k].routine,
                                      s->points[k].percent);
   }
   return true;
}

static bool read_all(whatif *s, line_reader *l)
{
   bool ended = false;

   if (!read_head(l))
      return false;
   while (line_reader_next(l)) {
      if (l->at_end)
         return ended && s->command && s->settings[WHATIF_UNITS] > 0
                ? are_complete(s, l)
                : line_reader_refuse(l, "the file ends early");
      line_reader_split(l);
      if (ended)
         return line_reader_refuse(l, "a record behind the end");
      ended = l->field_count == 1 && strcmp(l->fields[0], "end") == 0;
      if (!ended && !read_line(s, l))
         return false;
   }
   return false;
}

whatif *whatif_read(const char *file)
{
   whatif *s;
   line_reader l;

   if (!line_reader_open(&l, file))
      return NULL;
   s = whatif_new();
   if (!read_all(s, &l)) {
      whatif_free(s);
      s = NULL;
   }
   line_reader_close(&l);
   if (s && s->base_count > 0 && s->base[0].progress.count > 0)
      s->measure = 0;
   return s;
}

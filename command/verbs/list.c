/* aprof list: the instructions of a routine with their time, by samples, or its
   lines with their cost, by a profile.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/row_match.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/paths.h"
#include "profile/file_kind.h"
#include "profile/read.h"
#include "recorder/machine.h"
#include "samples/profile_counts.h"
#include "samples/read.h"
#include "verbs/list_chart.h"
#include "verbs/list_choice.h"
#include "verbs/list_instructions.h"
#include "verbs/list_lines.h"
#include "verbs/verbs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
   list_routine r;
   const char *counts_name, *profile_name, *chart;   /* NULL: none is named */
   bool source;
   const model *profile;              /* or NULL */
   const model_routine *routine;      /* of the profile; NULL: there is none */
   bool is_variant;                   /* of that, for another processor */
} answer;

/* Find the ns of a cycle, and of a page fault, on the machine that was
   recorded, at most: clocks vary with the load, faults with the size of what is
   mapped, and another machine may be slow. */
static void find_bounds(answer *a)
{
   a->r.cycle = 0.5;
   a->r.fault = 20000;
   if (machine_has_recorded(a->r.s)) {
      const machine_facts facts = machine_get(MACHINE_KNOWN);

      if (facts.clock > 0)
         a->r.cycle = 1.3 / facts.clock;
      if (facts.fault > 0)
         a->r.fault = 2.0 * facts.fault;
   }
}

/* Return how many times the routine has read what another thread had written
   since, in all runs, by the profile of one run. */
static double induced_reads(const answer *a)
{
   double sum = 0;

   for (size_t i = 0; a->profile && a->routine &&
                      i < a->profile->routine_count; i++) {
      const model_routine *r = &a->profile->routines[i];

      if (r->object == a->routine->object &&
          strcmp(r->shown, a->routine->shown) == 0)
         sum += (double)model_sums(a->profile, i, MODEL_ALL_THREADS).thread;
   }
   return sum * a->r.s->run_count;
}

/* Find the routine of the profile that the row is about.  If Valgrind has run
   another variant, none of the row's instructions were executed there. */
static void find_routine(answer *a)
{
   row_match names;

   if (a->profile == NULL)
      return;
   row_match_begin(&names, a->profile, a->r.s);
   a->routine = row_match_find(&names, a->r.row);
   a->is_variant = names.others > 0;
   if (a->is_variant)
      message_note("the profile has %s, another variant of this routine, for "
                   "the processor that Valgrind shows: executions are not "
                   "known", a->routine->shown);
   row_match_free(&names);
}

/* Draw the flow of control. */
static bool draw(const answer *a)
{
   const table_row *row = a->r.row;
   symbols_place place = symbols_place_of(a->r.names, row->start);
   char *title, *subtitle;
   bool good;

   free(place.inlined);
   title = *place.file ? memory_format("%s, %s:%d", row->routine,
                                       paths_file_name(place.file), place.line)
                       : memory_string(row->routine);
   subtitle = memory_format("%.4g %s, %.1f %% of all, %" PRIu64 " samples; "
                            "percent of the routine's time",
                            1e-9 * row->weight, a->r.cycles ? "Gcycles" : "s",
                            100 * row->weight / a->r.t->weight, row->count);
   good = list_chart_draw(a->chart, &(list_chart){
      &a->r.l, row->weight, title, subtitle, a->r.cycles ? "cycles" : "ns" });
   free(title);
   free(subtitle);
   return good;
}

/* --- the verb --- */

/* Read the executions: callgrind's, else the profile's.  Return false after one
   line on stderr. */
static bool read_counts(const answer *a, counts *known)
{
   const samples_image *image = &a->r.s->images[a->r.row->image];

   *known = (counts){ .runs = 1 };
   if (a->counts_name)
      return counts_read(known, a->counts_name, image->path);
   return a->profile == NULL || a->is_variant ||
          counts_of_profile(known, a->profile, a->profile_name, image->path,
                            image->id);
}

/* Say why there are no instructions of a routine. */
static void refuse(const char *routine, const samples_image *image,
                   symbols_state state)
{
   if (strcmp(image->path, SAMPLES_VDSO) == 0 ||
       strcmp(image->path, SAMPLES_KERNEL) == 0)
      message_error("list: %s is code of the kernel, which is in no file that "
                    "aprof reads", routine);
   else if (samples_is_special(image))
      message_error("list: %s is generated code, whose instructions are gone",
                    routine);
   else if (state == SYMBOLS_CHANGED)
      message_error("list: %s is not the build that was sampled",
                    samples_file(image));
   else
      message_error("list: %s, which has %s, can't be read; if it is in a "
                    "container, name its root with --symfs=FOLDER",
                    samples_file(image), routine);
}

static int list_row(answer *a, int format)
{
   const samples_image *image = &a->r.s->images[a->r.row->image];
   counts known;
   bool good, counted;

   find_bounds(a);
   find_routine(a);
   counted = a->counts_name || (a->profile && !a->is_variant);
   a->r.names = samples_symbols(image);
   if (symbols_state_of(a->r.names) != SYMBOLS_GOOD) {
      refuse(a->r.row->routine, image, symbols_state_of(a->r.names));
      symbols_close(a->r.names);
      return STATUS_UNUSABLE;
   }
   good = read_counts(a, &known) &&
          listing_make(&a->r.l, a->r.s, samples_main_event(a->r.s),
                       a->r.row->image, a->r.names,
                       a->r.row->start, a->r.row->end, counted ? &known : NULL,
                       a->r.cycles ? 0 : a->r.fault);
   if (good) {
      counts_note_other_work(&known, a->r.s);
      a->r.known = counted ? &known : NULL;
      a->r.induced = induced_reads(a);
      if (a->chart)
         good = draw(a);
      else if (format == VERBS_TABLE)
         list_instructions_print(&a->r, a->source);
      else
         list_instructions_rows(&a->r, verbs_rows(format));
      listing_free(&a->r.l);
   }
   counts_free(&known);
   symbols_close(a->r.names);
   return good ? STATUS_DONE : STATUS_UNUSABLE;
}

/* Say how many samples lie otherwise than those of the event that is shown: which
   instruction has caused them can't be told in one list. */
static void note_other_skids(const samples *s, uint32_t event)
{
   uint64_t left = 0;

   for (size_t i = 0; i < s->event_count; i++)
      if (i != event && strcmp(s->events[i].name, s->events[event].name) == 0 &&
          strcmp(s->events[i].unit, s->events[event].unit) == 0)
         left += samples_count(s, (uint32_t)i);
   if (left > 0)
      message_note("%" PRIu64 " samples are left out: where samples lie was "
                   "measured otherwise for their recordings (man "
                   "aprof-calibrate)", left);
}

static int list_by_samples(answer *a, const char *wanted, int format)
{
   const samples *s = a->r.s;
   const uint32_t event = samples_main_event(s);
   sample_table t;
   size_t others;
   int status = STATUS_NO;

   if (s->cell_count == 0) {
      message_error("list: the files have no samples: the runs took too "
                    "little CPU time");
      return STATUS_UNUSABLE;
   }
   note_other_skids(s, event);
   a->r.cycles = strcmp(s->events[event].unit, "ns") != 0;
   table_make(&t, s, event, TABLE_ROUTINE);
   a->r.t = &t;
   a->r.row = list_choice(s, &t, wanted, &others);
   if (a->r.row == NULL && (strcmp(wanted, SAMPLES_KERNEL) == 0 ||
                          strcmp(wanted, TABLE_ALL) == 0)) {
      message_error("list: %s has no routines, whose instructions could be "
                    "listed; name one", wanted);
   } else if (a->r.row == NULL && t.changed + t.gone > 0) {
      message_error("list: no sample is known to lie in a routine '%s': "
                    "%" PRIu64 " samples have no routines, since files such as "
                    "%s %s",
                    wanted, t.changed + t.gone, t.example,
                    t.changed > 0 ? "are not the builds that were sampled"
                                     : "can't be read");
   } else if (a->r.row == NULL) {
      message_error("list: no sample lies in a routine '%s'; aprof prof lists "
                    "the routines", wanted);
   } else {
      if (others > 0)
         message_note("%zu other routine%s this name; this routine has most "
                      "time", others, others == 1 ? " has" : "s have");
      status = list_row(a, format);
   }
   table_free(&t);
   return status;
}

/* List the lines of a routine by profiles.  The first `samples_files` of the
   files are samples, which give the time of lines; symfs: the folder of their
   images, or NULL. */
static int list_by_profiles(char **argv, size_t files, size_t samples_files,
                            const char *symfs, int format)
{
   samples *s = NULL;
   model *m = profile_read_many(argv + 1 + samples_files,
                                files - samples_files);
   int status = STATUS_UNUSABLE;

   if (m && samples_files > 0)
      s = samples_read_many(argv + 1, samples_files);
   if (m && (samples_files == 0 || (s && verbs_look_below(s, symfs))))
      status = list_lines(m, s, argv[0], format);
   samples_free(s);
   model_free(m);
   return status;
}

/* Move what is no profile to the front; return how many there are. */
static size_t samples_first(char **names, size_t count)
{
   size_t first = 0;

   for (size_t i = 0; i < count; i++) {
      char *name = names[i];

      if (profile_is_file(name))
         continue;
      memmove(&names[first + 1], &names[first],
              (i - first) * sizeof *names);
      names[first++] = name;
   }
   return first;
}

int verb_list(int argc, char **argv)
{
   answer a = { 0 };
   const char *symfs = NULL;
   int format = VERBS_TABLE, status;
   const option options[] = {
      { "counts", OPTION_TEXT, &a.counts_name, NULL, "FILE",
        "executions, from valgrind --tool=callgrind --dump-instr=yes" },
      { "profile", OPTION_TEXT, &a.profile_name, NULL, "FILE",
        "executions, from aprof run --blocks=yes; what other threads write" },
      { "chart", OPTION_TEXT, &a.chart, NULL, "FILE",
        "of samples: the flow of control, .svg, in place of the list" },
      { "source", OPTION_FLAG, &a.source, NULL, NULL,
        "of samples: with the source lines" },
      VERBS_SYMFS(&symfs),
      VERBS_FORMAT(&format),
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = {
      "list", "[OPTION...] ROUTINE FILE|FOLDER...",
      "Lists the instructions of a routine with the time that each takes, by "
      "samples, or its lines with their cost, by a profile.",
      options,
   };
   size_t files, of_samples;
   samples *s;
   model *profile = NULL;

   if (!verbs_begin(argc, argv, &table, &files, &status))
      return status;
   if (files < 2) {
      message_error("list: name a routine and a samples file or a profile");
      return STATUS_UNUSABLE;
   }
   if (access(argv[1], F_OK) != 0 &&
       (profile_is_file(argv[0]) || samples_is_file(argv[0]))) {
      message_error("list: the routine comes before the file: aprof list %s %s",
                    argv[1], argv[0]);
      return STATUS_UNUSABLE;
   }
   of_samples = samples_first(argv + 1, files - 1);
   if (of_samples < files - 1) {
      if (!a.counts_name && !a.profile_name && !a.chart && !a.source)
         return list_by_profiles(argv, files - 1, of_samples, symfs, format);
      message_error("list: --counts, --profile, --chart and --source are for "
                    "samples, and %s is a profile", argv[1 + of_samples]);
      return STATUS_UNUSABLE;
   }
   s = samples_read_many(argv + 1, files - 1);
   if (s == NULL)
      return STATUS_UNUSABLE;
   if (a.profile_name)
      profile = profile_read_many((char *const *)&a.profile_name, 1);
   a.r.s = s;
   a.profile = profile;
   status = !verbs_look_below(s, symfs) || (a.profile_name && profile == NULL)
            ? STATUS_UNUSABLE : list_by_samples(&a, argv[0], format);
   model_free(profile);
   samples_free(s);
   return status;
}

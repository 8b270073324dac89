/* aprof prof: where the time goes, by image, routine or source line.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/caches.h"
#include "assess/measured_table.h"
#include "assess/seconds.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/numbers.h"
#include "base/paths.h"
#include "base/utf8.h"
#include "cli/rows.h"
#include "names/shorten.h"
#include "profile/read.h"
#include "samples/read.h"
#include "samples/table.h"
#include "verbs/prof_chart.h"
#include "verbs/prof_kernel.h"
#include "verbs/verbs.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const bys[] = { "image", "routine", "line", NULL };

/* The columns in their order; new columns are only added at the end. */
enum {
   SECONDS, ERROR, PERCENT, CUMULATIVE, SAMPLES, ROUTINE, IMAGE, BUILD_ID,
   SOURCE_FILE, LINE, INLINED_INTO, CLASS, SECONDS_SCALED, SCALED_LOW,
   SCALED_HIGH, COLUMNS
};

static const char *const columns[COLUMNS] = {
   "seconds", "error", "percent", "cumulative", "samples", "routine", "image",
   "build_id", "file", "line", "inlined_into", "class", "seconds_scaled",
   "scaled_low", "scaled_high",
};

/* Rows of the table that people get without --top. */
#define TABLE_ROWS 25

typedef struct {
   const samples *s;
   uint32_t event;
   sample_table t;
   double unit;                       /* of a weight, in what is shown */
   bool cycles;                       /* what is shown are cycles */
   table_by by;
   const model *profile;              /* NULL: there is none */
   seconds_growth *growths;           /* of the rows; NULL: no profile */
   unsigned long scale;
} answer;

/* Return the standard error of a row's time: the number of samples varies as
   its square root. */
static double error_of(const answer *a, const table_row *row)
{
   return row->weight * a->unit / sqrt((double)row->count);
}

static seconds_then scaled(const answer *a, size_t i)
{
   return seconds_then_of(&a->growths[i], &a->t.rows[i],
                          a->t.rows[i].weight * a->unit);
}

/* --- for people --- */

/* Say how long the recordings were: a program that waits has little time of
   processors, which would look as if it were fast. */
static void print_elapsed(const samples *s, double seconds)
{
   double elapsed = 0;

   for (size_t i = 0; i < s->run_count; i++)
      if (s->runs[i].end > s->runs[i].start)
         elapsed += 1e-9 * (double)(s->runs[i].end - s->runs[i].start);
   if (elapsed > 0)
      printf("Elapsed    %.4g s%s: %.2g processors on average\n"
             "           (threads that wait, also for a processor, take no "
             "time here)\n", elapsed, s->run_count == 1 ? "" : " in all",
             seconds / elapsed);
}

static void print_head(const answer *a)
{
   const samples_event *e = &a->s->events[a->event];
   char number[NUMBERS_TEXT];

   printf("Time       %.4g %s in %zu run%s, %s sample%s of %s",
          a->t.weight * a->unit, a->cycles ? "Gcycles" : "s", a->s->run_count,
          a->s->run_count == 1 ? "" : "s",
          numbers_grouped(number, a->t.samples),
          a->t.samples == 1 ? "" : "s", e->name);
   if (e->dropped)
      printf(", %s dropped\n", numbers_grouped(number, e->dropped));
   else
      puts(", none dropped");
   if (!a->cycles) {
      printf("           (sampling itself took %.3g s, which are taken off)\n",
             1e-9 * e->overhead);
      print_elapsed(a->s, a->t.weight * a->unit);
   }
}

static void print_row(const answer *a, const table_row *row, double sum,
                      size_t width)
{
   const char *image = table_file(a->s, row);
   char *place = NULL, *name, *shown;

   printf("%9.3f %6.3f %6.1f %6.1f  ", row->weight * a->unit, error_of(a, row),
          100 * row->weight / a->t.weight, 100 * sum / a->t.weight);
   if (a->by == TABLE_IMAGE) {
      shown = utf8_shorten(image, width + 18);
      puts(shown);
      free(shown);
      return;
   }
   name = shorten_name(row->routine, width);
   if (a->by == TABLE_LINE && *row->file)
      place = memory_format("%s:%d", paths_file_name(row->file), row->line);
   shown = utf8_shorten(place ? place : paths_file_name(image), 18);
   printf("%-*s %s\n", (int)(width + strlen(name) - utf8_width(name)), name,
          shown);
   free(shown);
   free(name);
   free(place);
}

/* Say where page faults were, of which the rows have the time only. */
static void print_faults(const samples *s)
{
   char all[NUMBERS_TEXT];
   sample_table t;
   uint32_t event;

   if (!samples_fault_event(s, &event))
      return;
   table_make(&t, s, event, TABLE_ROUTINE);
   if (t.count > 0 && t.weight > 0)
      printf("Page faults: about %s by the programs' own code, of which %.0f "
             "%% by\n%s (%s).\n", numbers_grouped(all, t.weight),
             100 * t.rows[0].weight / t.weight, t.rows[0].routine,
             paths_file_name(table_file(s, &t.rows[0])));
   if (s->events[event].dropped > 0)
      printf("Of the samples of page faults, %s were dropped.\n",
             numbers_grouped(all, s->events[event].dropped));
   table_free(&t);
}

/* Return whether there are several events of time or cycles. */
static bool has_other_events(const samples *s)
{
   size_t events = 0;

   for (size_t i = 0; i < s->event_count; i++)
      events += !samples_is_evidence(&s->events[i]);
   return events > 1;
}

/* The sums have the time in the kernel of those runs only that have sampled it. */
static void print_no_kernel(const samples *s)
{
   size_t without = 0;

   for (size_t i = 0; i < s->run_count; i++)
      without += s->runs[i].no_kernel;
   if (without == 0)
      return;
   if (without == s->run_count)
      puts("The time in the kernel is not in these figures: samples of it were "
           "not allowed.");
   else
      printf("The time in the kernel of %zu of %zu runs is not in these figures:\n"
             "samples of it were not allowed.\n", without, s->run_count);
}

/* Explain what the rows can't show. */
static void print_notes(const answer *a)
{
   const sample_table *t = &a->t;
   double kernel = 0;

   for (size_t i = 0; i < t->count; i++)
      if (strcmp(a->s->images[t->rows[i].image].path, SAMPLES_KERNEL) == 0)
         kernel = t->rows[i].weight;
   print_no_kernel(a->s);
   if (kernel > 0 && !a->cycles)
      puts("[kernel]: its code that runs with interrupts off is seen where it "
           "switches\nthem on again, so its routines are not listed.");
   prof_kernel_print(a->s, kernel);
   verbs_note_missing(t);
   print_faults(a->s);
   if (has_other_events(a->s))
      message_note("the files also have samples of other events; this is the "
                   "event with most samples");
}

/* Print what a row takes with larger inputs. */
static void print_then(const answer *a, size_t i)
{
   const seconds_growth *g = &a->growths[i];
   const seconds_then then = scaled(a, i);
   char class[GROWTH_NAME_SIZE];

   if (!g->known) {
      printf("%9s  %9s %-13s   %-12s", "", "", "not known", "");
      return;
   }
   printf("%9.3g  %9.3g ", then.time, then.low);
   if (isfinite(then.high))
      printf("to %-9.3g%c", then.high, seconds_leaves_cache(g) ? '*' : ' ');
   else
      printf("%-13s", "or more    *");
   printf("  %-12s", seconds_class(class, g));
}

/* Tell of the first row whose routine a suspect calls more often on a larger input,
   which is not in its time: the report of the profile says more than the table. */
static void print_more_calls(const answer *a)
{
   for (size_t i = 0; i < a->t.count; i++) {
      const seconds_growth *g = &a->growths[i];
      char *name, *by;

      if (g->more_by == SECONDS_NONE)
         continue;
      name = shorten_in_sentence(a->profile->routines[g->routine].shown);
      by = shorten_in_sentence(a->profile->routines[g->more_by].shown);
      printf("More calls of %s are not in its time, and aprof report says that\n"
             "%s makes more of them on a larger input: profiles of several runs,\n"
             "merged, tell how many.\n", name, by);
      free(by);
      free(name);
      return;
   }
}

/* The table with growth: the time now, and with larger inputs. */
static void print_growth_table(const answer *a, size_t top)
{
   const size_t width = rows_terminal_width() - 60;
   double now = 0, open = 0, more = 0;
   bool by_runs = false, leaves = false, reread = false;

   print_head(a);
   printf("%9s %6s  %9s  %-23s  %-12s  routine\n", a->cycles ? "Gcyc now"
          : "s now", "%", "then",
          "       range", "growth");
   for (size_t i = 0; i < a->t.count; i++) {
      const table_row *row = &a->t.rows[i];
      const double time = row->weight * a->unit;
      char *name;

      now += a->growths[i].known ? row->weight : 0;
      by_runs |= a->growths[i].by_runs;
      reread |= a->growths[i].reread;
      open += a->growths[i].known && isinf(a->growths[i].slower) ? row->weight
                                                                 : 0;
      if (i >= top) {
         more += row->weight;
         continue;
      }
      leaves |= a->growths[i].known && seconds_leaves_cache(&a->growths[i]);
      name = shorten_name(table_name(a->s, row), width);
      printf("%9.3f %6.1f  ", time, 100 * row->weight / a->t.weight);
      print_then(a, i);
      printf("  %s\n", name);
      free(name);
   }
   if (top < a->t.count)
      printf("%9.3f %6.1f  %49s  (%zu more; --top=N lists them)\n",
             more * a->unit, 100 * more / a->t.weight, "", a->t.count - top);
   printf(by_runs
          ? "then: the program has an input %lu times as large, by what the "
            "profile's runs cost,\nand a step takes as long as now; predicted "
            "for %.1f %% of the time, not known\nfor %.1f %%.\n"
          : "then: each call has an input %lu times as large, there are no more "
            "calls,\nand a step takes as long as now; predicted for %.1f %% of "
            "the time, not known\nfor %.1f %%.\n", a->scale,
          100 * now / a->t.weight, 100 - 100 * now / a->t.weight);
   print_more_calls(a);
   if (reread)
      puts("Where only what aprof report says of loops shows the growth, it is "
           "the square.");
   if (leaves)
      puts("*: the data may leave a cache, so that a step takes longer.");
   if (open > 0 && !a->cycles) {
      char *options = caches_options(a->scale);

      message_note("how much longer a step may take is known with "
                   "--counts=FILE of the same work: valgrind %s --callgrind-out-file=FILE PROGRAM",
                   options);
      free(options);
   }
   print_notes(a);
}

static void print_table(const answer *a, size_t top)
{
   const size_t rows = top < a->t.count ? top : a->t.count;
   const size_t width = rows_terminal_width() - 32 - 19;
   double sum = 0;

   print_head(a);
   printf("%9s %6s %6s %6s  ", a->cycles ? "Gcycles" : "seconds", "+-", "%",
          "cum");
   if (a->by == TABLE_IMAGE)
      puts("image");
   else
      printf("%-*s %s\n", (int)width, "routine",
             a->by == TABLE_LINE ? "line" : "image");
   for (size_t i = 0; i < rows; i++) {
      sum += a->t.rows[i].weight;
      print_row(a, &a->t.rows[i], sum, width);
   }
   if (rows < a->t.count)
      printf("%9.3f %6s %6.1f %6.1f  (%zu more; --top=N lists them)\n",
             (a->t.weight - sum) * a->unit, "",
             100 * (1 - sum / a->t.weight), 100.0, a->t.count - rows);
   print_notes(a);
}

/* --- for programs --- */

static void print_rows(const answer *a, rows_format format, size_t top)
{
   row_output out;
   double sum = 0;

   rows_begin(&out, stdout, format, columns, COLUMNS);
   for (size_t i = 0; i < a->t.count && i < top; i++) {
      const table_row *row = &a->t.rows[i];
      const samples_image *image = &a->s->images[row->image];
      cell cells[COLUMNS] = { 0 };
      char class[GROWTH_NAME_SIZE];

      sum += row->weight;
      if (!a->cycles) {
         cells[SECONDS] = cell_real(row->weight * a->unit);
         cells[ERROR] = cell_real(error_of(a, row));
      }
      cells[PERCENT] = cell_real(100 * row->weight / a->t.weight);
      cells[CUMULATIVE] = cell_real(100 * sum / a->t.weight);
      cells[SAMPLES] = cell_whole(row->count);
      if (a->by != TABLE_IMAGE)
         cells[ROUTINE] = cell_text(row->routine);
      cells[IMAGE] = cell_text(table_file(a->s, row));
      if (*image->id && row->script == NULL)
         cells[BUILD_ID] = cell_text(image->id);
      if (*row->file) {
         cells[SOURCE_FILE] = cell_text(row->file);
         cells[LINE] = cell_whole(row->line);
      }
      if (row->inlined_into)
         cells[INLINED_INTO] = cell_text(row->inlined_into);
      if (a->growths && a->growths[i].known) {
         const seconds_then then = scaled(a, i);

         cells[CLASS] = cell_text(seconds_class(class, &a->growths[i]));
         if (!a->cycles) {
            cells[SECONDS_SCALED] = cell_real(then.time);
            cells[SCALED_LOW] = cell_real(then.low);
            if (isfinite(then.high))
               cells[SCALED_HIGH] = cell_real(then.high);
         }
      }
      rows_add(&out, cells);
   }
   rows_end(&out);
}

/* --- the verb --- */

/* A profile, and what is asked of it. */
typedef struct {
   const model *profile;              /* NULL: there is none */
   unsigned long scale;
   const char *counts, *chart;        /* files; NULL: none */
} growth_options;

static int answer_for(const samples *s, const growth_options *asked,
                      table_by by, int format, unsigned long top)
{
   int status = STATUS_DONE;
   answer a = { .s = s, .event = samples_main_event(s), .by = by,
                .unit = 1e-9, .scale = asked->scale };

   if (s->cell_count == 0) {
      message_error("prof: the files have no samples: the runs took too "
                    "little CPU time");
      return STATUS_UNUSABLE;
   }
   a.cycles = strcmp(s->events[a.event].unit, "ns") != 0;
   measured_table_make(&a.t, s, a.event, by, asked->profile);
   a.profile = asked->profile;
   if (asked->profile)
      a.growths = seconds_find(&a.t, s, asked->profile, asked->scale,
                               asked->counts);
   if (asked->profile && a.growths == NULL)
      status = STATUS_UNUSABLE;
   else if (asked->chart)
      status = prof_chart_draw(asked->chart, &a.t, a.growths, asked->scale,
                               a.cycles) ? STATUS_DONE : STATUS_UNUSABLE;
   else if (format == VERBS_TABLE && asked->profile)
      print_growth_table(&a, top ? top : TABLE_ROWS);
   else if (format == VERBS_TABLE)
      print_table(&a, top ? top : TABLE_ROWS);
   else
      print_rows(&a, verbs_rows(format), top ? top : SIZE_MAX);
   free(a.growths);
   table_free(&a.t);
   return status;
}

int verb_prof(int argc, char **argv)
{
   int by = TABLE_ROUTINE, format = VERBS_TABLE, status;
   unsigned long top = 0;
   const char *profile_name = NULL, *symfs = NULL;
   growth_options asked = { .scale = 0 };
   const option options[] = {
      { "by", OPTION_CHOICE, &by, bys, "image|routine|line",
        "what a row is (default: routine)" },
      { "top", OPTION_COUNT, &top, NULL, "N",
        "the first N rows (default of the table: 25)" },
      { "profile", OPTION_TEXT, &profile_name, NULL, "FILE",
        "with growth, from a profile of the program" },
      { "scale", OPTION_COUNT, &asked.scale, NULL, "N",
        "with --profile: the time with inputs N times as large (default: 10)" },
      { "counts", OPTION_TEXT, &asked.counts, NULL, "FILE",
        "with --profile: misses of small caches, from callgrind (man "
        "aprof-prof)" },
      { "chart", OPTION_TEXT, &asked.chart, NULL, "FILE",
        "with --profile: draw both times; svg, png, pdf or txt" },
      VERBS_SYMFS(&symfs),
      VERBS_FORMAT(&format),
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = {
      "prof", "[OPTION...] FILE|FOLDER...",
      "Lists where the time goes, by the samples of aprof record.", options,
   };
   size_t files;
   samples *s;
   model *profile = NULL;

   if (!verbs_begin(argc, argv, &table, &files, &status))
      return status;
   if ((profile_name && by != TABLE_ROUTINE) ||
       ((asked.scale || asked.chart || asked.counts) && !profile_name)) {
      message_error("prof: %s", profile_name
                    ? "--profile is for --by=routine"
                    : "--scale, --counts and --chart need --profile");
      return STATUS_UNUSABLE;
   }
   s = samples_read_times(argv, files);
   if (s == NULL)
      return STATUS_UNUSABLE;
   if (profile_name)
      profile = profile_read_many((char *const *)&profile_name, 1);
   asked.profile = profile;
   asked.scale = asked.scale ? asked.scale : 10;
   status = !verbs_look_below(s, symfs) || (profile_name && profile == NULL)
            ? STATUS_UNUSABLE
            : answer_for(s, &asked, by, format, top);
   model_free(profile);
   samples_free(s);
   return status;
}

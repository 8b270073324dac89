/* A series as a table: see whatif/gains_table.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "whatif/gains_table.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "base/paths.h"
#include "base/text.h"
#include "base/utf8.h"
#include "whatif/gains_sentences.h"
#include "whatif/growth.h"
#include "whatif/waits.h"
#include "whatif/wanted.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_STEPS = 6 };

static void print_head(const whatif *s, FILE *f)
{
   const double instructions = (double)s->base[0].clock /
                               (double)s->settings[WHATIF_UNITS];
   char short_form[NUMBERS_TEXT];

   fprintf(f, "What if: %" PRIu64 " core%s, %" PRIu64 " thread%s; %s "
           "instructions of virtual time (%.3g ms)", s->settings[WHATIF_CORES],
           s->settings[WHATIF_CORES] == 1 ? "" : "s", s->base[0].threads,
           s->base[0].threads == 1 ? "" : "s",
           numbers_short(short_form, (prof_sum)instructions),
           instructions / (double)s->settings[WHATIF_INSTR_PER_NS] / 1e6);
   if (whatif_spread(s) > 0)
      fprintf(f, ",\nspread %.2f %%", whatif_spread(s));
   fputs("\n", f);
   if (s->again_count > 0) {
      fprintf(f, "+-: half of the range of a gain at the quanta %" PRIu64,
              s->settings[WHATIF_QUANTUM]);
      for (size_t i = 0; i < s->again_count; i++)
         fprintf(f, ", %" PRIu64, s->again[i].quantum);
      putc('\n', f);
   }
   putc('\n', f);
}

static bool is_latency(const whatif *s)
{
   return s->measure != WHATIF_END &&
          s->base[0].progress.list[s->measure].is_pair;
}

/* Say what the progress point is, and what it has measured. */
static void print_progress(const whatif *s, FILE *f)
{
   const double ns = (double)s->settings[WHATIF_UNITS] *
                     (double)s->settings[WHATIF_INSTR_PER_NS];
   const whatif_progress *p;
   const char *reason;
   char *name;

   if (s->measure == WHATIF_END)
      return;
   p = &s->base[0].progress.list[s->measure];
   name = gains_name(paths_file_name(p->name), GAINS_NAME_WIDTH);
   if (p->is_pair)
      fprintf(f, "Latency %s: %.4g us in the mean, begun %" PRIu64 ", ended %"
              PRIu64 " time%s\n\n", name, whatif_period(p, &reason) / ns / 1e3,
              p->begun, p->ended, p->ended == 1 ? "" : "s");
   else
      fprintf(f, "Progress point %s: %" PRIu64 " visits, one in %.4g us\n\n",
              name, p->visits, whatif_period(p, &reason) / ns / 1e3);
   free(name);
}

static void print_columns(const whatif *s, const gains_row *r, FILE *f)
{
   fprintf(f, "%-*s   self  slope   %s gains, if it is faster by\n%*s",
           GAINS_NAME_WIDTH, wanted_kind(s),
           s->measure == WHATIF_END ? "the program"
           : is_latency(s) ? "latency" : "throughput",
           GAINS_NAME_WIDTH + 14, "");
   for (size_t i = 0; i < r->count && i < SHOWN_STEPS; i++)
      fprintf(f, "%5u %%", r->points[i]->percent);
   putc('\n', f);
}

static void print_gain(const whatif *s, const whatif_point *p, FILE *f)
{
   const double gain = whatif_gain(s, p).gain;

   if (p->state == POINT_DONE)
      fprintf(f, "%7.1f", fabs(gain) < 0.05 ? 0 : gain);
   else
      fprintf(f, "%7s", p->state == POINT_FAILED ? "failed" : "-");
}

/* The errors of the gains, in a line of their own, if one is worth it. */
static void print_errors(const whatif *s, const gains_row *r, FILE *f)
{
   bool uncertain = false;

   for (size_t i = 0; i < r->count && i < SHOWN_STEPS; i++) {
      const whatif_estimate e = whatif_gain(s, r->points[i]);

      uncertain |= r->points[i]->state == POINT_DONE && whatif_is_uncertain(&e);
   }
   if (!uncertain)
      return;
   fprintf(f, "%*s", GAINS_NAME_WIDTH + 14, "+-");
   for (size_t i = 0; i < r->count && i < SHOWN_STEPS; i++) {
      const whatif_estimate e = whatif_gain(s, r->points[i]);

      if (r->points[i]->state == POINT_DONE && !isnan(e.error))
         fprintf(f, "%7.1f", e.error);
      else
         fprintf(f, "%7s", "");
   }
   putc('\n', f);
}

static void print_share(double percent, FILE *f)
{
   if (isnan(percent))
      fputs("      -", f);
   else
      fprintf(f, "%5.0f %%", percent);
}

static void print_name(const gains_row *r, FILE *f)
{
   fprintf(f, "%s%*s", r->shown, GAINS_NAME_WIDTH - (int)utf8_width(r->shown),
           "");
}

static void print_row(const whatif *s, const gains_row *r, FILE *f)
{
   print_name(r, f);
   print_share(r->self, f);
   print_share(r->slope, f);
   for (size_t i = 0; i < r->count && i < SHOWN_STEPS; i++)
      print_gain(s, r->points[i], f);
   putc('\n', f);
   print_errors(s, r, f);
}

/* --- more data --- */

static const char *basis_words(const char *basis)
{
   return strcmp(basis, "runs") == 0 ? "cost of the runs" :
          strcmp(basis, "verdict") == 0 ? "its verdict" :
          strcmp(basis, "calls") == 0 ? "called more often" :
          strcmp(basis, GROWTH_INLINED) == 0 ? "where it is inlined" :
                                        "assumed: as the data";
}

/* Print an interval, or blanks. */
static void print_interval(FILE *f, bool known, double low, double high)
{
   char text[NUMBERS_TEXT] = "";

   if (known)
      snprintf(text, sizeof text, "%.4g-%.4g", low, high);
   fprintf(f, "%14s", text);
}

static void print_growth(const whatif *s, const gains_row *r, FILE *f)
{
   const whatif_growth *g = growth_find(s, r->name);
   const whatif_point *p = gains_usual_point(r);
   double low = 0, high = 0;
   bool known;

   print_name(r, f);
   if (g == NULL) {
      fprintf(f, "%6d%30sthe profile shows no growth\n", 1, "");
      return;
   }
   fprintf(f, "%6.4g", g->factor);
   print_interval(f, growth_bounds(g) > 0, g->low, g->high);
   known = p && growth_interval(s, r, p, &low, &high);
   print_interval(f, known, low, high);
   fprintf(f, "  %s\n", basis_words(g->basis));
}

static void print_scale(const whatif *s, const gains_row *rows, size_t count,
                        FILE *f)
{
   const whatif_point *p = gains_usual_point(&rows[0]);

   fprintf(f, "\nAs if there were %" PRIu64 " times the data:\n%-*s  work"
           "      interval  gain at %2u %%  reason\n", s->scale,
           GAINS_NAME_WIDTH, wanted_kind(s), p ? p->percent : GAINS_USUAL);
   for (size_t i = 0; i < count; i++)
      print_growth(s, &rows[i], f);
}

/* Threads that wait more often than this, in latencies of a wake-up, are at the
   mercy of the machine's scheduler. */
#define FINE_GRAIN 10

static void print_grain(const whatif *s, FILE *f)
{
   const double grain = whatif_grain(s);
   const uint64_t latency = s->settings[WHATIF_WAKE_LATENCY];
   char each[NUMBERS_TEXT], wake_up[NUMBERS_TEXT];

   if (grain <= 0 || grain >= FINE_GRAIN * (double)latency)
      return;
   gains_sentences_wrapped(f, memory_format(
      "Threads wait every %s instructions, less than ten times the %s that a "
      "wake-up takes: the figures below are uncertain on a real machine.",
      numbers_grouped(each, (prof_sum)grain),
      numbers_grouped(wake_up, latency)), 0);
   putc('\n', f);
}

/* Other processes run in real time: how many requests a server finds at once, and
   so what it does for each of them, is another one in each run. */
static void print_outside(const whatif *s, FILE *f)
{
   const uint64_t waits = waits_outside(s);

   if (waits == 0)
      return;
   gains_sentences_wrapped(f, memory_format(
      "Threads wait %" PRIu64 " time%s for descriptors that no thread of the "
      "program serves: other processes and timers run in real time, the figures "
      "depend on them, and such a wait takes no virtual time by itself.  "
      "--quanta=5 tells how much they differ.", waits, waits == 1 ? "" : "s"), 0);
   putc('\n', f);
}

/* The schedule neither knows for what such a call waits nor when that is over. */
static void print_calls_outside(const whatif *s, FILE *f)
{
   uint64_t waits = 0;
   char *names = memory_string("");

   for (size_t i = 0; i < s->outside_count; i++) {
      waits += s->outside[i].waits;
      memory_append(&names, "%s%s", text_before(i, s->outside_count),
                    s->outside[i].name);
   }
   if (waits >= WAITS_RARE) {
      gains_sentences_wrapped(f, memory_format(
         "Threads wait %" PRIu64 " times in %s, which virtual time does not "
         "follow: when such a wait ends depends on this machine, and so do the "
         "figures.", waits, names), 0);
      putc('\n', f);
   }
   free(names);
}

static void print_children(const whatif *s, FILE *f)
{
   if (s->children == 0)
      return;
   gains_sentences_wrapped(f, memory_format(
      "The program has started %" PRIu64 " process%s: children run in real "
      "time, and are not measured.  If they do the work, then the program is to "
      "do it in one process, by its own option for that.", s->children,
      s->children == 1 ? "" : "es"), 0);
   putc('\n', f);
}

/* The constants that the figures depend on. */
static void print_constants(const whatif *s, FILE *f)
{
   const double ns = (double)s->settings[WHATIF_INSTR_PER_NS];

   if (s->base[0].waits == 0)
      return;
   putc('\n', f);
   gains_sentences_wrapped(f, memory_format(
      "Waking a thread costs %.1f us, and it runs after %.1f us, if a core is "
      "idle, else %.1f us to wake it and as much to switch to it; a ns has %.0f "
      "instructions.", 1e-3 * (double)s->settings[WHATIF_WAKE_COST] / ns,
      1e-3 * (double)s->settings[WHATIF_WAKE_LATENCY] / ns,
      1e-3 * (double)s->settings[WHATIF_SWITCH_COST] / ns, ns), 0);
}

/* Say what no figure knows: that of a routine which waits for memory, or of its
   page faults, may be far too small.  An option was handed to the tool. */
static void print_times(const whatif *s, FILE *f)
{
   static const char option[] = "--weights=";

   for (size_t i = 0; i < s->option_count; i++)
      if (strncmp(s->options[i], option, strlen(option)) == 0)
         return;
   fputs("\nEach instruction takes the same time here, and the kernel none: by "
         "--weights\nboth take what was measured.\n", f);
}

/* Print the table and its sentences for the measure that is set. */
static void print_measure(const whatif *s, FILE *f)
{
   size_t count;
   gains_row *rows = gains_rows(s, &count);

   print_progress(s, f);
   if (count > 0)
      print_columns(s, &rows[0], f);
   else
      fprintf(f, s->point_count > 0
              ? "No %s has as many points as --min-points asks for.\n"
              : "No %s has a share of the time that is worth a run.\n",
              wanted_kind(s));
   for (size_t i = 0; i < count; i++)
      print_row(s, &rows[i], f);
   if (s->scale > 0 && count > 0)
      print_scale(s, rows, count, f);
   putc('\n', f);
   gains_sentences_print_rows(s, rows, count, f);
   gains_free(rows, count);
}

void gains_table_print(const whatif *s, FILE *f)
{
   print_head(s, f);
   /* What makes the figures doubtful stands before them. */
   print_grain(s, f);
   print_outside(s, f);
   print_calls_outside(s, f);
   print_children(s, f);
   for (size_t i = 0; i < whatif_measures(s); i++) {
      const whatif view = whatif_view(s, i);

      if (i > 0)
         putc('\n', f);
      print_measure(&view, f);
   }
   gains_sentences_print_rest(s, f);
   waits_print(s, f);
   print_constants(s, f);
   print_times(s, f);
}

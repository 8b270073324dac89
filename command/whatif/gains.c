/* A series as a table with sentences: see table.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "whatif/gains.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "base/paths.h"
#include "base/utf8.h"
#include "names/shorten.h"
#include "whatif/growth.h"
#include "whatif/waits.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_WIDTH = 24, SHOWN_STEPS = 6 };

/* In percentage points: less is no gain, and no loss. */
#define NOTHING 0.3
/* A routine is hot if it has this percentage of the time. */
#define HOT 5
/* Routines are compared by what they gain here. */
#define USUAL 25

/* --- rows --- */

static int by_percent(const void *a, const void *b)
{
   const whatif_point *p = *(const whatif_point *const *)a;
   const whatif_point *q = *(const whatif_point *const *)b;

   return (p->percent > q->percent) - (p->percent < q->percent);
}

const gains_row *gains_find(const gains_row *rows, size_t count,
                            const char *name)
{
   for (size_t i = 0; i < count; i++)
      if (strcmp(rows[i].name, name) == 0)
         return &rows[i];
   return NULL;
}

/* Return the point at the percentage next to USUAL, or NULL. */
static const whatif_point *usual_point(const gains_row *r)
{
   const whatif_point *best = NULL;

   for (size_t i = 0; i < r->count; i++) {
      const whatif_point *p = r->points[i];

      if (p->state == POINT_DONE &&
          (best == NULL || abs((int)p->percent - USUAL) <
                           abs((int)best->percent - USUAL)))
         best = p;
   }
   return best;
}

/* Return its gain; -1000 if there is none. */
static double usual_gain(const whatif *s, const gains_row *r)
{
   const whatif_point *p = usual_point(r);

   return p ? whatif_gain(s, p).gain : -1000;
}

/* Return the greatest mean gain from 0 up to some step, as Coz's viewer ranks
   by impact: the area below the curve, divided by the step. */
static double impact(const whatif *s, const gains_row *r)
{
   double greatest = 0, area = 0, gain = 0;
   unsigned percent = 0;

   for (size_t i = 0; i < r->count; i++) {
      const whatif_point *p = r->points[i];
      double next;

      if (p->state != POINT_DONE || p->percent == 0)
         continue;
      next = whatif_gain(s, p).gain;
      area += (gain + next) / 2 * (p->percent - percent);
      gain = next;
      percent = p->percent;
      greatest = fmax(greatest, area / percent);
   }
   return greatest;
}

static double rank(const whatif *s, const gains_row *r)
{
   return s->order == WHATIF_BY_IMPACT ? impact(s, r) : usual_gain(s, r);
}

/* Insertion sort: there are few rows. */
static void sort_rows(const whatif *s, gains_row *rows, size_t count)
{
   for (size_t i = 1; i < count; i++) {
      const gains_row row = rows[i];
      const double gain = rank(s, &row);
      size_t k = i;

      for (; k > 0; k--) {
         const double other = rank(s, &rows[k - 1]);

         if (other > gain ||
             (other == gain && !(rows[k - 1].slope < row.slope)))
            break;
         rows[k] = rows[k - 1];
      }
      rows[k] = row;
   }
}

static void free_row(gains_row *r)
{
   free(r->shown);
   free(r->points);
}

/* Drop the rows with too few points that are done; the base run is one. */
static size_t drop_rows(const whatif *s, gains_row *rows, size_t count)
{
   size_t kept = 0;

   for (size_t i = 0; i < count; i++) {
      size_t done = 1;

      for (size_t k = 0; k < rows[i].count; k++)
         done += rows[i].points[k]->state == POINT_DONE;
      if (done >= s->least_points)
         rows[kept++] = rows[i];
      else
         free_row(&rows[i]);
   }
   return kept;
}

gains_row *gains_rows(const whatif *s, size_t *count)
{
   gains_row *rows = memory_new(s->point_count + 1, sizeof *rows);

   *count = 0;
   for (size_t i = 0; i < s->point_count; i++) {
      const whatif_point *p = &s->points[i];
      gains_row *r = (gains_row *)gains_find(rows, *count, p->routine);

      if (r == NULL) {
         r = &rows[(*count)++];
         r->name = p->routine;
         r->shown = shorten_name(p->routine, NAME_WIDTH);
         r->self = 100 * whatif_self(s, p->routine);
         r->slope = 100 * whatif_slope(s, p->routine);
         r->points = memory_new(s->point_count, sizeof *r->points);
      }
      r->points[r->count++] = p;
   }
   for (size_t i = 0; i < *count; i++)
      qsort(rows[i].points, rows[i].count, sizeof *rows[i].points, by_percent);
   *count = drop_rows(s, rows, *count);
   sort_rows(s, rows, *count);
   return rows;
}

void gains_free(gains_row *rows, size_t count)
{
   for (size_t i = 0; i < count; i++)
      free_row(&rows[i]);
   free(rows);
}

/* Return what gains, for a sentence; the caller frees the text. */
char *gains_subject(const whatif *s)
{
   const whatif_progress *p;
   char *name, *words;

   if (s->measure == WHATIF_END)
      return memory_string("the program");
   p = &s->base[0].progress.list[s->measure];
   name = shorten_name(paths_file_name(p->name), NAME_WIDTH);
   words = memory_format(p->is_pair ? "the latency of %s"
                                    : "the throughput at %s", name);
   free(name);
   return words;
}

/* --- the table --- */

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
   name = shorten_name(paths_file_name(p->name), NAME_WIDTH);
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
           NAME_WIDTH, "routine",
           s->measure == WHATIF_END ? "the program"
           : is_latency(s) ? "latency" : "throughput",
           NAME_WIDTH + 14, "");
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
   fprintf(f, "%*s", NAME_WIDTH + 14, "+-");
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

static void print_row(const whatif *s, const gains_row *r, FILE *f)
{
   fprintf(f, "%s%*s", r->shown, NAME_WIDTH - (int)utf8_width(r->shown), "");
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
   return strcmp(basis, "verdict") == 0 ? "its verdict" :
          strcmp(basis, "calls") == 0 ? "called more often" :
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
   const whatif_point *p = usual_point(r);
   double low = 0, high = 0;
   bool known;

   fprintf(f, "%s%*s", r->shown, NAME_WIDTH - (int)utf8_width(r->shown), "");
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
   const whatif_point *p = usual_point(&rows[0]);

   fprintf(f, "\nAs if there were %" PRIu64 " times the data:\n%-*s  work"
           "      interval  gain at %2u %%  reason\n", s->scale, NAME_WIDTH,
           "routine", p ? p->percent : USUAL);
   for (size_t i = 0; i < count; i++)
      print_growth(s, &rows[i], f);
}

/* --- sentences --- */

/* Print a sentence in lines of at most 80 bytes, where words allow.  A number
   does not leave its percent sign. */
static void print_wrapped(FILE *f, char *sentence)
{
   enum { WIDTH = 80, INDENT = 2 };
   size_t column = 0;
   char *rest = sentence, *word;

   while ((word = strsep(&rest, " ")) != NULL) {
      const size_t width = utf8_width(word),
                   sign = rest && rest[0] == '%' ? strcspn(rest, " ") + 1 : 0;

      if (column > 0 && column + 1 + width + sign > WIDTH) {
         fprintf(f, "\n%*s", INDENT, "");
         column = INDENT;
      } else if (column > 0) {
         putc(' ', f);
         column++;
      }
      fputs(word, f);
      column += width;
   }
   putc('\n', f);
   free(sentence);
}

/* What is said of a routine: points, and what they gain. */
typedef struct {
   const whatif_point *point;         /* NULL: none is done */
   whatif_estimate gain;
} said;

typedef struct {
   said best, worst, last;
   double error;                      /* the greatest; 0: none is known */
} summary;

/* Do the gains differ by more than what is nothing, and more than chance? */
static bool is_more(const whatif_estimate *e, const whatif_estimate *other)
{
   return e->gain > other->gain + NOTHING + whatif_error(e) +
                    whatif_error(other);
}

static summary sum_up(const whatif *s, const gains_row *r)
{
   summary u = { .error = 0 };

   for (size_t i = 0; i < r->count; i++) {
      const whatif_point *p = r->points[i];

      if (p->state != POINT_DONE)
         continue;
      u.last = (said){ p, whatif_gain(s, p) };
      u.error = fmax(u.error, whatif_error(&u.last.gain));
      if (u.best.point == NULL || is_more(&u.last.gain, &u.best.gain))
         u.best = u.last;
      if (u.worst.point == NULL || u.last.gain.gain < u.worst.gain.gain)
         u.worst = u.last;
   }
   return u;
}

/* Return "12.3" or "12.3 +- 0.4"; the caller frees it. */
static char *gain_words(double gain, const whatif_estimate *e)
{
   return whatif_is_uncertain(e) ? memory_format("%.1f +- %.1f", gain, e->error)
                                 : memory_format("%.1f", gain);
}

/* In percentage points: what is worth a sentence. */
#define WORTH 1

/* Would the program be slower, by more than chance? */
static bool has_loss(const summary *u)
{
   return -u->worst.gain.gain >= WORTH + whatif_error(&u->worst.gain);
}

/* Return what follows the greatest gain; the caller frees it.  A routine whose
   last steps may gain a fifth of what they would gain if the critical path
   stayed the same is not limited. */
static char *limit_words(const gains_row *r, const summary *u)
{
   const double steps = u->last.point->percent - u->best.point->percent;
   const double slope = isnan(r->slope) ?
      100 * u->best.gain.gain / u->best.point->percent : r->slope;
   const double error = whatif_error(&u->best.gain) +
                        whatif_error(&u->last.gain);
   const bool less = is_more(&u->best.gain, &u->last.gain);
   char *name, *gain, *words;

   if (u->best.point == u->last.point ||
       u->last.gain.gain - u->best.gain.gain + error > slope / 100 * steps / 5)
      return memory_string("");
   /* A loss has a sentence of its own. */
   if (less && u->last.gain.gain < WORTH && has_loss(u))
      return memory_string("");
   name = shorten_name(u->last.point->note, NAME_WIDTH);
   gain = gain_words(u->last.gain.gain, &u->last.gain);
   words = less && u->last.gain.gain >= WORTH
      ? memory_format("; at %u %% only %s %%: then %s limits the program",
                      u->last.point->percent, gain,
                      *name ? name : "another routine")
      : less
      ? memory_format("; at %u %% nothing: then %s limits the program",
                      u->last.point->percent,
                      *name ? name : "another routine")
      : memory_format("; more gains nothing: then %s limits the program",
                      *name ? name : "another routine");
   free(gain);
   free(name);
   return words;
}

/* Gains, or losses, that are not more than chance are named as such: of
   routines that have much of the time, or whose figures look like much. */
static void print_unknown(const gains_row *r, const summary *u, FILE *f)
{
   if (u->error >= WORTH && (r->self >= HOT || fabs(u->best.gain.gain) >= WORTH
                             || fabs(u->worst.gain.gain) >= WORTH))
      print_wrapped(f, memory_format("- %s: what it gains is not known: the "
                                     "figures depend on chance, by +- %.1f "
                                     "points.", r->shown, u->error));
}

/* Return a change in words; the caller frees them.  A gain at a progress point
   is a time that is shorter, not the rate. */
static char *change_words(const whatif *s, double gain,
                          const whatif_estimate *e)
{
   char *figure = gain_words(fabs(gain), e), *name, *words;
   const whatif_progress *p;

   if (s->measure == WHATIF_END) {
      words = memory_format(gain > 0 ? "the program would gain %s %%"
                                     : "the program would be %s %% slower",
                            figure);
   } else {
      p = &s->base[0].progress.list[s->measure];
      name = shorten_name(paths_file_name(p->name), NAME_WIDTH);
      words = memory_format("%s %s would be %s %% %s",
                            p->is_pair ? "the latency of"
                                       : "the time between visits of",
                            name, figure, gain > 0 ? "shorter" : "longer");
      free(name);
   }
   free(figure);
   return words;
}

static void print_sentence(const whatif *s, const gains_row *r, FILE *f)
{
   const summary u = sum_up(s, r);
   const bool gains = u.best.gain.gain >= WORTH + whatif_error(&u.best.gain);
   const bool loses = has_loss(&u);
   char *words;

   if (u.last.point == NULL)
      return;
   if (gains) {
      char *limit = limit_words(r, &u);

      words = change_words(s, u.best.gain.gain, &u.best.gain);
      print_wrapped(f, memory_format("- %s: if it were %u %% faster, %s%s.",
                                     r->shown, u.best.point->percent, words,
                                     limit));
      free(words);
      free(limit);
   } else if (!loses && r->self >= HOT && u.error < WORTH &&
              u.best.gain.gain < WORTH)
      print_wrapped(f, memory_format("- %s is hot (%.0f %% of all work), but "
                                     "off the critical path: a faster %s gains "
                                     "nothing.", r->shown, r->self, r->shown));
   else if (!loses)
      print_unknown(r, &u, f);
   if (loses) {
      words = change_words(s, u.worst.gain.gain, &u.worst.gain);
      print_wrapped(f, memory_format("- %s: %sif it were %u %% faster, %s.",
                                     r->shown, gains ? "but " : "",
                                     u.worst.point->percent, words));
      free(words);
   }
}

/* Say what the program waits for: nothing of it depends on progress points. */
static void print_waits(const whatif *s, FILE *f)
{
   size_t count;
   const whatif_wait **list = waits_that_matter(s, &count);

   for (size_t i = 0; i < count; i++) {
      char *words = waits_sentence(s, list[i]);

      print_wrapped(f, memory_format("- %s", words));
      free(words);
   }
   free(list);
}

static void print_failures(const whatif *s, FILE *f)
{
   for (size_t i = 0; i < s->point_count; i++) {
      const whatif_point *p = &s->points[i];

      if (p->state == POINT_FAILED)
         print_wrapped(f, memory_format("- %s, %u %%: not measured, since %s.",
                                        p->routine, p->percent, p->note));
      else if (p->state == POINT_MISSING)
         print_wrapped(f, memory_format("- %s, %u %%: not measured yet.",
                                        p->routine, p->percent));
   }
}

static void print_sentences(const whatif *s, const gains_row *rows,
                            size_t count, FILE *f)
{
   for (size_t i = 0; i < count; i++)
      print_sentence(s, &rows[i], f);
   print_waits(s, f);
   print_failures(s, f);
}

void gains_print_sentences(const whatif *s, FILE *f)
{
   size_t count;
   gains_row *rows = gains_rows(s, &count);

   print_sentences(s, rows, count, f);
   gains_free(rows, count);
}

/* Threads that wait more often than this, in latencies of a wake-up, are at the
   mercy of the machine's scheduler. */
#define FINE_GRAIN 10

static void print_grain(const whatif *s, FILE *f)
{
   const double grain = whatif_grain(s);

   if (grain > 0 &&
       grain < FINE_GRAIN * (double)s->settings[WHATIF_WAKE_LATENCY])
      fprintf(f, "\nThreads wait every %.0f instructions, less than ten times "
              "the %" PRIu64 " that a\nwake-up takes: the figures are "
              "uncertain on a real machine.\n", grain,
              s->settings[WHATIF_WAKE_LATENCY]);
}

static void print_children(const whatif *s, FILE *f)
{
   if (s->children > 0)
      fprintf(f, "\nThe program has started %" PRIu64 " process%s: children "
              "run in real time, and are not\nmeasured.\n", s->children,
              s->children == 1 ? "" : "es");
}

/* The constants that the figures depend on. */
static void print_constants(const whatif *s, FILE *f)
{
   const double ns = (double)s->settings[WHATIF_INSTR_PER_NS];

   if (s->base[0].waits > 0)
      fprintf(f, "\nWaking a thread costs %.1f us, and it runs after %.1f us, "
              "if a core is idle, else\n%.1f us to wake it and as much to "
              "switch to it; a ns has %.0f instructions.\n",
              1e-3 * (double)s->settings[WHATIF_WAKE_COST] / ns,
              1e-3 * (double)s->settings[WHATIF_WAKE_LATENCY] / ns,
              1e-3 * (double)s->settings[WHATIF_SWITCH_COST] / ns, ns);
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
      fputs(s->point_count > 0
            ? "No routine has as many points as --min-points asks for.\n"
            : "No routine has a share of the time that is worth a run.\n", f);
   for (size_t i = 0; i < count; i++)
      print_row(s, &rows[i], f);
   if (s->scale > 0 && count > 0)
      print_scale(s, rows, count, f);
   putc('\n', f);
   for (size_t i = 0; i < count; i++)
      print_sentence(s, &rows[i], f);
   gains_free(rows, count);
}

void gains_print(const whatif *s, FILE *f)
{
   print_head(s, f);
   for (size_t i = 0; i < whatif_measures(s); i++) {
      const whatif view = whatif_view(s, i);

      if (i > 0)
         putc('\n', f);
      print_measure(&view, f);
   }
   print_waits(s, f);
   print_failures(s, f);
   waits_print(s, f);
   print_constants(s, f);
   print_grain(s, f);
   print_children(s, f);
}

/* What is said of a series: see whatif/gains_sentences.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "whatif/gains_sentences.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "base/paths.h"
#include "base/text.h"
#include "cli/wrap.h"
#include "whatif/waits.h"
#include "whatif/wanted.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* In percentage points: less is no gain, and no loss. */
#define NOTHING 0.3
/* A routine is hot if it has this percentage of the time. */
#define HOT 5

void gains_sentences_wrapped(FILE *f, char *sentence, int indent)
{
   wrap_put(f, sentence, 0, (size_t)indent);
   free(sentence);
}

/* A sentence of a list. */
static void print_wrapped(FILE *f, char *sentence)
{
   gains_sentences_wrapped(f, sentence, 2);
}

/* What is said of a routine: points, and what they gain. */
typedef struct {
   const whatif_point *point;         /* NULL: none is done */
   whatif_estimate gain;
   double chance;                     /* see below */
} said;

/* Return what a gain must exceed not to be chance, in one case of twenty.  The
   error is half of the range of n figures, in the mean over some steps: of
   normal ones the range is 1.13, 1.69, 2.06 and 2.33 times their deviation, and
   that of their median is 0.71, 0.67, 0.55 and 0.54 times it.  With four steps
   Student's factor is 2.8, 2.3, 2.2 and 2.1. */
static double chance_of(const whatif *s, const whatif_estimate *e)
{
   static const double factors[] = { 1, 3.5, 1.8, 1.2, 1 };
   const size_t most = sizeof factors / sizeof *factors - 1;

   return factors[s->again_count < most ? s->again_count : most] *
          whatif_error(e);
}

typedef struct {
   said best, worst, last;
   double error, chance;              /* the greatest; 0: none is known */
} summary;

/* Do the gains differ by more than what is nothing, and more than chance? */
static bool is_more(const said *a, const said *other)
{
   return a->gain.gain > other->gain.gain + NOTHING + a->chance + other->chance;
}

static summary sum_up(const whatif *s, const gains_row *r)
{
   summary u = { .error = 0 };

   for (size_t i = 0; i < r->count; i++) {
      const whatif_point *p = r->points[i];

      if (p->state != POINT_DONE)
         continue;
      u.last = (said){ .point = p, .gain = whatif_gain(s, p) };
      u.last.chance = chance_of(s, &u.last.gain);
      u.error = fmax(u.error, whatif_error(&u.last.gain));
      u.chance = fmax(u.chance, u.last.chance);
      if (u.best.point == NULL || is_more(&u.last, &u.best))
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
   return -u->worst.gain.gain >= WORTH + u->worst.chance;
}

/* Return what follows the greatest gain; the caller frees it.  A routine whose
   last steps may gain a fifth of what they would gain if the critical path
   stayed the same is not limited. */
static char *limit_words(const whatif *s, const gains_row *r,
                         const summary *u)
{
   const double steps = u->last.point->percent - u->best.point->percent;
   const double slope = isnan(r->slope) ?
      100 * u->best.gain.gain / u->best.point->percent : r->slope;
   const double error = u->best.chance + u->last.chance;
   const bool less = is_more(&u->best, &u->last);
   char *name, *gain, *words;

   if (u->best.point == u->last.point ||
       u->last.gain.gain - u->best.gain.gain + error > slope / 100 * steps / 5)
      return memory_string("");
   /* A loss has a sentence of its own. */
   if (less && u->last.gain.gain < WORTH && has_loss(u))
      return memory_string("");
   name = *u->last.point->note
      ? gains_name(u->last.point->note, GAINS_NAME_WIDTH)
      : memory_format("another %s", whatif_unit(s));
   gain = gain_words(u->last.gain.gain, &u->last.gain);
   words = less && u->last.gain.gain >= WORTH
      ? memory_format("; at %u %% only %s %%: then %s limits the program",
                      u->last.point->percent, gain, name)
      : less
      ? memory_format("; at %u %% nothing: then %s limits the program",
                      u->last.point->percent, name)
      : memory_format("; more gains nothing: then %s limits the program", name);
   free(gain);
   free(name);
   return words;
}

/* Gains, or losses, that are not more than chance are named as such: of
   routines that have much of the time, or whose figures look like much. */
static void print_unknown(const gains_row *r, const summary *u, FILE *f)
{
   if (u->chance >= WORTH && (r->self >= HOT || fabs(u->best.gain.gain) >= WORTH
                             || fabs(u->worst.gain.gain) >= WORTH))
      print_wrapped(f, memory_format("- %s: what it gains is not known: the "
                                     "figures depend on chance, by +- %.1f "
                                     "points.", r->shown, u->error));
}

/* Does a routine leave its work to others, inlined or not?  Then it gains nothing
   by itself, which says nothing of the work. */
static bool leaves_work(const gains_row *r)
{
   return r->self < WORTH && wanted_is_routine_alone(r->name);
}

/* Print that of such routines, in their order. */
static void print_own(const gains_row *const *rows, size_t count, FILE *f)
{
   char *likewise = memory_string("");

   if (count > 0)
      print_wrapped(f, memory_format("- %s: its own instructions are %.1f %% of "
                                     "all work; what it calls, and what is "
                                     "inlined in it, is not made faster here, "
                                     "but with --what=%s+.", rows[0]->shown,
                                     rows[0]->self, rows[0]->name));
   for (size_t i = 1; i < count; i++)
      memory_append(&likewise, "%s%s (%.1f %%)", text_before(i - 1, count - 1),
                    rows[i]->shown, rows[i]->self);
   if (count > 1)
      print_wrapped(f, memory_format("- The same holds for %s.", likewise));
   free(likewise);
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
      name = gains_name(paths_file_name(p->name), GAINS_NAME_WIDTH);
      words = memory_format("%s %s would be %s %% %s",
                            p->is_pair ? "the latency of"
                                       : "the time between visits of",
                            name, figure, gain > 0 ? "shorter" : "longer");
      free(name);
   }
   free(figure);
   return words;
}

/* Other processes run in real time, so that a run may find more requests at once than
   another one.  All processors together do not save more than a part of the
   routine's work: say so if a gain is more than that, and return whether it is.
   (A thread that waits for less may save more, but then no other process is waited
   for.) */
static bool print_too_much(const whatif *s, const gains_row *r,
                           const summary *u, FILE *f)
{
   const double most = u->best.point == NULL || s->measure == WHATIF_END
                       ? NAN
                       : r->self * u->best.point->percent / 100 *
                         (double)s->settings[WHATIF_CORES];

   if (!(u->best.gain.gain > most + WORTH + u->best.chance) ||
       s->base[0].progress.list[s->measure].is_pair || waits_outside(s) == 0)
      return false;
   print_wrapped(f, memory_format("- %s: a gain of %.1f %% is more than its work "
                                  "(%.1f %% of all) can give: other processes, "
                                  "which run in real time, have made it.",
                                  r->shown, u->best.gain.gain, r->self));
   return true;
}

/* Print the sentence on a routine; false: it is one that leaves its work to
   others, of which nothing is printed here. */
static bool print_row(const whatif *s, const gains_row *r, FILE *f)
{
   const summary u = sum_up(s, r);
   const bool gains = u.best.gain.gain >= WORTH + u.best.chance;
   const bool loses = has_loss(&u);
   char *words;

   if (u.last.point == NULL || print_too_much(s, r, &u, f))
      return true;
   if (!gains && !loses && leaves_work(r))
      return false;
   if (gains) {
      char *limit = limit_words(s, r, &u);

      words = change_words(s, u.best.gain.gain, &u.best.gain);
      print_wrapped(f, memory_format("- %s: if it were %u %% faster, %s%s.",
                                     r->shown, u.best.point->percent, words,
                                     limit));
      free(words);
      free(limit);
   } else if (!loses && r->self >= HOT && u.chance < WORTH &&
              u.best.gain.gain < WORTH)
      print_wrapped(f, memory_format("- %s is hot (%.0f %% of all work), but "
                                     "off the critical path: a faster %s gains "
                                     "nothing.", r->shown, r->self, r->shown));
   else if (!loses && isnan(r->self) && u.chance < WORTH &&
            u.best.gain.gain < WORTH)
      print_wrapped(f, memory_format("- %s: faster by %u %%, it gains less than "
                                     "%d %%: that is little work, or it is off "
                                     "the critical path.", r->shown,
                                     u.last.point->percent, WORTH));
   else if (!loses)
      print_unknown(r, &u, f);
   if (loses) {
      words = change_words(s, u.worst.gain.gain, &u.worst.gain);
      print_wrapped(f, memory_format("- %s: %sif it were %u %% faster, %s.",
                                     r->shown, gains ? "but " : "",
                                     u.worst.point->percent, words));
      free(words);
   }
   return true;
}

void gains_sentences_print_rows(const whatif *s, const gains_row *rows,
                                size_t count, FILE *f)
{
   const gains_row **left = memory_new(count + 1, sizeof *left);
   size_t left_count = 0;

   for (size_t i = 0; i < count; i++)
      if (!print_row(s, &rows[i], f))
         left[left_count++] = &rows[i];
   print_own(left, left_count, f);
   free(left);
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

/* A row stands for code that has a name, or a place in a file. */
static void print_nameless(const whatif *s, FILE *f)
{
   uint64_t all = 0, nameless = 0;

   for (size_t i = 0; i < s->routine_count; i++) {
      all += s->routines[i].self;
      if (!*s->routines[i].name)
         nameless += s->routines[i].self;
   }
   if ((double)nameless * 100 >= (double)all * HOT && nameless > 0)
      print_wrapped(f, memory_format(
         "- %.0f %% of all work is in code of no known routine, which no row is "
         "of: code that the program has generated, or assembler code without "
         "symbols.", 100 * (double)nameless / (double)all));
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

void gains_sentences_print_rest(const whatif *s, FILE *f)
{
   print_waits(s, f);
   print_nameless(s, f);
   print_failures(s, f);
}

void gains_sentences_print(const whatif *s, FILE *f)
{
   size_t count;
   gains_row *rows = gains_rows(s, &count);

   gains_sentences_print_rows(s, rows, count, f);
   gains_sentences_print_rest(s, f);
   gains_free(rows, count);
}

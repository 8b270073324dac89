/* What the table of `aprof report` says in words: which routines to look at
   first, and why.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/report_sentences.h"
#include "advice/advice.h"
#include "advice/collections.h"
#include "advice/filled.h"
#include "advice/interpreter.h"
#include "advice/nameless.h"
#include "advice/no_suspect.h"
#include "advice/several_runs.h"
#include "advice/table_growth.h"
#include "advice/where.h"
#include "advice/without_suspect.h"
#include "assess/load_words.h"
#include "assess/own_code.h"
#include "assess/reread_words.h"
#include "assess/same_source.h"
#include "assess/size_argument.h"
#include "assess/suspicion.h"
#include "assess/turns.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "cli/wrap.h"
#include "names/labels.h"
#include "names/shorten.h"
#include "profile/starts.h"
#include "source/call_places.h"
#include "verbs/telling.h"
#include "verbs/verdict_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Routines that are described, at most. */
enum { SENTENCES = 3 };
/* Suspects with less of the cost do not tell how the program grows. */
#define SMALL_PART 0.05
/* One that has more than this does. */
#define LARGE_PART 0.5

/* Return what a routine would cost; the caller frees it. */
static char *outlook(const report_list *l, const report_row *row)
{
   const assessment *a = row->rank->assessment;
   char factor[NUMBERS_TEXT], percent[CELL_PERCENT];
   prediction p;

   if (!beside_predict(&l->beside, row->rank, 10 * (double)a->size_max, &p) ||
       p.factor >= 1e15)
      return memory_format("; it is %s %% of the run",
                           cell_short_percent(percent,
                                              &row->cells[REPORT_COST_PCT]));
   if (p.factor < 10)
      snprintf(factor, sizeof factor, "%.1f", p.factor);
   else
      numbers_grouped(factor, (prof_sum)(p.factor + .5));
   return memory_format("; at ten times the largest input it would cost %s "
                        "times as much: %.0f %% of the run", factor,
                        p.percent);
}

static char *describe(const report_list *l, const report_row *row,
                      char **labels)
{
   assessment *a = row->rank->assessment;
   const verdict *v = assess_verdict(a);
   char *words = verdict_words(v, false);
   char *on = verdict_words_basis(v, assess_size_unit(a->m, a->routine));
   char *load = load_words(row->rank, labels_in_sentence, labels);
   char *future = outlook(l, row);
   char *text = memory_format("%s %s%s%s%s", words, on, load ? "; " : "",
                              load ? load : "", future);

   free(future);
   free(load);
   free(on);
   free(words);
   return text;
}

static const report_row *find_row(const report_list *l, size_t routine)
{
   for (size_t i = 0; i < l->count; i++)
      if (l->order[i]->rank->assessment->routine == routine)
         return l->order[i];
   return NULL;
}

/* Return the assessments of the rows; the caller frees the list. */
static const ranked **ranks_of(const report_list *l)
{
   const ranked **ranks = memory_new(l->count, sizeof *ranks);

   for (size_t i = 0; i < l->count; i++)
      ranks[i] = l->order[i]->rank;
   return ranks;
}

/* Put into `rows` the suspects among the first `count` rows of which a sentence is
   printed; return their number. */
static size_t find_suspects(const report_list *l, size_t count,
                            const report_row *rows[SENTENCES])
{
   const ranked *ranks[SENTENCES];
   size_t found = 0;

   for (size_t i = 0; i < count && found < SENTENCES; i++) {
      const ranked *r = l->order[i]->rank;

      if (ranked_is_suspect(r) && !same_source_is_told(ranks, found, r)) {
         rows[found] = l->order[i];
         ranks[found++] = r;
      }
   }
   return found;
}

/* Return whether it is printed why the routine of a row is in doubt because the
   report is about it. */
static bool is_doubted_named(const telling *t, const report_row *row)
{
   const ranked *r = row->rank;
   const size_t routine = r->assessment->routine;

   return t->l->named && t->l->named[routine] && !t->told[routine] &&
          !ranked_is_suspect(r) &&
          (suspicion_looks_steep(r) ||
           (r->weighty && r->assessment->inferred &&
            r->assessment->worst.growth.kind == GROWTH_UNDECIDED));
}

static void mention_doubted_named(telling *t)
{
   for (size_t i = 0; i < t->l->count; i++)
      if (is_doubted_named(t, t->l->order[i]))
         telling_mention(t, t->l->order[i]);
}

/* Print a text, if there is one. */
static void print(const char *text)
{
   if (text)
      wrap_print(text, 0);
}

/* The same, indented, and free it. */
static void print_and_free(char *text, size_t indent)
{
   if (text)
      wrap_print(text, indent);
   free(text);
}

/* Print where in the source the cost of a routine is, once; takes the text,
   which is NULL if that is not known. */
static void print_place(telling *t, size_t routine, char *text, size_t indent)
{
   if (telling_first_place(t, routine))
      print_and_free(text, indent);
   else
      free(text);
}

/* Print where in the source the cost of a row is; a context has no lines of its
   own. */
static void print_where(telling *t, const report_row *row)
{
   if (t->m->routines[row->rank->assessment->routine].context == NULL)
      print_place(t, where_of_suspect_routine(row->rank),
                  where_of_suspect(row->rank), 2);
}

/* Print a sentence about a suspect.  witness: the row of the routine that shows
   its growth, if it is another one, or NULL. */
static void print_suspect(telling *t, const report_row *row,
                          const report_row *witness)
{
   char **labels = t->labels;
   char *name = telling_row_subject(t, row);
   char *what = row->rank->by_reread
      ? reread_words(row->rank, labels)
      : describe(t->l, witness ? witness : row, labels);
   char *sentence;

   if (witness && !row->rank->by_reread) {
      char *other = telling_row_name(t, witness);
      char *places = call_places_words(
         t->m, witness->rank->assessment->routine,
         row->rank->assessment->routine, " calls it in ");

      sentence = memory_format("%s does the work of %s, which%s%s %s.", name,
                               other, places, *places ? " and" : "", what);
      free(places);
      free(other);
   } else
      sentence = memory_format("%s %s.", name, what);
   wrap_print(sentence, 2);
   free(sentence);
   free(what);
   what = row->rank->by_reread
      ? NULL : reread_words(row->rank, labels);
   if (what)
      print_and_free(memory_format("It %s.", what), 2);
   free(what);
   what = reread_words_also(row->rank, labels);
   if (what)
      print_and_free(memory_format("It also %s.", what), 2);
   free(what);
   print_where(t, row);
   free(name);
}

/* Print the suspects among the first `count` rows; return their number. */
static size_t print_suspects(telling *t, size_t count)
{
   const report_list *l = t->l;
   const report_row *rows[SENTENCES];
   const size_t found = find_suspects(l, count, rows);
   const ranked **ranks;
   size_t heavier;

   if (found == 0)
      return 0;
   for (size_t i = 0; i < found; i++) {
      const report_row *witness = find_row(l, rows[i]->rank->witness);

      telling_mention(t, rows[i]);
      if (witness)
         telling_mention(t, witness);
   }
   ranks = ranks_of(l);
   heavier = no_suspect_beside(ranks, l->count);
   if (heavier < l->count)
      telling_mention(t, l->order[heavier]);
   mention_doubted_named(t);
   telling_mention_hints(t);
   telling_apart(t);
   puts("Look first at");
   for (size_t i = 0; i < found; i++) {
      print_suspect(t, rows[i], find_row(l, rows[i]->rank->witness));
      print_and_free(same_source_words(ranks, l->count, rows[i]->rank), 2);
   }
   free(ranks);
   return found;
}

/* Print a sentence about a routine that is listed though it is no suspect. */
static void print_doubted(telling *t, const report_row *row)
{
   assessment *a = row->rank->assessment;
   const verdict *v = assess_verdict(a);
   const bool because = row->rank->cause != RANKED_NONE;
   char percent[CELL_PERCENT];
   char *name = telling_row_subject(t, row);
   const bool has_comma = name[strlen(name) - 1] == ',';
   char *words = v->growth.kind == GROWTH_UNDECIDED
                 ? memory_string("is undecided")
                 : verdict_words(v, !because);
   char *on = verdict_words_basis(v, assess_size_unit(a->m, a->routine));
   char *reason = no_suspect_reason(t->m, row->rank);
   char *sentence = memory_format(
      "%s%s %s %% of the run, %s %s%s: %s.", name, has_comma ? "" : ",",
      cell_short_percent(percent, &row->cells[REPORT_COST_PCT]), words, on,
      because || v->growth.kind == GROWTH_UNDECIDED ? "" : ", in doubt",
      reason);

   wrap_print(sentence, 2);
   print_where(t, row);
   t->told[row->rank->assessment->routine] = true;
   free(sentence);
   free(reason);
   free(on);
   free(words);
   free(name);
}

/* Print commands that profile several runs. */
static void print_example(const model *m, bool open)
{
   char *commands = several_runs_commands(m, open);

   fputs(commands, stdout);
   free(commands);
}

/* If a routine looks steep, and is in doubt because the runs so far gave it few
   sizes, print what decides it. */
static void print_more_runs(const telling *t)
{
   const report_list *l = t->l;

   for (size_t i = 0; i < l->count; i++) {
      const ranked *r = l->order[i]->rank;
      char *name, *sentence, number[NUMBERS_TEXT];

      if (!no_suspect_wants_runs(r))
         continue;
      name = telling_row_subject(t, l->order[i]);
      sentence = memory_format(
         "More runs decide it: %s had %zu sizes in %zu runs.  Profile at least "
         "%s, the largest beyond %s%s.", name,
         r->assessment->points_trms, t->m->run_count, several_runs_inputs(t->m),
         numbers_grouped(number, r->assessment->size_max),
         assess_size_unit(t->m, r->assessment->routine));
      wrap_print(sentence, 0);
      print_example(t->m, false);
      free(sentence);
      free(name);
      return;
   }
}

/* Print a routine in doubt that has far more of the cost than the suspects. */
static void print_doubted_beside(telling *t)
{
   const report_list *l = t->l;
   const ranked **rows = ranks_of(l);
   const size_t at = no_suspect_beside(rows, l->count);

   if (at < l->count)
      print_doubted(t, l->order[at]);
   free(rows);
}

/* Print why the routines that the report is about are in doubt, whatever their
   part in the cost. */
static void print_doubted_named(telling *t)
{
   const report_list *l = t->l;

   for (size_t i = 0; i < l->count; i++)
      if (is_doubted_named(t, l->order[i]))
         print_doubted(t, l->order[i]);
}

/* Return the first suspect; NULL: there is none. */
static const ranked *first_suspect(const report_list *l)
{
   for (size_t i = 0; i < l->count; i++)
      if (ranked_is_suspect(l->order[i]->rank))
         return l->order[i]->rank;
   return NULL;
}

/* Print in which lines the cost of a routine is, unless that is told. */
static void print_lines_of(telling *t, size_t routine)
{
   char *name = labels_in_sentence(routine, t->labels);

   print_place(t, routine, where_sentence(t->m, routine, name), 0);
   free(name);
}

/* Print how to learn in which lines the cost is, or these lines: the report on the
   run that it tells to make has to say what it promises. */
static void print_lines_hint(telling *t)
{
   const size_t place = advice_place(t->l->ranking, t->l->hints,
                                     first_suspect(t->l));

   char *sentence = place != RANKED_NONE ? where_hint(t->m, place, t->labels[place])
                                           : NULL;
   char *command;

   if (sentence == NULL) {
      if (place != RANKED_NONE && line_costs_known(t->m))
         print_lines_of(t, place);
      return;
   }
   command = several_runs_once_more(t->m, WHERE_OPTION, place);
   print_and_free(sentence, 0);
   fputs(command, stdout);
   free(command);
}

/* Return whether the growth of most of the cost is known. */
static bool is_judged(const report_list *l)
{
   return l->hints->known.judged >= COVERAGE_MOST;
}

/* Print the calls and the loops whose number one run does not explain; return
   whether there are any. */
static bool print_hints(telling *t)
{
   const report_list *l = t->l;
   size_t printed = 0;

   for (size_t i = 0; i < l->count && printed < SENTENCES; i++) {
      const ranked *r = l->order[i]->rank;
      char *name;

      if (!r->turns.steady)
         continue;
      if (printed++ == 0)
         wrap_print(OFTEN_CALLED_HEADING, 0);
      name = telling_row_subject(t, l->order[i]);
      print_and_free(turns_describe_steady(r, name), 2);
      free(name);
   }
   for (size_t i = 0; i < l->hints->count; i++) {
      const often_called *c = &l->hints->calls[i];
      char *text = often_called_describe(t->m, c, labels_in_sentence,
                                         t->labels);
      const size_t work = worker_or(c->work, c->callee);
      char *name = labels_in_sentence(work, t->labels);

      if (printed++ == 0)
         wrap_print(OFTEN_CALLED_HEADING, 0);
      print_and_free(text, 2);
      print_place(t, where_of_work_routine(t->m, work, c->caller),
                  where_of_work(t->m, work, c->caller, name), 2);
      free(name);
   }
   return printed > 0;
}

/* Print what the runs cost beyond their input, and where, if they do. */
static void print_excess(telling *t)
{
   const excess *e = &t->l->hints->excess;

   if (!e->found)
      return;
   print_and_free(excess_describe(t->m, e, labels_in_sentence, t->labels), 0);
   for (size_t i = 0; i < e->count; i++) {
      const size_t routine = e->parts[i].routine;
      char *name = labels_in_sentence(routine, t->labels);

      print_and_free(excess_describe_part(t->m, &e->parts[i],
                                          labels_in_sentence, t->labels), 2);
      print_place(t, routine, where_sentence(t->m, routine, name), 2);
      free(name);
   }
}

/* Return whether an argument of a routine says what the suspects leave open: it
   makes the routine grow faster than n log n, or the routine has far more of the
   cost than they have, `most`, or the report is about it. */
static bool is_missing(const report_list *l, const ranked *r, double most,
                       const size_argument *argument)
{
   return growth_is_steep(argument->verdict.growth) ||
          no_suspect_outweighs(r, most) ||
          (l->named && l->named[r->assessment->routine]);
}

/* Print which argument explains the cost of heavy routines whose size does not
   vary; return whether `of` is one of them. */
static bool print_size_arguments(const telling *t, const assessment *of)
{
   const report_list *l = t->l;
   const ranked **rows = ranks_of(l);
   const double most = no_suspect_most(rows, l->count);
   const bool has_suspect = first_suspect(l) != NULL;
   size_t printed = 0;
   bool has = false;

   free(rows);
   for (size_t i = 0; i < l->count && printed < SENTENCES; i++) {
      const ranked *r = l->order[i]->rank;
      size_argument argument;
      char *name, *text;

      if (!r->weighty || r->internal || r->in_zone ||
          !size_argument_find(r->assessment, &argument) ||
          (has_suspect && !is_missing(l, r, most, &argument)))
         continue;
      name = telling_row_name(t, l->order[i]);
      text = size_argument_describe(r->assessment, &argument, name);
      wrap_print(text, 0);
      free(text);
      free(name);
      has = has || r->assessment == of;
      printed++;
   }
   return has;
}

/* Print what to run next, and the commands. */
static void print_what_next(telling *t, bool answered)
{
   advice a = advice_find(t->l->ranking, &t->l->hints->known, answered,
                          labels_in_sentence, t->labels);

   if (a.text) {
      wrap_print(a.text, 0);
      fputs(a.commands, stdout);
   }
   advice_free(&a);
}

/* Print what to do next if the growth of most of the program is not known, and
   else what one run does not show.  recursion: one that does the same again and
   again was named; on inputs that are twice as large it may never end.
   answered: the hints were named. */
static void print_advice(telling *t, bool is_explained, bool recursion,
                         bool answered)
{
   const model *m = t->m;
   const assessment *unknown = coverage_unknown(t->l->ranking);
   const bool judged = is_judged(t->l);

   /* The runs have shown what more of them would. */
   if (t->l->hints->excess.found)
      return;
   if (judged && m->run_count > 1) {
      print_more_runs(t);
      return;
   }
   if (judged && unknown && !answered && !recursion)
      wrap_print(often_called_question(t->m), 0);
   if (!answered)
      answered = print_hints(t);
   if (recursion || (is_explained && !judged))
      return;
   if (!judged && unknown && where_works(m, unknown->routine)) {
      char *name = shorten_name(t->labels[unknown->routine], TELLING_NAME_WIDTH);

      print_place(t, unknown->routine,
                  where_sentence(m, unknown->routine, name), 0);
      free(name);
   }
   print_what_next(t, answered);
}

/* Print which routine the report without its filter names first, if there is
   one: to say that nothing grows would be false then.  Return whether there
   is. */
static bool print_elsewhere(const telling *t)
{
   const order_ranking *ranking = t->l->ranking;

   for (size_t i = 0; t->l->filter && i < ranking->count; i++) {
      char *name, *text;

      if (!ranked_is_suspect(&ranking->list[i]))
         continue;
      name = own_code_subject(
         shorten_name(t->labels[ranking->list[i].assessment->routine],
                      TELLING_NAME_WIDTH),
         t->m, ranking->list[i].assessment->routine, labels_in_sentence,
         t->labels);
      text = memory_format("Without %s the report names %s first.",
                           t->l->filter, name);
      print_and_free(text, 0);
      free(name);
      return true;
   }
   return false;
}

/* Print what is known though no routine is a suspect. */
static void print_without_suspect(telling *t)
{
   const report_list *l = t->l;
   const ranked **rows = ranks_of(l);
   without_suspect w = without_suspect_find(t->m, l->ranking, l->hints, rows,
                                            l->count);
   bool is_explained;

   for (size_t i = 0; i < w.listed.count; i++)
      telling_mention(t, l->order[w.listed.listed[i]]);
   mention_doubted_named(t);
   telling_mention_hints(t);
   telling_apart(t);
   print(w.filled);
   print(w.collections);
   print(w.small_calls);
   if (w.recursion_leads)
      print(w.recursion);
   print_excess(t);
   if (l->hints->lead) {
      wrap_print(often_called_question(t->m), 0);
      print_hints(t);
   }
   print(w.praise);
   if (l->count == 0) {
      print(w.listed.heading);
      print_elsewhere(t);
   } else if (w.listed.count > 0 || !print_elsewhere(t)) {
      print(w.listed.heading);
   }
   for (size_t i = 0; i < w.listed.count; i++)
      print_doubted(t, l->order[w.listed.listed[i]]);
   print_doubted_named(t);
   if (!w.recursion_leads)
      print(w.recursion);
   print(w.unvaried);
   is_explained = print_size_arguments(t, coverage_unknown(l->ranking));
   if (t->m->run_count > 0 && !w.in_proportion)
      print_advice(t, is_explained, w.recursion_leads, l->hints->lead);
   without_suspect_free(&w);
   free(rows);
}

/* What is told beside suspects that do not tell how the program grows. */
typedef struct {
   bool small;                        /* they have a small part of the cost, and
                                         how most of it grows is not known */
   const assessment *larger;          /* the routine of which nothing is known, if it
                                         does half of the program's work itself, and
                                         twice as much as each suspect costs; else
                                         NULL */
} beside_suspects;

static beside_suspects find_beside_suspects(const model *m, const report_list *l)
{
   const ranked **rows = ranks_of(l);
   const double most = no_suspect_most(rows, l->count);
   const double large = LARGE_PART * (double)m->total.cost;
   const assessment *unknown = coverage_unknown(l->ranking);
   beside_suspects b = { false, NULL };

   free(rows);
   if (unknown == NULL || l->hints->excess.found || l->filter)
      return b;
   b.small = most > 0 && most < SMALL_PART * (double)m->total.cost &&
             !is_judged(l) && (double)unknown->sums.outermost >= large;
   if ((double)unknown->sums.self.sum >= fmax(large, NO_SUSPECT_LARGER * most))
      b.larger = unknown;
   return b;
}

/* If the rows are sorted otherwise, then no suspect may be among the first. */
void report_sentences_print(const model *m, const report_list *l, size_t count,
                            char **labels)
{
   telling t;
   const beside_suspects b = find_beside_suspects(m, l);
   bool is_explained;

   telling_begin(&t, m, l, labels);
   if (b.small)
      wrap_print(NO_SUSPECT_UNKNOWN, 0);
   if (print_suspects(&t, count) == 0 && print_suspects(&t, l->count) == 0) {
      if (model_is_before_exec(m))
         print_what_next(&t, false);
      else
         print_without_suspect(&t);
   } else {
      print_and_free(filled_note(m), 0);
      print_and_free(collections_note(m), 0);
      print_excess(&t);
      print_doubted_beside(&t);
      print_doubted_named(&t);
      is_explained = print_size_arguments(&t, b.larger);
      if (l->hints->beside)
         print_hints(&t);
      if (b.small || (b.larger && !is_explained))
         print_what_next(&t, l->hints->beside);
   }
   print_lines_hint(&t);
   print_and_free(interpreter_note(l->ranking), 0);
   print_and_free(nameless_note(l->ranking), 0);
   print_and_free(table_growth_note(l->ranking), 0);
   putchar('\n');
   telling_end(&t);
}

/* The table of `aprof report`, for people.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/report_table.h"
#include "advice/coverage.h"
#include "assess/suspicion.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "base/paths.h"
#include "base/shell_word.h"
#include "base/utf8.h"
#include "cli/rows.h"
#include "cli/wrap.h"
#include "names/distinct.h"
#include "names/labels.h"
#include "names/shorten.h"
#include "profile/exits.h"
#include "profile/optional.h"
#include "profile/starts.h"
#include "verbs/report_calls.h"
#include "verbs/report_sentences.h"

#include <stdlib.h>
#include <string.h>

/* Width of the program in the head. */
enum { PROGRAM_WIDTH = 66 };
/* Least widths: a name of a few letters and dots says nothing, nor a context
   without callers.  Where a name that is so short does not fit, rows are wider
   than the terminal, and names may be longer. */
enum { NAME_WIDTH = 20, WIDE_NAME_WIDTH = 24, CONTEXT_WIDTH = 60 };
/* Width of a terminal from which there is room for one column more, the number
   of calls. */
enum { WIDE = 100 };

/* --- head --- */

/* Print a line of the head, and free its text.  A long one goes on below. */
static void print_line(const char *label, char *text)
{
   enum { LABEL_WIDTH = 12 };

   printf("%-*s", LABEL_WIDTH, label);
   wrap_print_behind(text, LABEL_WIDTH, LABEL_WIDTH);
   free(text);
}

/* Return a command line as a shell reads it, shortened; the caller frees it. */
static char *command_of(const model_run *run)
{
   char *command = memory_string("");
   char *shown;

   for (char **a = run->arguments; *a; a++)
      command = shell_word_add(command, *a);
   /* without the blank before the first word */
   shown = utf8_shorten(command + (*command == ' '), PROGRAM_WIDTH);
   free(command);
   return shown;
}

static bool has_equal_arguments(const model_run *run, const model_run *other)
{
   char **a = run->arguments, **b = other->arguments;

   while (*a && *b && strcmp(*a, *b) == 0) {
      a++;
      b++;
   }
   return *a == NULL && *b == NULL;
}

static void print_run(const model *m)
{
   const model_run *run = &m->runs[0];
   char *command = command_of(run), *seconds = memory_string("");
   char *state = exits_state_of(m, 0);

   printf("Program     %s\n", command);
   free(command);
   if (run->end >= run->start) {
      free(seconds);
      seconds = memory_format(", %llu s",
                              (unsigned long long)(run->end - run->start));
   }
   print_line("Run",
              memory_format("process %llu, %s%s%s%s%s, %llu thread%s",
                            (unsigned long long)run->pid,
                            state, *run->reason ? " (" : "", run->reason,
                            *run->reason ? ")" : "", seconds,
                            (unsigned long long)run->threads,
                            run->threads == 1 ? "" : "s"));
   free(state);
   free(seconds);
}

static bool is_before(const model *m, size_t run)
{
   const char *name = paths_file_name(m->runs[run].arguments[0]);

   for (size_t i = 0; i < run; i++)
      if (strcmp(paths_file_name(m->runs[i].arguments[0]), name) == 0)
         return true;
   return false;
}

/* Return the names of the programs of several; the caller frees them. */
static char *programs_of(const model *m)
{
   char *names = memory_string("several:"), *shown;

   for (size_t i = 0; i < m->run_count; i++)
      if (!is_before(m, i))
         memory_append(&names, "%s %s", i == 0 ? "" : ",",
                       paths_file_name(m->runs[i].arguments[0]));
   shown = utf8_shorten(names, PROGRAM_WIDTH);
   free(names);
   return shown;
}

/* How the runs that are complete have ended, where there are several. */
static void print_complete(const model *m, size_t complete)
{
   enum { MOST = 3 };
   size_t count, shown = 0;
   exits_count *list = exits_find(m, &count);
   prof_sum failed = 0, others = 0;
   char runs[NUMBERS_TEXT];

   for (size_t i = 0; i < count; i++)
      failed += list[i].status == 0 ? 0 : list[i].runs;
   if (complete > failed)
      printf(", %zu %s", complete - (size_t)failed,
             model_state_names[MODEL_COMPLETE]);
   for (size_t i = 0; i < count; i++) {
      if (list[i].status == 0)
         continue;
      if (shown++ >= MOST)
         others += list[i].runs;
      else
         printf(", %s ended with exit status %u",
                numbers_grouped(runs, list[i].runs), list[i].status);
   }
   if (others > 0)
      printf(", %s with other ones", numbers_grouped(runs, others));
   free(list);
}

static void print_runs(const model *m)
{
   size_t counts[MODEL_STATES] = { 0 }, before_exec = 0;
   bool one_command = true;
   char *shown;

   if (m->run_count == 1) {
      print_run(m);
      return;
   }
   for (size_t i = 0; i < m->run_count; i++) {
      if (model_run_is_before_exec(&m->runs[i]))
         before_exec++;
      else
         counts[m->runs[i].state]++;
      one_command &= has_equal_arguments(&m->runs[i], &m->runs[0]);
   }
   shown = one_command ? command_of(&m->runs[0])
         : model_is_of_programs(m) ? programs_of(m)
         : utf8_shorten(m->runs[0].arguments[0], PROGRAM_WIDTH);
   printf("Program     %s\n", shown);
   free(shown);
   printf("Runs        %zu", m->run_count);
   if (counts[MODEL_COMPLETE] > 0)
      print_complete(m, counts[MODEL_COMPLETE]);
   for (int s = MODEL_COMPLETE + 1; s < MODEL_STATES; s++)
      if (counts[s] > 0)
         printf(", %zu %s", counts[s], model_state_names[s]);
   if (before_exec > 0)
      printf(", %zu until another program took its place", before_exec);
   putchar('\n');
}

/* What allocators have cost beyond what their callers were charged for. */
static void print_allocators(const model *m)
{
   const model_optional *o = optional_find(m, MODEL_OF_ALL, 0,
                                           "x-sum-allocators\t2");
   char more[NUMBERS_TEXT], share[CELL_PERCENT];

   if (o == NULL || o->sum_count != 2 || o->sums[0] <= o->sums[1])
      return;
   prof_sum beyond = o->sums[0] - o->sums[1];
   const cell percent = cell_percent(beyond, m->total.cost + beyond);
   print_line("Allocators",
              memory_format("%s %s not charged to their callers, %s %% of all",
                            numbers_grouped(more, beyond), model_cost_name(m),
                            cell_short_percent(share, &percent)));
}

/* For which part of the cost the growth is known. */
static void print_coverage(const report_list *l)
{
   char *words = coverage_describe(&l->hints->known);

   if (words)
      print_line("Growth", words);
}

/* What was measured instead of, or besides, what the user has named. */
static void print_program(const model *m)
{
   const model_optional *script = optional_find(m, MODEL_OF_ALL, 0,
                                                "x-interpreter");
   const model_optional *children = optional_find(m, MODEL_OF_ALL, 0,
                                                  "x-sum-children\t1");
   char count[NUMBERS_TEXT];

   if (script != NULL) {
      char *shown = utf8_shorten(strchr(script->key, '\t') + 1, PROGRAM_WIDTH);

      print_line("Script", memory_format("%s executes it, and was measured",
                                         shown));
      free(shown);
   }
   if (children != NULL && children->sum_count == 1)
      print_line("Children",
                 memory_format("%s process%s: forked ones have profiles of "
                               "their own; programs that they execute, with "
                               "--trace-children=yes only",
                               numbers_grouped(count, children->sums[0]),
                               children->sums[0] == 1 ? "" : "es"));
}

/* What the dynamic linker's look-ups have cost, if it is much: nothing of it is
   in the other numbers. */
static void print_resolver(const model *m)
{
   enum { LEAST_PERCENT = 1 };
   const model_optional *o = optional_find(m, MODEL_OF_ALL, 0,
                                           "x-sum-resolver\t1");
   char cost[NUMBERS_TEXT], share[CELL_PERCENT];

   if (o == NULL || o->sum_count != 1
       || o->sums[0] < m->total.cost / (100 / LEAST_PERCENT))
      return;
   const cell percent = cell_percent(o->sums[0], m->total.cost + o->sums[0]);
   print_line("Look-ups",
              memory_format("%s %s in the dynamic linker, unmeasured: %s %% of "
                            "all", numbers_grouped(cost, o->sums[0]),
                            model_cost_name(m),
                            cell_short_percent(share, &percent)));
}

static void print_head(const model *m, const report_list *l)
{
   const model_total *t = &m->total;
   char cost[NUMBERS_TEXT], calls[NUMBERS_TEXT], trms[NUMBERS_TEXT];
   const cell external = cell_percent(t->external, t->trms);
   const cell thread = cell_percent(t->thread, t->trms);
   char *rest;

   print_runs(m);
   print_program(m);
   print_line("Cost", memory_format("%s %s in %s activation%s",
                                    numbers_grouped(cost, t->cost),
                                    model_cost_name(m),
                                    numbers_grouped(calls, t->activations),
                                    t->activations == 1 ? "" : "s"));
   if (m->size_metric == PROF_WMS)
      rest = memory_string("; below, sizes are those of output (wms)");
   else if (t->trms > 0) {
      char e[CELL_PERCENT], h[CELL_PERCENT];

      rest = memory_format(", external %s %%, thread %s %%",
                           cell_short_percent(e, &external),
                           cell_short_percent(h, &thread));
   } else
      rest = memory_string("");
   print_line("Input", memory_format("%s cells of %u byte%s (trms)%s",
                                     numbers_grouped(trms, t->trms),
                                     m->cell_size, m->cell_size == 1 ? "" : "s",
                                     rest));
   free(rest);
   print_allocators(m);
   print_coverage(l);
   print_resolver(m);
   putchar('\n');
}

/* --- rows --- */

/* Return the names of the first `count` rows, for memory_free_strings. */
static char **row_names(const report_list *l, size_t count, char **labels,
                        size_t width)
{
   const char **wholes = memory_new(count + 1, sizeof *wholes);
   char *const **contexts = memory_new(count + 1, sizeof *contexts);
   bool has_context = false;
   char **names;

   for (size_t i = 0; i < count; i++) {
      const assessment *a = l->order[i]->rank->assessment;

      wholes[i] = labels[a->routine];
      contexts[i] = a->m->routines[a->routine].context;
      has_context |= contexts[i] != NULL;
   }
   names = distinct_names(wholes, contexts, count,
                          has_context && width < CONTEXT_WIDTH ? CONTEXT_WIDTH
                                                               : width);
   free(contexts);
   free(wholes);
   return names;
}

static void format_range(char buffer[2 * NUMBERS_TEXT], prof_sum low,
                         prof_sum high)
{
   char a[NUMBERS_TEXT], b[NUMBERS_TEXT];

   if (low == high)
      snprintf(buffer, 2 * NUMBERS_TEXT, "%s", numbers_short(a, low));
   else
      snprintf(buffer, 2 * NUMBERS_TEXT, "%s-%s", numbers_short(a, low),
               numbers_short(b, high));
}

/* How the columns of a table are laid out. */
typedef struct {
   int growth_width;                  /* of the column of phrases */
   bool again;                        /* there is a column `again` */
   bool calls;                        /* likewise `calls` */
   size_t left;                       /* columns left of the name */
} layout;

static void print_evidence(const report_row *row, const layout *y)
{
   const cell *c = row->cells;
   char a[CELL_PERCENT], points[NUMBERS_TEXT], calls[NUMBERS_TEXT];
   char sizes[2 * NUMBERS_TEXT] = "", exponent[2 * NUMBERS_TEXT] = "";

   if (c[REPORT_SIZE_MIN].kind != CELL_EMPTY)
      format_range(sizes, c[REPORT_SIZE_MIN].number,
                   c[REPORT_SIZE_MAX].number);
   if (c[REPORT_EXPONENT].kind != CELL_EMPTY)
      snprintf(exponent, sizeof exponent, "%.2f-%.2f",
               c[REPORT_EXPONENT_LO].real, c[REPORT_EXPONENT_HI].real);
   printf("%6s ", cell_short_percent(a, &c[REPORT_COST_PCT]));
   if (y->calls)
      printf("%6s ", numbers_short(calls, c[REPORT_CALLS].number));
   printf("%6s %11s %9s", numbers_short(points, c[REPORT_POINTS_TRMS].number),
          sizes, exponent);
}

static prof_sum rounded(double x)
{
   return x < 1e30 ? (prof_sum)(x + .5) : (prof_sum)1e30;
}

static void print_prediction(const report_row *row)
{
   const prediction *p = &row->prediction;
   char a[CELL_PERCENT], size[NUMBERS_TEXT] = "", cost[NUMBERS_TEXT] = "";
   char range[2 * NUMBERS_TEXT] = "", percent[NUMBERS_TEXT] = "";

   if (row->predicted) {
      numbers_short(size, rounded(p->size));
      numbers_short(cost, rounded(p->cost));
      format_range(range, rounded(p->low), rounded(p->high));
      snprintf(percent, sizeof percent, "%.1f", p->percent);
   }
   printf("%6s %6s %6s %11s %6s",
          cell_short_percent(a, &row->cells[REPORT_COST_PCT]), size, cost,
          range, percent);
}

static const char *phrase_of(char buffer[DESCRIBE_CLASS_SIZE],
                             const report_row *row)
{
   return suspicion_phrase(buffer, row->rank);
}

/* Does it read more than its input?  Calls that find more each time may not. */
static bool is_read_again(const report_row *row)
{
   return row->rank->reread.callee != RANKED_NONE &&
          row->rank->reread.times >= 1.5;
}

static layout lay_out(const report_list *l, size_t count,
                      const report_options *o)
{
   layout y = { .growth_width = (int)strlen("growth"),
                .calls = rows_terminal_width() >= WIDE &&
                         !(o->scale || o->at) };
   char phrase[DESCRIBE_CLASS_SIZE];

   for (size_t i = 0; i < count; i++) {
      const int length = (int)strlen(phrase_of(phrase, l->order[i]));

      y.growth_width = length > y.growth_width ? length : y.growth_width;
      y.again |= is_read_again(l->order[i]);
   }
   y.left = (o->scale || o->at ? 39 : 35) + (o->threads ? 7 : 0) +
            (y.again ? 7 : 0) + (y.calls ? 7 : 0) + 2 +
            (size_t)y.growth_width + 2;
   return y;
}

static void print_again(const report_row *row)
{
   char number[NUMBERS_TEXT], times[NUMBERS_TEXT + 1] = "";

   if (is_read_again(row))
      snprintf(times, sizeof times, "%sx",
               numbers_short(number, rounded(row->rank->reread.times)));
   printf(" %6s", times);
}

static void print_row(const report_row *row, const char *name, const layout *y,
                      const report_options *o)
{
   char thread[NUMBERS_TEXT], phrase[DESCRIBE_CLASS_SIZE];

   if (o->scale || o->at)
      print_prediction(row);
   else
      print_evidence(row, y);
   if (o->threads)
      printf(" %6s", cell_format(thread, &row->cells[REPORT_THREAD]));
   if (y->again)
      print_again(row);
   printf("  %-*s  %s\n", y->growth_width, phrase_of(phrase, row), name);
}

static void print_headings(const layout *y, const report_options *o)
{
   if (o->scale || o->at)
      printf("%6s %6s %6s %11s %6s", "cost %", "at", "costs", "between",
             "run %");
   else
      printf("%6s %s%6s %11s %9s", "cost %", y->calls ? " calls " : "",
             "points", "sizes", "exponent");
   printf("%s%s  %-*s  routine\n", o->threads ? " thread" : "",
          y->again ? "  again" : "", y->growth_width, "growth");
}

/* Print how many rows are not in the table. */
static void print_rest(const report_list *l, size_t count)
{
   if (count < l->count || l->folded > 0)
      putchar('\n');
   if (count < l->count)
      printf("%zu of %zu rows; --top=N shows more.\n", count, l->count);
   if (l->folded > 0)
      printf("%zu more row%s: start-up, internals of libraries; --all shows "
             "%s.\n", l->folded, l->folded == 1 ? "" : "s",
             l->folded == 1 ? "it" : "them");
}

/* Say what the predictions assume of data that are read again. */
static void print_square(const report_list *l, size_t count)
{
   for (size_t i = 0; i < count; i++)
      if (l->order[i]->predicted && l->order[i]->rank->by_reread) {
         putchar('\n');
         wrap_print("What a routine reads again and again counts as the square "
                    "of its input in its own row.  The rows of its callees "
                    "count as many calls as now.",
                    0);
         return;
      }
}

void report_table_print(const model *m, const report_list *l, size_t count,
                        const report_options *o)
{
   char **labels = labels_new(m);
   const layout y = lay_out(l, count, o);
   const size_t width = rows_terminal_width();
   char **names = row_names(l, count, labels, width >= y.left + NAME_WIDTH
                                              ? width - y.left
                                              : WIDE_NAME_WIDTH);

   print_head(m, l);
   report_sentences_print(m, l, count, labels);
   print_headings(&y, o);
   for (size_t i = 0; i < count; i++)
      print_row(l->order[i], names[i], &y, o);
   print_square(l, count);
   print_rest(l, count);
   if (l->named)
      report_calls_print(m, l->named, labels);
   memory_free_strings(names, count);
   labels_free(m, labels);
}

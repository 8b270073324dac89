/* The table of `aprof report`, for people.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/report.h"
#include "base/memory.h"
#include "assess/no_suspect.h"
#include "infer/describe.h"
#include "names/select.h"
#include "names/shorten.h"
#include "cli/terminal.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

/* So many routines are told of in words. */
enum { SENTENCES = 3 };

/* --- the run --- */

static void print_run(const model_run *run)
{
   char *command = memory_string("");
   char *shown;

   for (char **a = run->arguments; *a; a++) {
      char *longer = memory_format("%s%s%s", command, *command ? " " : "", *a);

      free(command);
      command = longer;
   }
   shown = text_shorten(command, 66);
   printf("Program     %s\n", shown);
   free(shown);
   free(command);

   printf("Run         process %llu, %s%s%s%s", (unsigned long long)run->pid,
          model_state_names[run->state], *run->reason ? " (" : "",
          run->reason, *run->reason ? ")" : "");
   if (run->end >= run->start)
      printf(", %llu s", (unsigned long long)(run->end - run->start));
   printf(", %llu thread%s\n", (unsigned long long)run->threads,
          run->threads == 1 ? "" : "s");
}

static void print_runs(const model *m)
{
   const char *program = m->runs[0].arguments[0];
   size_t counts[MODEL_STATES] = { 0 };
   bool one_program = true;
   char *shown;

   if (m->run_count == 1) {
      print_run(&m->runs[0]);
      return;
   }
   for (size_t i = 0; i < m->run_count; i++) {
      counts[m->runs[i].state]++;
      one_program &= strcmp(m->runs[i].arguments[0], program) == 0;
   }
   shown = text_shorten(program, 66);
   printf("Program     %s\n", one_program ? shown : "several");
   free(shown);
   printf("Runs        %zu", m->run_count);
   for (int s = 0; s < MODEL_STATES; s++)
      if (counts[s] > 0)
         printf(", %zu %s", counts[s], model_state_names[s]);
   putchar('\n');
}

static void print_head(const model *m)
{
   const model_total *t = &m->total;
   char cost[TEXT_NUMBER], calls[TEXT_NUMBER], trms[TEXT_NUMBER];
   const cell external = cell_percent(t->external, t->trms);
   const cell thread = cell_percent(t->thread, t->trms);

   print_runs(m);
   printf("Cost        %s %s in %s activation%s\n",
          text_grouped_number(cost, t->cost), model_cost_name(m),
          text_grouped_number(calls, t->activations),
          t->activations == 1 ? "" : "s");
   printf("Input       %s cells of %u byte%s (trms)",
          text_grouped_number(trms, t->trms), m->cell_size,
          m->cell_size == 1 ? "" : "s");
   if (t->trms > 0) {
      char e[TABLE_PERCENT], h[TABLE_PERCENT];

      printf(", external %s %%, thread %s %%", table_percent(e, &external),
             table_percent(h, &thread));
   }
   puts("\n");
}

/* --- in words --- */

static bool is_utf8(void)
{
   locale_t user = newlocale(LC_CTYPE_MASK, "", 0);
   bool is;

   if (user == 0)
      return false;
   is = strcmp(nl_langinfo_l(CODESET, user), "UTF-8") == 0;
   freelocale(user);
   return is;
}

/* "n^2" of "O(n^2)", or "n" and a superscript; the caller frees it. */
static char *growth_words(growth g)
{
   static const struct { const char *plain, *raised; } powers[] = {
      { "n^2", "n\xc2\xb2" }, { "n^3", "n\xc2\xb3" },
   };
   char name[GROWTH_NAME];
   size_t length;

   growth_name(name, g);
   if (strncmp(name, "O(", 2) != 0)
      return memory_string(name);
   length = strlen(name) - 1;
   name[length] = '\0';
   for (size_t i = 0; i < sizeof powers / sizeof *powers; i++) {
      const char *plain = powers[i].plain;

      if (is_utf8() && strncmp(name + 2, plain, 3) == 0 &&
          (name[5] == '\0' || name[5] == ' '))
         return memory_format("%s%s", powers[i].raised, name + 5);
   }
   return memory_string(name + 2);
}

/* How it grows, by how sure that is; the caller frees it. */
static char *verdict_words(const verdict *v, bool is_doubted)
{
   const char *grows = is_doubted ? "looks like"
                     : v->warnings & WARN_UNCONFIRMED ? "may grow as"
                     : "grows as";
   char *first = growth_words(v->growth);
   char *second = growth_words(v->runner_up);
   char *words;

   if (v->confidence >= INFER_SURE ||
       (v->confidence >= INFER_LIKELY && is_doubted))
      words = memory_format("%s %s", grows, first);
   else if (v->confidence >= INFER_LIKELY ||
            v->runner_up.kind == GROWTH_UNDECIDED)
      words = memory_format("likely %s %s", grows, first);
   else
      words = memory_format("%s %s or %s", grows, first, second);
   free(first);
   free(second);
   return words;
}

/* What it would cost; the caller frees it. */
static char *outlook(const model *m, const report_row *row)
{
   const judged *j = &row->rank->facts;
   char factor[TEXT_NUMBER], percent[TABLE_PERCENT];
   prediction p;

   if (!predict(m, j, 10 * (double)j->size_max, &p) || p.factor >= 1e15)
      return memory_format("; it is %s %% of the run",
                           table_percent(percent, &row->cells[COST_PCT]));
   if (p.factor < 10)
      snprintf(factor, sizeof factor, "%.1f", p.factor);
   else
      text_grouped_number(factor, (prof_sum)(p.factor + .5));
   return memory_format("; at ten times the largest input it would cost %s "
                        "times as much: %.0f %% of the run", factor,
                        p.percent);
}

/* `indent` columns before each line, at most 80 in all where words allow. */
static void print_wrapped(const char *text, size_t indent)
{
   size_t column = 0;

   while (*text) {
      size_t length = strcspn(text, " ");
      char *word;
      size_t width;

      /* A number does not leave its percent sign. */
      if (strncmp(text + length, " %", 2) == 0)
         length += 1 + strcspn(text + length + 1, " ");
      word = memory_part(text, length);
      width = text_width(word);
      if (column > 0 && column + 1 + width > 80) {
         putchar('\n');
         column = 0;
      }
      printf("%*s%s", column ? 1 : (int)indent, "", word);
      column += (column ? 1 : indent) + width;
      free(word);
      text += length;
      text += strspn(text, " ");
   }
   putchar('\n');
}

/* What a class rests on, in parentheses; the caller frees it. */
static char *basis(const verdict *v)
{
   char *exponent = v->has_exponent && v->growth.kind != GROWTH_UNDECIDED
                    ? memory_format("exponent %.2f to %.2f, ", v->exponent_lo,
                                    v->exponent_hi) : memory_string("");
   char low[TEXT_NUMBER], high[TEXT_NUMBER];
   char *text = memory_format(
      "(%s%zu size%s from %s to %s cells)", exponent, v->sizes,
      v->sizes == 1 ? "" : "s", text_grouped_number(low, (prof_sum)v->size_min),
      text_grouped_number(high, (prof_sum)v->size_max));

   free(exponent);
   return text;
}

static char *describe(const model *m, const report_row *row)
{
   const verdict *v = &row->rank->facts.verdict;
   char *words = verdict_words(v, false);
   char *on = basis(v);
   char *future = outlook(m, row);
   char *text = memory_format("%s %s%s", words, on, future);

   free(future);
   free(on);
   free(words);
   return text;
}

/* A context says little without callers, and may be wider than the table. */
enum { CONTEXT_WIDTH = 60 };

static char *row_name(const model *m, const report_row *row, char **labels,
                      size_t width)
{
   const size_t routine = row->rank->facts.routine;
   char *const *context = m->routines[routine].context;

   if (context)
      return short_context(context,
                           width > CONTEXT_WIDTH ? width : CONTEXT_WIDTH);
   return short_name(labels[routine], width);
}

/* The routine, and its thread where that has a row of its own; the caller
   frees it. */
static char *who(const model *m, const report_row *row, char **labels)
{
   char *name = row_name(m, row, labels, 60);
   char number[TEXT_NUMBER], *both;

   if (row->rank->facts.thread == MODEL_ALL_THREADS)
      return name;
   both = memory_format("%s (thread %s)", name,
                        cell_format(number, &row->cells[THREAD]));
   free(name);
   return both;
}

static void print_sentence(const model *m, const report_row *row,
                           const report_row *witness, char **labels)
{
   char *name = who(m, row, labels);
   char *what = describe(m, witness ? witness : row);
   char *sentence;

   if (witness) {
      char *other = who(m, witness, labels);

      sentence = memory_format("%s does the work of %s, which %s.", name,
                               other, what);
      free(other);
   } else
      sentence = memory_format("%s %s.", name, what);
   print_wrapped(sentence, 2);
   free(sentence);
   free(what);
   free(name);
}

static const report_row *find_row(report_row *const *rows, size_t count,
                                  size_t routine)
{
   for (size_t i = 0; i < count; i++)
      if (rows[i]->rank->facts.routine == routine)
         return rows[i];
   return NULL;
}

/* One that is told of where nobody is to be looked at first. */
static void print_doubted(const model *m, const report_row *row, char **labels)
{
   const verdict *v = &row->rank->facts.verdict;
   const bool because = row->rank->blamed != RANK_NOBODY;
   char percent[TABLE_PERCENT];
   char *name = who(m, row, labels);
   char *words = v->growth.kind == GROWTH_UNDECIDED
                 ? memory_string("is undecided")
                 : verdict_words(v, !because);
   char *on = basis(v);
   char *reason = nobody_reason(m, row->rank);
   char *sentence = memory_format(
      "%s, %s %% of the run, %s %s%s: %s.", name,
      table_percent(percent, &row->cells[COST_PCT]), words, on,
      because || v->growth.kind == GROWTH_UNDECIDED ? "" : ", in doubt",
      reason);

   print_wrapped(sentence, 2);
   free(sentence);
   free(reason);
   free(on);
   free(words);
   free(name);
}

static void print_nobody(const model *m, report_row *const *rows, size_t all,
                         char **labels)
{
   const ranked **list = memory_new(all, sizeof *list);
   nobody n;

   for (size_t i = 0; i < all; i++)
      list[i] = rows[i]->rank;
   n = nobody_find(m, list, all);
   print_wrapped(n.heading, 0);
   for (size_t i = 0; i < n.count; i++)
      print_doubted(m, rows[n.told[i]], labels);
   free(list);
}

/* The routines to look at first: those that grow steeply by themselves.  How
   many are among the rows. */
static size_t print_suspects(const model *m, report_row *const *rows,
                             size_t count, size_t all, char **labels)
{
   size_t told = 0;

   for (size_t i = 0; i < count && told < SENTENCES; i++) {
      const ranked *r = rows[i]->rank;

      if (!rank_is_suspect(r))
         continue;
      if (told++ == 0)
         puts("Look first at");
      print_sentence(m, rows[i], find_row(rows, all, r->witness), labels);
   }
   return told;
}

/* Where rows are sorted otherwise, suspects may not be among the first. */
static void print_words(const model *m, report_row *const *rows, size_t count,
                        size_t all, char **labels)
{
   if (print_suspects(m, rows, count, all, labels) == 0 &&
       print_suspects(m, rows, all, all, labels) == 0)
      print_nobody(m, rows, all, labels);
   putchar('\n');
}

/* --- the table --- */

static void format_range(char buffer[2 * TEXT_NUMBER], prof_sum low,
                         prof_sum high)
{
   char a[TEXT_NUMBER], b[TEXT_NUMBER];

   if (low == high)
      snprintf(buffer, 2 * TEXT_NUMBER, "%s", text_short_number(a, low));
   else
      snprintf(buffer, 2 * TEXT_NUMBER, "%s-%s", text_short_number(a, low),
               text_short_number(b, high));
}

static void print_evidence(const report_row *row)
{
   const cell *c = row->cells;
   char a[TABLE_PERCENT], points[TEXT_NUMBER];
   char sizes[2 * TEXT_NUMBER] = "", exponent[2 * TEXT_NUMBER] = "";

   if (c[LEAST_SIZE].kind != CELL_EMPTY)
      format_range(sizes, c[LEAST_SIZE].number, c[GREATEST_SIZE].number);
   if (c[EXPONENT].kind != CELL_EMPTY)
      snprintf(exponent, sizeof exponent, "%.2f-%.2f", c[EXPONENT_LO].real,
               c[EXPONENT_HI].real);
   printf("%6s %6s %11s %9s", table_percent(a, &c[COST_PCT]),
          text_short_number(points, c[POINTS_TRMS].number), sizes, exponent);
}

static prof_sum rounded(double x)
{
   return x < 1e30 ? (prof_sum)(x + .5) : (prof_sum)1e30;
}

static void print_prediction(const report_row *row)
{
   const prediction *p = &row->prediction;
   char a[TABLE_PERCENT], size[TEXT_NUMBER] = "", cost[TEXT_NUMBER] = "";
   char range[2 * TEXT_NUMBER] = "", percent[TEXT_NUMBER] = "";

   if (row->predicted) {
      text_short_number(size, rounded(p->size));
      text_short_number(cost, rounded(p->cost));
      format_range(range, rounded(p->low), rounded(p->high));
      snprintf(percent, sizeof percent, "%.1f", p->percent);
   }
   printf("%6s %6s %6s %11s %6s", table_percent(a, &row->cells[COST_PCT]),
          size, cost, range, percent);
}

void report_print(const model *m, report_row *const *rows, size_t count,
                  size_t all, size_t folded, const report_options *o)
{
   const bool predicts = o->scale || o->at;
   char **labels = routines_labels(m);
   char phrase[VERDICT_PHRASE];
   size_t width = strlen("growth"), left;

   print_head(m);
   print_words(m, rows, count, all, labels);
   for (size_t i = 0; i < count; i++) {
      size_t length = strlen(verdict_phrase(phrase,
                                            &rows[i]->rank->facts.verdict));

      width = length > width ? length : width;
   }
   left = (predicts ? 39 : 35) + (o->threads ? 7 : 0) + 2 + width + 2;
   if (predicts)
      printf("%6s %6s %6s %11s %6s", "cost %", "at", "costs", "between",
             "run %");
   else
      printf("%6s %6s %11s %9s", "cost %", "points", "sizes", "exponent");
   printf("%s  %-*s  routine\n", o->threads ? " thread" : "", (int)width,
          "growth");
   for (size_t i = 0; i < count; i++) {
      const report_row *row = rows[i];
      char thread[TEXT_NUMBER];
      char *name = row_name(m, row, labels, table_width() - left);

      if (predicts)
         print_prediction(row);
      else
         print_evidence(row);
      if (o->threads)
         printf(" %6s", cell_format(thread, &row->cells[THREAD]));
      printf("  %-*s  %s\n", (int)width,
             verdict_phrase(phrase, &row->rank->facts.verdict), name);
      free(name);
   }
   if (count < all || folded > 0)
      putchar('\n');
   if (count < all)
      printf("%zu of %zu rows; --top=N shows more.\n", count, all);
   if (folded > 0)
      printf("%zu more row%s: start-up, internals of libraries; --all shows "
             "%s.\n", folded, folded == 1 ? "" : "s",
             folded == 1 ? "it" : "them");
   routines_free_labels(m, labels);
}

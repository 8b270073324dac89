/* What does each rule of the inference contribute?

      ablate [OPTION]...

      --corpus=FOLDER    real routines (corpus.h describes the folder); may be
                         given several times
      --instr            costs of the corpora that follow in instructions
      --heavy            only routines with 1 % of a program's cost or more, and
                         8 sizes or more
      --classed          only routines to which the source gives a class: of the
                         heavy ones, `class` is the part whose class is named
      --draws=N          draws for each class and generator [10]; 0: no
                         generators
      --seed=N           of the draws [1]; tune with one, report another
      --set=NAME=VALUE   another value of a number of command/infer/tuning.h
      --ablate           only totals: of all rules, and without each of them
      --each             the verdict on each routine of a corpus

   Build it in the build directory with `make tests/unit/infer/ablate`.  To try
   a number: run with --draws=10 --corpus=../tests/corpus/routines --ablate, then
   with --set; choose by the training half and seed 1, and report the testing
   half and another seed.

   Each line is a set of points: generators (scenarios.h, algorithms.h), points
   that follow no model (misfits.h), and the halves of a corpus.  Columns, in
   percent of the draws or routines:

      sure    confidence of 0.9 and more: right, wrong
      likely  0.7 and more: right, wrong
      open    less: right, wrong
      none    undecided: right, wrong
      class   right, whatever the confidence
      in      how often the exponent's 95 % interval contains the class's power
              (with a logarithm: some of power to power + 0.3)
      width   mean width of that interval

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "algorithms.h"
#include "corpus.h"
#include "misfits.h"
#include "random.h"
#include "scenarios.h"
#include "infer/describe.h"
#include "infer/sample.h"
#include "infer/tuning.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEW_SIZES = 14 };

/* --- the rules --- */

#define NUMBER(name) { #name, offsetof(tuning, name) }
static const struct { const char *name; size_t offset; } numbers[] = {
   NUMBER(left_out), NUMBER(min_share), NUMBER(min_share_log),
   NUMBER(gap_ratio), NUMBER(min_group), NUMBER(slope_errors),
   NUMBER(slope_part), NUMBER(max_interval), NUMBER(steep_interval),
   NUMBER(flat_top), NUMBER(break_fall), NUMBER(cap), NUMBER(max_open), NUMBER(steep_open),
   NUMBER(drift_prior), NUMBER(drift), NUMBER(drift_noise),
   NUMBER(linearithmic_prior), NUMBER(rise), NUMBER(rise_share),
   NUMBER(rise_noise), NUMBER(sublinear_prior),
   NUMBER(least_exponent), NUMBER(sublinear_share),
};
#define NUMBERS (sizeof numbers / sizeof *numbers)

/* What switches a rule off. */
static const struct { const char *rule, *settings[2]; } rules[] = {
   { "all rules", { NULL } },
   { "without parts", { "left_out=0" } },
   { "without groups", { "gap_ratio=inf" } },
   { "without slopes of groups", { "slope_errors=inf" } },
   { "with small shares", { "min_share=.05", "min_share_log=.08" } },
   { "without the interval's cap", { "max_interval=inf",
                                     "steep_interval=inf" } },
   { "with one interval for all", { "steep_interval=.8" } },
   { "with one width of doubt for all", { "steep_open=2" } },
   { "with flat tops", { "flat_top=0" } },
   { "without the cap on falls", { "break_fall=inf" } },
   { "without drift", { "drift_prior=0" } },
   { "without shares of what rises", { "rise_share=0" } },
   { "with the prior of O(n) for O(n log n)", { "linearithmic_prior=1" } },
   { "with sublinear classes", { "sublinear_prior=1", "least_exponent=0" } },
   { "without shares of what is sublinear", { "sublinear_share=0" } },
   { "without caps", { "cap=1" } },
};

/* NAME=VALUE.  Return false if there is no such number. */
static bool set_number(const char *setting)
{
   const char *value = strchr(setting, '=');

   for (size_t i = 0; value && i < NUMBERS; i++)
      if (strlen(numbers[i].name) == (size_t)(value - setting) &&
          strncmp(numbers[i].name, setting, value - setting) == 0) {
         *(double *)((char *)&tuning_values + numbers[i].offset) =
            strtod(value + 1, NULL);
         return true;
      }
   return false;
}

/* --- the account --- */

enum { SURE, LIKELY, OPEN, NONE, LEVELS };
typedef struct {
   int count, at[LEVELS][2];         /* by level; wrong, right */
   int intervals, inside;
   double widths;
} score;

static int level_of(const verdict *v)
{
   return v->growth.kind == GROWTH_UNDECIDED ? NONE
        : v->confidence >= VERDICT_SURE ? SURE
        : v->confidence >= VERDICT_LIKELY ? LIKELY : OPEN;
}

static void add_verdict(score *s, const verdict *v, bool is_right,
                        growth_kind class)
{
   const double power = growth_power((growth){ class, 0 });
   const bool has_log = class == GROWTH_LINEARITHMIC ||
                        class == GROWTH_QUADRATIC_LOG;

   s->count++;
   s->at[level_of(v)][is_right]++;
   if (!v->has_exponent || class >= GROWTH_EXPONENTIAL || class == GROWTH_LOG)
      return;
   s->intervals++;
   s->inside += v->exponent_lo <= power + (has_log ? .3 : .005) &&
                v->exponent_hi >= power - .005;
   s->widths += v->exponent_hi - v->exponent_lo;
}

static void add_score(score *to, const score *from)
{
   to->count += from->count;
   for (int i = 0; i < LEVELS; i++)
      for (int k = 0; k < 2; k++)
         to->at[i][k] += from->at[i][k];
   to->intervals += from->intervals;
   to->inside += from->inside;
   to->widths += from->widths;
}

static double percent(int part, int whole)
{
   return whole > 0 ? 100. * part / whole : 0;
}

static void print_head(void)
{
   printf("%-28s%6s  %11s  %11s  %11s  %11s  %5s  %5s %5s\n", "", "number",
          "sure", "likely", "open", "none", "class", "in", "width");
}

static void print_score(const char *name, const score *s)
{
   int right = 0;

   printf("%-28.28s%6d", name, s->count);
   for (int i = 0; i < LEVELS; i++) {
      printf("  %5.1f %5.1f", percent(s->at[i][1], s->count),
             percent(s->at[i][0], s->count));
      right += s->at[i][1];
   }
   printf("  %5.1f", percent(right, s->count));
   if (s->intervals > 0)
      printf("  %5.1f %5.2f", percent(s->inside, s->intervals),
             s->widths / s->intervals);
   putchar('\n');
}

/* --- the sets of points --- */

typedef struct {
   int draws;
   uint64_t seed;
   size_t corpora;
   corpus corpus[8];
   corpus_cost cost;
   bool is_quiet, is_each, is_heavy, is_classed;
} settings;

static void finish_set(const settings *o, const char *name, const score *s,
                       score *total)
{
   if (!o->is_quiet)
      print_score(name, s);
   add_score(total, s);
}

static void run_scenario(const settings *o, const scenario *s, size_t sizes,
                         score *total)
{
   score one = { 0 };
   char name[64];

   for (int c = 0; c < s->classes; c++)
      for (int generator = 0; generator < GENERATORS; generator++)
         for (int i = 0; i < o->draws; i++) {
            verdict v;
            draw d;

            s->make(&d, scenario_classes[c], generator, sizes);
            infer(d.points, d.count, SIZE_OF_ANY, &v);
            add_verdict(&one, &v, v.growth.kind == d.kind, d.kind);
         }
   snprintf(name, sizeof name, "%.23s%s", s->name, sizes ? ", 14" : "");
   finish_set(o, name, &one, total);
}

static void run_algorithms(const settings *o, const algorithm *a,
                           unsigned algorithms, const char *name, size_t sizes,
                           score *total)
{
   score one = { 0 };

   for (unsigned i = 0; i < algorithms; i++)
      for (int k = 0; k < (o->draws + 3) / 4; k++) {
         verdict_point points[ALGORITHM_SIZES];
         const size_t count = algorithm_points(
            &a[i], o->seed * 10007 + k * 977 + i * 13, sizes, points);
         verdict v;

         infer(points, count, SIZE_OF_ANY, &v);
         add_verdict(&one, &v, algorithm_is_right(&a[i], v.growth), a[i].kind);
      }
   finish_set(o, name, &one, total);
}

static void run_generators(const settings *o, score *total)
{
   for (int s = 0; s < SCENARIOS; s++)
      for (int few = 0; few < 2; few++) {
         random_seed(o->seed * 1000 + 2 * s + few);
         run_scenario(o, &scenarios[s], few ? FEW_SIZES : 0, total);
      }
   run_algorithms(o, known_algorithms, known_count, "algorithms",
                  ALGORITHM_SIZES, total);
   run_algorithms(o, held_out_algorithms, held_out_count,
                  "algorithms held out", ALGORITHM_SIZES, total);
   run_algorithms(o, known_algorithms, known_count, "algorithms, 14",
                  FEW_SIZES, total);
   run_algorithms(o, held_out_algorithms, held_out_count,
                  "algorithms held out, 14", FEW_SIZES, total);
}

static void run_misfits(const settings *o, score *total)
{
   for (int m = 0; m < MISFITS; m++) {
      score one = { 0 };

      random_seed(o->seed * 77 + m);
      for (int i = 0; i < 10 * o->draws; i++) {
         verdict v;
         draw d;

         misfits[m].make(&d);
         infer(d.points, d.count, SIZE_IN_CELLS, &v);
         add_verdict(&one, &v, misfit_is_right(&misfits[m], v.growth),
                     misfits[m].right[0]);
      }
      finish_set(o, misfits[m].name, &one, total);
   }
}

static void print_case(const corpus_case *c, const verdict *v)
{
   char phrase[DESCRIBE_CLASS_SIZE], warnings[DESCRIBE_WARNINGS_SIZE];
   char *formula = describe_formula(v);

   printf("  %s\t%s\t%s\t%s\t%.2f\t%.2f..%.2f\t%s\t%s\n", c->program,
          c->routine, c->class, describe_class(phrase, v), v->confidence,
          v->exponent_lo, v->exponent_hi, formula,
          describe_warnings(warnings, v->warnings));
   free(formula);
}

static bool is_heavy(const corpus_case *c)
{
   return c->share >= 1 && sample_distinct_sizes(c->points, c->count) >= 8;
}

static void run_corpus(const settings *o, const corpus *c, corpus_part half,
                       score *total)
{
   for (size_t i = 0; i < c->count; i++) {
      const corpus_case *one = &c->cases[i];
      verdict v;

      if (corpus_half(one) != half || (o->is_heavy && !is_heavy(one)) ||
          (o->is_classed && strcmp(one->class, "none") == 0))
         continue;
      infer(one->points, one->count, SIZE_IN_CELLS, &v);
      if (o->is_each)
         print_case(one, &v);
      if (corpus_is_known(one))
         add_verdict(total, &v, corpus_is_right(one, v.growth),
                     corpus_class(one));
   }
}

static void run(const settings *o, const char *rule)
{
   static const char *const halves[] = { "corpus, training",
                                         "corpus, testing" };
   score total = { 0 };

   if (o->is_quiet)
      printf("%s\n", rule);
   if (o->draws > 0) {
      run_generators(o, &total);
      print_score("  all generators", &total);
      total = (score){ 0 };
      run_misfits(o, &total);
      print_score("  all misfits", &total);
   }
   for (int half = 0; half < 2 && o->corpora > 0; half++) {
      total = (score){ 0 };
      for (size_t i = 0; i < o->corpora; i++)
         run_corpus(o, &o->corpus[i], half, &total);
      print_score(halves[half], &total);
   }
}

static void run_ablations(settings *o)
{
   const tuning before = tuning_values;

   o->is_quiet = true;
   for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
      tuning_values = before;
      for (int k = 0; k < 2 && rules[i].settings[k]; k++)
         set_number(rules[i].settings[k]);
      run(o, rules[i].rule);
   }
}

int main(int argc, char **argv)
{
   settings o = { .draws = 10, .seed = 1 };
   bool is_ablation = false;

   gsl_set_error_handler_off();
   for (int i = 1; i < argc; i++) {
      const char *a = argv[i];
      bool is_good = true;

      if (strncmp(a, "--corpus=", 9) == 0)
         is_good = o.corpora < sizeof o.corpus / sizeof *o.corpus &&
                   corpus_read(&o.corpus[o.corpora++], a + 9, o.cost);
      else if (strncmp(a, "--draws=", 8) == 0)
         o.draws = atoi(a + 8);
      else if (strncmp(a, "--seed=", 7) == 0)
         o.seed = strtoull(a + 7, NULL, 10);
      else if (strncmp(a, "--set=", 6) == 0)
         is_good = set_number(a + 6);
      else if (strcmp(a, "--instr") == 0)
         o.cost = CORPUS_INSTRUCTIONS;
      else if (strcmp(a, "--heavy") == 0)
         o.is_heavy = true;
      else if (strcmp(a, "--classed") == 0)
         o.is_classed = true;
      else if (strcmp(a, "--ablate") == 0)
         is_ablation = true;
      else if (strcmp(a, "--each") == 0)
         o.is_each = true;
      else
         is_good = false;
      if (!is_good) {
         fprintf(stderr, "ablate: %s: the head of ablate.c has the options\n",
                 a);
         return 2;
      }
   }
   print_head();
   if (is_ablation)
      run_ablations(&o);
   else
      run(&o, "");
   return 0;
}

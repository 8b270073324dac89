/* A verdict in words: class, formula, warnings.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/describe.h"
#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *describe_class(char buffer[DESCRIBE_CLASS_SIZE], const verdict *v)
{
   char name[GROWTH_NAME_SIZE], other[GROWTH_NAME_SIZE];

   growth_name(name, v->growth);
   if (v->growth.kind == GROWTH_UNDECIDED || v->confidence >= VERDICT_SURE)
      snprintf(buffer, DESCRIBE_CLASS_SIZE, "%s", name);
   else if (v->confidence >= VERDICT_LIKELY ||
            v->runner_up.kind == GROWTH_UNDECIDED)
      snprintf(buffer, DESCRIBE_CLASS_SIZE, "likely %s", name);
   else
      snprintf(buffer, DESCRIBE_CLASS_SIZE, "%s or %s", name,
               growth_name(other, v->runner_up));
   return buffer;
}

const char *describe_doubted_class(char buffer[DESCRIBE_CLASS_SIZE],
                                   const verdict *v)
{
   char name[GROWTH_NAME_SIZE];

   if (v->growth.kind == GROWTH_UNDECIDED || v->confidence < VERDICT_LIKELY)
      return describe_class(buffer, v);
   snprintf(buffer, DESCRIBE_CLASS_SIZE, "doubtful %s",
            growth_name(name, v->growth));
   return buffer;
}

/* Write four significant digits, without an exponent up to 1e9. */
static const char *format_number(char buffer[32], double x)
{
   double rounded;

   snprintf(buffer, 32, "%.4g", x);
   rounded = strtod(buffer, NULL);
   if (strchr(buffer, 'e') && fabs(rounded) >= 1 && fabs(rounded) < 1e9)
      snprintf(buffer, 32, "%.0f", rounded);
   return buffer;
}

enum { TERM_TEXT = 96 };

/* Replace each n by (n - offset). */
static void put_offset(char buffer[TERM_TEXT], double offset)
{
   char plain[TERM_TEXT], digits[32], *to = buffer;

   strcpy(plain, buffer);
   format_number(digits, offset);
   for (const char *p = plain; *p; p++)
      if (*p == 'n')
         to += sprintf(to, "(n - %s)", digits);
      else
         *to++ = *p;
   *to = '\0';
}

/* Write f(n) without a coefficient; "" for a constant. */
static const char *term_text(char buffer[TERM_TEXT], growth g, double base,
                             double offset)
{
   char name[GROWTH_NAME_SIZE];

   buffer[0] = '\0';
   if (g.kind == GROWTH_EXPONENTIAL && g.power > 0)
      strcpy(buffer, "n!");
   else if (g.kind == GROWTH_EXPONENTIAL) {
      char digits[32];

      snprintf(buffer, 32, "%.24s^n",
               format_number(digits, base > 0 ? base : 2));
   } else if (g.kind == GROWTH_LINEARITHMIC && g.power > 0) {
      snprintf(buffer, 32, "n log^%.4g n", g.power);
   } else if (g.kind != GROWTH_CONSTANT) {
      /* Between "O(" and ")". */
      growth_name(name, g);
      snprintf(buffer, 32, "%.*s", (int)strlen(name) - 3, name + 2);
   }
   if (offset > 0 && g.kind != GROWTH_EXPONENTIAL)
      put_offset(buffer, offset);
   return buffer;
}

char *describe_formula(const verdict *v)
{
   char *text = memory_string("");
   char digits[32], term[TERM_TEXT];

   for (size_t i = 0; i < v->curve.count; i++) {
      double c = v->curve.terms[i].coefficient;
      const char *sign = i == 0 ? (c < 0 ? "-" : "") : c < 0 ? " - " : " + ";

      format_number(digits, fabs(c));
      term_text(term, v->curve.terms[i].term, v->curve.terms[i].base,
                v->curve.offset);
      if (*term == '\0')
         memory_append(&text, "%s%s", sign, digits);
      else if (strcmp(digits, "1") == 0)
         memory_append(&text, "%s%s", sign, term);
      else
         memory_append(&text, "%s%s %s", sign, digits, term);
   }
   if (v->curve.count > 0 && v->curve.from > 0)
      memory_append(&text, " from n = %s",
                    format_number(digits, v->curve.from));
   return text;
}

char *describe_exponential(const verdict_curve *curve)
{
   return curve->terms[0].term.power > 0
          ? memory_string("n!")
          : memory_format("%.3g^n", curve->terms[0].base);
}

/* The list is closed, because programs read it.  NULL: a warning for people
   only. */
static const char *const names[VERDICT_WARNING_COUNT] = {
   "few-sizes", "narrow-range", "scatter", "unexplained", "cost-falls",
   "one-size", "two-regimes", "short-regime", "trace", "largest-off",
   "scatter-changes", "mean-max-differ", NULL, NULL, NULL,
};

const char *describe_warnings(char buffer[DESCRIBE_WARNINGS_SIZE],
                              unsigned warnings)
{
   char *to = buffer;

   *to = '\0';
   for (int i = 0; i < VERDICT_WARNING_COUNT; i++)
      if (warnings & (1u << i) && names[i])
         to += sprintf(to, "%s%s", to == buffer ? "" : ",", names[i]);
   return buffer;
}

char *describe_warning(const verdict *v, warning w)
{
   char at[32], share[32], name[GROWTH_NAME_SIZE];

   switch (w) {
   case WARN_FEW_SIZES:
      if (v->sizes_apart < v->sizes)
         return memory_format("only %zu of %zu sizes differ by 2 %% or more; "
                              "a class needs 5 sizes, a reliable class 8",
                              v->sizes_apart, v->sizes);
      return memory_format("only %zu size%s; a class needs 5 sizes, a reliable "
                           "class 8", v->sizes, v->sizes == 1 ? "" : "s");
   case WARN_NARROW_RANGE:
      return memory_format("the sizes differ by a factor of %s only; 10 is "
                           "needed to distinguish neighbouring classes",
                           format_number(at, v->size_max / v->size_min));
   case WARN_SCATTER:
      return memory_format("the costs scatter by %.0f %%", 100 * v->scatter);
   case WARN_UNEXPLAINED:
      return memory_string("the size does not explain the cost");
   case WARN_COST_FALLS:
      return memory_string("larger inputs cost less");
   case WARN_ONE_SIZE:
      return memory_string("the cost varies although the size does not");
   case WARN_TWO_REGIMES:
      return memory_format("the costs follow another curve below n = %s",
                           format_number(at, v->break_size));
   case WARN_SHORT_REGIME:
      return memory_format("there are few sizes beyond n = %s",
                           format_number(at, v->break_size));
   case WARN_TRACE:
      growth_name(name, v->trace);
      return memory_format("a term of %s makes up %s %% of the cost at the "
                           "largest size", name,
                           format_number(share, round(1000 * v->trace_share) /
                                                10));
   case WARN_LARGEST_OFF:
      return memory_string("one of the two largest sizes is far off the curve");
   case WARN_SCATTER_CHANGES:
      return memory_string("the costs of large and of small inputs scatter "
                           "differently: some inputs take another path");
   case WARN_MEAN_MAX_DIFFER:
      return memory_string("the mean cost and the highest cost grow "
                           "differently");
   case WARN_FEW_GROUPS:
      return memory_string("the sizes lie in a few groups, and no class holds "
                           "within them");
   case WARN_NARROW_COST:
      return memory_string("nearly all of the cost is in calls on inputs of "
                           "about one size");
   case WARN_UNCONFIRMED:
      return memory_string("all sizes together suggest this growth, but a part "
                           "of the sizes does not");
   }
   return memory_string("");
}

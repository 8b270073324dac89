/* Verdicts in words: see verbs/verdict_words.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/verdict_words.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "infer/describe.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

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

/* Return "n^2" of "O(n^2)", or "n" and a superscript; the caller frees it. */
static char *growth_words(growth g)
{
   static const struct { const char *plain, *raised; } powers[] = {
      { "n^2", "n\xc2\xb2" }, { "n^3", "n\xc2\xb3" },
   };
   char name[GROWTH_NAME_SIZE];
   size_t length;

   growth_name(name, g);
   if (g.kind == GROWTH_CONSTANT)
      return memory_string("a constant");
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

/* Return "1.62^n" or "n!" of an exponential's most probable curve, or the words
   of another class; the caller frees it. */
static char *class_words(const verdict *v, growth g)
{
   for (size_t i = 0; g.kind == GROWTH_EXPONENTIAL && i < v->model_count; i++)
      if (v->models[i].counts_for == GROWTH_EXPONENTIAL)
         return describe_exponential(&v->models[i].curve);
   return growth_words(g);
}

char *verdict_words(const verdict *v, bool is_doubted)
{
   const char *grows = is_doubted ? "looks like"
                     : v->confidence < VERDICT_LIKELY ? "may grow as"
                     : "grows as";
   char *first = class_words(v, v->growth);
   char *second = class_words(v, v->runner_up);
   char *words;

   if (v->confidence >= VERDICT_SURE ||
       (v->confidence >= VERDICT_LIKELY && is_doubted))
      words = memory_format("%s %s", grows, first);
   else if (v->confidence >= VERDICT_LIKELY ||
            v->runner_up.kind == GROWTH_UNDECIDED)
      words = memory_format("likely %s %s", grows, first);
   else
      words = memory_format("%s %s or %s", grows, first, second);
   free(first);
   free(second);
   return words;
}

char *verdict_words_basis(const verdict *v, const char *unit)
{
   char *exponent = v->has_exponent && v->growth.kind != GROWTH_UNDECIDED
                    ? memory_format("exponent %.2f to %.2f, ", v->exponent_lo,
                                    v->exponent_hi) : memory_string("");
   char low[NUMBERS_TEXT], high[NUMBERS_TEXT];
   char *text = v->sizes == 1
      ? memory_format("(1 size, of %s%s)",
                      numbers_grouped(low, (prof_sum)v->size_min), unit)
      : memory_format("(%s%zu sizes from %s to %s%s)", exponent, v->sizes,
                      numbers_grouped(low, (prof_sum)v->size_min),
                      numbers_grouped(high, (prof_sum)v->size_max), unit);

   free(exponent);
   return text;
}

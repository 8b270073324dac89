/* The arguments that differ between the runs of one program: see advice/varied.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/varied.h"
#include "base/memory.h"
#include "base/shell_word.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The runs that are compared. */
#define MOST_RUNS 64

/* What all runs have before and behind what differs in an argument. */
typedef struct {
   size_t before, behind;
} ends;

size_t varied_count_of(char *const *arguments)
{
   size_t n = 0;

   while (arguments[n])
      n++;
   return n;
}

bool varied_is_output(char *const *arguments, size_t i)
{
   static const char *const options[] = { "-o", "--output", "--out" };

   for (size_t k = 0; k < sizeof options / sizeof *options; k++)
      if (strcmp(arguments[i - 1], options[k]) == 0)
         return true;
   return false;
}

static size_t runs_of(const model *m)
{
   return m->run_count < MOST_RUNS ? m->run_count : MOST_RUNS;
}

bool *varied_find(const model *m, size_t *count)
{
   char *const *first = m->runs[0].arguments;
   const size_t arguments = varied_count_of(first);
   bool *varied = memory_new(arguments + 1, sizeof *varied);

   *count = 0;
   for (size_t r = 1; r < runs_of(m); r++) {
      char *const *other = m->runs[r].arguments;

      if (varied_count_of(other) != arguments || strcmp(first[0], other[0]) != 0) {
         memset(varied, 0, arguments + 1);
         *count = 0;
         return varied;
      }
      for (size_t i = 1; i < arguments; i++)
         if (!varied[i] && strcmp(first[i], other[i]) != 0 &&
             !varied_is_output(first, i)) {
            varied[i] = true;
            ++*count;
         }
   }
   return varied;
}

/* Return the ends of an argument that all runs have.  A number differs as a
   whole. */
static ends find_ends(const model *m, size_t i)
{
   const char *first = m->runs[0].arguments[i];
   const size_t length = strlen(first);
   ends e = { length, length };

   for (size_t r = 1; r < runs_of(m); r++) {
      const char *other = m->runs[r].arguments[i];
      const size_t shorter = strlen(other) < length ? strlen(other) : length;
      size_t same = 0;

      while (same < shorter && first[same] == other[same])
         same++;
      e.before = same < e.before ? same : e.before;
      for (same = 0; same < shorter - e.before &&
           first[length - same - 1] == other[strlen(other) - same - 1];)
         same++;
      e.behind = same < e.behind ? same : e.behind;
   }
   while (e.before > 0 && isdigit((unsigned char)first[e.before - 1]))
      e.before--;
   while (e.behind > 0 && isdigit((unsigned char)first[length - e.behind]))
      e.behind--;
   return e;
}

/* Return what differs in an argument of a run; the caller frees it. */
static char *middle_of(const model_run *run, size_t i, ends e)
{
   const char *argument = run->arguments[i];

   return memory_format("%.*s", (int)(strlen(argument) - e.before - e.behind),
                        argument + e.before);
}

/* Return whether a run has the same text in all these arguments. */
static bool is_one_text(const model_run *run, const bool *varied,
                        const ends *list, bool *is_number)
{
   char *text = NULL;
   bool is = true;

   for (size_t i = 1; is && run->arguments[i]; i++) {
      char *middle;

      if (!varied[i])
         continue;
      middle = middle_of(run, i, list[i]);
      is = *middle != '\0' && (text == NULL || strcmp(text, middle) == 0);
      free(text);
      text = middle;
   }
   *is_number &= text && strspn(text, "0123456789") == strlen(text);
   free(text);
   return is;
}

/* Return an argument with $i for what differs; NULL: its ends need quotes. */
static char *with_variable(const char *argument, ends e)
{
   const char *end = argument + strlen(argument) - e.behind;
   char *before = memory_format("%.*s", (int)e.before, argument);
   const bool plain = (*before == '\0' || shell_word_is_plain(before)) &&
                      (*end == '\0' || shell_word_is_plain(end));
   const bool joined = isalnum((unsigned char)*end) || *end == '_';
   char *text = plain ? memory_format("%s%s%s", before, joined ? "${i}" : "$i", end)
                      : NULL;

   free(before);
   return text;
}

char *varied_command(const model *m, const bool *varied, bool *is_number)
{
   char *const *arguments = m->runs[0].arguments;
   const size_t count = varied_count_of(arguments);
   ends *list = memory_new(count + 1, sizeof *list);
   char *text = memory_string("");
   bool good = true;

   *is_number = true;
   for (size_t i = 1; i < count; i++)
      if (varied[i])
         list[i] = find_ends(m, i);
   for (size_t r = 0; r < runs_of(m) && good; r++)
      good = is_one_text(&m->runs[r], varied, list, is_number);
   for (size_t i = 0; i < count && good; i++) {
      char *word = varied[i] ? with_variable(arguments[i], list[i])
                             : shell_word_quote(arguments[i]);

      good = word != NULL;
      if (good)
         memory_append(&text, "%s%s", i > 0 ? " " : "", word);
      free(word);
   }
   free(list);
   if (good)
      return text;
   free(text);
   return NULL;
}

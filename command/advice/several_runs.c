/* The commands that profile a program on several inputs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* strverscmp */

#include "advice/several_runs.h"
#include "advice/script.h"
#include "assess/runtime_objects.h"
#include "base/escape.h"
#include "base/memory.h"
#include "base/paths.h"
#include "base/shell_word.h"
#include "base/text.h"
#include "base/utf8.h"
#include "names/select.h"
#include "profile/optional.h"
#include "profile/run_argument.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Columns of a command, and of one argument of it, beyond which it is no longer a
   text to read and to paste.  An argument may be a script. */
#define WIDTH 800
#define ARGUMENT_WIDTH 400
/* A number below this is seldom the size of an input. */
#define LEAST_SIZE 100
/* A number below this is a switch, if it is no count. */
#define LEAST_COUNT 2
/* A file of this part of the input's size, or more, is an input, too. */
#define OTHER_PART 0.25
/* The runs that are compared for the argument that differs. */
#define MOST_RUNS 64
/* Times of two runs in whole seconds that differ by no more may be equal. */
#define ROUNDED_SECONDS 1.0

#define NONE ((size_t)-1)

/* What stands for the command line where there are several. */
#define ANY_COMMAND "PROGRAM ARGUMENT..."

static size_t count_of(char *const *arguments)
{
   size_t n = 0;

   while (arguments[n])
      n++;
   return n;
}

/* Return whether the runs are of several programs: which of them has a routine
   that the advice is about is not known, so the command line of none is told. */
static bool is_of_several(const model *m)
{
   const char *first = paths_file_name(m->runs[0].arguments[0]);

   for (size_t r = 1; r < m->run_count; r++)
      if (strcmp(paths_file_name(m->runs[r].arguments[0]), first) != 0)
         return true;
   return false;
}

/* Return whether an argument is the file that an option of the usual name lets
   the program write. */
static bool is_output(char *const *arguments, size_t i)
{
   static const char *const options[] = { "-o", "--output", "--out" };

   for (size_t k = 0; k < sizeof options / sizeof *options; k++)
      if (strcmp(arguments[i - 1], options[k]) == 0)
         return true;
   return false;
}

/* Return the one argument that differs between the runs of one program, outputs
   apart; NONE: it is none, or several. */
static size_t find_varied(const model *m)
{
   char *const *first = m->runs[0].arguments;
   const size_t count = count_of(first);
   size_t varied = NONE;

   for (size_t r = 1; r < m->run_count && r < MOST_RUNS; r++) {
      char *const *other = m->runs[r].arguments;

      if (count_of(other) != count || strcmp(first[0], other[0]) != 0)
         return NONE;
      for (size_t i = 1; i < count; i++) {
         if (strcmp(first[i], other[i]) == 0 || is_output(first, i))
            continue;
         if (varied != NONE && varied != i)
            return NONE;
         varied = i;
      }
   }
   return varied;
}

/* Return the size of the file that an argument names, if that may be an input, or
   0.  One that was written since the run began may be an output of the program:
   with $i in its place the commands would overwrite the inputs. */
static off_t file_size(const model_run *run, size_t i)
{
   char *const *arguments = run->arguments;
   struct stat s;

   return !is_output(arguments, i) && !script_or_before(arguments, i) &&
          stat(arguments[i], &s) == 0 && S_ISREG(s.st_mode) &&
          (uint64_t)s.st_mtime <= run->start ? s.st_size : 0;
}

/* Return the argument that names the largest file, but argument `not`. */
static size_t find_file_but(const model_run *run, size_t not)
{
   char *const *arguments = run->arguments;
   size_t found = NONE;
   off_t most = 0;

   for (size_t i = 1; arguments[i]; i++)
      if (file_size(run, i) > most &&
          (not == NONE || strcmp(arguments[i], arguments[not]) != 0)) {
         most = file_size(run, i);
         found = i;
      }
   return found;
}

static size_t find_file(const model_run *run)
{
   return find_file_but(run, NONE);
}

bool several_runs_is_server(const model *m)
{
   for (size_t i = 0; i < m->routine_count; i++) {
      const model_routine *r = &m->routines[i];

      if (strcmp(r->name, "listen") == 0 &&
          runtime_objects_has(m->objects[r->object].name))
         return true;
   }
   return false;
}

/* Return whether an argument of a server is the port that it listens at, by its
   option: such a number is large, and no size. */
static bool is_port(char *const *arguments, size_t i)
{
   static const char *const patterns[] = { "-p", "-P", "-port", "--*port" };
   const char *number = run_argument_number(arguments[i]);
   const char *argument = number == arguments[i] ? arguments[i - 1] : arguments[i];
   char *option = memory_string(argument);
   bool is = false;

   if (number != NULL && number != arguments[i])
      option[strcspn(option, "=")] = '\0';
   for (size_t k = 0; k < sizeof patterns / sizeof *patterns; k++)
      is |= select_glob(patterns[k], option);
   free(option);
   return is;
}

static size_t find_number(const model *m, double least)
{
   char *const *arguments = m->runs[0].arguments;
   const bool server = several_runs_is_server(m);
   size_t found = NONE;

   for (size_t i = 1; arguments[i]; i++) {
      const char *number = run_argument_number(arguments[i]);

      if (number && !script_or_before(arguments, i) &&
          !(server && is_port(arguments, i)) && strtod(number, NULL) >= least) {
         least = strtod(number, NULL);
         found = i;
      }
   }
   return found;
}

/* Return whether an argument may name an input: it is no option or number, not
   what -o writes, no script, no device, and no name in colons, such as
   :memory:. */
static bool may_be_input(char *const *arguments, size_t i)
{
   const char *argument = arguments[i];

   return *argument != '-' && *argument != '\0' && *argument != ':' &&
          run_argument_number(argument) == NULL && !text_begins(argument, "/dev/") &&
          !is_output(arguments, i) && !script_or_before(arguments, i);
}

/* Return whether an argument names a file, though perhaps none that is still
   there.  A plain word may as well be a command of the program, and a text with
   other characters a part of its language. */
static bool is_file_name(const char *argument)
{
   struct stat s;

   return stat(argument, &s) == 0 ? !S_ISREG(s.st_mode)
                                  : shell_word_is_plain(argument) &&
                                    strpbrk(argument, "./") != NULL;
}

/* Return the argument that names a file; NONE: there is none, or there are
   several, of which one may be an output. */
static size_t find_only_file(char *const *arguments)
{
   size_t found = NONE;

   for (size_t i = 1; arguments[i]; i++)
      if (may_be_input(arguments, i) && is_file_name(arguments[i])) {
         if (found != NONE)
            return NONE;
         found = i;
      }
   return found;
}

/* Return whether an argument may be the input though none looks like it. */
static bool has_word(char *const *arguments)
{
   for (size_t i = 1; arguments[i]; i++)
      if (may_be_input(arguments, i))
         return true;
   return false;
}

/* Return the file that the standard input was; "": it was something else, or
   another one in each run; NULL: the program has not read it, or that is not
   known.  The caller frees it. */
static char *standard_input(const model *m)
{
   static const char key[] = "x-stdin";
   const model_owner owner = { MODEL_OF_ALL, 0, 0 };
   char *file = NULL;
   size_t past;

   for (size_t i = optional_of(m, &owner, &past); i < past; i++) {
      const char *record = m->optionals[i].key;

      if (!text_begins(record, key) || record[sizeof key - 1] != '\t')
         continue;
      if (file) {
         *file = '\0';
         return file;
      }
      file = memory_string(record + sizeof key);
      escape_undo(file);
   }
   return file;
}

static off_t size_of(const char *file)
{
   struct stat s;

   return stat(file, &s) == 0 && S_ISREG(s.st_mode) ? s.st_size : 0;
}

/* Return whether the standard input is the input, rather than an argument.
   read: standard_input(). */
static bool is_by_standard_input(const model *m, const char *read)
{
   const model_run *first = &m->runs[0];
   const size_t file = find_file(first);

   if (read == NULL || find_varied(m) != NONE ||
       script_is_standard_input(first->arguments))
      return false;
   if (*read == '\0')
      return file == NONE || m->run_count > 1;
   return file == NONE || size_of(read) >= size_of(first->arguments[file]);
}

/* Return " < FILE" of a program that has read its standard input, else ""; the
   caller frees it. */
static char *redirection(const char *read)
{
   char *text, *word;

   if (read == NULL)
      return memory_string("");
   word = *read ? shell_word_quote(read) : memory_string("...");
   text = memory_format(" < %s", word);
   free(word);
   return text;
}

/* Return the argument that is most like the input or its size; NONE: there is
   none. */
static size_t find_input(const model *m, const char *read)
{
   char *const *arguments = m->runs[0].arguments;
   size_t found = find_varied(m);

   if (is_by_standard_input(m, read))
      return NONE;
   if (found == NONE)
      found = find_file(&m->runs[0]);
   if (found == NONE)
      found = find_number(m, LEAST_SIZE);
   if (found == NONE)
      found = find_only_file(arguments);
   if (found == NONE && !has_word(arguments))
      found = find_number(m, LEAST_COUNT);
   return found;
}

/* Return an argument as a shell reads it, shortened. */
static char *quoted(const char *argument)
{
   char *shown = utf8_shorten(argument, ARGUMENT_WIDTH);
   char *text = shell_word_quote(shown);

   free(shown);
   return text;
}

static void append(char **text, const char *more)
{
   char *longer = memory_format("%s%s%s", *text, **text ? " " : "", more);

   free(*text);
   *text = longer;
}

/* Return the command line with $i in the place of the input. */
static char *command_of(char *const *arguments, size_t input)
{
   char *text = memory_string("");

   for (size_t i = 0; arguments[i]; i++) {
      char *argument;

      if (i == input && run_argument_number(arguments[i]) != NULL) {
         const int length = (int)(run_argument_number(arguments[i]) - arguments[i]);

         argument = memory_format("%.*s$i", length, arguments[i]);
      } else {
         argument = i == input ? memory_string("$i") : quoted(arguments[i]);
      }
      if (i != input && utf8_width(text) + utf8_width(argument) > WIDTH) {
         free(argument);
         append(&text, "...");
         break;
      }
      append(&text, argument);
      free(argument);
   }
   return text;
}

bool several_runs_serves(const model *m, bool open)
{
   char *read;
   bool serves;

   if (open || !several_runs_is_server(m))
      return several_runs_is_server(m);
   read = standard_input(m);
   serves = find_input(m, read) == NONE && !is_by_standard_input(m, read);
   free(read);
   return serves;
}

/* Return the argument that names another input beside a file that is one: the
   largest file but that, if it is not much smaller, such as the other one of two
   texts that are compared.  NONE: there is none. */
static size_t find_other_file(const model_run *run, size_t input)
{
   const size_t other = input != NONE && file_size(run, input) > 0
                        ? find_file_but(run, input) : NONE;

   return other != NONE && (double)file_size(run, other) >=
                              OTHER_PART * (double)file_size(run, input)
          ? other : NONE;
}

/* Return the comment on a command whose input is not known, or that has another
   one, as a line, or ""; the caller frees it.  (A loop over pairs of two inputs is
   linear if only one of them gets larger.) */
static char *remark(const model_run *run, size_t input, bool by_standard_input,
                    bool is_read)
{
   const size_t other = find_other_file(run, input);
   char *word, *text;

   if (other != NONE) {
      word = quoted(run->arguments[other]);
      text = memory_format("    # and with a larger %s each time, if that grows, "
                           "too:\n", word);
      free(word);
      return text;
   }
   if (input != NONE || (by_standard_input && is_read))
      return memory_string("");
   return memory_string(by_standard_input
      ? "    # if its input is the standard input; else give it $i, its input or its size:\n"
      : "    # with $i in the place of the input:\n");
}

/* Return the commands where the runs are of several programs. */
static char *merged_of_several(void)
{
   return memory_string(
      "  for i in INPUT1 INPUT2 ... INPUT8; do\n"
      "    # with $i in the place of the input:\n"
      "    aprof run --aprof-out-file=size.%p -- " ANY_COMMAND "; done\n"
      "  aprof merge -o all.aprof size.*\n");
}

/* The same where they are of one program. */
static char *merged_of_one(const model *m, bool open)
{
   char *const *arguments = m->runs[0].arguments;
   const bool server = several_runs_serves(m, open);
   char *read = standard_input(m);
   const size_t input = server ? NONE : find_input(m, read);
   const bool by_standard_input =
      is_by_standard_input(m, read) ||
      (input == NONE && !has_word(arguments) &&
       !script_is_standard_input(arguments));
   const char *kind = input != NONE && run_argument_number(arguments[input]) ? "SIZE"
                                                                   : "INPUT";
   char *command = command_of(arguments, input);
   char *comment = remark(&m->runs[0], input, by_standard_input, read != NULL);
   char *from = by_standard_input && !server ? memory_string(" < $i")
                                             : redirection(read);
   char *runs = server
      ? memory_format("  aprof run --aprof-out-file=size.%%p -- %s%s\n",
                      command, from)
      : memory_format("  for i in %s1 %s2 ... %s8; do\n%s"
                      "    aprof run --aprof-out-file=size.%%p -- %s%s; done\n",
                      kind, kind, kind, comment, command, from);
   char *text = memory_format("%s  aprof merge -o all.aprof size.*\n", runs);

   free(runs);
   free(from);
   free(comment);
   free(command);
   free(read);
   return text;
}

char *several_runs_merged(const model *m, bool open)
{
   return is_of_several(m) ? merged_of_several() : merged_of_one(m, open);
}

char *several_runs_commands(const model *m, bool open)
{
   char *merged = several_runs_merged(m, open);
   char *text = memory_format("%s  aprof report %sall.aprof\n", merged,
                              open ? "--open " : "");

   free(merged);
   return text;
}

/* Return the size of what an argument names, or says. */
static double size_said(const char *argument)
{
   const char *number = run_argument_number(argument);

   return number ? strtod(number, NULL) : (double)size_of(argument);
}

static double seconds_of(const model_run *run)
{
   return (double)run->end - (double)run->start;
}

/* Return whether a run is on a larger input than another one: by the argument
   that differs, NONE if there is none, which says a number or names a file.
   Files may be gone.  Then the one that took longer is, as far as whole seconds
   tell, or the one whose argument comes later where numbers in names count as
   numbers: in10 behind in9. */
static bool is_larger(const model_run *run, const model_run *other,
                      size_t varied)
{
   const bool has = varied != NONE && varied < count_of(run->arguments);
   const double more = has ? size_said(run->arguments[varied]) -
                             size_said(other->arguments[varied]) : 0;
   const double longer = seconds_of(run) - seconds_of(other);

   if (more != 0)
      return more > 0;
   if (!has || fabs(longer) > ROUNDED_SECONDS ||
       !shell_word_is_plain(run->arguments[varied]))
      return longer > 0;
   return strverscmp(run->arguments[varied], other->arguments[varied]) > 0;
}

/* Return the run on the largest input: in a small run the growth that is looked
   for costs next to nothing. */
static const model_run *largest_run(const model *m)
{
   const size_t varied = find_varied(m);
   const model_run *largest = &m->runs[0];

   for (size_t r = 1; r < m->run_count; r++)
      if (is_larger(&m->runs[r], largest, varied))
         largest = &m->runs[r];
   return largest;
}

char *several_runs_once_more(const model *m, const char *option)
{
   char *command, *read, *from, *text;

   if (is_of_several(m))
      return memory_format("  aprof run %s -- " ANY_COMMAND "\n", option);
   command = command_of(largest_run(m)->arguments, NONE);
   read = standard_input(m);
   from = redirection(read);
   text = memory_format("  aprof run %s -- %s%s\n", option, command, from);
   free(from);
   free(read);
   free(command);
   return text;
}

/* The commands that profile a program on several inputs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* strverscmp */

#include "advice/several_runs.h"
#include "advice/script.h"
#include "advice/varied.h"
#include "assess/ranked.h"
#include "base/escape.h"
#include "base/memory.h"
#include "base/paths.h"
#include "base/shell_word.h"
#include "base/text.h"
#include "base/utf8.h"
#include "profile/optional.h"
#include "profile/run_argument.h"
#include "profile/starts.h"

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
/* Times of two runs in whole seconds that differ by no more may be equal. */
#define ROUNDED_SECONDS 1.0

#define NONE ((size_t)-1)

/* What stands for the command line where there are several. */
#define ANY_COMMAND "PROGRAM ARGUMENT..."

/* Return the one argument that differs between the runs of one program, outputs
   apart; NONE: it is none, or several. */
static size_t find_varied(const model *m)
{
   size_t count, found = NONE;
   bool *varied = varied_find(m, &count);

   for (size_t i = 1; count == 1 && found == NONE; i++)
      if (varied[i])
         found = i;
   free(varied);
   return found;
}

/* Return the size of the file that an argument names, if that may be an input;
   else 0.  One that was written since the run began may be an output of the
   program: with $i in its place the commands would overwrite the inputs. */
static off_t size_of_input(const model_run *run, size_t i)
{
   struct stat s;

   return !varied_is_output(run->arguments, i) &&
          !script_or_before(run->arguments, i) &&
          stat(run->arguments[i], &s) == 0 && S_ISREG(s.st_mode) &&
          (uint64_t)s.st_mtime <= run->start ? s.st_size : 0;
}

/* Return the argument that names the largest file. */
static size_t find_file(const model_run *run)
{
   size_t found = NONE;
   off_t most = 0;

   for (size_t i = 1; run->arguments[i]; i++) {
      const off_t size = size_of_input(run, i);

      if (size > most) {
         most = size;
         found = i;
      }
   }
   return found;
}

static size_t find_number(char *const *arguments, double least)
{
   size_t found = NONE;

   for (size_t i = 1; arguments[i]; i++) {
      const char *number = run_argument_number(arguments[i]);

      if (number && !script_or_before(arguments, i) &&
          strtod(number, NULL) >= least) {
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
          !varied_is_output(arguments, i) && !script_or_before(arguments, i);
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
      found = find_number(arguments, LEAST_SIZE);
   if (found == NONE)
      found = find_only_file(arguments);
   if (found == NONE && !has_word(arguments))
      found = find_number(arguments, LEAST_COUNT);
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

static void append(char **text, const char *between, const char *more)
{
   memory_append(text, "%s%s", **text ? between : "", more);
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
         append(&text, " ", "...");
         break;
      }
      append(&text, " ", argument);
      free(argument);
   }
   return text;
}

/* (A process of a parallel program listens, too, and connects to the others.) */
bool several_runs_is_server(const model *m)
{
   enum { LISTENS, ACCEPTS, CONNECTS, SUMS };
   const model_optional *o = optional_find(m, MODEL_OF_ALL, 0, "x-sum-sockets\t3");

   return o && o->sum_count == SUMS && o->sums[LISTENS] > 0 &&
          o->sums[ACCEPTS] >= o->sums[CONNECTS];
}

const char *several_runs_inputs(const model *m)
{
   return several_runs_is_server(m)
      ? "eight runs, each with twice as many requests as the one before, or on "
        "twice as much data"
      : SEVERAL_RUNS_INPUTS;
}

/* Return the comment on a command whose input is not known, as a line, or "". */
static const char *remark(size_t input, bool by_standard_input, bool is_read)
{
   if (input != NONE || (by_standard_input && is_read))
      return "";
   return by_standard_input
      ? "    # if its input is the standard input; else give it $i, its input or size:\n"
      : "    # with $i in the place of the input:\n";
}

/* Return the names of files, except for that of this argument, that may be inputs
   of a run, too: "a, b"; "": there are none.  The caller frees it. */
static char *other_files(const model_run *run, size_t input)
{
   char *text = memory_string("");

   for (size_t i = 1; run->arguments[i]; i++) {
      char *name;

      if (i == input || size_of_input(run, i) == 0)
         continue;
      name = quoted(paths_file_name(run->arguments[i]));
      append(&text, ", ", name);
      free(name);
   }
   return text;
}

/* The same for numbers that may be the size of a part of the input, such as the
   width of a window or the number of steps. */
static char *other_numbers(char *const *arguments, size_t input)
{
   char *text = memory_string("");

   for (size_t i = 1; arguments[i]; i++) {
      const char *number = run_argument_number(arguments[i]);
      char *name;

      if (i == input || number == NULL || strtod(number, NULL) < LEAST_SIZE ||
          script_or_before(arguments, i))
         continue;
      name = quoted(arguments[i]);
      append(&text, ", ", name);
      free(name);
   }
   return text;
}

static bool are_several(const char *names)
{
   return strstr(names, ", ") != NULL;
}

/* Return the comments on a command that is given such files and numbers, as
   lines, or "".  The caller frees it. */
static char *remark_on_others(const model_run *run, size_t input)
{
   char *files = other_files(run, input);
   char *numbers = other_numbers(run->arguments, input);
   char *text = memory_string("");

   if (*files)
      memory_append(&text, "    # with %s %s each time, too, if %s with your "
                    "data:\n", are_several(files) ? "larger" : "a larger",
                    files, are_several(files) ? "they grow" : "it grows");
   if (*numbers)
      memory_append(&text, "    # with more than %s each time, too, if %s with "
                    "your data:\n", numbers,
                    are_several(numbers) ? "they grow" : "that grows");
   free(numbers);
   free(files);
   return text;
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
   const bool has = varied != NONE && varied < varied_count_of(run->arguments);
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

/* Return the names of the arguments that differ, in the largest run: "a and b".  The
   caller frees it. */
static char *names_of(char *const *arguments, const bool *varied)
{
   char *text = memory_string("");

   for (size_t i = 1; arguments[i]; i++)
      if (varied[i]) {
         char *name = quoted(paths_file_name(arguments[i]));

         append(&text, " and ", name);
         free(name);
      }
   return text;
}

/* Return the commands where several arguments differ from run to run: with $i in
   each, if what differs is the same in all of them, as in a.100 and b.100; else the
   command of the largest run, and what to replace; NULL: no more than one
   differs. */
static char *merged_of_varied(const model *m)
{
   size_t count;
   bool *varied = varied_find(m, &count);
   char *const *arguments;
   char *command, *read, *from, *text;
   bool is_number = false;

   if (count < 2) {
      free(varied);
      return NULL;
   }
   arguments = largest_run(m)->arguments;
   read = standard_input(m);
   from = redirection(read);
   command = varied_command(m, varied, &is_number);
   if (command && utf8_width(command) <= WIDTH) {
      const char *kind = is_number ? "SIZE" : "INPUT";

      text = memory_format("  for i in %s1 %s2 ... %s8; do\n"
                           "    aprof run --aprof-out-file=size.%%p -- %s%s; done\n"
                           "  aprof merge -o all.aprof size.*\n",
                           kind, kind, kind, command, from);
   } else {
      char *names = names_of(arguments, varied);

      free(command);
      command = command_of(arguments, NONE);
      text = memory_format("  # eight times, each time with others in the place of "
                           "%s:\n  aprof run --aprof-out-file=size.%%p -- %s%s\n"
                           "  aprof merge -o all.aprof size.*\n",
                           names, command, from);
      free(names);
   }
   free(from);
   free(read);
   free(command);
   free(varied);
   return text;
}

/* The same where they are of one program. */
static char *merged_of_one(const model *m)
{
   char *const *arguments = m->runs[0].arguments;
   const bool server = several_runs_is_server(m);
   char *read = standard_input(m);
   const size_t input = server ? NONE : find_input(m, read);
   const bool by_standard_input =
      is_by_standard_input(m, read) ||
      (input == NONE && !has_word(arguments) &&
       !script_is_standard_input(arguments));
   const char *kind = input != NONE && run_argument_number(arguments[input]) ? "SIZE"
                                                                   : "INPUT";
   char *command = command_of(arguments, input);
   char *remarks = input != NONE || read != NULL
                   ? remark_on_others(&m->runs[0], input) : memory_string("");
   char *from = by_standard_input && !server ? memory_string(" < $i")
                                             : redirection(read);
   char *runs = server
      ? memory_format("  aprof run --aprof-out-file=size.%%p -- %s%s\n",
                      command, from)
      : memory_format("  for i in %s1 %s2 ... %s8; do\n%s%s"
                      "    aprof run --aprof-out-file=size.%%p -- %s%s; done\n",
                      kind, kind, kind, remark(input, by_standard_input, read != NULL),
                      remarks, command, from);
   char *text = memory_format("%s  aprof merge -o all.aprof size.*\n", runs);

   free(runs);
   free(from);
   free(remarks);
   free(command);
   free(read);
   return text;
}

char *several_runs_merged(const model *m)
{
   char *text = model_is_of_programs(m) ? merged_of_several()
              : several_runs_is_server(m) ? NULL : merged_of_varied(m);

   return text ? text : merged_of_one(m);
}

char *several_runs_commands(const model *m, bool open)
{
   char *merged = several_runs_merged(m);
   char *text = memory_format("%s  aprof report %sall.aprof\n", merged,
                              open ? "--open " : "");

   free(merged);
   return text;
}

/* Return the command of a run of the program that a routine is in, of several
   programs; NULL: none is known to be.  The caller frees it. */
static char *command_with(const model *m, size_t routine)
{
   const char *object = routine == RANKED_NONE ? ""
      : paths_file_name(m->objects[m->routines[routine].object].name);

   for (size_t r = 0; r < m->run_count; r++)
      if (strcmp(paths_file_name(m->runs[r].arguments[0]), object) == 0)
         return command_of(m->runs[r].arguments, NONE);
   return NULL;
}

char *several_runs_once_more(const model *m, const char *option, size_t routine)
{
   char *command, *read, *from, *text;

   if (model_is_of_programs(m)) {
      command = command_with(m, routine);
      text = memory_format("  aprof run %s -- %s\n", option,
                           command ? command : ANY_COMMAND);
      free(command);
      return text;
   }
   command = command_of(largest_run(m)->arguments, NONE);
   read = standard_input(m);
   from = redirection(read);
   text = memory_format("  aprof run %s -- %s%s\n", option, command, from);
   free(from);
   free(read);
   free(command);
   return text;
}

char *several_runs_unvaried(const model *m)
{
   const size_t varied = m->run_count > 1 && !model_is_of_programs(m)
                         ? find_varied(m) : NONE;
   const char *kind = "";
   char *same, *numbers, *text;

   if (varied == NONE)
      return NULL;
   same = other_files(largest_run(m), varied);
   numbers = other_numbers(largest_run(m)->arguments, varied);
   if (*numbers) {
      if (*same == '\0')
         kind = strchr(numbers, ',') ? "arguments " : "argument ";
      append(&same, ", ", numbers);
   }
   text = *same
      ? memory_format("All runs had the same %s%s: how the cost grows with %s "
                      "is not known.", kind, same,
                      strchr(same, ',') ? "these" : "it")
      : NULL;
   free(numbers);
   free(same);
   return text;
}

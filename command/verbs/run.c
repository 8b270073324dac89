/* aprof run: replace the process by Valgrind with our tool, wherever that was
   installed.

   Afterwards nothing of the command is left: the exit status is the program's.
   An error that can be seen beforehand is reported here, with status 2.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"

#include "base/memory.h"
#include "base/message.h"
#include "base/paths.h"
#include "base/text.h"
#include "debuginfo/symbols.h"
#include "verbs/run_search.h"
#include "verbs/verbs.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HELP_TOOL "--help-tool"

/* Headings in what Valgrind prints. */
#define TOOL_OPTIONS "user options for aprof:"
#define DEBUG_OPTIONS "debugging options for all Valgrind tools"

/* Valgrind's options without a value; all others have one. */
static const char *const flags[] = {
   "--help", "--help-debug", "--help-dyn-options", "--version", "--quiet",
   "--verbose", NULL,
};

static bool is_flag(const char *argument)
{
   if (argument[1] != '-' || strchr(argument, '='))
      return true;
   for (size_t i = 0; flags[i]; i++)
      if (strcmp(flags[i], argument) == 0)
         return true;
   return false;
}

/* Return what the message about a missing program adds: an option without its
   value takes the program for its value, and then the program seems to be
   missing, or to be another one.  apart: such an option, or NULL.  The caller
   frees the text. */
static char *lost_value_hint(char **apart)
{
   return apart ? memory_format(" ('%s' was taken as the value of %s)",
                                apart[1], apart[0]) : memory_string("");
}

/* --- unknown options --- */

/* Return what Valgrind and the tool list of their options; "" on failure. */
static char *help_text(void)
{
   char *text = memory_string("");
   char line[4096];
   FILE *help;

   if (run_search_tool() == NULL || !run_search_set_tool())
      return text;
   help = popen("'" VALGRIND_BIN "' --tool=aprof --help-debug 2>/dev/null",
                "r");
   while (help && fgets(line, sizeof line, help))
      memory_append(&text, "%s", line);
   if (help == NULL || pclose(help) != 0)
      *text = '\0';
   return text;
}

static bool is_listed(const char *name, const char *help)
{
   const size_t n = strlen(name);

   for (const char *p = strstr(help, name); p; p = strstr(p + 1, name))
      if ((p == help || isspace((unsigned char)p[-1])) &&
          (p[n] == '=' || p[n] == '[' || isspace((unsigned char)p[n])))
         return true;
   return false;
}

/* Return whether an option has one dash.  All of Valgrind's own are flags, such
   as -q, so what follows one that is unknown seems to be the program. */
static bool has_one_dash(const char *argument)
{
   return argument[1] != '-';
}

/* Return whether the program is wrong because there is an unknown option before
   it, which has taken its name for a value or whose value seems to be the
   program, after one line on stderr that says so.  Valgrind itself would never
   see that option. */
static bool find_unknown_option(char **argv, int program)
{
   char *help = help_text();
   bool found = false;

   for (int i = 1; *help && !found && i < program; i++) {
      if (strcmp(argv[i], "--") == 0)
         break;
      if (has_one_dash(argv[i])) {
         found = !is_listed(argv[i], help);
         if (found)
            message_error("run: unknown option %s; --aprof-out-file=FILE names "
                          "the profile; see aprof run " HELP_TOOL, argv[i]);
         continue;
      }
      if (is_flag(argv[i]) || strcmp(argv[i], HELP_TOOL) == 0)
         continue;
      found = !is_listed(argv[i], help);
      if (found)
         message_error("run: unknown option %s; see aprof run " HELP_TOOL,
                       argv[i]);
      i++;
   }
   free(help);
   return found;
}

/* --- help --- */

/* Print the tool's options, a group of them after the other, as the tool lists
   them. */
static void print_tool_options(void)
{
   char *help = help_text();
   char *from = strstr(help, TOOL_OPTIONS), *to;

   if (from && (to = strstr(from, "\n\n"))) {
      from = strchr(from, '\n');
      printf("The tool's options:%.*s\n\n", (int)(to - from), from);
   } else {
      puts("The tool, which lists its own options, does not run here.\n");
   }
   free(help);
}

static void print_help(void)
{
   puts("Usage: aprof run [TOOL OPTION...] [--] PROGRAM [ARGUMENT...]\n\n"
        "Runs PROGRAM under Valgrind's tool aprof, which writes its profile "
        "when it ends.\n\n"
        "  " HELP_TOOL "                    list Valgrind's options, too\n"
        "  -h, --help                     this text\n");
   print_tool_options();
   puts("More: man aprof-run, man aprof-tool");
}

/* Print for the completion of a shell an option in a line of Valgrind's help,
   `    --name=value|value   text`. */
static void print_listed(const char *line, size_t length)
{
   const char *past = line + length;
   size_t name, values;
   char *shown, *choices, *rest;

   line += strspn(line, " ");
   if (past - line < 3 || strncmp(line, "--", 2) != 0)
      return;
   name = strcspn(line, "=[ \n");
   if (line[name] == '=')
      name++;
   values = strcspn(line + name, " \n");
   shown = memory_part(line, name);
   choices = memory_part(line + name, values);
   line += name + values;
   line += strspn(line, " ");
   rest = memory_part(line, line < past ? past - line : 0);
   /* Values in prose, or values to choose from. */
   if (strchr(choices, '<') || strchr(choices, '|') == NULL)
      *choices = '\0';
   for (char *c = choices; (c = strchr(c, '|')) != NULL; )
      *c = ' ';
   if (strcmp(shown, "--tool=") != 0)      /* the tool is aprof */
      options_print_listed(shown, choices, rest);
   free(shown);
   free(choices);
   free(rest);
}

/* Print the options for the completion of a shell: of the tool, then of
   Valgrind; what Valgrind lists for its own developers is left out. */
static void print_list(void)
{
   char *help = help_text();
   char *tool = strstr(help, TOOL_OPTIONS), *end = strstr(help, DEBUG_OPTIONS);

   if (end)
      *end = '\0';
   for (char *line = tool ? tool : help; *line; ) {
      const size_t length = strcspn(line, "\n");

      print_listed(line, length);
      line += length + (line[length] == '\n');
      if (*line == '\0' && tool) {
         *tool = '\0';
         tool = NULL;
         line = help;
      }
   }
   free(help);
}

/* Valgrind's command line: strings of its own, NULL at the end. */
typedef struct {
   char **words;
   size_t count;
} command;

static void add_word(command *c, char *word)
{
   c->words = memory_resize(c->words, c->count + 2, sizeof *c->words);
   c->words[c->count++] = word;
   c->words[c->count] = NULL;
}

static void free_command(command *c)
{
   memory_free_strings(c->words, c->count);
}

/* Add the options of Valgrind and the tool.  Return the index of the program in
   argv, argc if there is none, or -1 after one line on stderr.  *apart: the
   last option whose value is an argument of its own, or NULL. */
static int add_options(command *c, int argc, char **argv, char ***apart)
{
   int i;

   *apart = NULL;
   for (i = 1; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
      if (strcmp(argv[i], "--") == 0)
         return i + 1;
      if (strcmp(argv[i], HELP_TOOL) == 0) {
         add_word(c, memory_string("--help"));
      } else if (strcmp(argv[i], "--tool") == 0 ||
                 strncmp(argv[i], "--tool=", 7) == 0) {
         message_error("run: the tool is aprof; %s cannot be chosen", argv[i]);
         return -1;
      } else if (is_flag(argv[i])) {
         add_word(c, memory_string(argv[i]));
      } else if (i + 1 == argc) {
         if (!find_unknown_option(argv, argc))
            message_error("run: %s needs a value", argv[i]);
         return -1;
      } else {
         add_word(c, memory_format("%s=%s", argv[i], argv[i + 1]));
         *apart = &argv[i];
         i++;
      }
   }
   return i;
}

/* Report that there is no program, or that it can't be found. */
static void refuse(int argc, char **argv, int program, char **apart)
{
   const char *reason = "";
   char *hint;

   if (program > 1 && find_unknown_option(argv, program))
      return;
   hint = lost_value_hint(apart);
   if (program < argc && !run_search_program(argv[program], &reason))
      message_error("run: %s: %s%s", argv[program], reason, hint);
   else
      message_error("run: no program is named%s; see aprof run --help", hint);
   free(hint);
}

/* Set the name of a script's interpreter, as `#! PATH` or `#! .../env NAME` say
   it; "" if a file is no script. */
static void find_interpreter(const char *path, char name[RUN_SCRIPT_LINE])
{
   char line[RUN_SCRIPT_LINE], *word;

   run_search_first_line(path, line);
   word = strtok(line, " \t\n");
   if (word && strcmp(paths_file_name(word), "env") == 0)
      word = strtok(NULL, " \t\n");
   strcpy(name, word ? paths_file_name(word) : "");
}

/* Return whether an option has a value, such as "--what-if=". */
static bool has_option(const command *c, const char *start)
{
   for (size_t i = 0; i < c->count; i++)
      if (text_begins(c->words[i], start))
         return true;
   return false;
}

static bool is_quiet(const command *c)
{
   for (size_t i = 0; i < c->count; i++)
      if (strcmp(c->words[i], "-q") == 0 ||
          strcmp(c->words[i], "--quiet") == 0)
         return true;
   return false;
}

/* Say what to do if Valgrind gives up with 'corrupted debuginfo': 3.19 does for
   skeleton units of DWARF 5, whose header it misreads. */
static void warn_of_split_units(const command *c, const char *program)
{
   if (!is_quiet(c) && symbols_has_split_units(program))
      message_note("run: %s was built with -gsplit-dwarf, in DWARF 5: if "
                   "Valgrind can't read that, build it with -gno-split-dwarf "
                   "or -gdwarf-4", program);
}

/* Say that the programs that a shell, or its script, starts are not measured,
   unless an option decides on that or on messages. */
static void warn_of_shell(const command *c, const char *program)
{
   static const char *const shells[] = { "sh", "bash", "dash", "ksh", "zsh" };
   const char *name = paths_file_name(program);
   char interpreter[RUN_SCRIPT_LINE];

   if (is_quiet(c) || has_option(c, "--trace-children="))
      return;
   find_interpreter(program, interpreter);
   for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
      if (strcmp(name, shells[i]) == 0 || strcmp(interpreter, shells[i]) == 0)
         message_note("run: %s is a shell%s: the programs that it starts are "
                      "measured with --trace-children=yes only", program,
                      strcmp(name, shells[i]) == 0 ? "" : " script");
}

/* Start Valgrind; return only on failure. */
static void start(command *c, int argc, char **argv)
{
   bool asks = argc > 1 && strcmp(argv[1], HELP_TOOL) == 0;
   const char *reason;
   char **apart;
   int program;

   add_word(c, memory_string(VALGRIND_BIN));
   add_word(c, memory_string("--tool=aprof"));
   program = add_options(c, argc, argv, &apart);
   if (program < 0)
      return;
   if (program < argc ? !run_search_program(argv[program], &reason) : !asks) {
      refuse(argc, argv, program, apart);
      return;
   }
   if (!run_search_set_tool())
      return;
   if (program < argc) {
      warn_of_shell(c, argv[program]);
      warn_of_split_units(c, argv[program]);
   }
   if (has_option(c, "--what-if="))
      run_search_preload_coz();
   for (int i = program; i < argc; i++)
      add_word(c, memory_string(argv[i]));
   execv(VALGRIND_BIN, c->words);
   message_error("run: cannot start %s: %s", VALGRIND_BIN, strerror(errno));
}

int verb_run(int argc, char **argv)
{
   command c = { NULL, 0 };

   if (argc > 1 && options_is_help(argv[1])) {
      print_help();
      return STATUS_DONE;
   }
   if (argc > 1 && strcmp(argv[1], OPTIONS_LIST) == 0) {
      print_list();
      return STATUS_DONE;
   }
   start(&c, argc, argv);
   free_command(&c);
   return STATUS_UNUSABLE;
}

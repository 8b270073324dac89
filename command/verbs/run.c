/* aprof run: execs Valgrind with our tool, wherever it was installed.

   Nothing of ours remains: the exit status is the program's.  What can be
   seen to be wrong beforehand is told here, with status 2.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"

#include "base/memory.h"
#include "base/message.h"
#include "verbs/verbs.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TOOL "aprof-" APROF_PLATFORM
#define HELP_TOOL "--help-tool"

/* Valgrind's options that stand alone; every other one has a value. */
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

static bool is_program(const char *path)
{
   struct stat file;

   if (stat(path, &file) != 0)
      return false;
   if (S_ISDIR(file.st_mode)) {
      errno = EISDIR;
      return false;
   }
   return access(path, X_OK) == 0;
}

/* What the message of a missing program adds: an option without its value
   takes the program for it, and then there seems to be none, or another one.
   `apart`: such an option, or NULL.  The caller frees the text. */
static char *suspect(char **apart)
{
   return apart ? memory_format(" ('%s' was taken as the value of %s)",
                                apart[1], apart[0]) : memory_string("");
}

/* Can Valgrind find the program?  It searches PATH as a shell does.  If not,
   *reason says why: static text. */
static bool find_program(const char *name, const char **reason)
{
   const char *search = getenv("PATH");
   bool found = false;
   char *copy, *rest;

   if (strchr(name, '/') || search == NULL) {
      found = is_program(name);
      *reason = strerror(errno);
      return found;
   }
   copy = rest = memory_string(search);
   while (!found && rest) {
      const char *folder = strsep(&rest, ":");
      char *path = memory_format("%s/%s", *folder ? folder : ".", name);

      found = is_program(path);
      free(path);
   }
   free(copy);
   *reason = "no such program";
   return found;
}

static bool holds_tool(const char *folder)
{
   char *path = memory_format("%s/%s", folder, TOOL);
   bool found = access(path, X_OK) == 0;

   free(path);
   return found;
}

/* Where the tool is; NULL: nowhere. */
static const char *tool_folder(void)
{
   const char *users = getenv("VALGRIND_LIB");

   return users && holds_tool(users) ? users :
          holds_tool(APROF_TOOL_DIR) ? APROF_TOOL_DIR :
          holds_tool(VALGRIND_LIBEXEC) ? VALGRIND_LIBEXEC : NULL;
}

/* Lets Valgrind look where our tool is. */
static bool find_tool(void)
{
   const char *users = getenv("VALGRIND_LIB");
   const char *folder = tool_folder();

   if (folder == NULL) {
      if (users)
         message_error("run: the tool %s is neither in %s, as $VALGRIND_LIB "
                       "says, nor in %s", TOOL, users, APROF_TOOL_DIR);
      else
         message_error("run: the tool %s is not in %s; $VALGRIND_LIB may name "
                       "its folder", TOOL, APROF_TOOL_DIR);
      return false;
   }
   /* Valgrind's own folder is where it looks anyway, unless told otherwise. */
   if (folder != users && (users || strcmp(folder, VALGRIND_LIBEXEC) != 0) &&
       setenv("VALGRIND_LIB", folder, 1) != 0)
      message_fatal("out of memory");
   return true;
}

/* --- options that nobody knows --- */

/* What Valgrind and the tool list of their options; "" where they don't. */
static char *help_text(void)
{
   char *text = memory_string("");
   char line[4096];
   FILE *help;

   if (tool_folder() == NULL || !find_tool())
      return text;
   help = popen("'" VALGRIND_BIN "' --tool=aprof --help-debug 2>/dev/null",
                "r");
   while (help && fgets(line, sizeof line, help)) {
      char *longer = memory_format("%s%s", text, line);

      free(text);
      text = longer;
   }
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

/* Something is wrong with the program: is it because an option that there is
   not has taken its name for a value?  True: one line has said so.  Valgrind
   itself would never see that option. */
static bool blame_option(char **argv, int program)
{
   char *help = help_text();
   bool blamed = false;

   for (int i = 1; *help && !blamed && i < program; i++) {
      if (strcmp(argv[i], "--") == 0)
         break;
      if (is_flag(argv[i]) || strcmp(argv[i], HELP_TOOL) == 0)
         continue;
      blamed = !is_listed(argv[i], help);
      if (blamed)
         message_error("run: unknown option %s; see aprof run " HELP_TOOL,
                       argv[i]);
      i++;
   }
   free(help);
   return blamed;
}

static void print_help(void)
{
   puts("Usage: aprof run [TOOL OPTION...] [--] PROGRAM [ARGUMENT...]\n\n"
        "Runs PROGRAM under Valgrind's tool aprof, which writes its profile "
        "when it ends.\n\n"
        "The options are those of Valgrind and of the tool:\n"
        "  aprof run " HELP_TOOL "          list them\n"
        "  -h, --help                     this text\n\nMore: man aprof-run");
}

/* Valgrind's command line: its own strings, NULL at the end. */
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
   for (size_t i = 0; i < c->count; i++)
      free(c->words[i]);
   free(c->words);
}

/* Adds the options; the place of the program in argv, or argc where there is
   none, or -1: one line on stderr has said what is wrong.  *apart: the last
   option whose value is an argument of its own, or NULL. */
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
         if (!blame_option(argv, argc))
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

/* The program is not to be found, or there is none: says so. */
static void refuse(int argc, char **argv, int program, char **apart)
{
   const char *reason = "";
   char *hint;

   if (apart && blame_option(argv, program))
      return;
   hint = suspect(apart);
   if (program < argc && !find_program(argv[program], &reason))
      message_error("run: %s: %s%s", argv[program], reason, hint);
   else
      message_error("run: no program is named%s; see aprof run --help", hint);
   free(hint);
}

/* Comes back only where Valgrind could not be started. */
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
   if (program < argc ? !find_program(argv[program], &reason) : !asks) {
      refuse(argc, argv, program, apart);
      return;
   }
   if (!find_tool())
      return;
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
   start(&c, argc, argv);
   free_command(&c);
   return STATUS_UNUSABLE;
}

/* The script of an interpreter's command line.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/script.h"
#include "advice/interpreter.h"
#include "base/paths.h"
#include "names/select.h"

#include <string.h>

/* The options before the script: those of one letter, and long ones with their
   value behind a blank, between blanks. */
typedef struct {
   const char *pattern;               /* of the interpreter's file name */
   const char *text;                  /* with the program, or a module's name */
   const char *file;                  /* with the script */
   const char *other;                 /* with something else */
   const char *input;                 /* the script is the standard input */
   const char *long_text, *long_other;
} usage;

#define SHELL_OPTIONS " --rcfile --init-file --emulate "
#define NODE_OPTIONS " --require --import --loader --experimental-loader " \
   "--conditions --env-file --icu-data-dir --input-type --inspect-port " \
   "--openssl-config --redirect-warnings --title --trace-event-categories " \
   "--watch-path --diagnostic-dir --disable-proto --dns-result-order " \
   "--unhandled-rejections --max-http-header-size --cpu-prof-dir " \
   "--cpu-prof-interval --cpu-prof-name --heap-prof-dir --test-name-pattern "
#define AWK_OPTIONS " --field-separator --assign "
#define GAWK_OPTIONS AWK_OPTIONS "--include --load "

static const usage usages[] = {
   { "python*", "cm", "", "XW", "", "", " --check-hash-based-pycs " },
   { "pypy*", "cm", "", "XW", "", "", " --jit " },
   { "perl*", "eE", "", "FIMm", "", "", "" },
   { "ruby*", "e", "", "CIr", "", "",
     " --encoding --external-encoding --internal-encoding --enable --disable " },
   { "lua*", "e", "", "jl", "", "", "" },
   { "node*", "ep", "", "rC", "", " --eval --print ", NODE_OPTIONS },
   { "php*", "r", "f", "cdz", "", " --run ",
     " --php-ini --define --zend-extension " },
   { "R", "e", "f", "dg", "", "", " --encoding --gui --debugger " },
   { "Rscript", "e", "", "", "", "", "" },
   { "awk", "", "f", "Fv", "", " --source ", GAWK_OPTIONS },
   { "gawk", "e", "fE", "Fvil", "", " --source ", GAWK_OPTIONS },
   { "mawk", "", "f", "FvW", "", "", AWK_OPTIONS },
   { "original-awk", "", "f", "Fv", "", "", "" },
   { "sh", "c", "", "oO", "s", "", SHELL_OPTIONS },
   { "bash", "c", "", "oO", "s", "", SHELL_OPTIONS },
   { "dash", "c", "", "o", "s", "", "" }, { "ash", "c", "", "o", "s", "", "" },
   { "ksh*", "c", "", "o", "s", "", "" },
   { "zsh*", "c", "", "o", "s", "", SHELL_OPTIONS },
   { "emacs*", "", "lx", "dfL", "", " --eval ", " --directory --funcall --chdir " },
   { "swipl", "", "sl", "fFgoptxd", "", "", "" },
   { "lisp.run", "x", "", "BKMmLNpo", "", "", "" },
   { "gap", "c", "", "xymoKslL", "", "", " --systemfile --width --lines --roots " },
   { "gp", "", "", "spD", "", "", "" }, { "gp-*", "", "", "spD", "", "", "" },
   { "gforth*", "e", "", "mdrflip", "", " --evaluate ", "" },
};

/* Where the script is. */
typedef enum { IN_ARGUMENT, IN_TEXT, IN_STANDARD_INPUT, NOT_THERE } place;

/* Return the place of the interpreter's name: a program of many programs has
   the one that it is as its first argument. */
static size_t interpreter_at(char *const *arguments)
{
   const char *name = paths_file_name(arguments[0]);

   return arguments[1] != NULL &&
          (strcmp(name, "busybox") == 0 || strcmp(name, "toybox") == 0);
}

/* An interpreter that is not in the list. */
static const usage unknown = { "", "", "", "", "", "", "" };

/* Return how an interpreter is called; NULL: the program is none. */
static const usage *usage_of(const char *program)
{
   const char *name = paths_file_name(program);

   for (size_t i = 0; i < sizeof usages / sizeof *usages; i++)
      if (select_glob(usages[i].pattern, name))
         return &usages[i];
   return interpreter_is(name) ? &unknown : NULL;
}

/* Return whether a list has an option. */
static bool has(const char *list, const char *option)
{
   const size_t length = strlen(option);

   for (const char *at = list; (at = strstr(at, option)) != NULL; at++)
      if (at[-1] == ' ' && at[length] == ' ')
         return true;
   return false;
}

/* Read the option at *i, and move *i to its last argument.  Return whether it
   says where the script is. */
static bool read_option(const usage *u, char *const *arguments, size_t *i,
                        place *found)
{
   const char *option = arguments[*i];

   *found = IN_TEXT;
   if (option[1] == '-') {
      if (has(u->long_text, option))
         return true;
      if (has(u->long_other, option) && arguments[*i + 1])
         (*i)++;
      return false;
   }
   /* Letters up to the first with a value: the rest, or the next argument. */
   for (const char *c = option + 1; *c; c++) {
      const bool is_last = c[1] == '\0';

      if (strchr(u->text, *c) || (strchr(u->file, *c) && !is_last))
         return true;
      if (strchr(u->input, *c)) {
         *found = IN_STANDARD_INPUT;
         return true;
      }
      if (strchr(u->other, *c)) {
         if (is_last && arguments[*i + 1])
            (*i)++;
         break;
      }
   }
   return false;
}

/* Find the script.  *at: the argument that it is, or the last one that is
   surely none of the script's; 0: there is none. */
static place script_of(char *const *arguments, size_t *at)
{
   const size_t start = interpreter_at(arguments);
   const usage *u = usage_of(arguments[start]);
   size_t i = start + 1;
   place found;

   *at = start;
   if (u == NULL)
      return NOT_THERE;
   for (; arguments[i] && arguments[i][0] == '-'; i++) {
      if (arguments[i][1] == '\0') {
         *at = i;
         return IN_STANDARD_INPUT;
      }
      if (strcmp(arguments[i], "--") == 0) {
         i++;
         break;
      }
      if (read_option(u, arguments, &i, &found)) {
         if (found == IN_STANDARD_INPUT)
            *at = i;
         return found;
      }
   }
   *at = arguments[i] ? i : i - 1;
   return arguments[i] ? IN_ARGUMENT : IN_STANDARD_INPUT;
}

bool script_or_before(char *const *arguments, size_t i)
{
   size_t at;

   script_of(arguments, &at);
   return i <= at;
}

/* (The first argument of awk is the script itself, that of an editor its input.) */
const char *script_name(char *const *arguments)
{
   const char *path = arguments[interpreter_at(arguments)];
   const char *interpreter = paths_file_name(path);
   const usage *u = usage_of(path);
   size_t at;

   if (u == NULL || u == &unknown || select_glob("emacs*", interpreter))
      return NULL;
   return script_of(arguments, &at) == IN_ARGUMENT && !select_glob("*awk", interpreter)
          ? paths_file_name(arguments[at]) : "";
}

bool script_is_standard_input(char *const *arguments)
{
   size_t at;

   return script_of(arguments, &at) == IN_STANDARD_INPUT;
}

/* The script of an interpreter's command line.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/script.h"
#include "advice/interpreter.h"
#include "base/paths.h"
#include "names/select.h"

#include <string.h>

/* The options of one letter before the script. */
typedef struct {
   const char *pattern;               /* of the interpreter's file name */
   const char *text;                  /* with the program, or a module's name */
   const char *file;                  /* with the script */
   const char *other;                 /* with something else */
} usage;

static const usage usages[] = {
   { "python*", "cm", "", "XW" }, { "pypy*", "cm", "", "XW" },
   { "perl*", "eE", "", "FIMm" }, { "ruby*", "e", "", "CIr" },
   { "lua*", "e", "", "jl" }, { "node*", "ep", "", "r" },
   { "php*", "r", "f", "cd" }, { "R", "e", "f", "" }, { "Rscript", "e", "", "" },
   { "awk", "", "f", "Fv" }, { "gawk", "e", "f", "Fv" },
   { "mawk", "", "f", "Fv" }, { "original-awk", "", "f", "Fv" },
   { "sh", "c", "", "oO" }, { "bash", "c", "", "oO" }, { "dash", "c", "", "o" },
   { "ksh*", "c", "", "o" }, { "zsh*", "c", "", "o" },
};

/* Return how an interpreter is called; NULL: the program is none. */
static const usage *usage_of(const char *program)
{
   static const usage unknown = { "", "", "", "" };
   const char *name = paths_file_name(program);

   for (size_t i = 0; i < sizeof usages / sizeof *usages; i++)
      if (select_glob(usages[i].pattern, name))
         return &usages[i];
   return interpreter_is(name) ? &unknown : NULL;
}

/* Return the place of the script; 0: there is none. */
static size_t script_of(char *const *arguments)
{
   const usage *u = usage_of(arguments[0]);
   size_t i = 1;

   for (; u && arguments[i] && arguments[i][0] == '-'; i++) {
      const char *option = arguments[i];

      if (strcmp(option, "--eval") == 0 || strcmp(option, "--print") == 0)
         return 0;
      if (strcmp(option, "--") == 0) {
         i++;
         break;
      }
      /* Letters up to the first with a value: the rest, or the next argument. */
      for (const char *c = option + 1; option[1] != '-' && *c; c++) {
         const bool is_last = c[1] == '\0';

         if (strchr(u->text, *c) || (strchr(u->file, *c) && !is_last))
            return 0;
         if (strchr(u->other, *c)) {
            if (is_last && arguments[i + 1])
               i++;
            break;
         }
      }
   }
   return u && arguments[i] ? i : 0;
}

bool script_or_before(char *const *arguments, size_t i)
{
   return i <= script_of(arguments);
}

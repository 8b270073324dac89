/* The parser of every verb's options.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cli/options.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/numbers.h"
#include "cli/near_word.h"
#include "cli/wrap.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int options_choice(const char *const *choices, const char *value)
{
   for (int i = 0; choices[i]; i++)
      if (strcmp(choices[i], value) == 0)
         return i;
   return -1;
}

bool options_is_help(const char *argument)
{
   return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0;
}

static bool is_quiet(const char *argument)
{
   return strcmp(argument, "--quiet") == 0 || strcmp(argument, "-q") == 0;
}

/* -o, -p, -a, -F, -q and -h have one dash, all other options have two. */
static bool is_short(const option *o)
{
   return strlen(o->name) == 1 && strchr("opaF", *o->name) != NULL;
}

static const char *dashes(const option *o)
{
   return is_short(o) ? "-" : "--";
}

/* Print an option and what it is for. */
static void print_option(const char *left, const char *help)
{
   enum { COLUMN = 32 };

   wrap_print_behind(help, (size_t)printf("%-*s ", COLUMN - 1, left), COLUMN);
}

static void print_help(const option_table *table)
{
   printf("Usage: aprof %s %s\n\n", table->verb, table->synopsis);
   wrap_print(table->purpose, 0);
   putchar('\n');
   for (const option *o = table->options; o->name; o++) {
      char *left = memory_format("  %s%s%s%s", dashes(o), o->name,
                                 o->argument ? is_short(o) ? " " : "=" : "",
                                 o->argument ? o->argument : "");

      print_option(left, o->help);
      free(left);
   }
   print_option("  -q, --quiet", "no warnings and notes");
   print_option("  -h, --help", "this text");
   printf("\nMore: man aprof-%s\n", table->verb);
}

void options_print_listed(const char *name, const char *choices,
                          const char *help)
{
   printf("%s\t%s\t%s\n", name, choices, help);
}

/* Print the options for the completion of a shell. */
static void print_list(const option_table *table)
{
   for (const option *o = table->options; o->name; o++) {
      char *name = memory_format("%s%s%s", dashes(o), o->name,
                                 o->argument && !is_short(o) ? "=" : "");
      char *choices = o->kind == OPTION_CHOICE ? memory_joined(o->choices, " ")
                                               : memory_string("");

      options_print_listed(name, choices, o->help);
      free(name);
      free(choices);
   }
   options_print_listed("--quiet", "", "no warnings and notes");
   options_print_listed("--help", "", "the help of the verb");
}

/* Return the option that an argument names, or NULL; *value is what follows its
   `=`, or NULL. */
static const option *find_option(const option_table *table,
                                 const char *argument, char **value)
{
   const char *name = argument + 1 + (argument[1] == '-');
   size_t length = strcspn(name, "=");
   bool is_long = argument[1] == '-';

   for (const option *o = table->options; o->name; o++) {
      if (is_long == is_short(o) || strlen(o->name) != length ||
          strncmp(o->name, name, length) != 0)
         continue;
      *value = name[length] ? (char *)name + length + 1 : NULL;
      return o;
   }
   return NULL;
}

static void refuse_option(const option_table *table, const char *argument)
{
   char *typed = memory_part(argument, strcspn(argument, "=")), *hint;
   near_word near = { .typed = typed + strspn(typed, "-") };

   for (const option *o = table->options; o->name; o++)
      near_word_offer(&near, dashes(o), o->name);
   near_word_offer(&near, "--", "quiet");
   near_word_offer(&near, "--", "help");
   hint = near_word_hint(&near);
   message_error("%s: unknown option %s%saprof %s --help", table->verb,
                 argument, hint, table->verb);
   free(hint);
   free(typed);
}

static bool set_count(const option *o, const char *value)
{
   prof_sum number;
   const char *wrong = numbers_read(value, ULONG_MAX, &number);

   if (wrong || number == 0) {
      const bool is_large = *value > '0' &&
                            value[strspn(value, "0123456789")] == '\0';

      message_error("%s%s: '%s' %s", dashes(o), o->name, value,
                    is_large ? wrong : "is not a whole number from 1 on");
      return false;
   }
   *(unsigned long *)o->value = number;
   return true;
}

static bool set_choice(const option *o, const char *value)
{
   int choice = options_choice(o->choices, value);

   if (choice < 0) {
      char *list = memory_joined(o->choices, ", ");

      message_error("%s%s: '%s' is unknown; there are: %s", dashes(o), o->name,
                    value, list);
      free(list);
      return false;
   }
   *(int *)o->value = choice;
   return true;
}

static void add_value(option_list *list, const char *value)
{
   list->values = memory_grow(list->values, list->count, &list->room,
                              sizeof *list->values);
   list->values[list->count++] = value;
}

static bool set_option(const option *o, char *value)
{
   switch (o->kind) {
   case OPTION_FLAG:
      *(bool *)o->value = true;
      return true;
   case OPTION_TEXT:
      *(const char **)o->value = value;
      return true;
   case OPTION_CHOICE:
      return set_choice(o, value);
   case OPTION_COUNT:
      return set_count(o, value);
   case OPTION_LIST:
      add_value(o->value, value);
      return true;
   }
   return false;
}

options_result options_parse(int argc, char **argv, const option_table *table,
                             size_t *files)
{
   bool only_files = false;

   *files = 0;
   for (int i = 1; i < argc; i++) {
      const option *o;
      char *value;

      if (only_files || argv[i][0] != '-' || argv[i][1] == '\0') {
         argv[(*files)++] = argv[i];
         continue;
      }
      /* Coz writes three. */
      if (strcmp(argv[i], "--") == 0 || strcmp(argv[i], "---") == 0) {
         only_files = true;
         continue;
      }
      if (options_is_help(argv[i])) {
         print_help(table);
         return OPTIONS_HELP;
      }
      if (strcmp(argv[i], OPTIONS_LIST) == 0) {
         print_list(table);
         return OPTIONS_HELP;
      }
      if (is_quiet(argv[i])) {
         message_be_quiet();
         continue;
      }
      o = find_option(table, argv[i], &value);
      if (o == NULL) {
         refuse_option(table, argv[i]);
         return OPTIONS_BAD;
      }
      if (o->kind == OPTION_FLAG && value) {
         message_error("%s%s takes no value", dashes(o), o->name);
         return OPTIONS_BAD;
      }
      if (o->kind != OPTION_FLAG && value == NULL) {
         if (i + 1 == argc) {
            message_error("%s%s needs a value", dashes(o), o->name);
            return OPTIONS_BAD;
         }
         value = argv[++i];
      }
      if (!set_option(o, value))
         return OPTIONS_BAD;
   }
   return OPTIONS_GOOD;
}

bool options_need_files(const option_table *table, size_t files)
{
   if (files == 0)
      message_error("%s: no file is named; see aprof %s --help", table->verb,
                    table->verb);
   return files > 0;
}

/* The parser of every verb's options.

   `--opt VALUE` equals `--opt=VALUE`; options and files may come in any order;
   after `--` everything is a file; if an option is given twice, the last one
   counts, unless it adds to a list.  All verbs have --help and --quiet.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_CLI_OPTIONS_H
#define APROF_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum {
   OPTION_FLAG,        /* bool * */
   OPTION_TEXT,        /* const char **; its string is in argv */
   OPTION_CHOICE,      /* int *, the index in `choices` */
   OPTION_COUNT,       /* unsigned long *, at least 1 */
   OPTION_LIST,        /* option_list *, each value that is given */
} option_kind;

/* The values of an option that may be given several times; the caller frees the
   array. */
typedef struct {
   const char **values;
   size_t count, room;
} option_list;

typedef struct {
   const char *name;                  /* without dashes */
   option_kind kind;
   void *value;
   const char *const *choices;        /* of OPTION_CHOICE; NULL at the end */
   const char *argument;              /* in the help: what follows `=` */
   const char *help;
} option;

/* The options of a verb; the last one has no name. */
typedef struct {
   const char *verb;
   const char *synopsis;              /* what follows `aprof VERB` */
   const char *purpose;
   const option *options;
} option_table;

typedef enum { OPTIONS_GOOD, OPTIONS_BAD, OPTIONS_HELP } options_result;

/* Parse argv[1..]; argv[0] is the verb.  Move the files to the front of argv,
   from argv[0], and set *files to their number.  Return OPTIONS_BAD after one
   line on stderr, OPTIONS_HELP after the help or the list of the options on
   stdout. */
options_result options_parse(int argc, char **argv, const option_table *table,
                             size_t *files);

/* The option by which completions of shells get the options of a verb. */
#define OPTIONS_LIST "--list-options"

/* Print a line of that list: an option or a verb, with `=` if it has a value;
   the values to choose from, separated by blanks; what it is for. */
void options_print_listed(const char *name, const char *choices,
                          const char *help);

/* Return whether an argument is -h or --help. */
bool options_is_help(const char *argument);

/* Return whether there is a file; print one line on stderr if not. */
bool options_need_files(const option_table *table, size_t files);

/* Return the index of a string in the choices, or -1. */
int options_choice(const char *const *choices, const char *value);

#endif

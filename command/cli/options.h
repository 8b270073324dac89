/* The one parser of every verb's options.

   `--opt VALUE` equals `--opt=VALUE`; options and files may come in any order;
   after `--` everything is a file; of an option given twice the last counts,
   unless it is one that adds to a list.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_OPTIONS_H
#define APROF_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum {
   OPTION_FLAG,        /* bool * */
   OPTION_TEXT,        /* const char ** */
   OPTION_CHOICE,      /* int *, the place among `choices` */
   OPTION_COUNT,       /* unsigned long *, from 1 */
   OPTION_LIST,        /* option_list *, every one that is given */
} option_kind;

/* The values of an option that may be given several times; the caller frees
   the array. */
typedef struct {
   const char **values;
   size_t count, room;
} option_list;

typedef struct {
   const char *name;                  /* without dashes; only o has one */
   option_kind kind;
   void *value;
   const char *const *choices;        /* of a choice; ends with NULL */
   const char *argument;              /* for help: what stands after `=` */
   const char *help;
} option;

/* What a verb takes.  The table ends with an option without a name. */
typedef struct {
   const char *verb;
   const char *synopsis;              /* what follows `aprof VERB` */
   const char *purpose;
   const option *options;
} option_table;

typedef enum { OPTIONS_GOOD, OPTIONS_BAD, OPTIONS_HELP } options_result;

/* Parses argv[1..]; argv[0] is the verb.  The files are moved to the front of
   argv, from argv[0]; their number is in *files.  OPTIONS_BAD: one line on
   stderr has said why; OPTIONS_HELP: --help has been answered on stdout. */
options_result options_parse(int argc, char **argv, const option_table *table,
                             size_t *files);

/* Is it -h or --help? */
bool options_is_help(const char *argument);

/* Is there a file?  False: one line on stderr has said that there is none. */
bool options_need_files(const option_table *table, size_t files);

/* The place of a string among choices, or -1. */
int options_choice(const char *const *choices, const char *value);

#endif

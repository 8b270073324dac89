/* The verbs of the command, and the start that most of them share.

   Each verb gets its arguments, with its name as argv[0], and returns the exit
   status.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VERBS_VERBS_H
#define APROF_VERBS_VERBS_H

#include "cli/options.h"
#include "cli/rows.h"
#include "samples/samples.h"
#include "samples/table.h"

int verb_run(int argc, char **argv);
int verb_record(int argc, char **argv);
int verb_prof(int argc, char **argv);
int verb_list(int argc, char **argv);
int verb_stats(int argc, char **argv);
int verb_weights(int argc, char **argv);
int verb_prune(int argc, char **argv);
int verb_calibrate(int argc, char **argv);
int verb_report(int argc, char **argv);
int verb_points(int argc, char **argv);
int verb_fit(int argc, char **argv);
int verb_plot(int argc, char **argv);
int verb_html(int argc, char **argv);
int verb_merge(int argc, char **argv);
int verb_diff(int argc, char **argv);
int verb_check(int argc, char **argv);
int verb_export(int argc, char **argv);
int verb_what_if(int argc, char **argv);

/* Read the options of a verb that takes files; *files becomes their number.
   Return false, with the exit status in *status, if the verb ends here: after
   --help, or after one line on stderr. */
bool verbs_begin(int argc, char **argv, const option_table *table,
                 size_t *files, int *status);

/* The option --format of verbs that print a table; `value` points to an int, a
   verbs_format. */
typedef enum { VERBS_TABLE, VERBS_TSV, VERBS_JSON } verbs_format;
extern const char *const verbs_formats[];
#define VERBS_FORMAT(value) \
   { "format", OPTION_CHOICE, value, verbs_formats, "table|tsv|json", \
     "for people (default) or for programs" }

/* The option --symfs of verbs that read the images of samples; `value` points to a
   const char *, NULL: none. */
#define VERBS_SYMFS(value) \
   { "symfs", OPTION_TEXT, value, NULL, "FOLDER", \
     "look for images below this folder first, such as a container's root" }

/* Let images be read below the folder of --symfs, NULL: none.  Return false, after
   one line on stderr, if it is no folder. */
bool verbs_look_below(samples *s, const char *folder);

/* Note how many samples of the table have no routines or lines because the files of
   their images can't be read or have changed, if there are any. */
void verbs_note_missing(const sample_table *t);

/* The option --by=caller; `value` points to an int, which becomes 0. */
extern const char *const verbs_callers[];
#define VERBS_BY_CALLER(value) \
   { "by", OPTION_CHOICE, value, verbs_callers, "caller", \
     "keep calling contexts apart" }

/* Return the form of the rows for VERBS_TSV or VERBS_JSON. */
rows_format verbs_rows(verbs_format format);

#endif

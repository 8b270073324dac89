/* The verbs of the command, and the start that most of them share.

   Each verb gets its arguments, with its name as argv[0], and returns the exit
   status.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VERBS_VERBS_H
#define APROF_VERBS_VERBS_H

#include "cli/options.h"

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

#endif

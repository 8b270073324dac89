/* Where the program and the tool of `aprof run` are.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VERBS_RUN_SEARCH_H
#define APROF_VERBS_RUN_SEARCH_H

#include <stdbool.h>

/* Return whether Valgrind can find a program; it searches PATH as a shell does.
   If not, *reason is a static text that says why. */
bool run_search_program(const char *name, const char **reason);

/* Bytes of a script's first line that the kernel reads. */
enum { RUN_SCRIPT_LINE = 256 };

/* Set `line` to what the first line of a script says behind `#!`; "" if a file is no
   script. */
void run_search_first_line(const char *path, char line[RUN_SCRIPT_LINE]);

/* Return the folder of the tool; NULL if it is nowhere. */
const char *run_search_tool(void);

/* Make Valgrind search the folder of the tool.  Return false after one line on
   stderr if the tool is nowhere. */
bool run_search_set_tool(void);

/* The programs that this process starts shall find what Coz's header looks for,
   so that their progress points are seen: with --what-if. */
void run_search_preload_coz(void);

#endif

/* The commands that profile a program on several inputs and report them as one,
   made from the command line of the profile.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ADVICE_SEVERAL_RUNS_H
#define APROF_ADVICE_SEVERAL_RUNS_H

#include <stdbool.h>

#include "profile/model.h"

/* How many inputs show a growth, and how they differ: with fewer, or nearer
   ones, a routine with a point for each run stays in doubt. */
#define SEVERAL_RUNS_COUNT 8
#define SEVERAL_RUNS_INPUTS "eight inputs, each twice as large as the one before"

/* Return whether the program is a server: it has listened at a socket, and has
   accepted as many connections as it has made, or more. */
bool several_runs_is_server(const model *m);

/* Return what shows a growth, as SEVERAL_RUNS_INPUTS, in the words for the
   program; a constant. */
const char *several_runs_inputs(const model *m);

/* Return the lines of commands, each indented by two columns, for a profile
   with a run; the caller frees the text.  The argument that looks most like the
   input or its size is $i: one that differs between the runs, else the largest
   file, else the largest number, else the last that names a file or a folder.
   It is the standard input, if the program has read that, and no argument
   differs or is a larger file.
   Where none does, a comment asks for it; where there is no argument that could
   be one, $i is the standard input, with a comment unless the program has read
   that.  A server has one command for each run.  open: the report counts
   activations that did not return.
   If the runs are of several programs, the command line is left to the reader.
   A comment names other files that may be inputs as well. */
char *several_runs_commands(const model *m, bool open);

/* Return those of them that make one profile of the runs, all.aprof; the caller
   frees the text. */
char *several_runs_merged(const model *m);

/* Return the line of the command that profiles the program once more, on the
   input of the largest run, with an option, indented likewise; the caller frees it.
   routine: of several programs that which it is in, or RANKED_NONE. */
char *several_runs_once_more(const model *m, const char *option,
                             size_t routine);

/* Return a sentence about files and numbers that may be inputs, or their sizes,
   as well and were the same in all runs, whose inputs differ in another
   argument; the caller frees it.  NULL: there are none. */
char *several_runs_unvaried(const model *m);

#endif

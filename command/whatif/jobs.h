/* Runs of the program under the tool, several at a time.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_WHATIF_JOBS_H
#define APROF_WHATIF_JOBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is common to all runs. */
typedef struct {
   char *const *command;              /* the program and its arguments, NULL at
                                         the end */
   char *const *options;              /* of the tool, NULL at the end */
   char *const *extra;                /* one more option of each run; NULL:
                                         none */
   int input;                         /* the file that they read; -1: none */
   uint64_t input_offset;             /* from there */
   const char *folder;                /* for the files of the runs */
   size_t at_once;                    /* how many run side by side */
   unsigned limit;                    /* seconds after which a run is ended;
                                         0: no limit */
} jobs_setup;

/* How a run has ended. */
typedef struct {
   const char *file;                  /* that the tool has written, or NULL */
   const char *reason;                /* why there is none, or "" */
   int status;                        /* the program's exit status; 0 if a
                                         signal has ended it */
} jobs_end;

/* The name of the empty file in the folder that says which process a run is,
   up to its number. */
#define JOBS_PROCESS "pid."

/* Run the program `count` times under the tool, run i with --what-if=what[i].
   What it writes to its standard streams goes to nothing.

   Call `done` after each run.  The file is removed afterwards.  Return the
   longest time that a run has taken, in seconds. */
double jobs_run(const jobs_setup *setup, char *const *what, size_t count,
                void (*done)(void *context, size_t i, const jobs_end *end),
                void *context);

/* Does a process go on that the run has started whose `done` is called?  It is the
   only run.  This waits for a second at most: what ends with the program may end a
   little later. */
bool jobs_process_left(void);

/* From now on SIGINT, SIGTERM and SIGHUP end all runs, and jobs_run returns at
   once.  If this process is killed, its runs end with it in any case. */
void jobs_catch_signals(void);

/* Return seconds of a clock that is never set. */
double jobs_seconds(void);

/* Has such a signal come? */
bool jobs_stopped(void);

#endif

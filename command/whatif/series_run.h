/* The runs of a series, whatever they are for: their options, their files, how
   many are done.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_WHATIF_SERIES_RUN_H
#define APROF_WHATIF_SERIES_RUN_H

#include "whatif/jobs.h"
#include "whatif/measure_plan.h"

/* A series in the making. */
typedef struct {
   const measure_plan *plan;
   char *const *command;              /* NULL: the series has it */
   whatif *series;
   int input;                         /* of the runs; -1: none */
   char *folder;                      /* for the files of the runs */
   size_t done, all;                  /* runs of the last call of series_run */
   double begin;                      /* of that call, by jobs_seconds */
   char **parts;                      /* the options for base runs that measure
                                         what --what names; NULL at the end */
   whatif_point **points;             /* that are run */
   char *growth;                      /* the file for --growth; NULL: none */
   whatif_growth **bounded;           /* of the runs of bounds */
   whatif *lines;                     /* the base run with --by=line; NULL: not
                                         needed */
   bool *no_progress;                 /* of each --progress: no such code has
                                         run */
   bool unknown;                      /* something that is named has not run */
   bool written;                      /* the file of the series */
   bool failed;                       /* a base run, or the file */
} series_work;

/* Run a command `count` times, run i with the option --what-if=what[i] and,
   unless extra is NULL, the option extra[i]; `done` is called at the end of
   each, with the work.  expected: seconds that a run takes, 0: not known; a run
   that takes 20 times as long and a minute more is killed, since a routine that
   spins may advance too slowly.  Return the seconds of the longest.  A signal
   that ends the series sets `failed`. */
double series_run(series_work *w, char *const *command, char *const *what,
                  char *const *extra, size_t count, double expected,
                  void (*done)(void *, size_t, const jobs_end *));

/* Count a run that is done, and show on a terminal how many are, and how long the
   others of the call will take if each takes what these have taken. */
void series_run_count(series_work *w);

/* Return why the program has done something else than in the first base run, by
   its exit status: it has failed in one of them, such as a server that finds its
   port taken.  NULL: nothing says so.  The caller frees the text.  (Statuses that
   are not 0 may be anything.) */
char *series_run_fails(const series_work *w, const jobs_end *end);

/* Return why the file of a run is not that of a base run; NULL: it is. */
const char *series_run_refused(const whatif *s);

/* Return the option of the tool for a quantum; the caller frees it. */
char *series_run_quantum(uint64_t quantum);

#endif

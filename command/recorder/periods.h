/* Periods between samples: never the same, so that a program whose work repeats
   in step with the samples is not measured wrongly.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RECORDER_PERIODS_H
#define APROF_RECORDER_PERIODS_H

#include <stdint.h>

/* The state of a sequence of random numbers (splitmix64); a seed to begin. */
typedef struct {
   uint64_t state;
} periods_random;

uint64_t periods_next(periods_random *r);

/* Return a period for an event that keeps it: within 3 % of `mean`, and no
   multiple of 1000. */
uint64_t periods_lasting(periods_random *r, uint64_t mean);

/* Return a period for an event that gets a new period every few samples.  Its
   reciprocal is uniform within 25 % of 1 / mean, so that over equal times the
   number of samples is on average what the period `mean` gives. */
uint64_t periods_redrawn(periods_random *r, uint64_t mean);

/* Return the samples a second for which samples of `cost` ns take this part of
   the time, at most `most`. */
double periods_rate(double part, uint64_t cost, double most);

/* How often samples are taken. */
typedef struct {
   double rate;                       /* of the time, a second */
   double faults;                     /* page faults between two samples */
} periods_pace;

/* What a recording took, as parts of the time. */
typedef struct {
   double samples, faults;            /* samples of the time, of page faults */
   double recorder;
} periods_taken;

/* Return the pace with which a recording keeps its budget, a part of the time,
   after what it took at the pace `now`: slower if that was more than the
   budget, and faster if it was less, up to the pace `first`.  The recorder has
   work that does not depend on the pace; a quarter of the budget is left to the
   samples at least, and a quarter of what is left may be samples of page
   faults. */
periods_pace periods_keep(periods_pace now, periods_pace first, double budget,
                          periods_taken taken);

#endif

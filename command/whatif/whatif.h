/* A series of runs in virtual time: what the whole program would gain if a
   routine were faster.

   Times are in units: `units` of them are an instruction.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_WHATIF_H
#define APROF_WHATIF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How the program was run: in the order of whatif_setting_names. */
typedef enum {
   WHATIF_UNITS, WHATIF_CORES, WHATIF_QUANTUM, WHATIF_SLICE,
   WHATIF_WAKE_COST, WHATIF_WAKE_LATENCY, WHATIF_SWITCH_COST,
   WHATIF_INSTR_PER_NS,
   WHATIF_SETTINGS
} whatif_setting;
extern const char *const whatif_setting_names[WHATIF_SETTINGS + 1];

typedef struct {
   char *name, *object, *file;
   uint64_t line;                    /* 0: not known */
   uint64_t self;                    /* its own time, in all threads */
   uint64_t path;                    /* its time on the critical path */
} whatif_routine;

/* The time of a part of the program that --what names: parts may overlap. */
typedef struct {
   char *name;
   uint64_t self, path;              /* as in a whatif_routine */
} whatif_part;

/* A place in the program's sources: the innermost routine of the stack there
   that is its own, inlined or not. */
typedef struct {
   char *routine, *file;             /* "": not known */
   uint64_t line;                    /* 0: not known */
   char *caller;                     /* "": not known */
} whatif_site;

/* Where waits were ended. */
typedef struct {
   whatif_site site;
   uint64_t wakes, time;             /* that was waited for it */
} whatif_waker;

/* What was done while it was waited for. */
typedef struct {
   char *name;                       /* of a routine, or a line */
   uint64_t time;
} whatif_during;

/* A place where threads wait for each other, in the base run. */
typedef struct {
   char *kind;                       /* futex, files, sleep or spin */
   char *call;                       /* what is called to wait, or the library
                                        where that is not known */
   char *name;                       /* of what is waited for; "": not known */
   whatif_site site;
   uint64_t waits, time;
   uint64_t path;                    /* work on the critical path that is waited
                                        for here */
   whatif_waker *wakers;
   size_t waker_count, waker_room;
   whatif_during *during;            /* the longest, in descending order */
   size_t during_count, during_room;
} whatif_wait;

typedef enum { POINT_MISSING, POINT_DONE, POINT_FAILED } point_state;
extern const char *const whatif_state_names[];

/* What a run has measured at a progress point. */
typedef struct {
   char *name;
   bool is_pair;                     /* from begin to end: a latency; else
                                        visits: a throughput */
   uint64_t visits, first, last;     /* and the times of two visits */
   uint64_t begun, ended, total;     /* and the sum of the times in between */
} whatif_progress;

typedef struct {
   whatif_progress *list;
   size_t count, room;
} whatif_progresses;

/* A run with a part of the program that is faster. */
typedef struct {
   char *routine;                    /* or another part: see --what */
   unsigned percent;                 /* how much faster */
   point_state state;
   uint64_t clock;                   /* if it is done: the program's time */
   char *note;                       /* if it is done: the routine that has most
                                        time on the critical path, beside this
                                        one; if it has failed: the reason */
   whatif_progresses progress;       /* if it is done: as in the base run */
} whatif_point;

/* The two base runs. */
typedef struct {
   uint64_t clock, threads, waits;
   whatif_progresses progress;
} whatif_base;

/* The same runs at another quantum: they tell how much the figures depend on
   it, and on chance. */
typedef struct {
   uint64_t quantum;
   bool has_base;
   whatif_base base;
   whatif_point *points;             /* those of the series */
   size_t point_count, point_room;
} whatif_again;

enum { WHATIF_END = -1 };

/* The order of routines: by the gain at 25 %, or the percentage next to it; or
   by the greatest mean gain up to some percentage. */
typedef enum { WHATIF_BY_GAIN, WHATIF_BY_IMPACT } whatif_order;

/* By which factor a routine has more work at `scale` times the data. */
typedef struct {
   char *object, *routine;           /* the object without its folder */
   double factor, low, high;         /* with the 95 % interval */
   char *basis;                      /* one of scaling_basis_names */
   uint64_t clocks[2];               /* the program's time if this routine grows
                                        by `low`, by `high`; 0: not measured */
} whatif_growth;

/* A system call that waits for what virtual time does not follow. */
typedef struct {
   char *name;
   uint64_t waits;                   /* in the first base run */
} whatif_outside;

typedef struct {
   char **command;                   /* the program and its arguments, NULL at
                                        the end */
   uint64_t settings[WHATIF_SETTINGS];
   char **options;                   /* of the tool, beside the settings; NULL
                                        at the end, or as a whole */
   size_t option_count, option_room;
   char *input;                      /* the file that is the program's standard
                                        input; NULL: nothing is */
   uint64_t input_offset;            /* where it begins to read */
   uint64_t children;                /* that the program has forked */
   whatif_outside *outside;
   size_t outside_count, outside_room;
   int status;                       /* of the first base run; -1: not known */
   int measure;                      /* the progress point, of base[0], whose
                                        gains are told; WHATIF_END: the time of
                                        the whole program */
   whatif_order order;               /* these two are not in the file */
   size_t least_points;              /* of a routine that is shown; the base run
                                        counts as one */
   const char *early;                /* why the run of a file has ended early: a
                                        static text; NULL: it has not */
   whatif_base base[2];
   size_t base_count;
   whatif_routine *routines;
   size_t routine_count, routine_room;
   whatif_part *parts;
   size_t part_count, part_room;
   uint64_t lifetimes;               /* from begin to end, of all threads; 0:
                                        waits were not recorded */
   whatif_wait *waits;
   size_t wait_count, wait_room;
   whatif_point *points;
   size_t point_count, point_room;
   whatif_again *again;
   size_t again_count, again_room;
   uint64_t scale;                   /* how much more data the runs stand for;
                                        0: none */
   whatif_growth *growth;
   size_t growth_count, growth_room;
} whatif;

whatif *whatif_new(void);
void whatif_free(whatif *s);

void whatif_add_routine(whatif *s, const whatif_routine *r);
void whatif_add_point(whatif *s, const char *routine, unsigned percent);
/* The name is copied. */
void whatif_add_part(whatif *s, const whatif_part *p);
/* Add an empty element, and return it. */
whatif_wait *whatif_add_wait(whatif *s);
whatif_waker *whatif_add_waker(whatif_wait *w);
whatif_during *whatif_add_during(whatif_wait *w);
whatif_again *whatif_add_again(whatif *s, uint64_t quantum);
/* Add a point at the quantum of `a`; return it. */
whatif_point *whatif_add_point_again(whatif_again *a, const char *routine,
                                     unsigned percent);
void whatif_add_option(whatif *s, const char *option);

/* Return what the runs look for by themselves: "routine" or "line". */
const char *whatif_unit(const whatif *s);
/* The name is copied.  Return the new element. */
whatif_progress *whatif_add_progress(whatif_progresses *p, const char *name,
                                     bool is_pair);
/* Move `from` to `to`, whose own list is freed. */
void whatif_move_progress(whatif_progresses *to, whatif_progresses *from);

/* Return the time between two visits in the mean, or the time from begin to
   end; less than 0 if the point was visited too seldom for that: *reason says
   how often then, a static text. */
double whatif_period(const whatif_progress *p, const char **reason);
/* Return the element of the same point, or NULL. */
const whatif_progress *whatif_same_progress(const whatif_progresses *list,
                                            const whatif_progress *p);

/* Choose the routines that have most time, on the critical path or by
   themselves, at most `top`, and add a point for each of them and each of the
   percentages. */
void whatif_choose(whatif *s, size_t top, const unsigned *percents,
                   size_t count);

/* The gain of a point that is done, in percent of the base run's time, or of
   the period of the progress point that `measure` says; negative: the program
   gets slower.  With runs at several quanta, `gain` is the median of their
   gains, and `error` half of their range, but no less than that is in the mean
   over all points of the routine, nor of the program's time than the base runs
   differ by, if that is a percent or more.  NAN: it is not known. */
typedef struct {
   double gain, error;
} whatif_estimate;

whatif_estimate whatif_gain(const whatif *s, const whatif_point *p);

/* An error below this, in percentage points, is not worth a word. */
#define WHATIF_EXACT 0.05

/* Return the error; 0: it is not known. */
double whatif_error(const whatif_estimate *e);

/* Is the error known, and worth a word? */
bool whatif_is_uncertain(const whatif_estimate *e);

/* Return how many runs of points have failed, at all quanta. */
size_t whatif_failed(const whatif *s);

/* Return how many figures a series has: one for each progress point, or the
   program's time alone. */
size_t whatif_measures(const whatif *s);

/* Return a view of the series with one of these as its `measure`.  The series
   keeps what the view points at. */
whatif whatif_view(const whatif *s, size_t measure);

/* Return the own time of all routines of this name, or of the part, as a share
   of the time that all threads have run; and their time on the critical path as
   a share of the program's time.  NAN: it is not known. */
double whatif_self(const whatif *s, const char *name);
double whatif_slope(const whatif *s, const char *name);

/* Return the clocks' difference of the base runs in percent. */
double whatif_spread(const whatif *s);

/* Return the instructions between two waits of the base run, in the mean; 0:
   there were no waits. */
double whatif_grain(const whatif *s);

#endif

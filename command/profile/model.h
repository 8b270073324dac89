/* A profile in memory, read from one file or merged from several, and the
   views of it that the verbs need.

   Everything is in the order of the profile file (docs/file-format.md), so
   that writing a model gives the one canonical file.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_MODEL_H
#define APROF_PROFILE_MODEL_H

#include <stdio.h>

#include "engine/profile/prof.h"
#include "format/records.h"

#define MODEL_ALL_THREADS RECORDS_ALL_THREADS
#define MODEL_NO_LINE UINT64_MAX      /* a source line that is not known */
/* The build id of routines that were merged over several builds. */
#define MODEL_MIXED "mixed"

/* The object of code that is in no file, such as generated code. */
#define MODEL_NO_FILE "???"

typedef struct {
   char *name, *build_id;
   /* Of an object of mixed builds: the number of its routines that stand for
      several routines of one build, and the name of one of them (or NULL). */
   size_t lumped;
   char *lumped_name;
} model_object;

typedef struct {
   size_t object;                     /* index into objects */
   uint64_t offset;
   char *name, *file;                 /* as in the profile */
   uint64_t line;
   char *shown;     /* the name in its source (shown_names.h), or
                       OBJECT+0xOFFSET if that is empty */
   /* Of a context (profile/by_caller.h): the names of its routines, callee
      first; NULL at the end.  Else NULL. */
   char **context;
} model_routine;

typedef struct {
   prof_tuple sums;                   /* of one size */
   bool open;
} model_tuple;

typedef struct {
   model_tuple *tuples;
   size_t count;
} model_table;

/* The tables of a routine, or of a context, in one thread or in all. */
typedef struct {
   size_t routine;                    /* index into routines, or contexts */
   uint64_t thread;                   /* or MODEL_ALL_THREADS */
   /* For each metric, the first metric with an equal table: the metric itself
      if it has a table of its own; else its table is empty. */
   prof_metric same[PROF_METRICS];
   model_table tables[PROF_METRICS];  /* of wms: empty without output */
   /* Binary digits that sizes are rounded to (rounding.h); 0: exact sizes. */
   unsigned rounded;
} model_prof;

typedef struct {
   size_t caller, callee;             /* indices into routines, or contexts */
   uint64_t calls;
   prof_sum cost, outermost;
} model_edge;

/* A routine and its last callers: indices into routines, callee first. */
typedef struct {
   size_t *chain;
   size_t length;                     /* 1 or more */
} model_context;

typedef enum {
   MODEL_COMPLETE, MODEL_SNAPSHOT, MODEL_CUT_SHORT, MODEL_STATES
} model_state;

typedef struct {
   char *record;                      /* the whole line as in the file */
   model_state state;
   char *reason;
   uint64_t pid, start, end, threads;
   char **arguments;                  /* the program first; NULL at the end */
} model_run;

typedef records_total model_total;

/* The record that an optional record belongs to, in the order of the file. */
typedef enum {
   MODEL_OF_ALL, MODEL_OF_OBJECT, MODEL_OF_ROUTINE, MODEL_OF_PROF,
   MODEL_OF_EDGE, MODEL_OF_CONTEXT, MODEL_OF_CONTEXT_PROF,
   MODEL_OF_CONTEXT_EDGE
} model_owner_kind;

typedef struct {
   model_owner_kind kind;
   size_t index;                      /* of the object, routine or context; of
                                         the caller of an edge */
   uint64_t second;                   /* a prof's thread; an edge's callee */
} model_owner;

/* An optional record (profile/optional.h). */
typedef struct {
   model_owner owner;
   char *key;                         /* as in the file, up to the sums */
   prof_sum *sums;                    /* of an x-sum- record, else NULL */
   size_t sum_count;
   uint64_t line;                     /* in the file that it was read from */
} model_optional;

/* A record of the head (format/records.h). */
typedef struct {
   records_setting setting;
   char *value;
} model_setting;

typedef struct {
   char *aprof_version, *valgrind_version;
   unsigned cell_size;                /* bytes */
   bool counts_instructions;          /* the unit of cost; else basic blocks */
   bool separate;                     /* threads are kept apart */
   model_setting *settings;           /* how input and cost were measured */
   size_t setting_count;
   bool has_output;                   /* by the settings: wms is measured */
   prof_metric size_metric;           /* what stands in the place of trms
                                         (model_size_by_output) */
   model_total total;
   model_run *runs;
   size_t run_count;
   model_object *objects;
   size_t object_count;
   model_routine *routines;
   size_t routine_count;
   model_prof *profs;
   size_t prof_count;
   model_edge *edges;
   size_t edge_count;
   /* Calling contexts.  In context_profs and context_edges contexts stand in
      the place of routines. */
   unsigned callers;                  /* the most that a context has; 0: there
                                         are no contexts */
   unsigned most_callers;             /* the most `callers` of the profiles
                                         that were merged */
   model_context *contexts;
   size_t context_count;
   model_prof *context_profs;
   size_t context_prof_count;
   model_edge *context_edges;
   size_t context_edge_count;
   model_optional *optionals;         /* by owner, then by key */
   size_t optional_count;
} model;

/* Return how many metrics the profile has tables of. */
int model_metrics(const model *m);

/* Put the tables of wms in the place of those of all metrics, so that routines
   are judged by the size of their output.  The profile has them. */
void model_size_by_output(model *m);

/* Find the metric of that name.  False: there is none. */
bool model_metric(const char *name, prof_metric *metric);

extern const char *const model_state_names[MODEL_STATES];   /* for people */

/* Return whether a run's profile is that of the program whose place another one
   took. */
bool model_is_before_exec(const model_run *run);

/* The first setting of `a` that is not one of `b`; NULL: there is none. */
const model_setting *model_setting_missing(const model *a, const model *b);
/* Give `to`, which has none, the settings of `from`. */
void model_copy_settings(model *to, const model *from);
void model_free_settings(model *m);

const char *model_cost_unit(const model *m);    /* as in the file */
const char *model_cost_name(const model *m);    /* for people */

/* Return when the first of the runs began, in seconds since 1970. */
uint64_t model_first_start(const model *m);

void model_free(model *m);
/* Free what an optional record holds; or a list of them, and the list. */
void model_free_optional(model_optional *o);
void model_free_optionals(model_optional *list, size_t count);

/* Can the two be merged?  Return NULL, or why not, as a static text. */
const char *model_incompatible(const model *a, const model *b);

/* Return whether a routine has no code of its own in the profile: only inlined
   calls of it were measured. */
bool model_is_inlined(const model_routine *r);

/* Return whether a routine is where the program's own code begins: `main`, or
   `main.main` of Go. */
bool model_is_main(const model_routine *r);

/* Compare contexts by the order of the file, as for qsort. */
int model_compare_contexts(const model_context *a, const model_context *b);

/* Find the profs of a routine: [*first, *past). */
void model_profs(const model *m, size_t routine, size_t *first, size_t *past);

/* Return the table of a metric, its own or that of an equal metric. */
const model_table *model_table_of(const model_prof *p, prof_metric metric);

/* Add a tuple of the same size.  False: the sums have more than 128 bits. */
bool model_add_tuple(prof_tuple *into, const prof_tuple *from);

/* The same for the routine of that name, but sums of more than 128 bits end the
   command. */
void model_add_checked(prof_tuple *into, const prof_tuple *from,
                       const char *name);

/* Return the variance of the cost of a tuple's activations, in squared units of
   cost: the mean squared distance from their mean. */
double model_variance(const prof_tuple *t);

/* Sort the tuples of a routine by size, and add up tuples of equal size.
   Return how many are left. name: of the routine, for messages. */
size_t model_join_points(prof_tuple *points, size_t count, const char *name);

/* Return the points of a routine over one metric: one tuple for each size,
   ascending, in one thread or, for MODEL_ALL_THREADS, in all of them.  Open
   tuples count only with `open`.  The caller frees them. */
prof_tuple *model_points(const model *m, size_t routine, uint64_t thread,
                         prof_metric metric, bool open, size_t *count);

/* The same, where open tuples count only with `open`. */
prof_tuple *model_recorded_points(const model *m, size_t routine,
                                  uint64_t thread, prof_metric metric,
                                  bool open, size_t *count);

/* Return all activations of a routine, open ones included, as one tuple, whose
   size and sums of squares are 0. */
prof_tuple model_sums(const model *m, size_t routine, uint64_t thread);

/* Return the caller, another routine, that has most of a routine's cost; or
   SIZE_MAX: it has none. */
size_t model_main_caller(const model *m, size_t callee);

#endif

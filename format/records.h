/* The records of a profile file (docs/file-format.md), one function each, in
   the order in which they stand in the file.

   Numbers of objects, routines and contexts are as in the file, from 1.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FORMAT_RECORDS_H
#define APROF_FORMAT_RECORDS_H

#include "format/line.h"

#define RECORDS_VERSION 1
#define RECORDS_ALL_THREADS 0          /* OS threads are numbered from 1 */

/* In the order of the metrics; NULL at the end. */
extern const char *const records_metric_names[PROF_METRICS + 1];

/* Everything above the first `run`. */
typedef struct {
   const char *aprof_version, *valgrind_version;
   unsigned cell_size;                 /* bytes */
   bool counts_instructions;           /* the unit of cost; else basic blocks */
   bool separate;                      /* threads are kept apart */
   unsigned callers;                   /* that a context has at most; 0: the
                                          file has no contexts */
} records_head;
void records_put_head(line_writer *w, const records_head *head);

/* How input and cost were measured: the records that may follow the head, in
   this order.  Profiles with different ones can't be merged nor compared. */
typedef enum {
   RECORDS_ALLOCATORS,        /* `apart`; if it is missing, plain */
   RECORDS_ALLOCATOR_COST,    /* `nominal`; if it is missing, real */
   RECORDS_ALLOCATOR,         /* a pattern of --allocator; any number */
   RECORDS_REALLOCATOR,       /* a pattern of --reallocator; any number */
   RECORDS_APART,             /* a pattern of --apart; any number */
   RECORDS_STRINGS,           /* bytes of a string instruction that cost as much
                                 as a turn of a loop; if it is missing, each
                                 iteration does */
   RECORDS_SIZE_OF,           /* a value of --size-of; any number */
   RECORDS_OUTPUT,            /* `yes`: there are tables of wms, too */
   RECORDS_SETTINGS
} records_setting;
extern const char *const records_setting_names[RECORDS_SETTINGS];
void records_put_setting(line_writer *w, records_setting setting,
                         const char *value);

/* A `run`; the arguments begin with the program and end with NULL. */
typedef struct {
   const char *state, *reason;         /* as in the file */
   uint64_t pid;
   uint64_t start, end;                /* seconds since 1970 */
   uint64_t threads;                   /* OS threads */
   const char *const *arguments;
} records_run;
void records_put_run(line_writer *w, const records_run *run);

typedef struct {
   prof_sum cost, activations, rms, ext, trms, external, thread;
} records_total;
void records_put_total(line_writer *w, const records_total *total);

/* Pointers to the sums of sizes that *t has, a records_total or a prof_tuple, in
   the order of the file; and the names of these sums. */
#define RECORDS_SIZES(t) \
   { &(t)->rms, &(t)->ext, &(t)->trms, &(t)->external, &(t)->thread }
enum { RECORDS_SIZE_COUNT = 5 };
extern const char *const records_size_names[RECORDS_SIZE_COUNT];

void records_put_object(line_writer *w, uint64_t number, const char *name,
                        const char *build_id);

typedef struct {
   uint64_t object;
   uint64_t offset;                    /* of the entry in the object */
   const char *name, *file;
   bool has_line;
   uint64_t line;
} records_routine;
void records_put_routine(line_writer *w, uint64_t number,
                         const records_routine *routine);

/* What a record is about: routines or contexts. */
typedef enum { RECORDS_OF_ROUTINES, RECORDS_OF_CONTEXTS } records_kind;

/* `prof` or `context-prof`, and `rounded` below it unless `digits` is 0.  The
   tables of the three metrics follow, and that of wms if output is measured. */
void records_put_prof(line_writer *w, records_kind kind, uint64_t number,
                      uint64_t thread, unsigned digits);
void records_put_same(line_writer *w, prof_metric metric, prof_metric same);
/* `count` tuples follow. */
void records_put_table(line_writer *w, prof_metric metric, uint64_t count);
void records_put_tuple(line_writer *w, const prof_tuple *t, bool open);

/* `edge` or `context-edge`. */
typedef struct {
   uint64_t caller, callee;
   uint64_t calls;
   prof_sum cost, outermost;
} records_edge;
void records_put_edge(line_writer *w, records_kind kind,
                      const records_edge *edge);

/* The numbers of a context's routines, the routine itself first, are added one
   by one; line_end ends the record. */
void records_begin_context(line_writer *w, uint64_t number);

/* The last record; flushes the writer. */
void records_put_end(line_writer *w);

#endif

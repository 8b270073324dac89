/* Samples: how much time was spent at which instructions of which images.

   A cell is the number of samples at one offset of one image, and their
   weight: the time, or the cycles, that they stand for.  All numbers are
   sums, so that adding up files is associative and commutative, whatever the
   rates of the runs were.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SAMPLES_SAMPLES_H
#define APROF_SAMPLES_SAMPLES_H

#include "base/hash.h"
#include "debuginfo/symbols.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Images that are no files. */
#define SAMPLES_KERNEL "[kernel]"

/* Of a run without samples there. */
#define SAMPLES_NO_KERNEL "no-kernel"
#define SAMPLES_VDSO "[vdso]"
#define SAMPLES_ANONYMOUS "[anonymous]"    /* code without a file */
#define SAMPLES_UNKNOWN "[unknown]"        /* no mapping was known */

/* The event of page faults that is recorded beside the time; its weights are
   numbers of faults. */
#define SAMPLES_FAULTS "page-faults"
#define SAMPLES_FAULTS_UNIT "faults"

/* Events that have the kernel's samples once more, where the kernel tells from
   where it was entered: at the system call, or at the call of an internal
   routine that makes it (recorder/entries.h), and at the instruction that a page
   fault, or another interruption, has stopped. */
#define SAMPLES_CALLS "kernel-calls"
#define SAMPLES_STOPS "kernel-stops"

/* An image: a mapped file of one build. */
typedef struct {
   char *path;
   char *id;                          /* build id; `~SIZE.MTIME` of a file
                                         without a build id; "": not known */
   char *file;                        /* where it is read; NULL: at its path */
} samples_image;

/* Where a sample lies that an instruction has caused. */
typedef enum {
   SKID_UNKNOWN,                      /* near it */
   SKID_ONE,                          /* at the next instruction */
   SKID_NONE,                         /* at the instruction */
   SKIDS
} samples_skid;

extern const char *const samples_skid_names[SKIDS];

/* What is counted.  Events of equal name, unit and skid are one event. */
typedef struct {
   char *name;                        /* cpu-clock, cycles */
   char *unit;                        /* of weights: ns, cycles */
   samples_skid skid;
   uint64_t dropped;                     /* samples that found no room */
   uint64_t overhead;                 /* ns that sampling itself took: not part
                                         of any weight */
} samples_event;

/* A recording. */
typedef struct {
   uint64_t start, end;               /* ns since 1970 */
   char *host, *machine, *kernel;     /* machine: the processor's name */
   uint64_t cpus;
   uint64_t period;                   /* mean, in the event's unit */
   uint64_t cost;                     /* ns, of a sample */
   uint64_t seed;                     /* of the periods */
   uint64_t pid;                      /* 0: the whole machine */
   char *command;                     /* "" for the whole machine */
   bool no_kernel;                    /* samples of the kernel's own code were not
                                         allowed */
} samples_run;

typedef struct {
   uint32_t event, image;             /* indices */
   uint64_t offset;                   /* in the file; 0 in the images above */
   uint64_t count, weight;
} samples_cell;

/* A routine that no file knows: of generated code, all of whose samples are in
   the cell at its offset; or of a file that has no path where the samples were
   recorded, as in a container. */
typedef struct {
   uint32_t image;
   uint64_t offset, length;
   char *name;
} samples_symbol;

typedef struct {
   samples_run *runs;
   size_t run_count, run_room;
   samples_event *events;
   size_t event_count, event_room;
   samples_image *images;
   size_t image_count, image_room;
   hash_index image_index;
   samples_cell *cells;
   size_t cell_count, cell_room;
   hash_index cell_index;
   samples_symbol *symbols;
   size_t symbol_count, symbol_room;
   hash_index symbol_index;           /* by image and offset; out of date after
                                         samples_sort */
} samples;

samples *samples_new(void);
void samples_free(samples *s);

/* Return the index of an event, or of an image, which is added if it is
   new.  The strings are copied. */
uint32_t samples_event_of(samples *s, const char *name, const char *unit,
                          samples_skid skid);
uint32_t samples_image_of(samples *s, const char *path, const char *id);

/* Add to a cell.  Return false if a sum has more than 64 bits. */
bool samples_add(samples *s, uint32_t event, uint32_t image, uint64_t offset,
                 uint64_t count, uint64_t weight);

/* Return a run that stands more than once in these samples, or NULL. */
const samples_run *samples_repeated(samples *const *list, size_t count);

/* Add a run, or a symbol, with copies of its strings.  At one place of an image
   the first symbol counts. */
void samples_add_run(samples *s, const samples_run *run);
void samples_add_symbol(samples *s, uint32_t image, uint64_t offset,
                        uint64_t length, const char *name);

/* Add up: `into` becomes what one recording of both would have given.  Return
   false if a sum has more than 64 bits. */
bool samples_merge(samples *into, const samples *from);

/* Return samples in which events of equal name and unit are one, wherever their
   samples lie: that matters to single instructions only.  `from` is freed, or
   returned. */
samples *samples_join_skids(samples *from);

/* Bring everything into the order of files: equal contents become equal
   bytes.  Afterwards nothing must be added. */
void samples_sort(samples *s);

/* Return the file that an image is read from. */
const char *samples_file(const samples_image *image);

/* Open the symbols of an image, as symbols_open does. */
symbols *samples_symbols(const samples_image *image);

/* From now on, read the images below a folder, if it has them, such as those of a
   container. */
void samples_look_below(samples *s, const char *folder);

/* Return whether an image is no file. */
bool samples_is_special(const samples_image *image);

/* Return whether an image is the perf map of generated code. */
bool samples_is_generated(const samples_image *image);

/* Return the sum of all counts, and of all weights, of an event. */
uint64_t samples_count(const samples *s, uint32_t event);
double samples_weight(const samples *s, uint32_t event);

/* Return the event of time or cycles with most samples; 0 if there is none. */
uint32_t samples_main_event(const samples *s);

/* Return whether an event is evidence beside the time or the cycles: its
   samples are no further ones. */
bool samples_is_evidence(const samples_event *e);

/* Find the event of page faults.  Return false if none were sampled. */
bool samples_fault_event(const samples *s, uint32_t *event);

/* Find the event that tells from where the kernel was entered, SAMPLES_CALLS or
   SAMPLES_STOPS, in the unit of the main event.  Return false if there is
   none. */
bool samples_kernel_event(const samples *s, const char *name, uint32_t *event);

#endif

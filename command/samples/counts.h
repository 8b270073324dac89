/* Executions and simulated misses of each instruction, from a file that
   callgrind has written with --dump-instr=yes, or executions of superblocks
   from a profile (samples/profile_counts.h).

   Source of the format: Valgrind's manual, "Callgrind Format Specification".

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SAMPLES_COUNTS_H
#define APROF_SAMPLES_COUNTS_H

#include "samples/samples.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
   uint64_t address;                  /* of the image */
   uint64_t executions;
   uint64_t data_misses;              /* of the first level cache */
   uint64_t store_misses;             /* of these, of stores */
   uint64_t memory_misses;            /* of these, of the last level */
   uint64_t fetch_misses;             /* of instructions, first level */
   uint64_t mispredictions;
} instruction_counts;

/* Executions of all instructions from `first` to `last`; ranges overlap. */
typedef struct {
   uint64_t first, last;              /* addresses of instructions */
   double executions;
} counts_range;

typedef struct {
   instruction_counts *list;          /* by address */
   size_t count, room;
   counts_range *ranges;
   size_t range_count, range_room;
   size_t runs;                       /* of which these are the sums */
   char **commands;                   /* whose runs were counted, each once */
   size_t command_count, command_room;
   bool has_caches, has_branches;     /* they were simulated */
   double data_cache, last_cache;     /* bytes, of the simulated caches */
} counts;

/* Read the counts of an image.  Return false after one line on stderr. */
bool counts_read(counts *c, const char *name, const char *image);

/* The same, but that there are none of the image is no error: c is empty. */
bool counts_read_any(counts *c, const char *name, const char *image);
void counts_free(counts *c);

/* Add the command line of a run that was counted, unless it is there. */
void counts_add_command(counts *c, const char *command);

/* Say on stderr if other work was counted than recorded: then nothing that is
   made of both is right. */
void counts_note_other_work(const counts *c, const samples *s);

/* Return the counts of the instruction at an address, or NULL if it was never
   executed. */
const instruction_counts *counts_find(const counts *c, uint64_t address);

/* Return the index of the first instruction at or behind an address. */
size_t counts_from(const counts *c, uint64_t address);

#endif

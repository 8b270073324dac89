/* The instructions of a routine, as objdump prints them, and its basic blocks.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SAMPLES_CODE_H
#define APROF_SAMPLES_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
   FLOW_ON,                           /* to the next instruction; calls, too */
   FLOW_BRANCH,                       /* there, or to the target */
   FLOW_JUMP,                         /* to the target, if it is known */
   FLOW_END,                          /* returns */
} code_flow;

#define CODE_NONE SIZE_MAX

typedef struct {
   uint64_t address;
   char *text;
   code_flow flow;
   bool call;
   size_t target;                     /* index of the instruction that it jumps
                                         to; CODE_NONE: none in the routine */
   size_t block;
} code_instruction;

/* A basic block: [first, past) of the instructions. */
typedef struct {
   size_t first, past;
} code_block;

typedef struct {
   code_instruction *list;            /* by address */
   size_t count, room;
   code_block *blocks;
   size_t block_count, block_room;
} code;

/* Disassemble [start, end) of an image.  Return false after one line on
   stderr. */
bool code_read(code *c, const char *image, uint64_t start, uint64_t end);

/* The same for objdump's output. */
void code_parse(code *c, const char *text);

/* Let blocks also begin where executions change: there a table of jumps leads
   to, or a call before has not returned. */
void code_split(code *c, const double *executions);
void code_free(code *c);

/* Return the index of the instruction at an address, or that contains it;
   CODE_NONE if it lies before all. */
size_t code_find(const code *c, uint64_t address);

#endif

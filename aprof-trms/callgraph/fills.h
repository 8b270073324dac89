/* Loops that fill memory and read none, and whether the memory had these values
   already.

   What a routine writes is no input.  So a routine that clears an array for each
   of its calls reads a few cells, whatever the array's size is.  A loop that only
   stores, to one place after the other, is a fill: in the routine's own code, or in
   memset.

   A turn goes on with a fill if its first store lies behind that of the turn before,
   by FILLS_STEP bytes, or by what a turn stores, at the most; or as far in front of it,
   if the turn before lay so, too: a fill goes upwards or downwards, and a loop that
   stores to two places by turns is none.  A fill counts from FILLS_LEAST bytes on.  The
   first bytes of each turn, up to eight, are compared with what was there before: an
   array of marks of which a few were set since it was cleared last has the old values
   nearly everywhere.  A repeated instruction counts as turns of COST_UNIT_BYTES.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef FILLS_H
#define FILLS_H

#include "callgraph/record.h"

enum { FILLS_STEP = 64, FILLS_LEAST = 256 };

/* What a turn does. */
typedef struct {
   UWord bytes;                 /* that it stores */
   UWord cost;
} FillTurn;

/* The loop of a superblock.  Code that is translated again has the same one. */
typedef struct {
   Addr first;                  /* of its instructions */
   /* Instrumented code changes these fields. */
   UWord last;                  /* the address of the last turn's first store */
   UWord down;                  /* all bits are set if that lay in front of the one
                                   before, by a step; else 0 */
   UWord turns;                 /* of the fill, without its first one... */
   UWord same;                  /* ...and those that have stored what was there */
   /* All others do not change in a turn. */
   FillTurn turn;
   UWord settled_turns, settled_same;   /* are in the sums of the owner */
   LargeReads *owner;           /* of the fill; NULL: its cells do not count */
} FillLoop;

/* Return the loop of the superblock at an address, which makes one turn.  It lives as
   long as the tool. */
FillLoop *fills_loop(Addr first, FillTurn turn);

/* Return the number of turns from which on a fill counts. */
UWord fills_least_turns(const FillLoop *l);

/* The loop is about to have as many turns, or it has had as many or more, and begins
   again.  turns: that it is about to have. */
void fills_change(FillLoop *l, UWord turns);

/* A repeated instruction has filled memory in the top activation: `same` of the bytes
   had this value before. */
void fills_at_once(FillTurn all, UWord same);

/* Add all turns to the sums of their owners: a profile is about to be written. */
void fills_settle(void);

/* The owners are gone, or a forked child begins: forget all fills. */
void fills_forget(void);

#endif

/* Which argument may explain the cost of a routine whose size does not vary:
   its input is then in a register, as the n of fib(n), and --size-of can make
   it the size.

   The first activations of each routine are observed: their integer arguments,
   whether the routine has so many or not, with size and cost.  A routine is
   observed no longer as soon as its size varies, after OBSERVED_EQUAL
   activations of equal cost, and after OBSERVED_MOST activations.  So nearly
   all activations of a program are not observed, and cost nothing more.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_OBSERVED_ARGUMENTS_H
#define SYMBOLS_OBSERVED_ARGUMENTS_H

#include "arch/calls.h"
#include "base/base.h"
#include "elf/parameters.h"

enum { OBSERVED_MOST = 512, OBSERVED_EQUAL = 64 };

/* Activations with equal values of an argument. */
typedef struct {
   ULong value;                 /* rounded down, if there are many values */
   ULong calls;
   ULong cost;                  /* sum */
} ObservedValue;

enum { OBSERVED_VALUES = 32 };

/* An activation that has returned.  There may be half a thousand for each
   routine of a program. */
typedef struct {
   UInt arguments[CALL_ARGUMENTS];   /* ~0: too great to be a size */
   ULong cost;
} ObservedActivation;

/* The values of OBSERVED_MOST activations (observed_arguments_values), one
   argument's after the other's.  There is memory for those that there are. */
typedef struct {
   UInt counts[CALL_ARGUMENTS];
   ObservedValue values[CALL_ARGUMENTS * OBSERVED_VALUES];
} SettledArguments;

/* The observation of a routine. */
typedef struct {
   UInt begun;                  /* activations, returned or not */
   Bool is_over;                /* the list is empty, and stays so */
   ULong size_min, size_max;    /* of the list's activations */
   ULong cost_min, cost_max;
   UInt count, room;
   ObservedActivation *list;    /* with OBSERVED_MOST activations... */
   SettledArguments *settled;   /* ...this in its place, else NULL */
   Bool asked;                  /* for what follows */
   Bool has_registers;          /* it is known how many registers... */
   UInt registers;              /* ...its parameters take; else all */
   ParameterNames *names;       /* of them, if it is known, else NULL */
} ObservedArguments;

/* Return a new observation, which is never freed. */
ObservedArguments *observed_arguments_new(void);

/* Is another activation to be observed? */
static inline Bool observed_arguments_goes_on(const ObservedArguments *o)
{
   return !o->is_over && o->begun < OBSERVED_MOST;
}

/* An observed activation has returned. */
void observed_arguments_add(ObservedArguments *o,
                            const UWord arguments[CALL_ARGUMENTS], ULong size,
                            ULong cost);
/* End the observation, and forget it. */
void observed_arguments_end(ObservedArguments *o);
/* Forget the activations that have returned. */
void observed_arguments_forget(ObservedArguments *o);

/* Set `values`, in ascending order, if the argument with this number, from 0,
   may explain the cost: if it has five values and more, none of them as great
   as an address, and if the mean cost mostly rises from value to value.  Return
   how many there are; 0: the argument explains nothing. */
UInt observed_arguments_values(const ObservedArguments *o, UInt argument,
                               ObservedValue values[OBSERVED_VALUES]);

#endif

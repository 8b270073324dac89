/* Adding up tables, and the tables of a routine in one thread.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_MODEL_TABLES_H
#define APROF_MODEL_TABLES_H

#include "model.h"

/* Sums beyond 128 bits: ends the command. */
void model_overflow(void) __attribute__((noreturn));

/* Adds the tables of `from` to those of `into`; from's are given up.  What
   has become equal by this is found by model_find_same. */
void model_add_prof(model_prof *into, model_prof *from);

/* Tables that equal an earlier one's become `same` as it. */
void model_find_same(model_prof *p);

#endif

/* Interpreters: a script's routines are data to the tool.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ADVICE_INTERPRETER_H
#define APROF_ADVICE_INTERPRETER_H

#include "assess/order.h"

/* Return whether an object, by its file name, is an interpreter. */
bool interpreter_is(const char *object);

/* Return whether a routine is the program's own: not of a library of the system's
   runtime, and not of an interpreter, whose routines go through data as often as a
   script says. */
bool interpreter_is_apart(const model *m, size_t routine);

/* Return what to say if an interpreter has much of the cost: sentences for
   people, which the caller frees.  NULL: there is no such interpreter. */
char *interpreter_note(const order_ranking *ranking);

#endif

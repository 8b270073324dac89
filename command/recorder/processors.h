/* The numbers of the machine's processors.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RECORDER_PROCESSORS_H
#define APROF_RECORDER_PROCESSORS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
   int *cpus;                         /* in ascending order */
   size_t count;
} processors;

/* Read a list of the kernel, such as "0-3,8,10-11".  The caller frees
   result->cpus.  Return false if there is no number, or the list is not
   ascending; then nothing is to be freed. */
bool processors_parse(const char *text, processors *result);

/* Return the processors that are switched on, or, with `present`, all that may
   be switched on without being plugged in.  The caller frees result.cpus. */
processors processors_read(bool present);

bool processors_has(const processors *p, int cpu);

#endif

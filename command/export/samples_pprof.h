/* Samples in pprof's format.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_EXPORT_SAMPLES_PPROF_H
#define APROF_EXPORT_SAMPLES_PPROF_H

#include <stdio.h>

#include "samples/samples.h"

/* Write the samples of the main event: stacks of one routine, and of what is
   inlined in it, by source lines.  Return the exit status. */
int export_samples_pprof(FILE *f, const samples *s);

#endif

/* Where programs enter the kernel in which their time is.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VERBS_PROF_KERNEL_H
#define APROF_VERBS_PROF_KERNEL_H

#include "samples/samples.h"

/* Print which system calls have the time in the kernel, and which routines are
   stopped there, if the samples tell.  weight: of all samples in the kernel. */
void prof_kernel_print(const samples *s, double weight);

#endif

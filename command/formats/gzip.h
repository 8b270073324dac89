/* Writing a file that is compressed as gzip does it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_GZIP_H
#define APROF_GZIP_H

#include <stdio.h>

/* Compresses a text into `f`; equal ones give equal bytes.  The caller looks
   for errors of `f`. */
void gzip_write(FILE *f, const void *text, size_t length);

#endif

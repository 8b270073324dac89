/* Compressed files in the format of gzip.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FORMATS_GZIP_H
#define APROF_FORMATS_GZIP_H

#include <stdio.h>

/* Compress a text into `f`; equal texts give equal bytes.  The caller checks
   `f` for errors. */
void gzip_write(FILE *f, const void *text, size_t length);

#endif

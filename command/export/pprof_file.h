/* Files in pprof's format: a compressed protocol buffer (pprof.proto).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef EXPORT_PPROF_FILE_H
#define EXPORT_PPROF_FILE_H

#include "export/pprof.pb-c.h"

#include <stdio.h>

/* Write the profile to the file, packed and compressed. */
void pprof_file_write(FILE *f, const Pprof__Profile *p);

/* Free the lists of the profile and its strings; what the lists point at is the
   exporter's. */
void pprof_file_free(Pprof__Profile *p);

#endif

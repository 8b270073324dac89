/* The routines of the vDSO: code that the kernel maps into each process, for
   clocks most of all, and that is no file.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RECORDER_VDSO_H
#define APROF_RECORDER_VDSO_H

#include "recorder/file_id.h"
#include "recorder/perf_map.h"

typedef struct {
   perf_map map;                      /* addresses are offsets in the image */
   uint64_t length;                   /* of the image in memory */
   char id[FILE_ID_TEXT];             /* its build id */
} vdso;

/* Read that of this process: all processes of 64 bits have the same.  Without
   one, there are no routines.  vdso_free frees them. */
void vdso_read(vdso *v);
void vdso_free(vdso *v);

/* Return the routine at an offset of an image of that length, or NULL. */
const perf_map_routine *vdso_find(const vdso *v, uint64_t length,
                                  uint64_t offset);

#endif

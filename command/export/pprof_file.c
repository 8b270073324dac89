/* Files in pprof's format: see export/pprof_file.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"

#include "export/pprof_file.h"
#include "base/memory.h"
#include "formats/gzip.h"

#include <stdlib.h>

void pprof_file_write(FILE *f, const Pprof__Profile *p)
{
   size_t length = pprof__profile__get_packed_size(p);
   uint8_t *packed = memory_new(length, 1);

   pprof__profile__pack(p, packed);
   gzip_write(f, packed, length);
   free(packed);
}

void pprof_file_free(Pprof__Profile *p)
{
   memory_free_strings(p->string_table, p->n_string_table);
   free(p->sample_type);
   free(p->comment);
   free(p->mapping);
   free(p->function);
   free(p->location);
   free(p->sample);
}

/* What the tool's readers of files call of Valgrind's, by the C library, for unit
   tests and fuzz targets.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef FILES_HOST_H
#define FILES_HOST_H

#include <stddef.h>

/* Memory that pages_map has given and that has not been given back. */
extern size_t files_host_mapped;

#endif

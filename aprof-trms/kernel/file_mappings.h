/* Memory that holds content of files.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef KERNEL_FILE_MAPPINGS_H
#define KERNEL_FILE_MAPPINGS_H

#include "base/base.h"

/* Does the address hold content of a file that counts as input?  For
   trms_options. */
bool file_mappings_are_input(uintptr_t address);

/* The program has a new mapping at `start`. */
void file_mappings_mapped(Addr start);
/* Mappings were removed, or moved. */
void file_mappings_moved(void);

#endif

/* The file of the program, before Valgrind has opened it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef MAIN_PROGRAM_FILE_H
#define MAIN_PROGRAM_FILE_H

#include "base/base.h"

/* Is the program's debug information left to Valgrind (debug_sections.h)?  True
   also if that is not known. */
Bool program_file_is_left(void);

#endif

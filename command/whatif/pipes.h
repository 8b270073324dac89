/* The files through which vgdb talks to a process under Valgrind.  A process
   that is killed leaves them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_WHATIF_PIPES_H
#define APROF_WHATIF_PIPES_H

#include <sys/types.h>

/* Return where Valgrind makes these files, and others their folders. */
const char *pipes_folder(void);

/* Remove the files of a process that has ended. */
void pipes_remove(pid_t pid);

/* The same for a process that may run, or whose number another one has. */
void pipes_remove_of_ended(pid_t pid);

#endif

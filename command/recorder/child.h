/* The program to record, or to wait for: a child that waits for the events
   before exec.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RECORDER_CHILD_H
#define APROF_RECORDER_CHILD_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

typedef struct {
   pid_t pid;
   int go;                            /* a byte here lets the child exec */
   int result;                        /* the error of its exec comes here */
} child;

/* Return the file that a command executes, by its path or as execvp() finds it;
   the caller frees it.  NULL: there is none. */
char *child_file(const char *name);

/* Create the child; it will have this signal mask.  Return false after one line
   on stderr. */
bool child_create(child *c, char **command, const sigset_t *mask);

/* Let the child exec.  Return 0, or the error of its exec. */
int child_start(child *c);

/* End a child that has not been started. */
void child_cancel(child *c);

#endif

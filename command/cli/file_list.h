/* Lists of file names, for more files than fit into a command line.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_CLI_FILE_LIST_H
#define APROF_CLI_FILE_LIST_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
   char *text;                        /* of all names */
   char **names;
   size_t count;
} file_list;

/* Read the names in a file, or in stdin for `-`.  Each ends with a NUL byte or,
   if the list has no NUL byte, with a newline; empty names do not count.
   Return false after one line on stderr on failure. */
bool file_list_read(file_list *list, const char *name);

void file_list_free(file_list *list);

#endif

/* Lists of file names, for more files than fit into a command line.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FILE_LIST_H
#define APROF_FILE_LIST_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
   char *text;                        /* the names' */
   char **names;
   size_t count;
} file_list;

/* Reads the names in a file, or in stdin for `-`: each ends with a NUL byte
   or, where there is none in the list, with a newline.  Empty ones do not
   count.  False: one line on stderr has said why. */
bool file_list_read(file_list *list, const char *name);

void file_list_free(file_list *list);

#endif

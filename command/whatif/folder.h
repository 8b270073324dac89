/* The folder of the files of a series' runs, in $TMPDIR or /tmp.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_WHATIF_FOLDER_H
#define APROF_WHATIF_FOLDER_H

/* Make a folder and return its name, which the caller frees; NULL after one
   line on stderr.  It belongs to this process as long as that lives.  Folders
   of processes that were killed are removed before. */
char *folder_make(void);

/* Remove the folder with all files. */
void folder_remove(const char *name);

#endif

/* The files that processes have mapped where this process does not find them by
   their path: in containers, behind chroot, in other mounts, and files that were
   deleted or replaced.  A file behind chroot has another path here; others are
   kept open, so that their routines can be named at the end.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RECORDER_ROOTS_H
#define APROF_RECORDER_ROOTS_H

#include "base/hash.h"
#include "recorder/file_id.h"
#include "samples/samples.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The root of a process. */
typedef struct {
   uint64_t device, inode, mounts;    /* what tells it from others */
   int fd;
   char *path;                        /* here; "/" also if it has none */
} roots_root;

typedef struct {
   char *path;                        /* as its process has it */
   char id[FILE_ID_TEXT];
   char *recorded;                    /* the path by which it is found here */
   bool is_known;                     /* it is there, or in `fd` */
   int fd;                            /* -1: it needs none */
} roots_file;

/* An object of zeros knows none; roots_free frees it. */
typedef struct {
   roots_root *roots;
   size_t count, room;
   roots_file *files;
   size_t file_count, file_room, kept;
   hash_index index;
} roots;

void roots_free(roots *r);

/* Read the identity of a file by the path that a process has for it. */
void roots_file_id(char id[FILE_ID_TEXT], pid_t pid, const char *path);

/* Return the path here of a file that a process has mapped at an address;
   `path` if there is none.  id: its identity; "": not known. */
const char *roots_locate(roots *r, pid_t pid, const char *path, const char *id,
                         uint64_t start, uint64_t end);

/* Name the routines with samples of the files that have no path here. */
void roots_name(const roots *r, samples *s);

/* Return where the file of an image can be read now, or NULL; the caller frees
   it. */
char *roots_path(const roots *r, const samples_image *image);

/* Open a file of a process's root, if that is another one than ours.  Return -1
   if it is not, or if there is no such file. */
int roots_open(roots *r, pid_t pid, const char *path);

/* Return the number that a process has for itself: another one in a
   container. */
pid_t roots_own_number(pid_t pid);

#endif

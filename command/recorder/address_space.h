/* Address spaces: which image is mapped where, in each process.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RECORDER_ADDRESS_SPACE_H
#define APROF_RECORDER_ADDRESS_SPACE_H

#include "base/hash.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct {
   uint64_t start, end;               /* [start, end) */
   uint64_t offset;                   /* in the file, of start */
   uint32_t image;
} address_mapping;

typedef struct {
   pid_t pid;
   uint64_t threads;                  /* as far as they are known: some may have
                                         ended while they were counted */
   bool first_ended;                  /* its first thread has ended */
   address_mapping *mappings;         /* by address; they do not overlap */
   size_t count, room;
} address_process;

/* An object of zeros has no processes; address_spaces_free frees it. */
typedef struct {
   address_process *processes;
   size_t count, room;
   hash_index index;
} address_spaces;

void address_spaces_free(address_spaces *a);

/* Map an image; what it covers is unmapped. */
void address_spaces_map(address_spaces *a, pid_t pid, address_mapping mapping);
/* A process gets a copy of its parent's mappings. */
void address_spaces_fork(address_spaces *a, pid_t pid, pid_t parent);
/* A process, which has one thread now, loses its mappings. */
void address_spaces_exec(address_spaces *a, pid_t pid);
/* A thread begins, or ends; the end of the last thread, if the first one has
   ended as well, unmaps everything. */
void address_spaces_thread(address_spaces *a, pid_t pid);
void address_spaces_exit(address_spaces *a, pid_t pid, pid_t tid);

/* Return the mapping at an address, or NULL. */
const address_mapping *address_spaces_find(const address_spaces *a, pid_t pid,
                                           uint64_t address);

#endif

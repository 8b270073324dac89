/* Perf maps: the routines of generated code, as just-in-time compilers list
   them in /tmp/perf-PID.map: start, length (hexadecimal) and name in each line.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RECORDER_PERF_MAP_H
#define APROF_RECORDER_PERF_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

typedef struct {
   uint64_t start, length;
   size_t number;                     /* in the order of the file, from 0 */
   char *name;
} perf_map_routine;

typedef struct {
   perf_map_routine *routines;        /* by start */
   size_t count, room;
} perf_map;

/* Read a map of a process that began at `since` or later (s since 1970; 0: not
   known).  Return false if there is none, if it belongs to neither this user nor
   root, so that what it says can't be trusted, or if it is older than `since`:
   compilers leave their maps behind, and that one is of an earlier process with
   the same number. */
bool perf_map_read(perf_map *map, const char *path, time_t since);
void perf_map_free(perf_map *map);

/* Add a routine to a map of zeros, or one that was made so.  Then sort it once,
   before routines are looked up. */
void perf_map_add(perf_map *map, uint64_t start, uint64_t length,
                  const char *name);
void perf_map_sort(perf_map *map);

/* Return the routine at an address, or NULL.  Of routines at the same address
   the last routine counts: code is replaced. */
const perf_map_routine *perf_map_find(const perf_map *map, uint64_t address);

#endif

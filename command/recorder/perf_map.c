/* Perf maps: the routines of generated code.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "recorder/perf_map.h"
#include "base/memory.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int compare(const void *p, const void *q)
{
   const perf_map_routine *a = p, *b = q;

   if (a->start != b->start)
      return a->start < b->start ? -1 : 1;
   return (a->number > b->number) - (a->number < b->number);
}

void perf_map_add(perf_map *map, uint64_t start, uint64_t length,
                  const char *name)
{
   map->routines = memory_grow(map->routines, map->count, &map->room,
                               sizeof *map->routines);
   map->routines[map->count] = (perf_map_routine){
      start, length, map->count, memory_string(name),
   };
   map->count++;
}

void perf_map_sort(perf_map *map)
{
   if (map->count > 0)
      qsort(map->routines, map->count, sizeof *map->routines, compare);
}

static void add_line(perf_map *map, char *line)
{
   char *end;
   uint64_t start = strtoull(line, &end, 16), length;

   if (end == line || *end != ' ')
      return;
   line = end + 1;
   length = strtoull(line, &end, 16);
   if (end == line || *end != ' ' || length == 0)
      return;
   perf_map_add(map, start, length, end + 1);
}

bool perf_map_read(perf_map *map, const char *path, time_t since)
{
   int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
   struct stat there;
   FILE *f;
   char *line = NULL;
   size_t room = 0;

   *map = (perf_map){ 0 };
   if (fd < 0)
      return false;
   if (fstat(fd, &there) != 0 || !S_ISREG(there.st_mode) ||
       there.st_mtime < since ||
       (there.st_uid != geteuid() && there.st_uid != 0 && geteuid() != 0) ||
       (f = fdopen(fd, "r")) == NULL) {
      close(fd);
      return false;
   }
   while (getline(&line, &room, f) > 0) {
      line[strcspn(line, "\n")] = '\0';
      add_line(map, line);
   }
   free(line);
   fclose(f);
   perf_map_sort(map);
   return true;
}

void perf_map_free(perf_map *map)
{
   for (size_t i = 0; i < map->count; i++)
      free(map->routines[i].name);
   free(map->routines);
}

const perf_map_routine *perf_map_find(const perf_map *map, uint64_t address)
{
   size_t low = 0, high = map->count;

   /* The first routine that starts after the address. */
   while (low < high) {
      size_t middle = low + (high - low) / 2;

      if (map->routines[middle].start > address)
         high = middle;
      else
         low = middle + 1;
   }
   if (low == 0)
      return NULL;
   low--;
   return address - map->routines[low].start < map->routines[low].length
          ? &map->routines[low] : NULL;
}

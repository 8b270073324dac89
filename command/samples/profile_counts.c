/* Executions of instructions, from a profile of aprof's tool.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "samples/profile_counts.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/paths.h"

#include <stdlib.h>
#include <string.h>

#define RECORD "x-sum-block\t1\t"

/* Read a key: the offsets of the first and the last instruction. */
static bool read_key(const char *key, counts_range *r)
{
   char *end;

   if (strncmp(key, RECORD, strlen(RECORD)) != 0)
      return false;
   r->first = strtoull(key + strlen(RECORD), &end, 16);
   if (*end != '\t')
      return false;
   r->last = strtoull(end + 1, &end, 16);
   return *end == '\0' && r->first <= r->last;
}

/* Return whether an object is the image, by its build id if both have one. */
static bool is_image(const model_object *o, const char *path, const char *id)
{
   if (*o->build_id && *id && *id != '~')
      return strcmp(o->build_id, id) == 0;
   return strcmp(paths_file_name(o->name), paths_file_name(path)) == 0;
}

/* Add the command lines of the runs, as callgrind and the recorder write
   them. */
static void add_commands(counts *c, const model *m)
{
   for (size_t i = 0; i < m->run_count; i++) {
      char *line = memory_joined((const char *const *)m->runs[i].arguments, " ");

      counts_add_command(c, line);
      free(line);
   }
}

bool counts_of_profile(counts *c, const model *m, const char *name,
                       const char *path, const char *id)
{
   bool has_records = false;

   *c = (counts){ .runs = m->run_count };
   add_commands(c, m);
   for (size_t i = 0; i < m->optional_count; i++) {
      const model_optional *o = &m->optionals[i];
      counts_range r;

      if (o->owner.kind != MODEL_OF_ROUTINE || o->sum_count != 1 ||
          !read_key(o->key, &r))
         continue;
      has_records = true;
      if (!is_image(&m->objects[m->routines[o->owner.index].object], path, id))
         continue;
      r.executions = (double)o->sums[0];
      c->ranges = memory_grow(c->ranges, c->range_count, &c->range_room,
                              sizeof *c->ranges);
      c->ranges[c->range_count++] = r;
   }
   if (c->range_count > 0)
      return true;
   if (!has_records)
      message_error("%s: the profile has no executions of instructions; run "
                    "`aprof run --blocks=yes`", name);
   else
      message_error("%s: the profile has no executions in this build of %s",
                    name, path);
   return false;
}

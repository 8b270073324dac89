/* Renamed objects and source files.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "compare/renames.h"
#include "base/memory.h"
#include "base/message.h"

#include <stdlib.h>
#include <string.h>

/* Return a copy of a path without slashes at its end. */
static char *copy_path(const char *path, size_t length)
{
   while (length > 1 && path[length - 1] == '/')
      length--;
   return memory_part(path, length);
}

bool renames_read(renames *r, const option_list *values)
{
   *r = (renames){ memory_new(values->count, sizeof *r->list), 0 };
   for (size_t i = 0; i < values->count; i++) {
      const char *value = values->values[i];
      const char *equals = strchr(value, '=');

      if (equals == NULL || equals == value || equals[1] == '\0') {
         message_error("--map: '%s' is not OLD=NEW", value);
         renames_free(r);
         return false;
      }
      r->list[r->count++] = (one_rename){
         copy_path(value, equals - value),
         copy_path(equals + 1, strlen(equals + 1)), false, false,
      };
   }
   return true;
}

void renames_free(renames *r)
{
   for (size_t i = 0; i < r->count; i++) {
      free(r->list[i].from);
      free(r->list[i].to);
   }
   free(r->list);
   *r = (renames){ NULL, 0 };
}

/* Return where whole parts of `path` are `from`; NULL if they are nowhere. */
static const char *find_parts(const char *path, const char *from)
{
   const size_t n = strlen(from);

   for (const char *p = path; (p = strstr(p, from)); p++)
      if ((p == path || (p[-1] == '/' && *from != '/')) &&
          (p[n] == '\0' || p[n] == '/'))
         return p;
   return NULL;
}

/* Mark the renames from number `i` on that fit a path that is changed
   already. */
static void note_late(renames *r, size_t i, const char *path)
{
   for (; i < r->count; i++)
      if (find_parts(path, r->list[i].from))
         r->list[i].late = true;
}

char *renames_apply(renames *r, const char *path)
{
   for (size_t i = 0; i < r->count; i++) {
      const char *place = find_parts(path, r->list[i].from);

      if (place == NULL)
         continue;
      r->list[i].used = true;
      note_late(r, i + 1, path);
      return memory_format("%.*s%s%s", (int)(place - path), path,
                           r->list[i].to, place + strlen(r->list[i].from));
   }
   return memory_string(path);
}

void renames_warn(const renames *r)
{
   for (size_t i = 0; i < r->count; i++) {
      if (r->list[i].used)
         continue;
      if (r->list[i].late)
         message_warning("--map: an earlier --map fits each path of OLD that "
                         "'%s' fits; the first that fits is used",
                         r->list[i].from);
      else
         message_warning("--map: no object and no source file of OLD has the "
                         "path '%s'", r->list[i].from);
   }
}

/* The names of inlined routines that the tool did not find: see
   profile/inlined_names.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/inlined_names.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/paths.h"
#include "debuginfo/symbols.h"
#include "profile/optional.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define RECORD "x-unnamed\t"

/* A routine that is one inlined call. */
typedef struct {
   size_t routine;
   uint64_t address;
   unsigned level;
   symbols_inlined found;             /* name NULL: not found */
} unnamed;

/* A routine out of line. */
typedef struct {
   uint64_t origin;
   size_t routine;
} copy;

/* Read the key of a record: the address and the level of the call. */
static bool read_key(const char *key, unnamed *u)
{
   char *end;

   if (strncmp(key, RECORD, strlen(RECORD)) != 0)
      return false;
   u->address = strtoull(key + strlen(RECORD), &end, 16);
   if (*end != '\t')
      return false;
   u->level = strtoul(end + 1, &end, 10);
   return *end == '\0' && u->level > 0;
}

/* Was the file written after the last run?  Then a file without a build id is
   another build. */
static bool is_newer(const char *path, const model *m)
{
   struct stat there;
   uint64_t end = 0;

   for (size_t i = 0; i < m->run_count; i++)
      if (m->runs[i].end > end)
         end = m->runs[i].end;
   return stat(path, &there) == 0 && (uint64_t)there.st_mtime > end;
}

/* Open an object whose calls have no names; NULL: a line has said why not. */
static symbols *open_object(const model *m, const model_object *o, size_t calls)
{
   symbols *s = symbols_open(o->name, o->build_id);
   symbols_state state = symbols_state_of(s);

   if (state == SYMBOLS_GOOD && *o->build_id == '\0' && is_newer(o->name, m))
      state = SYMBOLS_CHANGED;
   if (state == SYMBOLS_GOOD)
      return s;
   symbols_close(s);
   message_warning("%s: the file %s: the names of %zu inlined routine%s are not "
                   "known", o->name,
                   state == SYMBOLS_GONE ? "is gone"
                   : "has changed since the run",
                   calls, calls == 1 ? "" : "s");
   return NULL;
}

static int compare_copies(const void *a, const void *b)
{
   const copy *x = a, *y = b;

   return x->origin != y->origin ? (x->origin < y->origin ? -1 : 1)
          : (x->routine > y->routine) - (x->routine < y->routine);
}

/* Is it a part of a routine that the compiler has split? */
static bool is_part(const char *name)
{
   return strstr(name, ".part.") || strstr(name, ".cold") ||
          strstr(name, ".extracted");
}

/* Return the routines of an object that exist out of line, by origin; the
   caller frees them. */
static copy *copies_of(const model *m, size_t object, symbols *s, size_t *count)
{
   copy *list = memory_new(m->routine_count, sizeof *list);

   *count = 0;
   for (size_t i = 0; i < m->routine_count; i++) {
      const model_routine *r = &m->routines[i];

      if (r->object == object && r->offset > 0 && !is_part(r->name) &&
          symbols_origin(s, r->offset, &list[*count].origin))
         list[(*count)++].routine = i;
   }
   qsort(list, *count, sizeof *list, compare_copies);
   return list;
}

/* Return the only routine out of line of this origin, or NULL. */
static const model_routine *only_copy(const model *m, const copy *list,
                                      size_t count, uint64_t origin)
{
   size_t low = 0, high = count;

   while (low < high) {
      size_t middle = low + (high - low) / 2;

      if (list[middle].origin < origin)
         low = middle + 1;
      else
         high = middle;
   }
   if (low == count || list[low].origin != origin ||
       (low + 1 < count && list[low + 1].origin == origin))
      return NULL;
   return &m->routines[list[low].routine];
}

static void set_text(char **text, char *value)
{
   free(*text);
   *text = value;
}

static bool has_same_file(const char *a, const char *b)
{
   return strcmp(paths_file_name(a), paths_file_name(b)) == 0;
}

/* Is there another routine of this name and file among the calls? */
static bool has_twin(const model *m, const unnamed *list, size_t count,
                     const unnamed *u)
{
   for (size_t i = 0; i < count; i++)
      if (list[i].found.name && list[i].found.origin != u->found.origin &&
          strcmp(list[i].found.name, u->found.name) == 0 &&
          has_same_file(m->routines[list[i].routine].file,
                        m->routines[u->routine].file))
         return true;
   return false;
}

/* Return the first call of the routine. */
static const unnamed *first_call(const unnamed *list, const unnamed *u)
{
   while (list->found.name == NULL || list->found.origin != u->found.origin)
      list++;
   return list;
}

/* Name the routine of a call.  Those before it in the list have names. */
static void name_call(model *m, const unnamed *list, size_t count,
                      const unnamed *u, const copy *copies, size_t copy_count)
{
   model_routine *r = &m->routines[u->routine];
   const model_routine *same = only_copy(m, copies, copy_count,
                                         u->found.origin);
   const unnamed *first = first_call(list, u);

   if (same) {
      set_text(&r->name, memory_string(same->name));
      set_text(&r->file, memory_string(same->file));
      r->offset = same->offset;
      r->line = same->line;
   } else if (first != u) {
      set_text(&r->name, memory_string(m->routines[first->routine].name));
      set_text(&r->file, memory_string(m->routines[first->routine].file));
   } else if (has_twin(m, list, count, u)) {
      set_text(&r->name, memory_format("%s@%s:%d", u->found.name,
                                       paths_file_name(r->file),
                                       u->found.line));
   } else {
      set_text(&r->name, memory_string(u->found.name));
   }
}

/* Find the routine of a call, and its file: Valgrind may know another one.  The
   tool's name of the right file is the longer one. */
static void find_call(model *m, symbols *s, unnamed *u)
{
   model_routine *r = &m->routines[u->routine];

   if (!symbols_inlined_at(s, u->address, u->level, &u->found))
      u->found.name = NULL;
   else if (u->found.file && !has_same_file(u->found.file, r->file))
      set_text(&r->file, memory_string(u->found.file));
}

/* Name the calls of one object. */
static void name_calls(model *m, unnamed *list, size_t count)
{
   size_t object = m->routines[list->routine].object, copy_count;
   symbols *s = open_object(m, &m->objects[object], count);
   copy *copies;

   if (s == NULL)
      return;
   for (size_t i = 0; i < count; i++)
      find_call(m, s, &list[i]);
   copies = copies_of(m, object, s, &copy_count);
   for (size_t i = 0; i < count; i++)
      if (list[i].found.name)
         name_call(m, list, count, &list[i], copies, copy_count);
   free(copies);
   symbols_close(s);
}

/* Name the calls of all objects; they are in the order of the file, those of
   one object one behind the other. */
static void name_all(model *m, unnamed *list, size_t count)
{
   for (size_t first = 0, past; first < count; first = past) {
      past = first + 1;
      while (past < count && m->routines[list[past].routine].object ==
                                m->routines[list[first].routine].object)
         past++;
      name_calls(m, list + first, past - first);
   }
}

/* Remove the records of the calls that have a name now.  Records of routines
   are in the order of the calls. */
static void remove_records(model *m, const unnamed *list, size_t count)
{
   size_t kept = 0, next = 0;
   unnamed u;

   for (size_t i = 0; i < m->optional_count; i++) {
      model_optional *o = &m->optionals[i];
      bool is_call = o->owner.kind == MODEL_OF_ROUTINE && read_key(o->key, &u);

      if (is_call && next < count && list[next++].found.name)
         model_free_optional(o);
      else
         m->optionals[kept++] = *o;
   }
   m->optional_count = kept;
}

void inlined_names_find(model *m)
{
   unnamed *list = NULL;
   size_t count = 0, room = 0;

   for (size_t i = 0; i < m->optional_count; i++) {
      const model_optional *o = &m->optionals[i];
      unnamed u = { .routine = o->owner.index };

      if (o->owner.kind != MODEL_OF_ROUTINE || !read_key(o->key, &u))
         continue;
      list = memory_grow(list, count, &room, sizeof *list);
      list[count++] = u;
   }
   if (count > 0) {
      name_all(m, list, count);
      remove_records(m, list, count);
   }
   free(list);
}

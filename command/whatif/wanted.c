/* The parts of the program that --what names: see wanted.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "whatif/wanted.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/paths.h"
#include "base/text.h"
#include "names/near.h"
#include "names/select.h"
#include "profile/shown_names.h"

#include <stdlib.h>
#include <string.h>

/* Return the colon before the number of a line, or NULL. */
static const char *line_colon(const char *what)
{
   const char *colon = strrchr(what, ':');

   return colon && colon != what && colon[1] && !text_begins(what, "file:") &&
          !text_begins(what, "object:") &&
          strspn(colon + 1, "0123456789") == strlen(colon + 1) ? colon : NULL;
}

bool wanted_is_line(const char *what)
{
   return line_colon(what) != NULL;
}

/* Is it a routine, with or without all that it calls? */
static bool is_routine(const char *what)
{
   return !text_begins(what, "file:") && !text_begins(what, "object:") &&
          !line_colon(what);
}

bool wanted_is_routine_alone(const char *what)
{
   const size_t n = strlen(what);

   return is_routine(what) && n > 0 && what[n - 1] != '+';
}

static const char *kind_of(const char *what)
{
   return text_begins(what, "file:") ? "file"
          : text_begins(what, "object:") ? "object"
          : line_colon(what) ? "line" : "routine";
}

const char *wanted_kind(const whatif *s)
{
   const char *kind = s->point_count > 0 ? kind_of(s->points[0].routine)
                                         : whatif_unit(s);

   for (size_t i = 1; i < s->point_count; i++)
      if (strcmp(kind_of(s->points[i].routine), kind) != 0)
         return "part";
   return kind;
}

/* Return the part whose time tells whether that one has run: of a routine with
   all that it calls, the routine.  The caller frees the text. */
static char *measured_of(const char *what)
{
   const size_t n = strlen(what);

   return is_routine(what) && n >= 2 && what[n - 1] == '+'
          ? memory_part(what, n - 1) : memory_string(what);
}

char **wanted_options(const char *const *what, size_t count)
{
   char **options = memory_new(count + 1, sizeof *options);

   for (size_t i = 0; i < count; i++) {
      char *part = measured_of(what[i]);

      options[i] = memory_format("--part=%s", part);
      free(part);
   }
   return options;
}

bool wanted_has_run(const whatif *s, const char *what)
{
   char *part = measured_of(what);
   const double self = whatif_self(s, part);

   free(part);
   return self > 0;
}

/* Make a model of the routines that have run, to find them by their names: of a
   profile it has nothing else.  free_names frees what is new in it. */
static model model_of_names(const whatif *s)
{
   model m = { 0 };

   m.objects = memory_new(s->routine_count + 1, sizeof *m.objects);
   m.routines = memory_new(s->routine_count + 1, sizeof *m.routines);
   for (size_t i = 0; i < s->routine_count; i++) {
      const whatif_routine *r = &s->routines[i];

      if (*r->name == '\0' || r->self == 0)
         continue;
      m.objects[m.object_count] = (model_object){ .name = r->object };
      m.routines[m.routine_count++] = (model_routine){
         .object = m.object_count++, .name = r->name, .file = r->file,
         .line = r->line };
   }
   shown_names_set(&m);
   return m;
}

static void free_names(model *m)
{
   for (size_t i = 0; i < m->routine_count; i++)
      free(m->routines[i].shown);
   free(m->routines);
   free(m->objects);
}

/* Several objects may have a routine of one name, and the tool takes the
   name. */
static bool is_in(char *const *list, size_t count, const char *text)
{
   for (size_t i = 0; i < count; i++)
      if (strcmp(list[i], text) == 0)
         return true;
   return false;
}

char **wanted_meant(const whatif *s, const char *what)
{
   char *name = measured_of(what), **meant;
   size_t *found = NULL, count = 0, n = 0;
   model m = model_of_names(s);

   if (is_routine(what))
      count = select_look_up(&m, name, &found);
   meant = memory_new(count + 1, sizeof *meant);
   for (size_t i = 0; i < count; i++) {
      char *one = memory_format("%s%s", m.routines[found[i]].name,
                                what + strlen(name));

      if (is_in(meant, n, one))
         free(one);
      else
         meant[n++] = one;
   }
   free(found);
   free(name);
   free_names(&m);
   return meant;
}

/* What the names of a message are taken from. */
typedef enum { OF_ROUTINES, OF_FILES, OF_OBJECTS } source;

/* Return the names, and their number; the caller frees the list. */
static const char **names_of(const whatif *s, source from, size_t *count)
{
   const char **names = memory_new(s->routine_count + 1, sizeof *names);

   *count = 0;
   for (size_t i = 0; i < s->routine_count; i++) {
      const whatif_routine *r = &s->routines[i];
      const char *name = from == OF_ROUTINES ? r->name :
                         paths_file_name(from == OF_FILES ? r->file
                                                          : r->object);

      if (*name)
         names[(*count)++] = name;
   }
   return names;
}

static char *near_of(const whatif *s, source from, const char *sought)
{
   size_t count;
   const char **names = names_of(s, from, &count);
   char *near = near_names(sought, names, count);

   free(names);
   return near;
}

/* Return the lines of the file before and behind a line that have run, as
   " (near: FILE:LINE, FILE:LINE)", or "".  The caller frees the text. */
static char *near_lines(const whatif *lines, const char *file, uint64_t line)
{
   const whatif_routine *before = NULL, *behind = NULL;

   for (size_t i = 0; lines && i < lines->routine_count; i++) {
      const whatif_routine *r = &lines->routines[i];

      if (strcmp(paths_file_name(r->file), paths_file_name(file)) != 0)
         continue;
      if (r->line < line && (before == NULL || r->line > before->line))
         before = r;
      if (r->line > line && (behind == NULL || r->line < behind->line))
         behind = r;
   }
   if (before == NULL && behind == NULL)
      return memory_string("");
   return memory_format(" (near: %s%s%s)", before ? before->name : "",
                        before && behind ? ", " : "",
                        behind ? behind->name : "");
}

/* Return why a line has not run; the caller frees the text. */
static char *line_reason(const whatif *s, const whatif *lines,
                         const char *what, const char *colon)
{
   char *file = memory_part(what, (size_t)(colon - what));
   char *near = near_lines(lines, file, strtoull(colon + 1, NULL, 10));
   char *reason;

   if (*near == '\0') {
      free(near);
      near = near_of(lines ? lines : s, OF_FILES, paths_file_name(file));
   }
   reason = memory_format("no code of the line '%s' has run%s", what, near);
   free(near);
   free(file);
   return reason;
}

/* The same for any part. */
static char *reason_of(const whatif *s, const whatif *lines, const char *what)
{
   const char *colon = line_colon(what);
   char *name, *near, *reason;

   if (colon)
      return line_reason(s, lines, what, colon);
   name = measured_of(what);
   if (text_begins(what, "file:")) {
      near = near_of(s, OF_FILES, what + 5);
      reason = memory_format("no code of the source file '%s' has run%s",
                             what + 5, near);
   } else if (text_begins(what, "object:")) {
      near = near_of(s, OF_OBJECTS, what + 7);
      reason = memory_format("no code of the object '%s' has run%s", what + 7,
                             near);
   } else {
      near = near_of(s, OF_ROUTINES, name);
      reason = memory_format("no routine '%s' has run%s", name, near);
   }
   free(near);
   free(name);
   return reason;
}

void wanted_refuse(const whatif *s, const whatif *lines, const char *what)
{
   char *reason = reason_of(s, lines, what);

   message_error("what-if: %s", reason);
   free(reason);
}

/* Return a routine that has run and that the name means, without its parameters
   too, or NULL. */
static const whatif_routine *routine_of(const whatif *s, const char *name)
{
   char **meant = wanted_meant(s, name);
   const whatif_routine *r = NULL;

   for (size_t i = 0; r == NULL && meant[0] && i < s->routine_count; i++)
      if (s->routines[i].self > 0 && strcmp(s->routines[i].name, meant[0]) == 0)
         r = &s->routines[i];
   for (char **one = meant; *one; one++)
      free(*one);
   free(meant);
   return r;
}

void wanted_refuse_progress(const whatif *s, const whatif *lines,
                            const char *name)
{
   const whatif_routine *r = line_colon(name) ? NULL : routine_of(s, name);
   char *reason = r ? NULL : reason_of(s, lines, name);

   if (r == NULL)
      message_error("what-if: the progress point is never visited: %s", reason);
   else
      message_error("what-if: the progress point '%s' is never entered: it is "
                    "inlined into its callers; name a line of it, as "
                    "--progress=%s:LINE", name,
                    *r->file ? paths_file_name(r->file) : "FILE");
   free(reason);
}

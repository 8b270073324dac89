/* The source lines of routines.

   Only names that end as source files do are opened: a profile comes from
   somewhere, and must not put a user's other files into a page that he may
   give away.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "html/source.h"
#include "base/memory.h"
#include "base/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* Debug information names the line of a routine's first instruction; its head
   stands a little above that. */
#define LINES_BEFORE 4
#define LINES_AFTER 44
#define LARGEST_FILE (16 << 20)
#define LONGEST_LINE 400

typedef struct {
   char *text;
   const char **lines;
   size_t count;
   time_t changed;
} source;

static const char *const endings[] = {
   "c", "cc", "cpp", "cxx", "c++", "h", "hh", "hpp", "hxx", "h++", "inc", "inl",
   "ipp", "tcc", "tpp", "ii", "i", "m", "mm", "s", "asm", "y", "yy", "l", "ll",
   "re", "rs", "go", "d", "f", "for", "f77", "f90", "f95", "f03", "f08", "pas",
   "pp", "adb", "ads", "zig", "nim", "swift", "hs", "ml", "mli", "v", "vala",
   "cu", "def", "tbl", "kt", "jl", "cr", "cob", NULL
};

static bool is_source_name(const char *name)
{
   const char *dot = strrchr(text_file_name(name), '.');

   for (int i = 0; dot && endings[i]; i++)
      if (strcasecmp(dot + 1, endings[i]) == 0)
         return true;
   return false;
}

/* For qsort, which takes no argument of its own. */
static const model *sorted_model;

static int compare_files(const void *a, const void *b)
{
   const model_routine *x = &sorted_model->routines[*(const size_t *)a];
   const model_routine *y = &sorted_model->routines[*(const size_t *)b];

   return strcmp(x->file, y->file);
}

html_sources html_sources_of(const model *m)
{
   html_sources s = {
      .names = memory_new(m->routine_count, sizeof *s.names),
      .of_routine = memory_new(m->routine_count, sizeof *s.of_routine),
      .by_file = memory_new(m->routine_count, sizeof *s.by_file),
      .routines = m->routine_count,
   };

   for (size_t i = 0; i < s.routines; i++)
      s.by_file[i] = i;
   sorted_model = m;
   qsort(s.by_file, s.routines, sizeof *s.by_file, compare_files);
   for (size_t i = 0; i < s.routines; i++) {
      const char *name = m->routines[s.by_file[i]].file;

      if (*name && (s.count == 0 || strcmp(s.names[s.count - 1], name) != 0))
         s.names[s.count++] = name;
      s.of_routine[s.by_file[i]] = *name ? s.count - 1 : SIZE_MAX;
   }
   for (size_t i = 0; i < s.routines; i++)
      if (s.of_routine[i] == SIZE_MAX)
         s.of_routine[i] = s.count;
   return s;
}

void html_sources_free(html_sources *s)
{
   free(s->names);
   free(s->of_routine);
   free(s->by_file);
}

static bool read_all(int fd, char *text, size_t size)
{
   size_t have = 0;

   while (have < size) {
      ssize_t n = read(fd, text + have, size - have);

      if (n < 0 && errno == EINTR)
         continue;
      if (n <= 0)
         return false;
      have += n;
   }
   return true;
}

/* False: it can't be read, or is no text file. */
static bool read_source(const char *name, source *s)
{
   struct stat st;
   size_t room = 0;
   int fd;
   bool good;

   *s = (source){ 0 };
   if (!is_source_name(name))
      return false;
   fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
   if (fd < 0)
      return false;
   good = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
          st.st_size <= LARGEST_FILE;
   if (good) {
      s->text = memory_new((size_t)st.st_size + 1, 1);
      s->changed = st.st_mtime;
      good = read_all(fd, s->text, st.st_size) &&
             memchr(s->text, '\0', st.st_size) == NULL;
   }
   close(fd);
   if (!good) {
      free(s->text);
      return false;
   }
   for (char *line = s->text; line && *line;) {
      char *end = strchr(line, '\n');

      s->lines = memory_grow(s->lines, s->count, &room, sizeof *s->lines);
      s->lines[s->count++] = line;
      if (end)
         *end++ = '\0';
      line = end;
   }
   return true;
}

static void write_line(json_out *j, const char *line)
{
   char *copy = memory_string(line);
   size_t length = strcspn(copy, "\r");

   if (length > LONGEST_LINE)
      length = LONGEST_LINE;
   copy[length] = '\0';
   json_text(j, copy);
   free(copy);
}

/* The routines of by_file[first..past) are of this file. */
static void write_parts(json_out *j, const html_sources *s, const model *m,
                        size_t first, size_t past, const source *text)
{
   char *wanted = memory_new(text->count + 1, 1);

   for (size_t i = first; i < past; i++) {
      uint64_t line = m->routines[s->by_file[i]].line;

      if (line == MODEL_NO_LINE || line == 0 || line > text->count)
         continue;
      for (size_t n = line > LINES_BEFORE ? line - LINES_BEFORE : 1;
           n <= line + LINES_AFTER && n <= text->count; n++)
         wanted[n] = 1;
   }
   json_begin(j, '[');
   for (size_t n = 1; n <= text->count; n++) {
      if (!wanted[n])
         continue;
      if (!wanted[n - 1]) {
         json_whole(j, n);
         json_begin(j, '[');
      }
      write_line(j, text->lines[n - 1]);
      if (n == text->count || !wanted[n + 1])
         json_end(j, ']');
   }
   json_end(j, ']');
   free(wanted);
}

/* When the first of the runs began. */
static uint64_t first_start(const model *m)
{
   uint64_t start = UINT64_MAX;

   for (size_t i = 0; i < m->run_count; i++)
      if (m->runs[i].start < start)
         start = m->runs[i].start;
   return start;
}

void html_sources_write(const html_sources *s, const model *m, bool read,
                        FILE *file)
{
   const uint64_t start = first_start(m);
   size_t first = 0;

   /* Routines without a file come first. */
   while (first < s->routines && *m->routines[s->by_file[first]].file == '\0')
      first++;
   for (size_t f = 0; f < s->count; f++) {
      size_t past = first;
      json_out j = { file, false };
      source text;

      while (past < s->routines && s->of_routine[s->by_file[past]] == f)
         past++;
      if (read && read_source(s->names[f], &text)) {
         json_begin(&j, '{');
         json_key(&j, "newer");
         json_truth(&j, text.changed > 0 && (uint64_t)text.changed > start);
         json_key(&j, "parts");
         write_parts(&j, s, m, first, past, &text);
         json_end(&j, '}');
         free(text.text);
         free(text.lines);
      } else {
         json_nothing(&j);
      }
      putc('\n', file);
      first = past;
   }
}

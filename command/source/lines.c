/* The lines of a source file.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "source/lines.h"
#include "base/memory.h"
#include "base/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#define LARGEST_FILE (16 << 20)

static const char *const endings[] = {
   "c", "cc", "cpp", "cxx", "c++", "h", "hh", "hpp", "hxx", "h++", "inc", "inl",
   "ipp", "tcc", "tpp", "ii", "i", "m", "mm", "s", "asm", "y", "yy", "l", "ll",
   "re", "rs", "go", "d", "f", "for", "f77", "f90", "f95", "f03", "f08", "pas",
   "pp", "adb", "ads", "zig", "nim", "swift", "hs", "ml", "mli", "v", "vala",
   "cu", "def", "tbl", "kt", "jl", "cr", "cob", NULL
};

static bool is_source_name(const char *name)
{
   const char *dot = strrchr(paths_file_name(name), '.');

   for (int i = 0; dot && endings[i]; i++)
      if (strcasecmp(dot + 1, endings[i]) == 0)
         return true;
   return false;
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

/* Cut the text into its lines. */
static void cut_lines(source_lines *s)
{
   size_t room = 0;

   for (char *line = s->text; line && *line;) {
      char *end = strchr(line, '\n');

      s->lines = memory_grow(s->lines, s->count, &room, sizeof *s->lines);
      s->lines[s->count++] = line;
      if (end)
         *end++ = '\0';
      line = end;
   }
}

bool source_lines_read(source_lines *s, const char *name)
{
   struct stat st;
   int fd;
   bool good;

   *s = (source_lines){ .text = NULL };
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
   cut_lines(s);
   return true;
}

void source_lines_free(source_lines *s)
{
   free(s->text);
   free(s->lines);
}

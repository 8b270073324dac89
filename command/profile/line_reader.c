/* The lines of a profile file and their fields: see profile/line_reader.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/line_reader.h"
#include "base/memory.h"
#include "base/message.h"
#include "profile/file_kind.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PIECE ((size_t)256 << 10)
/* No line is longer, so that endless input does not fill the memory. */
#define MAX_LINE ((size_t)64 << 20)
#define NO_FILE -1

bool line_reader_refuse(const line_reader *l, const char *format, ...)
{
   va_list args;
   char reason[400];

   va_start(args, format);
   vsnprintf(reason, sizeof reason, format, args);
   va_end(args);
   message_error("%s:%" PRIu64 ": %s", l->name, l->number, reason);
   return false;
}

bool line_reader_open(line_reader *l, const char *name)
{
   bool is_stdin = strcmp(name, "-") == 0;

   *l = (line_reader){ .name = is_stdin ? "stdin" : name };
   l->fd = is_stdin ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
   if (l->fd < 0) {
      message_error("%s: %s", *name ? name : "''", strerror(errno));
      return false;
   }
   l->room = PIECE;
   l->buffer = memory_resize(NULL, l->room, 1);
   return true;
}

void line_reader_open_text(line_reader *l, const char *name, const char *text,
                     size_t length)
{
   *l = (line_reader){
      .name = name, .fd = NO_FILE, .room = length, .past = length,
   };
   l->buffer = memory_resize(NULL, length, 1);
   if (length > 0)
      memcpy(l->buffer, text, length);
}

void line_reader_close(line_reader *l)
{
   if (l->fd != NO_FILE && l->fd != STDIN_FILENO)
      close(l->fd);
   free(l->buffer);
   free(l->fields);
}

/* Read a further piece behind [from, past), which may move. *count: bytes
   read, 0 at the end of the file. */
static bool read_piece(line_reader *l, size_t *count)
{
   ssize_t n;

   *count = 0;
   if (l->fd == NO_FILE)
      return true;
   memmove(l->buffer, l->buffer + l->from, l->past - l->from);
   l->past -= l->from;
   l->from = 0;
   if (l->room - l->past < PIECE) {
      l->room *= 2;
      l->buffer = memory_resize(l->buffer, l->room, 1);
   }
   do
      n = read(l->fd, l->buffer + l->past, l->room - l->past);
   while (n < 0 && errno == EINTR);
   if (n < 0) {
      const int error = errno;
      char *inside = profile_in_folder(l->name);

      message_error("%s: %s%s%s", l->name, strerror(error),
                    inside ? "; name the profiles in it, such as " : "",
                    inside ? inside : "");
      free(inside);
      return false;
   }
   l->past += n;
   *count = n;
   return true;
}

static bool is_plain(unsigned char c)
{
   return (c >= 0x20 || c == '\t') && c != 0x7f;
}

/* Return why the file is none that aprof reads, by its first bytes. */
static const char *foreign(const line_reader *l)
{
   static const char gzip[] = "\x1f\x8b", perf[] = "PERFILE2";
   const size_t length = sizeof gzip - 1;

   return l->past - l->from >= length &&
          memcmp(l->buffer + l->from, gzip, length) == 0
          ? "the file is compressed: gunzip it first"
          : l->past - l->from >= SELFMAG &&
            memcmp(l->buffer + l->from, ELFMAG, SELFMAG) == 0
          ? "not a profile of aprof; it is a program, whose profile aprof run "
            "writes, and aprof record its samples"
          : l->past - l->from >= sizeof perf - 1 &&
            memcmp(l->buffer + l->from, perf, sizeof perf - 1) == 0
          ? "not a file of aprof; perf has written it, and perf report reads it: "
            "aprof record writes samples"
          : "not a profile of aprof";
}

bool line_reader_next(line_reader *l)
{
   size_t end = l->from, count;

   l->number++;
   for (;;) {
      while (end < l->past && is_plain(l->buffer[end]))
         end++;
      if (end - l->from > MAX_LINE)
         return line_reader_refuse(l, "the line is too long");
      if (end < l->past)
         break;
      end -= l->from;
      if (!read_piece(l, &count))
         return false;
      end += l->from;
      if (count == 0) {
         l->at_end = end == l->from;
         return l->at_end ||
                line_reader_refuse(l, "the file is cut off in the middle of "
                                   "a line");
      }
   }
   if (l->buffer[end] != '\n')
      return l->number == 1
             ? line_reader_refuse(l, "%s", foreign(l))
             : line_reader_refuse(l, "byte 0x%02x in a text file",
                                  (unsigned char)l->buffer[end]);
   l->buffer[end] = '\0';
   l->text = l->buffer + l->from;
   l->length = end - l->from;
   l->from = end + 1;
   return true;
}

bool line_reader_is(const line_reader *l, const char *kind)
{
   size_t length = strlen(kind);

   return !l->at_end && strncmp(l->text, kind, length) == 0 &&
          (l->text[length] == '\t' || l->text[length] == '\0');
}

bool line_reader_begins(const line_reader *l, const char *start)
{
   return !l->at_end && strncmp(l->text, start, strlen(start)) == 0;
}

const char *line_reader_kind(const line_reader *l)
{
   static const struct { const char *start, *words; } kinds[] = {
      { "aprof-profile", "; it is a profile, which aprof report reads" },
      { "aprof-samples", "; it is a samples file, which aprof prof reads" },
      { "aprof-what-if", "; it is a series, which aprof what-if reads" },
   };

   for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
      if (line_reader_is(l, kinds[i].start))
         return kinds[i].words;
   if (line_reader_begins(l, "# callgrind format"))
      return "; callgrind has written it, and callgrind_annotate reads it: aprof run "
             "writes a profile";
   if (line_reader_begins(l, "desc: "))
      return "; another tool of Valgrind has written it: aprof run writes a profile";
   return "";
}

void line_reader_split(line_reader *l)
{
   char *p = l->text;

   l->field_count = 0;
   for (;;) {
      l->fields = memory_grow(l->fields, l->field_count, &l->field_room,
                              sizeof *l->fields);
      l->fields[l->field_count++] = p;
      p = strchr(p, '\t');
      if (p == NULL)
         return;
      *p++ = '\0';
   }
}

/* The reader of samples files.

   It accepts what the writer writes and nothing else, so that damage is
   found.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* qsort_r */
#include "samples/read.h"
#include "base/escape.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/numbers.h"
#include "base/paths.h"
#include "profile/file_kind.h"
#include "profile/line_reader.h"
#include "samples/write.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <zlib.h>

/* No file is longer, so that a small compressed file does not fill the
   memory. */
#define MAX_FILE ((size_t)1 << 30)
#define PIECE ((size_t)1 << 20)

bool samples_is_file(const char *name)
{
   struct stat there;

   if (strcmp(name, "-") == 0 || stat(name, &there) != 0)
      return false;
   return S_ISDIR(there.st_mode) || file_kind_of(name) == FILE_SAMPLES;
}

/* Return the decompressed contents of a file, or NULL after one line on
   stderr. */
static char *contents(const char *name, size_t *length)
{
   const bool is_stdin = strcmp(name, "-") == 0;
   int fd = is_stdin ? dup(STDIN_FILENO) : open(name, O_RDONLY | O_CLOEXEC);
   gzFile f = fd >= 0 ? gzdopen(fd, "rb") : NULL;
   char *text = NULL;
   size_t room = 0;
   int n = 0, code;

   if (f == NULL) {
      message_error("%s: %s", *name ? name : "''", strerror(errno));
      if (fd >= 0)
         close(fd);
      return NULL;
   }
   *length = 0;
   do {
      if (room - *length < PIECE) {
         room = room ? 2 * room : 2 * PIECE;
         text = memory_resize(text, room, 1);
      }
      n = gzread(f, text + *length, PIECE);
      if (n > 0)
         *length += n;
   } while (n > 0 && *length <= MAX_FILE);
   gzerror(f, &code);
   if (n < 0 || (code != Z_OK && code != Z_STREAM_END) || *length > MAX_FILE) {
      message_error("%s: %s", name,
                    *length > MAX_FILE ? "the file is too long" :
                    code == Z_ERRNO ? strerror(errno) :
                    "the compressed file is damaged or cut off");
      free(text);
      text = NULL;
   }
   gzclose(f);
   return text;
}

/* --- fields --- */

typedef struct {
   line_reader l;
   samples *s;
} reader;

static bool get_number(reader *r, size_t field, uint64_t *n)
{
   prof_sum number;
   const char *wrong = numbers_read(r->l.fields[field], UINT64_MAX, &number);

   *n = 0;
   if (wrong)
      return line_reader_refuse(&r->l, "field %zu: %s", field + 1, wrong);
   *n = number;
   return true;
}

static bool get_index(reader *r, size_t field, size_t count, uint32_t *index)
{
   uint64_t n;

   *index = 0;
   if (!get_number(r, field, &n))
      return false;
   if (n >= count)
      return line_reader_refuse(&r->l, "field %zu: there is no number %" PRIu64,
                                field + 1, n);
   *index = n;
   return true;
}

/* Read hexadecimal digits without leading zeros. */
static bool get_hex(reader *r, size_t field, uint64_t *n)
{
   const char *p = r->l.fields[field];
   size_t length = strlen(p);

   *n = 0;
   for (size_t i = 0; i < length; i++) {
      int digit = escape_hex_digit(p[i]);

      if (digit < 0 || length > 16 || (i == 0 && digit == 0 && length > 1))
         length = 0;
      else
         *n = *n << 4 | digit;
   }
   return length > 0 ||
          line_reader_refuse(&r->l, "field %zu is no hexadecimal number",
                             field + 1);
}

static bool get_text(reader *r, size_t field)
{
   const char *wrong = escape_undo(r->l.fields[field]);

   return wrong == NULL ||
          line_reader_refuse(&r->l, "field %zu: %s", field + 1, wrong);
}

static bool has_fields_of(reader *r, size_t least, size_t most)
{
   line_reader_split(&r->l);
   return (r->l.field_count >= least && r->l.field_count <= most) ||
          line_reader_refuse(&r->l, "%zu fields instead of %zu",
                             r->l.field_count, least);
}

static bool has_fields(reader *r, size_t count)
{
   return has_fields_of(r, count, count);
}

/* --- records --- */

static bool read_head(reader *r)
{
   if (!line_reader_next(&r->l))
      return false;
   if (r->l.at_end) {
      message_error("%s: the file is empty", r->l.name);
      return false;
   }
   if (!line_reader_is(&r->l, SAMPLES_MAGIC))
      return line_reader_refuse(&r->l, "not a samples file of aprof%s",
                                line_reader_kind(&r->l));
   if (!has_fields(r, 2))
      return false;
   if (strcmp(r->l.fields[1], "1") != 0)
      return line_reader_refuse(&r->l, "version %s of samples files is not "
                                "known: a newer aprof can read it",
                                r->l.fields[1]);
   if (!line_reader_next(&r->l))
      return false;
   if (!line_reader_is(&r->l, "creator"))
      return line_reader_refuse(&r->l, "the record `creator` is missing");
   return has_fields(r, 2) && get_text(r, 1);
}

static bool read_run(reader *r)
{
   samples_run run = { 0 };
   char **f;

   if (!has_fields_of(r, 12, 13) || !get_number(r, 1, &run.start) ||
       !get_number(r, 2, &run.end) || !get_text(r, 3) || !get_text(r, 4) ||
       !get_text(r, 5) || !get_number(r, 6, &run.cpus) ||
       !get_number(r, 7, &run.period) || !get_number(r, 8, &run.cost) ||
       !get_number(r, 9, &run.seed) || !get_number(r, 10, &run.pid) ||
       !get_text(r, 11))
      return false;
   run.no_kernel = r->l.field_count > 12;
   if (run.no_kernel && strcmp(r->l.fields[12], SAMPLES_NO_KERNEL) != 0)
      return line_reader_refuse(&r->l, "field 13: it is neither left out nor %s",
                                SAMPLES_NO_KERNEL);
   f = r->l.fields;
   run.host = f[3];
   run.machine = f[4];
   run.kernel = f[5];
   run.command = f[11];
   samples_add_run(r->s, &run);
   return true;
}

static bool read_event(reader *r)
{
   samples *s = r->s;
   uint64_t index, dropped, overhead;
   int skid = -1;

   if (!has_fields(r, 7) || !get_number(r, 1, &index) || !get_text(r, 2) ||
       !get_text(r, 3) || !get_number(r, 5, &dropped) ||
       !get_number(r, 6, &overhead))
      return false;
   for (int i = 0; i < SKIDS; i++)
      if (strcmp(r->l.fields[4], samples_skid_names[i]) == 0)
         skid = i;
   if (skid < 0)
      return line_reader_refuse(&r->l, "'%s' is no skid", r->l.fields[4]);
   if (index != s->event_count ||
       samples_event_of(s, r->l.fields[2], r->l.fields[3], skid) != index)
      return line_reader_refuse(&r->l, "the events are not in their order");
   s->events[index].dropped = dropped;
   s->events[index].overhead = overhead;
   return true;
}

static bool read_image(reader *r)
{
   uint64_t index;

   if (!has_fields(r, 4) || !get_number(r, 1, &index) || !get_text(r, 2) ||
       !get_text(r, 3))
      return false;
   if (index != r->s->image_count ||
       samples_image_of(r->s, r->l.fields[2], r->l.fields[3]) != index)
      return line_reader_refuse(&r->l, "the images are not in their order");
   return true;
}

static bool read_symbol(reader *r)
{
   uint64_t offset, length;
   uint32_t image;

   if (!has_fields(r, 5) || !get_index(r, 1, r->s->image_count, &image) ||
       !get_hex(r, 2, &offset) || !get_hex(r, 3, &length) || !get_text(r, 4))
      return false;
   samples_add_symbol(r->s, image, offset, length, r->l.fields[4]);
   return true;
}

static bool read_cells(reader *r)
{
   uint32_t event, image;
   uint64_t lines, offset = 0;

   if (!has_fields(r, 4) || !get_index(r, 1, r->s->event_count, &event) ||
       !get_index(r, 2, r->s->image_count, &image) || !get_number(r, 3, &lines))
      return false;
   for (uint64_t i = 0; i < lines; i++) {
      uint64_t delta, count, weight;
      size_t before = r->s->cell_count;

      if (!line_reader_next(&r->l))
         return false;
      if (r->l.at_end)
         return line_reader_refuse(&r->l, "the file is cut off");
      if (!has_fields(r, 3) || !get_hex(r, 0, &delta) ||
          !get_number(r, 1, &count) || !get_number(r, 2, &weight))
         return false;
      if (count == 0 || __builtin_add_overflow(offset, delta, &offset))
         return line_reader_refuse(&r->l, "an impossible number of samples, "
                                   "or offset");
      if (!samples_add(r->s, event, image, offset, count, weight) ||
          r->s->cell_count == before)
         return line_reader_refuse(&r->l, "an offset that is there already");
   }
   return true;
}

static const struct {
   const char *name;
   bool (*read)(reader *r);
} records[] = {
   { "run", read_run }, { "event", read_event }, { "image", read_image },
   { "symbol", read_symbol }, { "cells", read_cells },
};
enum { RECORDS = sizeof records / sizeof *records };

/* Read all records; they stand in the order of the table above. */
static bool read_records(reader *r)
{
   int kind = 0;
   uint64_t lines;

   if (!read_head(r))
      return false;
   for (;;) {
      int i;

      if (!line_reader_next(&r->l))
         return false;
      if (r->l.at_end)
         return line_reader_refuse(&r->l, "the file is cut off");
      if (line_reader_is(&r->l, "end"))
         break;
      for (i = kind; i < RECORDS; i++)
         if (line_reader_is(&r->l, records[i].name))
            break;
      if (i == RECORDS)
         return line_reader_refuse(&r->l, "an unknown record, or one that is "
                                   "out of its order");
      kind = i;
      if (!records[i].read(r))
         return false;
   }
   if (!has_fields(r, 2) || !get_number(r, 1, &lines))
      return false;
   if (lines != r->l.number)
      return line_reader_refuse(&r->l, "lines are missing, or too many");
   if (!line_reader_next(&r->l))
      return false;
   return r->l.at_end || line_reader_refuse(&r->l, "text after the end");
}

samples *samples_read(const char *name)
{
   size_t length;
   char *text = contents(name, &length);
   reader r = { .s = NULL };

   if (text == NULL)
      return NULL;
   line_reader_open_text(&r.l, strcmp(name, "-") == 0 ? "stdin" : name, text,
                         length);
   free(text);
   r.s = samples_new();
   if (!read_records(&r)) {
      samples_free(r.s);
      r.s = NULL;
   }
   line_reader_close(&r.l);
   return r.s;
}

/* --- several files --- */

static int compare_names(const void *p, const void *q)
{
   return strcmp(*(char *const *)p, *(char *const *)q);
}

static void refuse_folder(const char *folder)
{
   char *profile = profile_in_folder(folder);

   message_error("%s: the folder has no files *.samples or *.samples.gz%s%s",
                 folder, profile ? ", but profiles, such as " : "",
                 profile ? profile : "");
   free(profile);
}

char **samples_files_of(const char *folder, size_t *count)
{
   DIR *d = opendir(folder);
   char **names = NULL;
   size_t room = 0;
   struct dirent *entry;

   *count = 0;
   if (d == NULL) {
      message_error("%s: %s", folder, strerror(errno));
      return NULL;
   }
   while ((entry = readdir(d)) != NULL) {
      const size_t length = strlen(entry->d_name);

      if (!paths_ends_with(entry->d_name, length, ".samples") &&
          !paths_ends_with(entry->d_name, length, ".samples.gz"))
         continue;
      names = memory_grow(names, *count, &room, sizeof *names);
      names[(*count)++] = memory_format("%s/%s", folder, entry->d_name);
   }
   closedir(d);
   if (names)
      qsort(names, *count, sizeof *names, compare_names);
   else
      refuse_folder(folder);
   return names;
}

static bool add_file(samples *sum, const char *name)
{
   samples *s = samples_read(name);
   bool good = s != NULL;

   if (s && !samples_merge(sum, s)) {
      message_error("%s: with the files before, a sum has more than 64 bits",
                    name);
      good = false;
   }
   samples_free(s);
   return good;
}

static bool add_folder(samples *sum, const char *folder)
{
   size_t count;
   char **names = samples_files_of(folder, &count);
   bool good = names != NULL;

   for (size_t i = 0; i < count; i++) {
      good = good && add_file(sum, names[i]);
      free(names[i]);
   }
   free(names);
   return good;
}

void samples_warn_of_repeated(samples *const *list, size_t count)
{
   const samples_run *run = samples_repeated(list, count);

   if (run == NULL)
      return;
   message_warning("the recording of %s is in more than one of the samples files and "
                   "counts more than once: name no file twice, and no merged one "
                   "beside its parts", *run->command ? run->command : "the machine");
}

samples *samples_read_many(char *const *names, size_t count)
{
   samples *sum = samples_new();
   bool good = true;
   struct stat there;

   for (size_t i = 0; good && i < count; i++)
      good = stat(names[i], &there) == 0 && S_ISDIR(there.st_mode)
             ? add_folder(sum, names[i]) : add_file(sum, names[i]);
   if (!good) {
      samples_free(sum);
      return NULL;
   }
   samples_warn_of_repeated(&sum, 1);
   return sum;
}

samples *samples_read_times(char *const *names, size_t count)
{
   samples *s = samples_read_many(names, count);

   return s ? samples_join_skids(s) : NULL;
}

/* Stores: folders of samples files.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include "samples/store.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/paths.h"
#include "samples/read.h"
#include "samples/write.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define NS_PER_S 1000000000ull
#define DAY (24 * 3600 * NS_PER_S)
/* 1970 began on a Thursday: weeks begin on Mondays. */
#define WEEK (7 * DAY)
#define MONDAY (4 * DAY)

typedef struct {
   char *name;
   char *host;
   samples_run *runs;                 /* by start; their strings are not kept */
   size_t run_count;
   uint64_t start, end;               /* of the first and the last run */
   uint64_t bytes;
   bool gone;
} store_file;

typedef struct {
   const char *folder;
   store_file *files;                 /* by start */
   size_t count;
} store;

static int compare_files(const void *p, const void *q)
{
   const store_file *a = p, *b = q;

   if (a->start != b->start)
      return a->start < b->start ? -1 : 1;
   /* The file with more runs first: the other may be a part of it. */
   if (a->run_count != b->run_count)
      return a->run_count > b->run_count ? -1 : 1;
   return strcmp(a->name, b->name);
}

static bool read_file(store_file *f)
{
   samples *s = samples_read(f->name);
   struct stat there;

   if (s == NULL)
      return false;
   if (s->run_count == 0) {
      message_error("%s: the file has no runs", f->name);
      samples_free(s);
      return false;
   }
   samples_sort(s);
   f->run_count = s->run_count;
   f->runs = memory_new(f->run_count, sizeof *f->runs);
   memcpy(f->runs, s->runs, f->run_count * sizeof *f->runs);
   f->host = memory_string(s->runs[0].host);
   f->start = s->runs[0].start;
   for (size_t i = 0; i < s->run_count; i++)
      if (s->runs[i].end > f->end)
         f->end = s->runs[i].end;
   if (stat(f->name, &there) == 0)
      f->bytes = there.st_size;
   samples_free(s);
   return true;
}

static void close_store(store *s)
{
   for (size_t i = 0; i < s->count; i++) {
      free(s->files[i].name);
      free(s->files[i].host);
      free(s->files[i].runs);
   }
   free(s->files);
}

static bool open_store(store *s, const char *folder)
{
   char **names;
   size_t count;
   bool good = true;

   *s = (store){ .folder = folder };
   names = samples_files_of(folder, &count);
   if (names == NULL)
      return false;
   s->files = memory_new(count, sizeof *s->files);
   for (size_t i = 0; i < count; i++)
      s->files[s->count++].name = names[i];
   free(names);
   for (size_t i = 0; good && i < count; i++)
      good = read_file(&s->files[i]);
   if (good)
      qsort(s->files, s->count, sizeof *s->files, compare_files);
   else
      close_store(s);
   return good;
}

static bool remove_file(store_file *f)
{
   if (unlink(f->name) != 0) {
      message_error("%s: cannot remove: %s", f->name, strerror(errno));
      return false;
   }
   f->gone = true;
   return true;
}

/* --- leftovers --- */

/* Remove what a recording that was killed has left of a file: it is older than
   any that is being written. */
static bool remove_unfinished(const char *folder, uint64_t now)
{
   DIR *d = opendir(folder);
   struct dirent *entry;
   bool good = true;

   while (good && d && (entry = readdir(d)) != NULL) {
      const size_t length = strlen(entry->d_name);
      struct stat there;

      if ((paths_ends_with(entry->d_name, length, ".samples.part") ||
           paths_ends_with(entry->d_name, length, ".samples.gz.part")) &&
          fstatat(dirfd(d), entry->d_name, &there, AT_SYMLINK_NOFOLLOW) == 0 &&
          S_ISREG(there.st_mode) &&
          there.st_mtime + DAY / NS_PER_S < now / NS_PER_S)
         good = unlinkat(dirfd(d), entry->d_name, 0) == 0;
   }
   if (!good)
      message_error("%s: cannot remove an unfinished file: %s", folder,
                    strerror(errno));
   if (d)
      closedir(d);
   return good;
}

static bool has_run(const store_file *f, const samples_run *run)
{
   for (size_t i = 0; i < f->run_count; i++) {
      const samples_run *r = &f->runs[i];

      if (r->start == run->start && r->end == run->end &&
          r->pid == run->pid && r->seed == run->seed)
         return true;
   }
   return false;
}

/* Return whether all runs of a file belong to another file, too, which is
   their sum, and was written before an interruption. */
static bool is_part(const store_file *f, const store_file *whole)
{
   if (strcmp(f->host, whole->host) != 0 || f->run_count >= whole->run_count ||
       f->start < whole->start || f->end > whole->end)
      return false;
   for (size_t i = 0; i < f->run_count; i++)
      if (!has_run(whole, &f->runs[i]))
         return false;
   return true;
}

static bool remove_leftovers(store *s, store_result *result)
{
   for (size_t i = 0; i < s->count; i++)
      for (size_t j = 0; j < s->count && !s->files[i].gone; j++) {
         if (s->files[j].gone || !is_part(&s->files[i], &s->files[j]))
            continue;
         if (!remove_file(&s->files[i]))
            return false;
         result->merged++;
      }
   return true;
}

/* --- days and weeks --- */

/* Return the group of a file, a number of days or weeks; UINT64_MAX: it stays
   alone. */
static uint64_t group_of(const store_file *f, const store_rules *rules)
{
   const uint64_t age = rules->now > f->start ? rules->now - f->start : 0;

   if (age > rules->weeks_after)
      return 2 * ((f->start + WEEK - MONDAY) / WEEK) + 1;
   if (age > rules->days_after)
      return 2 * (f->start / DAY);
   return UINT64_MAX;
}

static bool merge_group(store *s, size_t first, const store_rules *rules,
                        store_result *result)
{
   const uint64_t group = group_of(&s->files[first], rules);
   char **names = memory_new(s->count, sizeof *names);
   size_t count = 0;
   bool good = true;

   for (size_t i = first; i < s->count; i++)
      if (!s->files[i].gone && group_of(&s->files[i], rules) == group &&
          strcmp(s->files[i].host, s->files[first].host) == 0)
         names[count++] = s->files[i].name;
   if (count > 1) {
      char *name = memory_format("%s/%s.%s.%llu.samples.gz", s->folder,
                                 s->files[first].host,
                                 group % 2 ? "week" : "day",
                                 s->files[first].start / NS_PER_S);
      samples *sum = samples_read_many(names, count);

      good = sum && samples_write(name, sum);
      samples_free(sum);
      for (size_t i = first; good && i < s->count; i++) {
         store_file *f = &s->files[i];

         if (f->gone || group_of(f, rules) != group ||
             strcmp(f->host, s->files[first].host) != 0 ||
             strcmp(f->name, name) == 0)
            continue;
         good = remove_file(f);
         result->merged += good;
      }
      free(name);
   }
   free(names);
   return good;
}

static bool merge_groups(store *s, const store_rules *rules,
                         store_result *result)
{
   for (size_t i = 0; i < s->count; i++)
      if (!s->files[i].gone && group_of(&s->files[i], rules) != UINT64_MAX &&
          !merge_group(s, i, rules, result))
         return false;
   return true;
}

/* --- size --- */

static bool remove_oldest(store *s, const store_rules *rules,
                          store_result *result)
{
   for (size_t i = 0; i < s->count; i++)
      result->bytes += s->files[i].bytes;
   result->left = s->count;
   for (size_t i = 0; i < s->count && rules->size > 0 &&
        result->bytes > rules->size; i++) {
      if (!remove_file(&s->files[i]))
         return false;
      result->bytes -= s->files[i].bytes;
      result->removed++;
      result->left--;
   }
   return true;
}

static bool prune(const char *folder, const store_rules *rules,
                  store_result *result)
{
   store s;
   bool good;

   if (!remove_unfinished(folder, rules->now) || !open_store(&s, folder))
      return false;
   good = remove_leftovers(&s, result) && merge_groups(&s, rules, result);
   close_store(&s);
   /* The sums are files of their own. */
   if (!good || !open_store(&s, folder))
      return false;
   good = remove_oldest(&s, rules, result);
   close_store(&s);
   return good;
}

bool store_prune(const char *folder, const store_rules *rules,
                 store_result *result)
{
   /* Two at once would merge the same files. */
   int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
   bool good;

   *result = (store_result){ 0 };
   if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) != 0) {
      message_error("%s: %s", folder, fd >= 0 && errno == EWOULDBLOCK
                    ? "another aprof prune is at work here"
                    : strerror(errno));
      if (fd >= 0)
         close(fd);
      return false;
   }
   good = prune(folder, rules, result);
   close(fd);
   return good;
}

/* The processes that are older than a recording.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "recorder/processes.h"
#include "base/memory.h"
#include "recorder/file_id.h"

#include <ctype.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The identities that are known already: many processes map the same files. */
typedef struct {
   uint64_t device, inode;
   char id[FILE_ID_TEXT];
} known_file;

typedef struct {
   known_file *files;
   size_t count, room;
   hash_index index;
} known_files;

static bool is_file(const void *context, size_t thing, const void *key)
{
   const known_file *a = &((const known_files *)context)->files[thing];
   const known_file *b = key;

   return a->device == b->device && a->inode == b->inode;
}

/* Return the identity of a mapped file.  The kernel's link to it also finds a
   file that was deleted, or lies in another file system. */
static const char *identity(known_files *k, known_file key, pid_t pid,
                            uint64_t start, uint64_t end, const char *path)
{
   const uint64_t code = hash_number(hash_number(0, key.device), key.inode);
   size_t found = hash_find(&k->index, code, is_file, k, &key);
   char *link;

   if (found != HASH_NONE)
      return k->files[found].id;
   link = memory_format("/proc/%ld/map_files/%" PRIx64 "-%" PRIx64, (long)pid,
                        start, end);
   file_id_read(key.id, link);
   free(link);
   if (key.id[0] == '\0') {
      link = memory_format("/proc/%ld/root%s", (long)pid, path);
      file_id_read(key.id, link);
      free(link);
   }
   k->files = memory_grow(k->files, k->count, &k->room, sizeof *k->files);
   k->files[k->count] = key;
   hash_add(&k->index, code, k->count);
   return k->files[k->count++].id;
}

/* Read the mappings of a process from the files of one of its threads. */
static void read_mappings(collector *c, known_files *k, pid_t pid, pid_t tid)
{
   char *name = memory_format("/proc/%ld/maps", (long)tid);
   FILE *f = fopen(name, "re");
   char *line = NULL;
   size_t room = 0;

   free(name);
   while (f && getline(&line, &room, f) > 0) {
      uint64_t start, end, offset, inode;
      unsigned major, minor;
      char rights[5];
      int path = 0;
      const char *id = "";

      if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %x:%x %" SCNu64
                 " %n", &start, &end, rights, &offset, &major, &minor, &inode,
                 &path) < 7 || path == 0 || rights[2] != 'x')
         continue;
      line[strcspn(line, "\n")] = '\0';
      if (line[path] == '/')
         id = identity(k, (known_file){ (uint64_t)major << 32 | minor, inode,
                                        "" }, tid, start, end, line + path);
      collector_map(c, pid, start, end, offset, line + path, id);
   }
   free(line);
   if (f)
      fclose(f);
}

/* Count the threads, so that the end of the last thread is known. */
static void count_threads(collector *c, pid_t pid)
{
   char *name = memory_format("/proc/%ld/task", (long)pid);
   DIR *d = opendir(name);
   struct dirent *entry;

   while (d && (entry = readdir(d)) != NULL)
      if (isdigit((unsigned char)entry->d_name[0]))
         address_spaces_thread(&c->spaces, pid);
   if (d)
      closedir(d);
   free(name);
}

/* Return a thread of a process whose mappings can be read: the first one has
   none if it has ended before others.  Each thread has the files of a process in
   /proc. */
static pid_t readable_thread(pid_t pid)
{
   char *name = memory_format("/proc/%ld/task", (long)pid);
   DIR *d = opendir(name);
   struct dirent *entry;
   pid_t found = 0;

   free(name);
   while (d && found == 0 && (entry = readdir(d)) != NULL)
      if (isdigit((unsigned char)entry->d_name[0])) {
         const long tid = strtol(entry->d_name, NULL, 10);
         FILE *f;

         name = memory_format("/proc/%ld/maps", tid);
         f = fopen(name, "re");
         if (f && getc(f) != EOF)
            found = (pid_t)tid;
         if (f)
            fclose(f);
         free(name);
      }
   if (d)
      closedir(d);
   return found ? found : pid;
}

static void read_process(collector *c, known_files *k, pid_t pid)
{
   read_mappings(c, k, pid, readable_thread(pid));
   count_threads(c, pid);
}

static void forget(known_files *k)
{
   free(k->files);
   free(k->index.slots);
}

void processes_read(collector *c, pid_t pid)
{
   known_files k = { 0 };

   read_process(c, &k, pid);
   forget(&k);
}

bool processes_is_running(pid_t pid)
{
   char *name = memory_format("/proc/%ld/stat", (long)pid), line[128] = "";
   FILE *f = fopen(name, "re");
   const char *state;

   free(name);
   if (f == NULL)
      return false;
   if (fread(line, 1, sizeof line - 1, f) == 0)
      line[0] = '\0';
   fclose(f);
   /* `PID (NAME) STATE ...`; the name has 15 characters at most. */
   state = strrchr(line, ')');
   return state && state[1] == ' ' && strchr("ZX", state[2]) == NULL;
}

void processes_read_all(collector *c)
{
   DIR *d = opendir("/proc");
   struct dirent *entry;
   known_files k = { 0 };

   while (d && (entry = readdir(d)) != NULL)
      if (isdigit((unsigned char)entry->d_name[0]))
         read_process(c, &k, strtol(entry->d_name, NULL, 10));
   if (d)
      closedir(d);
   forget(&k);
}

/* The files of other roots: see roots.h.

   What is asked of /proc is gone with the process, and the recorder hears of a
   mapping up to a tenth of a second later.  So a root that was seen once stays
   open, and is tried for the files of processes that have ended: the identity
   says which file is the right one.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* O_PATH */
#include "recorder/roots.h"
#include "base/memory.h"
#include "debuginfo/symbols.h"

#include <asm/unistd.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#ifdef __NR_openat2
#  include <linux/openat2.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Files and roots that are kept open at most: a process may have 1024. */
#define MOST_ROOTS 64
#define MOST_FILES 256

/* --- roots --- */

/* Open a file below a root.  Its links are those of that root, too, where the
   kernel can follow them so (Linux 5.6). */
static int open_below(int root, const char *path)
{
   const char *relative = path + strspn(path, "/");
#ifdef __NR_openat2
   const struct open_how how = {
      .flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK, .resolve = RESOLVE_IN_ROOT,
   };
   int fd = syscall(__NR_openat2, root, relative, &how, sizeof how);

   if (fd >= 0 || (errno != ENOSYS && errno != EPERM))
      return fd;
#endif
   return openat(root, relative, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

/* Return what tells the mounts that a process sees; 0: not known. */
static uint64_t mounts_of(pid_t pid)
{
   char name[64];
   struct stat there;

   snprintf(name, sizeof name, "/proc/%ld/ns/mnt", (long)pid);
   return stat(name, &there) == 0 ? there.st_ino : 0;
}

static void set_path(roots_root *root, const char *link)
{
   char path[4096];
   const ssize_t length = readlink(link, path, sizeof path);

   root->path = length > 0 && (size_t)length < sizeof path
                ? memory_part(path, (size_t)length) : memory_string("/");
}

/* Return the root of a process, NULL if it is ours or not to be had. */
static const roots_root *root_of(roots *r, pid_t pid)
{
   char name[64];
   struct stat there, ours;
   roots_root root = { .mounts = mounts_of(pid) };

   snprintf(name, sizeof name, "/proc/%ld/root", (long)pid);
   if (stat(name, &there) != 0 || stat("/", &ours) != 0 ||
       (there.st_dev == ours.st_dev && there.st_ino == ours.st_ino &&
        root.mounts == mounts_of(getpid())))
      return NULL;
   root.device = there.st_dev;
   root.inode = there.st_ino;
   for (size_t i = 0; i < r->count; i++)
      if (r->roots[i].device == root.device &&
          r->roots[i].inode == root.inode && r->roots[i].mounts == root.mounts)
         return &r->roots[i];
   if (r->count == MOST_ROOTS)
      return NULL;
   root.fd = open(name, O_PATH | O_DIRECTORY | O_CLOEXEC);
   if (root.fd < 0)
      return NULL;
   set_path(&root, name);
   r->roots = memory_grow(r->roots, r->count, &r->room, sizeof *r->roots);
   r->roots[r->count] = root;
   return &r->roots[r->count++];
}

int roots_open(roots *r, pid_t pid, const char *path)
{
   const roots_root *root = root_of(r, pid);

   return root ? open_below(root->fd, path) : -1;
}

pid_t roots_own_number(pid_t pid)
{
   char name[64], *line = NULL;
   size_t room = 0;
   long number = pid;
   FILE *f;

   snprintf(name, sizeof name, "/proc/%ld/status", (long)pid);
   f = fopen(name, "re");
   while (f && getline(&line, &room, f) > 0)
      if (strncmp(line, "NSpid:", 6) == 0)
         number = strtol(strrchr(line, '\t') + 1, NULL, 10);
   free(line);
   if (f)
      fclose(f);
   return (pid_t)number;
}

/* --- files --- */

static bool is_file(const void *context, size_t thing, const void *key)
{
   const roots_file *a = &((const roots *)context)->files[thing];
   const roots_file *b = key;

   return strcmp(a->path, b->path) == 0 && strcmp(a->id, b->id) == 0;
}

static uint64_t file_code(const char *path, const char *id)
{
   return hash_string(hash_string(0, path), id);
}

static bool has_id(const char *path, const char *id)
{
   char found[FILE_ID_TEXT];

   file_id_read(found, path);
   return strcmp(found, id) == 0;
}

static bool is_open_file(int fd, const char *id)
{
   char name[64];

   snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
   return has_id(name, id);
}

/* Keep a file open, if it is the right one. */
static bool keep(roots *r, roots_file *file, int fd)
{
   if (fd >= 0 && r->kept < MOST_FILES && is_open_file(fd, file->id)) {
      file->fd = fd;
      r->kept++;
      return true;
   }
   if (fd >= 0)
      close(fd);
   return false;
}

/* Find a file in a root.  Return false if it is not there. */
static bool find_below(roots *r, roots_file *file, const roots_root *root)
{
   char *path = memory_format("%s%s", root->path, file->path);

   if (strcmp(root->path, "/") != 0 && has_id(path, file->id)) {
      free(file->recorded);
      file->recorded = path;
      return true;
   }
   free(path);
   return keep(r, file, open_below(root->fd, file->path));
}

/* Find a file by the kernel's link to what is mapped: it may be deleted. */
static bool find_mapped(roots *r, roots_file *file, pid_t pid, uint64_t start,
                        uint64_t end)
{
   char name[128];

   snprintf(name, sizeof name, "/proc/%ld/map_files/%" PRIx64 "-%" PRIx64,
            (long)pid, start, end);
   return has_id(name, file->id) &&
          keep(r, file, open(name, O_RDONLY | O_CLOEXEC));
}

static bool find(roots *r, roots_file *file, pid_t pid, uint64_t start,
                 uint64_t end)
{
   const roots_root *root;

   if (has_id(file->path, file->id))
      return true;
   root = root_of(r, pid);
   if ((root && find_below(r, file, root)) ||
       find_mapped(r, file, pid, start, end))
      return true;
   for (size_t i = 0; i < r->count; i++)
      if (find_below(r, file, &r->roots[i]))
         return true;
   return false;
}

void roots_file_id(char id[FILE_ID_TEXT], pid_t pid, const char *path)
{
   char *name = memory_format("/proc/%ld/root%s", (long)pid, path);

   file_id_read(id, name);
   free(name);
   if (id[0] == '\0')
      file_id_read(id, path);
}

const char *roots_locate(roots *r, pid_t pid, const char *path, const char *id,
                         uint64_t start, uint64_t end)
{
   const uint64_t code = file_code(path, id);
   roots_file key = { .path = (char *)path, .fd = -1 }, *file;
   size_t found;

   if (id[0] == '\0')
      return path;
   snprintf(key.id, sizeof key.id, "%s", id);
   found = hash_find(&r->index, code, is_file, r, &key);
   if (found == HASH_NONE) {
      key.path = memory_string(path);
      key.recorded = memory_string(path);
      r->files = memory_grow(r->files, r->file_count, &r->file_room,
                             sizeof *r->files);
      found = r->file_count++;
      r->files[found] = key;
      hash_add(&r->index, code, found);
   }
   file = &r->files[found];
   /* A process that has ended tells nothing; another one may. */
   if (!file->is_known)
      file->is_known = find(r, file, pid, start, end);
   return file->recorded;
}

char *roots_path(const roots *r, const samples_image *image)
{
   if (image->path[0] != '/' || image->id[0] == '\0')
      return NULL;
   for (size_t i = 0; i < r->file_count; i++) {
      const roots_file *file = &r->files[i];

      if (file->fd >= 0 && strcmp(file->id, image->id) == 0 &&
          strcmp(file->recorded, image->path) == 0)
         return memory_format("/proc/self/fd/%d", file->fd);
   }
   return has_id(image->path, image->id) ? memory_string(image->path) : NULL;
}

/* --- names --- */

/* Name the routine of a cell.  *last: that of the cell before. */
static void name_cell(symbols *names, samples *s, const samples_cell *cell,
                      symbols_routine *last)
{
   uint64_t address, offset;

   if (!symbols_address(names, cell->offset, &address) ||
       (last->start <= address && address < last->end))
      return;
   free(last->name);
   *last = (symbols_routine){ 0 };
   if (symbols_find(names, address, last) &&
       symbols_offset(names, last->start, &offset))
      samples_add_symbol(s, cell->image, offset, last->end - last->start,
                         last->name);
}

static void name_file(const roots_file *file, samples *s)
{
   const uint32_t image = samples_image_of(s, file->recorded, file->id);
   char name[64];
   symbols *names = NULL;
   symbols_routine last = { 0 };

   snprintf(name, sizeof name, "/proc/self/fd/%d", file->fd);
   for (size_t i = 0; i < s->cell_count; i++)
      if (s->cells[i].image == image) {
         if (names == NULL)
            names = symbols_open_as(name, file->recorded, file->id);
         name_cell(names, s, &s->cells[i], &last);
      }
   free(last.name);
   symbols_close(names);
}

void roots_name(const roots *r, samples *s)
{
   for (size_t i = 0; i < r->file_count; i++)
      if (r->files[i].fd >= 0)
         name_file(&r->files[i], s);
}

void roots_free(roots *r)
{
   for (size_t i = 0; i < r->count; i++) {
      close(r->roots[i].fd);
      free(r->roots[i].path);
   }
   for (size_t i = 0; i < r->file_count; i++) {
      if (r->files[i].fd >= 0)
         close(r->files[i].fd);
      free(r->files[i].path);
      free(r->files[i].recorded);
   }
   free(r->roots);
   free(r->files);
   free(r->index.slots);
   *r = (roots){ 0 };
}

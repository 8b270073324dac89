/* What a file is: see file_kind.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/file_kind.h"
#include "base/memory.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

const char *const file_kind_names[] = {
   [FILE_OTHER] = "file", [FILE_PROFILE] = "profile",
   [FILE_SAMPLES] = "samples file", [FILE_SERIES] = "series of aprof what-if",
};

/* Return what a file is, and set *compressed. */
static file_kind find_kind(const char *name, bool *compressed)
{
   static const char *const starts[] = {
      [FILE_PROFILE] = "aprof-profile\t", [FILE_SAMPLES] = "aprof-samples\t",
      [FILE_SERIES] = "aprof-what-if\t",
   };
   char found[sizeof "aprof-profile\t"] = "";
   struct stat there;
   gzFile f;

   *compressed = false;
   /* To open a pipe could block. */
   if (stat(name, &there) != 0 || !S_ISREG(there.st_mode))
      return FILE_OTHER;
   f = gzopen(name, "rbe");
   if (f == NULL)
      return FILE_OTHER;
   gzread(f, found, sizeof found - 1);
   *compressed = !gzdirect(f);
   gzclose(f);
   for (file_kind kind = FILE_PROFILE; kind <= FILE_SERIES; kind++)
      if (strcmp(found, starts[kind]) == 0)
         return kind;
   return FILE_OTHER;
}

file_kind file_kind_of(const char *name)
{
   bool compressed;

   return find_kind(name, &compressed);
}

bool profile_is_file(const char *name)
{
   bool compressed;

   return find_kind(name, &compressed) == FILE_PROFILE && !compressed;
}

char *profile_in_folder(const char *folder)
{
   DIR *d = opendir(folder);
   const struct dirent *entry;
   char *first = NULL;

   while (d && (entry = readdir(d)) != NULL) {
      char *name = memory_format("%s/%s", folder, entry->d_name);

      if ((first == NULL || strcmp(name, first) < 0) && profile_is_file(name)) {
         free(first);
         first = name;
      } else {
         free(name);
      }
   }
   if (d)
      closedir(d);
   return first;
}

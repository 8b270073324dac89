/* The lines of calls in libraries that are unloaded, perhaps with another one at
   the same address afterwards.

   engines: fast check
   plugin: call_places_first.c call_places_second.c
   args: @dir@

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <dlfcn.h>

static int a[100];

ROUTINE long leaf(const int *cells, long n)
{
   return cells[n] + cells[0];
}

static long load_and_use(const char *dir, const char *file, const char *name)
{
   char path[4096];
   void *library;
   long (*f)(const int *, long (*)(const int *, long));
   long s;

   snprintf(path, sizeof path, "%s/%s", dir, file);
   library = dlopen(path, RTLD_NOW);
   must(library != NULL, "dlopen");
   f = dlsym(library, name);
   must(f != NULL, "dlsym");
   s = f(a, leaf);
   must(dlclose(library) == 0, "dlclose");
   must(dlopen(path, RTLD_NOW | RTLD_NOLOAD) == NULL, "unloaded");
   return s;
}

int main(int argc, char **argv)
{
   const char *dir = argc > 1 ? argv[1] : ".";
   long s = 0;

   for (int i = 0; i < 2; i++) {
      s += load_and_use(dir, "libcall_places_first.so", "first");
      s += load_and_use(dir, "libcall_places_second.so", "second");
   }
   return s != 0;
}

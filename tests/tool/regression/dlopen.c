/* A library is loaded, used and unloaded; then another one, perhaps at the
   same address; then the first one again.  Routines keep their names, and the
   routines of the library that is loaded twice are the same.

   engines: fast check
   plugin: dlopen_first.c dlopen_second.c
   args: @dir@

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <dlfcn.h>

typedef long (*plugged)(const int *, int);

ROUTINE long use(plugged f, const int *a, int n)
{
   return f(a, n);
}

static long load_and_use(const char *dir, const char *file, const char *name,
                         const int *a, int n)
{
   char path[4096];
   void *library;
   plugged f;
   long s;

   snprintf(path, sizeof path, "%s/%s", dir, file);
   library = dlopen(path, RTLD_NOW);
   must(library != NULL, "dlopen");
   f = (plugged)dlsym(library, name);
   must(f != NULL, "dlsym");
   s = use(f, a, n);
   must(dlclose(library) == 0, "dlclose");
   must(dlopen(path, RTLD_NOW | RTLD_NOLOAD) == NULL, "unloaded");
   return s;
}

int main(int argc, char **argv)
{
   static int a[100];
   const char *dir = argc > 1 ? argv[1] : ".";

   for (int i = 0; i < 100; i++)
      a[i] = 1;
   must(load_and_use(dir, "libdlopen_first.so", "first", a, 10) == 10, "first");
   must(load_and_use(dir, "libdlopen_second.so", "second", a, 20) == 40,
        "second");
   must(load_and_use(dir, "libdlopen_first.so", "first", a, 30) == 30, "again");
   must(load_and_use(dir, "libdlopen_second.so", "second", a, 40) == 80,
        "second again");
   return 0;
}

/* One library is loaded into three namespaces: its routines are the same in all
   of them.

   engines: fast check
   plugin: dlopen_first.c
   args: @dir@

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include "regression.h"
#include <dlfcn.h>

typedef long (*plugged)(const int *, int);

int main(int argc, char **argv)
{
   static int a[30];
   char path[4096];
   long s = 0;

   require(argc == 2, "a folder");
   snprintf(path, sizeof path, "%s/libdlopen_first.so", argv[1]);
   for (int i = 1; i <= 3; i++) {
      void *library = dlmopen(LM_ID_NEWLM, path, RTLD_NOW);
      plugged f = library == NULL ? NULL : (plugged)dlsym(library, "first");
      require(f != NULL, "dlmopen");
      s += f(a, 10 * i);
   }
   return s != 0;
}

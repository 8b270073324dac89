/* For reloaded.test: plug-ins are loaded, used and unloaded one after the
   other under one name, as by a program that looks for newer versions of its
   plug-ins while it runs.  With `handles` the program handles faults from
   there on: then all code is translated anew.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <dlfcn.h>

static void load_and_use(const char *file)
{
   void *library;
   long (*uses)(const int *, int);
   static int a[100];

   must(link(file, "new.so") == 0 && rename("new.so", "plug.so") == 0,
        "another file");
   library = dlopen("./plug.so", RTLD_NOW);
   must(library != NULL, "dlopen");
   uses = (long (*)(const int *, int))dlsym(library, "uses");
   must(uses != NULL, "dlsym");
   uses(a, 100);
   must(dlclose(library) == 0, "dlclose");
}

static void on_fault(int unused)
{
   (void)unused;
   _exit(1);
}

int main(int argc, char **argv)
{
   for (int i = 1; i < argc; i++)
      if (strcmp(argv[i], "handles") == 0)
         signal(SIGSEGV, on_fault);
      else
         load_and_use(argv[i]);
   return 0;
}

/* Read a file whole, with a 0 behind it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>

static char *read_file(const char *name)
{
   FILE *f = fopen(name, "r");
   char *text;
   long size;

   if (f == NULL || fseek(f, 0, SEEK_END) != 0 || (size = ftell(f)) < 0)
      exit(2);
   rewind(f);
   text = (char *)malloc(size + 1);
   if (fread(text, 1, size, f) != (size_t)size)
      exit(2);
   text[size] = '\0';
   fclose(f);
   return text;
}

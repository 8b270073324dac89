/* A picture in a file.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plot/picture.h"
#include "base/message.h"
#include "cli/options.h"
#include "cli/outfile.h"
#include "plot/gnuplot.h"

#include <string.h>

/* Return the kind of picture that a name says, or NULL after one line on
   stderr. */
static const char *kind_of(const char *name)
{
   static const char *const kinds[] = { "svg", "png", "pdf", "txt", NULL };
   const char *dot = strrchr(name, '.');
   const int kind = dot ? options_choice(kinds, dot + 1) : -1;

   if (strcmp(name, "-") == 0)
      return "txt";
   if (kind < 0) {
      message_error("--chart=%s: a picture's name ends in .svg, .png, .pdf or "
                    ".txt", name);
      return NULL;
   }
   return kinds[kind];
}

bool picture_draw(const char *name, const char *heading, picture_write *write,
                  const void *context)
{
   const char *kind = kind_of(name);
   FILE *script = kind ? tmpfile() : NULL;
   outfile out;
   bool good;

   if (script == NULL) {
      if (kind)
         message_error("--chart=%s: cannot create a temporary file", name);
      return false;
   }
   fprintf(script, "kind = '%s'\n", kind);
   gnuplot_set(script, "heading", heading);
   good = write(script, context) && fflush(script) == 0 &&
          outfile_open_beside(&out, name, 0666);
   if (good) {
      good = gnuplot_draw(script, out.file, strcmp(kind, "txt") == 0);
      if (!good)
         outfile_discard(&out);
      else
         good = outfile_close(&out);
   }
   fclose(script);
   return good;
}

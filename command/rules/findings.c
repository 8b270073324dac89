/* What a rule has found: see findings.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "rules/findings.h"
#include "base/memory.h"

#include <stdlib.h>

findings findings_none(void)
{
   return (findings){ .text = memory_string("") };
}

void findings_free(findings *f)
{
   free(f->text);
}

void findings_add(findings *f, char *what)
{
   if (f->count++ < FINDINGS_NAMED) {
      char *longer = memory_format("%s%s%s", f->text, f->count > 1 ? "; " : "",
                                   what);

      free(f->text);
      f->text = longer;
   }
   free(what);
}

void findings_add_first(findings *f, char *what)
{
   char *longer = memory_format("%s%s%s", what, f->count++ > 0 ? "; " : "",
                                f->text);

   free(f->text);
   free(what);
   f->text = longer;
}

char *findings_describe(const findings *f)
{
   return memory_format("%zu routine%s: %s%s", f->count,
                        f->count == 1 ? "" : "s", f->text,
                        f->count > FINDINGS_NAMED ? "; ..." : "");
}

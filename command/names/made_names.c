/* The names that the tool makes for code without a symbol.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "names/made_names.h"
#include "base/numbers.h"
#include "base/paths.h"

#include <string.h>

bool made_names_is(const model_routine *r, const model_object *o)
{
   const char *file = paths_file_name(o->name);
   const size_t n = strlen(file);
   uint64_t offset;

   return strncmp(r->name, file, n) == 0 && r->name[n] == '+' &&
          numbers_read_offset(r->name + n + 1, &offset) == NULL;
}

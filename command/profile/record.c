/* Records and fields of a profile file: see profile/record.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/record.h"
#include "base/memory.h"
#include "base/escape.h"
#include "base/numbers.h"

#include <string.h>

bool record_refuse(line_reader *l, const char *expected)
{
   static const char *const kinds[] = {
      "aprof-profile", "creator", "cell-size", "cost", "threads", "contexts",
      "allocators", "allocator-cost", "allocator", "reallocator", "apart",
      "strings", "size-of",
      "run", "total", "obj", "fn", "prof", "rounded", "table", "same", "t",
      "edge", "context", "context-prof", "context-edge", "end",
   };
   bool known = line_reader_begins(l, "x-");

   if (l->at_end)
      return line_reader_refuse(l, "the file is cut off: a record '%s' is "
                                "missing", expected);
   for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
      known |= line_reader_is(l, kinds[i]);
   line_reader_split(l);
   if (!known)
      return line_reader_refuse(l, "unknown record '%.40s'", l->fields[0]);
   return strcmp(expected, "end") == 0
          ? line_reader_refuse(l, "record '%.40s' is out of place",
                               l->fields[0])
          : line_reader_refuse(l, "record '%.40s' where '%s' must stand",
                               l->fields[0], expected);
}

bool record_expect(line_reader *l, const char *kind, size_t fields)
{
   if (!line_reader_is(l, kind))
      return record_refuse(l, kind);
   line_reader_split(l);
   if (l->field_count - 1 != fields)
      return line_reader_refuse(l, "record '%s' has %zu fields instead of %zu",
                                kind, l->field_count - 1, fields);
   return true;
}

bool record_refuse_field(line_reader *l, size_t field, const char *reason)
{
   return line_reader_refuse(l, "field %zu, '%.60s', %s", field + 1,
                             l->fields[field], reason);
}

bool record_sum(line_reader *l, size_t field, prof_sum *sum)
{
   const char *wrong = numbers_read(l->fields[field], NUMBERS_MAX, sum);

   return wrong == NULL || record_refuse_field(l, field, wrong);
}

bool record_number(line_reader *l, size_t field, uint64_t *number)
{
   prof_sum n;
   const char *wrong = numbers_read(l->fields[field], UINT64_MAX, &n);

   if (wrong)
      return record_refuse_field(l, field, wrong);
   *number = n;
   return true;
}

bool record_sizes(line_reader *l, size_t field,
                  prof_sum *const sizes[RECORDS_SIZE_COUNT])
{
   for (int i = 0; i < RECORDS_SIZE_COUNT; i++)
      if (!record_sum(l, field + i, sizes[i]))
         return false;
   return true;
}

bool record_index(line_reader *l, size_t field, size_t count, size_t *index)
{
   uint64_t number = 0;

   if (!record_number(l, field, &number))
      return false;
   if (number < 1 || number > count)
      return record_refuse_field(l, field, "is the number of nothing above");
   *index = number - 1;
   return true;
}

bool record_offset(line_reader *l, size_t field, uint64_t *offset)
{
   const char *wrong = numbers_read_offset(l->fields[field], offset);

   return wrong == NULL || record_refuse_field(l, field, wrong);
}

bool record_string(line_reader *l, size_t field, char **string)
{
   const char *wrong;

   *string = memory_string(l->fields[field]);
   wrong = escape_undo(*string);
   return wrong == NULL || record_refuse_field(l, field, wrong);
}

bool record_metric(line_reader *l, size_t field, prof_metric *metric)
{
   return model_metric(l->fields[field], metric) ||
          record_refuse_field(l, field, "is not a metric");
}

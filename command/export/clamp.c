/* Numbers that are too large for another program's format.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/message.h"
#include "export/export.h"

uint64_t export_number(prof_sum number, uint64_t max, bool *cut)
{
   if (number <= max)
      return (uint64_t)number;
   *cut = true;
   return max;
}

void export_warn_of_cut(const char *format, bool cut)
{
   if (cut)
      message_warning("%s has no numbers so large: the greatest that it has is "
                      "written for some", format);
}

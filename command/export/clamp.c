/* Numbers that are too large for another program's format.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/clamp.h"
#include "base/message.h"

uint64_t export_clamp(prof_sum number, uint64_t max, bool *cut)
{
   if (number <= max)
      return (uint64_t)number;
   *cut = true;
   return max;
}

void export_clamp_warn(const char *format, bool cut)
{
   if (cut)
      message_warning("%s has no room for some numbers: its largest number is "
                      "written instead", format);
}

/* Values of options: see base/value.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/value.h"
#include "pub_tool_options.h"

void value_refuse(const HChar *arg, const HChar *allowed)
{
   VG_(fmsg_bad_option)(arg, "Allowed: %s\n", allowed);
}

Bool value_is_number(const HChar *s, ULong max, ULong *number)
{
   HChar *end;

   if (!VG_(isdigit)(s[0]) || VG_(strlen)(s) > 18)
      return False;
   *number = VG_(strtoull10)(s, &end);
   return *end == '\0' && *number <= max;
}

UInt value_number(const HChar *arg, const HChar *value, UInt min, UInt max,
                  const HChar *allowed)
{
   ULong n = 0;

   if (!value_is_number(value, max, &n) || n < min)
      value_refuse(arg, allowed);
   return n;
}

Bool value_is_second(const HChar *arg, const HChar *value,
                     const HChar *first, const HChar *second)
{
   if (VG_STREQ(value, second))
      return True;
   if (!VG_STREQ(value, first))
      VG_(fmsg_bad_option)(arg, "Allowed: %s or %s\n", first, second);
   return False;
}

Bool value_yes(const HChar *arg, const HChar *value)
{
   return !value_is_second(arg, value, "yes", "no");
}

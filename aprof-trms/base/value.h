/* The values of the tool's options.  `arg` is the whole option: a value that is
   not allowed ends the run with a message about it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef BASE_VALUE_H
#define BASE_VALUE_H

#include "base/base.h"

/* End the run; `allowed` says which values are allowed. */
void value_refuse(const HChar *arg, const HChar *allowed);

/* Return whether `s` is a decimal number from 0 to `max`, which is then in
   *number. */
Bool value_is_number(const HChar *s, ULong max, ULong *number);

/* Return the number, from `min` to `max`; `allowed` says so. */
UInt value_number(const HChar *arg, const HChar *value, UInt min, UInt max,
                  const HChar *allowed);

/* Return whether `value` is the second of two words, not the first. */
Bool value_is_second(const HChar *arg, const HChar *value,
                     const HChar *first, const HChar *second);

/* Return whether `value` is `yes`, not `no`. */
Bool value_yes(const HChar *arg, const HChar *value);

#endif

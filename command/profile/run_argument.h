/* Numbers among the arguments of a run, of which one may be the size of its input.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_RUN_ARGUMENT_H
#define APROF_PROFILE_RUN_ARGUMENT_H

#include <string.h>

/* Return where the number of NUMBER or --NAME=NUMBER begins; NULL: an argument is
   none of these. */
static inline const char *run_argument_number(const char *argument)
{
   const char *equals = strrchr(argument, '=');
   const char *number = equals && *argument == '-' ? equals + 1 : argument;

   return *number && strspn(number, "0123456789") == strlen(number) ? number
                                                                    : NULL;
}

#endif

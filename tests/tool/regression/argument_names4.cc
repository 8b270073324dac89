/* See argument_names.cc.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include "argument_names.h"

ROUTINE long in_version_4(char c, unsigned long n)
{
   return c + (long)n;
}

/* The same in a program whose code has addresses as constants.

   engines: fast check
   flags: -rdynamic -foptimize-sibling-calls -fno-pie -no-pie
   strip: yes
   args: -X perf
   varies: yes
   expectations: python_stripped

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "python_stripped.h"

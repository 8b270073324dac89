/* The same in code of a shared library, which has the address of an exported routine
   in a table.

   engines: fast check
   flags: -rdynamic -foptimize-sibling-calls -fPIC -Wl,--no-relax
   strip: yes
   args: -X perf
   varies: yes
   expectations: python_stripped

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "python_stripped.h"

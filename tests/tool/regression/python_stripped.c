/* A Python without symbols, which names the routines of its script: what leads from
   one to the next has no rows, as in a Python with symbols (script_calls.h).

   engines: fast check
   flags: -rdynamic -foptimize-sibling-calls
   strip: yes
   args: -X perf
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "python_stripped.h"

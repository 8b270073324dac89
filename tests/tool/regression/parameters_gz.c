/* The same where the debug information is compressed: it is not inflated to learn
   how many registers the parameters of each routine take.

   flags: -Wno-cast-function-type -gz
   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "parameters.c"

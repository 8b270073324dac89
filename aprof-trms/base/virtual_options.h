/* The options of virtual time and of --what-if.  Their values are in
   tool_options (base/options.h).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef BASE_VIRTUAL_OPTIONS_H
#define BASE_VIRTUAL_OPTIONS_H

#include "base/base.h"

/* Process one option, and return False if it is no option of virtual time. */
Bool virtual_options_process(const HChar *arg);
/* Print their part of --help. */
void virtual_options_print_usage(void);

#endif

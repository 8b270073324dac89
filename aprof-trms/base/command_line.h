/* The command line of the tool: each option is parsed and checked here, and its
   value is in tool_options (base/options.h) afterwards.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef BASE_COMMAND_LINE_H
#define BASE_COMMAND_LINE_H

#include "base/base.h"

/* For VG_(needs_command_line_options): process one option, and return False if
   it is not the tool's; print the two parts of --help. */
Bool command_line_process(const HChar *arg);
void command_line_print_usage(void);
void command_line_print_debug_usage(void);

#endif

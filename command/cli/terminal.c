/* What the tables for people have in common.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cli/terminal.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

size_t table_width(void)
{
   struct winsize window;

   if (isatty(STDOUT_FILENO) &&
       ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 80)
      return window.ws_col;
   return 80;
}

const char *table_percent(char buffer[TABLE_PERCENT], const cell *percent)
{
   double value;

   if (percent->kind == CELL_EMPTY)
      return "";
   value = (double)percent->number / (double)percent->divisor;
   /* A malformed file may tell of more than all. */
   snprintf(buffer, TABLE_PERCENT, value < 99999 ? "%.1f" : "%.0e", value);
   return buffer;
}

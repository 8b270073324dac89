/* Texts.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_BASE_TEXT_H
#define APROF_BASE_TEXT_H

#include <stdbool.h>
#include <string.h>

static inline bool text_begins(const char *text, const char *start)
{
   return strncmp(text, start, strlen(start)) == 0;
}

#endif

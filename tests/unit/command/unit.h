/* The headers that cmocka needs before its own.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_UNIT_COMMAND_UNIT_H
#define APROF_UNIT_COMMAND_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof (array) / sizeof *(array))

/* Assert that a string, which is freed, equals another one. */
#define assert_freed_equal(string, expected) do { \
      char *got = (string); \
      assert_string_equal(got, expected); \
      free(got); \
   } while (0)

#endif

/* Names of cmocka 2, whose older ones are deprecated, for older versions.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_UNIT_CMOCKA_NAMES_H
#define APROF_UNIT_CMOCKA_NAMES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#ifndef assert_uint_in_range
#  define assert_uint_in_range assert_in_range
#endif

#endif

/* Names that are near to a mistyped pattern.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_NEAR_NAMES_H
#define SYMBOLS_NEAR_NAMES_H

#include "base/base.h"

/* Return the names of up to three routines that have run and whose name is near
   to a pattern, separated by commas; the text is empty if there is none, and is
   the caller's. */
HChar *near_names_of(const HChar *glob);

#endif

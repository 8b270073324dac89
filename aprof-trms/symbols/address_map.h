/* Maps from code addresses to what is known about them (WordFM).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_ADDRESS_MAP_H
#define SYMBOLS_ADDRESS_MAP_H

#include "base/base.h"
#include "pub_tool_wordfm.h"

/* Remove all entries whose key is in [start, start + length), and call `gone`
   with the value of each (NULL: with none).  The map may be NULL: empty. */
void address_map_remove(WordFM *map, Addr start, SizeT length,
                        void (*gone)(UWord value));

#endif

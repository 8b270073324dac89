/* Maps from code addresses to what is known about them (WordFM), and lists of
   what begins at code addresses.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_ADDRESS_MAP_H
#define SYMBOLS_ADDRESS_MAP_H

#include "base/base.h"
#include "pub_tool_wordfm.h"
#include "pub_tool_xarray.h"

/* Remove all entries whose key is in [start, start + length), and call `gone`
   with the value of each (NULL: with none).  The map may be NULL: empty. */
void address_map_remove(WordFM *map, Addr start, SizeT length,
                        void (*gone)(UWord value));

/* The elements of the list begin with an address, or another word, and ascend
   by it.  Return the index of the first one whose word is not less than `a`;
   there may be none. */
Word address_list_find(const XArray *list, Addr a);

/* Bring the elements of a list into that order. */
void address_list_sort(XArray *list);

/* Do so, and return the list; delete an empty one, and return NULL. */
XArray *address_list_finish(XArray *list);

#endif

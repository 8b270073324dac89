/* Maps from code addresses: see symbols/address_map.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/address_map.h"

void address_map_remove(WordFM *map, Addr start, SizeT length,
                        void (*gone)(UWord value))
{
   UWord key, value;

   if (map == NULL)
      return;
   XArray *keys = VG_(newXA)(VG_(malloc), "aprof.address_map", VG_(free),
                             sizeof(UWord));
   VG_(initIterAtFM)(map, start);
   while (VG_(nextIterFM)(map, &key, &value) && key - start < length)
      VG_(addToXA)(keys, &key);
   VG_(doneIterFM)(map);
   for (Word i = 0; i < VG_(sizeXA)(keys); i++) {
      VG_(delFromFM)(map, NULL, &value, *(UWord *)VG_(indexXA)(keys, i));
      if (gone != NULL)
         gone(value);
   }
   VG_(deleteXA)(keys);
}

/* The elements lie one behind the other, so that two of them tell where all
   are. */
Word address_list_find(const XArray *list, Addr a)
{
   Word low = 0, high = VG_(sizeXA)(list);
   const UChar *first = high == 0 ? NULL : VG_(indexXA)(list, 0);
   SizeT size = high < 2 ? 0
                : (const UChar *)VG_(indexXA)(list, 1) - first;

   while (low < high) {
      Word middle = low + (high - low) / 2;
      if (*(const Addr *)(first + middle * size) < a)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

static Int compare_words(const void *a, const void *b)
{
   const Addr p = *(const Addr *)a, q = *(const Addr *)b;

   return p < q ? -1 : p > q;
}

void address_list_sort(XArray *list)
{
   VG_(setCmpFnXA)(list, compare_words);
   VG_(sortXA)(list);
}

XArray *address_list_finish(XArray *list)
{
   if (VG_(sizeXA)(list) == 0) {
      VG_(deleteXA)(list);
      return NULL;
   }
   address_list_sort(list);
   return list;
}

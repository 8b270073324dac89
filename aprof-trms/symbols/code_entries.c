/* Which routine begins at an address: see symbols/code_entries.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/code_entries.h"
#include "symbols/address_map.h"

static WordFM *by_address;      /* entry address -> Routine; NULL: empty */

void code_entries_add(Addr entry, Routine *r)
{
   if (by_address == NULL)
      by_address = VG_(newFM)(VG_(malloc), "aprof.code_entries", VG_(free),
                              NULL);
   VG_(addToFM)(by_address, entry, (UWord)r);
}

Routine *code_entries_find(Addr entry)
{
   UWord found;

   return by_address != NULL && VG_(lookupFM)(by_address, NULL, &found, entry)
          ? (Routine *)found : NULL;
}

Addr code_entries_next(Addr code)
{
   UWord entry = 0, routine;

   if (by_address == NULL)
      return 0;
   VG_(initIterAtFM)(by_address, code + 1);
   if (!VG_(nextIterFM)(by_address, &entry, &routine))
      entry = 0;
   VG_(doneIterFM)(by_address);
   return entry;
}

void code_entries_discard(Addr start, SizeT length)
{
   address_map_remove(by_address, start, length, NULL);
}

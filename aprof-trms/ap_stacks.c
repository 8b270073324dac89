/* Where suspended threads of control have their stacks: a tree by their stack
   pointers.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "ap_stacks.h"
#include "pub_tool_wordfm.h"

static WordFM *by_sp;     /* saved_sp -> ApControl */

void ap_stacks_add(ApControl *c)
{
   UWord other;

   if (by_sp == NULL)
      by_sp = VG_(newFM)(VG_(malloc), "aprof.stacks", VG_(free), NULL);
   /* Two at one place can't both go on: it is the latest that does. */
   if (VG_(lookupFM)(by_sp, NULL, &other, c->saved_sp))
      ((ApControl *)other)->suspended = False;
   VG_(addToFM)(by_sp, c->saved_sp, (UWord)c);
   c->suspended = True;
}

void ap_stacks_remove(ApControl *c)
{
   if (c->suspended && c->kind != NATIVE)
      VG_(delFromFM)(by_sp, NULL, NULL, c->saved_sp);
   c->suspended = False;
}

ApControl *ap_stacks_below(Addr sp)
{
   UWord found;

   if (by_sp == NULL)
      return NULL;
   if (VG_(lookupFM)(by_sp, NULL, &found, sp))
      return (ApControl *)found;
   if (!VG_(findBoundsFM)(by_sp, NULL, &found, NULL, NULL, 0, 0, ~(UWord)0, 0,
                          sp))
      return NULL;
   return (ApControl *)found;
}

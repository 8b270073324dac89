/* What the target of a call is.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/call_targets.h"
#include "arch/plt.h"
#include "callgraph/call_sites.h"

CallTarget call_targets_cache[CALL_TARGETS_CACHED];

/* Open addressing with linear probing, at most half of the places in use: a
   target is found at or next to the first place that is looked at. */
static CallTarget *known;
static UInt n_known, n_places;      /* n_places is a power of two, or 0 */

void ap_calls_discard(void)
{
   ap_sites_discard();
   if (n_known == 0)       /* translations are discarded by the thousand */
      return;
   VG_(memset)(call_targets_cache, 0, sizeof call_targets_cache);
   VG_(free)(known);
   known = NULL;
   n_known = n_places = 0;
}

/* Where the target is, or would be.  Routines that lie side by side are often
   called in turn: those of 64 bytes share a cache line. */
static CallTarget *place_of(Addr target)
{
   UInt i = (UInt)(((target >> 6) * 0x9E3779B97F4A7C15ull) >> 32) << 2
            | (target >> 4 & 3);

   for (;; i++) {
      CallTarget *t = &known[i & (n_places - 1)];
      if (t->target == target || t->target == 0)
         return t;
   }
}

static void grow(void)
{
   UInt old_n = n_places, n = old_n == 0 ? 256 : 2 * old_n;
   CallTarget *old = known;

   known = VG_(calloc)("aprof.call_targets", n, sizeof *known);
   n_places = n;
   for (UInt i = 0; i < old_n; i++)
      if (old[i].target != 0)
         *place_of(old[i].target) = old[i];
   VG_(free)(old);
}

static ApRoutine *routine_of(Addr target)
{
   Addr start;

   return !ap_has_symbol(target, &start)
          && ap_arch_plt_part(target) != PLT_NONE
          ? NULL : ap_routine_at(target);
}

ApRoutine *call_targets_find(Addr target)
{
   if (2 * n_known >= n_places)
      grow();
   CallTarget *t = place_of(target);
   if (t->target != target) {
      t->routine = routine_of(target);
      t->target = target;
      n_known++;
   }
   *call_targets_place(target) = *t;
   return t->routine;
}

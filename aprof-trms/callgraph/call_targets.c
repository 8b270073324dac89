/* What the target of a call is.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/call_targets.h"
#include "arch/plt.h"
#include "callgraph/call_sites.h"

CallTarget call_targets_cache[CALL_TARGETS_CACHED];

/* All targets.  Routines that lie side by side are often called in turn: those
   of 64 bytes share a cache line. */
#define HASH_TABLE             targets
#define HASH_TABLE_ELEMENT     CallTarget
#define HASH_TABLE_KEY         Addr
#define HASH_TABLE_IS_EMPTY(e) ((e).target == 0)
#define HASH_TABLE_KEY_OF(e)   ((e).target)
#define HASH_TABLE_EQUAL(e, k) ((e).target == (k))
#define HASH_TABLE_HOME(k, b) \
   (hash_table_home((k) >> 6, (b) - 2) << 2 | ((k) >> 4 & 3))
#define HASH_TABLE_CENTRE      "aprof.call_targets"
#define HASH_TABLE_FIRST_BITS  8
#include "engine/shadow/hash_table.h"
#include "symbols/code_symbols.h"
#include "symbols/generated_code.h"

static targets known;

void call_targets_discard(void)
{
   call_sites_discard();
   if (known.count == 0)   /* translations are discarded by the thousand */
      return;
   VG_(memset)(call_targets_cache, 0, sizeof call_targets_cache);
   targets_free(&known);
}

/* The routine of generated code is known when its code is translated: until
   then the program may put other code there.  So a call of it is treated like
   that of a stub. */
static Routine *routine_of(Addr target)
{
   Addr start;

   generated_code_refresh(target);
   if (generated_code_covers(target))
      return NULL;
   return !code_symbol_covers(target, &start)
          && plt_part(target) != PLT_NONE
          ? NULL : routines_at(target);
}

Routine *call_targets_find(Addr target)
{
   CallTarget *t = targets_find(&known, target);

   if (t == NULL) {
      Routine *r = routine_of(target);
      t = targets_add(&known, target);
      *t = (CallTarget){ target, r };
   }
   *call_targets_place(target) = *t;
   return t->routine;
}

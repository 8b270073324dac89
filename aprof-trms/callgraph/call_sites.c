/* Calls whose target is not written in the instruction: where each has led to
   last.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/call_sites.h"
#include "base/options.h"
#include "engine/profile/pool.h"
#include "pub_tool_hashtable.h"

typedef struct {
   VgHashNode node;    /* by the instruction's address */
   CallSite *site;
} Node;

static VgHashTable *sites;
/* What calls touch lies close together, in the order of translation. */
static pool pieces = { .size = sizeof(CallSite) };
static Bool stale;

CallSite *call_sites_at(Addr insn)
{
   if (sites == NULL)
      sites = VG_(HT_construct)("aprof.sites");
   Node *n = VG_(HT_lookup)(sites, insn);
   if (n == NULL) {
      n = VG_(malloc)("aprof.sites.node", sizeof *n);
      n->node.key = insn;
      n->site = pool_take(&pieces);
      VG_(HT_add_node)(sites, n);
   }
   return n->site;
}

void call_sites_update(CallSite *site, Addr target, const Routine *callee)
{
   const Frame *f = control_current->top;

   /* With --contexts the edge depends on more than caller and callee. */
   if (tool_options.contexts > 0 || control_depth(control_current) == 0
       || f->edge == NULL || f->edge->callee != callee)
      return;
   site->edge = f->edge;
   site->target = target;
}

void call_sites_discard(void)
{
   stale = True;
}

void call_sites_start(void)
{
   if (LIKELY(!stale))
      return;
   stale = False;
   if (sites == NULL)
      return;
   VG_(HT_ResetIter)(sites);
   for (Node *n; (n = VG_(HT_Next)(sites)) != NULL; )
      n->site->edge = NULL;
}

/* Inline caches of calls whose target is not in the instruction.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/call_sites.h"
#include "base/options.h"
#include "callgraph/call_places.h"
#include "engine/profile/pool.h"
#include "pub_tool_hashtable.h"

typedef struct {
   VgHashNode node;    /* key: the instruction's address */
   CallSite *site;
} Node;

static VgHashTable *sites;
/* Each call accesses its site: the sites lie close together, in the order of
   translation. */
static pool site_pool = { .size = sizeof(CallSite) };
static Bool stale;      /* call_sites_discard was called */

/* The sites and callees that were noted lately: a site without a usual callee
   comes here at each call. */
enum { NOTED = 1024 };
typedef struct {
   const CallSite *site;
   const Routine *callee;
} Noted;
static Noted noted[NOTED];

CallSite *call_sites_at(Addr insn)
{
   if (sites == NULL)
      sites = VG_(HT_construct)("aprof.sites");
   Node *n = VG_(HT_lookup)(sites, insn);
   if (n == NULL) {
      n = VG_(malloc)("aprof.sites.node", sizeof *n);
      n->node.key = insn;
      n->site = pool_take(&site_pool);
      VG_(HT_add_node)(sites, n);
   }
   return n->site;
}

void call_sites_update(CallSite *site, Addr target, const Routine *callee)
{
   const Frame *f = control_current->top;

   /* With --contexts the edge also depends on the caller's context. */
   if (tool_options.contexts > 0 || control_depth(control_current) == 0
       || f->edge == NULL || f->edge->callee != callee)
      return;
   site->edge = f->edge;
   site->target = target;
}

void call_sites_note(const CallSite *site, Routine *callee, Addr behind)
{
   Noted *n = &noted[((UWord)site / sizeof *site ^ callee->id) % NOTED];

   if (LIKELY(n->site == site && n->callee == callee))
      return;
   *n = (Noted){ site, callee };
   call_places_called(behind, callee);
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
   VG_(memset)(noted, 0, sizeof noted);
}

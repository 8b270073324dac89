/* Inlined calls: see symbols/inlined.h.

   The calls of a host, a tree (inlined_tree.h), are selected, and the tree is
   reduced to the selected calls.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/inlined.h"
#include "arch/insn.h"
#include "base/filters.h"
#include "base/options.h"
#include "elf/source_names.h"
#include "symbols/address_map.h"
#include "symbols/code_symbols.h"
#include "symbols/inline_levels.h"
#include "symbols/inlined_selection.h"
#include "symbols/inlined_tree.h"
#include "symbols/merged_ends.h"
#include "symbols/routines.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_wordfm.h"
#include "pub_tool_xarray.h"

/* The code from an address up to the start of the next stretch. */
typedef struct {
   Addr start;
   const InlinedCall *call;     /* the innermost selected call */
} Stretch;

/* A call, or a jump that may be one, in code of a call that is not selected. */
typedef struct {
   Addr behind;                 /* the instruction */
   UInt line;                   /* of the outermost call around it that is in no
                                   other selected call; 0: not known */
} OuterCall;

/* Where a call is entered, which is in no loop of the call. */
typedef struct {
   Addr insn;
   const InlinedCall *call;
} Entry;

struct _InlinedCode {
   Routine *host;
   CodeFlow flow;               /* of the host's code */
   XArray *stretches;           /* of Stretch, ascending; NULL: no inlined call
                                   is selected, and `flow` is not set */
   XArray *ends;                /* of MergedEnd, or NULL */
   XArray *entries;             /* of Entry, ascending, or NULL */
   XArray *outer;               /* of OuterCall, ascending, or NULL */
};

static WordFM *codes;           /* start -> InlinedCode * */

static UInt hosts_read;

/* Is it a part of its parent or of the host?  A compiler may split a routine
   into the head and the rest, a routine of its own with the same name.  If it
   inlines the rest as well, into the head, then it says that the head calls the
   rest in the line where the routine's text begins, above the rest's code. */
static Bool is_part(const Routine *host, const InlinedNode *n)
{
   if (n->parent == NULL)
      return n->callee->routine == host->home && n->line <= host->line
             && n->line < n->shape.lines.first;
   return n->parent->callee == n->callee
          && n->line < n->callee->shape.lines.first;
}

/* What a growth calls are no activations (callgraph/zones.h). */
static Bool is_in_growth(const InlinedNode *n)
{
   return n != NULL && n->call != NULL && n->call->routine->memory != NULL;
}

/* Is it selected?  The code of a host may be read again, if its translations
   were discarded: calls that were not selected at first stay so, whatever the
   code of other hosts has shown. */
static Bool is_selected_call(const Routine *host, const InlinedNode *n)
{
   return n->callee->selected_at > 0
          && n->callee->selected_at <= host->read_at && !is_part(host, n)
          && !is_in_growth(n->parent);
}

/* Return the selected call that the node is, whose parent is n->call.  If the
   code of the host is read again, then it has the same calls in the same
   order, and activations of them may be pending.  *shown: the number of calls
   that it has shown so far. */
static const InlinedCall *next_call(Routine *host, const InlinedNode *n,
                                    UInt *shown)
{
   const InlinedCall *parent = n->call;
   Routine *home = n->callee->routine;
   InlinedCall *call = *shown < host->n_calls ? host->calls[*shown]
                       : NULL;

   (*shown)++;
   if (call != NULL && call->parent == parent && call->line == n->line
       && call->column == n->column && call->routine->home == home)
      return call;
   call = VG_(calloc)("aprof.inlined.call", 1, sizeof *call);
   *call = (InlinedCall){
      .parent = parent, .host = host, .line = n->line, .column = n->column,
      .level = n->depth,
      .depth = parent == NULL ? 1 : parent->depth + 1,
      .routine = routines_new_inlined(home, call)
   };
   if (*shown > host->n_calls) {
      host->n_calls = *shown;
      host->calls = VG_(realloc)("aprof.inlined.calls", host->calls,
                                 host->n_calls * sizeof *host->calls);
   }
   host->calls[*shown - 1] = call;
   return call;
}

/* Return the innermost selected call that a node lies in or is; make it, and
   those that it lies in, if they do not exist. */
static const InlinedCall *reduced(Routine *host, InlinedNode *n, UInt *shown)
{
   if (n == NULL || n->is_reduced)
      return n == NULL ? NULL : n->call;
   n->call = reduced(host, n->parent, shown);
   n->is_reduced = True;
   if (n->parent != NULL && n->parent->call == n->call
       && !is_selected_call(host, n->parent)) {
      n->line = n->parent->line;
      n->column = n->parent->column;
   }
   if (is_selected_call(host, n))
      n->call = next_call(host, n, shown);
   return n->call;
}

/* Return the stretches of the code, or NULL: no call is selected. */
static XArray *reduce(const InlinedTree *tree)
{
   XArray *kept = VG_(newXA)(VG_(malloc), "aprof.inlined.stretches", VG_(free),
                             sizeof(Stretch));
   const InlinedCall *before = NULL;
   Bool is_selected = False;
   UInt shown = 0;

   for (Word i = 0; i < VG_(sizeXA)(tree->stretches); i++) {
      const NodeStretch *from = VG_(indexXA)(tree->stretches, i);
      Stretch s = { from->start, reduced(tree->host, from->node, &shown) };
      if (i == 0 || s.call != before)
         VG_(addToXA)(kept, &s);
      before = s.call;
      is_selected |= s.call != NULL;
   }
   if (!is_selected) {
      VG_(deleteXA)(kept);
      return NULL;
   }
   return kept;
}

/* Select calls of a host that is read for the first time. */
static void select_calls(const InlinedTree *tree)
{
   if (tree->host->read_at > 0)
      return;
   tree->host->read_at = ++hosts_read;
   for (const InlinedNode *n = tree->all; n != NULL; n = n->next)
      inlined_selection_see(n->callee, hosts_read);
}

/* Have the routines that it calls activations (callgraph/zones.h)? */
static Bool has_activations_in_it(const Routine *host)
{
   return host->memory == NULL || host->memory->kind == ZONE_COLLECTOR;
}

/* Has the code of the symbol inlined calls that may be selected? */
static Bool may_have_calls(const Routine *host, Addr start)
{
   const HChar *file;
   UInt line;

   return (!host->hidden || filters_are_given(FILTER_INCLUDE))
          && has_activations_in_it(host) && host->has_symbol
          && inline_levels_are_wanted(host->object)
          && VG_(get_filename_linenum)(VG_(current_DiEpoch)(), start, &file,
                                       NULL, &line);
}

/* Return the stretch of an address, or NULL: it is not in the code. */
static const Stretch *stretch_at(const InlinedCode *code, Addr a)
{
   return a < code->flow.start || a >= code->flow.end ? NULL
          : VG_(indexXA)(code->stretches,
                         address_list_find(code->stretches, a + 1) - 1);
}

static const InlinedCall *call_at(Addr insn, void *code)
{
   return inlined_call_at(code, insn);
}

/* Is the node a call that is not selected?  The tree is reduced. */
static Bool is_unselected(const InlinedNode *n)
{
   return n != NULL && (n->call == NULL || n->call->level != n->depth);
}

static void add_outer(XArray *found, const InlinedTree *tree,
                      const XArray *behinds)
{
   for (Word i = 0; i < VG_(sizeXA)(behinds); i++) {
      const Addr behind = *(Addr *)VG_(indexXA)(behinds, i);
      const InlinedNode *n = inlined_tree_at(tree, behind - 1);
      const OuterCall o = { behind, n == NULL ? 0 : n->line };
      if (is_unselected(n))
         VG_(addToXA)(found, &o);
   }
}

/* Return the calls and the jumps that are parts of calls which are not selected,
   ascending, or NULL.  Jumps are among what never goes on. */
static XArray *find_outer(const InlinedTree *tree)
{
   XArray *found = VG_(newXA)(VG_(malloc), "aprof.inlined.outer", VG_(free),
                              sizeof(OuterCall));

   add_outer(found, tree, tree->flow.calls);
   add_outer(found, tree, tree->flow.stops);
   return address_list_finish(found);
}

/* Return the outermost selected call that is entered at an instruction, or
   NULL. */
static const InlinedNode *entered_at(const InlinedTree *tree, Addr insn)
{
   const UInt depth = inline_levels_entered(insn);
   const InlinedNode *found = NULL;

   if (depth > 0)
      for (const InlinedNode *n = inlined_tree_at(tree, insn);
           n != NULL && n->depth >= depth; n = n->parent)
         if (!is_unselected(n))
            found = n;
   return found;
}

/* An instruction at which a call is entered. */
typedef struct {
   const InlinedTree *tree;
   const InlinedNode *node;
   Addr insn;
} Way;

/* Does the code of the call not lead from the entry to the instruction before? */
static Bool is_from_elsewhere(Addr before, void *opaque)
{
   const Way *w = opaque;

   return before == 0
          || !inlined_tree_is_in(inlined_tree_at(w->tree, before), w->node)
          || !inlined_tree_leads(w->tree, w->node, w->insn, before);
}

static void add_entry(XArray *entries, const InlinedTree *tree, Addr insn)
{
   Way way = { tree, NULL, insn };
   Entry e;

   if (insn < tree->flow.end && (way.node = entered_at(tree, insn)) != NULL
       && code_flow_before(&tree->flow, insn, is_from_elsewhere, &way)) {
      e = (Entry){ insn, way.node->call };
      VG_(addToXA)(entries, &e);
   }
}

/* Return the entries of calls among what a basic block may go on to, or NULL:
   there are none. */
static XArray *find_entries(const InlinedTree *tree)
{
   XArray *found = VG_(newXA)(VG_(malloc), "aprof.inlined.entries", VG_(free),
                              sizeof(Entry));

   for (Word i = 0; i < VG_(sizeXA)(tree->flow.blocks); i++)
      add_entry(found, tree,
                ((FlowBlock *)VG_(indexXA)(tree->flow.blocks, i))->start);
   for (Word i = 0; i < VG_(sizeXA)(tree->flow.calls); i++)
      add_entry(found, tree,
                ((FlowCall *)VG_(indexXA)(tree->flow.calls, i))->behind);
   return address_list_finish(found);
}

/* Return the call that begins anew wherever the code goes to the instruction: the
   debug information says that the call is entered there, and that is in no loop of
   the call's code.  NULL: there is none. */
static const InlinedCall *call_entered(const InlinedCode *code, Addr insn)
{
   Word i;

   if (code->entries == NULL)
      return NULL;
   i = address_list_find(code->entries, insn);
   if (i == VG_(sizeXA)(code->entries))
      return NULL;
   const Entry *e = VG_(indexXA)(code->entries, i);
   return e->insn == insn ? e->call : NULL;
}

static InlinedCode *read_host(Addr start)
{
   InlinedCode *code = VG_(calloc)("aprof.inlined.code", 1, sizeof *code);
   InlinedTree tree;

   VG_(addToFM)(codes, start, (UWord)code);
   code->host = routines_at(start);
   if (!may_have_calls(code->host, start))
      return code;
   inlined_tree_read(&tree, code->host, start);
   select_calls(&tree);
   code->stretches = reduce(&tree);
   code->outer = find_outer(&tree);
   code->flow = tree.flow;
   if (code->stretches == NULL)
      code_flow_free(&code->flow);
   else {
      code->ends = merged_ends_find(&code->flow, call_at, code);
      code->entries = find_entries(&tree);
   }
   inlined_tree_free(&tree);
   return code;
}

/* Return the code of the host, whether it has selected inlined calls or not;
   NULL: with --inline=no. */
static InlinedCode *code_of(Addr start)
{
   UWord found;

   if (tool_options.inlined == INLINED_NO)
      return NULL;
   if (codes == NULL)
      codes = VG_(newFM)(VG_(malloc), "aprof.inlined.codes", VG_(free), NULL);
   return VG_(lookupFM)(codes, NULL, &found, start) ? (InlinedCode *)found
                                                    : read_host(start);
}

const InlinedCode *inlined_code(Addr start)
{
   const InlinedCode *code = code_of(start);

   return code == NULL || code->stretches == NULL ? NULL : code;
}

static Bool has_selected(Addr start)
{
   return inlined_code(start) != NULL;
}

void inlined_init(void)
{
   if (filters_are_given(FILTER_INCLUDE))
      routines_show_hosts(has_selected);
}

Routine *inlined_host(const InlinedCode *code)
{
   return code->host;
}

Bool inlined_is_rest(const InlinedCode *code)
{
   const HChar *name = code->host->name;

   return source_names_is_rest(name) && VG_(strstr)(name, ".cold") == NULL;
}

Bool inlined_has(const InlinedCode *code, Addr insn)
{
   return insn >= code->flow.start && insn < code->flow.end;
}

Bool inlined_has_indirect(const InlinedCode *code)
{
   return VG_(sizeXA)(code->flow.indirect) > 0;
}

const InlinedCall *inlined_call_at(const InlinedCode *code, Addr insn)
{
   const Stretch *s = stretch_at(code, insn);

   return s == NULL ? NULL : s->call;
}

Bool inlined_is_merged_end(const InlinedCode *code, Addr insn,
                           const InlinedCall *call)
{
   return code->ends != NULL
          && merged_ends_have(code->ends, &code->flow, insn, call);
}

enum { JUMPS = 3 };             /* inlined_call_ahead follows so many */

/* What was found ahead of addresses: a superblock asks for what is ahead of its
   successors, which are superblocks themselves.  inlined_discard empties
   it. */
enum { AHEADS = 1024 };
static struct {
   const InlinedCode *code;     /* NULL: nothing is known */
   Addr insn;
   UInt jumps;
   const InlinedCall *call;
} aheads[AHEADS];

static const InlinedCall *ahead(const InlinedCode *code, Addr insn, UInt jumps);

/* As ahead, for what the code goes on to: a call that begins there is not the one
   that is open.  A loop around the call may look like one in it, if nothing that is
   measured stands between its end and its beginning. */
static const InlinedCall *goes_on_to(const InlinedCode *code, Addr insn,
                                     UInt jumps)
{
   const InlinedCall *call = ahead(code, insn, jumps);
   const InlinedCall *entered = call_entered(code, insn);

   return entered != NULL && inlined_is_in(call, entered) ? entered->parent
                                                          : call;
}

/* As inlined_call_ahead, after at most that many jumps.  Code that goes on into
   a call without a jump may be what stands before the call in the source. */
static const InlinedCall *find_ahead(const InlinedCode *code, Addr insn,
                                     UInt jumps)
{
   enum { STRAIGHT = 16 };      /* instructions */
   const InlinedCall *here, *there;
   Word i;
   Addr end;

   if (!inlined_has(code, insn))
      return NULL;
   i = address_list_find(code->stretches, insn + 1);
   here = there = ((Stretch *)VG_(indexXA)(code->stretches, i - 1))->call;
   end = i < VG_(sizeXA)(code->stretches)
         ? ((Stretch *)VG_(indexXA)(code->stretches, i))->start
         : code->flow.end;
   for (UInt n = 0; n < STRAIGHT && insn < end; n++) {
      UInt length = insn_length(insn, 16);
      Addr to, behind = insn + length;
      if (length == 0)
         return here;
      if (insn_jump_target(insn, length, &to)) {
         if (jumps == 0)
            return here;
         there = goes_on_to(code, to, jumps - 1);
         if (there == here)
            return here;
         if (!insn_never_goes_on(insn, length))
            there = inlined_common(there,
                                   goes_on_to(code, behind, jumps - 1));
         break;
      }
      if (insn_never_goes_on(insn, length))
         return here;
      insn = behind;
   }
   return inlined_is_in(there, here) ? there : here;
}

static const InlinedCall *ahead(const InlinedCode *code, Addr insn, UInt jumps)
{
   UWord i = (insn * (JUMPS + 1) + jumps) % AHEADS;

   if (aheads[i].code != code || aheads[i].insn != insn
       || aheads[i].jumps != jumps) {
      const InlinedCall *call = find_ahead(code, insn, jumps);
      aheads[i].code = code;
      aheads[i].insn = insn;
      aheads[i].jumps = jumps;
      aheads[i].call = call;
   }
   return aheads[i].call;
}

const InlinedCall *inlined_call_ahead(const InlinedCode *code, Addr insn)
{
   return ahead(code, insn, JUMPS);
}

const InlinedCall *inlined_call_next(const InlinedCode *code, Addr insn)
{
   return goes_on_to(code, insn, JUMPS);
}

/* A list of calls. */
typedef struct {
   const InlinedCode *code;
   const InlinedCall **calls;
   UInt n;
} CallList;

/* Add the call of an instruction to the list, if it is not there.  Return False
   if there is no room. */
static Bool list_call(Addr insn, void *opaque)
{
   CallList *list = opaque;
   const InlinedCall *call = inlined_call_at(list->code, insn);

   for (UInt i = 0; i < list->n; i++)
      if (list->calls[i] == call)
         return True;
   if (list->n == INLINED_BEFORE)
      return False;
   list->calls[list->n++] = call;
   return True;
}

UInt inlined_calls_before(const InlinedCode *code, Addr insn,
                          const InlinedCall **calls)
{
   CallList list = { code, calls, 0 };

   return code_flow_before(&code->flow, insn, list_call, &list) ? list.n : 0;
}

Routine *inlined_line_at(Addr insn, UInt *line)
{
   InlineLevel levels[INLINE_LEVELS];
   const InlinedCode *code;
   const InlinedCall *call = NULL;
   Addr start;
   UInt n = inline_levels_read(insn, levels), level;

   code = code_symbol_covers(insn, &start) ? inlined_code(start) : NULL;
   if (code != NULL)
      call = inlined_call_at(code, insn);
   level = call == NULL ? 0 : call->level;
   *line = level < n ? levels[n - 1 - level].line : 0;
   inline_levels_free(levels, n);
   return call == NULL ? routines_at(insn) : call->routine;
}

/* Return the call or jump before `behind`, if it is a part of a call that is not
   selected, or NULL. */
static const OuterCall *outer_before(const InlinedCode *code, Addr behind)
{
   const Word i = code->outer == NULL ? 0
                  : address_list_find(code->outer, behind);

   if (code->outer == NULL || i == VG_(sizeXA)(code->outer))
      return NULL;
   const OuterCall *o = VG_(indexXA)(code->outer, i);
   return o->behind == behind ? o : NULL;
}

const InlinedCall *inlined_call_before(Addr behind, Bool *is_part, UInt *line)
{
   const InlinedCode *code;
   const OuterCall *outer;
   Addr start;

   *is_part = False;
   code = code_symbol_covers(behind - 1, &start) ? code_of(start) : NULL;
   if (code == NULL)
      return NULL;
   outer = outer_before(code, behind);
   if (outer != NULL) {
      *is_part = True;
      *line = outer->line;
   }
   return code->stretches == NULL ? NULL : inlined_call_at(code, behind - 1);
}

Bool inlined_is_part_of(Addr insn, const InlinedCall *call, const HChar *name)
{
   InlineLevel levels[INLINE_LEVELS];
   UInt n, outer;
   Bool found = False;

   if (!inline_levels_has(insn))
      return False;
   n = inline_levels_read(insn, levels);
   outer = call == NULL ? 1 : call->level;
   for (UInt i = 0; i + outer < n; i++)
      found = found || VG_STREQ(levels[i].name, name);
   inline_levels_free(levels, n);
   return found;
}

static void free_code(UWord value)
{
   InlinedCode *code = (InlinedCode *)value;

   if (code->stretches != NULL) {
      VG_(deleteXA)(code->stretches);
      code_flow_free(&code->flow);
   }
   if (code->ends != NULL)
      VG_(deleteXA)(code->ends);
   if (code->entries != NULL)
      VG_(deleteXA)(code->entries);
   if (code->outer != NULL)
      VG_(deleteXA)(code->outer);
   VG_(free)(code);
}

void inlined_discard(Addr start, SizeT length)
{
   VG_(memset)(aheads, 0, sizeof aheads);
   address_map_remove(codes, start, length, free_code);
   inline_levels_discard(start, length);
}

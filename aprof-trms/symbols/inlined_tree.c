/* The inlined calls in the code of a host: see symbols/inlined_tree.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/inlined_tree.h"
#include "arch/insn.h"
#include "base/tool_text.h"
#include "elf/source_names.h"
#include "symbols/address_map.h"
#include "symbols/code_source.h"
#include "symbols/inline_levels.h"
#include "symbols/inlined_selection.h"
#include "pub_tool_debuginfo.h"

/* Valgrind does not find the name of a routine of another compilation unit. */
static Bool is_unnamed(const HChar *name)
{
   return VG_STREQ(name, "UnknownInlinedFun");
}

static InlinedNode **children_of(InlinedTree *tree, InlinedNode *parent)
{
   return parent == NULL ? &tree->calls : &parent->children;
}

/* place: of the call. */
static InlinedNode *child_of(InlinedTree *tree, InlinedNode *parent,
                             const InlinedCallee *callee,
                             const InlineLevel *place)
{
   InlinedNode *n = *children_of(tree, parent);

   while (n != NULL && (n->callee != callee || n->line != place->line
                        || n->column != place->column))
      n = n->sibling;
   return n;
}

static InlinedNode *new_child(InlinedTree *tree, InlinedNode *parent,
                              InlinedCallee *callee, const InlineLevel *place,
                              Addr insn)
{
   InlinedNode **first = children_of(tree, parent);
   InlinedNode *n = VG_(calloc)("aprof.inlined.node", 1, sizeof *n);

   *n = (InlinedNode){ .parent = parent, .sibling = *first, .next = tree->all,
                       .callee = callee, .line = place->line,
                       .column = place->column, .first = insn,
                       .depth = parent == NULL ? 1 : parent->depth + 1 };
   return *first = tree->all = n;
}

/* Set the file of a callee to that of an instruction of it, if it has the name
   that is known of it.  (Valgrind takes the first instructions of a call for
   code of the file before if both lines have one number.) */
static void set_file(InlinedCallee *f, Addr insn)
{
   UInt any;
   HChar *file = code_source_at(insn, &any);

   if (f->base[0] == '\0' || VG_STREQ(text_base(file), f->base))
      f->file = file;
   else
      VG_(free)(file);
}

/* An instruction at a line of its source belongs to the call.  Line 0 is code
   without a place in the source. */
static void set_source(InlinedNode *n, Addr insn, UInt line)
{
   if (line > 0 && n->callee->file == NULL)
      set_file(n->callee, insn);
   source_lines_add(&n->shape.lines, line);
}

/* Return the innermost inlined call that an instruction belongs to, or NULL. */
static InlinedNode *node_of(InlinedTree *tree, Addr insn)
{
   InlineLevel levels[INLINE_LEVELS];
   InlinedNode *node = NULL;

   if (!inline_levels_has(insn))
      return NULL;
   UInt n = inline_levels_read(insn, levels);
   for (UInt i = n - 1; i-- > 0; ) {
      const InlineLevel *level = &levels[i], *place = &levels[i + 1];
      /* The file of a routine without a name may differ from instruction to
         instruction. */
      InlinedCallee *callee
         = inlined_callees_of(tree->host->object, level->routine, level->name,
                              is_unnamed(level->name) ? "" : level->base);
      InlinedNode *child = child_of(tree, node, callee, place);
      if (node != NULL && node->callee != callee)
         source_lines_add(&node->shape.lines, place->line);
      node = child != NULL ? child
             : new_child(tree, node, callee, place, insn);
   }
   if (node != NULL)
      set_source(node, insn, levels[0].line);
   inline_levels_free(levels, n);
   return node;
}

static NodeStretch *stretch(const InlinedTree *tree, Word i)
{
   return VG_(indexXA)(tree->stretches, i);
}

static void add_stretch(InlinedTree *tree, Addr start, InlinedNode *node)
{
   Word n = VG_(sizeXA)(tree->stretches);
   NodeStretch s = { start, node };

   if (n == 0 || stretch(tree, n - 1)->node != node)
      VG_(addToXA)(tree->stretches, &s);
}

/* Does the text have the name, up to the arguments of a template? */
static Bool has_part(const HChar *text, const HChar *name)
{
   SizeT n = 0;

   while (name[n] != '\0' && name[n] != '<')
      n++;
   for (; *text != '\0'; text++)
      if (VG_(strncmp)(text, name, n) == 0)
         return True;
   return False;
}

/* If the instruction of the call goes to the rest of its routine, and that has
   a loop, then the call has a loop.  (A compiler may split a routine into the
   head, which it inlines, and the rest.)  What lies in the host is no rest,
   unless the host is one. */
static void read_rest(const InlinedTree *tree, InlinedNode *n, Addr insn)
{
   UInt length = insn_length(insn, 16);
   const HChar *symbol;
   Addr to;

   if (n->shape.has_loop || length == 0
       || (!insn_call_target(insn, length, &to)
           && !insn_jump_target(insn, length, &to))
       || (to >= tree->flow.start && to < tree->flow.end && !tree->is_rest)
       || !VG_(get_fnname)(VG_(current_DiEpoch)(), to, &symbol)
       || !source_names_is_rest(symbol)
       || !has_part(symbol, n->callee->name))
      return;
   n->shape.has_loop = code_flow_has_loop(to);
}

/* The instructions from the address on are the host's. */
static void give_to_host(InlinedTree *tree, Addr start)
{
   Word n = VG_(sizeXA)(tree->stretches);

   while (n > 0 && stretch(tree, n - 1)->start >= start)
      n--;
   VG_(dropTailXA)(tree->stretches, VG_(sizeXA)(tree->stretches) - n);
   add_stretch(tree, start, NULL);
}

/* What stands before the return of a host, and gives the registers of its
   caller their values back, is the host's.  (Where an inlined call is the last
   statement, gcc 16 says that this is a part of the call, which would read the
   registers.) */
static void read_epilogue(InlinedTree *tree, Addr insn, const InlinedNode *n)
{
   UInt length = insn_length(insn, 16);

   if (length > 0 && insn_is_epilogue(insn, length)) {
      if (tree->epilogue == 0)
         tree->epilogue = insn;
      return;
   }
   if (tree->epilogue != 0 && n == NULL && length > 0
       && insn_is_return(insn, length))
      give_to_host(tree, tree->epilogue);
   tree->epilogue = 0;
}

/* An instruction of the host is read. */
static void read_instruction(Addr insn, void *opaque)
{
   InlinedTree *tree = opaque;
   InlinedNode *n = node_of(tree, insn);

   add_stretch(tree, insn, n);
   read_epilogue(tree, insn, n);
   if (n != NULL)
      read_rest(tree, n, insn);
}

InlinedNode *inlined_tree_at(const InlinedTree *tree, Addr a)
{
   return stretch(tree, address_list_find(tree->stretches, a + 1) - 1)->node;
}

/* A call in the code that is read. */
typedef struct {
   const InlinedTree *tree;
   const InlinedNode *node;
} Place;

Bool inlined_tree_is_in(const InlinedNode *n, const InlinedNode *outer)
{
   while (n != NULL && n != outer)
      n = n->parent;
   return n == outer;
}

/* Does an instruction in [start, end) belong to the call? */
static Bool has_call(Addr start, Addr end, void *opaque)
{
   const Place *p = opaque;
   XArray *all = p->tree->stretches;

   for (Word i = address_list_find(all, start + 1) - 1; i < VG_(sizeXA)(all);
        i++) {
      const NodeStretch *s = stretch(p->tree, i);
      if (s->start >= end)
         break;
      if (inlined_tree_is_in(s->node, p->node))
         return True;
   }
   return False;
}

static Bool leads(const InlinedTree *tree, const InlinedNode *n, Addr from,
                  Addr to, Bool has_bridges)
{
   Place place = { tree, n };

   return code_flow_reaches(&tree->flow, from, to, has_call, &place,
                            has_bridges);
}

Bool inlined_tree_leads(const InlinedTree *tree, const InlinedNode *n,
                        Addr from, Addr to)
{
   return leads(tree, n, from, to, False);
}

/* Does the code of the call lead from the target of the jump back to it? */
static Bool leads_back(const InlinedTree *tree, const FlowJump *jump,
                       const InlinedNode *n, Bool has_bridges)
{
   return jump->from == jump->to
          || leads(tree, n, jump->to, jump->from, has_bridges);
}

/* Has the code of the loop an instruction of `outer` that is not of `inner`,
   which lies in it? */
static Bool has_more(const InlinedTree *tree, const FlowJump *jump,
                     const InlinedNode *outer, const InlinedNode *inner)
{
   Word i = address_list_find(tree->stretches, jump->to + 1) - 1;

   for (; i < VG_(sizeXA)(tree->stretches); i++) {
      const NodeStretch *s = stretch(tree, i);
      if (s->start >= jump->behind)
         break;
      if (inlined_tree_is_in(s->node, outer)
          && !inlined_tree_is_in(s->node, inner))
         return True;
   }
   return False;
}

/* Mark the calls that the jump is in a loop of: it belongs to the call, and
   from its target the call's code leads back to it.  (Compilers put rare code
   at the end of a routine, so that many a jump backwards is no loop.)  On the
   way there may be code of the host that leads nowhere but into the call; then
   it may be a loop of the host just as well, which says nothing about the lines
   of the call's.

   If the call that both ends of the jump belong to is measured for its loop,
   then those around it that have nothing else in the loop only call a routine
   that has a loop. */
static void mark_loop(const InlinedTree *tree, const FlowJump *jump)
{
   const InlinedNode *inner = NULL;
   Bool is_loop = False, is_taken = False;

   if (jump->from < jump->to)
      return;
   for (InlinedNode *n = inlined_tree_at(tree, jump->from); n != NULL;
        inner = n, n = n->parent) {
      const Bool has_target
         = inlined_tree_is_in(inlined_tree_at(tree, jump->to), n);
      if (!is_loop && leads_back(tree, jump, n, False)) {
         is_loop = True;
         n->shape.has_own_loop |= has_target;
      }
      if (is_taken && !has_more(tree, jump, n, inner))
         continue;
      n->shape.has_loop |= is_loop || leads_back(tree, jump, n, True);
      if (is_loop && has_target && inlined_selection_takes(n->callee))
         is_taken = True;
   }
}

static void add_to_callee(InlinedNode *n)
{
   n->callee = inlined_callees_add(n->callee, &n->shape);
}

static Int compare_lines(const void *a, const void *b)
{
   const InlinedNode *l = *(const InlinedNode *const *)a,
                     *r = *(const InlinedNode *const *)b;
   const UInt left = l->shape.lines.last - l->shape.lines.first,
              right = r->shape.lines.last - r->shape.lines.first;

   if (left != right)
      return left < right ? -1 : 1;
   return l->number < r->number ? -1 : l->number > r->number;
}

/* Set the callees of the calls with a loop of their own.  Where only names are
   known, those with the fewest lines come first: behind them it is seen which
   are two calls in one line. */
static void set_callees_of_loops(const InlinedTree *tree)
{
   XArray *named = VG_(newXA)(VG_(malloc), "aprof.inlined.named", VG_(free),
                              sizeof(InlinedNode *));

   for (InlinedNode *n = tree->all; n != NULL; n = n->next) {
      if (!n->shape.has_own_loop || n->callee->is_unnamed)
         continue;
      if (n->callee->source != NULL)
         add_to_callee(n);
      else {
         n->number = VG_(sizeXA)(named);
         VG_(addToXA)(named, &n);
      }
   }
   VG_(setCmpFnXA)(named, compare_lines);
   VG_(sortXA)(named);
   for (Word i = 0; i < VG_(sizeXA)(named); i++)
      add_to_callee(*(InlinedNode **)VG_(indexXA)(named, i));
   VG_(deleteXA)(named);
}

static void set_callees(const InlinedTree *tree)
{
   const Routine *host = tree->host;

   for (InlinedNode *n = tree->all; n != NULL; n = n->next)
      if (is_unnamed(n->callee->name))
         n->callee = inlined_callees_unnamed(
            n->callee, n->first - tree->start + host->offset, n->depth,
            &n->shape);
   set_callees_of_loops(tree);
   for (InlinedNode *n = tree->all; n != NULL; n = n->next)
      if (!n->shape.has_own_loop && !n->callee->is_unnamed)
         add_to_callee(n);
}

void inlined_tree_read(InlinedTree *tree, Routine *host, Addr start)
{
   *tree = (InlinedTree){
      .host = host, .start = start,
      .stretches = VG_(newXA)(VG_(malloc), "aprof.inlined.nodes", VG_(free),
                              sizeof(NodeStretch)),
      .is_rest = source_names_is_rest(host->name)
   };
   code_flow_read(&tree->flow, start, read_instruction, tree);
   for (Word i = 0; i < VG_(sizeXA)(tree->flow.jumps); i++)
      mark_loop(tree, VG_(indexXA)(tree->flow.jumps, i));
   set_callees(tree);
}

void inlined_tree_free(InlinedTree *tree)
{
   while (tree->all != NULL) {
      InlinedNode *next = tree->all->next;
      VG_(free)(tree->all);
      tree->all = next;
   }
   tree->calls = NULL;
   VG_(deleteXA)(tree->stretches);
}

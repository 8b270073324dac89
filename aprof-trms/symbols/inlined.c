/* Inlined calls, from descriptions of code addresses (inline_levels.h).

   The code of a host is read once, instruction by instruction.  That gives a
   tree of all its inlined calls, and for each instruction the innermost of
   them.  A backward jump, or a repeated instruction, is a loop of all calls
   that both its ends belong to.  Then the calls are selected, and the tree is
   reduced to the selected calls.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/inlined.h"
#include "arch/insn.h"
#include "base/filters.h"
#include "base/options.h"
#include "base/tool_text.h"
#include "symbols/address_map.h"
#include "symbols/code_flow.h"
#include "symbols/code_source.h"
#include "symbols/code_symbols.h"
#include "symbols/inline_levels.h"
#include "symbols/memory_routines.h"
#include "symbols/merged_ends.h"
#include "symbols/source_names.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_options.h"
#include "pub_tool_wordfm.h"
#include "pub_tool_xarray.h"

/* A routine that is inlined somewhere in an object.  Where only its name is
   known, there is one for each name and file, and twins of it where their lines
   show that there are several: methods of two classes, lambdas. */
typedef struct _Callee {
   struct _Callee *next;        /* in its list */
   struct _Callee *twin;        /* of the same name and file */
   CodeObject *object;
   RecordedRoutine *source;   /* NULL: only its name is known */
   const HChar *name, *base;    /* base: of the file's name */
   HChar *file;                 /* with its folder; NULL: not known */
   SourceLines lines;           /* of its instructions */
   Bool is_unnamed;             /* it is one call, whose name is not known */
   Addr at;                     /* of that call: as in Routine.unnamed_at and */
   UInt level;                  /* unnamed_level */
   Bool has_loop, has_own_loop; /* of some call */
   UInt selected_at;            /* by the code of which host, counted from 1; 0:
                                   it is not selected */
   Routine *routine;            /* NULL until it is selected */
} Callee;

/* An inlined call of the host that is read. */
typedef struct _Node {
   struct _Node *parent, *children, *sibling;   /* parent NULL: the host */
   struct _Node *next;          /* in the list of all, newest first */
   Callee *callee;
   UInt line, column;           /* of the call; once reduced, those of the
                                   outermost call around this one that is in no
                                   other selected call */
   Addr first;                  /* its first instruction */
   SourceLines lines;           /* of its instructions and the calls in it */
   Bool has_loop;
   Bool has_own_loop;           /* it is in no call in this one, and both ends
                                   of its jump are in this one */
   UInt depth;
   UInt number;                 /* in the order of `next`, of those with a loop
                                   whose callee is known by its name only */
   Bool is_reduced;             /* `call` is set */
   const InlinedCall *call;     /* the innermost selected call that it lies in
                                   or is */
} Node;

/* The code from an address up to the start of the next stretch. */
typedef struct {
   Addr start;
   Node *node;                  /* only while the host is read */
   const InlinedCall *call;
} Stretch;

struct _InlinedCode {
   Routine *host;
   Addr start;                  /* of the host's symbol */
   CodeFlow flow;               /* of the host's code */
   Bool is_rest;                /* the host is the rest of a routine */
   XArray *stretches;           /* of Stretch, ascending; NULL: no inlined call
                                   is selected, and `flow` is not set */
   XArray *ends;                /* of MergedEnd, or NULL */
};

enum { CALLEE_LISTS = 16384 };

static Callee *callees[CALLEE_LISTS];
static WordFM *codes;           /* start -> InlinedCode * */

static UInt hosts_read;

/* The host that is read. */
static Node *host_calls, *all_nodes;
static Addr epilogue;           /* the first of the instructions before the one
                                   that is read which may be the end of the
                                   host; 0: there is none */

/* A source has one name and one file. */
static UInt hash_of(const RecordedRoutine *source, const HChar *name,
                    const HChar *base)
{
   UInt h = 0;

   if (source != NULL)
      return ((UWord)source >> 4) % CALLEE_LISTS;
   while (*name != '\0')
      h = 31 * h + (UChar)*name++;
   while (*base != '\0')
      h = 31 * h + (UChar)*base++;
   return (h ^ h >> 15) % CALLEE_LISTS;
}

/* Valgrind does not find the name of a routine of another compilation unit. */
static Bool is_unnamed(const HChar *name)
{
   return VG_STREQ(name, "UnknownInlinedFun");
}

static Callee *callee_of(CodeObject *object, RecordedRoutine *source,
                         const HChar *name, const HChar *base)
{
   Callee **list = &callees[hash_of(source, name, base)], *f;

   for (f = *list; f != NULL; f = f->next)
      if (f->object == object && f->source == source
          && (source != NULL
              || (VG_STREQ(f->name, name) && VG_STREQ(f->base, base))))
         return f;
   f = VG_(calloc)("aprof.inlined.callee", 1, sizeof *f);
   f->object = object;
   f->source = source;
   f->name = source != NULL ? source->name
             : VG_(strdup)("aprof.inlined.callee", name);
   f->base = source != NULL ? source->base
             : VG_(strdup)("aprof.inlined.callee", base);
   f->next = *list;
   return *list = f;
}

/* place: of the call. */
static Node *child_of(Node *parent, const Callee *callee,
                      const InlineLevel *place)
{
   Node *n = parent == NULL ? host_calls : parent->children;

   while (n != NULL && (n->callee != callee || n->line != place->line
                        || n->column != place->column))
      n = n->sibling;
   return n;
}

static Node *new_child(Node *parent, Callee *callee, const InlineLevel *place,
                       Addr insn)
{
   Node **first = parent == NULL ? &host_calls : &parent->children;
   Node *n = VG_(calloc)("aprof.inlined.node", 1, sizeof *n);

   *n = (Node){ .parent = parent, .sibling = *first, .next = all_nodes,
                .callee = callee, .line = place->line,
                .column = place->column, .first = insn,
                .depth = parent == NULL ? 1 : parent->depth + 1 };
   return *first = all_nodes = n;
}

/* An instruction at a line of its source belongs to the call.  Line 0 is code
   without a place in the source. */
static void set_source(Node *n, Addr insn, UInt line)
{
   UInt any;

   if (line > 0 && n->callee->file == NULL)
      n->callee->file = code_source_at(insn, &any);
   source_lines_add(&n->lines, line);
}

/* Return the innermost inlined call that an instruction belongs to, or NULL. */
static Node *node_of(CodeObject *object, Addr insn)
{
   InlineLevel levels[INLINE_LEVELS];
   Node *node = NULL;

   if (!inline_levels_has(insn))
      return NULL;
   UInt n = inline_levels_read(insn, levels);
   for (UInt i = n - 1; i-- > 0; ) {
      /* The file of a routine without a name may differ from instruction to
         instruction. */
      Callee *callee = callee_of(object, levels[i].routine, levels[i].name,
                                 is_unnamed(levels[i].name)
                                 ? "" : levels[i].base);
      const InlineLevel *place = &levels[i + 1];
      Node *child = child_of(node, callee, place);
      if (node != NULL && node->callee != callee)
         source_lines_add(&node->lines, place->line);
      node = child != NULL ? child : new_child(node, callee, place, insn);
   }
   if (node != NULL)
      set_source(node, insn, levels[0].line);
   inline_levels_free(levels, n);
   return node;
}

static void free_nodes(void)
{
   while (all_nodes != NULL) {
      Node *next = all_nodes->next;
      VG_(free)(all_nodes);
      all_nodes = next;
   }
   host_calls = NULL;
}

/* Return the index of the stretch of an address in the code. */
static Word index_of_stretch(const InlinedCode *code, Addr a)
{
   Word low = 0, high = VG_(sizeXA)(code->stretches);

   while (high - low > 1) {
      Word middle = low + (high - low) / 2;
      const Stretch *s = VG_(indexXA)(code->stretches, middle);
      if (s->start <= a)
         low = middle;
      else
         high = middle;
   }
   return low;
}

/* Return the stretch of an address, or NULL: it is not in the code. */
static const Stretch *stretch_at(const InlinedCode *code, Addr a)
{
   return a < code->flow.start || a >= code->flow.end ? NULL
          : VG_(indexXA)(code->stretches, index_of_stretch(code, a));
}

static XArray *new_stretches(void)
{
   return VG_(newXA)(VG_(malloc), "aprof.inlined.stretches", VG_(free),
                     sizeof(Stretch));
}

static void add_stretch(InlinedCode *code, Addr start, Node *node)
{
   Word n = VG_(sizeXA)(code->stretches);
   Stretch s = { start, node, NULL };

   if (n == 0
       || ((Stretch *)VG_(indexXA)(code->stretches, n - 1))->node != node)
      VG_(addToXA)(code->stretches, &s);
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
static void read_rest(const InlinedCode *code, Node *n, Addr insn)
{
   UInt length = insn_length(insn, 16);
   const HChar *symbol;
   Addr to;

   if (n->has_loop || length == 0
       || (!insn_call_target(insn, length, &to)
           && !insn_jump_target(insn, length, &to))
       || (to >= code->flow.start && to < code->flow.end && !code->is_rest)
       || !VG_(get_fnname)(VG_(current_DiEpoch)(), to, &symbol)
       || !source_names_is_rest(symbol)
       || !has_part(symbol, n->callee->name))
      return;
   n->has_loop = code_flow_has_loop(to);
}

/* The instructions from the address on are the host's. */
static void give_to_host(InlinedCode *code, Addr start)
{
   XArray *all = code->stretches;
   Word n = VG_(sizeXA)(all);

   while (n > 0 && ((Stretch *)VG_(indexXA)(all, n - 1))->start >= start)
      n--;
   VG_(dropTailXA)(all, VG_(sizeXA)(all) - n);
   add_stretch(code, start, NULL);
}

/* What stands before the return of a host, and gives the registers of its
   caller their values back, is the host's.  (Where an inlined call is the last
   statement, gcc 16 says that this is a part of the call, which would read the
   registers.) */
static void read_epilogue(InlinedCode *code, Addr insn, const Node *n)
{
   UInt length = insn_length(insn, 16);

   if (length > 0 && insn_is_epilogue(insn, length)) {
      if (epilogue == 0)
         epilogue = insn;
      return;
   }
   if (epilogue != 0 && n == NULL && length > 0 && insn_is_return(insn, length))
      give_to_host(code, epilogue);
   epilogue = 0;
}

/* An instruction of the host is read. */
static void read_instruction(Addr insn, void *opaque)
{
   InlinedCode *code = opaque;
   Node *n = node_of(code->host->object, insn);

   add_stretch(code, insn, n);
   read_epilogue(code, insn, n);
   if (n != NULL)
      read_rest(code, n, insn);
}

static Node *node_at(const InlinedCode *code, Addr a)
{
   return stretch_at(code, a)->node;
}

/* A call in the code that is read. */
typedef struct {
   const InlinedCode *code;
   const Node *node;
} Place;

static Bool is_part_of(const Node *n, const Node *outer)
{
   while (n != NULL && n != outer)
      n = n->parent;
   return n == outer;
}

/* Does an instruction in [start, end) belong to the call? */
static Bool has_call(Addr start, Addr end, void *opaque)
{
   const Place *p = opaque;
   XArray *all = p->code->stretches;

   for (Word i = index_of_stretch(p->code, start); i < VG_(sizeXA)(all); i++) {
      const Stretch *s = VG_(indexXA)(all, i);
      if (s->start >= end)
         break;
      if (is_part_of(s->node, p->node))
         return True;
   }
   return False;
}

/* Does the code of the call lead from the target of the jump back to it? */
static Bool leads_back(const InlinedCode *code, const FlowJump *jump,
                       const Node *n, Bool has_bridges)
{
   Place place = { code, n };

   return jump->from == jump->to
          || code_flow_reaches(&code->flow, jump->to, jump->from, has_call,
                               &place, has_bridges);
}

/* Mark the calls that the jump is in a loop of: it belongs to the call, and
   from its target the call's code leads back to it.  (Compilers put rare code
   at the end of a routine, so that many a jump backwards is no loop.)  On the
   way there may be code of the host that leads nowhere but into the call; then
   it may be a loop of the host just as well, which says nothing about the lines
   of the call's. */
static void mark_loop(const InlinedCode *code, const FlowJump *jump)
{
   Bool is_loop = False;

   if (jump->from < jump->to)
      return;
   for (Node *n = node_at(code, jump->from); n != NULL; n = n->parent) {
      if (!is_loop && leads_back(code, jump, n, False)) {
         is_loop = True;
         n->has_own_loop |= is_part_of(node_at(code, jump->to), n);
      }
      n->has_loop |= is_loop || leads_back(code, jump, n, True);
   }
}

/* Return the callee of the name and file whose lines are nearest to those of
   the call; of several, one with a loop, and then the first in the source. */
static Callee *nearest(Callee *f, const Node *n)
{
   Callee *best = f;

   for (f = f->twin; f != NULL; f = f->twin) {
      UInt distance = source_lines_distance(&f->lines, &n->lines);
      UInt least = source_lines_distance(&best->lines, &n->lines);
      if (distance < least
          || (distance == least
              && (f->has_own_loop != best->has_own_loop ? f->has_own_loop
                  : f->lines.first < best->lines.first)))
         best = f;
   }
   return best;
}

/* Does the call share lines with several callees of its name and file?  Then it
   is two calls in one line, of different routines. */
static Bool is_mixed(const Callee *f, const Node *n)
{
   UInt shared = 0;

   for (; f != NULL; f = f->twin)
      shared += source_lines_distance(&f->lines, &n->lines) == 0;
   return shared > 1;
}

/* Where only names are known: two calls of a routine that both have a loop of
   their own share lines, or one's lines lie between those of the other.  So a
   call with a loop and other lines is of another routine.  A call without a
   loop may be what its arguments have left of a routine, wherever that is. */
static void set_callee(Node *n)
{
   Callee *f = nearest(n->callee, n);
   Bool has_mixed_lines = is_mixed(n->callee, n);

   if (f->source == NULL && n->has_own_loop && f->has_own_loop
       && source_lines_distance(&f->lines, &n->lines) > 0) {
      Callee *twin = VG_(malloc)("aprof.inlined.callee", sizeof *twin);
      *twin = (Callee){ .twin = f->twin, .object = f->object, .name = f->name,
                        .base = f->base, .file = f->file };
      f = f->twin = twin;
   }
   n->callee = f;
   f->has_loop |= n->has_loop;
   f->has_own_loop |= n->has_own_loop;
   if (has_mixed_lines)
      return;
   source_lines_add(&f->lines, n->lines.first);
   source_lines_add(&f->lines, n->lines.last);
}

static Int compare_lines(const void *a, const void *b)
{
   const Node *l = *(const Node *const *)a, *r = *(const Node *const *)b;
   const UInt left = l->lines.last - l->lines.first,
              right = r->lines.last - r->lines.first;

   if (left != right)
      return left < right ? -1 : 1;
   return l->number < r->number ? -1 : l->number > r->number;
}

/* Set the callees of the calls with a loop of their own.  Where only names are
   known, those with the fewest lines come first: behind them it is seen which
   are two calls in one line. */
static void set_callees_of_loops(void)
{
   XArray *named = VG_(newXA)(VG_(malloc), "aprof.inlined.named", VG_(free),
                              sizeof(Node *));

   for (Node *n = all_nodes; n != NULL; n = n->next) {
      if (!n->has_own_loop || n->callee->is_unnamed)
         continue;
      if (n->callee->source != NULL)
         set_callee(n);
      else {
         n->number = VG_(sizeXA)(named);
         VG_(addToXA)(named, &n);
      }
   }
   VG_(setCmpFnXA)(named, compare_lines);
   VG_(sortXA)(named);
   for (Word i = 0; i < VG_(sizeXA)(named); i++)
      set_callee(*(Node **)VG_(indexXA)(named, i));
   VG_(deleteXA)(named);
}

/* Which calls are of one routine is not known without names: each is a callee
   of its own, OBJECT+0xOFFSET.LEVEL, and the command adds up what has one name
   in the end.  The address is the object's: the name is the same when the code
   of the host is read again. */
static void set_unnamed_callee(const InlinedCode *code, Node *n)
{
   const Callee *of_file = n->callee;
   CodeObject *object = code->host->object;
   const HChar *base = VG_(basename)(object->name);
   Addr at = n->first - code->start + code->host->offset;
   HChar *name = VG_(malloc)("aprof.inlined.unnamed", VG_(strlen)(base) + 32);
   Callee *f;

   VG_(sprintf)(name, "%s+0x%lx.%u", base, at, n->depth);
   f = callee_of(object, NULL, name, of_file->base);
   VG_(free)(name);
   f->is_unnamed = True;
   f->file = of_file->file;
   f->at = at;
   f->level = n->depth;
   f->has_loop |= n->has_loop;
   source_lines_add(&f->lines, n->lines.first);
   source_lines_add(&f->lines, n->lines.last);
   n->callee = f;
}

static void set_callees(const InlinedCode *code)
{
   for (Node *n = all_nodes; n != NULL; n = n->next)
      if (is_unnamed(n->callee->name))
         set_unnamed_callee(code, n);
   set_callees_of_loops();
   for (Node *n = all_nodes; n != NULL; n = n->next)
      if (!n->has_own_loop && !n->callee->is_unnamed)
         set_callee(n);
}

static Bool has_name(const Callee *f)
{
   return f->name[0] != '\0' && !VG_STREQ(f->name, "???");
}

/* Return the name that a symbol of the routine has, if it is known. */
static const HChar *whole_name(const Callee *f)
{
   const HChar *whole = f->source == NULL ? NULL
                        : inlined_records_whole(f->source);

   return whole != NULL ? whole : f->name;
}

static const HChar *file_of(const Callee *f)
{
   return f->file != NULL ? f->file
          : f->source != NULL ? f->source->file : f->base;
}

/* Does a routine belong to the program's own sources?  Headers of the system
   and of its compilers, the sources of Rust's library among them, do not. */
static Bool is_own(const Callee *f)
{
   const HChar *file = file_of(f);

   return (f->file != NULL || f->source != NULL)
          && !text_begins(file, "/usr/") && !text_begins(file, "/rustc/")
          && !code_objects_is_system_library(f->object->name);
}

/* If an option selects routines by their names, print that it does not hold for
   inlined calls of this object, unless that has been printed. */
static void print_unnamed(CodeObject *object)
{
   if (object->is_unnamed)
      return;
   object->is_unnamed = True;
   if (VG_(clo_verbosity) > 0
       && (filters_are_given(FILTER_INCLUDE)
           || filters_are_given(FILTER_EXCLUDE) || filters_have_toggles()))
      VG_(umsg)("aprof: %s was linked with -flto: the names of what is inlined "
                "there are not known during the run, and options that name "
                "routines do not find them; build it with -gz=none\n",
                object->name);
}

static const MemoryRoutine *growth_of(const Callee *f)
{
   return memory_routine_grows(f->name, whole_name(f), f->object->name);
}

/* Would it be measured if no option excluded it? */
static Bool is_candidate(const Callee *f)
{
   if (!has_name(f))
      return False;
   if (growth_of(f) != NULL)
      return True;
   if (memory_routine_of(f->name, f->object->name) != NULL)
      return False;
   return tool_options.inlined == INLINED_ALL
          || filters_are_given(FILTER_INCLUDE)
          || (filters_have_toggles()
              && filters_is_toggle(whole_name(f), f->object->name))
          || ((f->has_loop || tool_options.what_if != NULL) && is_own(f));
}

static Bool is_wanted(const Callee *f)
{
   return is_candidate(f)
          && filters_is_selected(whole_name(f), f->object->name);
}

static void select_callees(void)
{
   for (const Node *n = all_nodes; n != NULL; n = n->next) {
      Callee *f = n->callee;
      if (f->is_unnamed && f->has_loop)
         print_unnamed(f->object);
      if (f->selected_at > 0 || !is_wanted(f))
         continue;
      f->selected_at = hosts_read;
      f->routine = routines_of_inlined(
         &(InlinedSource){ f->object, f->source, f->name, file_of(f),
                           &f->lines },
         growth_of(f));
      f->routine->unnamed_at = f->at;
      f->routine->unnamed_level = f->level;
   }
}

/* Is it a part of its parent or of the host?  A compiler may split a routine
   into the head and the rest, a routine of its own with the same name.  If it
   inlines the rest as well, into the head, then it says that the head calls the
   rest in the line where the routine's text begins, above the rest's code. */
static Bool is_part(const Routine *host, const Node *n)
{
   if (n->parent == NULL)
      return n->callee->routine == host->home && n->line <= host->line
             && n->line < n->lines.first;
   return n->parent->callee == n->callee && n->line < n->callee->lines.first;
}

/* What a growth calls are no activations (callgraph/zones.h). */
static Bool is_in_growth(const Node *n)
{
   return n != NULL && n->call != NULL && n->call->routine->memory != NULL;
}

/* Is it selected?  The code of a host may be read again, if its translations
   were discarded: calls that were not selected at first stay so, whatever the
   code of other hosts has shown. */
static Bool is_selected_call(const Routine *host, const Node *n)
{
   return n->callee->selected_at > 0
          && n->callee->selected_at <= host->read_at && !is_part(host, n)
          && !is_in_growth(n->parent);
}

static UInt calls_shown;        /* of the host that is read */

/* Return the selected call that the node is, whose parent is n->call.  If the
   code of the host is read again, then it has the same calls in the same
   order, and activations of them may be pending. */
static const InlinedCall *next_call(Routine *host, const Node *n)
{
   const InlinedCall *parent = n->call;
   Routine *home = n->callee->routine;
   InlinedCall *call = calls_shown < host->n_calls ? host->calls[calls_shown]
                       : NULL;

   calls_shown++;
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
   if (calls_shown > host->n_calls) {
      host->n_calls = calls_shown;
      host->calls = VG_(realloc)("aprof.inlined.calls", host->calls,
                                 host->n_calls * sizeof *host->calls);
   }
   host->calls[calls_shown - 1] = call;
   return call;
}

/* Return the innermost selected call that a node lies in or is; make it, and
   those that it lies in, if they do not exist. */
static const InlinedCall *reduced(Routine *host, Node *n)
{
   if (n == NULL || n->is_reduced)
      return n == NULL ? NULL : n->call;
   n->call = reduced(host, n->parent);
   n->is_reduced = True;
   if (n->parent != NULL && n->parent->call == n->call
       && !is_selected_call(host, n->parent)) {
      n->line = n->parent->line;
      n->column = n->parent->column;
   }
   if (is_selected_call(host, n))
      n->call = next_call(host, n);
   return n->call;
}

/* Replace the nodes of the stretches by their selected calls. */
static void reduce(InlinedCode *code)
{
   XArray *all = code->stretches, *kept = new_stretches();
   const InlinedCall *before = NULL;
   Bool is_selected = False;

   calls_shown = 0;
   for (Word i = 0; i < VG_(sizeXA)(all); i++) {
      Stretch s = *(Stretch *)VG_(indexXA)(all, i);
      s.call = reduced(code->host, s.node);
      s.node = NULL;
      if (i == 0 || s.call != before)
         VG_(addToXA)(kept, &s);
      before = s.call;
      is_selected |= s.call != NULL;
   }
   VG_(deleteXA)(all);
   code->stretches = kept;
   if (!is_selected) {
      VG_(deleteXA)(kept);
      code->stretches = NULL;
   }
}

/* Has the code of the symbol inlined calls that may be selected? */
static Bool may_have_calls(const Routine *host, Addr start)
{
   const HChar *file;
   UInt line;

   return (!host->hidden || filters_are_given(FILTER_INCLUDE))
          && host->memory == NULL && host->has_symbol
          && inline_levels_are_wanted(host->object)
          && VG_(get_filename_linenum)(VG_(current_DiEpoch)(), start, &file,
                                       NULL, &line);
}

static InlinedCode *read_host(Addr start)
{
   InlinedCode *code = VG_(calloc)("aprof.inlined.code", 1, sizeof *code);

   VG_(addToFM)(codes, start, (UWord)code);
   code->host = routines_at(start);
   code->start = start;
   if (!may_have_calls(code->host, start))
      return code;
   code->stretches = new_stretches();
   code->is_rest = source_names_is_rest(code->host->name);
   epilogue = 0;
   code_flow_read(&code->flow, start, read_instruction, code);
   for (Word i = 0; i < VG_(sizeXA)(code->flow.jumps); i++)
      mark_loop(code, VG_(indexXA)(code->flow.jumps, i));
   set_callees(code);
   if (code->host->read_at == 0) {
      code->host->read_at = ++hosts_read;
      select_callees();
   }
   reduce(code);
   free_nodes();
   if (code->stretches == NULL)
      code_flow_free(&code->flow);
   else
      code->ends = merged_ends_find(code, &code->flow);
   return code;
}

const InlinedCode *inlined_code(Addr start)
{
   UWord found;
   InlinedCode *code;

   if (tool_options.inlined == INLINED_NO)
      return NULL;
   if (codes == NULL)
      codes = VG_(newFM)(VG_(malloc), "aprof.inlined.codes", VG_(free), NULL);
   if (VG_(lookupFM)(codes, NULL, &found, start))
      code = (InlinedCode *)found;
   else
      code = read_host(start);
   return code->stretches == NULL ? NULL : code;
}

Routine *inlined_host(const InlinedCode *code)
{
   return code->host;
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

/* As inlined_call_ahead, after at most that many jumps.  Code that goes on into
   a call without a jump may be what stands before the call in the source. */
static const InlinedCall *ahead(const InlinedCode *code, Addr insn, UInt jumps)
{
   enum { STRAIGHT = 16 };      /* instructions */
   const InlinedCall *here = inlined_call_at(code, insn), *there = here;

   for (UInt i = 0; i < STRAIGHT && inlined_call_at(code, insn) == here; i++) {
      UInt length = stretch_at(code, insn) == NULL ? 0 : insn_length(insn, 16);
      Addr to, behind = insn + length;
      if (length == 0)
         return here;
      if (insn_jump_target(insn, length, &to)) {
         if (jumps == 0)
            return here;
         there = ahead(code, to, jumps - 1);
         if (!insn_never_goes_on(insn, length))
            there = inlined_common(there, ahead(code, behind, jumps - 1));
         break;
      }
      if (insn_never_goes_on(insn, length))
         return here;
      insn = behind;
   }
   return inlined_is_in(there, here) ? there : here;
}

const InlinedCall *inlined_call_ahead(const InlinedCode *code, Addr insn)
{
   enum { JUMPS = 3 };

   return ahead(code, insn, JUMPS);
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

Addr inlined_first_of_host(Addr entry)
{
   enum { NEARBY = 512 };
   Addr a = entry, symbol, other;

   if (tool_options.inlined == INLINED_NO || !inline_levels_has(entry)
       || !code_symbol_covers(entry, &symbol))
      return entry;
   while (inline_levels_has(a)) {
      UInt length = insn_length(a, 16);
      a += length == 0 ? 1 : length;
      if (a - entry > NEARBY || !code_symbol_covers(a, &other)
          || other != symbol)
         return entry;
   }
   return a;
}

SourceLines inlined_lines_of_host(Addr entry)
{
   SourceLines lines = { 0, 0 };
   Addr start, symbol;

   if (!code_symbol_covers(entry, &start))
      return lines;
   for (Addr a = entry; code_symbol_covers(a, &symbol) && symbol == start; ) {
      InlineLevel levels[INLINE_LEVELS];
      UInt n = inline_levels_read(a, levels), length = insn_length(a, 16);
      source_lines_add(&lines, levels[n - 1].line);
      inline_levels_free(levels, n);
      a += length == 0 ? 1 : length;
   }
   return lines;
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
   VG_(free)(code);
}

void inlined_discard(Addr start, SizeT length)
{
   address_map_remove(codes, start, length, free_code);
   inline_levels_discard(start, length);
}

/* Loops with many turns: see callgraph/loops.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/loops.h"
#include "arch/insn.h"
#include "base/options.h"
#include "symbols/code_entries.h"
#include "symbols/code_flow.h"
#include "symbols/code_symbols.h"
#include "symbols/flow_loops.h"
#include "symbols/flow_owners.h"
#include "symbols/flow_tables.h"
#include "symbols/inlined.h"
#include "pub_tool_threadstate.h"

/* An activation with this cost of its own has its loops counted. */
enum { MUCH = 100000 };
/* The counters are read no more often than this, in cost. */
enum { STEP = 50000 };
/* Symbols whose loops are counted, at most. */
enum { MOST_CODES = 32 };
/* A loop is in the profile if it was entered this often, and had this number of
   turns each time, on average. */
enum { MANY_ENTRIES = 64, MANY_TURNS = 64 };
/* Code that a routine without a symbol goes on to is looked for behind so many
   jumps: one to another routine, and one to a part of that which lies
   elsewhere.  So often it may not be found: each time much is read. */
enum { FAR = 2, MOST_LOST = 100 };
/* The top activation and its callers that are looked at. */
enum { ACTIVATIONS = 3 };

/* What the counters say. */
typedef struct {
   ULong entries, turns;
   ULong seen_entries, seen_turns;
   ULong open;                  /* turns of the last entry, as far as seen */
   prof_sum moment, squares;
} Counts;

typedef struct {
   Routine *home;
   Addr head, last;             /* the addresses of its head, and of its last
                                   jump back */
   Addr offset;                 /* of the head, in the object */
   UInt line;
   Bool is_joined;              /* what comes before the head, and goes on to
                                   it, lies aside */
   Bool last_is_head;           /* the last jump back is the head of a loop */
   Bool is_of_cases;            /* each case has a jump to the next one */
   /* The counters of the code: the executions of the head, and those jumps to
      it that are known as jumps back, other ones from what lies aside, and ones
      from outside; the jumps from outside to what lies behind the head; and
      those from aside that may be the turns of a loop around this one. */
   ULong heads, turns, joining, outside, sideways, around;
   /* Of a loop of cases: the jumps from a case to the next one are `turns`, or
      `joining` if several cases share them; those from before are `outside`;
      `around` are jumps without a table to a case, from shared code. */
   Counts inner, whole;
} Loop;

/* The code of a symbol, or of a routine without one. */
typedef struct {
   Addr start, end;             /* equal: it is gone */
   Routine *owner;              /* whose code jumps there; NULL: the code
                                   is that of the routine that begins there */
   Bool is_unnamed;
   Bool is_wanted;              /* it has not been translated again yet... */
   Bool is_discarded;           /* ...but its translations are gone */
   XArray *loops;               /* of Loop *: those with a head, ascending by it,
                                   and the other ones */
   XArray *jumps;               /* of LoopJump, ascending by `from` */
   Operations *operations;      /* NULL: it has none */
} Code;

static Code codes[MOST_CODES];
static UInt n_codes;
static UInt n_lost;
static Code **wanted;              /* by thread, for loops_wanted; NULL: none is */
static const Control *looked_at;
static ULong looked_cost;

static Code *code_at(Addr a)
{
   for (UInt i = 0; i < n_codes; i++)
      if (a >= codes[i].start && a < codes[i].end)
         return &codes[i];
   return NULL;
}

static Int compare_jumps(const void *a, const void *b)
{
   const LoopJump *p = a, *q = b;

   return p->from < q->from ? -1 : p->from > q->from;
}

static Routine *owner_of(const Code *c)
{
   return c->owner ? c->owner : routines_at(c->start);
}

static Loop *new_loop(const Code *c, Addr head)
{
   Loop *l = VG_(calloc)("aprof.loops", 1, sizeof *l);
   Routine *r = owner_of(c);

   l->home = (c->is_unnamed ? r : inlined_line_at(head, &l->line))->home;
   l->head = head;
   l->offset = r->offset + (head - (c->owner ? r->entry : c->start));
   return l;
}

/* (Of a jump through a table, `behind` is 0: see jumps_by_table.) */
static void add_jump(Code *c, const FlowJump *j, ULong *counter)
{
   LoopJump jump = { j->from, j->to, j->behind == 0 ? 1 : 0, counter };

   VG_(addToXA)(c->jumps, &jump);
}

/* Add a jump through a table to code from `first` to `last`. */
static void add_jump_into(Code *c, Addr from, Addr first, Addr last, ULong *counter)
{
   LoopJump jump = { from, first, last - first + 1, counter };

   VG_(addToXA)(c->jumps, &jump);
}

/* Find the loops, and their jumps back.  The jumps of the flow are sorted by
   their targets, then by where they are. */
static void find_loops(Code *c, const CodeFlow *flow)
{
   Loop *l = NULL;

   for (Word i = 0; i < VG_(sizeXA)(flow->jumps); i++) {
      const FlowJump *j = VG_(indexXA)(flow->jumps, i);

      if (j->from < j->to || insn_is_repeated(j->from, j->behind - j->from)
          || !code_flow_is_loop(flow, j->to, j->from))
         continue;
      if (l == NULL || l->head != j->to) {
         l = new_loop(c, j->to);
         VG_(addToXA)(c->loops, &l);
      }
      l->last = j->from;
      add_jump(c, j, &l->turns);
   }
}

/* Return the jumps through a table, of which a case is the head of the loop: a list
   of FlowJump that the caller deletes. */
static XArray *jumps_by_table(const CodeFlow *flow, const Loop *l)
{
   XArray *found = VG_(newXA)(VG_(malloc), "aprof.loops.tables", VG_(free),
                              sizeof(FlowJump));

   for (Word t = 0; t < VG_(sizeXA)(flow->tables); t++) {
      if (!flow_tables_lead_to(flow, t, l->head, l->head))
         continue;
      for (Word i = 0; i < VG_(sizeXA)(flow->switches); i++) {
         const FlowSwitch *s = VG_(indexXA)(flow->switches, i);
         FlowJump j = { l->head, s->jump, 0 };
         if (s->table == t)
            VG_(addToXA)(found, &j);
      }
   }
   return found;
}

/* Find the jumps back among those: an empty case goes on with the loop. */
static void add_turns_by_table(Code *c, const CodeFlow *flow, Loop *l,
                               XArray *by_table)
{
   for (Word i = 0; i < VG_(sizeXA)(by_table); i++) {
      const FlowJump *j = VG_(indexXA)(by_table, i);
      if (j->from < l->head || !code_flow_is_loop(flow, l->head, j->from))
         continue;
      if (j->from > l->last)
         l->last = j->from;
      add_jump(c, j, &l->turns);
   }
}

/* Add a jump to the counters of a loop, unless it is one of its jumps back. */
static void add_entry(Code *c, const FlowLoops *flow, Loop *l,
                      const FlowJump *j)
{
   FlowPart from = flow_loops_part(flow, j->from);
   FlowPart to = flow_loops_part(flow, j->to);

   if (to == FLOW_OUTSIDE || from == FLOW_BETWEEN)
      return;
   if (j->to == l->head) {
      if (from == FLOW_OUTSIDE)
         add_jump(c, j, &l->outside);
      else if (j->from < j->to
               || !code_flow_is_loop(flow->flow, j->to, j->from))
         add_jump(c, j, &l->joining);
   } else if (from == FLOW_OUTSIDE)
      add_jump(c, j, &l->sideways);
   else if (to == FLOW_BETWEEN && j->from >= j->to
            && code_flow_is_loop(flow->flow, j->to, j->from))
      add_jump(c, j, &l->around);
}

/* Add the jumps through a table from outside to cases behind the head. */
static void add_entries_by_table(Code *c, const FlowLoops *flow, Word table, Loop *l)
{
   const XArray *switches = flow->flow->switches;

   if (!flow_tables_lead_to(flow->flow, table, l->head + 1, l->last))
      return;
   for (Word i = 0; i < VG_(sizeXA)(switches); i++) {
      const FlowSwitch *s = VG_(indexXA)(switches, i);
      if (s->table == table && flow_loops_part(flow, s->jump) == FLOW_OUTSIDE)
         add_jump_into(c, s->jump, l->head + 1, l->last, &l->sideways);
   }
}

static Bool is_head(const Code *c, Addr a)
{
   for (Word k = 0; k < VG_(sizeXA)(c->loops); k++)
      if ((*(Loop **)VG_(indexXA)(c->loops, k))->head == a)
         return True;
   return False;
}

/* Find the jumps into loops, and those through tables that stay in them. */
static void find_entries(Code *c, const CodeFlow *flow)
{
   FlowLoops loops;

   flow_loops_read(&loops, flow);
   for (Word k = 0; k < VG_(sizeXA)(c->loops); k++) {
      Loop *l = *(Loop **)VG_(indexXA)(c->loops, k);
      XArray *by_table = jumps_by_table(flow, l);

      add_turns_by_table(c, flow, l, by_table);
      flow_loops_find(&loops, l->head, l->last);
      l->is_joined = flow_loops_goes_on_to(&loops, l->head);
      l->last_is_head = is_head(c, l->last);
      for (Word i = 0; i < VG_(sizeXA)(flow->jumps); i++) {
         const FlowJump *j = VG_(indexXA)(flow->jumps, i);
         if (j->from != 0)
            add_entry(c, &loops, l, j);
      }
      for (Word i = 0; i < VG_(sizeXA)(by_table); i++)
         add_entry(c, &loops, l, VG_(indexXA)(by_table, i));
      VG_(deleteXA)(by_table);
      for (Word t = 0; t < VG_(sizeXA)(flow->tables); t++)
         add_entries_by_table(c, &loops, t, l);
   }
   flow_loops_free(&loops);
}

static ULong *counter_of(const FlowOwners *owners, Addr jump, Loop *l)
{
   switch (flow_owners_of(owners, jump)) {
   case FLOW_OWNED:  return &l->turns;
   case FLOW_SHARED: return &l->joining;
   default:          return &l->outside;
   }
}

/* Count the loop of which each case of a table has a jump to the next one.  It has no
   head: its place is that of the first jump that reads the table, and of the last
   one. */
static Loop *loop_of_cases(Code *c, const CodeFlow *flow, Word table,
                           const FlowOwners *owners, Addr first)
{
   Loop *l = new_loop(c, first);

   l->is_of_cases = True;
   for (Word i = 0; i < VG_(sizeXA)(flow->switches); i++) {
      const FlowSwitch *s = VG_(indexXA)(flow->switches, i);
      if (s->table != table)
         continue;
      l->last = s->jump;
      add_jump_into(c, s->jump, flow->start, flow->end,
                    counter_of(owners, s->jump, l));
   }
   for (Word i = 0; i < VG_(sizeXA)(flow->jumps); i++) {
      const FlowJump *j = VG_(indexXA)(flow->jumps, i);
      if (j->from != 0 && flow_owners_is_case(owners, j->to)
          && flow_owners_of(owners, j->from) != FLOW_OWNED)
         add_jump(c, j, flow_owners_of(owners, j->from) == FLOW_BEFORE
                        ? &l->outside : &l->around);
   }
   return l;
}

/* Return the first jump that reads the table; 0: no case has a jump to the next one. */
static Addr first_jump_of_cases(const CodeFlow *flow, Word table,
                                const FlowOwners *owners)
{
   Addr first = 0;
   Bool is_found = False;

   for (Word i = VG_(sizeXA)(flow->switches) - 1; i >= 0; i--) {
      const FlowSwitch *s = VG_(indexXA)(flow->switches, i);
      if (s->table != table)
         continue;
      first = s->jump;
      is_found |= flow_owners_of(owners, s->jump) != FLOW_BEFORE;
   }
   return is_found ? first : 0;
}

static void find_loops_of_cases(Code *c, const CodeFlow *flow)
{
   for (Word t = 0; t < VG_(sizeXA)(flow->tables); t++) {
      FlowOwners owners;
      Addr first;

      flow_owners_read(&owners, flow, t);
      first = first_jump_of_cases(flow, t, &owners);
      if (first != 0 && !flow_owners_is_entered(&owners)) {
         Loop *l = loop_of_cases(c, flow, t, &owners, first);
         VG_(addToXA)(c->loops, &l);
      }
      flow_owners_free(&owners);
   }
}

static void add_code(Addr start, Routine *owner)
{
   Code *c = &codes[n_codes++];
   CodeFlow flow;
   Addr symbol;

   code_flow_read(&flow, start, NULL, NULL);
   flow_tables_read(&flow);
   *c = (Code){
      start, flow.end, owner, !code_symbol_covers(start, &symbol), True, False,
      VG_(newXA)(VG_(malloc), "aprof.loops.list", VG_(free), sizeof(Loop *)),
      VG_(newXA)(VG_(malloc), "aprof.loops.jumps", VG_(free),
                 sizeof(LoopJump)),
      NULL
   };
   find_loops(c, &flow);
   find_entries(c, &flow);
   find_loops_of_cases(c, &flow);
   VG_(setCmpFnXA)(c->jumps, compare_jumps);
   VG_(sortXA)(c->jumps);
   code_flow_free(&flow);
}

static ULong less(ULong a, ULong b)
{
   return a > b ? a - b : 0;
}

/* Turns happen between entries: the first ones of them after those that were
   seen, the last ones after all, and half of both on average. */
static void add_counts(Counts *c, ULong entries, ULong all_turns)
{
   ULong turns = less(all_turns, c->seen_turns);

   c->entries = entries;
   c->turns = all_turns;
   if (turns == 0)
      return;
   c->moment += (prof_sum)turns * (c->seen_entries + entries);
   if (entries > c->seen_entries) {
      c->open = turns / (entries - c->seen_entries);
      c->squares += (prof_sum)turns * turns / (entries - c->seen_entries);
   } else {
      c->squares += (prof_sum)turns * (2 * (prof_sum)c->open + turns);
      c->open += turns;
   }
   c->seen_entries = entries;
   c->seen_turns = all_turns;
}

/* Read the counters.  Code aside may be a part of the loop's body; or it
   belongs to a loop around this one, with the code where both of them decide
   whether they go on.  The code is the same, so the numbers of both are kept.
   (A jump back is counted before the head that it leads to.) */
static void read_counters(Loop *l)
{
   ULong back = l->turns + l->joining;
   ULong falls = less(l->heads, back + l->outside);

   if (l->is_of_cases) {
      add_counts(&l->inner, l->outside + l->joining + l->around, l->turns);
      add_counts(&l->whole, l->outside, l->turns + l->joining);
      return;
   }
   add_counts(&l->inner, less(l->heads + l->sideways + l->around, l->turns),
              l->turns);
   if (l->is_joined)
      add_counts(&l->whole, l->outside + l->sideways, back + falls);
   else
      add_counts(&l->whole, less(l->heads + l->sideways, back), back);
}

static void read_all(void)
{
   for (UInt i = 0; i < n_codes; i++)
      for (Word k = 0; k < VG_(sizeXA)(codes[i].loops); k++)
         read_counters(*(Loop **)VG_(indexXA)(codes[i].loops, k));
}

static Bool is_counted(Addr ip)
{
   const Code *c = code_at(ip);

   return c != NULL && !c->is_wanted;
}

/* Return where the code of an activation begins; `ip` is an address in it.
   Without a symbol that is where its routine was entered, or where the code
   there jumps to: then *owner is the routine.  0: neither is close before. */
static Addr start_of(const Frame *f, Addr ip, Routine **owner)
{
   Addr start, end;

   *owner = NULL;
   if (code_symbol_covers(ip, &start))
      return start;
   if (f->routine == NULL)
      return 0;
   start = f->routine->entry;
   if (f->routine->has_symbol)
      end = code_symbol_end(start);
   else
      end = code_flow_end_of_unnamed(start);
   if (ip >= start && ip < end)
      return start;
   if (n_lost == MOST_LOST)
      return 0;
   start = code_flow_jumps_to(start, end, ip, FAR);
   if (start != 0)
      *owner = f->routine;
   else
      n_lost++;
   return start;
}

/* Return the beginning of the code of an activation that has much cost of its
   own, and whose loops are not counted, and its owner; 0: there is none. */
static Addr find_much(const Control *c, Addr ip, Routine **owner)
{
   ULong until = control_cost_now;

   for (UInt i = 0; i < ACTIVATIONS && i < control_depth(c); i++) {
      const Frame *f = c->top - i;
      Addr start;

      if (until - f->cost - f->callees >= MUCH && !is_counted(ip)
          && (start = start_of(f, ip, owner)) != 0)
         return start;
      if (f->routine == NULL)
         break;
      until = f->cost;
      /* An inlined call lies in the code of its host. */
      if (f->routine->inlined == NULL)
         ip = f->return_address;
      if (ip == 0)
         break;
   }
   return 0;
}

void loops_look(ThreadId tid, Addr ip)
{
   const Control *c = control_current;
   Routine *owner;
   Addr start;

   if (!control_collecting || c == NULL || options_is_without(PART_CALLS)
       || tool_options.virtual_time
       || (c == looked_at && control_cost_now - looked_cost < STEP))
      return;
   looked_at = c;
   looked_cost = control_cost_now;
   read_all();
   start = find_much(c, ip, &owner);
   if (start == 0)
      return;
   if (wanted == NULL)
      wanted = VG_(calloc)("aprof.loops.wanted", VG_N_THREADS, sizeof *wanted);
   wanted[tid] = code_at(start);
   if (wanted[tid] == NULL && n_codes < MOST_CODES) {
      add_code(start, owner);
      wanted[tid] = &codes[n_codes - 1];
   }
}

/* Another thread may run first, and have no loop that makes it stop: so the thread
   that was looked at is asked.  It is asked once, as the code may have no
   translations that could be discarded. */
Bool loops_wanted(ThreadId tid, LoopsCode *again)
{
   const Code *c = wanted == NULL ? NULL : wanted[tid];

   if (c == NULL)
      return False;
   wanted[tid] = NULL;
   if (!c->is_wanted || c->is_discarded)
      return False;
   *again = (LoopsCode){ c->start, c->end - c->start };
   return c->end > c->start;
}

ULong *loops_head(Addr insn)
{
   Code *c = code_at(insn);

   /* All translations are discarded before one is made again. */
   if (c != NULL && c->is_discarded)
      c->is_wanted = c->is_discarded = False;
   for (Word i = 0; c != NULL && i < VG_(sizeXA)(c->loops); i++) {
      Loop *l = *(Loop **)VG_(indexXA)(c->loops, i);
      if (l->head == insn)
         return &l->heads;
   }
   return NULL;
}

const LoopJump *loops_jumps(Addr insn, UInt *n)
{
   const Code *c = code_at(insn);
   LoopJump key = { insn, 0, 0, NULL };
   Word first, last;

   *n = 0;
   if (c == NULL || !VG_(lookupXA)(c->jumps, &key, &first, &last))
      return NULL;
   *n = last - first + 1;
   return VG_(indexXA)(c->jumps, first);
}

Operations *loops_operations(Addr insn)
{
   Code *c = code_at(insn);

   if (c == NULL || c->is_wanted)
      return NULL;
   if (c->operations == NULL)
      c->operations = operations_new(c->start, c->end);
   return c->operations;
}

/* Compare offsets as their hexadecimal texts. */
static Int compare(const void *a, const void *b)
{
   HChar x[20], y[20];

   VG_(sprintf)(x, "0x%lx", ((const LoopTurns *)a)->head);
   VG_(sprintf)(y, "0x%lx", ((const LoopTurns *)b)->head);
   return VG_(strcmp)(x, y);
}

static Bool has_many(const Counts *c)
{
   return c->entries >= MANY_ENTRIES && c->turns / c->entries >= MANY_TURNS;
}

/* Does another routine begin before the loop, which was not known when the end
   of this one was looked for? */
static Bool is_of_another(const Code *c, const Loop *l)
{
   Addr next = c->is_unnamed ? code_entries_next(c->start) : 0;

   return next != 0 && next <= l->head;
}

/* Add the counts of the same loop in a later time: all entries of the earlier
   one came before. */
static void join(Counts *sum, const Counts *later)
{
   sum->moment += later->moment
                  + 2 * (prof_sum)sum->entries * later->turns;
   sum->squares += later->squares;
   sum->entries += later->entries;
   sum->turns += later->turns;
}

/* Code that is gone may come back: the same translated again, or its object
   loaded again.  Then it is counted as new code, and its loop is the same by
   the offset of its head. */
static void add_sum(XArray *sums, const Loop *l)
{
   for (Word i = 0; i < VG_(sizeXA)(sums); i++) {
      Loop *sum = VG_(indexXA)(sums, i);

      if (sum->offset == l->offset) {
         join(&sum->inner, &l->inner);
         join(&sum->whole, &l->whole);
         return;
      }
   }
   VG_(addToXA)(sums, l);
}

/* Return the loops of a routine, as Loop, each of them once; NULL: none. */
static XArray *sums_of(const Routine *r)
{
   XArray *sums = NULL;

   for (UInt i = 0; i < n_codes; i++)
      for (Word k = 0; k < VG_(sizeXA)(codes[i].loops); k++) {
         Loop *l = *(Loop **)VG_(indexXA)(codes[i].loops, k);

         if (l->home->home != r || is_of_another(&codes[i], l))
            continue;
         read_counters(l);
         if (sums == NULL)
            sums = VG_(newXA)(VG_(malloc), "aprof.loops.sums", VG_(free),
                              sizeof *l);
         add_sum(sums, l);
      }
   return sums;
}

/* A place has one record.  The jump of a `switch` may be the last one of several
   loops, or the place of a loop of cases: the first has it.  And code that was read
   again with another end may have a head where a loop of the earlier reading has its
   last jump: then the head, which comes first, has the record. */
static void add_found(XArray *list, const Loop *l, Addr place, const Counts *c)
{
   LoopTurns found = { l->offset + (place - l->head), l->line, c->entries,
                       c->turns, c->moment, c->squares };

   if (!has_many(c))
      return;
   for (Word i = 0; i < VG_(sizeXA)(list); i++)
      if (((LoopTurns *)VG_(indexXA)(list, i))->head == found.head)
         return;
   VG_(addToXA)(list, &found);
}

XArray *loops_of(const Routine *r)
{
   XArray *sums = sums_of(r);

   if (sums == NULL)
      return NULL;
   XArray *list = VG_(newXA)(VG_(malloc), "aprof.loops.turns", VG_(free),
                             sizeof(LoopTurns));
   for (Word i = 0; i < VG_(sizeXA)(sums); i++) {
      const Loop *l = VG_(indexXA)(sums, i);
      add_found(list, l, l->head, &l->inner);
   }
   for (Word i = 0; i < VG_(sizeXA)(sums); i++) {
      const Loop *l = VG_(indexXA)(sums, i);
      if (l->whole.entries != l->inner.entries && !l->last_is_head)
         add_found(list, l, l->last, &l->whole);
   }
   VG_(deleteXA)(sums);
   VG_(setCmpFnXA)(list, compare);
   VG_(sortXA)(list);
   return list;
}

/* (Code that is gone and comes back has what it had before in a place of its own:
   the later one counts.) */
XArray *loops_gaps_of(const Routine *r)
{
   XArray *list = NULL;

   for (UInt i = 0; i < n_codes; i++) {
      const Code *c = &codes[i];

      if (c->operations == NULL || owner_of(c)->home != r)
         continue;
      if (list != NULL)
         VG_(deleteXA)(list);
      list = VG_(newXA)(VG_(malloc), "aprof.loops.gaps", VG_(free),
                        sizeof(OperationGaps));
      operations_list(c->operations, list);
   }
   return list;
}

void loops_discard(Addr start, SizeT length)
{
   for (UInt i = 0; i < n_codes; i++) {
      Code *c = &codes[i];

      if (start >= c->end || start + length <= c->start)
         continue;
      if (c->is_wanted)
         c->is_discarded = True;
      else
         c->end = c->start;
   }
}

void loops_forget(void)
{
   for (UInt i = 0; i < n_codes; i++) {
      if (codes[i].operations != NULL)
         operations_forget(codes[i].operations);
      for (Word k = 0; k < VG_(sizeXA)(codes[i].loops); k++) {
         Loop *l = *(Loop **)VG_(indexXA)(codes[i].loops, k);
         l->heads = l->turns = l->joining = l->outside = 0;
         l->sideways = l->around = 0;
         l->inner = l->whole = (Counts){ 0 };
      }
   }
}

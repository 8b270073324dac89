/* Instrumented code that counts virtual time: see emit_time.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sched/emit_time.h"
#include "arch/syscall_state.h"
#include "arch/time_stamp.h"
#include "base/options.h"
#include "guest/guest_fields.h"
#include "sched/clocks.h"
#include "sched/places.h"
#include "sched/progress.h"
#include "sched/sched.h"
#include "sched/scope.h"
#include "sched/selection.h"
#include "sched/weights.h"
#include "symbols/code_symbols.h"
#include "symbols/routines.h"
#include "pub_tool_machine.h"

/* Return a field of GuestWhatIf. */
static IRExpr *what_if_field(EmitTime *t, SizeT offset)
{
   return emit_field(t->e, GUEST_FIELD(what_if) + offset, Ity_I64);
}
#define WHAT_IF_FIELD(t, name) what_if_field(t, offsetof(GuestWhatIf, name))

static void put_field(EmitTime *t, SizeT offset, IRExpr *value)
{
   emit_statement(t->e, IRStmt_Put(t->e->guest + GUEST_FIELD(what_if) + offset,
                                   value));
}
#define PUT_WHAT_IF_FIELD(t, name, value) \
   put_field(t, offsetof(GuestWhatIf, name), value)

static IRExpr *choose(EmitTime *t, IRExpr *condition, IRExpr *yes, IRExpr *no)
{
   return emit_assign(t->e, Ity_I64, IRExpr_ITE(condition, yes, no));
}

static IRExpr *is_zero(EmitTime *t, IRExpr *value)
{
   return emit_binop(t->e, Iop_CmpEQ64, value, emit_word(0));
}

/* Tell the guest state which code in the scope was executed last. */
static void tell_charge(EmitTime *t)
{
   if (!t->knows || t->told)
      return;
   PUT_WHAT_IF_FIELD(t, charge, emit_word((UWord)t->counter));
   if (!selection_with_callees())
      PUT_WHAT_IF_FIELD(t, faster, emit_word(t->selected));
   t->told = True;
}

/* Return the time of a sum. */
static IRExpr *time_of(EmitTime *t, const EmitTimeSum *sum)
{
   return sum->time == sum->faster
          ? emit_word(sum->time)
          : choose(t, is_zero(t, WHAT_IF_FIELD(t, faster)),
                   emit_word(sum->time), emit_word(sum->faster));
}

/* Append an addition of time that is charged to the counter (EmitTimeSum). */
static void add_time(EmitTime *t, ULong *counter, IRExpr *time)
{
   IRExpr *left;

   if (tool_options.what_if != NULL) {
      IRExpr *at = counter == NULL ? WHAT_IF_FIELD(t, charge)
                                   : emit_word((UWord)counter);
      IRExpr *sum = emit_binop(t->e, Iop_Add64, emit_load(t->e, Ity_I64, at),
                               time);
      emit_statement(t->e, IRStmt_Store(Iend_LE, at, sum));
   }
   left = emit_binop(t->e, Iop_Sub64,
                     emit_field(t->e, GUEST_FIELD(time_left), Ity_I64), time);
   emit_statement(t->e, IRStmt_Put(t->e->guest + GUEST_FIELD(time_left), left));
}

/* Append an addition of the pending time. */
static void flush(EmitTime *t)
{
   const EmitTimeSum *p = &t->pending;

   if (p->time > 0 || p->faster > 0)
      add_time(t, p->counter, time_of(t, p));
   t->pending.time = t->pending.faster = 0;
}

static IRExpr *is_over(EmitTime *t)
{
   return emit_binop(t->e, Iop_CmpLT64S,
                     emit_field(t->e, GUEST_FIELD(time_left), Ity_I64),
                     emit_word(0));
}

/*    if (g.time_left < 0) goto to, as if to make a system call    */
static void exit_if_over(EmitTime *t, Addr to, Int offset_ip)
{
   emit_statement(t->e, IRStmt_Exit(is_over(t), Ijk_Sys_syscall,
                                    IRConst_U64(to), offset_ip));
}

/* Code of a routine that is faster with its callees begins outside of it, if
   the stack pointer is above that at the routine's entry:

      if (g.faster - 1 < sp - 1) g.faster = 0      (unsigned)    */
static void end_callees(EmitTime *t)
{
   IRExpr *faster, *over;

   if (!selection_with_callees())
      return;
   faster = WHAT_IF_FIELD(t, faster);
   over = emit_binop(t->e, Iop_CmpLT64U,
                     emit_binop(t->e, Iop_Sub64, faster, emit_word(1)),
                     emit_binop(t->e, Iop_Sub64, emit_stack_pointer(t->e),
                                emit_word(1)));
   PUT_WHAT_IF_FIELD(t, faster, choose(t, over, emit_word(0), faster));
}

/* The routine is entered: if it was not within itself already, then it is
   faster until it returns. */
static void begin_callees(EmitTime *t)
{
   IRExpr *faster = WHAT_IF_FIELD(t, faster);

   PUT_WHAT_IF_FIELD(t, faster,
                     choose(t, is_zero(t, faster), emit_stack_pointer(t->e),
                            faster));
}

static void cross_scope(EmitTime *t, Addr start)
{
   IRExpr *inside, *sp;
   InsnOwner owner;

   if (!selection_is_scoped())
      return;
   owner = owners_of(start);
   inside = WHAT_IF_FIELD(t, inside);
   sp = emit_stack_pointer(t->e);
   if (selection_in_scope(&owner)) {
      const Bool enters = owner.host != NULL && owner.entry == start;
      EMIT_STATE_HELPER(t->e, scope_enter,
                        mkIRExprVec_3(IRExpr_GSPTR(), sp, emit_word(enters)),
                        is_zero(t, inside));
   } else
      EMIT_STATE_HELPER(t->e, scope_leave,
                        mkIRExprVec_2(IRExpr_GSPTR(), sp),
                        emit_binop(t->e, Iop_CmpNE64, inside, emit_word(0)));
}

void emit_time_begin(EmitTime *t, Emit *e, Addr start, Int offset_ip)
{
   VG_(memset)(t, 0, sizeof *t);
   t->e = e;
   if (!tool_options.virtual_time)
      return;
   EMIT_STATE_HELPER(e, sched_time_is_over, mkIRExprVec_1(IRExpr_GSPTR()),
                     is_over(t));
   exit_if_over(t, start, offset_ip);
   if (tool_options.what_if == NULL)
      return;
   end_callees(t);
   cross_scope(t, start);
}

/* The entry of a routine may be a progress point, or begin what is faster with
   its callees.

   A jump to the entry from the routine itself is a loop, no visit.  Such a jump
   sets a field; the entry sets it back. */
static void see_entry(EmitTime *t, const Routine *r, Addr address, Addr entry)
{
   ProgressPoint *point = progress_of_routine(r);

   t->routine = point == NULL ? 0 : entry;
   if (address != entry)
      return;
   if (point != NULL) {
      flush(t);
      EMIT_STATE_HELPER(t->e, progress_entered,
                        mkIRExprVec_2(IRExpr_GSPTR(), emit_word((UWord)point)),
                        is_zero(t, WHAT_IF_FIELD(t, loops)));
      PUT_WHAT_IF_FIELD(t, loops, emit_word(0));
   }
   if (selection_begins_at(r)) {
      flush(t);
      begin_callees(t);
   }
}

/* The instruction may be the progress point of a line. */
static void see_line(EmitTime *t, const InsnOwner *o)
{
   ProgressPoint *point = progress_of_line(o);

   if (point == NULL)
      return;
   flush(t);
   EMIT_STATE_HELPER(t->e, progress_entered,
                     mkIRExprVec_2(IRExpr_GSPTR(), emit_word((UWord)point)),
                     NULL);
}

static ULong faster(ULong time)
{
   return time * (100 - selection_percent()) / 100;
}

/* Set what the instruction takes, and what it is charged to. */
static EmitTimeSum sum_of(EmitTime *t, const InsnOwner *o, ULong time)
{
   EmitTimeSum sum = { NULL, time, time };
   Bool selected;

   t->inlined = False;
   if (selection_is_scoped() && !selection_in_scope(o)) {
      /* The superblock's own code inside, or that of a superblock before. */
      sum.counter = t->knows ? t->counter : NULL;
      if (!t->knows || selection_with_callees() || t->selected)
         sum.faster = faster(time);
      if (t->knows && !selection_with_callees())
         sum.time = sum.faster;
      return sum;
   }
   selected = selection_has(o);
   t->inlined = selected && selection_with_callees();
   sum.counter = places_of(o)->counter;
   if (selected)
      sum.time = sum.faster = faster(time);
   else if (selection_with_callees())
      sum.faster = faster(time);
   if (selection_is_scoped()) {
      t->told = t->told && t->counter == sum.counter && t->selected == selected;
      t->knows = True;
      t->counter = sum.counter;
      t->selected = selected;
   }
   return sum;
}

Bool emit_time_counts(void)
{
   return tool_options.virtual_time;
}

void emit_time_more(EmitTime *t, IRExpr *instructions)
{
   add_time(t, t->one.counter,
            emit_binop(t->e, Iop_Mul64, instructions, time_of(t, &t->one)));
}

void emit_time_instruction(EmitTime *t, Addr address, Bool counts)
{
   ULong time = CLOCKS_UNITS;
   InsnOwner owner = { .insn = address };
   EmitTimeSum sum;

   if (!tool_options.virtual_time)
      return;
   if (weights_differ()) {
      owner = owners_of(address);
      time = weights_of(&owner);
   }
   sum = (EmitTimeSum){ NULL, time, time };
   if (tool_options.what_if != NULL) {
      if (owner.host != NULL)
         see_entry(t, owner.host, address, owner.entry);
      see_line(t, &owner);
      sum = sum_of(t, &owner, time);
      if (sum.counter != t->pending.counter)
         flush(t);
   }
   t->pending.counter = sum.counter;
   t->one = sum;
   if (!counts)
      return;
   t->pending.time += sum.time;
   t->pending.faster += sum.faster;
}

void emit_time_before_syscall(EmitTime *t, Addr insn, Int offset_ip)
{
   IRDirty *d;

   if (!tool_options.virtual_time)
      return;
   flush(t);
   d = emit_state_call(t->e, "sched_at_syscall", &sched_at_syscall,
                       mkIRExprVec_2(IRExpr_GSPTR(), emit_word(insn)), NULL);
   /* The registers comprise the stack pointer. */
   d->nFxState = 1;
   syscall_state_effects(d, emit_effect);
   emit_statement(t->e, IRStmt_Dirty(d));
   exit_if_over(t, insn, offset_ip);
}

/* Does the current routine, a progress point, jump to its own entry? */
static Bool goes_to_entry(const EmitTime *t, Addr target)
{
   return t->routine != 0 && target == t->routine;
}

void emit_time_exit(EmitTime *t, const IRStmt *exit)
{
   if (!tool_options.virtual_time)
      return;
   flush(t);
   tell_charge(t);
   if (goes_to_entry(t, emit_address_of(exit->Ist.Exit.dst)))
      PUT_WHAT_IF_FIELD(t, loops,
                        emit_assign(t->e, Ity_I64,
                                    IRExpr_Unop(Iop_1Uto64,
                                                exit->Ist.Exit.guard)));
}

void emit_time_end(EmitTime *t, const IRSB *sb)
{
   if (!tool_options.virtual_time)
      return;
   flush(t);
   tell_charge(t);
   if (t->inlined && sb->jumpkind == Ijk_Call)
      begin_callees(t);
   /* The instruction pause need not leave the code so that Valgrind's scheduler
      lets other threads run: they are parked until the time is over. */
   if (sb->jumpkind == Ijk_Yield)
      t->e->out->jumpkind = Ijk_Boring;
   if (sb->next->tag == Iex_Const && sb->jumpkind == Ijk_Boring
       && goes_to_entry(t, emit_address_of(sb->next->Iex.Const.con)))
      PUT_WHAT_IF_FIELD(t, loops, emit_word(1));
}

/* The counters of Coz's header are incremented by locked instructions. */
static void count_progress(EmitTime *t, const IRCAS *cas)
{
   IRExpr *offset, *counters;

   flush(t);
   counters = emit_word((UWord)&progress_counters);
   offset = emit_binop(t->e, Iop_Sub64, cas->addr,
                       emit_load(t->e, Ity_I64, counters));
   counters = emit_word((UWord)&progress_counters.bytes);
   EMIT_STATE_HELPER(t->e, progress_counted,
                     mkIRExprVec_2(IRExpr_GSPTR(), cas->addr),
                     emit_binop(t->e, Iop_CmpLT64U, offset,
                                emit_load(t->e, Ity_I64, counters)));
}

/* Append an assignment of the virtual time-stamp counter. */
static void read_time_stamp(EmitTime *t, IRTemp to)
{
   IRExpr *left;

   flush(t);
   left = emit_field(t->e, GUEST_FIELD(time_left), Ity_I64);
   emit_statement(t->e,
      IRStmt_Dirty(unsafeIRDirty_1_N(to, 0, "sched_time_stamp",
                                     VG_(fnptr_to_fnentry)(&sched_time_stamp),
                                     mkIRExprVec_1(left))));
}

/* The registers have the real counter: replace it. */
static void replace_registers(EmitTime *t)
{
   const TimeStampRegisters *r = &time_stamp_registers;
   IRTemp stamp = newIRTemp(t->e->out->tyenv, Ity_I64);
   IRExpr *value = IRExpr_RdTmp(stamp), *half;

   read_time_stamp(t, stamp);
   half = emit_binop(t->e, Iop_And64, value, emit_word(0xffffffff));
   emit_statement(t->e, IRStmt_Put(r->low, half));
   half = emit_assign(t->e, Ity_I64,
                      IRExpr_Binop(Iop_Shr64, value,
                                   IRExpr_Const(IRConst_U8(32))));
   emit_statement(t->e, IRStmt_Put(r->high, half));
   emit_statement(t->e, IRStmt_Put(r->processor, emit_word(0)));
}

Bool emit_time_replaces(EmitTime *t, const IRStmt *st)
{
   if (!tool_options.virtual_time || time_stamp_kind(st) != TIME_STAMP_VALUE)
      return False;
   read_time_stamp(t, st->Ist.Dirty.details->tmp);
   return True;
}

void emit_time_after(EmitTime *t, const IRStmt *st)
{
   if (!tool_options.virtual_time)
      return;
   if (st->tag == Ist_CAS && tool_options.what_if != NULL)
      count_progress(t, st->Ist.CAS.details);
   else if (time_stamp_kind(st) == TIME_STAMP_REGISTERS)
      replace_registers(t);
}

/* Threads that spin: see spins.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sched/spins.h"
#include "arch/guest_layout.h"
#include "engine/schedule/schedule.h"
#include "guest/guest_fields.h"
#include "sched/handovers.h"
#include "sys/client_memory.h"
#include "pub_tool_threadstate.h"

/* A read in GuestWhatIf: its address, and above it its size. */
enum { SIZE_SHIFT = 56 };

typedef struct {
   ULong read;                /* 0: none */
   ULong value;
} Watched;

typedef struct {
   Bool is_known;             /* the state below is */
   Bool counts;               /* it was so again, but for one register; `words`
                                 has the reads of then */
   Bool spins;                /* it was so again */
   UInt tries;                /* how often it was looked at since then... */
   UInt most;                 /* ...until its state is taken anew */
   ULong since;               /* the clock of then */
   UChar state[sizeof(VexGuestArchState)];
   /* While it spins. */
   WaitSite site;
   Watched words[GUEST_READS];
} Spin;

static Spin **spins;          /* by ThreadId; NULL: none is looked for */
static UInt spinning;         /* threads */

void spins_init(void)
{
   if (handovers_are_recorded())
      spins = VG_(calloc)("aprof.spins", VG_N_THREADS, sizeof *spins);
}

/* --- instrumented code --- */

static Int field(const Emit *e, SizeT offset)
{
   return e->guest + GUEST_FIELD(what_if) + offset;
}

static IRExpr *widen(Emit *e, IRType type, IRExpr *value)
{
   static const struct { IRType type; IROp op; } ops[] = {
      { Ity_I8, Iop_8Uto64 }, { Ity_I16, Iop_16Uto64 },
      { Ity_I32, Iop_32Uto64 }, { Ity_F64, Iop_ReinterpF64asI64 },
   };

   for (UInt i = 0; i < sizeof ops / sizeof *ops; i++)
      if (ops[i].type == type)
         return emit_assign(e, Ity_I64, IRExpr_Unop(ops[i].op, value));
   return type == Ity_I64 ? value : NULL;
}

static IRType type_of(const Emit *e, const IRExpr *value)
{
   return typeOfIRExpr(e->out->tyenv, value);
}

/* Append: g.changed |= bits */
static void emit_changed(Emit *e, IRExpr *bits)
{
   const SizeT at = offsetof(GuestWhatIf, changed);
   IRExpr *before = emit_field(e, GUEST_FIELD(what_if) + at, Ity_I64);

   emit_statement(e, IRStmt_Put(field(e, at),
                                emit_binop(e, Iop_Or64, before, bits)));
}

/* Return the bits that differ, or all if the type is none of a word. */
static IRExpr *differing(Emit *e, IRType type, IRExpr *a, IRExpr *b)
{
   IRExpr *wide = widen(e, type, a);

   return wide == NULL ? emit_word(~(UWord)0)
                       : emit_binop(e, Iop_Xor64, wide, widen(e, type, b));
}

/* A read of a larger thing is none of a word that is waited for. */
static void emit_read(Emit *e, Addr insn, IRType type, IRExpr *address)
{
   const UWord size = sizeofIRType(type);
   const UInt number = insn / 2 % GUEST_READS;
   IRExpr *read;

   if (size > sizeof(ULong))
      return;
   read = emit_binop(e, Iop_Or64, address, emit_word(size << SIZE_SHIFT));
   emit_statement(e, IRStmt_Put(field(e, offsetof(GuestWhatIf, reads)
                                         + number * sizeof(ULong)), read));
}

/* The memory that a store is about to change can be read. */
void spins_emit_before(Emit *e, const IRStmt *st)
{
   IRExpr *data, *address;
   IRType type;

   if (spins == NULL || st->tag != Ist_Store)
      return;
   data = st->Ist.Store.data;
   address = st->Ist.Store.addr;
   type = type_of(e, data);
   emit_changed(e, sizeofIRType(type) > (Int)sizeof(ULong)
                   ? emit_word(~(UWord)0)
                   : differing(e, type, emit_load(e, type, address), data));
}

static void after_cas(Emit *e, Addr insn, const IRCAS *cas)
{
   const IRType type = type_of(e, cas->dataLo);
   IRExpr *old = IRExpr_RdTmp(cas->oldLo), *done, *bits;

   if (cas->dataHi != NULL) {
      emit_changed(e, emit_word(~(UWord)0));
      return;
   }
   emit_read(e, insn, type, cas->addr);
   done = emit_binop(e, Iop_CmpEQ64, widen(e, type, old),
                     widen(e, type, cas->expdLo));
   bits = differing(e, type, old, cas->dataLo);
   emit_changed(e, emit_assign(e, Ity_I64,
                               IRExpr_ITE(done, bits, emit_word(0))));
}

static Bool writes(const IRStmt *st)
{
   switch (st->tag) {
   case Ist_StoreG:
      return True;
   case Ist_LLSC:
      return st->Ist.LLSC.storedata != NULL;
   case Ist_Dirty:
      return st->Ist.Dirty.details->mFx == Ifx_Write
             || st->Ist.Dirty.details->mFx == Ifx_Modify;
   default:
      return False;
   }
}

void spins_emit_after(Emit *e, Addr insn, const IRStmt *st)
{
   if (spins == NULL)
      return;
   if (st->tag == Ist_WrTmp && st->Ist.WrTmp.data->tag == Iex_Load)
      emit_read(e, insn, st->Ist.WrTmp.data->Iex.Load.ty,
                st->Ist.WrTmp.data->Iex.Load.addr);
   else if (st->tag == Ist_CAS)
      after_cas(e, insn, st->Ist.CAS.details);
   else if (writes(st))
      emit_changed(e, emit_word(~(UWord)0));
}

/* --- threads --- */

static void forget(Spin *s)
{
   spinning -= s->spins;
   s->spins = s->counts = s->is_known = False;
}

void spins_begin(ThreadId tid)
{
   if (spins == NULL)
      return;
   if (spins[tid] == NULL)
      spins[tid] = VG_(calloc)("aprof.spins.spin", 1, sizeof **spins);
   forget(spins[tid]);
}

void spins_interrupt(ThreadId tid)
{
   if (spins != NULL && spins[tid] != NULL)
      forget(spins[tid]);
}

static Addr address_of(ULong read)
{
   return read & (((ULong)1 << SIZE_SHIFT) - 1);
}

static ULong value_of(ULong read)
{
   const SizeT size = read >> SIZE_SHIFT;
   ULong value = 0;

   if (read != 0 && client_memory_is_readable(address_of(read), size))
      VG_(memcpy)(&value, (const void *)address_of(read), size);
   return value;
}

/* A loop that counts its turns changes one register.  But so does one that goes
   through memory: it reads elsewhere each time. */
static Bool reads_the_same(Spin *s, const GuestWhatIf *g)
{
   Bool same = s->counts;

   for (UInt i = 0; i < GUEST_READS; i++) {
      same = same && s->words[i].read == g->reads[i];
      s->words[i].read = g->reads[i];
   }
   s->counts = True;
   return same;
}

static Bool is_where_it_was(Spin *s, const UChar *guest, const GuestWhatIf *g)
{
   switch (guest_layout_compare(s->state, guest)) {
   case GUEST_LAYOUT_SAME:
      return True;
   case GUEST_LAYOUT_ONE_DIFFERS:
      return reads_the_same(s, g);
   default:
      return False;
   }
}

/* The thread is where it was. */
static void begin(ThreadId tid, Spin *s, const GuestWhatIf *g)
{
   s->spins = True;
   spinning++;
   s->site = wait_sites_of(tid);
   for (UInt i = 0; i < GUEST_READS; i++)
      s->words[i] = (Watched){ g->reads[i], value_of(g->reads[i]) };
}

static void take_state(ThreadId tid, Spin *s, const UChar *guest,
                       GuestWhatIf *g)
{
   s->is_known = True;
   s->counts = False;
   s->tries = 0;
   s->since = schedule_clock(tid);
   guest_layout_copy_registers(s->state, guest);
   g->changed = 0;
   VG_(memset)(g->reads, 0, sizeof g->reads);
}

/* A loop may have several superblocks, or be entered in the middle: the state
   is taken anew after 2, 4, 8... looks (R. Brent, An improved Monte Carlo
   factorization algorithm: so each circle is found). */
void spins_time_is_over(ThreadId tid, UChar *guest)
{
   GuestWhatIf *g = &guest_fields_in(guest)->what_if;
   Spin *s = spins == NULL ? NULL : spins[tid];

   if (s == NULL)
      return;
   if (s->is_known && g->changed == 0) {
      if (s->spins)
         return;
      if (is_where_it_was(s, guest, g)) {
         begin(tid, s, g);
         return;
      }
      if (++s->tries < s->most)
         return;
      s->most *= 2;
   } else {
      forget(s);
      s->most = 2;
   }
   take_state(tid, s, guest, g);
}

/* Return the address of a word that is not what it was, or 0. */
static Addr changed_word(const Spin *s)
{
   for (UInt i = 0; i < GUEST_READS; i++)
      if (s->words[i].read != 0
          && value_of(s->words[i].read) != s->words[i].value)
         return address_of(s->words[i].read);
   return 0;
}

void spins_ran(ThreadId tid, void (*ended)(UInt thread, UInt by))
{
   if (spinning == 0)
      return;
   for (ThreadId t = 1; t < VG_N_THREADS; t++) {
      Spin *s = spins[t];
      const Addr word = s == NULL || !s->spins || t == tid ? 0
                                                           : changed_word(s);
      if (word == 0)
         continue;
      forget(s);
      ended(t, tid);
      handovers_spun(t, tid, &s->site, word, s->since);
   }
}

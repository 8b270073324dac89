/* Dead-flag elimination: stores to the status flags that no instruction reads.

   Most arithmetic sets flags, and VEX stores the four words that the flags
   follow from at the end of each superblock, since it does not know what code
   follows.  Nearly always that code overwrites the flags.  If all constant
   addresses that the superblock can go to from a store on have such code, then
   the store is removed, and the computations for it with it.

   Why that is exact: no instruction reads the flags in between.  A handler of a
   signal that comes in between may see other flags in the context that it gets,
   and the program goes on with them; they are overwritten all the same.  If the
   user wants precise registers, then nothing is removed.

   VEX removes a load whose value is not used.  But a load may be there for its
   fault alone: a program in Go finds a nil pointer by a test of the memory at
   it.  So a store of flags stays if a load has no other use.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "vexopt/dead_flags.h"
#include "arch/flags_liveness.h"
#include "arch/guest_layout.h"
#include "ir/emit.h"
#include "pub_tool_options.h"

enum { MOST_TEMPORARIES = 4096 };

/* By temporary: is its value used by anything but stores of flags that are
   dead?  If not, does it follow from a load that nothing else uses? */
static Bool is_used[MOST_TEMPORARIES], is_lone[MOST_TEMPORARIES];

static Bool may_be_imprecise(VexRegisterUpdates updates)
{
   return updates == VexRegUpd_INVALID || updates == VexRegUpdSpAtMemAccess
          || updates == VexRegUpdUnwindregsAtMemAccess;
}

static Bool are_dead_at(const IRConst *target)
{
   return flags_liveness_are_dead(emit_address_of(target));
}

static Bool are_dead_at_end(const IRSB *sb)
{
   return (sb->jumpkind == Ijk_Boring || sb->jumpkind == Ijk_Call)
          && sb->next->tag == Iex_Const && are_dead_at(sb->next->Iex.Const.con);
}

/* Are the flags dead before the statement, if they are dead behind it? */
static Bool are_dead_before(const IRStmt *st)
{
   switch (st->tag) {
   case Ist_Exit:
      return st->Ist.Exit.jk == Ijk_Boring
             && are_dead_at(st->Ist.Exit.dst);
   case Ist_PutI:
      return False;
   default:
      return !emit_may_read(st, guest_layout_is_flags);
   }
}

static Bool sets_flags(const IRSB *sb, const IRStmt *st)
{
   return st->tag == Ist_Put
          && guest_layout_is_flags(st->Ist.Put.offset,
                              sizeofIRType(typeOfIRExpr(sb->tyenv,
                                                        st->Ist.Put.data)));
}

/* Return the index of the first statement of a tail in which all stores to flags
   are dead. */
static Int dead_from(const IRSB *sb)
{
   Bool dead = may_be_imprecise(
                  VG_(clo_vex_control).iropt_register_updates_default)
               && may_be_imprecise(VG_(clo_px_file_backed))
               && are_dead_at_end(sb);
   Int i = sb->stmts_used;

   while (dead && i > 0)
      if (sets_flags(sb, sb->stmts[i - 1])
          || are_dead_before(sb->stmts[i - 1]))
         i--;
      else
         dead = False;
   return i;
}

static Bool use(IRTemp t)
{
   is_used[t] = True;
   return False;
}

static Bool lone(IRTemp t)
{
   return is_lone[t];
}

/* Call the function for each temporary in the expression, until it returns
   True; return True if it did. */
static Bool any_temporary(const IRExpr *e, Bool (*f)(IRTemp))
{
   switch (e->tag) {
   case Iex_RdTmp:
      return f(e->Iex.RdTmp.tmp);
   case Iex_Load:
      return any_temporary(e->Iex.Load.addr, f);
   case Iex_GetI:
      return any_temporary(e->Iex.GetI.ix, f);
   case Iex_Unop:
      return any_temporary(e->Iex.Unop.arg, f);
   case Iex_Binop:
      return any_temporary(e->Iex.Binop.arg1, f)
             || any_temporary(e->Iex.Binop.arg2, f);
   case Iex_Triop: {
      const IRTriop *o = e->Iex.Triop.details;
      return any_temporary(o->arg1, f) || any_temporary(o->arg2, f)
             || any_temporary(o->arg3, f);
   }
   case Iex_Qop: {
      const IRQop *o = e->Iex.Qop.details;
      return any_temporary(o->arg1, f) || any_temporary(o->arg2, f)
             || any_temporary(o->arg3, f) || any_temporary(o->arg4, f);
   }
   case Iex_ITE:
      return any_temporary(e->Iex.ITE.cond, f)
             || any_temporary(e->Iex.ITE.iftrue, f)
             || any_temporary(e->Iex.ITE.iffalse, f);
   case Iex_CCall:
      for (IRExpr **arg = e->Iex.CCall.args; *arg != NULL; arg++)
         if (any_temporary(*arg, f))
            return True;
      return False;
   default:
      return False;
   }
}

/* Mark what the statement uses.  The statements behind it are marked.  Where a
   use is missed, a store of flags stays that could go. */
static void mark_used(const IRStmt *st)
{
   switch (st->tag) {
   case Ist_WrTmp:
      if (is_used[st->Ist.WrTmp.tmp])
         any_temporary(st->Ist.WrTmp.data, use);
      break;
   case Ist_Put:
      any_temporary(st->Ist.Put.data, use);
      break;
   case Ist_Store:
      any_temporary(st->Ist.Store.addr, use);
      any_temporary(st->Ist.Store.data, use);
      break;
   case Ist_Exit:
      any_temporary(st->Ist.Exit.guard, use);
      break;
   default:
      break;
   }
}

static void mark_lone(const IRStmt *st)
{
   if (st->tag == Ist_WrTmp && !is_used[st->Ist.WrTmp.tmp])
      is_lone[st->Ist.WrTmp.tmp] = st->Ist.WrTmp.data->tag == Iex_Load
                                   || any_temporary(st->Ist.WrTmp.data, lone);
}

void dead_flags_remove(IRSB *sb)
{
   UInt temporaries = sb->tyenv->types_used;
   Int first = dead_from(sb);

   if (first == sb->stmts_used || temporaries > MOST_TEMPORARIES)
      return;
   VG_(memset)(is_used, 0, temporaries);
   VG_(memset)(is_lone, 0, temporaries);
   any_temporary(sb->next, use);
   for (Int i = sb->stmts_used; i-- > 0; )
      if (i < first || !sets_flags(sb, sb->stmts[i]))
         mark_used(sb->stmts[i]);
   for (Int i = 0; i < sb->stmts_used; i++) {
      IRStmt *st = sb->stmts[i];
      mark_lone(st);
      if (i >= first && sets_flags(sb, st)
          && !any_temporary(st->Ist.Put.data, lone))
         sb->stmts[i] = IRStmt_NoOp();
   }
}

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

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "vexopt/dead_flags.h"
#include "arch/flags_liveness.h"
#include "arch/guest_layout.h"
#include "ir/emit.h"
#include "pub_tool_options.h"

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

void dead_flags_remove(IRSB *sb)
{
   Bool dead = may_be_imprecise(
                  VG_(clo_vex_control).iropt_register_updates_default)
               && may_be_imprecise(VG_(clo_px_file_backed))
               && are_dead_at_end(sb);

   for (Int i = sb->stmts_used; dead && i-- > 0; )
      if (sets_flags(sb, sb->stmts[i]))
         sb->stmts[i] = IRStmt_NoOp();
      else
         dead = are_dead_before(sb->stmts[i]);
}

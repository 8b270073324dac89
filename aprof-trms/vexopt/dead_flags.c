/* The status flags, where nobody looks at them.

   Most arithmetic sets flags, and VEX stores what they follow from, four words,
   at the end of each superblock: it does not know what comes next.  Nearly
   always it is code that overwrites them.  Where all constant addresses that
   the superblock can go to from a store on have such code, the store is left
   out, and what is only computed for it.

   The program does the same: no instruction looks at the flags in between.  A
   handler of a signal that comes in between may see other flags in the context
   that it gets, and the program goes on with these; they are overwritten all
   the same.  Where the user wants precise registers nothing is left out.

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

static Bool are_dead_at_end(const IRSB *sb)
{
   return (sb->jumpkind == Ijk_Boring || sb->jumpkind == Ijk_Call)
          && sb->next->tag == Iex_Const
          && ap_arch_flags_are_overwritten(ap_address_of(sb->next->Iex.Const.con));
}

/* Are they before it, if they are behind it? */
static Bool are_dead_before(const IRStmt *st)
{
   switch (st->tag) {
   case Ist_Exit:
      return st->Ist.Exit.jk == Ijk_Boring
             && ap_arch_flags_are_overwritten(ap_address_of(st->Ist.Exit.dst));
   case Ist_PutI:
      return False;
   default:
      return !ap_may_read(st, ap_arch_is_flags);
   }
}

static Bool sets_flags(const IRSB *sb, const IRStmt *st)
{
   return st->tag == Ist_Put
          && ap_arch_is_flags(st->Ist.Put.offset,
                              sizeofIRType(typeOfIRExpr(sb->tyenv,
                                                        st->Ist.Put.data)));
}

void ap_flags_drop(IRSB *sb)
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

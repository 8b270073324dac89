/* Reads and writes of a superblock.

   Addresses are taken apart into a root, which is a temporary, and a constant
   offset.  Three things rest on that:

   Elimination.  A read of what the superblock has read or written before, and
   a write of what it has written before, with no change of activation or
   thread between, changes nothing in any engine: the cell's stamp is the top
   activation's already, and nobody else runs within a superblock.

   Inline checks, for the fast engine in windows (engine/fast/fast.h).  With
   g.x for our field x of the guest state, p = root + r for an offset 4k + r,
   r in 0..3, and al = p & 3:

      shadow = (p & ~3) + g.base + 4k             once for each root and r

      read of 8 bytes
         if (((LD64(shadow) - g.top) & g.sign) | al) read8(address)
      of 4
         if (LD32(shadow) <u (g.top.lower | -al)) read4(address)
      of 2: as 4, with 2p & 3 in place of al; of 1: without al
      of 16 and 32: the differences of all words are combined by OR

      write of 8 bytes
         if (((LD64(shadow) & g.state) | al) != g.valid) write8(address)
         ST64(shadow) = g.stamp
      of 4, 2, 1: the same with 32 bits, and al as for reads
      of 16 and 32: words after one another

      quiet write of 8 bytes, where there was one thread so far; if it is the
      superblock's only one
         if ((g.checked | al) != 0) write8(address)
         ST64(shadow) = g.stamp
      and else, with `last` once for each root and r, too
         last = ((p + 3) & ~3) + g.base + 4k
         ST64(shadow) = g.stamp
         ST32(last + 4) = g.stamp
      of others: likewise; of 2: as 4, with p + 1

   Why that is exact:
   - Stamps have bit 31 clear.  In the subtraction of words the lower half
     borrows from the upper only where it is smaller itself, and then its own
     sign bit is set: the check fails as it must.
   - al is not 0 exactly where the access may touch one cell more than the
     shadow words that were looked at, and each makes its check fail: -al is
     greater than all stamps, and al's bits are outside g.valid's.
   - The store after a write check repeats what the slow path has stored.  Of
     an unaligned access it covers the first cells, which the slow path has
     stored the same in.
   - Of quiet writes engine/fast/single_thread.c says why they need no check.  There
     g.checked is 0, and from the second thread's start on it is not.  A
     superblock that does not look at it at each write is left at its beginning
     then, and made anew (instrument/retranslate.c).
   - An access of 4 bytes touches the cells that its first and its last byte are
     in, and a longer one those of the words in between, too: what a quiet write
     stores covers them all, and nothing else, whatever the alignment.  The last
     cell is left out where the superblock has written the byte behind it:
     unaligned, that is in the same cell, and else the words cover it.
   - Where the thread has no window, or nothing is measured, g.base leads to a
     window that stays 0: g.top is greater than all stamps and g.stamp is 0,
     so every check fails and every store leaves 0.
   - Once the program has memory beyond the windows, that is so for all
     threads, and there is an image of that memory in that window
     (trms_fast_mapped).  Where it has none, the access faults in any case.

   The lower half of g.top is what 32-bit checks compare with.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "instrument/accesses.h"
#include "instrument/helpers.h"
#include "guest/guest_fields.h"
#include "base/options.h"
#include "engine/fast/fast.h"

/* An address, taken apart.  Constant addresses have no root. */
typedef struct {
   IRTemp root;           /* or IRTemp_INVALID */
   ULong offset;
} Place;

/* What has been accessed: so many bytes, from root + start on. */
typedef struct {
   IRTemp root;
   ULong start;
   Int size;
   Bool written;
} Extent;

/* Parts of checks that are the same for all offsets from a root with the same
   two low bits. */
typedef struct {
   IRTemp root;
   UInt low;              /* r */
   IRExpr *plus_low;      /* p */
   IRExpr *shadow;        /* (p & ~3) + g.base */
   IRExpr *al, *al2;      /* p & 3, 2p & 3; NULL: not made yet */
   IRExpr *limit, *limit2;   /* for reads of 4 bytes, and of 2; likewise */
   IRExpr *last, *last2;     /* for quiet writes of 4 bytes, and of 2; likewise */
} Root;

/* A write, kept until its instruction's end. */
typedef struct {
   IRExpr *address, *guard;
   Int size;
} Write;

enum { MOST_EXTENTS = 32, MOST_ROOTS = 32, MOST_WRITES = 16 };

struct _Accesses {
   Emit *e;
   Place *places;         /* by temporary */
   Extent extents[MOST_EXTENTS];
   UInt n_extents, next_extent;
   Root roots[MOST_ROOTS];
   UInt n_roots, next_root;
   Write writes[MOST_WRITES];
   UInt n_writes;
   Bool quiet;            /* writes are; */
   Bool together;         /* by one check for the superblock... */
   Bool check;            /* ...which it needs */
   IRExpr *stamp;         /* g.stamp, once it has been needed; or NULL */
};

/* One check for all writes is longer than that of one. */
static Bool writes_often(const IRSB *sb)
{
   UInt n = 0;

   for (Int i = 0; i < sb->stmts_used; i++)
      n += sb->stmts[i] != NULL && sb->stmts[i]->tag == Ist_Store;
   return n > 1;
}

Accesses *accesses_of_superblock(Emit *e, const IRSB *sb)
{
   Accesses *x = LibVEX_Alloc(sizeof *x);
   UInt n = sb->tyenv->types_used;

   x->e = e;
   x->quiet = trms_fast_has_unchecked_writes();
   x->together = x->quiet && !options_is_without(PART_WRITES) && writes_often(sb);
   x->check = x->together || (x->quiet && sb->jumpkind == Ijk_NoRedir);
   x->n_writes = 0;
   x->places = LibVEX_Alloc(n * sizeof *x->places);
   for (UInt t = 0; t < n; t++)
      x->places[t] = (Place){ t, 0 };
   accesses_forget(x);
   return x;
}

static Place place_of(const Accesses *x, const IRExpr *address)
{
   Place p = { IRTemp_INVALID, 0 };

   if (address->tag == Iex_RdTmp)
      return x->places[address->Iex.RdTmp.tmp];
   p.offset = emit_address_of(address->Iex.Const.con);
   return p;
}

void accesses_assigned(Accesses *x, const IRStmt *st)
{
   const IRExpr *e = st->Ist.WrTmp.data;
   Place *p = &x->places[st->Ist.WrTmp.tmp];

   if (e->tag == Iex_RdTmp)
      *p = x->places[e->Iex.RdTmp.tmp];
   if (e->tag != Iex_Binop)
      return;
   const IRExpr *a = e->Iex.Binop.arg1, *b = e->Iex.Binop.arg2;
   if (e->Iex.Binop.op == Iop_Add64) {
      if (a->tag == Iex_RdTmp && emit_is_word(b)) {
         *p = x->places[a->Iex.RdTmp.tmp];
         p->offset += b->Iex.Const.con->Ico.U64;
      } else if (emit_is_word(a) && b->tag == Iex_RdTmp) {
         *p = x->places[b->Iex.RdTmp.tmp];
         p->offset += a->Iex.Const.con->Ico.U64;
      }
   } else if (e->Iex.Binop.op == Iop_Sub64 && a->tag == Iex_RdTmp
              && emit_is_word(b)) {
      *p = x->places[a->Iex.RdTmp.tmp];
      p->offset -= b->Iex.Const.con->Ico.U64;
   }
}

void accesses_forget(Accesses *x)
{
   x->stamp = NULL;
   x->n_extents = x->next_extent = 0;
   x->n_roots = x->next_root = 0;
}

void accesses_end_unchecked(Accesses *x)
{
   x->quiet = x->together = False;
}

Bool accesses_need_check(const Accesses *x)
{
   return x->check;
}

/* Elimination. */

static Bool is_covered(const Accesses *x, const Place *p, Int size,
                       Bool write)
{
   for (UInt i = 0; i < x->n_extents; i++) {
      const Extent *e = &x->extents[i];
      if (e->root == p->root && (e->written || !write)
          && size <= e->size && p->offset - e->start <= (ULong)(e->size - size))
         return True;
   }
   return False;
}

/* The oldest makes place for the newest. */
static void note_extent(Accesses *x, const Place *p, Int size, Bool write)
{
   Extent e = { p->root, p->offset, size, write };

   x->extents[x->next_extent] = e;
   x->next_extent = (x->next_extent + 1) % MOST_EXTENTS;
   if (x->n_extents < MOST_EXTENTS)
      x->n_extents++;
}

/* Inline checks. */

static IRExpr *plus(Accesses *x, IRExpr *a, ULong more)
{
   return more == 0 ? a : emit_binop(x->e, Iop_Add64, a, emit_word(more));
}

/* (p & ~3) + g.base. */
static IRExpr *shadow_of(Accesses *x, IRExpr *p)
{
   IRExpr *cell = emit_binop(x->e, Iop_And64, p, emit_word(~(UWord)3));

   return emit_binop(x->e, Iop_Add64, cell,
                   emit_field(x->e, GUEST_FIELD(base), Ity_I64));
}

static Root *root_of(Accesses *x, const Place *p)
{
   UInt low = p->offset & 3;

   for (UInt i = 0; i < x->n_roots; i++)
      if (x->roots[i].root == p->root && x->roots[i].low == low)
         return &x->roots[i];
   Root *r = &x->roots[x->next_root];
   x->next_root = (x->next_root + 1) % MOST_ROOTS;
   if (x->n_roots < MOST_ROOTS)
      x->n_roots++;
   VG_(memset)(r, 0, sizeof *r);
   r->root = p->root;
   r->low = low;
   r->plus_low = plus(x, IRExpr_RdTmp(p->root), low);
   r->shadow = shadow_of(x, r->plus_low);
   return r;
}

static IRExpr *al_of(Accesses *x, Root *r)
{
   if (r->al == NULL)
      r->al = emit_binop(x->e, Iop_And64, r->plus_low, emit_word(3));
   return r->al;
}

static IRExpr *al2_of(Accesses *x, Root *r)
{
   if (r->al2 == NULL) {
      IRExpr *twice = emit_binop(x->e, Iop_Shl64, r->plus_low,
                               IRExpr_Const(IRConst_U8(1)));
      r->al2 = emit_binop(x->e, Iop_And64, twice, emit_word(3));
   }
   return r->al2;
}

static IRExpr *lower(Accesses *x, IRExpr *e)
{
   return emit_assign(x->e, Ity_I32, IRExpr_Unop(Iop_64to32, e));
}

/* An access that is checked: where its stamps are, and whether its alignment
   adds anything to the check. */
typedef struct {
   IRExpr *address;
   Root *root;            /* NULL: a constant address */
   IRExpr *shadow;
   ULong above;           /* to be added to shadow */
   Bool aligned;          /* for certain */
   Int size;
} Check;

static Bool find_check(Accesses *x, const Place *p, IRExpr *address,
                       Int size, Check *c)
{
   c->address = address;
   c->size = size;
   if (p->root == IRTemp_INVALID) {
      c->root = NULL;
      c->shadow = emit_binop(x->e, Iop_Add64,
                           emit_field(x->e, GUEST_FIELD(base), Ity_I64),
                           emit_word(p->offset & ~(ULong)3));
      c->above = 0;
      c->aligned = size < 4 ? (p->offset & 3) + size <= 4
                            : (p->offset & 3) == 0;
      return c->aligned;
   }
   c->root = root_of(x, p);
   c->shadow = c->root->shadow;
   c->above = p->offset & ~(ULong)3;
   c->aligned = size == 1;
   return True;
}

static IRExpr *shadow_address(Accesses *x, const Check *c, Int word)
{
   return plus(x, c->shadow, c->above + 8 * word);
}

/* What the alignment adds: al, or 2p & 3 for two bytes. */
static IRExpr *alignment(Accesses *x, const Check *c)
{
   return c->size == 2 ? al2_of(x, c->root) : al_of(x, c->root);
}

/* g.top.lower | -al */
static IRExpr *read_limit(Accesses *x, const Check *c)
{
   if (c->aligned)
      return emit_field(x->e, GUEST_FIELD(top), Ity_I32);
   IRExpr **known = c->size == 2 ? &c->root->limit2 : &c->root->limit;
   if (*known == NULL) {
      IRExpr *minus = emit_binop(x->e, Iop_Sub32, emit_u32(0),
                               lower(x, alignment(x, c)));
      *known = emit_binop(x->e, Iop_Or32, minus,
                        emit_field(x->e, GUEST_FIELD(top), Ity_I32));
   }
   return *known;
}

static IRExpr *words_fail_to_read(Accesses *x, const Check *c)
{
   IRExpr *older = NULL;

   for (Int word = 0; word < c->size / 8; word++) {
      IRExpr *stamps = emit_load(x->e, Ity_I64, shadow_address(x, c, word));
      IRExpr *difference = emit_binop(x->e, Iop_Sub64, stamps,
                              emit_field(x->e, GUEST_FIELD(top), Ity_I64));
      older = older == NULL ? difference
              : emit_binop(x->e, Iop_Or64, older, difference);
   }
   older = emit_binop(x->e, Iop_And64, older,
                    emit_field(x->e, GUEST_FIELD(sign), Ity_I64));
   if (!c->aligned)
      older = emit_binop(x->e, Iop_Or64, older, alignment(x, c));
   return emit_assign(x->e, Ity_I1, IRExpr_Unop(Iop_CmpNEZ64, older));
}

static IRExpr *cell_fails_to_read(Accesses *x, const Check *c)
{
   IRExpr *stamp = emit_load(x->e, Ity_I32, shadow_address(x, c, 0));

   return emit_binop(x->e, Iop_CmpLT32U, stamp, read_limit(x, c));
}

/* In place of a slow path that is left out. */
static void nothing(Addr address)
{
   (void)address;
}

/* What is called where a check fails. */
typedef struct {
   Int size;
   const HChar *name;
   void (*function)(UWord a);
} SlowPath;

#define SLOW_PATH(access, size) \
   { size, "trms_fast_" #access #size, trms_fast_##access##size }

static const SlowPath slow_reads[] = {
   SLOW_PATH(read, 1), SLOW_PATH(read, 2), SLOW_PATH(read, 4),
   SLOW_PATH(read, 8), SLOW_PATH(read, 16), SLOW_PATH(read, 32), { 0 },
};

static const SlowPath slow_writes[] = {
   SLOW_PATH(write, 1), SLOW_PATH(write, 2), SLOW_PATH(write, 4),
   SLOW_PATH(write, 8), SLOW_PATH(write, 16), SLOW_PATH(write, 32), { 0 },
};

/* NULL: accesses of this size are not checked inline. */
static const SlowPath *slow_path(const SlowPath *list, Int size)
{
   for (; list->size != 0; list++)
      if (list->size == size)
         return list;
   return NULL;
}

static void call_slow_path(Accesses *x, const SlowPath *list, const Check *c,
                           IRExpr *fails)
{
   const SlowPath *slow = slow_path(list, c->size);

   emit_helper(x->e, slow->name, (void *)slow->function,
             mkIRExprVec_1(c->address), fails);
}

/* With a guard that is not NULL nothing is read where it is false. */
static void check_read(Accesses *x, const Check *c, IRExpr *guard)
{
   IRExpr *fails = c->size >= 8 ? words_fail_to_read(x, c)
                                : cell_fails_to_read(x, c);

   if (guard != NULL)
      fails = emit_binop(x->e, Iop_And1, guard, fails);

   if (options_is_without(PART_MISSES))
      EMIT_HELPER(x->e, nothing, mkIRExprVec_1(c->address), fails);
   else
      call_slow_path(x, slow_reads, c, fails);
}

/* The state of a word's stamps, where all are exclusive 0. */
static IRExpr *word_differs(Accesses *x, const Check *c, Int word)
{
   IRExpr *stamps = emit_load(x->e, Ity_I64, shadow_address(x, c, word));
   IRExpr *state = emit_binop(x->e, Iop_And64, stamps,
                            emit_field(x->e, GUEST_FIELD(state), Ity_I64));

   return emit_binop(x->e, Iop_Xor64, state,
                   emit_field(x->e, GUEST_FIELD(valid), Ity_I64));
}

static IRExpr *words_fail_to_write(Accesses *x, const Check *c)
{
   IRExpr *differ = word_differs(x, c, 0);

   for (Int word = 1; word < c->size / 8; word++)
      differ = emit_binop(x->e, Iop_Or64, differ, word_differs(x, c, word));
   if (!c->aligned)
      differ = emit_binop(x->e, Iop_Or64, differ, alignment(x, c));
   return emit_assign(x->e, Ity_I1, IRExpr_Unop(Iop_CmpNEZ64, differ));
}

static IRExpr *cell_fails_to_write(Accesses *x, const Check *c)
{
   IRExpr *stamp = emit_load(x->e, Ity_I32, shadow_address(x, c, 0));
   IRExpr *state = emit_binop(x->e, Iop_And32, stamp,
                            emit_u32(STAMP_VALID | STAMP_SHARED));

   if (!c->aligned)
      state = emit_binop(x->e, Iop_Or32, state, lower(x, alignment(x, c)));
   return emit_binop(x->e, Iop_CmpNE32, state, emit_u32(STAMP_VALID));
}

static IRExpr *is_loud(Accesses *x, const Check *c)
{
   IRExpr *loud = emit_field(x->e, GUEST_FIELD(checked), Ity_I64);

   if (!c->aligned)
      loud = emit_binop(x->e, Iop_Or64, loud, alignment(x, c));
   return emit_assign(x->e, Ity_I1, IRExpr_Unop(Iop_CmpNEZ64, loud));
}

static IRExpr *stamp_left(Accesses *x)
{
   if (x->stamp == NULL)
      x->stamp = emit_field(x->e, GUEST_FIELD(stamp), Ity_I64);
   return x->stamp;
}

static void leave_stamps(Accesses *x, const Check *c)
{
   IRExpr *stamp = stamp_left(x);

   if (c->size < 8)
      emit_statement(x->e, IRStmt_Store(Iend_LE, shadow_address(x, c, 0),
                                 lower(x, stamp)));
   for (Int word = 0; word < c->size / 8; word++)
      emit_statement(x->e, IRStmt_Store(Iend_LE, shadow_address(x, c, word), stamp));
}

static void leave_last_stamp(Accesses *x, const Check *c)
{
   IRExpr **last = c->size == 2 ? &c->root->last2 : &c->root->last;
   ULong above = c->above + (c->size > 4 ? c->size - 4 : 0);

   if (*last == NULL)
      *last = shadow_of(x, plus(x, c->root->plus_low, c->size == 2 ? 1 : 3));
   emit_statement(x->e, IRStmt_Store(Iend_LE, plus(x, *last, above),
                              lower(x, stamp_left(x))));
}

static void check_write(Accesses *x, const Check *c)
{
   call_slow_path(x, slow_writes, c,
                  x->quiet ? is_loud(x, c)
                  : c->size >= 8 ? words_fail_to_write(x, c)
                                 : cell_fails_to_write(x, c));
   leave_stamps(x, c);
}

/* What is at `p`, with others. */
static void write_quietly(Accesses *x, const Check *c, const Place *p)
{
   Place behind = { p->root, p->offset + c->size };

   leave_stamps(x, c);
   if (!c->aligned && !is_covered(x, &behind, 1, True))
      leave_last_stamp(x, c);
}

/* Events. */

/* What is checked inline, or eliminated, the second engine of --engine=check
   is told of all the same. */
static void tell_other_engine(Accesses *x, IRExpr *address, Int size,
                              IRExpr *guard, Bool write)
{
   if (write)
      EMIT_HELPER(x->e, helpers_checked_write,
                mkIRExprVec_2(address, emit_word(size)), guard);
   else
      EMIT_HELPER(x->e, helpers_checked_read,
                mkIRExprVec_2(address, emit_word(size)), guard);
}

/* `is_memory`: the address is one whether the guard is true or not, so that its
   stamp can be looked at.  (Of writes only without a guard.) */
static void event(Accesses *x, IRExpr *address, Int size, IRExpr *guard,
                  Bool is_memory, Bool write)
{
   Place p = place_of(x, address);
   Check c;

   if (guard == NULL) {
      if (is_covered(x, &p, size, write)) {
         if (tool_options.both_engines)
            tell_other_engine(x, address, size, NULL, write);
         return;
      }
      note_extent(x, &p, size, write);
   }
   if (tool_options.inline_checks && is_memory
       && slow_path(slow_reads, size) != NULL
       && find_check(x, &p, address, size, &c)) {
      if (tool_options.both_engines)
         tell_other_engine(x, address, size, guard, write);
      if (!write)
         check_read(x, &c, guard);
      else if (x->together)
         write_quietly(x, &c, &p);
      else
         check_write(x, &c);
      return;
   }
   if (write)
      EMIT_HELPER(x->e, helpers_write, mkIRExprVec_2(address, emit_word(size)),
                guard);
   else
      EMIT_HELPER(x->e, helpers_read, mkIRExprVec_2(address, emit_word(size)),
                guard);
}

void accesses_emit_read(Accesses *x, IRExpr *address, Int size, IRExpr *guard)
{
   if (size > 0 && !options_is_without(PART_READS))
      event(x, address, size, guard, guard == NULL, False);
}

void accesses_emit_read_if(Accesses *x, IRExpr *address, Int size, IRExpr *guard)
{
   if (!options_is_without(PART_READS))
      event(x, address, size, guard, True, False);
}

void accesses_flush(Accesses *x)
{
   for (UInt i = 0; i < x->n_writes; i++) {
      const Write *w = &x->writes[i];
      event(x, w->address, w->size, w->guard, w->guard == NULL, True);
   }
   x->n_writes = 0;
}

void accesses_emit_write(Accesses *x, IRExpr *address, Int size, IRExpr *guard)
{
   Write w = { address, guard, size };

   if (size <= 0 || options_is_without(PART_WRITES))
      return;
   if (x->n_writes == MOST_WRITES)
      accesses_flush(x);
   x->writes[x->n_writes++] = w;
}

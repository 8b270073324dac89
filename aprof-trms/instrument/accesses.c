/* Reads and writes of a superblock -> calls of the engine, or inline checks
   that call it.

   An address is split into a root, which is a temporary, and a constant offset.
   Two optimisations depend on that.

   Elimination.  A read of bytes that the superblock has read or written before,
   and a write of bytes that it has written before, are left out, unless the
   activation or the thread may have changed in between.  Such an access would
   change nothing in any engine: the cells' stamps are the top activation's
   already, and no other thread runs within a superblock.

   Inline checks, for the fast engine with windows (engine/fast/fast.h).  g.x is
   the tool's field x of the guest state, p = root + r for an offset 4k + r with
   r in 0..3, and al = p & 3:

      shadow = (p & ~3) + g.base + 4k             once for each root and r

   If the root is known to be a multiple of 4, as an index times the size of an
   element is, then p & ~3 is the root and al is known to be r; where r is 0, al
   is left out.

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
      of 16 and 32: one word after the other

      write of 8 bytes with --output=yes, which has no unchecked writes
         if ((((LD64(shadow) & g.state) ^ g.valid)
              | ((LD64(shadow) - g.top) & g.sign) | al) != 0)
            first_write8(address)
         ST64(shadow) = g.stamp
      of other sizes: as above

      unchecked write of 8 bytes, while there has been one thread only, if it is
      the only write of the superblock
         if ((g.checked | al) != 0) write8(address)
         ST64(shadow) = g.stamp
      if the superblock has more writes, with `last` once for each root and r
         last = ((p + 3) & ~3) + g.base + 4k
         ST64(shadow) = g.stamp
         ST32(last + 4) = g.stamp
      of other sizes: likewise; of 2: as 4, with p + 1 in place of p + 3

   Why that is exact:
   - Bit 31 of a stamp is 0.  In the subtraction of words the lower half borrows
     from the upper half only if the lower stamp is the smaller one.  Then the
     sign bit of the lower half is set, and the check fails as it must.
   - al is not 0 exactly if the access may touch one cell more than the shadow
     words that are compared.  Then each check fails: -al is greater than all
     stamps, and the bits of al are outside of g.valid.
   - The store after a write check repeats what the slow path has stored.  For
     an unaligned access it covers the first cells, and the slow path has stored
     the same stamp there.  So it may be left out where the check fails, and in
     bare pages it must be (engine/fast/bare.h): once these would help, code is
     translated with a guard, if (holds) ST64(shadow) = g.stamp.
   - engine/fast/single_thread.c explains why an unchecked write needs no check.
     While such writes are allowed, g.checked is 0; from the start of the second
     thread on, it is not.  A superblock that does not test g.checked at each
     write tests it at its beginning; if it is not 0, the superblock is left
     there, and translated again (instrument/retranslate.c).
   - An access of 4 bytes touches the cells of its first and its last byte, and
     a longer access also the cells of the words in between.  The stores of an
     unchecked write cover these cells and no others, for every alignment.  The
     store to the last cell is left out if the superblock has written the byte
     behind the access: if the access is unaligned, that byte is in the same
     cell; if it is aligned, the words cover the last cell.
   - If the thread has no window, or nothing is measured, g.base leads to a
     window that stays 0: g.top is greater than all stamps and g.stamp is 0, so
     every check fails and every store stores 0.
   - Once the program has memory beyond the windows, the same is true for all
     threads, and the window that stays 0 has an image of that memory
     (trms_fast_mapped).  At an address without an image the access faults in
     any case.

   Checks of 32 bits compare with the lower half of g.top.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "instrument/accesses.h"
#include "base/options.h"
#include "engine/fast/fast.h"
#include "guest/guest_fields.h"
#include "helpers/accesses.h"
#include "instrument/retranslate.h"

/* An address, split into root and offset. */
typedef struct {
   IRTemp root;           /* IRTemp_INVALID: the address is a constant */
   ULong offset;
} Place;

/* Bytes that have been accessed: [root + start, root + start + size). */
typedef struct {
   IRTemp root;
   ULong start;
   Int size;
   Bool written;
} Extent;

/* Parts of checks that all offsets from a root with the same two low bits have
   in common.  An expression that has not been needed yet is NULL. */
typedef struct {
   IRTemp root;
   UInt low;              /* r */
   Bool multiple;         /* the root is known to be a multiple of 4 */
   IRExpr *p;             /* root + r */
   IRExpr *shadow;        /* (p & ~3) + g.base */
   IRExpr *al, *al2;      /* p & 3; 2p & 3 */
   IRExpr *limit, *limit2;   /* of the check of reads of 4 bytes; of 2 */
   IRExpr *last, *last2;     /* for unchecked writes of 4 bytes and more; of
                                2 */
} Root;

/* A write, kept until the end of its instruction. */
typedef struct {
   IRExpr *address;
   IRExpr *guard;         /* NULL: unconditional */
   Int size;
} Write;

enum { MOST_EXTENTS = 32, MOST_ROOTS = 32, MOST_WRITES = 16 };

struct _Accesses {
   Emit *e;
   Place *places;         /* by temporary */
   Bool *multiple;        /* of each: is it known to be a multiple of 4? */
   Extent extents[MOST_EXTENTS];      /* a ring: next_extent is overwritten */
   UInt n_extents, next_extent;
   Root roots[MOST_ROOTS];            /* a ring, too */
   UInt n_roots, next_root;
   Write writes[MOST_WRITES];
   UInt n_writes;
   Bool unchecked;        /* writes are unchecked writes... */
   Bool one_check;        /* ...and g.checked is tested only at the beginning of
                             the superblock */
   Bool needs_check;      /* the superblock needs the test at its beginning */
   Bool guarded;          /* stamps are stored only where the check holds */
   IRExpr *stamp;         /* g.stamp; NULL: not needed yet */
};

/* The test at the beginning of a superblock is longer than the test at a write:
   a single write is tested by itself. */
static Bool has_several_writes(const IRSB *sb)
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
   x->unchecked = trms_fast_has_unchecked_writes();
   x->one_check = x->unchecked && !options_is_without(PART_WRITES)
                  && has_several_writes(sb);
   x->needs_check = x->one_check
                    || (x->unchecked && sb->jumpkind == Ijk_NoRedir);
   x->guarded = retranslate_wants_guard();
   x->n_writes = 0;
   x->places = LibVEX_Alloc(n * sizeof *x->places);
   x->multiple = LibVEX_Alloc(n * sizeof *x->multiple);
   for (UInt t = 0; t < n; t++) {
      x->places[t] = (Place){ t, 0 };
      x->multiple[t] = False;
   }
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

/* Is the value of an atom known to be a multiple of 4? */
static Bool is_multiple(const Accesses *x, const IRExpr *atom)
{
   return emit_is_word(atom) ? atom->Iex.Const.con->Ico.U64 % 4 == 0
          : atom->tag == Iex_RdTmp && x->multiple[atom->Iex.RdTmp.tmp];
}

static Bool makes_multiple(const Accesses *x, IROp op, const IRExpr *a,
                           const IRExpr *b)
{
   switch (op) {
   case Iop_Shl64:
      return b->tag == Iex_Const && b->Iex.Const.con->Ico.U8 >= 2;
   case Iop_And64: case Iop_Mul64:
      return is_multiple(x, a) || is_multiple(x, b);
   case Iop_Add64: case Iop_Sub64:
      return is_multiple(x, a) && is_multiple(x, b);
   default:
      return False;
   }
}

void accesses_assigned(Accesses *x, const IRStmt *st)
{
   const IRExpr *e = st->Ist.WrTmp.data;
   Place *p = &x->places[st->Ist.WrTmp.tmp];
   Bool *multiple = &x->multiple[st->Ist.WrTmp.tmp];

   if (e->tag == Iex_RdTmp) {
      *p = x->places[e->Iex.RdTmp.tmp];
      *multiple = is_multiple(x, e);
   }
   if (e->tag != Iex_Binop)
      return;
   const IRExpr *a = e->Iex.Binop.arg1, *b = e->Iex.Binop.arg2;
   *multiple = makes_multiple(x, e->Iex.Binop.op, a, b);
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
   x->unchecked = x->one_check = False;
}

Bool accesses_need_check(const Accesses *x)
{
   return x->needs_check;
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

/* If there is no room, the new extent replaces the oldest one. */
static void add_extent(Accesses *x, const Place *p, Int size, Bool write)
{
   Extent e = { p->root, p->offset, size, write };

   x->extents[x->next_extent] = e;
   x->next_extent = (x->next_extent + 1) % MOST_EXTENTS;
   if (x->n_extents < MOST_EXTENTS)
      x->n_extents++;
}

/* Inline checks. */

static IRExpr *add(Accesses *x, IRExpr *a, ULong n)
{
   return n == 0 ? a : emit_binop(x->e, Iop_Add64, a, emit_word(n));
}

/* Return cell + g.base. */
static IRExpr *shadow_of_cell(Accesses *x, IRExpr *cell)
{
   return emit_binop(x->e, Iop_Add64, cell,
                     emit_field(x->e, GUEST_FIELD(base), Ity_I64));
}

/* Return (p & ~3) + g.base. */
static IRExpr *shadow_of(Accesses *x, IRExpr *p)
{
   return shadow_of_cell(x,
                         emit_binop(x->e, Iop_And64, p, emit_word(~(UWord)3)));
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
   r->multiple = x->multiple[p->root];
   r->p = add(x, IRExpr_RdTmp(p->root), low);
   r->shadow = r->multiple ? shadow_of_cell(x, IRExpr_RdTmp(p->root))
                           : shadow_of(x, r->p);
   return r;
}

static IRExpr *al_of(Accesses *x, Root *r)
{
   if (r->al == NULL)
      r->al = emit_binop(x->e, Iop_And64, r->p, emit_word(3));
   return r->al;
}

static IRExpr *al2_of(Accesses *x, Root *r)
{
   if (r->al2 == NULL) {
      IRExpr *twice = emit_binop(x->e, Iop_Shl64, r->p,
                                 IRExpr_Const(IRConst_U8(1)));
      r->al2 = emit_binop(x->e, Iop_And64, twice, emit_word(3));
   }
   return r->al2;
}

/* Return the lower half of a word. */
static IRExpr *lower(Accesses *x, IRExpr *e)
{
   return emit_assign(x->e, Ity_I32, IRExpr_Unop(Iop_64to32, e));
}

/* An access that is checked inline. */
typedef struct {
   IRExpr *address;
   Root *root;            /* NULL: the address is a constant */
   IRExpr *shadow;        /* the stamps are at shadow + offset */
   ULong offset;
   Bool aligned;          /* known to be: the check does without al */
   Int size;
} Check;

/* Does an access that begins at this distance from a cell touch no cell more
   than the shadow words that a check compares? */
static Bool is_in_words(UInt low, Int size)
{
   return size < 4 ? low + size <= 4 : low == 0;
}

/* Fill in *c.  Return False if the access can't be checked inline. */

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
      c->offset = 0;
      c->aligned = is_in_words(p->offset & 3, size);
      return c->aligned;
   }
   c->root = root_of(x, p);
   c->shadow = c->root->shadow;
   c->offset = p->offset & ~(ULong)3;
   c->aligned = size == 1 || (c->root->multiple
                              && is_in_words(c->root->low, size));
   return True;
}

/* Return the address of the stamps of a word of 8 bytes. */
static IRExpr *shadow_address(Accesses *x, const Check *c, Int word)
{
   return add(x, c->shadow, c->offset + 8 * word);
}

/* Return al, or 2p & 3 for two bytes. */
static IRExpr *alignment(Accesses *x, const Check *c)
{
   return c->size == 2 ? al2_of(x, c->root) : al_of(x, c->root);
}

/* Return g.top.lower | -al: the lower half of g.top | -al, whose field is an
   operand in memory. */
static IRExpr *read_limit(Accesses *x, const Check *c)
{
   if (c->aligned)
      return emit_field(x->e, GUEST_FIELD(top), Ity_I32);
   IRExpr **known = c->size == 2 ? &c->root->limit2 : &c->root->limit;
   if (*known == NULL) {
      IRExpr *minus = emit_binop(x->e, Iop_Sub64, emit_word(0),
                                 alignment(x, c));
      *known = lower(x, emit_binop(x->e, Iop_Or64, minus,
                                   emit_field(x->e, GUEST_FIELD(top),
                                              Ity_I64)));
   }
   return *known;
}

static IRExpr *words_fail_to_read(Accesses *x, const Check *c)
{
   IRExpr *older = NULL;

   for (Int word = 0; word < c->size / 8; word++) {
      IRExpr *stamps = emit_load(x->e, Ity_I64, shadow_address(x, c, word));
      IRExpr *difference = emit_binop(x->e, Iop_Sub64, stamps,
                                      emit_field(x->e, GUEST_FIELD(top),
                                                 Ity_I64));
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

/* Called in place of the slow path with --without=misses. */
static void do_nothing(Addr address)
{
   (void)address;
}

/* The function that is called if a check of an access of this size fails. */
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

static const SlowPath guarded_reads[] = {
   SLOW_PATH(read, 1), SLOW_PATH(read, 2), SLOW_PATH(guarded_read, 4),
   SLOW_PATH(guarded_read, 8), SLOW_PATH(read, 16), SLOW_PATH(read, 32), { 0 },
};

static const SlowPath guarded_writes[] = {
   SLOW_PATH(write, 1), SLOW_PATH(write, 2), SLOW_PATH(guarded_write, 4),
   SLOW_PATH(guarded_write, 8), SLOW_PATH(write, 16), SLOW_PATH(write, 32),
   { 0 },
};

static const SlowPath slow_first_writes[] = {
   SLOW_PATH(first_write, 1), SLOW_PATH(first_write, 2),
   SLOW_PATH(first_write, 4), SLOW_PATH(first_write, 8),
   SLOW_PATH(first_write, 16), SLOW_PATH(first_write, 32), { 0 },
};

/* Return the slow path for this size, or NULL: accesses of this size are not
   checked inline. */
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

/* guard: False where nothing is read; or NULL. */
static void check_read(Accesses *x, const Check *c, IRExpr *guard)
{
   IRExpr *fails = c->size >= 8 ? words_fail_to_read(x, c)
                                : cell_fails_to_read(x, c);

   if (guard != NULL)
      fails = emit_binop(x->e, Iop_And1, guard, fails);
   if (options_is_without(PART_MISSES))
      EMIT_HELPER(x->e, do_nothing, mkIRExprVec_1(c->address), fails);
   else
      call_slow_path(x, x->guarded ? guarded_reads : slow_reads, c, fails);
}

/* Return a value that is 0 if no stamp of a word is less than g.top. */
static IRExpr *word_is_older(Accesses *x, IRExpr *stamps)
{
   IRExpr *difference = emit_binop(x->e, Iop_Sub64, stamps,
                                   emit_field(x->e, GUEST_FIELD(top),
                                              Ity_I64));

   return emit_binop(x->e, Iop_And64, difference,
                     emit_field(x->e, GUEST_FIELD(sign), Ity_I64));
}

/* Return a value that is 0 if all stamps of a word are exclusive, and the write
   is no output. */
static IRExpr *word_differs(Accesses *x, const Check *c, Int word)
{
   IRExpr *stamps = emit_load(x->e, Ity_I64, shadow_address(x, c, word));
   IRExpr *state = emit_binop(x->e, Iop_And64, stamps,
                              emit_field(x->e, GUEST_FIELD(state), Ity_I64));
   IRExpr *differs = emit_binop(x->e, Iop_Xor64, state,
                                emit_field(x->e, GUEST_FIELD(valid), Ity_I64));

   return tool_options.output
          ? emit_binop(x->e, Iop_Or64, differs, word_is_older(x, stamps))
          : differs;
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

   if (tool_options.output) {
      IRExpr *difference = emit_binop(x->e, Iop_Sub32, stamp,
                                      emit_field(x->e, GUEST_FIELD(top),
                                                 Ity_I32));
      state = emit_binop(x->e, Iop_Or32, state,
                         emit_binop(x->e, Iop_And32, difference,
                                    emit_u32(0x80000000u)));
   }
   if (!c->aligned)
      state = emit_binop(x->e, Iop_Or32, state, lower(x, alignment(x, c)));
   return emit_binop(x->e, Iop_CmpNE32, state, emit_u32(STAMP_VALID));
}

static IRExpr *unchecked_write_fails(Accesses *x, const Check *c)
{
   IRExpr *checked = emit_field(x->e, GUEST_FIELD(checked), Ity_I64);

   if (!c->aligned)
      checked = emit_binop(x->e, Iop_Or64, alignment(x, c), checked);
   return emit_assign(x->e, Ity_I1, IRExpr_Unop(Iop_CmpNEZ64, checked));
}

static IRExpr *stamp_to_store(Accesses *x)
{
   if (x->stamp == NULL)
      x->stamp = emit_field(x->e, GUEST_FIELD(stamp), Ity_I64);
   return x->stamp;
}

/* holds: store only if this is true; or NULL. */
static void emit_store(Accesses *x, IRExpr *address, IRExpr *value,
                       IRExpr *holds)
{
   emit_statement(x->e, holds != NULL
                        ? IRStmt_StoreG(Iend_LE, address, value, holds)
                        : IRStmt_Store(Iend_LE, address, value));
}

static void store_stamps(Accesses *x, const Check *c, IRExpr *holds)
{
   IRExpr *stamp = stamp_to_store(x);

   if (c->size < 8)
      emit_store(x, shadow_address(x, c, 0), lower(x, stamp), holds);
   for (Int word = 0; word < c->size / 8; word++)
      emit_store(x, shadow_address(x, c, word), stamp, holds);
}

static void store_last_stamp(Accesses *x, const Check *c)
{
   IRExpr **last = c->size == 2 ? &c->root->last2 : &c->root->last;
   ULong offset = c->offset + (c->size > 4 ? c->size - 4 : 0);

   if (*last == NULL)
      *last = shadow_of(x, add(x, c->root->p, c->size == 2 ? 1 : 3));
   emit_store(x, add(x, *last, offset), lower(x, stamp_to_store(x)),
              NULL);
}

static void check_write(Accesses *x, const Check *c)
{
   IRExpr *fails = x->unchecked ? unchecked_write_fails(x, c)
                   : c->size >= 8 ? words_fail_to_write(x, c)
                                  : cell_fails_to_write(x, c);
   IRExpr *holds = x->guarded
                   ? emit_assign(x->e, Ity_I1, IRExpr_Unop(Iop_Not1, fails))
                   : NULL;

   call_slow_path(x, tool_options.output ? slow_first_writes
                     : x->guarded ? guarded_writes : slow_writes, c, fails);
   store_stamps(x, c, holds);
}

/* An unchecked write to `p` in a superblock with the test at its beginning. */
static void unchecked_write(Accesses *x, const Check *c, const Place *p)
{
   Place behind = { p->root, p->offset + c->size };

   store_stamps(x, c, NULL);
   if (!c->aligned && !is_covered(x, &behind, 1, True))
      store_last_stamp(x, c);
}

/* Accesses. */

/* The second engine of --engine=check gets every access, also one that is
   checked inline or eliminated. */
static void emit_for_second_engine(Accesses *x, IRExpr *address, Int size,
                                   IRExpr *guard, Bool write)
{
   if (write)
      EMIT_HELPER(x->e, helpers_checked_write,
                  mkIRExprVec_2(address, emit_word(size)), guard);
   else
      EMIT_HELPER(x->e, helpers_checked_read,
                  mkIRExprVec_2(address, emit_word(size)), guard);
}

/* is_memory: there is memory at the address even if the guard is false, so that
   its stamp can be loaded.  For a write with a guard it must be False. */
static void emit_access(Accesses *x, IRExpr *address, Int size, IRExpr *guard,
                        Bool is_memory, Bool write)
{
   Place p = place_of(x, address);
   Check c;

   if (guard == NULL) {
      if (is_covered(x, &p, size, write)) {
         if (tool_options.both_engines)
            emit_for_second_engine(x, address, size, NULL, write);
         return;
      }
      add_extent(x, &p, size, write);
   }
   if (tool_options.inline_checks && is_memory
       && slow_path(slow_reads, size) != NULL
       && find_check(x, &p, address, size, &c)) {
      if (tool_options.both_engines)
         emit_for_second_engine(x, address, size, guard, write);
      if (!write)
         check_read(x, &c, guard);
      else if (x->one_check)
         unchecked_write(x, &c, &p);
      else
         check_write(x, &c);
      return;
   }
   if (write)
      EMIT_HELPER(x->e, helpers_write,
                  mkIRExprVec_2(address, emit_word(size)), guard);
   else
      EMIT_HELPER(x->e, helpers_read,
                  mkIRExprVec_2(address, emit_word(size)), guard);
}

void accesses_emit_read(Accesses *x, IRExpr *address, Int size, IRExpr *guard)
{
   if (size > 0 && !options_is_without(PART_READS))
      emit_access(x, address, size, guard, guard == NULL, False);
}

void accesses_emit_read_if(Accesses *x, IRExpr *address, Int size,
                           IRExpr *guard)
{
   if (!options_is_without(PART_READS))
      emit_access(x, address, size, guard, True, False);
}

void accesses_flush(Accesses *x)
{
   for (UInt i = 0; i < x->n_writes; i++) {
      const Write *w = &x->writes[i];
      emit_access(x, w->address, w->size, w->guard, w->guard == NULL, True);
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

/* amd64: the tables that jumps read.

      cmp $5, %ecx             the greatest index; or sub, without optimization
      ja default               or: and $7, %ecx; or: movzbl ..., %ecx; or nothing
      lea table(%rip), %rdx    may stand far before
      movslq (%rdx,%rcx,4), %rax
      add %rdx, %rax           of computed labels: what they are distances from
      jmp *%rax                or, without position-independent code:
      jmp *table(,%rcx,8)

   Computed labels are loaded by mov (%rdx,%rcx,8), %rax.  Without optimization gcc
   loads by lea 0(,%rcx,4), %rdx; mov (%rdx,%rax), %eax; cltq; and clang puts the label
   into memory, from where the only jump to labels takes it.

   The instructions are seen in the order of their addresses, whatever jumps there are
   between, so what is said of a register may be what another path has put there: the
   element of another table, or none.  That is not known here, and only what stands
   in the table can tell.  What limits an index, by contrast, must stand on the way to
   the load: behind the last instruction that never goes on, and with no other one
   between that names the register.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "arch/jump_table.h"
#include "arch/insn.h"
#include "arch/amd64/decode.h"

enum { REX_B = 1, REX_X = 2, REX_R = 4, REX_W = 8 };

enum { RAX = 0, NO_REGISTER = -1 };

/* The operands of an instruction. */
typedef struct {
   UInt reg;                    /* the register, or a part of the operation... */
   Int other;                   /* ...and the other one; or: memory at... */
   Int base, index;             /* ...these registers, */
   UInt scale;
   Int offset;                  /* and this */
   Bool is_rip;                 /* behind the instruction */
} Operands;

static Operands operands_of(const UChar *modrm, UChar rex)
{
   const UInt mode = modrm[0] >> 6, rm = modrm[0] & 7;
   const UChar *behind = modrm + 1;
   Operands o = { (modrm[0] >> 3 & 7) | (rex & REX_R ? 8 : 0), NO_REGISTER,
                  NO_REGISTER, NO_REGISTER, 1, 0, False };

   if (mode == 3) {
      o.other = rm | (rex & REX_B ? 8 : 0);
      return o;
   }
   if (rm == 4) {
      const UChar sib = *behind++;
      o.scale = 1u << (sib >> 6);
      o.index = (sib >> 3 & 7) | (rex & REX_X ? 8 : 0);
      if (o.index == 4)
         o.index = NO_REGISTER;
      if (mode != 0 || (sib & 7) != 5)
         o.base = (sib & 7) | (rex & REX_B ? 8 : 0);
   } else if (mode != 0 || rm != 5)
      o.base = rm | (rex & REX_B ? 8 : 0);
   else
      o.is_rip = True;
   if (mode == 1)
      o.offset = (Char)behind[0];
   else if (mode == 2 || o.base == NO_REGISTER)
      o.offset = decode_word(behind);
   return o;
}

static UChar rex_of(Addr insn, const UChar *op)
{
   return op > (const UChar *)insn && (op[-1] & 0xF0) == 0x40 ? op[-1] : 0;
}

/* Does the instruction, one of a group of several operations, compare?  Without
   optimization a subtraction does, whose result is not used; one from the stack
   pointer makes room. */
static Bool compares(UChar modrm)
{
   return (modrm & 0x38) == 0x38 || ((modrm & 0x38) == 0x28 && modrm != 0xEC);
}

/* Return the constant that the instruction compares something with, or 0. */
static UInt compared_with(const UChar *op, const UChar *end)
{
   Int constant;

   if (op[0] == 0x3C || op[0] == 0x2C
       || ((op[0] == 0x80 || op[0] == 0x83) && compares(op[1])))
      constant = (Char)end[-1];
   else if ((op[0] == 0x3D || op[0] == 0x2D
             || (op[0] == 0x81 && compares(op[1])))
            && end - op >= 5)
      constant = decode_word(end - 4);
   else
      return 0;
   return constant > 0 && constant < JUMP_TABLE_MOST ? constant : 0;
}

static Bool is_above_or_not(const UChar *op)
{
   return (op[0] & 0xFE) == 0x76 || (op[0] == 0x0F && (op[1] & 0xFE) == 0x86);
}

/* Return the table at the address, with the elements that the index, in this
   register, selects. */
static JumpTable table_at(const JumpTableSearch *search, Addr table, UInt size,
                          Int index)
{
   const JumpTableRegister *r = &search->in[index];
   JumpTable t = { table, table, JUMP_TABLE_MOST, size, JUMP_TABLE_OPEN };

   if (search->most != 0) {
      t.count = search->most + 1;
      t.end = JUMP_TABLE_CHECKED;
   } else if (r->values != 0) {
      t.count = r->values;
      t.end = r->is_masked ? JUMP_TABLE_MASKED : JUMP_TABLE_OPEN;
   }
   return t;
}

/* Return the table that memory is an element of, of this size; its address is 0 if it
   is none. */
static JumpTable table_of(const JumpTableSearch *search, const Operands *o,
                          UInt size)
{
   if (o->other != NO_REGISTER || o->is_rip || o->index == NO_REGISTER)
      return (JumpTable){ .table = 0 };
   if (o->scale == size && o->base == NO_REGISTER)
      return table_at(search, (Addr)(Word)o->offset, size, o->index);
   if (o->offset != 0 || o->base == NO_REGISTER)
      return (JumpTable){ .table = 0 };
   if (o->scale == size)
      return table_at(search, search->in[o->base].address, size, o->index);
   return o->scale == 1
          ? table_at(search, search->in[o->index].address, size, o->base)
          : (JumpTable){ .table = 0 };
}

/* The register has another value, of which nothing is known.  (An address is put
   where it stays for long.) */
static void forget(JumpTableSearch *search, UInt r)
{
   search->in[r] = (JumpTableRegister){ .address = search->in[r].address,
                                        .last = search->in[r].last };
}

static void put_element(JumpTableSearch *search, UInt r, JumpTable t)
{
   search->in[r].element = t;
   if (t.table != 0)
      search->in[r].last = t;
}

static void forget_all(JumpTableSearch *search, Bool elements)
{
   for (UInt r = 0; r < JUMP_TABLE_REGISTERS; r++) {
      search->in[r].values = 0;
      if (elements)
         search->in[r].element.table = 0;
   }
}

static void limit(JumpTableSearch *search, UInt r, UInt values, Bool is_masked)
{
   forget(search, r);
   search->in[r].values = values;
   search->in[r].is_masked = is_masked;
}

/* A register is masked: what was compared before is not what it has now. */
static void mask(JumpTableSearch *search, UInt r, Int constant)
{
   if (constant <= 0 || constant >= JUMP_TABLE_MOST) {
      forget(search, r);
      return;
   }
   limit(search, r, constant + 1, True);
   search->most = search->compared = 0;
}

/* An element and an address are added. */
static JumpTable sum_of(const JumpTableRegister *a, const JumpTableRegister *b)
{
   JumpTable t = a->element.table != 0 ? a->element : b->element;

   t.base = a->element.table != 0 ? b->address : a->address;
   return t;
}

static void add(JumpTableSearch *search, UInt to, UInt what)
{
   const JumpTable t = sum_of(&search->in[to], &search->in[what]);

   forget(search, to);
   put_element(search, to, t);
}

static void add_constant(JumpTableSearch *search, UInt to, UInt from, Int constant)
{
   JumpTable t = search->in[from].element;

   t.base = (Addr)(Word)constant;
   forget(search, to);
   put_element(search, to, t);
}

static void see_lea(JumpTableSearch *search, const Operands *o, Addr behind)
{
   JumpTableRegister *r = &search->in[o->reg];
   const Bool has_base = o->base != NO_REGISTER, has_index = o->index != NO_REGISTER;

   if (o->is_rip) {
      forget(search, o->reg);
      r->address = behind + o->offset;
   } else if (!has_base && has_index && o->offset == 0) {
      const JumpTableRegister index = search->in[o->index];
      limit(search, o->reg, index.values, index.is_masked);
   } else if (has_base && !has_index)
      add_constant(search, o->reg, o->base, o->offset);
   else if (has_base && o->scale == 1 && o->offset == 0) {
      const JumpTable t = sum_of(&search->in[o->base], &search->in[o->index]);
      forget(search, o->reg);
      put_element(search, o->reg, t);
   } else
      forget(search, o->reg);
}

static void copy(JumpTableSearch *search, UInt to, UInt from)
{
   if (to != from)
      search->in[to] = search->in[from];
}

static Bool is_spill(const JumpTableSearch *search, const Operands *o)
{
   return o->index == NO_REGISTER && o->base == search->spilled_base
          && o->offset == search->spilled_offset && !o->is_rip;
}

/* A register is copied, or its element is put into memory. */
static void see_store(JumpTableSearch *search, const Operands *o)
{
   const JumpTable t = search->in[o->reg].element;

   if (o->other != NO_REGISTER)
      copy(search, o->other, o->reg);
   else if (t.table != 0 && o->index == NO_REGISTER && !o->is_rip) {
      search->spilled = t;
      search->spilled_base = o->base;
      search->spilled_offset = o->offset;
   }
}

/* An element is loaded, or a register is copied. */
static void see_load(JumpTableSearch *search, const Operands *o, UInt size)
{
   JumpTable t;

   if (o->other != NO_REGISTER) {
      copy(search, o->reg, o->other);
      return;
   }
   t = is_spill(search, o) ? search->spilled : table_of(search, o, size);
   forget(search, o->reg);
   put_element(search, o->reg, t);
}

/* A byte becomes a number. */
static void see_byte(JumpTableSearch *search, const Operands *o)
{
   const JumpTableRegister *r
      = o->other == NO_REGISTER ? NULL : &search->in[o->other];

   if (r != NULL && r->values != 0 && r->values < 256)
      limit(search, o->reg, r->values, r->is_masked);
   else
      limit(search, o->reg, 256, False);
}

/* The opcode of an operation of a group that is in the operands; or that of a register
   with a constant. */
static Bool is_group(UChar op)
{
   return (op >= 0x80 && op <= 0x83) || op == 0x8F || (op & 0xFE) == 0xC0
          || (op & 0xFE) == 0xC6 || (op >= 0xD0 && op <= 0xD3)
          || (op & 0xFE) == 0xF6 || (op & 0xFE) == 0xFE;
}

static Bool has_operands(const UChar *op)
{
   const UChar second = op[1];

   if (op[0] != 0x0F)
      return (op[0] < 0x40 && (op[0] & 7) < 4) || op[0] == 0x63 || op[0] == 0x69
             || op[0] == 0x6B || (op[0] >= 0x84 && op[0] <= 0x8E)
             || is_group(op[0]);
   return second >= 0x10 && (second & 0xF0) != 0x30 && (second & 0xF0) != 0x80
          && second != 0x77 && (second & 0xF7) != 0xA0 && (second & 0xF7) != 0xA1
          && (second & 0xF7) != 0xA2 && (second & 0xF8) != 0xC8;
}

/* An operation with a constant, of one of the groups. */
static void see_group(JumpTableSearch *search, const UChar *op,
                      const UChar *end, const Operands *o)
{
   const UInt operation = op[1] >> 3 & 7;

   if (o->other == NO_REGISTER)
      return;
   if (op[0] == 0x83 && operation == 4)
      mask(search, o->other, (Char)end[-1]);
   else if (op[0] == 0x81 && operation == 4)
      mask(search, o->other, decode_word(end - 4));
   else if (op[0] == 0x81 && operation == 0)
      add_constant(search, o->other, o->other, decode_word(end - 4));
   else if (operation != 7 || op[0] >= 0x84)       /* no comparison */
      forget(search, o->other);
}

/* See an instruction that has its operands behind the opcode. */
static void see_operands(JumpTableSearch *search, const UChar *op,
                         const UChar *end, UChar rex)
{
   const UChar *modrm = op[0] != 0x0F ? op + 1
                        : op[1] == 0x38 || op[1] == 0x3A ? op + 3 : op + 2;
   const Operands o = operands_of(modrm, rex);
   const Bool is_memory = o.other == NO_REGISTER;

   if (is_group(op[0]))
      see_group(search, op, end, &o);
   else if (op[0] == 0x8D)
      see_lea(search, &o, (Addr)end);
   else if (op[0] == 0x63)
      see_load(search, &o, 4);
   else if (op[0] == 0x8B)
      see_load(search, &o, rex & REX_W ? 8 : 4);
   else if (op[0] == 0x0F && op[1] == 0xB6)
      see_byte(search, &o);
   else if (op[0] == 0x03 && !is_memory)
      add(search, o.reg, o.other);
   else if (op[0] == 0x01 && !is_memory)
      add(search, o.other, o.reg);
   else if (op[0] == 0x89)
      see_store(search, &o);
   else if (op[0] == 0x88 && is_memory)
      ;
   else if (op[0] != 0x0F && ((op[0] & 0xFC) == 0x38 || (op[0] & 0xFE) == 0x84))
      ;                                            /* a comparison */
   else {
      forget(search, o.reg);
      if (!is_memory)
         forget(search, o.other);
   }
}

/* See an instruction without: its register is in the opcode, or %rax. */
static void see_short(JumpTableSearch *search, const UChar *op,
                      const UChar *end, UChar rex)
{
   const UInt r = (op[0] & 7) | (rex & REX_B ? 8 : 0);

   if (op[0] == 0x25)
      mask(search, RAX, decode_word(end - 4));
   else if (op[0] == 0x05)
      add_constant(search, RAX, RAX, decode_word(end - 4));
   else if (op[0] < 0x38 && (op[0] & 7) >= 4)
      forget(search, RAX);
   else if ((op[0] & 0xF0) == 0xB0 || (op[0] & 0xF8) == 0x58)
      forget(search, r);
}

void jump_table_see_target(JumpTableSearch *search)
{
   forget_all(search, False);
   for (UInt r = 0; r < JUMP_TABLE_REGISTERS; r++)
      if (search->in[r].element.table == 0)
         search->in[r].element = search->in[r].last;
}

void jump_table_see(JumpTableSearch *search, Addr insn, UInt length)
{
   const UChar *op = decode_insn(insn, length).opcode;
   const UChar *end = (const UChar *)insn + length;
   UInt compared;

   if (op == NULL)
      return;
   if (insn_never_goes_on(insn, length)) {
      search->most = search->compared = 0;
      forget_all(search, False);
   } else if (insn_is_call(insn, length))
      forget_all(search, True);
   else if (op + 1 < end && is_above_or_not(op)) {
      search->most = search->compared;
      search->compared = 0;
   } else if (op + 1 < end) {
      compared = compared_with(op, end);
      if (compared > 0)
         search->compared = compared;
      if (has_operands(op))
         see_operands(search, op, end, rex_of(insn, op));
      else
         see_short(search, op, end, rex_of(insn, op));
   } else
      see_short(search, op, end, rex_of(insn, op));
}

Bool jump_table_of(const JumpTableSearch *search, Addr insn, UInt length,
                   JumpTable *found)
{
   const UChar *op = decode_insn(insn, length).opcode;
   Operands o;

   if (op == NULL || op[0] != 0xFF || (op[1] & 0x38) != 0x20)
      return False;
   o = operands_of(op + 1, rex_of(insn, op));
   *found = o.other != NO_REGISTER ? search->in[o.other].element
                                   : table_of(search, &o, 8);
   return found->table != 0 && found->base != 0;
}

Addr jump_table_address(Addr insn, UInt length)
{
   const UChar *op = decode_insn(insn, length).opcode;
   Operands o;

   if (op == NULL || (op[0] != 0x8D && op[0] != 0x8B && op[0] != 0x63
                      && op[0] != 0xFF))
      return 0;
   o = operands_of(op + 1, rex_of(insn, op));
   if (o.is_rip)
      return op[0] == 0x8D ? insn + length + o.offset : 0;
   return o.base == NO_REGISTER && o.index != NO_REGISTER
          ? (Addr)(Word)o.offset : 0;
}

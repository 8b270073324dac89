/* Repeated string instructions: many iterations at once.

   The C library fills and copies larger blocks by `rep stosb` and `rep movsb`,
   which VEX translates to a loop over bytes: several times slower than
   anything else that a program does with its memory.  When such a loop goes
   round, the instruction is the first one of its superblock, and all of its
   state is in the guest's registers.  Then a helper makes most of the
   iterations that are left, and the superblock makes the others:

      DIRTY (64 < GET(rcx)) ap_on_string(GSPTR, size, copies)

   Why that is exact: the helper makes iterations in order, upwards, from the
   next one on, and leaves at least one.  It only accesses anonymous memory
   that the program may access, so no iteration can fault.  Between two
   iterations nothing happens but the counting.  No cell is written before it is
   read, so it makes no difference that all cells are read first; and to read or
   write a cell again, with nothing else in between, has no effect.

   A cell that is both read and written:
   - Where the copy goes down (memmove, as when the first element of an array is
     erased), each byte is read before it is written, since it is written as many
     iterations later as the copy goes down; and the first byte of a cell that is
     read is read before the first that is written.
   - Where the copy goes up, cells are written first.  Then the iterations at once
     end before the cells that they have written.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "vexopt/rep_strings.h"
#include "arch/string_insn.h"
#include "base/cost_unit.h"
#include "callgraph/fills.h"
#include "guest/guest_fields.h"
#include "sys/client_memory.h"

/* For fewer iterations it is not worth while to look up the memory.  After
   MOST_BYTES other threads may run. */
enum { FEW = 64, MOST_BYTES = 1 << 20 };

/* Where the last loop ends whose iterations could not be made at once: the
   memory is not looked up again in each of its iterations.  And the iterations that
   were left then: if there are not fewer of them, it is another loop. */
static Addr refused;
static UWord refused_left;

static void (*measure_read)(Addr a, SizeT n);
static void (*measure_write)(Addr a, SizeT n);

void rep_strings_init(void (*read)(Addr a, SizeT n),
                      void (*write)(Addr a, SizeT n))
{
   measure_read = read;
   measure_write = write;
}

static Bool is_refused(const StringInsn *s)
{
   return s->to + s->count * s->size == refused;
}

static SizeT lesser(SizeT a, SizeT b)
{
   return a < b ? a : b;
}

/* Return how many bytes may be copied so that no cell is written and then
   read. */
static SizeT read_first(Addr from, Addr to, SizeT n)
{
   SizeT edges = (SizeT)2 << tool_options.cell_shift;

   if (to <= from)
      return n;
   return to - from <= edges ? 0 : lesser(n, to - from - edges);
}

static SizeT iterations_at_once(const StringInsn *s)
{
   SizeT n = lesser((s->count - 1) * s->size, MOST_BYTES);

   n = client_memory_part(s->to, n, SkAnonC, True);
   if (s->copies)
      n = client_memory_part(s->from, read_first(s->from, s->to, n), SkAnonC,
                             False);
   return n / s->size;
}

/* Return the value of a fill as often as a word has room for it. */
static ULong word_of(const StringInsn *s)
{
   switch (s->size) {
   case 1: return (UChar)s->value * 0x0101010101010101ull;
   case 2: return (UShort)s->value * 0x0001000100010001ull;
   case 4: return (UInt)s->value * 0x0000000100000001ull;
   default: return s->value;
   }
}

#define FILL(type) \
   for (SizeT i = 0; i < n; i++) \
      ((type *)s->to)[i] = (type)s->value

static void fill(const StringInsn *s, SizeT n)
{
   switch (s->size) {
   case 1: VG_(memset)((void *)s->to, (UChar)s->value, n); break;
   case 2: FILL(UShort); break;
   case 4: FILL(UInt); break;
   default: FILL(ULong); break;
   }
}

/* Copy n bytes upwards, as iterations of fewer bytes do, also where the areas
   overlap. */
static void copy(Addr to, Addr from, SizeT n)
{
   SizeT i = 0;

   if (to + n <= from || from + n <= to) {
      VG_(memcpy)((void *)to, (const void *)from, n);
      return;
   }
   if (from - to >= sizeof(ULong))
      for (; i + sizeof(ULong) <= n; i += sizeof(ULong)) {
         ULong word;
         __builtin_memcpy(&word, (const void *)(from + i), sizeof word);
         __builtin_memcpy((void *)(to + i), &word, sizeof word);
      }
   for (; i < n; i++)
      *(volatile UChar *)(to + i) = *(const volatile UChar *)(from + i);
}

static ULong cost_of(const StringInsn *s, SizeT n)
{
   return cost_unit_turns(s->count, n, s->size) * cost_unit_of_turn(s->copies);
}

/* Return how many of the eight bytes at an address have the value of a fill. */
static UInt same_bytes(Addr a, ULong word)
{
   ULong differs;
   UInt same = 0;

   __builtin_memcpy(&differs, (const void *)a, sizeof differs);
   differs ^= word;
   if (LIKELY(differs == 0))
      return sizeof differs;
   for (UInt k = 0; k < sizeof differs; k++)
      same += (differs >> 8 * k & 0xff) == 0;
   return same;
}

/* n iterations are about to fill memory.  Their turns are those of the cost, so that
   they do not depend on how iterations are grouped; the first eight bytes of each
   are compared. */
static void count_fill(const StringInsn *s, SizeT n)
{
   const ULong word = word_of(s), per_turn = COST_UNIT_BYTES / s->size;
   const ULong first = (s->count - n - 1) / per_turn + 1;
   const ULong last = (s->count - 1) / per_turn;
   const Addr end = s->to + s->count * s->size;
   const FillTurn all = { (last + 1 - first) * COST_UNIT_BYTES, cost_of(s, n) };
   SizeT same = 0;

   for (ULong turn = first; turn <= last; turn++) {
      const Addr at = end - turn * COST_UNIT_BYTES;

      if (at + sizeof word <= s->to + n * s->size)
         same += same_bytes(at, word);
   }
   fills_at_once(all, same * (COST_UNIT_BYTES / sizeof word));
}

static void do_iterations(UChar *guest, const StringInsn *s, SizeT n)
{
   if (s->copies) {
      copy(s->to, s->from, n * s->size);
      if (!options_is_without(PART_READS))
         measure_read(s->from, n * s->size);
   } else {
      count_fill(s, n);
      fill(s, n);
   }
   if (!options_is_without(PART_WRITES))
      measure_write(s->to, n * s->size);
   if (!options_is_without(PART_COUNTING))
      guest_fields_in(guest)->cost += cost_of(s, n);
   string_insn_advance(guest, s, n);
}

/* The iterations of a loop cannot be made at once. */
static void refuse(const StringInsn *s)
{
   const Bool begins = s->count >= refused_left;

   refused_left = s->count;
   if (begins && !s->copies
       && client_memory_is_readable(s->to, s->count * s->size))
      count_fill(s, s->count - 1);
}

static void ap_on_string(UChar *guest, UWord size, UWord copies)
{
   StringInsn s = { .size = size, .copies = copies };

   if (!string_insn_read_state(guest, &s))
      return;
   if (is_refused(&s)) {
      refuse(&s);
      return;
   }
   SizeT n = iterations_at_once(&s);
   if (n >= FEW) {
      do_iterations(guest, &s, n);
      return;
   }
   refused = s.to + s.count * s.size;
   refused_left = 0;
   refuse(&s);
}

void rep_strings_start(Emit *e, Addr insn, UInt length)
{
   StringInsn s;

   if (!string_insn_decode(insn, length, &s))
      return;
   IRExpr *count = emit_assign(e, Ity_I64,
                               IRExpr_Get(string_insn_count_offset(), Ity_I64));
   IRExpr *many = emit_binop(e, Iop_CmpLT64U, emit_word(FEW), count);
   IRDirty *d = emit_state_call(e, "ap_on_string", &ap_on_string,
                                mkIRExprVec_3(IRExpr_GSPTR(), emit_word(s.size),
                                              emit_word(s.copies)), many);
   string_insn_effects(d, emit_effect);
   emit_statement(e, IRStmt_Dirty(d));
}

/* Lengths of instructions and targets of jumps, on bytes from the assembler.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "arch/insn.h"
#include "arch/jump_table.h"
#include "pub_tool_libcbase.h"

/* What the decoder calls of Valgrind's. */
void *VG_(memcpy)(void *to, const void *from, SizeT n)
{
   return memcpy(to, from, n);
}

/* The length of the array is that of the instruction. */
#define INSN(...) { (const UChar[]){ __VA_ARGS__ }, \
                    sizeof (const UChar[]){ __VA_ARGS__ } }

static const struct {
   const UChar *bytes;
   UInt length;
} insns[] = {
   INSN(0x90),                                  /* nop */
   INSN(0xc3),                                  /* ret */
   INSN(0x0f, 0x0b),                            /* ud2 */
   INSN(0x48, 0x89, 0xe5),                      /* mov %rsp,%rbp */
   INSN(0x8b, 0x44, 0x24, 8),                   /* mov 8(%rsp),%eax */
   INSN(0x8b, 0x84, 0x24, 0, 1, 0, 0),          /* mov 256(%rsp),%eax */
   INSN(0x48, 0x8b, 5, 0, 0, 0, 0),             /* mov 0(%rip),%rax */
   INSN(0x48, 0x8d, 4, 0xc5, 0, 0, 0, 0),       /* lea 0(,%rax,8),%rax */
   INSN(0x66, 0xc7, 0, 0x34, 0x12),             /* movw $0x1234,(%rax) */
   INSN(0xc7, 0, 0x78, 0x56, 0x34, 0x12),       /* movl $0x12345678,(%rax) */
   INSN(0xb8, 1, 0, 0, 0),                      /* mov $1,%eax */
   INSN(0x48, 0xb8, 1, 0, 0, 0, 0, 0, 0, 1),    /* movabs $..,%rax */
   INSN(0xa1, 1, 0, 0, 0, 0, 0, 0, 1),          /* movabs ..,%eax */
   INSN(0x67, 0xa1, 1, 0, 0, 0),                /* addr32 mov ..,%eax */
   INSN(0xc8, 16, 0, 0),                        /* enter $16,$0 */
   INSN(0xc2, 8, 0),                            /* ret $8 */
   INSN(0xe8, 0, 0, 0, 0),                      /* call */
   INSN(0xeb, 0),                               /* jmp, short */
   INSN(0x0f, 0x84, 0, 0, 0, 0),                /* je */
   INSN(0xf3, 0xa4),                            /* rep movsb */
   INSN(0xf6, 0xc1, 1),                         /* test $1,%cl */
   INSN(0xf6, 0xd1),                            /* not %cl */
   INSN(0xf7, 0xc1, 1, 0, 0, 0),                /* test $1,%ecx */
   INSN(0xf7, 0xd9),                            /* neg %ecx */
   INSN(0x66, 0xf7, 0xc1, 1, 0),                /* test $1,%cx */
   INSN(0x6b, 0xc0, 3),                         /* imul $3,%eax,%eax */
   INSN(0x0f, 0x1f, 0x44, 0, 0),                /* nopl 0(%rax,%rax) */
   INSN(0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0),
   INSN(0x66, 0x0f, 0x70, 0xc0, 0),             /* pshufd $0,%xmm0,%xmm0 */
   INSN(0x66, 0x0f, 0x38, 0, 0xc1),             /* pshufb %xmm1,%xmm0 */
   INSN(0x66, 0x0f, 0x3a, 0x0f, 0xc1, 8),       /* palignr $8,%xmm1,%xmm0 */
   INSN(0xc5, 0xf8, 0x77),                      /* vzeroupper */
   INSN(0xc5, 0xfd, 0x6f, 7),                   /* vmovdqa (%rdi),%ymm0 */
   INSN(0xc4, 0xe2, 0x7d, 0x58, 0xc0),          /* vpbroadcastd %xmm0,%ymm0 */
   INSN(0xc4, 0xe3, 0x79, 0x0f, 0xc1, 4),       /* vpalignr */
   INSN(0x62, 0xf1, 0x7c, 0x48, 0x28, 0),       /* vmovaps (%rax),%zmm0 */
   INSN(0x62, 0xf1, 0x7c, 0x48, 0x28, 0x40, 1), /* vmovaps 64(%rax),%zmm0 */
};
enum { INSNS = sizeof insns / sizeof *insns, MOST = 16 };

static UInt length_of(const UChar *bytes, UInt n, UInt most)
{
   UChar memory[MOST] = { 0 };

   memcpy(memory, bytes, n);
   return insn_length((Addr)memory, most);
}

static void lengths(void **state)
{
   (void)state;
   for (UInt i = 0; i < INSNS; i++) {
      UInt length = length_of(insns[i].bytes, insns[i].length, MOST);
      if (length != insns[i].length)
         fail_msg("instruction %u: %u instead of %u bytes", i, length,
                  insns[i].length);
      /* It may be the last one of the code. */
      assert_int_equal(length_of(insns[i].bytes, length, length), length);
   }
}

/* Whatever the first opcode and its ModRM byte are, no byte behind `most` is
   read: what stands there changes nothing. */
static void limited(void **state)
{
   (void)state;
   for (UInt first = 0; first < 0x10000; first++)
      for (UInt most = 1; most < 4; most++) {
         UChar a[MOST] = { first & 0xff, first >> 8, 0x44, 0x24 };
         UChar b[MOST];
         memset(b, 0xff, sizeof b);
         memcpy(b, a, most);
         assert_int_equal(insn_length((Addr)a, most),
                          insn_length((Addr)b, most));
      }
}

typedef struct {
   UChar bytes[8];
   UInt length;
   Int distance;         /* from the end of the instruction */
   Bool is_conditional;
} Jump;

static void jumps(void **state)
{
   static const Jump all[] = {
      { { 0xeb, 0xfe }, 2, -2, False },
      { { 0xeb, 0x7f }, 2, 127, False },
      { { 0xe9, 0, 0xff, 0xff, 0xff }, 5, -256, False },
      { { 0xf2, 0xe9, 1, 0, 0, 0 }, 6, 1, False },         /* bnd */
      { { 0x75, 0x80 }, 2, -128, True },
      { { 0x0f, 0x8f, 0, 1, 0, 0 }, 6, 256, True },
      { { 0xe2, 0xf0 }, 2, -16, True },                    /* loop */
      { { 0xe3, 4 }, 2, 4, True },                         /* jrcxz */
   };

   (void)state;
   for (UInt i = 0; i < sizeof all / sizeof *all; i++) {
      Addr insn = (Addr)all[i].bytes, target = 0;
      assert_true(insn_jump_target(insn, all[i].length, &target));
      assert_int_equal((Long)(target - insn - all[i].length), all[i].distance);
      assert_true(insn_is_jump(insn, all[i].length));
      assert_false(insn_is_indirect_jump(insn, all[i].length));
      assert_int_equal(insn_never_goes_on(insn, all[i].length),
                       !all[i].is_conditional);
   }
}

static void no_jumps(void **state)
{
   static const UChar call[] = { 0xe8, 0, 1, 0, 0 }, back[] = { 0xc3 },
                      indirect[] = { 0xff, 0xe0 }, notrack[] =
                      { 0x3e, 0xff, 0xe0 }, move[] = { 0x0f, 0x44, 0xc1 };
   Addr target;

   (void)state;
   assert_false(insn_jump_target((Addr)call, sizeof call, &target));
   assert_false(insn_never_goes_on((Addr)call, sizeof call));
   assert_true(insn_call_target((Addr)call, sizeof call, &target));
   assert_int_equal(target - (Addr)call, sizeof call + 256);
   assert_false(insn_call_target((Addr)back, sizeof back, &target));
   assert_false(insn_call_target((Addr)indirect, sizeof indirect, &target));
   assert_false(insn_jump_target((Addr)back, sizeof back, &target));
   assert_true(insn_never_goes_on((Addr)back, sizeof back));
   assert_false(insn_is_indirect_jump((Addr)back, sizeof back));
   assert_false(insn_jump_target((Addr)indirect, sizeof indirect, &target));
   assert_true(insn_is_indirect_jump((Addr)indirect, sizeof indirect));
   assert_true(insn_is_indirect_jump((Addr)notrack, sizeof notrack));
   assert_false(insn_jump_target((Addr)move, sizeof move, &target));
   assert_false(insn_is_jump((Addr)move, sizeof move));
}

static void kinds(void **state)
{
   static const UChar call[] = { 0xe8, 0, 1, 0, 0 },
                      through[] = { 0x41, 0xff, 0xd4 },     /* call *%r12 */
                      jump[] = { 0xff, 0xe0 }, nop[] = { 0x66, 0x90 },
                      pause[] = { 0xf3, 0x90 },
                      wide[] = { 0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0 };

   (void)state;
   assert_true(insn_is_call((Addr)call, sizeof call));
   assert_true(insn_is_call((Addr)through, sizeof through));
   assert_false(insn_is_call((Addr)jump, sizeof jump));
   assert_true(insn_is_filler((Addr)nop, sizeof nop));
   assert_true(insn_is_filler((Addr)wide, sizeof wide));
   assert_false(insn_is_filler((Addr)pause, sizeof pause));
   assert_false(insn_is_filler((Addr)call, sizeof call));
}

static void ends(void **state)
{
   static const UChar pop_rbx[] = { 0x5b }, pop_r12[] = { 0x41, 0x5c },
                      pop_rdi[] = { 0x5f }, leave[] = { 0xc9 },
                      rbx[] = { 0x48, 0x8b, 0x1c, 0x24 },     /* (%rsp),%rbx */
                      r13[] = { 0x4c, 0x8b, 0x6c, 0x24, 0x18 },
                      rbx_of_rbp[] = { 0x48, 0x8b, 0x5d, 0xf8 },
                      rax[] = { 0x48, 0x8b, 0x04, 0x24 },     /* (%rsp),%rax */
                      ebx[] = { 0x8b, 0x1c, 0x24 },           /* (%rsp),%ebx */
                      element[] = { 0x48, 0x8b, 0x1c, 0xc4 }, /* (%rsp,%rax,8) */
                      other[] = { 0x49, 0x8b, 0x5d, 0xf8 },   /* -8(%r13),%rbx */
                      lea[] = { 0x48, 0x8d, 0x64, 0x24, 0x20 },
                      lea_rdi[] = { 0x48, 0x8d, 0x7c, 0x24, 0x20 },
                      add[] = { 0x48, 0x83, 0xc4, 0x08 },
                      add_r12[] = { 0x49, 0x83, 0xc4, 0x08 },
                      ret[] = { 0xc3 }, rep_ret[] = { 0xf3, 0xc3 };

   (void)state;
   assert_true(insn_is_epilogue((Addr)pop_rbx, sizeof pop_rbx));
   assert_true(insn_is_epilogue((Addr)pop_r12, sizeof pop_r12));
   assert_false(insn_is_epilogue((Addr)pop_rdi, sizeof pop_rdi));
   assert_true(insn_is_epilogue((Addr)leave, sizeof leave));
   assert_true(insn_is_epilogue((Addr)rbx, sizeof rbx));
   assert_true(insn_is_epilogue((Addr)r13, sizeof r13));
   assert_true(insn_is_epilogue((Addr)rbx_of_rbp, sizeof rbx_of_rbp));
   assert_false(insn_is_epilogue((Addr)rax, sizeof rax));
   assert_false(insn_is_epilogue((Addr)ebx, sizeof ebx));
   assert_false(insn_is_epilogue((Addr)element, sizeof element));
   assert_false(insn_is_epilogue((Addr)other, sizeof other));
   assert_true(insn_is_epilogue((Addr)lea, sizeof lea));
   assert_false(insn_is_epilogue((Addr)lea_rdi, sizeof lea_rdi));
   assert_true(insn_is_epilogue((Addr)add, sizeof add));
   assert_false(insn_is_epilogue((Addr)add_r12, sizeof add_r12));
   assert_false(insn_is_epilogue((Addr)ret, sizeof ret));
   assert_true(insn_is_return((Addr)ret, sizeof ret));
   assert_true(insn_is_return((Addr)rep_ret, sizeof rep_ret));
   assert_false(insn_is_return((Addr)leave, sizeof leave));
}

/* Show the instructions to a search for tables, and return what it says of the
   last one. */
static Bool table_of(const UChar *code, UInt size, JumpTable *found)
{
   JumpTableSearch search = { .most = 0 };
   UInt length;

   for (UInt at = 0; at < size; at += length) {
      Addr insn = (Addr)(code + at);
      length = insn_length(insn, size - at);
      assert_int_not_equal(length, 0);
      if (at + length == size)
         return jump_table_of(&search, insn, length, found);
      jump_table_see(&search, insn, length);
   }
   return False;
}

static void tables(void **state)
{
   static const UChar relative[] = {
      0x4c, 0x8d, 0x25, 0xcb, 0x33, 0, 0,            /* lea d(%rip),%r12 */
      0x48, 0x8d, 0x15, 1, 0, 0, 0,                  /* lea d(%rip),%rdx */
      0x48, 0x83, 0xf9, 5,                           /* cmp $5,%rcx */
      0x77, 0x13,                                    /* ja */
      0x49, 0x63, 4, 0x8c,                           /* movslq (%r12,%rcx,4) */
      0x4c, 1, 0xe0,                                 /* add %r12,%rax */
      0xff, 0xe0                                     /* jmp *%rax */
   }, absolute[] = {
      0x81, 0xff, 0, 1, 0, 0,                        /* cmp $256,%edi */
      0x0f, 0x87, 0, 1, 0, 0,                        /* ja */
      0xff, 0x24, 0xfd, 0x10, 0x20, 0x40, 0          /* jmp *d(,%rdi,8) */
   }, subtracted[] = {
      0x48, 0x83, 0xe8, 7,                           /* sub $7,%rax */
      0x77, 0x2c,                                    /* ja */
      0x48, 0x8b, 0x4c, 0x24, 0x20,                  /* mov 0x20(%rsp),%rcx */
      0x48, 0x8d, 5, 0x8f, 0x23, 0, 0,               /* lea d(%rip),%rax */
      0x48, 0x63, 0xc, 0x88,                         /* movslq (%rax,%rcx,4) */
      0x48, 1, 0xc8,                                 /* add %rcx,%rax */
      0xff, 0xe0                                     /* jmp *%rax */
   }, frame[] = {
      0x48, 0x83, 0xec, 8,                           /* sub $8,%rsp */
      0x77, 0x13,                                    /* ja */
      0xff, 0x24, 0xfd, 0x10, 0x20, 0x40, 0          /* jmp *d(,%rdi,8) */
   }, pointer[] = {
      0x83, 0xf9, 5, 0x77, 0x13, 0xff, 0xe0          /* cmp, ja, jmp *%rax */
   };
   JumpTable found;

   (void)state;
   assert_true(table_of(relative, sizeof relative, &found));
   assert_int_equal(found.table, (Addr)relative + 7 + 0x33cb);
   assert_int_equal(found.base, found.table);
   assert_int_equal(found.count, 6);
   assert_int_equal(found.size, 4);
   assert_int_equal(found.end, JUMP_TABLE_CHECKED);
   assert_true(table_of(absolute, sizeof absolute, &found));
   assert_int_equal(found.table, 0x402010);
   assert_int_equal(found.count, 257);
   assert_int_equal(found.size, 8);
   assert_true(table_of(subtracted, sizeof subtracted, &found));
   assert_int_equal(found.table, (Addr)subtracted + 18 + 0x238f);
   assert_int_equal(found.count, 8);
   assert_true(table_of(frame, sizeof frame, &found));
   assert_int_equal(found.end, JUMP_TABLE_OPEN);
   assert_false(table_of(pointer, sizeof pointer, &found));
   assert_false(table_of(relative + 18, sizeof relative - 18, &found));
}

/* The addresses in the code are relative to its beginning, unless the memory is at a
   fixed address. */
typedef struct {
   const char *name;
   UChar code[48];
   UInt size;
   JumpTable table;
   Bool is_fixed;
} TableCase;

#define CODE(...) { __VA_ARGS__ }, sizeof (const UChar[]){ __VA_ARGS__ }

static void ends_of_tables(void **state)
{
   static const TableCase cases[] = {
      { "a mask", CODE(
           0x83, 0xe2, 7,                              /* and $7,%edx */
           0xff, 0x24, 0xd5, 0x10, 0x20, 0x40, 0),     /* jmp *d(,%rdx,8) */
        { 0x402010, 0x402010, 8, 8, JUMP_TABLE_MASKED }, True },
      { "a byte", CODE(
           0x4c, 0x8d, 5, 0xf9, 0xf, 0, 0,             /* lea d(%rip),%r8 */
           0xf, 0xb6, 0xc, 7,                          /* movzbl (%rdi,%rax),%ecx */
           0x49, 0x63, 0x14, 0x88,                     /* movslq (%r8,%rcx,4),%rdx */
           0x4c, 1, 0xc2,                              /* add %r8,%rdx */
           0xff, 0xe2),                                /* jmp *%rdx */
        { 0x1000, 0x1000, 256, 4, JUMP_TABLE_OPEN }, False },
      { "labels", CODE(
           0x4c, 0x8d, 0x15, 0xf9, 0x1f, 0, 0,         /* lea d(%rip),%r10 */
           0x4d, 0x8b, 4, 0xca,                        /* mov (%r10,%rcx,8),%r8 */
           0x31, 0xc9,                                 /* xor %ecx,%ecx */
           0x41, 0xff, 0xe0),                          /* jmp *%r8 */
        { 0x2000, 0x2000, JUMP_TABLE_MOST, 8, JUMP_TABLE_OPEN }, False },
      { "distances from a label", CODE(
           0x4c, 0x8d, 0xd, 0xf9, 0xf, 0, 0,           /* lea d(%rip),%r9 */
           0x4c, 0x8d, 5, 0x1d, 0, 0, 0,               /* lea d(%rip),%r8 */
           0x49, 0x63, 0x3c, 0x91,                     /* movslq (%r9,%rdx,4),%rdi */
           0x48, 0x89, 0xda,                           /* mov %rbx,%rdx */
           0x4c, 1, 0xc7,                              /* add %r8,%rdi */
           0xff, 0xe7),                                /* jmp *%rdi */
        { 0x1000, 0x2b, JUMP_TABLE_MOST, 4, JUMP_TABLE_OPEN }, False },
      { "the same, at a fixed address", CODE(
           0x4c, 0x63, 0x14, 0x85, 0x10, 0x20, 0x40, 0,   /* movslq d(,%rax,4),%r10 */
           0x49, 0x81, 0xc2, 0x68, 0x11, 0x40, 0,         /* add $d,%r10 */
           0x41, 0xff, 0xe2),                             /* jmp *%r10 */
        { 0x402010, 0x401168, JUMP_TABLE_MOST, 4, JUMP_TABLE_OPEN }, True },
      { "without optimization, by gcc", CODE(
           0x83, 0xe0, 7,                              /* and $7,%eax */
           0x89, 0xc0,                                 /* mov %eax,%eax */
           0x48, 0x8d, 0x14, 0x85, 0, 0, 0, 0,         /* lea 0(,%rax,4),%rdx */
           0x48, 0x8d, 5, 0, 0x20, 0, 0,               /* lea d(%rip),%rax */
           0x8b, 4, 2,                                 /* mov (%rdx,%rax),%eax */
           0x48, 0x98,                                 /* cltq */
           0x48, 0x8d, 0x15, 0xe0, 0, 0, 0,            /* lea d(%rip),%rdx */
           0x48, 1, 0xd0,                              /* add %rdx,%rax */
           0xff, 0xe0),                                /* jmp *%rax */
        { 0x2014, 0x100, 8, 4, JUMP_TABLE_MASKED }, False },
      { "without optimization, by clang", CODE(
           0x48, 0x8b, 4, 0xc5, 0x10, 0x20, 0x40, 0,   /* mov d(,%rax,8),%rax */
           0x48, 0x89, 0x45, 0xd0,                     /* mov %rax,-0x30(%rbp) */
           0xeb, 0xf2,                                 /* jmp */
           0x48, 0x8b, 0x45, 0xd8,                     /* mov -0x28(%rbp),%rax */
           0x48, 0x8b, 0x45, 0xd0,                     /* mov -0x30(%rbp),%rax */
           0xff, 0xe0),                                /* jmp *%rax */
        { 0x402010, 0x402010, JUMP_TABLE_MOST, 8, JUMP_TABLE_OPEN }, True },
      { "the register with the mask has another value", CODE(
           0x83, 0xe2, 7,                              /* and $7,%edx */
           0x8b, 0x14, 0x87,                           /* mov (%rdi,%rax,4),%edx */
           0xff, 0x24, 0xd5, 0x10, 0x20, 0x40, 0),     /* jmp *d(,%rdx,8) */
        { 0x402010, 0x402010, JUMP_TABLE_MOST, 8, JUMP_TABLE_OPEN }, True },
      { "a call changes the register", CODE(
           0x83, 0xe2, 7,                              /* and $7,%edx */
           0xe8, 0, 0, 0, 0,                           /* call */
           0xff, 0x24, 0xd5, 0x10, 0x20, 0x40, 0),     /* jmp *d(,%rdx,8) */
        { 0x402010, 0x402010, JUMP_TABLE_MOST, 8, JUMP_TABLE_OPEN }, True },
      { "a comparison on another way", CODE(
           0x83, 0xfa, 5,                              /* cmp $5,%edx */
           0x77, 0xfb,                                 /* ja */
           0xc3,                                       /* ret */
           0xff, 0x24, 0xd5, 0x10, 0x20, 0x40, 0),     /* jmp *d(,%rdx,8) */
        { 0x402010, 0x402010, JUMP_TABLE_MOST, 8, JUMP_TABLE_OPEN }, True },
      { "a mask behind the comparison of something else", CODE(
           0x83, 0xfa, 5,                              /* cmp $5,%edx */
           0x77, 0xfb,                                 /* ja */
           0x83, 0xe1, 0xf,                            /* and $15,%ecx */
           0xff, 0x24, 0xcd, 0x10, 0x20, 0x40, 0),     /* jmp *d(,%rcx,8) */
        { 0x402010, 0x402010, 16, 8, JUMP_TABLE_MASKED }, True },
      { "a comparison behind the mask, of a byte", CODE(
           0x83, 0xe2, 7,                              /* and $7,%edx */
           0xff, 0xca,                                 /* dec %edx */
           0x80, 0xfa, 6,                              /* cmp $6,%dl */
           0x77, 9,                                    /* ja */
           0xf, 0xb6, 0xd2,                            /* movzbl %dl,%edx */
           0xff, 0x24, 0xd5, 0x10, 0x20, 0x40, 0),     /* jmp *d(,%rdx,8) */
        { 0x402010, 0x402010, 7, 8, JUMP_TABLE_CHECKED }, True },
   };

   (void)state;
   for (UInt i = 0; i < sizeof cases / sizeof *cases; i++) {
      const TableCase *c = &cases[i];
      const Addr from = c->is_fixed ? 0 : (Addr)c->code;
      JumpTable found;

      print_message("%s\n", c->name);
      assert_true(table_of(c->code, c->size, &found));
      assert_int_equal(found.table - from, c->table.table);
      assert_int_equal(found.base - from, c->table.base);
      assert_int_equal(found.count, c->table.count);
      assert_int_equal(found.size, c->table.size);
      assert_int_equal(found.end, c->table.end);
   }
}

/* What an instruction loads or stores: a constant, an address, what lies there. */
static const struct {
   struct {
      const UChar *bytes;
      UInt length;
   } insn;
   Int value;
   Bool is_relative, is_place;
} with_constants[] = {
   { INSN(0xb9, 0xe0, 0x11, 0x56, 0), 0x5611e0, False, False },
                                               /* mov $0x5611e0,%ecx */
   { INSN(0x41, 0xb8, 1, 0, 0, 0), 1, False, False },   /* mov $1,%r8d */
   { INSN(0x49, 0xc7, 0x81, 0x80, 0, 0, 0, 0xe0, 0x91, 0x59, 0), 0x5991e0,
     False, False },                 /* movq $0x5991e0,0x80(%r9) */
   { INSN(0x48, 0x8d, 5, 0xf0, 0xff, 0xff, 0xff), -16, True, False },
                                               /* lea -16(%rip),%rax */
   { INSN(0x48, 0x8b, 0x0d, 8, 0, 0, 0), 8, True, True },
                                               /* mov 8(%rip),%rcx */
   { INSN(0x48, 0x8d, 0x85, 8, 1, 0, 0), 0, False, False },
                                               /* lea 264(%rbp),%rax */
   { INSN(0x48, 0xb8, 1, 0, 0, 0, 1, 0, 0, 0), 0, False, False },
                                               /* movabs $..,%rax */
   { INSN(0x66, 0xc7, 0x40, 8, 0x34, 0x12), 0, False, False },
                                               /* movw $0x1234,8(%rax) */
   { INSN(0x8b, 0x84, 0x24, 0, 1, 0, 0), 0, False, False },
                                               /* mov 256(%rsp),%eax */
   { INSN(0xe8, 0x10, 0, 0, 0), 0, False, False },      /* call */
};

static void constants(void **state)
{
   (void)state;
   for (UInt i = 0; i < sizeof with_constants / sizeof with_constants[0]; i++) {
      const Addr insn = (Addr)with_constants[i].insn.bytes;
      const UInt length = with_constants[i].insn.length;
      const Addr from = with_constants[i].is_relative ? insn + length : 0;
      Bool is_place;
      assert_int_equal(insn_constant(insn, length, &is_place),
                       from + (Addr)(Word)with_constants[i].value);
      if (with_constants[i].value != 0)
         assert_int_equal(is_place, with_constants[i].is_place);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(lengths),
      cmocka_unit_test(limited),
      cmocka_unit_test(jumps),
      cmocka_unit_test(no_jumps),
      cmocka_unit_test(kinds),
      cmocka_unit_test(ends),
      cmocka_unit_test(tables),
      cmocka_unit_test(ends_of_tables),
      cmocka_unit_test(constants),
   };

   return cmocka_run_group_tests_name("insn", tests, NULL, NULL);
}

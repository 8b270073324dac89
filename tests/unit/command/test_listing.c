/* Instructions, blocks, the charge, and callgrind's counts.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "unit.h"

#include "base/memory.h"
#include "samples/charge.h"
#include "samples/culprits.h"
#include "samples/code.h"
#include "samples/counts.h"
#include "samples/forwarding.h"
#include "samples/model.h"

#include <math.h>
#include <unistd.h>

/* A loop with two arms, as objdump prints it. */
static const char text[] =
   "\nx:     file format elf64-x86-64\n\n"
   "Disassembly of section .text:\n\n"
   "0000000000001000 <f>:\n"
   "    1000:\txor    %eax,%eax\n"
   "    1002:\tcmp    $0x1,%edi\n"
   "    1005:\tbnd jne 100c <f+0xc>\n"
   "    1007:\tadd    $0x2,%eax\n"
   "    100a:\tjmp    100e <f+0xe>\n"
   "    100c:\tcall   2000 <g>\n"
   "    100e:\tdec    %edi\n"
   "    1010:\tjne    1002 <f+0x2>\n"
   "    1012:\tjmp    *%rdx\n"
   "    1014:\tret    \n";

static void blocks_are_found(void **state)
{
   static const size_t firsts[] = { 0, 1, 3, 5, 6, 8, 9 };
   code c;

   (void)state;
   code_parse(&c, text);
   assert_int_equal(c.count, 10);
   assert_int_equal(c.block_count, COUNT(firsts));
   for (size_t i = 0; i < COUNT(firsts); i++)
      assert_int_equal(c.blocks[i].first, firsts[i]);
   assert_int_equal(c.list[2].target, 5);
   assert_int_equal(c.list[4].target, 6);
   assert_int_equal(c.list[7].target, 1);
   assert_true(c.list[8].target == CODE_NONE);
   assert_true(c.list[5].call && c.list[5].flow == FLOW_ON);
   assert_int_equal(c.list[9].flow, FLOW_END);
   assert_string_equal(c.list[9].text, "ret");
   assert_int_equal(code_find(&c, 0x1003), 1);
   assert_true(code_find(&c, 0xfff) == CODE_NONE);
   code_free(&c);
}

/* Two targets of a table behind padding, and one in the middle. */
static void targets_of_tables_begin_blocks(void **state)
{
   static const char table[] =
      "    1000:\tjmp    *%rdx\n"
      "    1002:\tcs nopw 0x0(%rax,%rax,1)\n"
      "    100c:\tnop\n"
      "    1010:\tmov    %rax,%r8\n"
      "    1013:\txor    %esi,%esi\n"
      "    1015:\tret\n"
      "    1016:\txchg   %ax,%ax\n"
      "    1018:\tnop\n"
      "    1019:\tret\n";
   static const size_t firsts[] = { 0, 1, 3, 6, 8 }, split[] = { 0, 1, 3, 4, 6,
                                                                 8 };
   const double executions[] = { 9, 0, 0, 4, 7, 7, 0, 0, 2 };
   code c;

   (void)state;
   code_parse(&c, table);
   assert_int_equal(c.block_count, COUNT(firsts));
   for (size_t i = 0; i < COUNT(firsts); i++)
      assert_int_equal(c.blocks[i].first, firsts[i]);
   code_split(&c, executions);
   assert_int_equal(c.block_count, COUNT(split));
   for (size_t i = 0; i < COUNT(split); i++) {
      assert_int_equal(c.blocks[i].first, split[i]);
      assert_int_equal(c.list[split[i]].block, i);
   }
   assert_int_equal(c.blocks[3].past, 6);
   code_free(&c);
}

static double sum_of(const double *x, size_t count)
{
   double sum = 0;

   for (size_t i = 0; i < count; i++)
      sum += x[i];
   return sum;
}

static void the_charge_goes_back_by_one(void **state)
{
   /* The loop runs 100 times, 30 of them through the call. */
   const double executions[] = { 1, 100, 100, 70, 70, 30, 100, 100, 1, 0 };
   double weights[] = { 5, 0, 7, 0, 11, 13, 100, 3, 2, 0 };
   code c;

   (void)state;
   code_parse(&c, text);
   charge_back(&c, executions, weights);
   assert_true(fabs(weights[0] - 5) < 1e-9);   /* from the callers */
   assert_true(fabs(weights[1] - 7) < 1e-9);
   assert_true(fabs(weights[2] - 13) < 1e-9);  /* the branch to the call */
   assert_true(fabs(weights[3] - 11) < 1e-9);
   assert_true(fabs(weights[4] - 70) < 1e-9);  /* the two ways to the join */
   assert_true(fabs(weights[5] - 30) < 1e-9);
   assert_true(fabs(weights[6] - 3) < 1e-9);
   assert_true(fabs(weights[7] - 2) < 1e-9);
   assert_true(fabs(weights[8]) < 1e-9);
   code_free(&c);
}

/* A loop of one block, with a test before it that also jumps over it. */
static void ways_follow_from_the_counts(void **state)
{
   static const char loop[] =
      "    1000:\ttest   %edi,%edi\n"
      "    1002:\tje     100a <f+0xa>\n"
      "    1004:\tadd    $0x2,%eax\n"
      "    1007:\tdec    %edi\n"
      "    1008:\tjne    1004 <f+0x4>\n"
      "    100a:\tret    \n";
   const double executions[] = { 10, 10, 700, 700, 700, 10 };
   code c;
   charge_ways *ways;

   (void)state;
   code_parse(&c, loop);
   assert_int_equal(c.block_count, 3);
   ways = charge_ways_of(&c, executions);
   /* How many of the ten skip the loop is not known: a half is assumed, which is
      wrong by five of 700 at most in the loop. */
   assert_true(ways[0].on == 5 && ways[0].target == 5);
   assert_true(ways[1].on == 5 && ways[1].target == 695);
   assert_true(ways[2].on == 0 && ways[2].target == 0);
   free(ways);
   code_free(&c);
}

static void the_charge_keeps_the_sum(void **state)
{
   unsigned random = 1;
   code c;

   (void)state;
   code_parse(&c, text);
   for (int round = 0; round < 2000; round++) {
      double executions[10], weights[10], before;

      for (int i = 0; i < 10; i++) {
         random = random * 1664525 + 1013904223;
         executions[i] = random >> 20;
         weights[i] = random >> 8 & 0xfff;
         if (random >> 28 == 0)
            executions[i] = 0;
      }
      before = sum_of(weights, 10);
      charge_back(&c, round % 3 ? executions : NULL, weights);
      assert_true(fabs(sum_of(weights, 10) - before) < 1e-6 * (1 + before));
      for (int i = 0; i < 10; i++)
         assert_true(weights[i] >= -1e-9);
   }
   code_free(&c);
}

/* --- culprits --- */

/* A load that may miss, a store that may fault, and a sum. */
static const char three[] =
   "    1000:\tmov    (%rdi),%rax\n"
   "    1003:\tmov    %rax,(%rsi)\n"
   "    1006:\tadd    %rax,%rdx\n"
   "    1009:\tjne    1000 <f>\n";

static void culprits_are_bounded(void **state)
{
   double weights[] = { 6000, 3000, 1000, 0 }, faults[4] = { 0 };
   double executions[] = { 100, 100, 100, 100 };
   uint64_t taken[] = { 60, 60, 60, 0 };
   instruction_counts load = { 0x1000, 100, 90, 0, 0, 0, 0 };
   const instruction_counts *simulated[4] = { &load, NULL, NULL, NULL };
   listing l = { .counts = taken, .weights = weights, .faults = faults,
                 .executions = executions, .simulated = simulated,
                 .by_instruction = true };
   block_model model = { .cycles = NULL };
   culprit_ranges r;

   (void)state;
   code_parse(&l.c, three);
   culprits_find(&l, 0.5, 1000, &model, 0, &r);
   /* 60 ns at the load, of which its operation takes 4.5 at most. */
   assert_true(fabs(r.low[CULPRIT_DATA] - 0.555) < 1e-9);
   assert_true(fabs(r.high[CULPRIT_DATA] - 0.6) < 1e-9);
   assert_true(r.high[CULPRIT_FAULT] == 0);
   /* 25.5 ns of the store and 8.5 of the sum have no culprit. */
   assert_true(fabs(r.unexplained - 0.34) < 1e-9);
   /* The sum has a tenth of the time, and 18 of 180 samples. */
   assert_true(fabs(r.thin - 0.1) < 1e-9);
   /* Ten faults, each of at most a microsecond, explain the store. */
   faults[1] = 10;
   culprits_find(&l, 0.5, 1000, &model, 0, &r);
   assert_true(fabs(r.low[CULPRIT_FAULT] - 0.255) < 1e-9);
   assert_true(fabs(r.high[CULPRIT_FAULT] - 0.3) < 1e-9);
   assert_true(fabs(r.unexplained - 0.085) < 1e-9);
   /* By the model all operations take 2.7 cycles: with the slack a third of what
      their bounds are alone. */
   model.cycles = (double[]){ 2.666666666666 };
   model.chained = (bool[]){ true };
   culprits_find(&l, 0.5, 1000, &model, 0, &r);
   assert_true(r.high[CULPRIT_OPERATION] == 0);
   assert_true(fabs(r.low[CULPRIT_DATA] - 0.585) < 1e-6);
   /* What other threads wrote may be read anywhere. */
   culprits_find(&l, 0.5, 1000, &model, 1000, &r);
   assert_true(r.low[CULPRIT_DATA] == 0 && r.high[CULPRIT_THREADS] == 1);
   code_free(&l.c);
}

static void loads_of_narrower_stores_are_found(void **state)
{
   static const struct {
      const char *store, *between, *load;
      bool blocked;
   } cases[] = {
      { "mov    %eax,-0x8(%rsp)", "mov    %eax,-0x4(%rsp)",
        "mov    -0x8(%rsp),%rax", true },
      { "mov    %rax,-0x8(%rsp)", "mov    %eax,%ecx",
        "mov    -0x8(%rsp),%rax", false },
      { "mov    %rax,-0x8(%rsp)", "nop", "mov    -0x8(%rsp),%eax", false },
      { "mov    %rax,-0x8(%rsp)", "nop", "movzwl -0x4(%rsp),%eax", false },
      { "mov    %rax,-0x8(%rsp)", "nop", "mov    -0x4(%rsp),%rax", true },
      { "movb   $0x1,(%rdi,%rcx,8)", "nop", "add    (%rdi,%rcx,8),%rdx", true },
      { "movb   $0x1,(%rdi,%rcx,8)", "add    $0x1,%ecx",
        "add    (%rdi,%rcx,8),%rdx", false },
      { "movb   $0x1,(%rdi,%rcx,8)", "add    $0x1,%edx",
        "addq   $0x2,(%rdi,%rcx,8)", true },
      { "movb   $0x1,(%rdi)", "call   1008", "mov    (%rdi),%rdx", false },
      { "movb   $0x1,(%rdi)", "nop", "mov    0x1(%rdi),%rdx", false },
      { "movb   $0x1,(%rdi)", "nop", "movq   $0x5,(%rdi)", false },
      { "movsd  %xmm0,0x10(%r12)", "nop", "movups 0x8(%r12),%xmm1", true },
      { "movaps %xmm0,0x10(%r12)", "nop", "movsd  0x18(%r12),%xmm1", false },
      { "mov    %r8d,(%rdi)", "cmp    %rax,%rdi", "cmp    %r9,(%rdi)", true },
      { "mov    %r8w,(%rdi)", "mov    (%rdi),%rdi", "mov    (%rdi),%eax", false },
   };

   (void)state;
   for (size_t i = 0; i < COUNT(cases); i++) {
      char *lines = memory_format("    1000:\t%s\n    1004:\t%s\n"
                                  "    1008:\t%s\n", cases[i].store,
                                  cases[i].between, cases[i].load);
      bool *blocked;
      code c;

      code_parse(&c, lines);
      blocked = forwarding_blocked(&c);
      if (blocked[c.count - 1] != cases[i].blocked)
         print_message("case %zu\n", i);
      assert_true(blocked[c.count - 1] == cases[i].blocked);
      free(blocked);
      free(lines);
      code_free(&c);
   }
}

/* --- counts --- */

static bool read_text(counts *c, const char *file)
{
   char name[] = "/tmp/aprof-test-XXXXXX";
   int fd = mkstemp(name), kept = dup(STDERR_FILENO);
   bool good;

   assert_int_equal(write(fd, file, strlen(file)), strlen(file));
   close(fd);
   assert_non_null(freopen("/dev/null", "w", stderr));
   good = counts_read(c, name, "/bin/x");
   dup2(kept, STDERR_FILENO);
   close(kept);
   unlink(name);
   return good;
}

static void counts_are_read(void **state)
{
   counts c;

   (void)state;
   assert_true(read_text(&c,
      "# callgrind format\npositions: instr line\n"
      "events: Ir Dr D1mr D1mw DLmr Bc Bcm\n"
      "ob=(1) /lib/y\nfn=(1) f\n0x10 5 1000\n"
      "ob=(2) /bin/x\nfn=(2) g\n"
      "0x100 5 3 3 2 1 1\n"
      "+4 * 7 0 0 0 0 7 2\n"
      "cob=(1)\ncfn=(1)\ncalls=4 0x10 5\n* * 4000 9 9 9 9 9 9\n"
      "-4 -1 2\n"
      "ob=(1)\n0x100 1 500\n"
      "fn=(3) h\nob=(2)\n0x104 9 1\n"));
   assert_int_equal(c.count, 2);
   assert_int_equal(counts_find(&c, 0x100)->executions, 5);
   assert_int_equal(counts_find(&c, 0x100)->data_misses, 3);
   assert_int_equal(counts_find(&c, 0x100)->store_misses, 1);
   assert_int_equal(counts_find(&c, 0x100)->memory_misses, 1);
   assert_int_equal(counts_find(&c, 0x104)->executions, 8);
   assert_int_equal(counts_find(&c, 0x104)->mispredictions, 2);
   assert_null(counts_find(&c, 0x101));
   assert_true(c.has_caches && c.has_branches);
   counts_free(&c);
   /* With --dump-line=no. */
   assert_true(read_text(&c,
      "# callgrind format\npositions: instr\nevents: Ir Dr D1mr\n"
      "ob=(2) /bin/x\nfn=(2) g\n0x100 5 3 2\njcnd=3/5 +4\n*\n+4 7 0 0\n"
      "calls=4 0x10\n* 4000 9 9\n-4 1\n"));
   assert_int_equal(c.count, 2);
   assert_int_equal(counts_find(&c, 0x100)->executions, 6);
   assert_int_equal(counts_find(&c, 0x100)->data_misses, 2);
   assert_int_equal(counts_find(&c, 0x104)->executions, 7);
   counts_free(&c);
   assert_false(read_text(&c, "something else\n"));
   assert_false(read_text(&c, ""));
   assert_false(read_text(&c, "# callgrind format\npositions: line\n"
                          "events: Ir\nob=/bin/x\n+1 5\n"));
   assert_false(read_text(&c, "# callgrind format\npositions: instr line\n"
                          "events: Ir\nob=/bin/other\n0x1 5 1\n"));
}

/* As callgrind 3.19 wrote it for a loop that calls strlen through the PLT 1000
   times: `* * 5` and `* * 999` behind the calls are the PLT's own costs, and
   for the last block, which is a call only, the first line is its own. */
static void the_plt_is_no_execution_of_the_call(void **state)
{
   counts c;

   (void)state;
   assert_true(read_text(&c,
      "# callgrind format\npositions: instr line\nevents: Ir\n"
      "ob=(1) /bin/x\nfn=(582) work\n0x1196 4 1\n+3 * 1\n"
      "cob=(3) /lib/c\ncfi=(148)\ncfn=(548)\n"
      "calls=1 0x156200 +61 \n* * 13\n"
      "cob=(2) /lib/ld\ncfi=(130)\ncfn=(458)\n"
      "calls=1 0x121c0 +72 \n* * 655\n"
      "* * 5\n"
      "-3 * 999\n+3 * 999\n"
      "cob=(3)\ncfi=(148)\ncfn=(548)\n"
      "calls=999 0x156200 +61 \n* * 12987\n"
      "* * 999\n"
      "* * 7\n"
      "calls=7 0x156200 +61 \n* * 91\n"
      "* * 7\n"
      "+5 * 1000\n"
      "jcnd=999/1000 -8 \n*\n"
      "fn=(9) other\n* * 3\n"));
   assert_int_equal(c.count, 3);
   assert_int_equal(counts_find(&c, 0x1196)->executions, 1000);
   assert_int_equal(counts_find(&c, 0x1199)->executions, 1007);
   assert_int_equal(counts_find(&c, 0x119e)->executions, 1003);
   counts_free(&c);
}

static void a_model_is_read(void **state)
{
   double cycles[4] = { 0 };
   bool chained[4] = { 0 };

   (void)state;
   block_model_parse("[0] Code Region - b2\n\nIterations:        100\n"
                     "Instructions:      500\nTotal Cycles:      210\n\n"
                     "  Data Dependencies:      [ 60.00% ]\n"
                     "  - Register Dependencies [ 59.50% ]\n"
                     "  - Memory Dependencies   [ 0.50% ]\n"
                     "[1] Code Region - b9\n\nIterations:        100\n"
                     "Total Cycles:      3\n"
                     "[2] Code Region - b0\n\nIterations:        100\n"
                     "Total Cycles:      40\n"
                     "  - Register Dependencies [ 9.00% ]\n", cycles, chained,
                     4);
   assert_true(chained[2] && !chained[0] && !chained[1]);
   assert_true(cycles[2] == 2.1 && cycles[0] == 0.4);
   assert_true(cycles[1] == 0 && cycles[3] == 0);
   block_model_parse("", cycles, chained, 4);
   block_model_parse("Code Region - b1\n", cycles, chained, 4);
   assert_true(cycles[1] == 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_are_found),
      cmocka_unit_test(targets_of_tables_begin_blocks),
      cmocka_unit_test(the_charge_goes_back_by_one),
      cmocka_unit_test(ways_follow_from_the_counts),
      cmocka_unit_test(the_charge_keeps_the_sum),
      cmocka_unit_test(culprits_are_bounded),
      cmocka_unit_test(loads_of_narrower_stores_are_found),
      cmocka_unit_test(counts_are_read),
      cmocka_unit_test(the_plt_is_no_execution_of_the_call),
      cmocka_unit_test(a_model_is_read),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}

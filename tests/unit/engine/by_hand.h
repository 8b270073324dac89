/* Small traces whose sizes were worked out by hand, for any engine: the
   examples of "Multithreaded Input-Sensitive Profiling", Section 2, and the
   rules of the interface in trms.h.

   The file that includes this defines ENGINE, the engine under test, and
   puts BY_HAND_TESTS into its list of tests.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_BY_HAND_H
#define APROF_BY_HAND_H

#include "by_hand_events.h"

#define X ((uintptr_t)0x10000)         /* some addresses: each its own cell */
#define Y (X + 16)
#define Z (X + 32)

static trms_thread *t1, *t2;

static void setup_with(unsigned cell_shift, bool (*file)(uintptr_t))
{
   trms_options options = { .cell_shift = cell_shift,
                            .is_file_content = file };

   ENGINE.init(&options);
   t1 = ENGINE.thread_new();
   t2 = ENGINE.thread_new();
}

static int setup(void **state)
{
   (void)state;
   setup_with(2, NULL);
   return 0;
}

/* Of X, Y and Z the callee writes X and Y first, and reads Z first; the caller
   has read Y before.  Neither a second write counts, nor a write after a read,
   nor the kernel's, nor one that is kept apart. */
static void first_writes_are_output(void **state)
{
   trms_options options = { .cell_shift = 2, .output = true };
   trms_sizes s;

   (void)state;
   ENGINE.finish();
   ENGINE.init(&options);
   t1 = ENGINE.thread_new();
   t2 = ENGINE.thread_new();
   call(t1);
   rd(t1, Y);
   call(t1);
   wr(t1, X);
   wr(t1, X);
   wr(t1, Y);
   rd(t1, Z);
   wr(t1, Z);
   ENGINE.kernel_write(Z + 16, 16);
   ENGINE.write_apart(t1, Z + 32, 16);
   wr(t1, Z + 32);
   ENGINE.ret(t1, &s);
   assert_int_equal(s.wms, 2);
   assert_int_equal(s.rms, 1);
   ENGINE.clear(t1, X, 32);
   ENGINE.ret(t1, &s);
   assert_int_equal(s.wms, 1 + 6);
   assert_int_equal(s.rms, 2);
   call(t1);
   wr(t2, X);
   wr(t1, X);
   wr(t2, X);
   wr(t1, X);
   ENGINE.pending(t1, &s);
   assert_int_equal(s.wms, 1);
}

/* Figure 1a: g in T2 overwrites x between two reads by f in T1. */
static void example_1(void **state)
{
   (void)state;
   call(t1);
   rd(t1, X);
   call(t2);
   wr(t2, X);
   rd(t1, X);
   ret(t1, 1, 1, 2, 0, 1);
   ret(t2, 0, 0, 0, 0, 0);
}

/* Figure 1b: the second read is in f's callee h, a third one in f again. */
static void example_2(void **state)
{
   (void)state;
   call(t1);
   rd(t1, X);
   call(t2);
   wr(t2, X);
   ret(t2, 0, 0, 0, 0, 0);
   call(t1);
   rd(t1, X);
   ret(t1, 1, 1, 1, 0, 1);
   rd(t1, X);
   ret(t1, 1, 1, 2, 0, 1);
}

/* Figure 2: a producer's values come one by one through one cell. */
static void example_3(void **state)
{
   int i;

   (void)state;
   call(t1);
   call(t2);
   for (i = 0; i < 100; i++) {
      call(t1);
      wr(t1, X);
      ret(t1, 0, 0, 0, 0, 0);
      call(t2);
      rd(t2, X);
      ret(t2, 1, 1, 1, 0, 1);
   }
   ret(t1, 0, 0, 0, 0, 0);
   ret(t2, 1, 1, 100, 0, 100);
}

/* Figure 3: of two values that the kernel delivers each time one is read. */
static void example_4(void **state)
{
   int i;

   (void)state;
   call(t1);
   for (i = 0; i < 100; i++) {
      ENGINE.kernel_write(X, 8);
      rd(t1, X);
   }
   ret(t1, 1, 100, 100, 100, 0);
}

static void only_first_accesses_that_read_count(void **state)
{
   (void)state;
   call(t1);
   rd(t1, X);
   rd(t1, X);
   wr(t1, Y);
   rd(t1, Y);
   call(t1);
   rd(t1, X);
   rd(t1, Y);
   wr(t1, Z);
   ret(t1, 2, 2, 2, 0, 0);
   rd(t1, Z);
   ret(t1, 1, 1, 1, 0, 0);
}

/* Once the thread has read what another wrote, that is no news to it: a later
   activation's first read of the cell is a plain one. */
static void induced_is_of_the_thread(void **state)
{
   (void)state;
   wr(t2, X);
   call(t1);
   call(t1);
   rd(t1, X);
   ret(t1, 1, 1, 1, 0, 1);
   call(t1);
   rd(t1, X);
   ret(t1, 1, 1, 1, 0, 0);
   ret(t1, 1, 1, 1, 0, 1);
}

/* ext counts a read once: as a first access, or because of the kernel. */
static void ext_counts_once(void **state)
{
   (void)state;
   ENGINE.kernel_write(X, 4);
   wr(t2, Y);
   call(t1);
   rd(t1, X);
   rd(t1, Y);
   wr(t2, Y);
   rd(t1, Y);
   ENGINE.kernel_write(X, 4);
   call(t1);
   rd(t1, X);
   ret(t1, 1, 1, 1, 1, 0);
   ret(t1, 2, 3, 4, 2, 2);
}

static void last_writer_tells_the_kind(void **state)
{
   (void)state;
   call(t1);
   ENGINE.kernel_write(X, 4);
   wr(t2, X);
   rd(t1, X);
   wr(t2, Y);
   ENGINE.kernel_write(Y, 4);
   rd(t1, Y);
   wr(t2, Z);
   wr(t1, Z);
   rd(t1, Z);
   ret(t1, 2, 2, 2, 1, 1);
}

/* What the kernel writes for a thread is news to that thread as well. */
static void kernel_is_foreign_to_all(void **state)
{
   (void)state;
   call(t1);
   wr(t1, X);
   ENGINE.kernel_write(X, 4);
   rd(t1, X);
   rd(t1, X);
   ret(t1, 0, 1, 1, 1, 0);
}

static void kernel_reads_are_reads(void **state)
{
   (void)state;
   wr(t2, X);
   call(t1);
   ENGINE.kernel_read(t1, X, 4);
   ENGINE.kernel_read(t1, Y, 4);
   rd(t1, Y);
   ret(t1, 2, 2, 2, 0, 1);
}

static void empty_stack_makes_history(void **state)
{
   (void)state;
   wr(t2, X);
   rd(t1, X);
   call(t1);
   rd(t1, X);
   ret(t1, 1, 1, 1, 0, 0);
   assert_int_equal(ENGINE.depth(t1), 0);
}

static void ended_thread_is_not_its_successor(void **state)
{
   trms_thread *next;

   (void)state;
   call(t2);
   wr(t2, X);
   rd(t2, Y);
   ENGINE.thread_end(t2);
   next = ENGINE.thread_new();
   assert_int_equal(ENGINE.depth(next), 0);
   call(next);
   rd(next, X);
   rd(next, Y);
   ret(next, 2, 2, 2, 0, 1);
}

static void forgotten_is_never_accessed(void **state)
{
   (void)state;
   call(t1);
   rd(t1, X);
   wr(t2, Y);
   ENGINE.kernel_write(Z, 4);
   ENGINE.forget(X, 48);
   rd(t1, X);
   rd(t1, Y);
   rd(t1, Z);
   ret(t1, 4, 4, 4, 0, 0);
}

static void cells_partly_forgotten_keep_history(void **state)
{
   (void)state;
   call(t1);
   ENGINE.read(t1, X, 12);
   ENGINE.forget(X + 1, 10);
   ENGINE.read(t1, X, 12);
   ret(t1, 4, 4, 4, 0, 0);
   call(t1);
   ENGINE.read(t1, X, 8);
   ENGINE.forget(X + 1, 5);
   ENGINE.forget(X, 0);
   ENGINE.forget(X + 4, 3);
   ENGINE.read(t1, X, 8);
   ret(t1, 2, 2, 2, 0, 0);
}

static void history_moves(void **state)
{
   (void)state;
   call(t1);
   wr(t2, X);
   rd(t1, X);                          /* moves: known at Y */
   wr(t2, X + 4);                      /* moves: induced at Y + 4 */
   ENGINE.kernel_write(X + 8, 4);      /* moves: induced at Y + 8 */
   wr(t2, Y + 12);                     /* forgotten: X + 12 has no history */
   ENGINE.move(X, Y, 16);
   ENGINE.read(t1, Y, 16);
   call(t1);
   rd(t1, Y);                          /* no longer induced there either */
   ret(t1, 1, 1, 1, 0, 0);
   ret(t1, 4, 4, 4, 1, 2);
   call(t1);
   ENGINE.read(t1, X, 16);             /* as never accessed */
   ret(t1, 4, 4, 4, 0, 0);
}

static void pending_changes_nothing(void **state)
{
   trms_sizes s[3];
   int i;

   (void)state;
   call(t1);
   rd(t1, X);
   call(t1);
   wr(t2, Y);
   rd(t1, X);
   rd(t1, Y);
   call(t1);
   rd(t1, Y);
   rd(t1, Z);
   assert_int_equal(ENGINE.depth(t1), 3);
   for (i = 0; i < 2; i++) {
      ENGINE.pending(t1, s);
      expect(&s[0], 3, 3, 3, 0, 1);
      expect(&s[1], 3, 3, 3, 0, 1);
      expect(&s[2], 2, 2, 2, 0, 0);
   }
   ret(t1, 2, 2, 2, 0, 0);
   ret(t1, 3, 3, 3, 0, 1);
   ret(t1, 3, 3, 3, 0, 1);
}

static bool page_one_is_file(uintptr_t a)
{
   return a >= 0x20000 && a < 0x21000;
}

/* The cells of a file count as written by the kernel for each thread that reads
   them first, unless a thread has written them before. */
static void file_content_is_external(void **state)
{
   (void)state;
   ENGINE.finish();
   setup_with(2, page_one_is_file);
   call(t1);
   call(t2);
   ENGINE.read(t1, 0x20ffc, 8);
   rd(t1, 0x20ffc);
   rd(t2, 0x20ffc);
   wr(t2, 0x20000);
   rd(t2, 0x20000);
   rd(t1, 0x20000);
   ret(t1, 3, 3, 3, 1, 1);
   ret(t2, 1, 1, 1, 1, 0);
   /* Mapped anew: the same again. */
   ENGINE.forget(0x20000, 0x1000);
   call(t1);
   rd(t1, 0x20ffc);
   ret(t1, 1, 1, 1, 1, 0);
}

static void every_overlapped_cell_counts(void **state)
{
   unsigned shift;

   (void)state;
   for (shift = 0; shift <= 4; shift++) {
      uintptr_t size = (uintptr_t)1 << shift, n;

      ENGINE.finish();
      setup_with(shift, NULL);
      /* All bytes but the first and the last of three cells and one byte of
         the next, over the end of 64 KB. */
      for (n = 0; n <= 2 * size + 1; n++) {
         uintptr_t a = 0x30000 - size + (size > 1);
         uintptr_t cells = n == 0 ? 0
            : (a + n - 1) / size - a / size + 1;
         call(t1);
         ENGINE.read(t1, a, n);
         ret(t1, cells, cells, cells, 0, 0);
      }
      call(t1);
      ENGINE.read(t1, X + size - 1, 2);
      ret(t1, 2, 2, 2, 0, 0);
      call(t1);
      ENGINE.write(t1, X, 0);
      ENGINE.kernel_write(X, 0);
      ENGINE.read(t1, X, size);
      ret(t1, 1, 1, 1, 0, 0);
   }
}

static void addresses_reach_to_the_end(void **state)
{
   uintptr_t end = (uintptr_t)1 << 48, top = (uintptr_t)1 << 47;

   (void)state;
   call(t1);
   ENGINE.write(t2, top - 8, 8);
   ENGINE.read(t1, top - 8, 8);
   ENGINE.read(t1, end - 4, 4);
   ENGINE.read(t1, 0, 4);
   ret(t1, 4, 4, 4, 0, 2);
   /* Beyond is nothing, also where the address wraps around. */
   call(t1);
   ENGINE.read(t1, end - 4, 64);
   ENGINE.read(t1, end - 4, SIZE_MAX);
   ENGINE.read(t1, end, 64);
   ENGINE.write(t1, UINTPTR_MAX - 3, 64);
   ENGINE.kernel_write(UINTPTR_MAX - 3, 64);
   ENGINE.read(t1, UINTPTR_MAX - 3, 64);
   ret(t1, 1, 1, 1, 0, 0);
}

#define BY_HAND(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
#define BY_HAND_TESTS \
   BY_HAND(first_writes_are_output), \
   BY_HAND(example_1), \
   BY_HAND(example_2), \
   BY_HAND(example_3), \
   BY_HAND(example_4), \
   BY_HAND(only_first_accesses_that_read_count), \
   BY_HAND(induced_is_of_the_thread), \
   BY_HAND(ext_counts_once), \
   BY_HAND(last_writer_tells_the_kind), \
   BY_HAND(kernel_is_foreign_to_all), \
   BY_HAND(kernel_reads_are_reads), \
   BY_HAND(empty_stack_makes_history), \
   BY_HAND(ended_thread_is_not_its_successor), \
   BY_HAND(forgotten_is_never_accessed), \
   BY_HAND(cells_partly_forgotten_keep_history), \
   BY_HAND(history_moves), \
   BY_HAND(pending_changes_nothing), \
   BY_HAND(file_content_is_external), \
   BY_HAND(every_overlapped_cell_counts), \
   BY_HAND(addresses_reach_to_the_end)

#endif

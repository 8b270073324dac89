/* Ranges of files against a plain table of bytes: random reads by several
   threads, in runs and anywhere, and writes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "kernel/file_ranges.h"

enum { BYTES = 400, LONGEST = 60, THREADS = 3, STEPS = 200000 };

/* Of each byte: the thread that has read it last, 0: none has, and when its run
   began. */
static struct { unsigned by; uint64_t since; } bytes[BYTES];
static struct { uint64_t past, since; unsigned by; } run;

static FileRead expected(FileRange r)
{
   FileRead read = { r.past - r.start, 0, ~(uint64_t)0 };
   unsigned known = 0;

   for (unsigned i = 0; i < BYTES; i++)
      known += bytes[i].by > 0;
   if (known == 0 || r.start != run.past || r.by != run.by)
      run.since = r.since;
   run.by = r.by;
   run.past = r.past;
   for (uint64_t i = r.start; i < r.past; i++) {
      if (bytes[i].by > 0) {
         read.again++;
         if (bytes[i].by != r.by)
            read.since = 0;
         else if (bytes[i].since < read.since)
            read.since = bytes[i].since;
      }
      bytes[i].by = r.by;
      bytes[i].since = run.since;
   }
   return read;
}

static FileRange any_range(uint64_t now)
{
   const uint64_t start = rand() % 3 > 0 && run.past < BYTES
                          ? run.past : (uint64_t)(rand() % BYTES);
   uint64_t past = start + 1 + rand() % LONGEST;

   if (past > BYTES)
      past = BYTES;
   return (FileRange){ start, past, now, 1 + rand() % 8 / (8 / THREADS) };
}

static void is_as_bytes(void **state)
{
   FileRanges f = { 0 };
   uint64_t again = 0;

   (void)state;
   srand(1);
   for (uint64_t now = 1; now <= STEPS; now++) {
      const FileRange r = any_range(now);

      if (now % 5000 == 0) {
         file_ranges_forget(&f);
         for (unsigned i = 0; i < BYTES; i++)
            bytes[i].by = 0;
      } else if (rand() % 4 == 0) {
         file_ranges_written(&f, r);
         for (uint64_t i = r.start; i < r.past; i++)
            bytes[i].by = 0;
      } else {
         const FileRead read = file_ranges_read(&f, r);
         const FileRead right = expected(r);

         assert_int_equal(read.bytes, right.bytes);
         assert_int_equal(read.again, right.again);
         assert_int_equal(read.since, right.since);
         again += read.again;
      }
   }
   assert_true(again > STEPS);
   platform_free(f.list);
}

/* Reads one after the other are one range; a second pass takes its place. */
static void runs_are_ranges(void **state)
{
   FileRanges f = { 0 };

   (void)state;
   for (uint64_t now = 1; now <= 2000; now++) {
      const uint64_t at = now % 1000 * 10;
      const FileRead read =
         file_ranges_read(&f, (FileRange){ at, at + 10, now, 1 });

      assert_true(f.count <= 3);
      assert_int_equal(read.again, now > 1000 ? 10 : 0);
   }
   platform_free(f.list);
}

/* Of very many ranges nothing is known for a while: no byte counts as read
   again that was not. */
static void many_ranges(void **state)
{
   FileRanges f = { 0 };

   (void)state;
   for (uint64_t now = 1; now <= 100000; now++) {
      const FileRange r = { now * 3, now * 3 + 1, now, 1 };

      assert_int_equal(file_ranges_read(&f, r).again, 0);
   }
   assert_true(f.count < 20000);
   platform_free(f.list);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(is_as_bytes), cmocka_unit_test(runs_are_ranges),
      cmocka_unit_test(many_ranges),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}

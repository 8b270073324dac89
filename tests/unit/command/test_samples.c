/* Samples: sums, their laws, and files.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "unit.h"

#include "base/memory.h"
#include "samples/generated.h"
#include "samples/read.h"
#include "samples/samples.h"
#include "samples/variants.h"
#include "samples/write.h"

#include <fcntl.h>
#include <unistd.h>

static char folder[] = "/tmp/aprof-test-XXXXXX";

static uint64_t state = 1;

static uint64_t any(uint64_t below)
{
   state = state * 6364136223846793005u + 1442695040888963407u;
   return (state >> 33) % below;
}

/* Samples of a random run: some images and offsets are in several runs. */
static samples *some_run(void)
{
   static const char *const paths[] = {
      "/bin/a", "/lib/b.so", "[kernel]", "/tmp/odd\tname\\", "/lib/b.so",
   };
   static const char *const ids[] = { "11", "22", "", "~5.6", "33" };
   samples *s = samples_new();
   const samples_run run = {
      .start = any(100), .end = 100 + any(100), .host = (char *)"h",
      .machine = (char *)"m", .kernel = (char *)"k", .cpus = 2,
      .period = 1000, .cost = 10, .seed = any(1000),
      .pid = any(100), .command = (char *)"./a -x\n",
   };
   const int cells = any(40);

   samples_add_run(s, &run);
   for (int i = 0; i < cells; i++) {
      const uint32_t event = samples_event_of(s, any(4) ? "cpu-clock"
                                                        : "cycles",
                                              any(4) ? "ns" : "cycles",
                                              any(SKIDS));
      const int image = any(COUNT(paths));

      s->events[event].dropped += any(3);
      s->events[event].overhead += any(100);
      assert_true(samples_add(s, event,
                              samples_image_of(s, paths[image], ids[image]),
                              any(20) << any(50), 1 + any(9), any(100000)));
   }
   if (any(2))
      samples_add_symbol(s, samples_image_of(s, "/tmp/perf-7.map", "9"), 4096,
                         3, "jit:f");
   return s;
}

static char *file(const char *name)
{
   return memory_format("%s/%s", folder, name);
}

/* Write samples to a file and return its bytes. */
static char *bytes_of(samples *s, const char *name, size_t *length)
{
   char *bytes = memory_new(1, 1 << 20);
   int fd;

   assert_true(samples_write(name, s));
   fd = open(name, O_RDONLY);
   *length = read(fd, bytes, 1 << 20);
   close(fd);
   return bytes;
}

static void assert_same(samples *a, samples *b)
{
   char *name = file("x.samples");
   size_t m, n;
   char *x = bytes_of(a, name, &m), *y = bytes_of(b, name, &n);

   assert_int_equal(m, n);
   assert_memory_equal(x, y, n);
   free(name);
   free(x);
   free(y);
}

/* Return the sum of the runs in an order that `turn` chooses, as a tree. */
static samples *sum_of(samples *const *runs, size_t count, size_t turn)
{
   samples *left = samples_new(), *right = samples_new();

   for (size_t i = 0; i < count; i++) {
      samples *one = runs[(i * 7 + turn) % count];

      assert_true(samples_merge((i + turn) % 3 ? left : right, one));
   }
   if (turn % 2) {
      assert_true(samples_merge(right, left));
      samples_free(left);
      return right;
   }
   assert_true(samples_merge(left, right));
   samples_free(right);
   return left;
}

static void sums_do_not_depend_on_the_order(void **unused)
{
   enum { RUNS = 11 };
   samples *runs[RUNS];

   (void)unused;
   for (int round = 0; round < 20; round++) {
      samples *first;

      for (int i = 0; i < RUNS; i++)
         runs[i] = some_run();
      first = sum_of(runs, RUNS, 0);
      for (size_t turn = 1; turn < 9; turn++) {
         samples *other = sum_of(runs, RUNS, turn);

         assert_same(first, other);
         samples_free(other);
      }
      samples_free(first);
      for (int i = 0; i < RUNS; i++)
         samples_free(runs[i]);
   }
}

static void a_file_gives_back_what_was_written(void **unused)
{
   static const char *const names[] = { "r.samples", "r.samples.gz" };

   (void)unused;
   for (int i = 0; i < 100; i++) {
      samples *s = some_run(), *got;
      char *name = file(names[i % 2]);

      assert_true(samples_write(name, s));
      assert_true(samples_is_file(name));
      got = samples_read(name);
      assert_non_null(got);
      assert_same(s, got);
      samples_free(s);
      samples_free(got);
      free(name);
   }
}

static void sums_of_more_than_64_bits_are_refused(void **unused)
{
   samples *a = samples_new(), *b = samples_new();

   (void)unused;
   for (int i = 0; i < 2; i++) {
      samples *s = i ? b : a;

      samples_add(s, samples_event_of(s, "e", "ns", SKID_ONE),
                  samples_image_of(s, "/a", ""), 0, 1, UINT64_MAX - 1);
   }
   assert_false(samples_merge(a, b));
   samples_free(a);
   samples_free(b);
}

static void put(const char *name, const char *bytes, size_t length)
{
   int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);

   assert_int_equal(write(fd, bytes, length), length);
   close(fd);
}

/* Read a file, and assert that either it is read without a word, or one line on
   stderr names it.  Return the samples, or NULL. */
static samples *read_or_refuse(const char *name)
{
   char *err = file("err"), text[4096];
   int kept = dup(STDERR_FILENO), fd = open(err, O_RDWR | O_CREAT | O_TRUNC,
                                            0600);
   int lines = 0;
   ssize_t n;
   samples *s;

   dup2(fd, STDERR_FILENO);
   s = samples_read(name);
   dup2(kept, STDERR_FILENO);
   n = pread(fd, text, sizeof text - 1, 0);
   text[n] = '\0';
   for (ssize_t i = 0; i < n; i++)
      lines += text[i] == '\n';
   assert_int_equal(lines, s == NULL);
   if (s == NULL)
      assert_true(strncmp(text, "aprof: ", 7) == 0 && strstr(text, name));
   close(fd);
   close(kept);
   free(err);
   return s;
}

/* A damaged file is refused with one line.  If one bit has changed, it may be
   read, since a changed digit is another number; a compressed file is not, since
   it has a checksum, or it has the same contents, since its head has bits without
   a meaning.  4,096 variants: cut off, or with a changed bit, compressed or
   not. */
static void damage_gives_one_line(void **unused)
{
   samples *s = some_run();
   char *names[] = { file("damaged.samples"), file("damaged.samples.gz") };
   char *bytes[2];
   size_t lengths[2];
   int refused[2] = { 0, 0 };

   (void)unused;
   samples_add(s, samples_event_of(s, "cpu-clock", "ns", SKID_ONE),
               samples_image_of(s, "/bin/a", "11"), 7, 1, 2);
   for (int i = 0; i < 2; i++)
      bytes[i] = bytes_of(s, names[i], &lengths[i]);
   for (int i = 0; i < 4096; i++) {
      const int compressed = i % 2;
      const bool cut = i / 2 % 2;
      const size_t length = lengths[compressed];
      char *damaged = memory_new(1, length);
      samples *got;

      memcpy(damaged, bytes[compressed], length);
      if (!cut)
         damaged[any(length)] ^= 1 << any(8);
      put(names[compressed], damaged, cut ? any(length) : length);
      got = read_or_refuse(names[compressed]);
      refused[compressed] += got == NULL;
      /* Some versions of zlib do not miss a checksum at the end: then all that
         was written is there. */
      if (cut && !compressed)
         assert_null(got);
      else if (got && compressed)
         assert_same(got, s);
      samples_free(got);
      free(damaged);
   }
   assert_true(refused[0] > 1200 && refused[1] > 1900);
   for (int i = 0; i < 2; i++) {
      free(bytes[i]);
      free(names[i]);
   }
   samples_free(s);
}

static int make_folder(void **unused)
{
   (void)unused;
   return mkdtemp(folder) == NULL;
}

static int remove_folder(void **unused)
{
   static const char *const names[] = { "x.samples", "r.samples",
                                        "r.samples.gz", "damaged.samples",
                                        "damaged.samples.gz", "err" };

   (void)unused;
   for (size_t i = 0; i < COUNT(names); i++) {
      char *name = file(names[i]);

      unlink(name);
      free(name);
   }
   return rmdir(folder);
}

static void variants_belong_to_a_routine(void **unused)
{
   static const char *const pairs[][2] = {
      { "__strcmp_evex", "strcmp" }, { "__strcmp_sse2_unaligned", "strcmp" },
      { "strcmp", NULL }, { "__memmove_chk_avx_erms", "memmove_chk" },
      { "__memmove_avx_unaligned_erms", "memmove" },
      { "work(int*, int) [clone .avx2]", "work(int*, int)" },
      { "step.arch_haswell", "step" }, { "strcmpx", NULL }, { "str", NULL },
      { "main", NULL }, { "", NULL }, { "__", NULL },
   };
   variants v = { 0 };

   (void)unused;
   assert_null(variants_routine(&v, "__strcmp_evex"));
   variants_add(&v, "strcmp");
   variants_add(&v, "step");
   variants_add(&v, "__memmove_chk");
   variants_add(&v, "_Z4workPii");
   variants_add(&v, "memmove");
   variants_sort(&v);
   for (size_t i = 0; i < COUNT(pairs); i++) {
      const char *found = variants_routine(&v, pairs[i][0]);

      if (pairs[i][1])
         assert_string_equal(found, pairs[i][1]);
      else
         assert_null(found);
   }
   variants_free(&v);
}

static void generated_code_has_a_routine_and_a_file(void **unused)
{
   static const char *const names[][3] = {
      { "JS:*fib /a/hot.js:1:13", "fib", "/a/hot.js" },
      { "JS:~fib /a/hot.js:1:13", "fib", "/a/hot.js" },
      { "LazyCompile:^get size /my files/a.js:7:1", "get size",
        "/my files/a.js" },
      { "JS:* file:///a.mjs:7:2", "(anonymous) a.mjs:7:2", "file:///a.mjs" },
      { "JS:*now node:internal", "now", "node:internal" },
      { "py::f:/a/b.py", "f", "/a/b.py" },
      { "py::f", "py::f", "" }, { "py:::x", "py:::x", "" },
      { "Builtin:Call", "Builtin:Call", "" }, { "JS:*", "JS:*", "" },
      { "Lorg/A;::f", "Lorg/A;::f", "" }, { "", "", "" },
   };

   (void)unused;
   for (size_t i = 0; i < COUNT(names); i++) {
      generated_name name = generated_read(names[i][0]);

      assert_string_equal(name.routine, names[i][1]);
      assert_string_equal(name.file, names[i][2]);
      free(name.routine);
      free(name.file);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums_do_not_depend_on_the_order),
      cmocka_unit_test(a_file_gives_back_what_was_written),
      cmocka_unit_test(sums_of_more_than_64_bits_are_refused),
      cmocka_unit_test(generated_code_has_a_routine_and_a_file),
      cmocka_unit_test(variants_belong_to_a_routine),
      cmocka_unit_test(damage_gives_one_line),
   };

   return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

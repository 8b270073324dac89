/* The recorder without a kernel: address spaces, rings, records, periods,
   refusals, generated code.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "unit.h"

#include "base/memory.h"
#include "recorder/collector.h"
#include "recorder/machine.h"
#include "recorder/perf_map.h"
#include "recorder/perf_open.h"
#include "recorder/periods.h"
#include "recorder/processors.h"
#include "recorder/ring.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- records, as the kernel writes them --- */

/* Processes of which /proc knows nothing: the kernel gives no number from 2^22
   on.  The recorder would read the files of one that exists. */
enum { ONE = (1 << 22) + 7, OTHER, CHILD };

typedef struct {
   _Alignas(8) char bytes[1 << 12];
   size_t length;
} record_buffer;

static void put(record_buffer *b, const void *p, size_t size)
{
   memcpy(b->bytes + b->length, p, size);
   b->length += size;
}

static void put64(record_buffer *b, uint64_t n) { put(b, &n, 8); }
static void put32(record_buffer *b, uint32_t n) { put(b, &n, 4); }

static const struct perf_event_header *finish(record_buffer *b, uint32_t type,
                                              uint16_t misc)
{
   struct perf_event_header *header = (void *)b->bytes;

   header->type = type;
   header->misc = misc;
   header->size = b->length;
   return header;
}

static record_buffer begin(void)
{
   return (record_buffer){ .length = sizeof(struct perf_event_header) };
}

static void put_trailer(record_buffer *b, pid_t pid, uint64_t time)
{
   put32(b, pid);
   put32(b, pid);
   put64(b, time);
}

static uint64_t now;

static void feed_sample(collector *c, pid_t pid, uint64_t ip, uint16_t mode)
{
   record_buffer b = begin();

   put64(&b, ip);
   put_trailer(&b, pid, ++now);
   put64(&b, 1000);
   collector_feed(c, finish(&b, PERF_RECORD_SAMPLE, mode));
}

static void feed_mmap(collector *c, pid_t pid, uint64_t start, uint64_t length,
                      uint64_t offset, const char *path, uint8_t id)
{
   record_buffer b = begin();
   char padded[64] = "";

   put32(&b, pid);
   put32(&b, pid);
   put64(&b, start);
   put64(&b, length);
   put64(&b, offset);
   put32(&b, 20);                     /* the size of the build id */
   for (int i = 0; i < 20; i++)
      put(&b, &id, 1);
   put64(&b, 5);                      /* protection, flags */
   strcpy(padded, path);
   put(&b, padded, sizeof padded);
   put_trailer(&b, pid, ++now);
   collector_feed(c, finish(&b, PERF_RECORD_MMAP2, 1 << 14));
}

static void feed_thread(collector *c, uint32_t type, pid_t pid, pid_t parent,
                        pid_t tid)
{
   record_buffer b = begin();

   put32(&b, pid);
   put32(&b, parent);
   put32(&b, tid);
   put32(&b, parent);
   put64(&b, ++now);
   put_trailer(&b, pid, now);
   collector_feed(c, finish(&b, type, 0));
}

static void feed_task(collector *c, uint32_t type, pid_t pid, pid_t parent)
{
   feed_thread(c, type, pid, parent, pid);
}

static void feed_exec(collector *c, pid_t pid)
{
   record_buffer b = begin();

   put32(&b, pid);
   put32(&b, pid);
   put64(&b, 'x');
   put_trailer(&b, pid, ++now);
   collector_feed(c, finish(&b, PERF_RECORD_COMM, PERF_RECORD_MISC_COMM_EXEC));
}

static collector new_collector(void)
{
   collector c = { .s = samples_new(), .cost = 10, .cost_ns = 10 };

   c.event = samples_event_of(c.s, "cpu-clock", "ns", SKID_ONE);
   return c;
}

static void end_collector(collector *c)
{
   samples_free(c->s);
   collector_free(c);
}

/* Return the number of samples at an offset of an image. */
static uint64_t count_at(const samples *s, const char *path, uint64_t offset)
{
   uint64_t n = 0;

   for (size_t i = 0; i < s->cell_count; i++)
      if (strcmp(s->images[s->cells[i].image].path, path) == 0 &&
          s->cells[i].offset == offset)
         n += s->cells[i].count;
   return n;
}

#define USER PERF_RECORD_MISC_USER
#define KERNEL PERF_RECORD_MISC_KERNEL

static void libraries_come_and_go(void **state)
{
   collector c = new_collector();

   (void)state;
   feed_exec(&c, ONE);
   feed_mmap(&c, ONE, 0x1000, 0x1000, 0x400, "/bin/a", 1);
   feed_mmap(&c, ONE, 0x8000, 0x3000, 0, "/lib/b", 2);
   feed_sample(&c, ONE, 0x1010, USER);
   feed_sample(&c, ONE, 0x8010, USER);
   /* Another library takes the middle of b's place: dlclose gives no record. */
   feed_mmap(&c, ONE, 0x9000, 0x1000, 0x70, "/lib/d", 3);
   feed_sample(&c, ONE, 0x9001, USER);
   feed_sample(&c, ONE, 0x8fff, USER);
   feed_sample(&c, ONE, 0xa001, USER);
   feed_sample(&c, ONE, 0xb000, USER);   /* behind all */
   feed_sample(&c, OTHER, 0x1010, USER); /* another process */
   feed_sample(&c, ONE, 0xffff800000000000, KERNEL);
   assert_int_equal(count_at(c.s, "/bin/a", 0x410), 1);
   assert_int_equal(count_at(c.s, "/lib/b", 0x10), 1);
   assert_int_equal(count_at(c.s, "/lib/b", 0xfff), 1);
   assert_int_equal(count_at(c.s, "/lib/b", 0x2001), 1);
   assert_int_equal(count_at(c.s, "/lib/d", 0x71), 1);
   assert_int_equal(count_at(c.s, SAMPLES_UNKNOWN, 0), 2);
   assert_int_equal(count_at(c.s, SAMPLES_KERNEL, 0), 1);
   assert_int_equal(c.samples, 8);
   assert_int_equal(c.unknown, 2);
   /* The cost is taken off each weight, and kept apart. */
   assert_true(samples_weight(c.s, 0) == 8 * 990);
   assert_int_equal(c.s->events[0].overhead, 80);
   assert_string_equal(c.s->images[0].id,
                       "0101010101010101010101010101010101010101");
   end_collector(&c);
}

static void children_inherit_until_exec(void **state)
{
   collector c = new_collector();

   (void)state;
   feed_exec(&c, ONE);
   feed_mmap(&c, ONE, 0x1000, 0x1000, 0, "/bin/a", 1);
   feed_task(&c, PERF_RECORD_FORK, CHILD, ONE);
   feed_sample(&c, CHILD, 0x1001, USER);
   feed_exec(&c, CHILD);
   feed_sample(&c, CHILD, 0x1001, USER);   /* unknown */
   feed_mmap(&c, CHILD, 0x1000, 0x1000, 0, "/bin/z", 2);
   feed_sample(&c, CHILD, 0x1002, USER);
   feed_sample(&c, ONE, 0x1002, USER);
   /* One of two threads ends, then the other. */
   feed_task(&c, PERF_RECORD_FORK, CHILD, CHILD);
   feed_task(&c, PERF_RECORD_EXIT, CHILD, CHILD);
   feed_sample(&c, CHILD, 0x1003, USER);
   feed_task(&c, PERF_RECORD_EXIT, CHILD, CHILD);
   feed_sample(&c, CHILD, 0x1004, USER);   /* unknown */
   /* The number is used again.  A thread ends that was not counted, since it had
      ended when the threads were. */
   feed_task(&c, PERF_RECORD_FORK, CHILD, ONE);
   feed_thread(&c, PERF_RECORD_EXIT, CHILD, CHILD, CHILD + 1);
   feed_sample(&c, CHILD, 0x1005, USER);
   assert_int_equal(count_at(c.s, "/bin/a", 1), 1);
   assert_int_equal(count_at(c.s, "/bin/a", 2), 1);
   assert_int_equal(count_at(c.s, "/bin/z", 2), 1);
   assert_int_equal(count_at(c.s, "/bin/z", 3), 1);
   assert_int_equal(count_at(c.s, "/bin/a", 5), 1);
   assert_int_equal(c.unknown, 2);
   end_collector(&c);
}

static void short_records_are_skipped(void **state)
{
   collector c = new_collector();
   static const uint32_t types[] = {
      PERF_RECORD_SAMPLE, PERF_RECORD_MMAP2, PERF_RECORD_FORK,
      PERF_RECORD_EXIT, PERF_RECORD_COMM, PERF_RECORD_LOST, 77,
   };

   (void)state;
   for (size_t i = 0; i < COUNT(types); i++) {
      record_buffer b = begin();

      collector_time(finish(&b, types[i], 0));
      collector_feed(&c, finish(&b, types[i], 0));
   }
   assert_int_equal(c.malformed, 4);
   assert_int_equal(c.samples, 0);
   end_collector(&c);
}

static void dropped_samples_are_counted(void **state)
{
   collector c = new_collector();
   record_buffer b = begin();

   (void)state;
   put64(&b, 1);
   put64(&b, 41);
   put_trailer(&b, ONE, 1);
   collector_feed(&c, finish(&b, PERF_RECORD_LOST, 0));
   assert_int_equal(c.s->events[0].dropped, 41);
   end_collector(&c);
}

static void stops_are_counted(void **state)
{
   collector c = new_collector();
   record_buffer b = begin();

   (void)state;
   for (int i = 0; i < 3; i++)
      put64(&b, i);                   /* time, id, stream */
   put_trailer(&b, ONE, 1);
   collector_feed(&c, finish(&b, PERF_RECORD_THROTTLE, 0));
   collector_feed(&c, finish(&b, PERF_RECORD_UNTHROTTLE, 0));
   assert_int_equal(c.throttled, 1);
   assert_int_equal(c.samples + c.malformed, 0);
   end_collector(&c);
}

static void page_faults_stand_for_many(void **state)
{
   collector c = new_collector();
   record_buffer b;
   uint32_t event;

   (void)state;
   c.fault_period = 300;
   assert_false(samples_fault_event(c.s, &event));
   feed_mmap(&c, ONE, 0x1000, 0x1000, 0, "/a", 1);
   for (int i = 0; i < 5; i++) {
      b = begin();
      put64(&b, i < 3 ? 0x1010 : 0x9000);   /* the last two are nowhere */
      put_trailer(&b, ONE, ++now);
      put64(&b, 0x7fff0000);          /* the address that was accessed */
      collector_feed_fault(&c, finish(&b, PERF_RECORD_SAMPLE,
                                      PERF_RECORD_MISC_USER));
   }
   b = begin();
   put64(&b, 0);
   put64(&b, 17);
   put_trailer(&b, ONE, ++now);
   collector_feed_fault(&c, finish(&b, PERF_RECORD_LOST, 0));
   feed_sample(&c, ONE, 0x1020, PERF_RECORD_MISC_USER);
   assert_true(samples_fault_event(c.s, &event));
   assert_int_equal(c.s->events[event].dropped, 17);
   assert_int_equal(c.s->events[c.event].dropped, 0);
   assert_int_equal(samples_count(c.s, event), 3);
   assert_true(samples_weight(c.s, event) == 900);
   assert_int_equal(c.faults, 5);
   /* The time stays the main event, although it has fewer samples. */
   assert_int_equal(samples_main_event(c.s), c.event);
   assert_int_equal(c.samples, 1);
   end_collector(&c);
}

static void feed_in_kernel(collector *c, uint64_t abi, uint64_t cx, uint64_t ip)
{
   record_buffer b = begin();

   put64(&b, 0xffffffff81000000);
   put_trailer(&b, ONE, ++now);
   put64(&b, 1000);
   put64(&b, abi);
   if (abi) {
      put64(&b, cx);
      put64(&b, 0);                      /* bp */
      put64(&b, 0x7000);                 /* sp */
      put64(&b, ip);
   }
   put64(&b, abi ? 16 : 0);              /* room for the stack, */
   if (abi) {
      put64(&b, 1);
      put64(&b, 2);
      put64(&b, 8);                      /* of which so much is filled */
   }
   collector_feed(c, finish(&b, PERF_RECORD_SAMPLE,
                            PERF_RECORD_MISC_KERNEL));
}

/* A system call leaves the address behind it in a register; what else enters
   the kernel does not. */
static void entries_of_the_kernel_are_told_apart(void **state)
{
   collector c = new_collector();
   uint32_t calls, stops;

   (void)state;
   feed_mmap(&c, ONE, 0x1000, 0x1000, 0, "/a", 1);
   feed_sample(&c, ONE, 0x1020, PERF_RECORD_MISC_KERNEL);
   assert_false(samples_kernel_event(c.s, SAMPLES_CALLS, &calls));
   feed_in_kernel(&c, 2, 0x1012, 0x1012);
   feed_in_kernel(&c, 2, 0x1012, 0x1012);
   feed_in_kernel(&c, 2, 5, 0x1030);
   feed_in_kernel(&c, 0, 0, 0);           /* a thread of the kernel's */
   feed_in_kernel(&c, 1, 0x1012, 0x1012); /* a program of 32 bits */
   feed_in_kernel(&c, 2, 0x9012, 0x9012); /* nowhere */
   assert_true(samples_kernel_event(c.s, SAMPLES_CALLS, &calls));
   assert_true(samples_kernel_event(c.s, SAMPLES_STOPS, &stops));
   assert_int_equal(samples_count(c.s, calls), 2);
   assert_int_equal(samples_count(c.s, stops), 1);
   for (size_t i = 0; i < c.s->cell_count; i++)
      if (c.s->cells[i].event == calls)
         assert_int_equal(c.s->cells[i].offset, 0x10);
      else if (c.s->cells[i].event == stops)
         assert_int_equal(c.s->cells[i].offset, 0x30);
   /* They are no further samples. */
   assert_int_equal(c.samples, 7);
   assert_int_equal(samples_count(c.s, c.event), 7);
   assert_int_equal(samples_main_event(c.s), c.event);
   end_collector(&c);
}

/* A counter of cycles does not count in the interrupt: nothing is taken off. */
static void cycles_are_summed_as_they_are(void **state)
{
   collector c = { .s = samples_new(), .cost_ns = 10, .mean_period = 5000 };
   record_buffer b = begin();

   (void)state;
   c.event = samples_event_of(c.s, "cycles", "cycles", SKID_UNKNOWN);
   feed_mmap(&c, ONE, 0x1000, 0x1000, 0, "/a", 1);
   for (int i = 0; i < 4; i++)
      feed_sample(&c, ONE, 0x1010, PERF_RECORD_MISC_USER);
   feed_sample(&c, ONE, 0xffffffff81000000, PERF_RECORD_MISC_KERNEL);
   feed_sample(&c, ONE, 0x1010, PERF_RECORD_MISC_HYPERVISOR);
   /* Without a period in the sample, the mean stands for it. */
   put64(&b, 0x1010);
   put_trailer(&b, ONE, ++now);
   put64(&b, 0);
   collector_feed(&c, finish(&b, PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER));
   assert_int_equal(count_at(c.s, "/a", 0x10), 5);
   assert_int_equal(count_at(c.s, SAMPLES_KERNEL, 0), 1);
   assert_int_equal(count_at(c.s, SAMPLES_UNKNOWN, 0), 1);
   assert_true(samples_weight(c.s, 0) == 6 * 1000 + 5000);
   assert_int_equal(c.s->events[0].overhead, 70);
   end_collector(&c);
}

/* Return the number of samples in an image. */
static uint64_t count_in(const samples *s, const char *path)
{
   uint64_t n = 0;

   for (size_t i = 0; i < s->cell_count; i++)
      if (strcmp(s->images[s->cells[i].image].path, path) == 0)
         n += s->cells[i].count;
   return n;
}

/* A kernel's records; records/README.md says of what. */
static void recorded_records_are_understood(void **state)
{
   const char *top = getenv("top_srcdir");
   char *name = memory_format("%s/tests/unit/command/records/"
                              "dlopen_fork_exec", top ? top : ".");
   static _Alignas(8) char records[1 << 16];
   FILE *f = fopen(name, "r");
   collector c = new_collector();
   uint64_t time = 0, one, two, own;
   size_t length;

   (void)state;
   assert_non_null(f);
   length = fread(records, 1, sizeof records, f);
   fclose(f);
   free(name);
   for (size_t i = 0; i < length; ) {
      const struct perf_event_header *record = (void *)(records + i);

      assert_true(record->size >= sizeof *record && i + record->size <= length);
      assert_true(collector_time(record) >= time);
      time = collector_time(record);
      collector_feed(&c, record);
      i += record->size;
   }
   assert_int_equal(c.malformed, 0);
   assert_int_equal(c.unknown, 0);
   assert_true(c.samples > 50);
   one = count_in(c.s, "/tmp/stream/one.so");
   two = count_in(c.s, "/tmp/stream/two.so");
   own = count_in(c.s, "/tmp/stream/prog");
   assert_true(one >= 5 && two >= 5);
   assert_true(own > 3 * one && own < 8 * one && own > 3 * two &&
               own < 8 * two);
   end_collector(&c);
}

/* --- address spaces against a plain array --- */

enum { ADDRESSES = 200 };

static void mappings_equal_an_array(void **state)
{
   address_spaces a = { 0 };
   periods_random random = { 5 };
   uint64_t offsets[ADDRESSES];
   int images[ADDRESSES];

   (void)state;
   for (int i = 0; i < ADDRESSES; i++)
      images[i] = -1;
   for (int round = 0; round < 3000; round++) {
      const uint64_t start = periods_next(&random) % (ADDRESSES - 1);
      const uint64_t end = start + 1 +
                           periods_next(&random) % (ADDRESSES - start);

      address_spaces_map(&a, 1, (address_mapping){
         start, end > ADDRESSES ? ADDRESSES : end, 1000 * round, round });
      for (uint64_t i = start; i < end && i < ADDRESSES; i++) {
         images[i] = round;
         offsets[i] = 1000 * round + i - start;
      }
      for (uint64_t i = 0; i < ADDRESSES; i++) {
         const address_mapping *m = address_spaces_find(&a, 1, i);

         assert_int_equal(m != NULL, images[i] >= 0);
         if (m) {
            assert_int_equal(m->image, images[i]);
            assert_int_equal(i - m->start + m->offset, offsets[i]);
         }
      }
   }
   address_spaces_free(&a);
}

/* --- rings --- */

enum { RING = 4096 };

static uint64_t taken[1000];
static size_t taken_count;

static void note(void *context, const ring *from,
                 const struct perf_event_header *record)
{
   (void)from;
   (void)context;
   taken[taken_count++] = collector_time(record);
}

/* Write a sample as the kernel does, over the end of the data if need be. */
static void write_sample(ring *r, uint64_t time)
{
   record_buffer b = begin();

   put64(&b, 1);
   put_trailer(&b, 1, time);
   put64(&b, 1000);
   finish(&b, PERF_RECORD_SAMPLE, USER);
   for (size_t i = 0; i < b.length; i++)
      r->data[(r->page->data_head + i) % RING] = b.bytes[i];
   r->page->data_head += b.length;
}

static void rings_are_read_in_the_order_of_time(void **state)
{
   static struct perf_event_mmap_page pages[3];
   static _Alignas(8) char data[3][RING];
   ring rings[3];
   uint64_t time = 1, expected = 1;

   (void)state;
   for (int i = 0; i < 3; i++) {
      rings[i] = (ring){ &pages[i], data[i], RING, NULL, false, -1, 0 };
      pages[i].data_head = pages[i].data_tail = RING - 20 - 8 * i;
   }
   for (int round = 0; round < 200; round++) {
      for (int i = 0; i < 30; i++, time++)
         write_sample(&rings[(time * 5 + time / 7) % 3], time);
      /* The last ten stay. */
      taken_count = 0;
      rings_drain(rings, 3, time - 11, note, NULL);
      for (size_t i = 0; i < taken_count; i++)
         assert_int_equal(taken[i], expected++);
      assert_int_equal(expected, time - 10);
   }
   rings_drain(rings, 3, UINT64_MAX, note, NULL);
   for (int i = 0; i < 3; i++) {
      assert_int_equal(pages[i].data_head, pages[i].data_tail);
      ring_free(&rings[i]);
   }
}

/* --- periods --- */

/* A program whose work repeats every millisecond, 10 % of it in A: periods of a
   millisecond see the same place each time, random ones do not. */
static double part_in_a(bool redrawn, uint64_t seed)
{
   periods_random random = { seed };
   const uint64_t mean = 1000000;
   uint64_t time = 350000, period = mean;
   int in_a = 0, count = 20000;

   for (int i = 0; i < count; i++) {
      in_a += time % mean < mean / 10;
      if (redrawn && i % 10 == 0)     /* every ten milliseconds */
         period = periods_redrawn(&random, mean);
      time += period;
   }
   return (double)in_a / count;
}

static void random_periods_are_not_in_step(void **state)
{
   (void)state;
   assert_true(part_in_a(false, 1) == 0);
   for (uint64_t seed = 1; seed < 20; seed++)
      assert_true(fabs(part_in_a(true, seed) - 0.1) < 0.015);
}

/* Over equal times the number of samples is that of the mean period. */
static void redrawn_periods_keep_the_rate(void **state)
{
   periods_random random = { 3 };
   double rate = 0;

   (void)state;
   for (int i = 0; i < 100000; i++)
      rate += 1e6 / periods_redrawn(&random, 1000000);
   assert_true(fabs(rate / 100000 - 1) < 0.003);
   for (int i = 0; i < 1000; i++) {
      const uint64_t period = periods_lasting(&random, 1000000);

      assert_true(period >= 970000 && period <= 1030000 &&
                  period % 1000 != 0);
   }
}

static void budgets_give_rates(void **state)
{
   (void)state;
   assert_true(fabs(periods_rate(0.01, 40000, 997) - 250) < 1e-6);
   assert_true(periods_rate(0.01, 1000, 997) == 997);
   assert_true(periods_rate(0.01, 0, 997) == 997);
}

/* Return what a recording takes at a pace; busy: part of the time that is no idle
   time; faults: page faults a second. */
static periods_taken it_takes(periods_pace pace, double busy, double faults,
                              double recorder)
{
   const double cost = 40e-6;

   return (periods_taken){ pace.rate * cost * busy,
                           faults / pace.faults * cost, recorder };
}

static double sum(periods_taken t) { return t.samples + t.faults; }

static void recordings_keep_their_budget(void **state)
{
   const periods_pace first = { 100, 200 };
   const double budget = 0.005;
   periods_pace pace = first;

   (void)state;
   /* As was expected: nothing changes. */
   pace = periods_keep(pace, first, budget, it_takes(pace, 1, 2000, 0.0005));
   assert_true(pace.rate == 100 && pace.faults == 200);
   /* Many page faults do not end the samples of the time. */
   for (int i = 0; i < 50; i++)
      pace = periods_keep(pace, first, budget,
                          it_takes(pace, 1, 1e6, 0.0005));
   assert_true(fabs(sum(it_takes(pace, 1, 1e6, 0)) - 0.0045) < 1e-9);
   assert_true(pace.rate * 40e-6 > 0.0033);
   /* A quarter is left, however much the recorder takes itself. */
   for (int i = 0; i < 50; i++)
      pace = periods_keep(pace, first, budget, it_takes(pace, 1, 1e6, 0.02));
   assert_true(fabs(sum(it_takes(pace, 1, 1e6, 0)) - budget / 4) < 1e-9);
   /* When the machine is idle again, the pace is as at first. */
   for (int i = 0; i < 10; i++)
      pace = periods_keep(pace, first, budget,
                          it_takes(pace, 0.1, 0, 0.0005));
   assert_true(pace.rate == 100 && pace.faults == 200);
}

static void processors_are_listed(void **state)
{
   static const char *const wrong[] = {
      "", "\n", "x", "-1", "1-", "3-1", "0,0", "0;1", "0-3-5", "0,",
      "0-99999999999", " 1",
   };
   processors p;

   (void)state;
   assert_true(processors_parse("0-2,5,8-9\n", &p));
   assert_int_equal(p.count, 6);
   assert_int_equal(p.cpus[2], 2);
   assert_int_equal(p.cpus[3], 5);
   assert_int_equal(p.cpus[5], 9);
   assert_true(processors_has(&p, 8));
   assert_false(processors_has(&p, 4));
   free(p.cpus);
   assert_true(processors_parse("7", &p));
   assert_int_equal(p.count, 1);
   free(p.cpus);
   for (size_t i = 0; i < COUNT(wrong); i++)
      assert_false(processors_parse(wrong[i], &p));
   p = processors_read(true);
   assert_true(p.count >= 1);
   free(p.cpus);
}

/* --- refusals --- */

static void assert_says(char *sentence, const char *part)
{
   assert_non_null(strstr(sentence, part));
   assert_null(strchr(sentence, '\n'));
   free(sentence);
}

static void refusals_say_what_to_do(void **state)
{
   (void)state;
   assert_says(perf_refusal(EACCES, PERF_PROGRAM, 0, 4),
               "sudo sysctl kernel.perf_event_paranoid=2");
   assert_says(perf_refusal(EACCES, PERF_PROGRAM, 0, 3),
               "perf_event_paranoid is 3");
   assert_says(perf_refusal(EACCES, PERF_MACHINE, 0, 2),
               "sysctl kernel.perf_event_paranoid=0");
   assert_says(perf_refusal(EACCES, PERF_MACHINE, 0, 4),
               "sysctl kernel.perf_event_paranoid=0");
   assert_says(perf_refusal(EACCES, PERF_PROCESS, 5, 2),
               "process 5 belongs to another user");
   assert_says(perf_refusal(EPERM, PERF_PROGRAM, 0, 2), "--cap-add=PERFMON");
   assert_says(perf_refusal(ENOENT, PERF_PROGRAM, 0, 2), "another machine");
   assert_says(perf_refusal(ENOSYS, PERF_PROGRAM, 0, -1),
               "CONFIG_PERF_EVENTS");
   assert_says(perf_refusal(EINVAL, PERF_PROGRAM, 0, 2), "too old");
   assert_says(perf_refusal(ESRCH, PERF_PROCESS, 5, 2), "no process 5");
   assert_says(perf_refusal(EMFILE, PERF_PROCESS, 5, 2), "ulimit -n");
   assert_says(perf_ring_refusal(EPERM), "ulimit -l");
}

/* --- generated code --- */

/* Write the perf map of a process, with the time of its last change, s since 1970.
   Return its name, which the caller frees. */
static char *write_map(const char *folder, int pid, time_t changed,
                       const char *text)
{
   char *name = memory_format("%s/perf-%d.map", folder, pid);
   const struct timespec times[2] = { { changed, 0 }, { changed, 0 } };
   FILE *f = fopen(name, "w");

   assert_non_null(f);
   fputs(text, f);
   fclose(f);
   assert_int_equal(utimensat(AT_FDCWD, name, times, 0), 0);
   return name;
}

static void generated_code_gets_names(void **state)
{
   char folder[] = "/tmp/aprof-test-XXXXXX", *name;
   collector c = new_collector();

   (void)state;
   assert_non_null(mkdtemp(folder));
   name = write_map(folder, ONE, 1000, "5000 100 first\nnonsense\n"
                    "5200 80 a b\n5000 100 second\n");
   c.begin = 1000;
   feed_exec(&c, ONE);
   feed_mmap(&c, ONE, 0x5000, 0x1000, 0, "//anon", 0);
   feed_mmap(&c, OTHER, 0x5000, 0x1000, 0, "//anon", 0);
   feed_sample(&c, ONE, 0x5001, USER);
   feed_sample(&c, ONE, 0x50ff, USER);
   feed_sample(&c, ONE, 0x5210, USER);
   feed_sample(&c, ONE, 0x5280, USER);   /* behind `a b` */
   feed_sample(&c, OTHER, 0x5001, USER);   /* has no map */
   collector_finish(&c, folder, "stamp");
   assert_int_equal(count_at(c.s, name, 0x5000), 2);
   assert_int_equal(count_at(c.s, name, 0x5200), 1);
   assert_int_equal(count_at(c.s, SAMPLES_ANONYMOUS, 0), 2);
   assert_int_equal(c.s->symbol_count, 2);
   assert_string_equal(c.s->symbols[0].name, "second");
   assert_string_equal(c.s->symbols[1].name, "a b");
   end_collector(&c);
   unlink(name);
   rmdir(folder);
   free(name);
}

/* A map that is older than its process is of an earlier process with the same
   number; how old a process is that was there before is not known. */
static void old_map_is_not_read(void **state)
{
   char folder[] = "/tmp/aprof-test-XXXXXX", *before, *during;
   collector c = new_collector();

   (void)state;
   assert_non_null(mkdtemp(folder));
   before = write_map(folder, ONE, 999, "5000 100 one\n");
   during = write_map(folder, OTHER, 999, "5000 100 other\n");
   c.begin = 1000;
   collector_map(&c, ONE, 0x5000, 0x6000, 0, "//anon", "");
   feed_mmap(&c, OTHER, 0x5000, 0x1000, 0, "//anon", 0);
   feed_sample(&c, ONE, 0x5001, USER);
   feed_sample(&c, OTHER, 0x5001, USER);
   collector_finish(&c, folder, "stamp");
   assert_int_equal(c.s->symbol_count, 1);
   assert_int_equal(count_at(c.s, before, 0x5000), 1);
   assert_int_equal(count_at(c.s, SAMPLES_ANONYMOUS, 0), 1);
   end_collector(&c);
   unlink(before);
   unlink(during);
   rmdir(folder);
   free(before);
   free(during);
}

/* --- the vDSO --- */

static void the_vdso_has_routines(void **state)
{
   vdso v;
   const perf_map_routine *r = NULL;

   (void)state;
   vdso_read(&v);
   for (size_t i = 0; i < v.map.count; i++)
      if (strcmp(v.map.routines[i].name, "__vdso_clock_gettime") == 0)
         r = &v.map.routines[i];
   if (v.length > 0) {
      assert_non_null(r);
      assert_true(strlen(v.id) > 0);
      /* Of its two names the kernel's own. */
      assert_ptr_equal(vdso_find(&v, v.length, r->start + 1), r);
      assert_null(vdso_find(&v, v.length + 4096, r->start + 1));
   }
   vdso_free(&v);
}

static void samples_in_the_vdso_get_names(void **state)
{
   vdso v = { .length = 0x2000, .id = "0123" };
   collector c = new_collector();

   (void)state;
   perf_map_add(&v.map, 0x800, 0x100, "__vdso_time");
   perf_map_sort(&v.map);
   c.vdso = &v;
   feed_exec(&c, ONE);
   feed_mmap(&c, ONE, 0x5000, 0x2000, 0, "[vdso]", 0);
   feed_sample(&c, ONE, 0x5800, USER);
   feed_sample(&c, ONE, 0x58ff, USER);
   feed_sample(&c, ONE, 0x5900, USER);   /* behind it */
   feed_exec(&c, OTHER);               /* of 32 bits: another vDSO */
   feed_mmap(&c, OTHER, 0x9000, 0x1000, 0, "[vdso]", 0);
   feed_sample(&c, OTHER, 0x9800, USER);
   collector_finish(&c, "/tmp", "stamp");
   assert_int_equal(count_at(c.s, SAMPLES_VDSO, 0x800), 2);
   assert_int_equal(count_at(c.s, SAMPLES_VDSO, 0), 2);
   assert_int_equal(c.s->symbol_count, 1);
   assert_string_equal(c.s->symbols[0].name, "__vdso_time");
   assert_string_equal(c.s->images[c.s->symbols[0].image].id, "0123");
   end_collector(&c);
   vdso_free(&v);
}

/* --- skid --- */

typedef struct {
   const machine_skid *counts;
   size_t asked;
} skid_counts;

static machine_skid next_count(void *context)
{
   skid_counts *c = context;

   return c->counts[c->asked++];
}

static void a_disturbed_skid_is_measured_again(void **state)
{
   static const machine_skid late[] = {
      { 10, 0, 10 }, { 200, 90, 110 }, { 100, 2, 98 }, { 100, 99, 0 },
   };
   static const machine_skid never[] = {
      { 100, 50, 50 }, { 0, 0, 0 }, { 100, 30, 70 }, { 49, 0, 49 },
   };
   static const machine_skid at[] = { { 60, 60, 0 } };
   machine_facts f = { 0 };
   skid_counts c = { late, 0 };

   (void)state;
   machine_find_skid(&f, next_count, &c);
   assert_int_equal(f.skid, SKID_ONE);
   assert_int_equal(c.asked, 3);
   assert_int_equal(f.behind, 98);
   assert_int_equal(f.skid_samples, 100);
   c = (skid_counts){ never, 0 };
   machine_find_skid(&f, next_count, &c);
   assert_int_equal(f.skid, SKID_UNKNOWN);
   assert_int_equal(c.asked, 4);
   c = (skid_counts){ at, 0 };
   machine_find_skid(&f, next_count, &c);
   assert_int_equal(f.skid, SKID_NONE);
   assert_int_equal(c.asked, 1);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(libraries_come_and_go),
      cmocka_unit_test(children_inherit_until_exec),
      cmocka_unit_test(short_records_are_skipped),
      cmocka_unit_test(entries_of_the_kernel_are_told_apart),
      cmocka_unit_test(dropped_samples_are_counted),
      cmocka_unit_test(stops_are_counted),
      cmocka_unit_test(page_faults_stand_for_many),
      cmocka_unit_test(cycles_are_summed_as_they_are),
      cmocka_unit_test(recorded_records_are_understood),
      cmocka_unit_test(mappings_equal_an_array),
      cmocka_unit_test(rings_are_read_in_the_order_of_time),
      cmocka_unit_test(random_periods_are_not_in_step),
      cmocka_unit_test(redrawn_periods_keep_the_rate),
      cmocka_unit_test(budgets_give_rates),
      cmocka_unit_test(recordings_keep_their_budget),
      cmocka_unit_test(processors_are_listed),
      cmocka_unit_test(a_disturbed_skid_is_measured_again),
      cmocka_unit_test(refusals_say_what_to_do),
      cmocka_unit_test(generated_code_gets_names),
      cmocka_unit_test(old_map_is_not_read),
      cmocka_unit_test(the_vdso_has_routines),
      cmocka_unit_test(samples_in_the_vdso_get_names),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* A program whose work repeats with each millisecond of its own time: the first
   tenth is in tenth(), the rest in rest().

      lockstep MILLISECONDS          do it
      lockstep MILLISECONDS fixed    and sample it with a fixed period of a
                                     millisecond; print how many percent of the
                                     samples lie in tenth()

   Exit status 77: the kernel does not let it sample itself.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { MS = 1000000, PAGES = 64, PAGE = 4096 };

/* Both take some microseconds.  Each lies in a section of its own, whose bounds
   the linker knows. */
__attribute__((noinline, section("tenths"))) void tenth(void)
{
   for (volatile int i = 0; i < 2000; i++)
      ;
}

__attribute__((noinline)) void rest(void)
{
   for (volatile int i = 0; i < 2000; i++)
      ;
}

extern char __start_tenths[], __stop_tenths[];

static long now(void)
{
   struct timespec t;

   clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
   return t.tv_sec * 1000L * MS + t.tv_nsec;
}

static void work(long milliseconds)
{
   const long begin = now();

   for (long i = 0; i < milliseconds; i++) {
      while (now() - begin < i * MS + MS / 10)
         tenth();
      while (now() - begin < (i + 1) * MS)
         rest();
   }
}

/* The samples of a ring that is larger than all of them. */
static void print_share(const char *ring)
{
   const struct perf_event_mmap_page *page = (const void *)ring;
   const char *data = ring + PAGE;
   uint64_t at = 0, head = page->data_head;
   long all = 0, in = 0;

   while (at < head) {
      struct perf_event_header h;
      uint64_t ip;

      memcpy(&h, data + at, sizeof h);
      memcpy(&ip, data + at + sizeof h, sizeof ip);
      at += h.size;
      if (h.type != PERF_RECORD_SAMPLE)
         continue;
      all++;
      in += ip >= (uintptr_t)__start_tenths && ip < (uintptr_t)__stop_tenths;
   }
   printf("%.1f\n", all > 0 ? 100.0 * (double)in / (double)all : -1.0);
}

static int sample(long milliseconds)
{
   struct perf_event_attr attr = {
      .type = PERF_TYPE_SOFTWARE, .size = sizeof attr,
      .config = PERF_COUNT_SW_CPU_CLOCK, .sample_period = MS,
      .sample_type = PERF_SAMPLE_IP, .disabled = 1, .exclude_kernel = 1,
   };
   int fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
   char *ring;

   if (fd < 0)
      return 77;
   ring = mmap(NULL, (1 + PAGES) * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
               0);
   if (ring == MAP_FAILED)
      return 77;
   ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
   work(milliseconds);
   ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
   print_share(ring);
   return 0;
}

int main(int argc, char **argv)
{
   const long milliseconds = argc > 1 ? atol(argv[1]) : 1000;

   if (argc > 2)
      return sample(milliseconds);
   work(milliseconds);
   return 0;
}

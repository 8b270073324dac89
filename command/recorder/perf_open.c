/* perf_event_open: which event this machine has, and what its refusals mean.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "recorder/perf_open.h"
#include "base/memory.h"
#include "recorder/collector.h"

#include <asm/unistd.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

/* Bytes between two wake-ups of the reader, which also wakes up by time. */
#define WAKE_UP (64 << 10)

static int open_counter(struct perf_event_attr *attr, pid_t pid, int cpu)
{
   return syscall(__NR_perf_event_open, attr, pid, cpu, -1,
                  PERF_FLAG_FD_CLOEXEC);
}

static struct perf_event_attr attributes(const perf_abilities *can,
                                         const perf_request *request)
{
   struct perf_event_attr attr = {
      .type = can->cycles ? PERF_TYPE_HARDWARE : PERF_TYPE_SOFTWARE,
      .size = sizeof attr,
      .config = can->cycles ? PERF_COUNT_HW_CPU_CYCLES
                            : PERF_COUNT_SW_CPU_CLOCK,
      .sample_period = request->period,
      .sample_type = COLLECTOR_SAMPLE,
      .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED,
      .disabled = 1,
      .inherit = request->inherit,
      .enable_on_exec = request->at_exec,
      .exclude_kernel = !can->kernel,
      .exclude_hv = 1,
      .exclude_idle = 1,
      .exclude_guest = 1,
      .sample_id_all = 1,
      .use_clockid = 1,
      .clockid = CLOCK_MONOTONIC,
      .watermark = 1,
      .wakeup_watermark = WAKE_UP,
      .mmap = request->records,
      .mmap2 = request->records,
      .comm = request->records,
      .comm_exec = request->records,
      .task = request->records,
#ifdef PERF_RECORD_MISC_MMAP_BUILD_ID
      .build_id = request->records && can->build_ids,
#endif
   };

   if (can->registers) {
      attr.sample_type |= COLLECTOR_REGISTERS;
      attr.sample_regs_user = COLLECTOR_REGISTERS_MASK;
      attr.sample_stack_user = COLLECTOR_STACK;
   }
   if (request->faults) {
      attr.type = PERF_TYPE_SOFTWARE;
      attr.config = PERF_COUNT_SW_PAGE_FAULTS;
      attr.sample_type = COLLECTOR_FAULT;
      attr.sample_regs_user = 0;
      attr.sample_stack_user = 0;
      attr.exclude_kernel = 1;
   }
   return attr;
}

int perf_open(const perf_abilities *can, const perf_request *request,
              pid_t pid, int cpu)
{
   struct perf_event_attr attr = attributes(can, request);
   int fd = open_counter(&attr, pid, cpu);

   /* An old kernel writes the size of the structure that it knows; what lies
      beyond is 0. */
   if (fd < 0 && errno == E2BIG)
      fd = open_counter(&attr, pid, cpu);
   return fd;
}

/* Read an event: what it has counted, and the ns that it was able to count. */
static bool read_event(int fd, uint64_t *count, uint64_t *enabled)
{
   uint64_t values[2];

   if (read(fd, values, sizeof values) != sizeof values)
      return false;
   *count = values[0];
   *enabled = values[1];
   return true;
}

bool perf_enabled(int fd, uint64_t *enabled)
{
   uint64_t count;

   return read_event(fd, &count, enabled);
}

static int try(const perf_abilities *can, pid_t pid, int cpu)
{
   const perf_request request = { .period = 1000003, .records = true };
   int fd = perf_open(can, &request, pid, cpu);

   if (fd < 0)
      return errno;
   close(fd);
   return 0;
}

/* Return the cycles of a second of this thread's work, 0 if the counter does
   not count. */
static uint64_t count_cycles(const perf_abilities *can)
{
   const perf_request request = { .period = 1ull << 40 };
   int fd = perf_open(can, &request, 0, -1);
   struct timespec start, now;
   uint64_t cycles = 0, enabled, ns;

   if (fd < 0)
      return 0;
   ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
   clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
   do {
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
      ns = (now.tv_sec - start.tv_sec) * 1000000000ll + now.tv_nsec -
           start.tv_nsec;
   } while (ns < 20000000);
   if (!read_event(fd, &cycles, &enabled))
      cycles = 0;
   close(fd);
   return cycles * 1e9 / ns;
}

int perf_probe(perf_abilities *can, pid_t pid, int cpu)
{
   int error;

   *can = (perf_abilities){ .kernel = true, .build_ids = true,
                            .registers = COLLECTOR_REGISTERS_MASK != 0 };
   error = try(can, pid, cpu);
   if (error == EACCES || error == EPERM) {
      can->kernel = can->registers = false;
      error = try(can, pid, cpu);
   }
   if (error == EINVAL) {
      can->build_ids = false;
      error = try(can, pid, cpu);
   }
   if (error && can->registers) {
      can->registers = false;
      error = try(can, pid, cpu);
   }
   if (error)
      return error;
   can->cycles = true;
   if (try(can, pid, cpu) == 0) {
      /* The work in the kernel between the two clocks counts as well. */
      can->cycles_per_second = count_cycles(can);
      if (can->cycles_per_second > 0)
         return 0;
   }
   can->cycles = false;
   return 0;
}

int perf_paranoid(void)
{
   FILE *f = fopen("/proc/sys/kernel/perf_event_paranoid", "re");
   int level = -1;

   if (f == NULL)
      return -1;
   if (fscanf(f, "%d", &level) != 1)
      level = -1;
   fclose(f);
   return level;
}

static char *denied(perf_target target, pid_t pid, int paranoid)
{
   if (target == PERF_MACHINE && paranoid > 0)
      return memory_format(
         "to sample all processes, run aprof as root, or use `sudo sysctl "
         "kernel.perf_event_paranoid=0`; it is %d", paranoid);
   if (paranoid > 2)
      return memory_format(
         "the kernel's setting perf_event_paranoid is %d, which allows "
         "sampling to root alone; `sudo sysctl kernel.perf_event_paranoid=2` "
         "allows each user to sample the user's own programs", paranoid);
   if (target == PERF_PROCESS)
      return memory_format(
         "process %ld belongs to another user, or may not be traced; run aprof "
         "as root", (long)pid);
   return memory_string(
      "the system call perf_event_open is forbidden here, as in most "
      "containers; start the container with --cap-add=PERFMON, or with a "
      "seccomp profile that allows perf_event_open");
}

char *perf_refusal(int error, perf_target target, pid_t pid, int paranoid)
{
   switch (error) {
   case EACCES:
   case EPERM:
      return denied(target, pid, paranoid);
   case ENOENT:
   case ENODEV:
   case EOPNOTSUPP:
      return memory_string("this machine has neither a counter of cycles nor "
                           "the timer cpu-clock for sampling; use another "
                           "machine");
   case ENOSYS:
      return memory_string("this kernel has no system call perf_event_open; "
                           "use a kernel with CONFIG_PERF_EVENTS, or leave the "
                           "sandbox that hides it");
   case EINVAL:
   case E2BIG:
      return memory_string("this kernel is too old for the events that aprof "
                           "needs; use Linux 4.1 or a later one");
   case ESRCH:
      return memory_format("there is no process %ld", (long)pid);
   case EMFILE:
   case ENFILE:
      return memory_string("too many files are open for an event on each "
                           "thread and processor; raise `ulimit -n`");
   default:
      return memory_format("the kernel refuses to sample: %s",
                           strerror(error));
   }
}

char *perf_ring_refusal(int error)
{
   if (error == EPERM)
      return memory_string("the kernel allows no locked memory for samples; "
                           "raise `ulimit -l`, or kernel.perf_event_mlock_kb "
                           "by sysctl");
   return memory_format("no memory for samples: %s", strerror(error));
}

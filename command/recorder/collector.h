/* The collector: records of the kernel, in the order of time, become samples.

   It needs no kernel: tests feed records from files.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RECORDER_COLLECTOR_H
#define APROF_RECORDER_COLLECTOR_H

#include "recorder/address_space.h"
#include "recorder/entries.h"
#include "recorder/roots.h"
#include "recorder/vdso.h"
#include "samples/samples.h"

#include <linux/perf_event.h>

/* What each sample contains, in this order; the other records end with the
   same fields but for the first and the last (sample_id_all). */
#define COLLECTOR_SAMPLE \
   (PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_PERIOD)

/* With COLLECTOR_REGISTERS samples have these registers of the program's own
   code behind that, where the processor is one whose system calls they tell:
   where the kernel was entered, the register in which a system call leaves the
   same address, and what is needed to find the callers of that code; and the first
   COLLECTOR_STACK bytes of the program's stack.  In glibc 2.41 these callers' return
   addresses are in the first 80 bytes. */
#define COLLECTOR_REGISTERS (PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER)
#define COLLECTOR_STACK 192
#ifdef __x86_64__
#  include <asm/perf_regs.h>
#  define COLLECTOR_REGISTERS_MASK \
   (1ull << PERF_REG_X86_IP | 1ull << PERF_REG_X86_CX | \
    1ull << PERF_REG_X86_SP | 1ull << PERF_REG_X86_BP)
#else
#  define COLLECTOR_REGISTERS_MASK 0
#endif

/* Likewise for page faults: with PERF_SAMPLE_PERIOD the kernel would sample
   each of them.  The address stands in the place of the period. */
#define COLLECTOR_FAULT \
   (PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR)

/* Images by number: images of generated code belong to one process each
   until collector_finish. */
typedef struct {
   pid_t pid;
   pid_t own_number;                  /* which it has for itself */
   int folder;                        /* for its perf map, if its root is another
                                         one; else -1 */
   uint32_t image;
   time_t since;                      /* the process is not older; 0: not known */
} collector_generated;

typedef struct {
   samples *s;
   uint32_t event;
   uint64_t cost;                     /* of a sample, in the event's unit: taken
                                         off each weight */
   uint64_t cost_ns;                  /* the same in ns, added to overhead */
   uint64_t mean_period;              /* of samples that name no period */
   uint64_t fault_period;             /* mean, of samples of page faults */
   const vdso *vdso;                  /* NULL: its routines are not known */
   time_t begin;                      /* of the records, s since 1970 */
   address_spaces spaces;
   roots files;                       /* that have no path here */
   entries entries;
   collector_generated *generated;
   size_t generated_count, generated_room;
   uint64_t samples;                  /* taken */
   uint64_t faults;                   /* samples of page faults */
   uint64_t unknown;                  /* of `samples`, without a mapping */
   uint64_t throttled;                /* times that the kernel stopped
                                         sampling for a while */
   uint64_t malformed;                /* records that are too short */
} collector;

/* Return the time of a record. */
uint64_t collector_time(const struct perf_event_header *record);

/* Where and when a sample was taken. */
typedef struct {
   pid_t tid;
   uint64_t time;
} collector_origin;

/* Set *origin to that of a sample.  Return false for other records. */
bool collector_origin_of(const struct perf_event_header *record,
                         collector_origin *origin);

/* Take a record. */
void collector_feed(collector *c, const struct perf_event_header *record);

/* Take a sample that stands for another period than it names. */
void collector_feed_sample(collector *c,
                           const struct perf_event_header *record,
                           uint64_t period);

/* Take a record of an event that samples page faults. */
void collector_feed_fault(collector *c,
                          const struct perf_event_header *record);

/* Take the mapping of a process that is older than the recording.  id: as in
   samples_image. */
void collector_map(collector *c, pid_t pid, uint64_t start, uint64_t end,
                   uint64_t offset, const char *path, const char *id);

/* Give names to samples in generated code, from the files /tmp/perf-PID.map
   that its makers write, or from `folder` in place of /tmp; of a process in a
   container, from its own /tmp.  Samples in other
   code without a file are added up in one cell.  stamp: makes images of equal
   process numbers in different recordings different. */
void collector_finish(collector *c, const char *folder, const char *stamp);

/* Free all but the samples. */
void collector_free(collector *c);

#endif

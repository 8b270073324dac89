/* A program's memory accesses, as another tool sees them.

   Reads what `valgrind --tool=lackey --trace-mem=yes PROGRAM` prints on
   stderr, passes it to the definition engine as one thread, and prints the
   root's sizes: the rms that aprof should find for the root activation of the
   same run, if it sees the same accesses.

     lackey_feed [--cell-size=N] [--keep-returns] [--calls]
                 [--skip=START-END]... <TRACE

   With --calls it finds the program's calls in the trace, too, and prints for
   each address that was called, and for the root, how many activations had
   which rms: lines `activations ADDRESS RMS NUMBER`.

   Lackey's lines, and what they become:
     I  ADDRESS,SIZE   an instruction; what follows belongs to it
      L ADDRESS,SIZE   a read
      S ADDRESS,SIZE   a write
      M ADDRESS,SIZE   a read, then a write of the same place
   Other lines (Valgrind's own, the program's) are skipped.

   Where the trace differs from what aprof sees, and what is done about it:
   - A return's load of its address is no data access for us.  In the trace it
     is an instruction of one byte with one load of eight and nothing else,
     after which execution goes on elsewhere (pop has the same shape, but does
     not jump).  It is left out, unless --keep-returns is given.  `ret N` and
     `rep ret`, of three and two bytes, look like indirect jumps and stay in.
   - A call is an instruction whose last access stores eight bytes, after which
     execution goes on elsewhere: the place of the store is the stack pointer,
     by which activations end.  Jumps are no calls here: programs for --calls
     must not call by jumps (-fno-optimize-sibling-calls).
   - What is executed in PLT stubs is none, either.  Their address range, in
     static programs that of the section .plt (readelf -SW), can be left out
     with --skip: START and END in hexadecimal, END the first address behind.
   - Lackey follows no system calls.  So external is always 0; what the kernel
     reads for the program first (a constant string given to write) is missing
     in rms (of readlink's path and set_robust_list's head, 15 and 8 bytes, in
     every static program); memory unmapped and mapped again keeps its
     history here.
   - The kernel puts the environment on the stack: run both in the same one.
   - Lackey does not tell threads apart: for programs with one thread only.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/trms.h"

#define SKIPS 16
#define ACCESSES 64

typedef struct {
   char kind;                          /* L, S or M */
   uintptr_t address;
   size_t size;
} access;

/* The latest instruction.  It is complete when the next one comes. */
static struct {
   bool any;
   uintptr_t address;
   size_t size;
   access access[ACCESSES];
   size_t count;
} instruction;

static bool keep_returns, follow_calls;
static struct { uintptr_t start, end; } skip[SKIPS];
static size_t skip_count;

/* The pending activations: the address that was called, and the place of the
   return address. [0] is the root. */
typedef struct {
   uintptr_t routine, slot;
} frame;

static frame *stack;
static size_t depth, stack_size;

/* The sizes of one activation. */
typedef struct {
   uintptr_t routine;
   uint64_t rms;
} activation;

static activation *ended;
static size_t ended_count, ended_size;

static trms_thread *thread;
static uint64_t instructions, loads, stores, modifies, returns, skipped;

static void fail(const char *what, const char *which)
{
   fprintf(stderr, "lackey_feed: %s: %.*s\n", what,
           (int)strcspn(which, "\n"), which);
   exit(2);
}

static bool is_skipped(uintptr_t address)
{
   size_t i;

   for (i = 0; i < skip_count; i++)
      if (address >= skip[i].start && address < skip[i].end)
         return true;
   return false;
}

static bool is_return(uintptr_t next)
{
   return instruction.size == 1 && instruction.count == 1
          && instruction.access[0].kind == 'L'
          && instruction.access[0].size == 8
          && next != instruction.address + instruction.size;
}

/* Makes room for one more element; *size is the number of elements that there
   is room for. */
static void *grown(void *array, size_t count, size_t *size, size_t item)
{
   if (count < *size)
      return array;
   *size = *size == 0 ? 256 : 2 * *size;
   array = realloc(array, *size * item);
   if (array == NULL)
      fail("out of memory", "");
   return array;
}

static void push(uintptr_t routine, uintptr_t slot)
{
   stack = grown(stack, depth, &stack_size, sizeof *stack);
   stack[depth].routine = routine;
   stack[depth++].slot = slot;
   trms_definition.call(thread);
}

static trms_sizes pop(void)
{
   trms_sizes sizes;

   trms_definition.ret(thread, &sizes);
   ended = grown(ended, ended_count, &ended_size, sizeof *ended);
   ended[ended_count].routine = stack[--depth].routine;
   ended[ended_count++].rms = sizes.rms;
   return sizes;
}

/* Ends the activations whose return address is at or below this place. */
static void pop_up_to(uintptr_t slot)
{
   while (depth > 1 && stack[depth - 1].slot <= slot)
      pop();
}

static bool is_call(uintptr_t next)
{
   const access *last = &instruction.access[instruction.count - 1];

   return instruction.count > 0 && last->kind == 'S' && last->size == 8
          && next != instruction.address + instruction.size
          && next != instruction.address;       /* a string operation goes on */
}

static void feed(const access *a)
{
   if (a->kind == 'L')
      loads++;
   else if (a->kind == 'S')
      stores++;
   else
      modifies++;
   if (a->kind != 'S')
      trms_definition.read(thread, a->address, a->size);
   if (a->kind != 'L')
      trms_definition.write(thread, a->address, a->size);
}

/* The pending instruction is complete; execution goes on at `next`. */
static void finish_instruction(uintptr_t next)
{
   size_t i;

   if (!instruction.any)
      return;
   instructions++;
   if (depth == 0)
      push(instruction.address, UINTPTR_MAX);
   if (is_skipped(instruction.address)) {
      skipped += instruction.count;
      /* A stub: the target of its jump was called. */
      if (stack[depth - 1].routine == instruction.address)
         stack[depth - 1].routine = next;
   } else if (!keep_returns && is_return(next)) {
      returns++;
   } else {
      for (i = 0; i < instruction.count; i++)
         feed(&instruction.access[i]);
   }
   if (follow_calls && is_return(next)) {
      pop_up_to(instruction.access[0].address);
   } else if (follow_calls && is_call(next)) {
      uintptr_t slot = instruction.access[instruction.count - 1].address;
      pop_up_to(slot);
      push(next, slot);
   }
   instruction.any = false;
}

/* "ADDRESS,SIZE" and the end of the line. */
static bool parse_place(const char *s, uintptr_t *address, size_t *size)
{
   char *end;

   *address = (uintptr_t)strtoull(s, &end, 16);
   if (end == s || *end != ',')
      return false;
   s = end + 1;
   *size = (size_t)strtoull(s, &end, 10);
   return end != s && *end == '\n';
}

static void feed_line(const char *line)
{
   uintptr_t address;
   size_t size;

   if (strncmp(line, "I  ", 3) == 0 && parse_place(line + 3, &address, &size)) {
      finish_instruction(address);
      instruction.any = true;
      instruction.address = address;
      instruction.size = size;
      instruction.count = 0;
   } else if (line[0] == ' ' && line[1] != '\0' && strchr("LSM", line[1])
              && line[2] == ' ' && parse_place(line + 3, &address, &size)) {
      access *a = &instruction.access[instruction.count];
      if (!instruction.any)
         fail("an access before any instruction", line);
      if (++instruction.count == ACCESSES)
         fail("too many accesses of one instruction before", line);
      a->kind = line[1];
      a->address = address;
      a->size = size;
   }
}

static void parse_option(const char *o, trms_options *options)
{
   if (strncmp(o, "--cell-size=", 12) == 0) {
      for (options->cell_shift = 0; options->cell_shift <= 4;
           options->cell_shift++) {
         char size[8];
         snprintf(size, sizeof size, "%d", 1 << options->cell_shift);
         if (strcmp(o + 12, size) == 0)
            return;
      }
      fail("the cell size is 1, 2, 4, 8 or 16, not", o + 12);
   } else if (strcmp(o, "--keep-returns") == 0) {
      keep_returns = true;
   } else if (strcmp(o, "--calls") == 0) {
      follow_calls = true;
   } else if (strncmp(o, "--skip=", 7) == 0) {
      char *middle, *end;
      if (skip_count == SKIPS)
         fail("too many ranges", o);
      skip[skip_count].start = (uintptr_t)strtoull(o + 7, &middle, 16);
      skip[skip_count].end = *middle == '-'
         ? (uintptr_t)strtoull(middle + 1, &end, 16) : 0;
      if (skip[skip_count].end <= skip[skip_count].start || *end != '\0')
         fail("not a range START-END of hexadecimal addresses", o + 7);
      skip_count++;
   } else {
      fail("unknown option", o);
   }
}

static int compare(const void *a, const void *b)
{
   const activation *p = a, *q = b;

   if (p->routine != q->routine)
      return p->routine < q->routine ? -1 : 1;
   return p->rms < q->rms ? -1 : p->rms > q->rms;
}

static void print_activations(void)
{
   size_t i, n;

   qsort(ended, ended_count, sizeof *ended, compare);
   for (i = 0; i < ended_count; i += n) {
      for (n = 1; i + n < ended_count
                  && compare(&ended[i], &ended[i + n]) == 0; n++)
         ;
      printf("activations\t0x%" PRIxPTR "\t%" PRIu64 "\t%zu\n",
             ended[i].routine, ended[i].rms, n);
   }
}

int main(int argc, char **argv)
{
   trms_options options = { .cell_shift = 2 };
   trms_sizes root;
   char line[4096];
   int i;

   for (i = 1; i < argc; i++)
      parse_option(argv[i], &options);
   trms_definition.init(&options);
   thread = trms_definition.thread_new();
   while (fgets(line, sizeof line, stdin))
      feed_line(line);
   finish_instruction(0);
   if (ferror(stdin) || instructions == 0)
      fail("no trace of lackey's on standard input, try",
           "valgrind --tool=lackey --trace-mem=yes PROGRAM 2>TRACE");

   while (depth > 1)
      pop();
   root = pop();
   trms_definition.finish();
   printf("instructions\t%" PRIu64 "\nloads\t%" PRIu64 "\nstores\t%" PRIu64
          "\nmodifies\t%" PRIu64 "\nreturns\t%" PRIu64 "\nskipped\t%" PRIu64
          "\n", instructions, loads, stores, modifies, returns, skipped);
   printf("rms\t%" PRIu64 "\next\t%" PRIu64 "\ntrms\t%" PRIu64
          "\nexternal\t%" PRIu64 "\nthread\t%" PRIu64 "\n", root.rms,
          root.ext, root.trms, root.external, root.thread);
   if (follow_calls)
      print_activations();
   free(stack);
   free(ended);
   return 0;
}

/* A hidden routine through which an interpreter calls others may jump to them:
   they are called by the script's routine.  The interpreter's own jumps stay in
   that routine.

   engines: fast check
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include "regression.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef long reader(const int *a, long n);
typedef long code(const int *a, long n, void *interpreter, reader *callee);

/* script: a routine of a script, which enters the interpreter.  The interpreter
   jumps to the code of its first instruction.  That calls `callee` through
   hidden_call, twice, the second time with an argument that hidden_call puts
   below the place of the return, and jumps to the code of the last one. */
asm(".text\n"
    "script: subq $8, %rsp\n call *%rdx\n addq $8, %rsp\n ret\n"
    "script_end:\n"
    ".type interpret, @function\n"
    "interpret: subq $40, %rsp\n jmp instruction\n.size interpret, .-interpret\n"
    ".type instruction, @function\n"
    "instruction: movq %rdi, (%rsp)\n movq %rsi, 8(%rsp)\n"
    " movq %rcx, 16(%rsp)\n xorl %r11d, %r11d\n call hidden_call\n"
    " movq (%rsp), %rdi\n movq 8(%rsp), %rsi\n incq %rsi\n"
    " movq 16(%rsp), %rcx\n movl $1, %r11d\n call hidden_call\n"
    " jmp last_instruction\n.size instruction, .-instruction\n"
    ".type last_instruction, @function\n"
    "last_instruction: movq (%rsp), %rcx\n movl 400(%rcx), %eax\n"
    " addq $40, %rsp\n ret\n.size last_instruction, .-last_instruction\n"
    ".type hidden_call, @function\n"
    "hidden_call: testl %r11d, %r11d\n jnz 1f\n jmp *%rcx\n"
    "1: subq $8, %rsp\n leaq 2f(%rip), %rax\n pushq %rax\n jmp *%rcx\n"
    "2: addq $8, %rsp\n ret\n.size hidden_call, .-hidden_call\n");
extern const char script[], script_end[];
long interpret(void);

static int numbers[1000];

/* What the script calls. */
ROUTINE long sum(const int *a, long n)
{
   long s = 0;

   for (long i = 0; i < n; i++)
      s += a[i];
   return s;
}

int main(void)
{
   const size_t length = (size_t)(script_end - script);
   char name[40];
   code *run = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   FILE *map;

   snprintf(name, sizeof name, "/tmp/perf-%d.map", (int)getpid());
   map = fopen(name, "w");
   if (run == MAP_FAILED || map == NULL)
      return 77;
   memcpy(run, script, length);
   fprintf(map, "%lx %lx JS:~run /a.js:3:9\n", (unsigned long)run,
           (unsigned long)length);
   fclose(map);
   for (long n = 10; n <= 20; n += 10)
      run(numbers, n, interpret, sum);
   unlink(name);
   return 0;
}

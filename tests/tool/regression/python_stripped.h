/* What a stripped Python has of its calls: the exported routines have CPython's
   names, the others have none.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include "regression.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A function of the script, or a method. */
typedef struct Object {
   long (*vectorcall)(const struct Object *, const int *a, long n);
   long (*trampoline)(const struct Object *, const int *a, long n, void *loop);
   const struct Object *calls;
} Object;

typedef long evaluator(const Object *f, const int *a, long n);

static evaluator *volatile eval_frame;
static volatile long extra;
static int numbers[100];

/* The code of each function of the script. */
asm(".pushsection .rodata\n"
    "trampoline: subq $8, %rsp\n call *%rcx\n addq $8, %rsp\n ret\n"
    "trampoline_end: .popsection\n");
extern const char trampoline[], trampoline_end[];

/* A routine that all of them call. */
ROUTINE void prepare(void)
{
   extra++;
}

/* The interpreter's loop: each function reads a number and calls another one with
   the next numbers. */
ROUTINE long _PyEval_EvalFrameDefault(const Object *f, const int *a, long n)
{
   const long s = a[n];

   return n == 0 || f->calls == NULL
          ? s : s + f->calls->vectorcall(f->calls, a, n - 1);
}

static __attribute__((noinline))
long py_trampoline_evaluator(const Object *f, const int *a, long n)
{
   prepare();
   return f->trampoline == NULL
          ? _PyEval_EvalFrameDefault(f, a, n)
          : f->trampoline(f, a, n, (void *)_PyEval_EvalFrameDefault);
}

static __attribute__((noinline))
long vector(const Object *f, const int *a, long n)
{
   prepare();
   return eval_frame(f, a, n);
}

static __attribute__((noinline))
long function_vectorcall(const Object *f, const int *a, long n)
{
   prepare();
   return vector(f, a, n);
}

static __attribute__((noinline))
long method_vectorcall(const Object *m, const int *a, long n)
{
   const long s = m->calls->vectorcall(m->calls, a, n);

   prepare();
   return s;
}

/* These calls are no calls of the script: of the part that all functions share, as
   that of a module is, and of the routine that enters a function, as that of a
   generator is. */
ROUTINE long PyEval_EvalCode(const Object *f, const int *a, long n)
{
   const long s = vector(f, a, n);

   prepare();
   return s;
}

ROUTINE long next(const Object *f, const int *a, long n)
{
   const long s = eval_frame(f, a, n);

   prepare();
   return s;
}

ROUTINE void PyFunction_NewWithQualName(Object *f)
{
   f->vectorcall = function_vectorcall;
}

ROUTINE void PyMethod_New(Object *m, const Object *f)
{
   m->vectorcall = method_vectorcall;
   m->calls = f;
}

static void generate(Object *f, FILE *map, char *at, const char *name)
{
   const size_t length = (size_t)(trampoline_end - trampoline);

   memcpy(at, trampoline, length);
   fprintf(map, "%lx %lx py::%s:/my/script.py\n", (unsigned long)at,
           (unsigned long)length, name);
   *(char **)&f->trampoline = at;
   PyFunction_NewWithQualName(f);
}

int main(void)
{
   static Object recursive, outer, inner, method, by_method;
   char name[40];
   char *at = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   long s = 0;
   FILE *map;

   snprintf(name, sizeof name, "/tmp/perf-%d.map", (int)getpid());
   map = fopen(name, "w");
   if (at == MAP_FAILED || map == NULL)
      return 77;
   generate(&recursive, map, at, "recursive");
   generate(&outer, map, at + 64, "outer");
   generate(&inner, map, at + 128, "inner");
   generate(&by_method, map, at + 192, "by_method");
   fclose(map);
   recursive.calls = &recursive;
   outer.calls = &inner;
   PyMethod_New(&method, &inner);
   by_method.calls = &method;
   eval_frame = py_trampoline_evaluator;
   for (int i = 0; i < 50; i++) {
      s += recursive.vectorcall(&recursive, numbers, 9);
      s += outer.vectorcall(&outer, numbers, 9);
      s += by_method.vectorcall(&by_method, numbers, 9);
      s += PyEval_EvalCode(&outer, numbers, 9) + next(&outer, numbers, 9);
   }
   unlink(name);
   return s != 0;
}

/* Which routine of a library a program has called: from code that only the library
   itself can call, back to a routine that has a name outside.

   A library is a shared object; its public routines are those that it exports.  A
   program that is linked statically exports nothing.  There a routine is internal
   if each of its names begins with two underscores, which C keeps for its
   libraries.

   Sources: System V ABI, AMD64 supplement, 3.6.2 (the numbers of registers);
   ISO C, "Reserved identifiers".

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_DEBUGINFO_CALLERS_H
#define APROF_DEBUGINFO_CALLERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The callers of a routine that are looked at.  glibc has three routines between
   `read` and the system call, and two of them are internal in a program of one
   thread.  With more, code would be given to a routine that only starts others,
   such as that of the dynamic linker which catches errors. */
enum { CALLERS_MOST = 3 };

typedef struct callers callers;

/* What is known of a thread that is in a routine. */
typedef struct {
   uint64_t sp, bp;                   /* registers */
   uint64_t start;                    /* address of the copy of its stack */
   const uint8_t *stack;
   size_t size;
} callers_frame;

/* Open a file of code of x86-64.  Return NULL if it has no internal routines, or
   can't be read. */
callers *callers_open(const char *file);
void callers_close(callers *c);

/* Is the code at an offset in the file that of an internal routine? */
bool callers_is_internal(const callers *c, uint64_t offset);

/* Go from the code at an offset to that which has called its routine: set *to,
   and the registers, to what they are behind the call.  Return false if that is
   not known. */
bool callers_return(callers *c, uint64_t offset, callers_frame *f,
                    uint64_t *to);

#endif

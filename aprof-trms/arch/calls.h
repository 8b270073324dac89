/* How the processor calls and returns.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ARCH_CALLS_H
#define ARCH_CALLS_H

#include "base/base.h"

#if defined(VGA_amd64)

/* The call instruction pushes the return address: a callee's stack pointer at
   entry is below that of its caller, and the return moves it above. */
enum { CALL_PUSHES = 1 };

/* Bytes between the stack pointer at a routine's entry and after its return:
   what the call has pushed. */
#define STACK_RETURN_SLOT sizeof(Addr)

/* Return the return address of the call that has just been made; `sp` is the
   stack pointer after it. */
static inline Addr calls_return_address(Addr sp)
{
   return *(const Addr *)sp;
}

/* Return the target of the call with this return address, which has just been
   made, if its bytes are those of a direct call; else 0. */
Addr calls_direct_target(Addr return_address);

/* Do the bytes before this address look like those of an indirect call through
   a register?  The bytes can be read: a routine's symbol covers them. */
Bool calls_is_after_indirect(Addr return_address);

/* Integer arguments in registers. */
enum { CALL_ARGUMENTS = 6 };

/* Where arguments are. */
typedef enum {
   CALLS_OF_ABI,                /* in the registers of the system's ABI */
   CALLS_OF_GO,                 /* in those of Go's own, which has more */
   CALLS_ON_STACK               /* in none */
} CallConvention;

#else
#error "arch/calls.h lacks this processor's calls"
#endif

/* Return integer argument `n`, less than CALL_ARGUMENTS, of the call that the
   running thread's client code has just made, which has registers for it; return
   its integer result, where it has just returned. */
UWord calls_argument(UInt n, CallConvention convention);
UWord calls_result(void);

#endif

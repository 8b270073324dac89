/* The part that the process takes in connections: a server listens, and others
   connect to it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef OUTPUT_SOCKET_CALLS_H
#define OUTPUT_SOCKET_CALLS_H

#include "base/base.h"

/* How many sockets were set to listen, how many connections were accepted, and how
   many were made.  A forked child has what its parent had before the fork, too:
   it serves a connection that the parent has accepted. */
typedef struct {
   ULong listens, accepts, connects;
} SocketCalls;

/* After each system call of the program; error: 0, or why it has failed. */
void socket_calls_after_syscall(UInt number, UWord error);

SocketCalls socket_calls(void);

#endif

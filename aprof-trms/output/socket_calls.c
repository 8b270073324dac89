/* The part that the process takes in connections.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "output/socket_calls.h"
#include "pub_tool_vkiscnums.h"

/* Of a connection of a socket that does not block: it is being made. */
enum { IN_PROGRESS = 115 /* EINPROGRESS */ };

static SocketCalls calls;

void socket_calls_after_syscall(UInt number, UWord error)
{
   switch (number) {
   case __NR_listen:
      calls.listens += error == 0;
      break;
   case __NR_accept: case __NR_accept4:
      calls.accepts += error == 0;
      break;
   case __NR_connect:
      calls.connects += error == 0 || error == IN_PROGRESS;
      break;
   }
}

SocketCalls socket_calls(void)
{
   return calls;
}

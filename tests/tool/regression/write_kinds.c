/* The relatives of write and send: what says where the data are is read in any
   case, the data as far as the call succeeds.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <sys/socket.h>
#include <sys/uio.h>

#define FILE_OUT 90
#define SOCKET 91
#define UNCONNECTED 92
#define FULL 93

static int data[1000];

ROUTINE long at_offset(const int *from, long n)
{
   return kernel(SYS_pwrite64, FILE_OUT, (long)from, n, 100, 0, 0);
}

ROUTINE long vector_at_offset(const struct iovec *vector)
{
   return kernel(SYS_pwritev, FILE_OUT, (long)vector, 2, 100, 0, 0);
}

ROUTINE long sent(const int *from, long n)
{
   return kernel(SYS_sendto, SOCKET, (long)from, n, 0, 0, 0);
}

ROUTINE long not_sent(const int *from, long n)
{
   return kernel(SYS_sendto, UNCONNECTED, (long)from, n, 0, 0, 0);
}

/* A message: its header, the vector, the data. */
ROUTINE long message(const struct msghdr *m)
{
   return kernel3(SYS_sendmsg, SOCKET, (long)m, 0);
}

ROUTINE long no_message(const struct msghdr *m)
{
   return kernel3(SYS_sendmsg, UNCONNECTED, (long)m, 0);
}

/* A device that accepts nothing. */
ROUTINE long full(const int *from, long n)
{
   return kernel3(SYS_write, FULL, (long)from, n);
}

int main(void)
{
   int ends[2];
   struct iovec vector[2] = { { data, 40 }, { data + 20, 60 } };
   struct iovec longer[2] = { { data, 40 }, { data + 20, 160 } };
   struct msghdr m = { .msg_iov = vector, .msg_iovlen = 2 };
   struct msghdr l = { .msg_iov = longer, .msg_iovlen = 2 };

   must(dup2(open("out", O_WRONLY | O_CREAT, 0600), FILE_OUT) >= 0, "open");
   must(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0, "socketpair");
   must(dup2(ends[0], SOCKET) >= 0, "dup2");
   must(dup2(socket(AF_UNIX, SOCK_DGRAM, 0), UNCONNECTED) >= 0, "socket");
   must(dup2(open("/dev/full", O_WRONLY), FULL) >= 0, "/dev/full");

   must(at_offset(data, 200) == 200, "pwrite");
   must(vector_at_offset(vector) == 100, "pwritev");
   must(sent(data, 120) == 120, "send");
   must(not_sent(data, 120) == -ENOTCONN, "not sent");
   must(message(&m) == 100, "sendmsg");
   must(message(&l) == 200, "sendmsg");
   must(no_message(&m) == -ENOTCONN, "no message");
   must(no_message(&l) == -ENOTCONN, "no message");
   must(full(data, 400) == -ENOSPC, "full");
   return 0;
}

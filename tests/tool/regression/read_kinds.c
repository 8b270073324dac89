/* Memory that the kernel writes is external input where it is read: read,
   pread, readv, recv and vmsplice write the length that they return; poll
   reads descriptors and events and writes the results of those that are ready,
   select writes its sets, splice its offset, calls that store an address also
   its length.  A call that fails writes nothing.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>

#define SOURCE 90
#define DRAIN 91
#define FILE_IN 92
#define SOCKET 93
#define WRITE_ONLY 94

static int buffer[1000];

ROUTINE long sum(const volatile int *a, long n)
{
   long s = 0;

   for (long i = 0; i < n; i++)
      s += a[i];
   return s;
}

/* Requests 1000 cells, gets 25, reads 40. */
ROUTINE long short_read(void)
{
   long got = kernel3(SYS_read, SOURCE, (long)buffer, sizeof buffer);

   return got + sum(buffer, 40);
}

ROUTINE long positioned(void)
{
   long got = kernel(SYS_pread64, FILE_IN, (long)buffer, 60, 4, 0, 0);

   return got + sum(buffer, 40);
}

ROUTINE long vectored(const struct iovec *vector)
{
   long got = kernel3(SYS_readv, SOURCE, (long)vector, 2);

   return got + sum(buffer, 40);
}

ROUTINE long received(void)
{
   long got = kernel(SYS_recvfrom, SOCKET, (long)buffer, sizeof buffer, 0, 0, 0);

   return got + sum(buffer, 40);
}

ROUTINE long filled(const struct iovec *vector)
{
   long got = kernel(SYS_vmsplice, SOURCE, (long)vector, 2, 0, 0, 0);

   return got + sum(buffer, 40);
}

/* The lower half of the offset before the call, and of the offset after it. */
ROUTINE long spliced(long *offset)
{
   long got = kernel(SYS_splice, FILE_IN, (long)offset, DRAIN, 0, 8, 0);

   return got + *(volatile int *)offset;
}

ROUTINE long failed(void)
{
   long got = kernel3(SYS_read, WRITE_ONLY, (long)buffer, sizeof buffer);

   return got + sum(buffer, 40);
}

/* Descriptor and events of both, then the events again, which share a cell
   with the result. */
ROUTINE long polled(struct pollfd *p)
{
   long got = kernel3(SYS_poll, (long)p, 2, 0);

   return got + ((volatile struct pollfd *)p)[0].revents
          + ((volatile struct pollfd *)p)[1].revents;
}

/* The part of the set that 64 descriptors need; then half of what is left in
   it. */
ROUTINE long selected(fd_set *set, struct timeval *wait)
{
   long got = kernel(SYS_select, 64, (long)set, 0, 0, (long)wait, 0);

   return got + *(volatile int *)set;
}

/* The length of the name, as it was, and as it is. */
ROUTINE long named(socklen_t *length)
{
   return kernel3(SYS_getsockname, SOCKET, (long)buffer, (long)length)
          + *(volatile socklen_t *)length;
}

ROUTINE long optional(socklen_t *length)
{
   long got = kernel(SYS_getsockopt, SOCKET, SOL_SOCKET, SO_TYPE, (long)buffer,
                     (long)length, 0);

   return got + *(volatile socklen_t *)length;
}

ROUTINE long received_from(socklen_t *length)
{
   long got = kernel(SYS_recvfrom, SOCKET, (long)buffer, sizeof buffer, 0,
                     (long)(buffer + 500), (long)length);

   return got + *(volatile socklen_t *)length;
}

/* What the kernel writes about a message that has come. */
ROUTINE long lengths(const volatile struct msghdr *m)
{
   return (long)m->msg_namelen + (long)m->msg_controllen;
}

/* Requests 64 cells of the set of processors. */
ROUTINE long processors(long *got)
{
   *got = kernel3(SYS_sched_getaffinity, 0, 256, (long)(buffer + 700));
   return sum(buffer + 700, 64);
}

/* A path, up to its end. */
ROUTINE long opened(const char *path)
{
   return kernel3(SYS_open, (long)path, O_RDONLY, 0);
}

int main(void)
{
   int ends[2], null;
   struct iovec vector[2] = { { buffer, 20 }, { buffer + 10, 4000 } };
   static struct pollfd p[2];
   static fd_set set;
   static struct timeval no_time;
   static long offset;
   static socklen_t length;
   static struct msghdr message;
   long got;
   static char no_such[] __attribute__((aligned(16))) = "/no/such/file/here!";

   for (int i = 0; i < 1000; i++)
      buffer[i] = 1;
   must(pipe(ends) == 0, "pipe");
   must(dup2(ends[0], SOURCE) >= 0 && dup2(ends[1], DRAIN) >= 0, "dup2");
   must(dup2(open("data", O_RDWR | O_CREAT | O_TRUNC, 0600), FILE_IN) >= 0,
        "open");
   unlink("data");
   must(write(FILE_IN, buffer, 1000) == 1000, "write");
   must(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0, "socketpair");
   must(dup2(ends[0], SOCKET) >= 0, "dup2");
   null = open("/dev/null", O_WRONLY);
   must(dup2(null, WRITE_ONLY) >= 0, "dup2");

   must(write(DRAIN, buffer, 100) == 100, "write");
   must(short_read() == 100 + 40, "short read");
   must(positioned() == 60 + 40, "pread");
   must(write(DRAIN, buffer, 100) == 100, "write");
   must(vectored(vector) == 100 + 40, "readv");
   must(send(ends[1], buffer, 48, 0) == 48, "send");
   must(received() == 48 + 40, "recv");
   must(failed() == -EBADF + 40, "failed");

   p[0].fd = SOURCE;
   p[1].fd = DRAIN;
   p[0].events = POLLIN;
   p[1].events = POLLOUT;
   must(polled(p) == 1 + POLLOUT, "poll");
   FD_SET(1, &set);
   must(selected(&set, &no_time) >= 0, "select");
   must(write(DRAIN, buffer, 100) == 100, "write");
   must(filled(vector) == 100 + 40, "vmsplice");
   must(spliced(&offset) == 8 + 8, "splice");
   must(opened(no_such) == -ENOENT, "open");
   length = sizeof buffer;
   must(named(&length) == sizeof(sa_family_t), "getsockname");
   length = sizeof buffer;
   must(optional(&length) == sizeof(int), "getsockopt");
   must(send(ends[1], buffer, 48, 0) == 48, "send");
   length = sizeof buffer;
   must(received_from(&length) == 48, "recvfrom");
   must(send(ends[1], buffer, 48, 0) == 48, "send");
   message = (struct msghdr){ .msg_name = buffer + 500, .msg_namelen = 100,
                              .msg_iov = vector, .msg_iovlen = 2,
                              .msg_control = buffer + 600,
                              .msg_controllen = 100 };
   must(recvmsg(SOCKET, &message, 0) == 48, "recvmsg");
   must(lengths(&message) == 0, "its lengths");
   processors(&got);
   must(got > 0 && got % 4 == 0, "sched_getaffinity");
   printf("name cells %ld\n", got / 4);
   return 0;
}

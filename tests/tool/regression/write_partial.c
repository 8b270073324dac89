/* A write reads what it has written, not what was requested: a pipe that is
   full takes a part, or nothing.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <sys/socket.h>
#include <sys/uio.h>

#define PIPE_IN 91
#define PIPE_OUT 90
#define READ_ONLY 92
#define SOCKET 94
#define FILE_OUT 95

static char data[40000], sink[65536], large[4000000];

ROUTINE long put(const char *from, long n)
{
   return kernel3(SYS_write, PIPE_IN, (long)from, n);
}

ROUTINE long put_vector(const struct iovec *vector, long n)
{
   return kernel3(SYS_writev, PIPE_IN, (long)vector, n);
}

/* Fails: the descriptor is for reading. */
ROUTINE long put_read_only(const char *from, long n)
{
   return kernel3(SYS_write, READ_ONLY, (long)from, n);
}

/* Fails: there is no such descriptor. */
ROUTINE long put_nowhere(const char *from, long n)
{
   return kernel3(SYS_write, 93, (long)from, n);
}

/* The kernel reads cells that the routine itself has read already. */
ROUTINE long put_again(const char *from, long n)
{
   long sum = 0;

   for (long i = 0; i < n; i++)
      sum += from[i];
   return sum + kernel3(SYS_write, PIPE_IN, (long)from, n);
}

/* Into the process's own memory, as far as `to` reaches. */
ROUTINE long put_process(const struct iovec *from, const struct iovec *to,
                         long process)
{
   return kernel(SYS_process_vm_writev, process, (long)from, 1, (long)to, 1, 0);
}

/* Some of the messages are sent. */
ROUTINE long put_messages(struct mmsghdr *list, long n)
{
   return kernel(SYS_sendmmsg, SOCKET, (long)list, n, 0, 0, 0);
}

/* What the routine itself has written is no input. */
ROUTINE long put_own(char *from, long n)
{
   for (long i = 0; i < n; i++)
      from[i] = i;
   return kernel3(SYS_write, PIPE_IN, (long)from, n);
}

/* The range goes beyond the mapped memory, and the call fails. */
ROUTINE long put_beyond(const char *from, long n)
{
   return kernel3(SYS_write, PIPE_IN, (long)from, n);
}

/* The first element goes beyond the end of a mapped file: the kernel reads up
   to there. */
ROUTINE long put_file(const struct iovec *vector, long n)
{
   return kernel3(SYS_writev, FILE_OUT, (long)vector, n);
}

static void drain(void)
{
   while (read(PIPE_OUT, sink, sizeof sink) > 0)
      ;
}

int main(void)
{
   int ends[2], null;
   struct iovec from = { data, 4000 }, part = { sink, 400 }, none = { NULL, 400 };
   struct iovec texts[3] = { { data, 400 }, { large, sizeof large },
                             { data + 400, 400 } };
   struct mmsghdr messages[3];
   struct iovec vector[2] = { { data, 40 }, { data + 1000, 80 } };
   char *last_page = mmap(NULL, 8192, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

   must(pipe2(ends, O_NONBLOCK) == 0, "pipe2");
   must(dup2(ends[0], PIPE_OUT) >= 0 && dup2(ends[1], PIPE_IN) >= 0, "dup2");
   require(fcntl(PIPE_IN, F_SETPIPE_SZ, 4096) == 4096, "no pipes of one page");
   null = open("/dev/null", O_RDONLY);
   must(dup2(null, READ_ONLY) == READ_ONLY, "dup2");
   must(last_page != MAP_FAILED && munmap(last_page + 4096, 4096) == 0, "mmap");

   must(put(data, 10000) == 4096, "a part");
   must(put(data, 10000) == -EAGAIN, "nothing");
   drain();
   must(put(data, 400) == 400, "all");
   drain();
   must(put(data, 0) == 0, "no bytes");
   must(put_vector(vector, 2) == 120, "writev");
   drain();
   vector[1].iov_len = 20000;
   must(put_vector(vector, 2) == 4096, "a part of writev");
   drain();
   must(put_process(&from, &part, getpid()) == 400, "process_vm_writev");
   must(put_process(&from, &none, getpid()) == -EFAULT, "to nowhere");
   memset(messages, 0, sizeof messages);
   for (int i = 0; i < 3; i++) {
      messages[i].msg_hdr.msg_iov = &texts[i];
      messages[i].msg_hdr.msg_iovlen = 1;
   }
   must(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0, "socketpair");
   must(dup2(ends[0], SOCKET) >= 0, "dup2");
   must(put_messages(messages, 3) == 1, "sendmmsg");
   must(put_read_only(data, 400) == -EBADF, "read only");
   must(put_nowhere(data, 400) == -EBADF, "nowhere");
   must(put_again(data, 400) == 400, "again");
   drain();
   must(put_own(data, 400) == 400, "own");
   drain();
   must(put_beyond(last_page + 4096 - 400, 800) == -EFAULT, "beyond");

   int text = memfd_create("text", 0), copy = memfd_create("copy", 0);
   must(ftruncate(text, 4000) == 0 && dup2(copy, FILE_OUT) >= 0, "files");
   char *mapped = mmap(NULL, 8192, PROT_READ, MAP_SHARED, text, 0);
   struct iovec beyond[2] = { { mapped + 4096 - 400, 800 }, { data, 400 } };
   must(mapped != MAP_FAILED, "mmap of a file");
   must(put_file(beyond, 2) == 400, "beyond a file's end");
   return 0;
}

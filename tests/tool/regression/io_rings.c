/* io_uring: what the kernel writes for a request is external input where it is read,
   as far as the completion says if the request has completed in the call that
   submits it, else in full; what it reads for a request is input of the routine that
   submits it.  Completions are external input, too.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "io_rings.h"
#include <sys/socket.h>
#include <sys/uio.h>

static int buffer[1000], text[1000];
static struct iovec vector[2] = { { buffer, 20 }, { buffer + 10, 4000 } };
static struct msghdr message = { .msg_iov = vector, .msg_iovlen = 2 };

/* Each of these makes one call, which submits one request: 16 cells are the request
   itself. */
#define ENTER(name)                                                             \
   ROUTINE long name(int ring, long submit, long wait)                          \
   {                                                                            \
      return kernel(SYS_io_uring_enter, ring, submit, wait,                     \
                    wait ? IORING_ENTER_GETEVENTS : 0, 0, 0);                   \
   }
ENTER(reads)
ENTER(reads_vector)
ENTER(writes)
ENTER(sends)
ENTER(fails)
ENTER(begins)
ENTER(waits)
ENTER(submits_two)

READER(after_read, 40)
READER(after_vector, 40)
READER(after_receive, 40)
READER(after_failure, 40)
READER(after_begin, 40)
READER(after_the_end, 40)
READER(after_message, 40)

/* The four cells of a completion. */
READER(completion, 4)

int main(void)
{
   int ring = make_ring(0), ends[2], pair[2];
   int file = open("data", O_RDWR | O_CREAT | O_TRUNC, 0600);
   int write_only = open("/dev/null", O_WRONLY);

   must(file >= 0 && write_only >= 0 && pipe(ends) == 0, "files");
   must(socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) == 0, "socketpair");
   unlink("data");
   for (int i = 0; i < 1000; i++)
      buffer[i] = text[i] = 1;
   must(write(file, buffer, 100) == 100, "write");

   /* Requests 1000 cells, gets 25. */
   put(IORING_OP_READ, file, buffer, sizeof buffer);
   require(reads(ring, 1, 1) == 1, "no request is taken");
   after_read(buffer);
   completion(slot(0));
   require(take() == 100, "no IORING_OP_READ");

   /* 5 and 20 cells, at 0 and at 10; the kernel reads the vector's 8. */
   put(IORING_OP_READV, file, vector, 2);
   reads_vector(ring, 1, 1);
   after_vector(buffer);
   must(take() == 100, "readv");

   put(IORING_OP_WRITE, ends[1], text, 30 * CELL);
   writes(ring, 1, 1);
   must(take() == 30 * CELL, "write");
   put(IORING_OP_SEND, pair[1], text, 12 * CELL);
   sends(ring, 1, 1);
   must(take() == 12 * CELL, "send");
   put(IORING_OP_RECV, pair[0], buffer, sizeof buffer);
   waits(ring, 1, 1);
   after_receive(buffer);
   must(take() == 12 * CELL, "recv");
   put(IORING_OP_READ, write_only, buffer, sizeof buffer);
   fails(ring, 1, 1);
   after_failure(buffer);
   must(take() < 0, "read of a file that is only written");

   /* Nothing is there yet: all of the 35 cells count at the return.  At the return
      of the second call they do not count again. */
   put(IORING_OP_RECV, pair[0], buffer, 35 * CELL);
   begins(ring, 1, 0);
   after_begin(buffer);
   must(send(pair[1], text, 40, 0) == 40, "send");
   waits(ring, 0, 1);
   after_the_end(buffer);
   completion(slot(2));                   /* the seventh of a ring of four */
   must(take() == 40, "the end of recv");

   /* Two requests in one call; 10 cells of the message, in two pieces. */
   must(send(pair[1], text, 40, 0) == 40, "send");
   put(IORING_OP_NOP, -1, NULL, 0);
   put(IORING_OP_RECVMSG, pair[0], &message, 1);
   submits_two(ring, 2, 2);
   after_message(buffer);
   return 0;
}

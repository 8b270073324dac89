/* io_uring: a ring with large requests and completions, without a queue of numbers,
   that the thread has registered.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "io_rings.h"

static int buffer[1000];

READER(after_read, 40)
READER(completion, 4)

ROUTINE long enters(long ring)
{
   return kernel(SYS_io_uring_enter, ring, 1, 1,
                 IORING_ENTER_GETEVENTS | IORING_ENTER_REGISTERED_RING, 0, 0);
}

int main(void)
{
   int fd = make_ring(IORING_SETUP_SQE128 | IORING_SETUP_CQE32 | NO_SQARRAY);
   struct io_uring_rsrc_update it = { .offset = -1U, .data = fd };
   int ends[2];

   require(syscall(SYS_io_uring_register, fd, IORING_REGISTER_RING_FDS, &it, 1)
           == 1, "the ring can't be registered");
   must(pipe(ends) == 0 && write(ends[1], buffer, 100) == 100, "pipe");
   for (int i = 0; i < 1000; i++)
      buffer[i] = 1;
   put(IORING_OP_READ, ends[0], buffer, 60);
   enters(it.offset);
   after_read(buffer);
   completion(slot(0));
   must(take() == 60, "the first read");
   put(IORING_OP_READ, ends[0], buffer + 10, 4000);
   enters(it.offset);
   after_read(buffer);
   completion(slot(1));
   must(take() == 40, "the second read");
   return 0;
}

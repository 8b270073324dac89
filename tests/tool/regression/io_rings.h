/* Rings of requests and completions: io_uring without its library, which need not be
   installed.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef IO_RINGS_H
#define IO_RINGS_H

#include "regression.h"
#include <linux/io_uring.h>

/* Not in the headers of Linux 6.1. */
enum { NO_SQARRAY = 1 << 16 };

static struct io_uring_params params;
static char *submissions, *completions;
static char *requests;
static long names;                        /* of requests so far */

static volatile unsigned *counter(char *ring, unsigned offset)
{
   return (volatile unsigned *)(ring + offset);
}

/* Make a ring of two requests and four completions.  Return its descriptor. */
static int make_ring(unsigned flags)
{
   int fd;

   params.flags = flags;
   fd = syscall(SYS_io_uring_setup, 2, &params);
   require(fd >= 0, "no such io_uring");
   must(params.cq_entries == 4, "completions");
   submissions = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
                      IORING_OFF_SQ_RING);
   completions = params.features & IORING_FEAT_SINGLE_MMAP ? submissions
      : mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
             IORING_OFF_CQ_RING);
   requests = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
                   IORING_OFF_SQES);
   require(submissions != MAP_FAILED && completions != MAP_FAILED
           && requests != MAP_FAILED, "the rings can't be mapped");
   return fd;
}

/* Puts a request into the ring. */
static void put(int operation, int fd, const void *at, unsigned length)
{
   volatile unsigned *tail = counter(submissions, params.sq_off.tail);
   unsigned mask = *counter(submissions, params.sq_off.ring_mask);
   unsigned *array = (unsigned *)(submissions + params.sq_off.array);
   unsigned index = *tail & mask;
   size_t size = sizeof(struct io_uring_sqe)
                 << !!(params.flags & IORING_SETUP_SQE128);

   *(struct io_uring_sqe *)(requests + index * size) = (struct io_uring_sqe){
      .opcode = operation, .fd = fd, .addr = (unsigned long)at, .len = length,
      .user_data = ++names,
   };
   if (!(params.flags & NO_SQARRAY))
      array[index] = index;
   __atomic_store_n(tail, *tail + 1, __ATOMIC_RELEASE);
}

static struct io_uring_cqe *slot(unsigned number)
{
   size_t size = sizeof(struct io_uring_cqe)
                 << !!(params.flags & IORING_SETUP_CQE32);

   return (struct io_uring_cqe *)(completions + params.cq_off.cqes
                                  + number * size);
}

/* Return the result of the oldest completion, which is there. */
static long take(void)
{
   volatile unsigned *head = counter(completions, params.cq_off.head);
   unsigned tail = *counter(completions, params.cq_off.tail);
   unsigned mask = *counter(completions, params.cq_off.ring_mask);
   long result;

   must(*head != tail, "a completion");
   result = slot(*head & mask)->res;
   __atomic_store_n(head, *head + 1, __ATOMIC_RELEASE);
   return result;
}

#endif

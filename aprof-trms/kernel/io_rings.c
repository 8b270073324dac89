/* io_uring: see kernel/io_rings.h.

   A ring lives as long as the process: a number of a descriptor that io_uring_setup
   returns once more replaces the ring that had it before, and a call with the number
   of a closed ring fails.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernel/io_rings.h"
#include "sys/client_memory.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vkiscnums.h"

/* What <linux/io_uring.h> has beside Valgrind's copy of it. */
enum {
   SETUP_SQPOLL = 1 << 1,
   SETUP_LARGE_REQUESTS = 1 << 10,      /* IORING_SETUP_SQE128 */
   SETUP_LARGE_COMPLETIONS = 1 << 11,   /* IORING_SETUP_CQE32 */
   SETUP_NO_MMAP = 1 << 14,
   SETUP_ONLY_REGISTERED = 1 << 15,     /* IORING_SETUP_REGISTERED_FD_ONLY */
   SETUP_NO_ARRAY = 1 << 16,            /* IORING_SETUP_NO_SQARRAY */
   ENTER_REGISTERED_RING = 1 << 4,
   REGISTER_RING_FDS = 20,
   REQUEST_CHOOSES_BUFFER = 1 << 5,     /* IOSQE_BUFFER_SELECT */
   SEND = 26, RECV = 27, READ = 22, WRITE = 23, SEND_ZC = 47, SENDMSG_ZC = 48,
   MOST_PIECES = 1024,                  /* UIO_MAXIOV */
   MOST_MATCHED = 256                   /* requests of a call whose completions are
                                           searched for: each is compared with
                                           all */
};

typedef void Effect(ThreadId tid, Addr start, SizeT size);

typedef struct vki_io_uring_sqe Request;
typedef struct vki_io_uring_cqe Completion;

typedef struct {
   Int fd;              /* -1: it has none */
   ThreadId registrar;  /* a thread, or VG_INVALID_THREADID, that has registered */
   Int registered;      /* it, and the number that it has there */
   UInt flags;          /* IORING_SETUP_ */
   struct vki_io_sqring_offsets submissions_at;
   struct vki_io_cqring_offsets completions_at;
   Addr submissions, completions, requests;   /* the three mappings; 0: not made */
   UInt submitted, completed;           /* requests; modulo 2^32, as the ring's
                                           own counters */
} Ring;

/* As of io_uring_register. */
typedef struct {
   UInt number, reserved;
   ULong fd;
} RegisteredRing;

static Ring *rings;
static UInt ring_count, ring_capacity;

static Ring *ring_of(Int fd)
{
   for (UInt i = 0; i < ring_count; i++)
      if (rings[i].fd == fd)
         return &rings[i];
   return NULL;
}

Bool io_rings_has(Int fd)
{
   return fd >= 0 && ring_of(fd) != NULL;
}

static Ring *registered_ring(ThreadId tid, Int number)
{
   for (UInt i = 0; i < ring_count; i++)
      if (rings[i].registrar == tid && rings[i].registered == number)
         return &rings[i];
   return NULL;
}

/* Return the ring of a call of io_uring_enter, or NULL. */
static Ring *entered_ring(ThreadId tid, const UWord *args)
{
   return args[3] & ENTER_REGISTERED_RING
          ? registered_ring(tid, (Int)args[0]) : ring_of((Int)args[0]);
}

/* A queue of a ring.  Its memory has been made by the kernel: whether all its pages
   are there need not be asked. */
typedef struct {
   Addr start;
   UInt mask;           /* the number of elements less one */
   SizeT step;          /* bytes of an element */
} Queue;

static Bool is_mapped(Addr start, SizeT size)
{
   return start != 0 && client_memory_listed_part(start, size) == size;
}

/* A counter of a ring, which the kernel may change now. */
static UInt counter_at(Addr ring, UInt offset)
{
   return *(const volatile UInt *)(ring + offset);
}

/* Set *q to the queue whose number of elements is the counter at `offset` of `ring`,
   plus one.  Return False if it is not there. */
static Bool find_queue(Queue *q, Addr ring, UInt offset, Addr start, SizeT size)
{
   if (ring == 0 || !is_mapped(ring + offset, sizeof(UInt)))
      return False;
   *q = (Queue){ start, counter_at(ring, offset), size };
   return is_mapped(start, ((SizeT)q->mask + 1) * size);
}

static Addr element(const Queue *q, UInt number)
{
   return q->start + (number & q->mask) * q->step;
}

static Bool find_requests(Queue *q, const Ring *ring)
{
   return find_queue(q, ring->submissions, ring->submissions_at.ring_mask,
                     ring->requests,
                     sizeof(Request)
                     << ((ring->flags & SETUP_LARGE_REQUESTS) != 0));
}

/* The elements of the queue of submissions are numbers of requests, unless these
   follow each other. */
static Bool find_numbers(Queue *q, const Ring *ring)
{
   return find_queue(q, ring->submissions, ring->submissions_at.ring_mask,
                     ring->submissions + ring->submissions_at.array,
                     sizeof(UInt));
}

static Bool find_completions(Queue *q, const Ring *ring)
{
   return find_queue(q, ring->completions, ring->completions_at.ring_mask,
                     ring->completions + ring->completions_at.cqes,
                     sizeof(Completion)
                     << ((ring->flags & SETUP_LARGE_COMPLETIONS) != 0));
}

/* --- what a request needs --- */

static void add(IoRingRequests *r, IoRingRange range)
{
   if (range.size == 0)
      return;
   if (r->count == r->capacity) {
      r->capacity = r->capacity == 0 ? 8 : 2 * r->capacity;
      r->list = VG_(realloc)("aprof.kernel.io_rings.requests", r->list,
                             r->capacity * sizeof *r->list);
   }
   r->list[r->count++] = range;
}

/* Add a structure that the kernel reads.  Return False if it is not there. */
static Bool add_structure(IoRingRequests *r, IoRingRange range)
{
   if (!client_memory_is_readable(range.start, range.size))
      return False;
   range.writes = range.data = False;
   add(r, range);
   return True;
}

static void add_buffer(IoRingRequests *r, IoRingRange range)
{
   range.size = client_memory_listed_part(range.start, range.size);
   range.data = True;
   add(r, range);
}

static void add_pieces(IoRingRequests *r, IoRingRange range, Addr at, UWord n)
{
   const struct vki_iovec *piece = (const struct vki_iovec *)at;

   range.start = at;
   range.size = n * sizeof *piece;
   if (n > MOST_PIECES || !add_structure(r, range))
      return;
   for (UWord i = 0; i < n; i++) {
      range.start = (Addr)piece[i].iov_base;
      range.size = piece[i].iov_len;
      add_buffer(r, range);
   }
}

static void add_message(IoRingRequests *r, IoRingRange range, Addr at)
{
   const struct vki_msghdr *m = (const struct vki_msghdr *)at;

   range.start = at;
   range.size = sizeof *m;
   if (add_structure(r, range))
      add_pieces(r, range, (Addr)m->msg_iov, m->msg_iovlen);
}

static void add_request(IoRingRequests *r, UInt nth, const Request *q)
{
   IoRingRange range = { nth, q->user_data, q->addr, q->len, False, False };

   add(r, (IoRingRange){ nth, q->user_data, (Addr)q, sizeof *q, False, False });
   if (q->flags & REQUEST_CHOOSES_BUFFER)
      return;
   switch (q->opcode) {
   case READ: case VKI_IORING_OP_READ_FIXED: case RECV:
      range.writes = True;
      add_buffer(r, range);
      return;
   case WRITE: case VKI_IORING_OP_WRITE_FIXED: case SEND: case SEND_ZC:
      add_buffer(r, range);
      return;
   case VKI_IORING_OP_READV: case VKI_IORING_OP_WRITEV:
      range.writes = q->opcode == VKI_IORING_OP_READV;
      add_pieces(r, range, q->addr, q->len);
      return;
   case VKI_IORING_OP_RECVMSG: case VKI_IORING_OP_SENDMSG: case SENDMSG_ZC:
      range.writes = q->opcode == VKI_IORING_OP_RECVMSG;
      add_message(r, range, q->addr);
      return;
   }
}

void io_rings_before_syscall(IoRingRequests *r, ThreadId tid, UInt number,
                             const UWord *args)
{
   Queue requests, numbers = { 0 };
   const Ring *ring;

   r->count = 0;
   if (number != __NR_io_uring_enter
       || (ring = entered_ring(tid, args)) == NULL
       || (ring->flags & SETUP_SQPOLL) != 0 || !find_requests(&requests, ring)
       || ((ring->flags & SETUP_NO_ARRAY) == 0
           && !find_numbers(&numbers, ring)))
      return;
   const UInt head = counter_at(ring->submissions, ring->submissions_at.head),
              tail = counter_at(ring->submissions, ring->submissions_at.tail);

   r->alone = ring->submitted == ring->completed;
   for (UInt i = 0; i < tail - head && i < (UInt)args[1] && i <= requests.mask;
        i++) {
      const UInt q = numbers.start == 0
                     ? head + i : *(const UInt *)element(&numbers, head + i);
      add_request(r, i, (const Request *)element(&requests, q));
   }
   if (r->count > 0 && r->list[r->count - 1].request >= MOST_MATCHED)
      r->alone = False;
}

/* --- the ends of calls --- */

static void note_ring(ThreadId tid, Int number,
                      const struct vki_io_uring_params *p)
{
   const Bool has_fd = (p->flags & SETUP_ONLY_REGISTERED) == 0;
   Ring *ring = has_fd ? ring_of(number) : registered_ring(tid, number);

   if (ring == NULL) {
      if (ring_count == ring_capacity) {
         ring_capacity = ring_capacity == 0 ? 4 : 2 * ring_capacity;
         rings = VG_(realloc)("aprof.kernel.io_rings.rings", rings,
                              ring_capacity * sizeof *rings);
      }
      ring = &rings[ring_count++];
   }
   *ring = (Ring){ .fd = has_fd ? number : -1,
                   .registrar = has_fd ? VG_INVALID_THREADID : tid,
                   .registered = number, .flags = p->flags,
                   .submissions_at = p->sq_off, .completions_at = p->cq_off };
   if (p->flags & SETUP_NO_MMAP) {
      ring->requests = p->sq_off.resv2;                      /* user_addr */
      ring->submissions = ring->completions = p->cq_off.resv[1];
   }
}

/* Both rings may be in the mapping of the first one (IORING_FEAT_SINGLE_MMAP). */
static void note_mapping(Int fd, ULong offset, Addr start)
{
   Ring *ring = fd < 0 ? NULL : ring_of(fd);

   if (ring == NULL)
      return;
   if (offset == VKI_IORING_OFF_SQES)
      ring->requests = start;
   else if (offset == VKI_IORING_OFF_CQ_RING)
      ring->completions = start;
   else if (offset == VKI_IORING_OFF_SQ_RING) {
      ring->submissions = start;
      if (ring->completions == 0)
         ring->completions = start;
   }
}

static void note_registered(ThreadId tid, const RegisteredRing *list, UWord n)
{
   if (!client_memory_is_readable((Addr)list, n * sizeof *list))
      return;
   for (UWord i = 0; i < n; i++) {
      Ring *ring = ring_of((Int)list[i].fd);
      if (ring != NULL) {
         ring->registrar = tid;
         ring->registered = (Int)list[i].number;
      }
   }
}

/* Return how many bytes of a request's buffers the kernel has used: what its
   completion, one of those from `from` to `to`, says, if it has one that no other
   request of the call can have. */
static SizeT bytes_used(const Queue *completions, const IoRingRequests *r,
                        const IoRingRange *range, UInt from, UInt to)
{
   const Completion *found = NULL;

   if (!r->alone)
      return ~(SizeT)0;
   for (UInt i = 0; i < r->count; i++)
      if (r->list[i].user_data == range->user_data
          && r->list[i].request != range->request)
         return ~(SizeT)0;
   for (; from != to; from++) {
      const Completion *c = (const Completion *)element(completions, from);
      if (c->user_data == range->user_data) {
         if (found != NULL)
            return ~(SizeT)0;
         found = c;
      }
   }
   return found == NULL ? ~(SizeT)0 : found->res < 0 ? 0 : (SizeT)found->res;
}

/* The kernel has taken the first `taken` requests of a call. */
static void take_requests(const IoRingRequests *r, UInt taken, ThreadId tid,
                          const Queue *completions, UInt from, UInt to,
                          Effect *read, Effect *write)
{
   SizeT left = 0;

   for (UInt i = 0; i < r->count && r->list[i].request < taken; i++) {
      const IoRingRange *range = &r->list[i];
      SizeT size = range->size;

      if (i == 0 || range[-1].request != range->request)
         left = bytes_used(completions, r, range, from, to);
      if (range->data) {
         size = size < left ? size : left;
         left -= size;
      }
      (range->writes ? write : read)(tid, range->start, size);
   }
}

static void after_enter(Ring *ring, const IoRingRequests *r, UInt taken,
                        ThreadId tid, Effect *read, Effect *write)
{
   Queue completions;

   if (!find_completions(&completions, ring))
      return;
   /* Of more than the ring holds, which the program has taken without a call, the
      last are left. */
   const UInt to = counter_at(ring->completions, ring->completions_at.tail),
              from = to - ring->completed > completions.mask
                     ? to - completions.mask - 1 : ring->completed;

   take_requests(r, taken, tid, &completions, from, to, read, write);
   for (UInt i = from; i != to; i++)
      write(tid, element(&completions, i), sizeof(Completion));
   if (from != to)
      write(tid, ring->completions + ring->completions_at.tail, sizeof to);
   ring->submitted += taken;
   ring->completed = to;
}

void io_rings_after_syscall(IoRingRequests *r, ThreadId tid, UInt number,
                            const UWord *args, Bool failed, UWord result,
                            Effect *read, Effect *write)
{
   Ring *ring;

   if (number == __NR_io_uring_enter) {
      ring = entered_ring(tid, args);
      if (ring != NULL)
         after_enter(ring, r, failed ? 0 : (UInt)result, tid, read, write);
   } else if (failed) {
      return;
   } else if (number == __NR_io_uring_setup) {
      note_ring(tid, (Int)result,
                (const struct vki_io_uring_params *)args[1]);
   } else if (number == __NR_mmap) {
      note_mapping((Int)args[4], args[5], result);
   } else if (number == __NR_io_uring_register
              && (UInt)args[1] == REGISTER_RING_FDS) {
      note_registered(tid, (const RegisteredRing *)args[2], result);
   }
}

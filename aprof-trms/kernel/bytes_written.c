/* What a system call has really written, by the kernel's sources.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernel/bytes_written.h"
#include "kernel/abi.h"
#include "sys/client_memory.h"
#include "sys/syscall.h"
#include "pub_tool_vkiscnums.h"

enum { LENGTH = sizeof(UInt), MOST_MESSAGES = 1024 /* UIO_MAXIOV */ };

static BytesWrittenBuffer of_message(const struct vki_msghdr *m)
{
   if (!client_memory_is_readable((Addr)m, sizeof *m))
      return (BytesWrittenBuffer){ 0 };
   return (BytesWrittenBuffer){ .start = (Addr)m->msg_name,
                        .length = (Addr)&m->msg_namelen };
}

static UInt count_measured(const BytesWrittenCall *c)
{
   if (c->number != __NR_recvmmsg)
      return 1;
   return c->args[2] < MOST_MESSAGES ? c->args[2] : MOST_MESSAGES;
}

static BytesWrittenBuffer measured_at(const BytesWrittenCall *c, UInt i)
{
   const UWord *args = c->args;

   switch (c->number) {
   case __NR_accept: case __NR_accept4: case __NR_getsockname:
   case __NR_getpeername:
      return (BytesWrittenBuffer){ args[1], args[2], 0 };
   case __NR_getsockopt:
      return (BytesWrittenBuffer){ args[3], args[4], 0 };
   case __NR_recvfrom:
      return (BytesWrittenBuffer){ args[4], args[5], 0 };
   case __NR_recvmsg:
      return of_message((const struct vki_msghdr *)args[1]);
   case __NR_recvmmsg:
      return of_message(&((const struct vki_mmsghdr *)args[1])[i].msg_hdr);
   default:
      return (BytesWrittenBuffer){ 0 };
   }
}

/* Return where a call's timeout is, which the kernel counts down, or 0 if the
   call has none. */
static Addr timeout_of(const BytesWrittenCall *c)
{
   switch (c->number) {
   case __NR_select: case __NR_pselect6:
      return c->args[4];
   case __NR_ppoll:
      return c->args[2];
   default:
      return 0;
   }
}

static Bool is_not_zero(Addr time)
{
   const UWord *words = (const UWord *)time;

   return time != 0 && client_memory_is_readable(time, 2 * sizeof *words)
          && (words[0] | words[1]) != 0;
}

void bytes_written_begin(BytesWrittenCall *c, UInt number, const UWord *args,
                         UInt n_args)
{
   c->number = number;
   for (UInt i = 0; i < 6; i++)
      c->args[i] = i < n_args ? args[i] : 0;
   c->measured_count = count_measured(c);
   if (c->capacity < c->measured_count) {
      c->capacity = c->measured_count;
      c->measured = VG_(realloc)("aprof.written.measured", c->measured,
                                 c->capacity * sizeof *c->measured);
   }
   for (UInt i = 0; i < c->measured_count; i++) {
      BytesWrittenBuffer m = measured_at(c, i);
      if (m.start != 0 && client_memory_is_readable(m.length, LENGTH))
         m.room = *(const UInt *)m.length;
      c->measured[i] = m;
   }
   c->waits = is_not_zero(timeout_of(c));
}

/* Does this operation of a futex write the word?  The others only read it. */
static Bool writes_word(UWord operation)
{
   switch (operation & ~(UWord)(VKI_FUTEX_PRIVATE_FLAG
                                | VKI_FUTEX_CLOCK_REALTIME)) {
   case VKI_FUTEX_WAIT: case VKI_FUTEX_WAKE: case VKI_FUTEX_REQUEUE:
   case VKI_FUTEX_CMP_REQUEUE: case VKI_FUTEX_WAKE_OP:
   case VKI_FUTEX_WAIT_BITSET: case VKI_FUTEX_WAKE_BITSET:
   case VKI_FUTEX_WAIT_REQUEUE_PI: case VKI_FUTEX_CMP_REQUEUE_PI:
      return False;
   default:
      return True;
   }
}

static Bool has_own_memory(UWord clone_flags)
{
   return (clone_flags & (VKI_CLONE_VM | VKI_CLONE_CHILD_SETTID))
          == VKI_CLONE_CHILD_SETTID;
}

/* Has waitid found a child? */
static Bool has_found_child(const BytesWrittenCall *c)
{
   const Int *signal = (const Int *)c->args[2];

   return signal == NULL
          || !client_memory_is_readable((Addr)signal, sizeof *signal)
          || *signal != 0;
}

/* Is it where a received message's control messages are?  Of these
   bytes_written_more reports all. */
static Bool is_control(const BytesWrittenCall *c, Addr start)
{
   const struct vki_mmsghdr *list = (const struct vki_mmsghdr *)c->args[1];

   if (c->number == __NR_recvmsg)
      return start == (Addr)((const struct vki_msghdr *)list)->msg_control;
   if (c->number == __NR_recvmmsg)
      for (UWord i = 0; i < c->result && i < c->measured_count; i++)
         if (start == (Addr)list[i].msg_hdr.msg_control)
            return True;
   return False;
}

/* Is the range the answer for a descriptor that is not ready?  The kernel has
   no news of it.  (If these counted, what a server reads would grow with the
   square of its connections, as the cost of looking at all of them does.) */
static Bool is_idle(const BytesWrittenCall *c, Addr start, SizeT size)
{
   const Short *events = (const Short *)start;
   const UWord n = c->args[1] * sizeof(struct vki_pollfd);

   return size == sizeof *events && start >= c->args[0]
          && start < c->args[0] + n && *events == 0;
}

SizeT bytes_written_of(const BytesWrittenCall *c, Addr start, SizeT size)
{
   const UWord *args = c->args;
   const AbiOperation *o = abi_operation(c->number, c->args);

   if (o != NULL && start == args[o->to])
      return 0;               /* bytes_written_more reports the range */
   if (is_control(c, start))
      return 0;
   for (UInt i = 0; i < c->measured_count; i++)
      if (start == c->measured[i].start)
         return size < c->measured[i].room ? size : c->measured[i].room;
   switch (c->number) {
   case __NR_getxattr: case __NR_lgetxattr: case __NR_fgetxattr:
      return args[3] == 0 ? 0 : size;        /* it returns the size only */
   case __NR_listxattr: case __NR_llistxattr: case __NR_flistxattr:
      return args[2] == 0 ? 0 : size;
   case __NR_wait4:
      return c->result == 0 ? 0 : size;      /* no child has ended */
   case __NR_waitid:
      return start == args[4] && has_found_child(c) ? size : 0;
   case __NR_futex:
      return writes_word(args[1]) ? size : 0;
   case __NR_clone:
      return start == args[3] && has_own_memory(args[0]) ? 0 : size;
   case __NR_clock_nanosleep:
      return args[1] != 0 ? 0 : size;        /* the time is absolute */
   case __NR_poll: case __NR_ppoll:
      return is_idle(c, start, size) ? 0 : size;
   default:
      return size;
   }
}

typedef struct {
   ThreadId tid;
   void (*write)(ThreadId tid, Addr start, SizeT size);
} Writer;

static void report(const Writer *w, Addr start, SizeT size)
{
   if (start != 0 && size > 0)
      w->write(w->tid, start, size);
}

/* Sets of descriptors: the kernel's sets have no more bits than it allows
   descriptors. */
static void report_sets(const BytesWrittenCall *c, const Writer *w)
{
   enum { BITS = 8 * sizeof(UWord), MOST = 1 << 20 };
   UWord n = c->args[0] < MOST ? c->args[0] : MOST;
   SizeT size = (n + BITS - 1) / BITS * sizeof(UWord);

   for (UInt i = 1; i <= 3; i++)
      report(w, c->args[i], client_memory_readable_part(c->args[i], size));
}

/* The control messages that a message was received with.  The kernel leaves out
   what fills each of them up to a multiple of a word. */
static void report_control(const struct vki_msghdr *m, const Writer *w)
{
   const UWord mask = sizeof(UWord) - 1;
   Addr at = (Addr)m->msg_control;
   SizeT left = client_memory_readable_part(at, m->msg_controllen);

   while (at != 0 && left >= sizeof(struct vki_cmsghdr)) {
      SizeT length = ((const struct vki_cmsghdr *)at)->cmsg_len;
      if (length < sizeof(struct vki_cmsghdr) || length > left)
         return;
      report(w, at, length);
      length = (length + mask) & ~mask;
      if (length >= left)
         return;
      at += length;
      left -= length;
   }
}

/* The extents of a file that FS_IOC_FIEMAP has found, as many as there was room
   for. */
static void report_extents(Addr map, const Writer *w)
{
   const AbiExtents *e = &abi_sizes.extents;

   if (!client_memory_is_readable(map, e->head))
      return;
   UInt found = *(const UInt *)(map + e->found_at);
   UInt room = *(const UInt *)(map + e->room_at);
   report(w, map + e->head,
          client_memory_readable_part(map + e->head,
                                      (SizeT)(found < room ? found : room)
                                      * e->extent));
}

static void report_length(const BytesWrittenBuffer *m, const Writer *w)
{
   if (m->start != 0)
      report(w, m->length, LENGTH);
}

/* Ranges that are written whether the call succeeds or not, unless it fails
   because of its pointers.  A poll that a signal has interrupted has found
   nothing, and stores that. */
static void report_always(const BytesWrittenCall *c, const Writer *w)
{
   const UWord *args = c->args;
   struct vki_pollfd *polled = (struct vki_pollfd *)args[0];

   if (c->waits)
      report(w, timeout_of(c), 2 * sizeof(UWord));
   switch (c->number) {
   case __NR_waitid:
      for (UInt i = 0; args[2] != 0 && i < 2; i++)
         report(w, args[2] + abi_sizes.child[i].at, abi_sizes.child[i].size);
      break;
   case __NR_sendfile:
      report(w, args[2], sizeof(Off64T));
      break;
   case __NR_poll: case __NR_ppoll:
      if (c->failed && c->result == VKI_EINTR
          && client_memory_is_readable(args[0], args[1] * sizeof *polled))
         for (UWord i = 0; i < args[1]; i++)
            report(w, (Addr)&polled[i].revents, sizeof polled[i].revents);
      break;
   case __NR_capget: case __NR_capset:
      /* The kernel stores the version that it prefers to an unknown one. */
      if (c->failed && c->result == VKI_EINVAL)
         report(w, args[0], sizeof(UInt));
      break;
   case __NR_name_to_handle_at:
      /* The size that the handle needs, its type, and the mount's number. */
      if (c->failed && c->result == VKI_EOVERFLOW) {
         report(w, args[2], abi_sizes.handle_head);
         report(w, args[3], sizeof(Int));
      }
      break;
   }
}

/* Ranges that are written if the call succeeds. */
static void report_on_success(const BytesWrittenCall *c, const Writer *w)
{
   enum { CAPABILITIES_OF_64_BITS = 0x20071026 };
   const UWord *args = c->args;
   const AbiOperation *o = abi_operation(c->number, c->args);
   const struct vki_msghdr *message;
   const struct vki_mmsghdr *list;

   if (o != NULL)
      report(w, args[o->to], o->size);
   switch (c->number) {
   case __NR_select: case __NR_pselect6:
      report_sets(c, w);
      break;
   case __NR_copy_file_range:
      if (c->result == 0)
         break;
      /* fall through */
   case __NR_splice:
      report(w, args[1], sizeof(Off64T));
      report(w, args[3], sizeof(Off64T));
      break;
   case __NR_accept: case __NR_accept4: case __NR_getsockname:
   case __NR_getpeername: case __NR_getsockopt: case __NR_recvfrom:
      report_length(&c->measured[0], w);
      break;
   case __NR_recvmsg:
      message = (const struct vki_msghdr *)args[1];
      report_length(&c->measured[0], w);
      report(w, (Addr)&message->msg_controllen, sizeof message->msg_controllen);
      report_control(message, w);
      break;
   case __NR_recvmmsg:
      list = (const struct vki_mmsghdr *)args[1];
      for (UWord i = 0; i < c->result && i < c->measured_count; i++) {
         report_length(&c->measured[i], w);
         report(w, (Addr)&list[i].msg_hdr.msg_controllen,
                sizeof list[i].msg_hdr.msg_controllen);
         report_control(&list[i].msg_hdr, w);
      }
      if (c->result > 0)
         report(w, args[4], sizeof(struct vki_timespec));
      break;
   case __NR_sched_getattr:
      /* The structure begins with its size, as far as the kernel knows it. */
      if (client_memory_is_readable(args[1], args[2])
          && args[2] > *(const UInt *)args[1]) {
         SizeT known = *(const UInt *)args[1];
         report(w, args[1] + known,
                syscall_sched_attr_size(known, args[2]) - known);
      }
      break;
   case __NR_ioctl:
      if ((UInt)args[1] == abi_sizes.extents.operation)
         report_extents(args[2], w);
      break;
   case __NR_futex:
      if ((args[1] & ~(UWord)VKI_FUTEX_PRIVATE_FLAG) == VKI_FUTEX_WAKE_OP)
         report(w, args[4], sizeof(Int));
      break;
   case __NR_clone:
      if (c->result == 0 && has_own_memory(args[0]))
         report(w, args[3], sizeof(Int));
      break;
   case __NR_capget:
      if (client_memory_is_readable(args[0], sizeof(UInt))
          && *(const UInt *)args[0] >= CAPABILITIES_OF_64_BITS)
         report(w, args[1], abi_sizes.capabilities);
      break;
   }
}

void bytes_written_more(const BytesWrittenCall *c, ThreadId tid,
                        void (*write)(ThreadId tid, Addr start, SizeT size))
{
   Writer w = { tid, write };

   if (!c->failed || (c->result != VKI_EFAULT && c->result != VKI_ENOSYS))
      report_always(c, &w);
   if (!c->failed)
      report_on_success(c, &w);
}

/* System calls, signal frames and mappings -> the engine's kernel_read,
   kernel_write, forget and move.

   Before a system call Valgrind reports what the kernel may read, with the
   sizes that the program has requested; after it, what the kernel has written,
   partly with requested sizes, too.  Both are kept until the call's result
   says how much was really read and written: then first the reads take effect,
   and then the writes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernel/syscalls.h"
#include "base/options.h"
#include "arch/syscall_state.h"
#include "callgraph/record.h"
#include "callgraph/zones.h"
#include "engine/fast/fast.h"
#include "kernel/bytes_written.h"
#include "kernel/file_mappings.h"
#include "kernel/file_reads.h"
#include "kernel/file_limits.h"
#include "kernel/io_rings.h"
#include "kernel/memory_limits.h"
#include "kernel/mmap_hints.h"
#include "output/program.h"
#include "output/socket_calls.h"
#include "sched/callers.h"
#include "sched/sched.h"
#include "sys/client_memory.h"
#include "sys/shadow_address_space.h"
#include "sys/stack_memory.h"
#include "sys/syscall.h"
#include "threads/os_threads.h"
#include "threads/user_contexts.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vkiscnums.h"

/* A range that the kernel may read, or has written, in a thread's present
   call. */
typedef struct {
   Addr start;
   SizeT size;
   Bool data;           /* a buffer that the kernel reads or fills as far as the
                           result says, not a structure that says where the
                           buffer is */
} Range;

typedef struct {
   Range *list;
   UInt count, capacity;
} Ranges;

/* A thread and its system calls. */
typedef struct {
   Bool inside;         /* it is in the system call `call` */
   BytesWrittenCall call;
   Ranges reads, writes;
   IoRingRequests requests;
   /* What the kernel writes to when the thread ends; 0: nothing. */
   Addr cleared;        /* a word that is set to 0 (set_tid_address, clone) */
   Addr robust;         /* the beginning of the list of its robust locks: the
                           words of the locks that it still holds
                           (set_robust_list) */
} Syscall;

static Syscall *syscalls;     /* by ThreadId */
static const SyscallObserver *observer;

/* Does the call return how many bytes of its buffers it has read or filled? */
static Bool returns_bytes(UInt number)
{
   switch (number) {
   case __NR_write: case __NR_pwrite64: case __NR_writev: case __NR_pwritev:
   case __NR_pwritev2: case __NR_sendto: case __NR_sendmsg:
   case __NR_vmsplice: case __NR_process_vm_writev: case __NR_recvfrom:
   case __NR_sched_getaffinity: case __NR_getrandom: case __NR_syslog:
      return True;
   default:
      return False;
   }
}

/* Does the call read its buffer completely, or, if it fails, not at all? */
static Bool reads_all_or_nothing(UInt number)
{
   switch (number) {
   case __NR_msgsnd: case __NR_mq_timedsend:
      return True;
   default:
      return False;
   }
}

/* Is the range one of the buffers of an array of struct iovec?  All else that
   such a call reads (the array, the message header, an address) is read in
   full. */
static Bool is_buffer_of(const struct vki_iovec *vector, UWord n, Addr start,
                         SizeT size)
{
   if (n > 1024 /* UIO_MAXIOV */
       || !client_memory_is_readable((Addr)vector, n * sizeof *vector))
      return False;
   for (UWord i = 0; i < n; i++)
      if ((Addr)vector[i].iov_base == start && vector[i].iov_len >= size)
         return True;
   return False;
}

static Bool is_data(const Syscall *s, Addr start, SizeT size)
{
   const struct vki_msghdr *message;

   switch (s->call.number) {
   case __NR_write: case __NR_pwrite64: case __NR_sendto:
   case __NR_recvfrom: case __NR_syslog:
      return start == s->call.args[1];
   case __NR_getrandom:
      return start == s->call.args[0];
   case __NR_sched_getaffinity:
      return start == s->call.args[2];
   case __NR_writev: case __NR_pwritev: case __NR_pwritev2:
   case __NR_vmsplice: case __NR_process_vm_writev:
      return start != s->call.args[1]
             && is_buffer_of((const struct vki_iovec *)s->call.args[1],
                             s->call.args[2], start, size);
   case __NR_sendmsg:
      message = (const struct vki_msghdr *)s->call.args[1];
      return client_memory_is_readable((Addr)message, sizeof *message)
             && is_buffer_of(message->msg_iov, message->msg_iovlen, start,
                             size);
   case __NR_msgsnd: case __NR_mq_timedsend:
      return True;
   default:
      return False;
   }
}

/* Is the range one of the buffers of messages that were not sent?  `sent`: the
   number of messages that were sent. */
static Bool is_unsent(const Syscall *s, const Range *r, UWord sent)
{
   const struct vki_mmsghdr *list = (const struct vki_mmsghdr *)s->call.args[1];
   const UWord n = s->call.args[2];

   if (n > 1024 /* UIO_MAXIOV */
       || !client_memory_is_readable((Addr)list, n * sizeof *list))
      return False;
   for (UWord i = 0; i < n; i++)
      if (is_buffer_of(list[i].msg_hdr.msg_iov, list[i].msg_hdr.msg_iovlen,
                       r->start, r->size))
         return i >= sent;
   return False;
}

static void drop_unsent(Syscall *s, UWord sent)
{
   UInt kept = 0;

   for (UInt i = 0; i < s->reads.count; i++)
      if (!is_unsent(s, &s->reads.list[i], sent))
         s->reads.list[kept++] = s->reads.list[i];
   s->reads.count = kept;
}

static Control *control_of(ThreadId tid)
{
   return os_threads_get(tid)->current;
}

static void kernel_read(ThreadId tid, Addr start, SizeT size)
{
   Control *c = control_of(tid);

   if (c != NULL && zones_measure(c) == MEASURE_ALL)
      tool_options.engine->kernel_read(c->input, start, size);
}

static void kernel_write(ThreadId tid, Addr start, SizeT size)
{
   (void)tid;
   tool_options.engine->kernel_write(start, size);
}

/* A system call has succeeded, and may have read from a file.  Signal handlers
   and user contexts have a time of their own: they are left out. */
static void follow_files(ThreadId tid, UInt number, const UWord *args,
                         UWord result)
{
   Control *c = control_of(tid);

   if (c == NULL || c->kind != NATIVE)
      return;
   const FileReader reader = { c->os_thread, control_cost(c) };
   const FileRead r = file_reads_after_syscall(number, args, result, &reader);
   if (r.bytes > 0 && zones_measure(c) == MEASURE_ALL)
      record_file_read(c, r.bytes, r.again, r.since);
}

static void add_range(Ranges *r, Range range)
{
   if (r->count == r->capacity) {
      r->capacity = r->capacity == 0 ? 8 : 2 * r->capacity;
      r->list = VG_(realloc)("aprof.kernel.ranges", r->list,
                             r->capacity * sizeof *r->list);
   }
   r->list[r->count++] = range;
}

/* Call take_effect for all ranges, and for at most `limit` bytes of data. */
static void flush(ThreadId tid, Ranges *ranges, SizeT limit,
                  void (*take_effect)(ThreadId tid, Addr start, SizeT size))
{
   for (UInt i = 0; i < ranges->count; i++) {
      Range *r = &ranges->list[i];
      SizeT size = r->size;
      if (r->data) {
         size = size < limit ? size : limit;
         limit -= size;
      }
      take_effect(tid, r->start, size);
   }
   ranges->count = 0;
}

/* Of data the kernel reads no more than its result says, in the order of the
   ranges, and flush() cuts them by that.  So it doesn't matter whether their end
   lies behind the end of a mapped file, and the kernel is not asked: it would be
   a system call for each text of its own that a server sends. */
static void pre_read(CorePart part, ThreadId tid, const HChar *what,
                     Addr start, SizeT size)
{
   Syscall *s = &syscalls[tid];

   (void)what;
   if (part != Vg_CoreSysCall && part != Vg_CoreSysCallArgInMem
       && part != Vg_CoreSignal)
      return;
   Bool now = part == Vg_CoreSignal || !s->inside;
   Range r = { start, 0, !now && is_data(s, start, size) };
   r.size = r.data ? client_memory_listed_part(start, size)
                   : client_memory_readable_part(start, size);
   if (r.size == 0)
      return;
   if (now)
      kernel_read(tid, r.start, r.size);
   else
      add_range(&s->reads, r);
}

static void pre_read_string(CorePart part, ThreadId tid, const HChar *what,
                            Addr string)
{
   SizeT most = client_memory_readable_part(string, 1 << 20);

   pre_read(part, tid, what, string,
            VG_(strnlen)((const HChar *)string, most)
            + (most > 0 ? 1 : 0));
}

static void post_write(CorePart part, ThreadId tid, Addr start, SizeT size)
{
   Syscall *s = &syscalls[tid];

   if (part == Vg_CoreSysCall && s->inside)
      add_range(&s->writes, (Range){ start, size, is_data(s, start, size) });
   else if (part == Vg_CoreSysCall || part == Vg_CoreSignal)
      kernel_write(tid, start, size);
}

/* Does the call set a filter of system calls? */
static Bool sets_filter(UInt number, UWord what)
{
   enum { SET_SECCOMP = 22, MODE_FILTER = 1 };

   return number == __NR_seccomp ? what <= MODE_FILTER : what == SET_SECCOMP;
}

static void end_program(void)
{
   observer->save();
   VG_(exit)(1);
}

/* What a clone with these flags is to Valgrind.  Where it is nothing that
   Valgrind supports, Valgrind says so and ends, without a profile. */
typedef enum { CLONE_FORK, CLONE_THREAD, CLONE_UNSUPPORTED } CloneKind;

static CloneKind clone_kind(UWord flags)
{
   const UWord thread = VKI_CLONE_VM | VKI_CLONE_FS | VKI_CLONE_FILES,
               kind = flags & (thread | VKI_CLONE_VFORK);

   return kind == thread ? CLONE_THREAD
          : kind == 0 || kind == (VKI_CLONE_VM | VKI_CLONE_VFORK)
             ? CLONE_FORK
             : CLONE_UNSUPPORTED;
}

/* Where Valgrind has no entry left for a thread, it ends by a failure of its
   own, without a profile.  Entry 0 is no thread. */
static Bool may_create_thread(void)
{
   if (os_threads_living() < VG_N_THREADS - 1)
      return True;
   VG_(umsg)("aprof: the program has %u threads, as many as Valgrind has room "
             "for, and creates another: run it again with --max-threads=%u\n",
             VG_N_THREADS - 1, 4 * VG_N_THREADS);
   return False;
}

/* The program creates a thread or a process. */
static void before_clone(UWord flags)
{
   switch (clone_kind(flags)) {
   case CLONE_FORK:
      break;
   case CLONE_THREAD:
      if (!may_create_thread())
         end_program();
      break;
   case CLONE_UNSUPPORTED:
      observer->save();
      break;
   }
}

static void pre_syscall(ThreadId tid, UInt number, UWord *args, UInt n_args)
{
   Syscall *s = &syscalls[tid];

   if (sched_before_syscall(tid, number, args))
      return;
   s->inside = True;
   s->reads.count = s->writes.count = 0;
   bytes_written_begin(&s->call, number, args, n_args);
   io_rings_before_syscall(&s->requests, tid, number, args);
   switch (number) {
   case __NR_exit:
      os_threads_get(tid)->exiting = True;
      if (os_threads_living() == 1)
         observer->exits(args[0]);
      break;
   case __NR_exit_group:
      observer->exits(args[0]);
      break;
   case __NR_execve:
      observer->exec((const HChar *)args[0]);
      break;
   case __NR_execveat:
      observer->exec(NULL);
      break;
   case __NR_prctl: case __NR_seccomp:
      if (sets_filter(number, args[0])) {
         observer->filter();
         syscall_restrict();
      }
      break;
   case __NR_mlockall:
      if (!memory_limits_before_locking(args[0]))
         end_program();
      break;
   case __NR_clone:
      before_clone(args[0]);
      break;
   }
}

/* Reduce the ranges that Valgrind has reported to what was really written. */
static void cut_writes(Syscall *s)
{
   for (UInt i = 0; i < s->writes.count; i++) {
      Range *r = &s->writes.list[i];
      r->size = bytes_written_of(&s->call, r->start, r->size);
   }
}

/* Does the call map memory that grows down when it is accessed?  Valgrind's
   list of mappings does not show it. */
static Bool grows_by_itself(UInt number, const UWord *args)
{
   enum { MAP_GROWSDOWN = 0x100 };

   return number == __NR_mmap && (args[3] & MAP_GROWSDOWN) != 0;
}

/* Return the word that the kernel clears when the thread or process ends which
   the call creates, or 0. */
static Addr cleared_at_end(const Syscall *s)
{
   return s->inside && s->call.number == __NR_clone
          && (s->call.args[0] & VKI_CLONE_CHILD_CLEARTID) != 0
          ? s->call.args[3] : 0;
}

void syscalls_thread_created(ThreadId parent, ThreadId child)
{
   syscalls[child].inside = False;     /* the thread that had the id before has
                                          ended in a system call */
   syscalls[child].robust = 0;
   syscalls[child].cleared = parent == VG_INVALID_THREADID
                             ? 0 : cleared_at_end(&syscalls[parent]);
}

static void write_word(ThreadId tid, Addr word)
{
   if (client_memory_is_readable(word, sizeof(Int)))
      kernel_write(tid, word, sizeof(Int));
}

/* The kernel writes to the word of each lock in the thread's list.  The list
   is a ring of addresses; behind its beginning stands the distance between an
   address and the lock's word.  Bit 0 of an address says which kind of lock it
   is. */
static void write_locks(ThreadId tid, Addr begin)
{
   enum { MOST = 2048 };      /* as the kernel's ROBUST_LIST_LIMIT */
   const Addr *at = (const Addr *)begin;

   if (!client_memory_is_readable(begin, 2 * sizeof *at))
      return;
   Word distance = ((const Word *)begin)[1];
   for (UInt n = 0; n < MOST; n++) {
      at = (const Addr *)(*at & ~(Addr)1);
      if ((Addr)at == begin || !client_memory_is_readable((Addr)at, sizeof *at))
         return;
      write_word(tid, (Addr)at + distance);
   }
}

Addr syscalls_word_cleared_at_end(ThreadId tid)
{
   return syscalls[tid].cleared;
}

void syscalls_thread_ends(ThreadId tid)
{
   Syscall *s = &syscalls[tid];

   if (s->robust != 0)
      write_locks(tid, s->robust);
   if (s->cleared != 0)
      write_word(tid, s->cleared);
   s->cleared = s->robust = 0;
}

/* The file descriptor that a call has read from, or mapped; -1: none. */
static Int read_from(UInt number, const UWord *args, UWord result)
{
   switch (number) {
   case __NR_read: case __NR_readv: case __NR_pread64: case __NR_preadv:
   case __NR_preadv2: case __NR_recvfrom:
      return result > 0 ? (Int)args[0] : -1;
   case __NR_mmap:
      return args[3] & VKI_MAP_ANONYMOUS ? -1 : (Int)args[4];
   default:
      return -1;
   }
}

static void post_syscall(ThreadId tid, UInt number, UWord *args, UInt n_args,
                         SysRes result)
{
   Syscall *s = &syscalls[tid];
   Bool failed = sr_isError(result);
   SizeT limit = ~(SizeT)0;

   (void)n_args;
   if (sched_after_syscall(tid, number, args, result))
      return;
   if (!syscall_needs_no_kernel(number)) {
      program_has_called();
      callers_count(tid, VG_(get_IP)(tid) - SYSCALL_LENGTH, number);
   }
   if (returns_bytes(number))
      limit = failed ? 0 : sr_Res(result);
   else if (reads_all_or_nothing(number) && failed)
      limit = 0;
   else if (number == __NR_sendmmsg)
      drop_unsent(s, failed ? 0 : sr_Res(result));
   s->call.failed = failed;
   s->call.result = failed ? sr_Err(result) : sr_Res(result);
   flush(tid, &s->reads, limit, kernel_read);
   cut_writes(s);
   flush(tid, &s->writes, limit, kernel_write);
   bytes_written_more(&s->call, tid, kernel_write);
   io_rings_after_syscall(&s->requests, tid, number, args, failed,
                          sr_Res(result), kernel_read, kernel_write);
   if (!failed) {
      follow_files(tid, number, args, sr_Res(result));
      program_has_read(read_from(number, args, sr_Res(result)));
   }
   if (number == __NR_set_tid_address && !failed)
      s->cleared = args[0];
   else if (number == __NR_set_robust_list && !failed)
      s->robust = args[0];
   else if (number == __NR_clone && !failed && sr_Res(result) == 0) {
      s->cleared = cleared_at_end(s);           /* in the new process */
      s->robust = 0;
   }
   s->inside = False;
   if (!failed && tool_options.inline_checks && grows_by_itself(number, args))
      trms_fast_end_unchecked_writes();
   if (failed && (number == __NR_execve || number == __NR_execveat))
      observer->exec_failed();
   memory_limits_after_syscall(number, args, failed);
   file_limits_after_syscall(number, args, failed ? sr_Err(result) : 0);
   socket_calls_after_syscall(number, failed ? sr_Err(result) : 0);
   mmap_hints_after_syscall(tid, number, args, result);
}

static void forget(Addr start, SizeT size)
{
   tool_options.engine->forget(start, size);
   file_mappings_moved();
}

/* The program has new memory, or address space for later use: GHC's runtime
   reserves a terabyte, and makes parts of it accessible from the beginning on.
   Valgrind places memory below the end of the windows, unless the program requires
   another address. */
static void follow(Addr start, SizeT size, Bool accessible)
{
   if (!tool_options.inline_checks)
      return;
   shadow_address_space_mapped(start, start + size);
   if (trms_fast_mapped(start, start + size, accessible)
       && !stack_memory_has(start, start + size))
      return;
   VG_(umsg)("aprof: the program has mapped memory at 0x%lx, where aprof's "
             "own is, or has to be: run it again with --shadow=tables\n",
             start);
   end_program();
}

static void new_mmap(Addr start, SizeT size, Bool r, Bool w, Bool x,
                     ULong debug_info)
{
   (void)debug_info;
   file_mappings_mapped(start);
   follow(start, size, r || w || x);
   forget(start, size);
   zones_mapped(start, size);
}

/* Mappings that exist before the program begins. */
static void new_startup(Addr start, SizeT size, Bool r, Bool w, Bool x,
                        ULong debug_info)
{
   (void)debug_info;
   follow(start, size, r || w || x);
}

static void change_mprotect(Addr start, SizeT size, Bool r, Bool w, Bool x)
{
   if (r || w || x)
      follow(start, size, True);
}

static void new_brk(Addr start, SizeT size, ThreadId tid)
{
   (void)tid;
   forget(start, size);
   zones_mapped(start, size);
}

static void die_brk(Addr start, SizeT size)
{
   if (zones_unmapped(control_current, start, size))
      file_mappings_moved();
   else
      forget(start, size);
}

static void die_munmap(Addr start, SizeT size)
{
   die_brk(start, size);
   user_contexts_unmapped(start, size);
}

static void copy_remap(Addr from, Addr to, SizeT size)
{
   tool_options.engine->move(from, to, size);
   zones_remapped(control_current, from, size);
   zones_mapped(to, size);
   follow(to, size, True);
   file_mappings_moved();
}

void syscalls_init(const SyscallObserver *o)
{
   observer = o;
   syscalls = VG_(calloc)("aprof.kernel.syscalls", VG_N_THREADS,
                          sizeof *syscalls);
   VG_(needs_syscall_wrapper)(pre_syscall, post_syscall);
   VG_(track_pre_mem_read)(pre_read);
   VG_(track_pre_mem_read_asciiz)(pre_read_string);
   VG_(track_post_mem_write)(post_write);
   VG_(track_new_mem_startup)(new_startup);
   VG_(track_new_mem_mmap)(new_mmap);
   VG_(track_change_mem_mprotect)(change_mprotect);
   VG_(track_new_mem_brk)(new_brk);
   VG_(track_die_mem_munmap)(die_munmap);
   VG_(track_die_mem_brk)(die_brk);
   VG_(track_copy_mem_remap)(copy_remap);
}

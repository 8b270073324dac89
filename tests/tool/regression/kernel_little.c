/* What a system call has written or read when it does less than requested:
   fewer messages, none that was sent, no child, some descriptors, no thread to
   wake.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <fcntl.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <linux/futex.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>

/* One message of three: the kernel writes its length, the length of its
   address, and of its control data. */
READER(messages, 48)
/* The cells that the call has not written. */
READER(usage_without_child, 36)
READER(usage_of_child, 36)
/* The set of ten descriptors, whose size is 64 bits; then the set of 70. */
READER(set_of_ten, 4)
READER(set_of_seventy, 6)
/* Three descriptors, each with its events, of which one is ready. */
READER(polled_descriptors, 6)
/* The timeout of the call, of which some is left. */
READER(time_of_messages, 4)
/* Only old kernels have written this. */
READER(cache_of_processor, 32)
/* The kernel only reads the word. */
READER(word_of_bitset, 1)
/* The kernel stores the version that it prefers to an unknown one, and reads
   the process id. */
READER(version_of_capabilities, 2)

/* A control message with one descriptor: a header and four bytes; what fills it
   up to a word is left alone.  There were two. */
READER(control_data, 12)
/* An extent, where there is room for two: a structure and one extent. */
READER(extents, 36)
/* The attributes that the kernel knows of, of 48 bytes. */
READER(attributes, 20)

/* More than a queue takes. */
ROUTINE long not_sent(int queue, const void *message, long n)
{
   return kernel(SYS_msgsnd, queue, (long)message, n, IPC_NOWAIT, 0, 0);
}

ROUTINE long sent(int queue, const void *message, long n)
{
   return kernel(SYS_msgsnd, queue, (long)message, n, IPC_NOWAIT, 0, 0);
}

/* Sends a descriptor from one end of a pair of sockets to the other. */
INLINE void receive_descriptor(int *control)
{
   static long sent_control[3];
   static char byte[4];
   struct iovec part = { byte, 1 };
   struct msghdr m = { .msg_iov = &part, .msg_iovlen = 1,
                       .msg_control = sent_control, .msg_controllen = 24 };
   struct cmsghdr *c = CMSG_FIRSTHDR(&m);
   int ends[2];

   must(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0, "socketpair");
   c->cmsg_level = SOL_SOCKET;
   c->cmsg_type = SCM_RIGHTS;
   c->cmsg_len = CMSG_LEN(sizeof(int));
   *(int *)CMSG_DATA(c) = ends[0];
   must(kernel3(SYS_sendmsg, ends[0], (long)&m, 0) == 1, "sendmsg");
   m.msg_control = control;
   m.msg_controllen = 48;
   must(kernel3(SYS_recvmsg, ends[1], (long)&m, 0) == 1, "recvmsg");
   must(m.msg_controllen == 24, "a control message");
}

/* False: the file system does not say. */
INLINE int find_extents(int *map)
{
   struct fiemap *m = (struct fiemap *)map;
   int file = open("little.data", O_RDWR | O_CREAT | O_TRUNC, 0600);

   must(file >= 0 && write(file, "abcd", 4) == 4 && fsync(file) == 0, "a file");
   m->fm_length = ~0UL;
   m->fm_extent_count = 2;
   return kernel3(SYS_ioctl, file, FS_IOC_FIEMAP, (long)m) == 0
          && m->fm_mapped_extents == 1;
}

int main(void)
{
   static int control[12], attr[20], map[36];
   static struct mmsghdr list[3];
   static char buffers[3][16], message[1 << 16];
   static struct iovec parts[3];
   static struct sockaddr_in names[3];
   static int usage[36], set[6], word = 5;
   static siginfo_t info;
   static struct pollfd polled[3];
   static struct timeval no_time;
   static struct timespec most = { 100, 0 };
   static int cache[32], version[2] = { 1 };
   struct sockaddr_in name = { .sin_family = AF_INET };
   socklen_t length = sizeof name;
   int fd = socket(AF_INET, SOCK_DGRAM, 0), ends[2], queue, child;

   must(fd >= 0 && pipe(ends) == 0, "to begin");
   name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
   must(bind(fd, (struct sockaddr *)&name, sizeof name) == 0, "bind");
   must(getsockname(fd, (struct sockaddr *)&name, &length) == 0, "its name");
   must(sendto(fd, "abcd", 4, 0, (struct sockaddr *)&name, sizeof name) == 4,
        "sendto");
   for (int i = 0; i < 3; i++) {
      parts[i] = (struct iovec){ buffers[i], 16 };
      list[i].msg_hdr = (struct msghdr){ .msg_name = &names[i],
                                         .msg_namelen = sizeof names[i],
                                         .msg_iov = &parts[i],
                                         .msg_iovlen = 1 };
   }
   must(kernel(SYS_recvmmsg, fd, (long)list, 3, MSG_DONTWAIT, 0, 0) == 1,
        "recvmmsg");
   messages(list);

   must(sendto(fd, "abcd", 4, 0, (struct sockaddr *)&name, sizeof name) == 4,
        "sendto");
   must(kernel(SYS_recvmmsg, fd, (long)list, 1, 0, (long)&most, 0) == 1,
        "recvmmsg");
   time_of_messages(&most);
   must(kernel3(SYS_getcpu, (long)&word, 0, (long)cache) == 0, "getcpu");
   cache_of_processor(cache);
   word = 5;

   child = fork();
   if (child == 0) {
      char c;
      close(ends[1]);
      _exit(read(ends[0], &c, 1) != 0);
   }
   must(child > 0, "fork");
   must(kernel(SYS_waitid, P_ALL, 0, (long)&info, WEXITED | WNOHANG,
               (long)usage, 0) == 0, "no child");
   usage_without_child(usage);
   close(ends[1]);
   must(kernel(SYS_waitid, P_ALL, 0, (long)&info, WEXITED, (long)usage, 0)
        == 0, "the child");
   usage_of_child(usage);

   must(kernel(SYS_select, 10, (long)set, 0, 0, (long)&no_time, 0) == 0,
        "select");
   set_of_ten(set);
   must(kernel(SYS_select, 70, (long)set, 0, 0, (long)&no_time, 0) == 0,
        "select");
   set_of_seventy(set);
   must(pipe(ends) == 0 && write(ends[1], "a", 1) == 1, "a pipe");
   polled[0].fd = ends[0];
   polled[1].fd = fd;
   polled[2].fd = -1;
   for (int i = 0; i < 3; i++)
      polled[i].events = POLLIN;
   must(kernel3(SYS_poll, (long)polled, 3, 0) == 1, "poll");
   polled_descriptors(polled);
   must(kernel(SYS_futex, (long)&word, FUTEX_WAKE_BITSET, 1, 0, 0, 1) == 0,
        "wake");
   must(word_of_bitset(&word) == 5, "the word");

   must(kernel3(SYS_capget, (long)version, (long)cache, 0) == -EINVAL,
        "no such version");
   must(version_of_capabilities(version) != 1, "another version");

   receive_descriptor(control);
   control_data(control);
   must(kernel(SYS_sched_getattr, 0, (long)attr, 48, 0, 0, 0) == 0,
        "sched_getattr");
   attributes(attr);
   if (find_extents(map))
      extents(map);
   else
      puts("name no_extents 1");

   queue = msgget(IPC_PRIVATE, 0600);
   require(queue >= 0, "no message queues");
   *(long *)message = 1;
   must(sent(queue, message, 400) == 0, "sent");
   while (msgsnd(queue, message, 1000, IPC_NOWAIT) == 0)
      ;
   must(not_sent(queue, message, 1000) == -EAGAIN, "not sent");
   must(msgctl(queue, IPC_RMID, NULL) == 0, "msgctl");
   return 0;
}

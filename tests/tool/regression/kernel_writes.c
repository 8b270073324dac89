/* External input is what a system call has really written, where Valgrind
   reports more than that, or less.

   Each routine reads where the call before it may have written.

   output: prof.%p

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <linux/futex.h>
#include <linux/sched.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>

static int buffer[64];

/* The holder of the lock: the kernel writes the whole structure. */
READER(lock, 8)
/* The rest of a timeout; a timeout of 0 is left alone. */
READER(time_of_ppoll, 4)
READER(no_time_of_ppoll, 4)
READER(time_of_select, 4)
READER(no_time_of_select, 4)
/* A signal has interrupted the call: there were no events, and some time is
   left. */
READER(time_until_signal, 4)
READER(events_until_signal, 2)
/* No child has ended: the kernel writes neither a status nor the resources
   used. */
READER(status_without_child, 1)
READER(usage_without_child, 36)
READER(status_of_child, 1)
/* The structure about a child has a hole; the same is written without a
   child. */
READER(info_without_child, 32)
/* A name that is longer than the buffer, and its length. */
READER(name_cut, 10)
READER(length_of_name, 1)
/* At the end of the file the offset stays. */
READER(place_of_nothing, 2)
/* The kernel only reads this word, and sets another one. */
READER(word_woken, 1)
READER(words_set, 2)
/* Two messages: of each the kernel writes its length, the length of its
   address, and of its control data. */
READER(messages, 32)
/* The size that a value would have; the size that a handle would have. */
READER(value_size_only, 10)
READER(handle_size_only, 4)
READER(mount_of_handle, 1)
/* What follows can't be written. */
READER(random_cut, 32)
/* The kernel writes the word in the process that starts. */
READER(word_of_parent, 1)
READER(word_of_child, 1)

static void on_alarm(int signal)
{
   (void)signal;
}

int main(void)
{
   static struct flock wanted = { .l_type = F_WRLCK };
   static struct timespec none, little = { 0, 1000 }, long_time = { 100, 0 };
   static struct timeval no_time, little_time = { 0, 10 };
   static struct pollfd polled = { .fd = -1 };
   static siginfo_t info;
   static long place = 100;
   static int words[2], word, mount, handle[4], status;
   static struct sockaddr_in names[2];
   static struct mmsghdr list[2];
   static struct iovec parts[2] = { { buffer, 4 }, { buffer + 4, 4 } };
   struct sockaddr_in name = { .sin_family = AF_INET };
   struct itimerval soon = { { 0, 20000 }, { 0, 20000 } }, never = { 0 };
   static socklen_t length;
   int file = open("kernel.data", O_RDWR | O_CREAT | O_TRUNC, 0600), ends[2];
   int fd = socket(AF_INET, SOCK_DGRAM, 0), child;
   char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

   must(file >= 0 && fd >= 0 && pages != MAP_FAILED, "to begin");
   must(kernel3(SYS_fcntl, file, F_GETLK, (long)&wanted) == 0, "a lock");
   must(lock(&wanted) != 0, "what it is");
   must(kernel(SYS_ppoll, 0, 0, (long)&little, 0, 0, 0) == 0, "ppoll");
   time_of_ppoll(&little);
   must(kernel(SYS_ppoll, 0, 0, (long)&none, 0, 0, 0) == 0, "ppoll");
   no_time_of_ppoll(&none);
   must(kernel(SYS_select, 0, 0, 0, 0, (long)&little_time, 0) == 0, "select");
   time_of_select(&little_time);
   must(kernel(SYS_select, 0, 0, 0, 0, (long)&no_time, 0) == 0, "select");
   no_time_of_select(&no_time);

   must(signal(SIGALRM, on_alarm) != SIG_ERR, "signal");
   must(setitimer(ITIMER_REAL, &soon, NULL) == 0, "a timer");
   must(kernel(SYS_ppoll, (long)&polled, 1, (long)&long_time, 0, 0, 0)
        == -EINTR, "interrupted");
   must(setitimer(ITIMER_REAL, &never, NULL) == 0, "no timer");
   time_until_signal(&long_time);
   events_until_signal(&polled);

   must(pipe(ends) == 0, "pipe");
   child = fork();
   if (child == 0) {
      char c;
      close(ends[1]);
      _exit(read(ends[0], &c, 1) != 0);
   }
   must(kernel(SYS_wait4, child, (long)&status, WNOHANG, (long)buffer, 0, 0)
        == 0, "no child");
   status_without_child(&status);
   usage_without_child(buffer);
   must(kernel(SYS_waitid, P_ALL, 0, (long)&info, WEXITED | WNOHANG, 0, 0) == 0,
        "no child");
   info_without_child(&info);
   close(ends[1]);
   must(kernel(SYS_wait4, child, (long)&status, 0, 0, 0, 0) == child,
        "the child");
   status_of_child(&status);

   must(bind(fd, (struct sockaddr *)&name, sizeof name) == 0, "bind");
   length = 4;
   must(kernel3(SYS_getsockname, fd, (long)buffer, (long)&length) == 0,
        "getsockname");
   name_cut(buffer);
   must(length_of_name(&length) == sizeof name, "its length");
   must(kernel(SYS_copy_file_range, file, (long)&place, file, 0, 8, 0) == 0,
        "nothing");
   place_of_nothing(&place);
   must(kernel(SYS_futex, (long)words, FUTEX_WAKE, 1, 0, 0, 0) == 0, "wake");
   word_woken(words);
   must(kernel(SYS_futex, (long)words, FUTEX_WAKE_OP, 1, 1, (long)(words + 1),
               FUTEX_OP(FUTEX_OP_SET, 7, FUTEX_OP_CMP_EQ, 0)) == 0, "wake");
   must(words_set(words) == 7, "the operation");

   length = sizeof name;
   must(getsockname(fd, (struct sockaddr *)&name, &length) == 0, "its name");
   name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
   for (int i = 0; i < 2; i++) {
      must(sendto(fd, "abcd", 4, 0, (struct sockaddr *)&name, sizeof name) == 4,
           "sendto");
      list[i].msg_hdr = (struct msghdr){ .msg_name = &names[i],
                                         .msg_namelen = sizeof names[i],
                                         .msg_iov = &parts[i],
                                         .msg_iovlen = 1 };
   }
   must(kernel(SYS_recvmmsg, fd, (long)list, 2, 0, 0, 0) == 2, "recvmmsg");
   messages(list);

   require(setxattr("kernel.data", "user.colour", "green", 5, 0) == 0,
           "no extended attributes");
   must(kernel(SYS_getxattr, (long)"kernel.data", (long)"user.colour",
               (long)(buffer + 20), 0, 0, 0) == 5, "an attribute");
   value_size_only(buffer + 20);
   require(kernel(SYS_name_to_handle_at, AT_FDCWD, (long)"kernel.data",
                  (long)handle, (long)&mount, 0, 0) == -EOVERFLOW,
           "no handles");
   handle_size_only(handle);
   mount_of_handle(&mount);
   must(munmap(pages + 4096, 4096) == 0, "munmap");
   must(kernel3(SYS_getrandom, (long)(pages + 4096 - 128), 256, 0) <= 128,
        "random");
   random_cut(pages + 4096 - 128);

   child = kernel(SYS_clone, CLONE_CHILD_SETTID | SIGCHLD, 0, 0, (long)&word, 0,
                  0);
   if (child == 0)
      kernel3(SYS_exit_group, word_of_child(&word) == 0, 0, 0);
   word_of_parent(&word);
   must(child > 0 && waitpid(child, &status, 0) == child && status == 0,
        "a process");
   printf("profile child %x\n", (unsigned)child);
   unlink("kernel.data");
   return 0;
}

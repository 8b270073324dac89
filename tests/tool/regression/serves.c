/* Connections: two sockets listen, three connections are made, one of them by a
   call that goes on in the kernel, and calls that fail.  The process accepts two,
   and a forked child the third.
   output: prof.%p

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

static struct sockaddr_un place(const char *path)
{
   struct sockaddr_un to = { .sun_family = AF_UNIX };

   strncpy(to.sun_path, path, sizeof to.sun_path - 1);
   return to;
}

static int made(int family)
{
   const int s = socket(family, SOCK_STREAM, 0);

   must(s >= 0, "socket");
   return s;
}

static void calls_that_fail(int empty)
{
   const struct sockaddr_un nowhere = place("nowhere");

   must(connect(made(AF_UNIX), (const void *)&nowhere, sizeof nowhere) == -1,
        "connect to nothing");
   must(listen(-1, 1) == -1, "listen at nothing");
   must(fcntl(empty, F_SETFL, O_NONBLOCK) == 0, "fcntl");
   must(accept(empty, NULL, NULL) == -1 && errno == EAGAIN, "accept nothing");
   must(fcntl(empty, F_SETFL, 0) == 0, "fcntl");
}

/* Return a socket that listens at a port of its own. */
static int tcp_server(struct sockaddr_in *at)
{
   socklen_t size = sizeof *at;
   const int server = made(AF_INET);

   *at = (struct sockaddr_in){ .sin_family = AF_INET,
                               .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
   must(bind(server, (const void *)at, size) == 0, "bind");
   must(getsockname(server, (void *)at, &size) == 0, "getsockname");
   must(listen(server, 5) == 0, "listen");
   return server;
}

int main(void)
{
   const struct sockaddr_un here = place("socket");
   struct sockaddr_in at;
   int server, tcp, client, status;
   pid_t child;

   server = made(AF_UNIX);
   unlink("socket");
   must(bind(server, (const void *)&here, sizeof here) == 0, "bind");
   must(listen(server, 5) == 0, "listen");
   calls_that_fail(server);
   for (int i = 0; i < 2; i++)
      must(connect(made(AF_UNIX), (const void *)&here, sizeof here) == 0,
           "connect");
   must(accept(server, NULL, NULL) >= 0, "accept");
   tcp = tcp_server(&at);
   client = made(AF_INET);
   must(fcntl(client, F_SETFL, O_NONBLOCK) == 0, "fcntl");
   must(connect(client, (const void *)&at, sizeof at) == -1 &&
        errno == EINPROGRESS, "connect that goes on");
   must(accept4(tcp, NULL, NULL, SOCK_CLOEXEC) >= 0, "accept4");
   child = fork();
   if (child == 0)
      _exit(accept(server, NULL, NULL) < 0);
   must(wait(&status) > 0 && status == 0, "child");
   TELL("profile parent ", getpid());
   TELL("profile child ", child);
   return 0;
}

/* refusing COMMAND...: runs the command where madvise and other calls are
   refused, as in some containers.  For refused.test.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include "refusing.h"

int main(int argc, char **argv)
{
   must(argc > 1, "a command");
   refuse(SYS_madvise, SYS_process_madvise, SECCOMP_RET_ERRNO | EPERM);
   execvp(argv[1], argv + 1);
   return 127;
}

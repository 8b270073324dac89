# own_pids COMMAND...: run it where the numbers of processes and threads are its
# own, and so the same in each run.  glibc since 2.39 prints the number of each
# thread that starts, and what is read for that depends on its digits.  The
# status is 99 if that is not allowed.  Scripts of sh and of bash source this
# file.
#
# SPDX-License-Identifier: GPL-2.0-or-later

# The first process has signals of its own kind and waits for orphans: it is a
# shell, and not the command.
own_pids() {
   for own_pids in -p -rp; do
      ! unshare $own_pids -f true 2> /dev/null || {
         unshare $own_pids -f --kill-child sh -c '"$@"; exit $?' sh "$@"
         return
      }
   done
   return 99
}

# without_system_debug SHELL SCRIPT ARGUMENT...: start the script anew where the
# system's debug information is not seen, if that is allowed.  At each start
# Valgrind reads that of the C library, where it is installed: half of a short
# run's time, and a third of all that many such runs take.  Scripts that expect
# nothing of it call this.  Scripts of sh and of bash source this file.
#
# SPDX-License-Identifier: GPL-2.0-or-later

# As root only: a user who is mapped to root may do other things than a user.
without_system_debug() {
   if test -n "${SYSTEM_DEBUG_IS_HIDDEN:-}" || ! test -d /usr/lib/debug ||
      ! unshare -m mount -t tmpfs none /usr/lib/debug 2> /dev/null; then
      return
   fi
   export SYSTEM_DEBUG_IS_HIDDEN=yes
   exec unshare -m sh -c \
      'mount -t tmpfs none /usr/lib/debug && exec "$@"' sh "$@"
}

# with_system_debug COMMAND...: run it where that information is seen nevertheless.
with_system_debug() {
   test -z "${SYSTEM_DEBUG_IS_HIDDEN:-}" || set -- unshare -m \
      sh -c 'umount /usr/lib/debug && exec "$@"' sh "$@"
   "$@"
}

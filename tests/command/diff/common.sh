# The common part of the tests of `aprof diff` and `aprof check`: refusals, and
# profiles made from short descriptions (profile.awk).
#
# APROF is the command, top_srcdir the checkout.
#
# SPDX-License-Identifier: GPL-2.0-or-later

. "$top_srcdir/tests/lib/common.sh"

# refuses NAME PATTERN ARGS...: status 2, nothing on stdout, one line on stderr.
refuses() {
   name=$1 pattern=$2; shift 2
   aprof "$@"
   if ended 2 1 && ! test -s out && grep -Eq "^aprof: $pattern" err &&
      ! grep -Eq '^aprof: (note|warning): ' err; then
      pass "$name"
   else
      fail "$name" "status $status" "$(head -n 5 out err)"
   fi
}

# profile FILE: make it from the description on stdin.
profile() { awk -f "$top_srcdir/tests/command/diff/profile.awk" > "$1"; }

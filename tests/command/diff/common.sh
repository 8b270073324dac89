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
   refused "$name" 2 "$pattern"
}

# profile FILE: make it from the description on stdin.
profile() { awk -f "$top_srcdir/tests/command/diff/profile.awk" > "$1"; }

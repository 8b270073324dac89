# What the tests of `aprof diff` and `aprof check` have in common: TAP, runs of
# aprof, and profiles made from short descriptions (profile.awk).
#
# APROF is the command; $here is the folder of the test.
#
# SPDX-License-Identifier: GPL-2.0-or-later

set -u
LC_ALL=C
export LC_ALL
: "${APROF:?names the command to test}"
case $APROF in /*) ;; *) APROF=$PWD/$APROF ;; esac
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
tab=$(printf '\t')
count=0

pass() { count=$((count + 1)); echo "ok $count - $1"; }
fail() {
   count=$((count + 1))
   echo "not ok $count - $1"
   shift
   printf '%s\n' "$@" | sed 's/^/# /'
}
skip() { count=$((count + 1)); echo "ok $count - $1 # SKIP $2"; }

# is NAME COMMAND...: the command succeeds.
is() {
   name=$1; shift
   if "$@"; then pass "$name"; else fail "$name" "failed: $*"; fi
}

# Runs aprof; leaves $status, and the files out and err.
aprof() {
   "$APROF" "$@" > out 2> err < /dev/null
   status=$?
}

# The last call ended with this status, and stderr is this many lines.
ended() { test "$status" -eq "$1" && test "$(wc -l < err)" -eq "$2"; }

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

# profile FILE: makes it from the description on stdin.
profile() { awk -f "$top_srcdir/tests/diff/profile.awk" > "$1"; }

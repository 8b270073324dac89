# What the tests of the command have in common: TAP, a folder of their own,
# which is the current one, and runs of aprof.  Sourced by them, whether they
# are sh's or bash's.
#
# APROF is the command.
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
   is_name=$1; shift
   if "$@"; then pass "$is_name"; else fail "$is_name" "failed: $*"; fi
}

# Runs aprof; leaves $status, and the files out and err.
aprof() {
   "$APROF" "$@" > out 2> err < /dev/null
   status=$?
}

# The last call ended with this status, and stderr is this many lines.
ended() { test "$status" -eq "$1" && test "$(wc -l < err)" -eq "$2"; }

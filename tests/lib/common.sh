# Code that the tests of the command share:  TAP, a temporary folder, which
# becomes the current folder, and runs of aprof.  Scripts of sh and of bash
# source it.
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
XDG_CACHE_HOME=$tmp/cache
export XDG_CACHE_HOME
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

# is NAME COMMAND...: one test, which passes if the command succeeds.
is() {
   is_name=$1; shift
   if "$@"; then pass "$is_name"; else fail "$is_name" "failed: $*"; fi
}

# awk, with as many digits as are always right: mawk prints whole numbers from
# 2^31 with six.
awk() { command awk -v OFMT=%.15g -v CONVFMT=%.15g "$@"; }

# Run aprof; set $status, and write the files out and err.
aprof() {
   "$APROF" "$@" > out 2> err < /dev/null
   status=$?
}

# own_mounts COMMAND...: run it where mounts are its own, and end with it.  The
# status is 99 if that is not allowed.
own_mounts() {
   for spaces in -m -rm; do
      ! unshare $spaces true 2> log || {
         unshare $spaces "$@"
         return
      }
   done
   return 99
}

# ended STATUS LINES: the last call had this exit status, and wrote this number
# of lines on stderr; the first one is in $first_error.  No process counts them,
# since there are thousands of these tests.
ended() {
   ended_lines=0 first_error=
   while IFS= read -r ended_line; do
      ended_lines=$((ended_lines + 1))
      : "${first_error:=$ended_line}"
   done < err
   test "$status" -eq "$1" && test "$ended_lines" -eq "$2"
}

# remarks: whether $first_error is a note or a warning, which is no error.
remarks() {
   case $first_error in 'aprof: note: '* | 'aprof: warning: '*) return 0 ;; esac
   return 1
}

# refused NAME STATUS PATTERN: one test, of the last call: this status, nothing on
# stdout, and one line on stderr, which matches and is no note.
refused() {
   if ended "$2" 1 && ! test -s out && ! remarks &&
      grep -Eq "^aprof: $3" err; then
      pass "$1"
   else
      fail "$1" "status $status" "$(head -n 5 out err)"
   fi
}

# noted NAME PATTERN: one test, of the last call: status 0, and one line on stderr,
# a note or a warning that matches.
noted() {
   if ended 0 1 && grep -Eq "^aprof: (note|warning): .*$2" err; then
      pass "$1"
   else
      fail "$1" "status $status" "$(cat err)"
   fi
}

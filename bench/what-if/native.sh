# Native runs to compare predictions with.  Sourced by the scripts beside it.
#
# The script has set `here`, its folder, and `arguments`, an array: what each
# program is called with.  It is in a folder of its own, in which the programs
# are.  Environment: APROF, the command, by default the one in build/;
# VALGRIND_LIB, by default the folder there.
#
# SPDX-License-Identifier: GPL-2.0-or-later

top=${here%/*/*}
: "${APROF:=$top/build/aprof}"
export VALGRIND_LIB=${VALGRIND_LIB:-$top/build/valgrind-lib}

# truth_programs: the names of the programs of tests/whatif
truth_programs() {
   sed -n '/ programs\[\] = {$/,/^};/s/{ "\([a-z0-9]*\)",/\n\1\n/gp' \
      "$top/tests/whatif/programs.c" | grep -x '[a-z0-9]*'
}

# real: the words before a native program: two processors, and a priority above
# all other programs where that is allowed.
real=()
if chrt -r 1 true 2>/dev/null; then real=(chrt -r 1); fi
if taskset -c 0,1 true 2>/dev/null; then real+=(taskset -c "0,1"); fi

# say_if_busy: with other work on the machine native times say little.
say_if_busy() {
   awk '$1 > 0.5 { print "The load is " $1 ": native times say little." }' \
      /proc/loadavg
   test ${#real[@]} -gt 0 && test "${real[0]}" = chrt ||
      echo 'chrt -r is not allowed here: other programs disturb the times.'
}

# build_empty FLAG...: the program `empty`, which does nothing.  Starting and
# ending a process is not what a prediction is of: its time is taken off.
build_empty() {
   echo 'int main(void) { return 0; }' | cc -x c -o empty - "$@" || exit 2
}

# build_speeds FLAG...: the program `speeds`, which says how many times as long the
# same work takes on the slower of processors 0 and 1: the host of a virtual machine
# may give it unequal ones.
build_speeds() {
   cc -x c -o speeds - "$@" <<'EOF' || exit 2
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { TIMES = 25 };
static double us[2][TIMES];

static double work(int cpu)
{
   struct timespec from, to;
   cpu_set_t set;

   CPU_ZERO(&set);
   CPU_SET(cpu, &set);
   sched_setaffinity(0, sizeof set, &set);
   clock_gettime(CLOCK_MONOTONIC, &from);
   for (volatile long i = 3000000; i > 0; i--)
      ;
   clock_gettime(CLOCK_MONOTONIC, &to);
   return (to.tv_sec - from.tv_sec) * 1e6 + (to.tv_nsec - from.tv_nsec) / 1e3;
}

static int compare(const void *a, const void *b)
{
   return (*(const double *)a > *(const double *)b)
          - (*(const double *)a < *(const double *)b);
}

int main(void)
{
   double ratio;

   for (int i = 0; i < 2 * TIMES; i++)
      us[i % 2][i / 2] = work(i % 2);
   for (int cpu = 0; cpu < 2; cpu++)
      qsort(us[cpu], TIMES, sizeof **us, compare);
   ratio = us[0][TIMES / 2] / us[1][TIMES / 2];
   printf("%.2f\n", ratio < 1 ? 1 / ratio : ratio);
   return 0;
}
EOF
}

# turn PROGRAM...: add the microseconds of a native run of each program to its
# file.  The shell has the priority, so that no other program is executed in
# between.
turn() {
   local from to program
   if chrt -r 1 true 2>/dev/null; then chrt -r -p 1 "$BASHPID"; fi
   if taskset -c 0,1 true 2>/dev/null; then
      taskset -p -c 0,1 "$BASHPID" >/dev/null
   fi
   for program; do
      from=${EPOCHREALTIME/./}
      "./$program" "${arguments[@]}" >/dev/null || exit 2
      to=${EPOCHREALTIME/./}
      echo "$((to - from))" >>"$program.us"
   done
}

# turns N PROGRAM...: N times a run of each program and of `empty`, added to what
# the folder has.
turns() {
   local i n=$1; shift
   for ((i = 0; i < n; i++)); do
      (turn "$@" empty) || exit 2
      sleep 0.1                       # others get what the priority took
   done
}

# least PROGRAM [PART PARTS]: the first decile of its microseconds, of all turns or
# of those of one part: every PARTS-th turn.  Whatever else the machine and its host
# do only makes a run longer, for seconds at a time: a median of such runs tells
# how busy they were, the quickest tell how long the program takes.
least() {
   awk -v part="${2:-0}" -v parts="${3:-1}" 'NR % parts == part' "$1.us" |
      sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 9) / 10)] }'
}

# gained PLAIN BETTER [PART PARTS]: the percentage of its time that the other gains
gained() {
   awk -v a="$(least "$1" "${@:3}")" -v b="$(least "$2" "${@:3}")" \
      -v e="$(least empty "${@:3}")" \
      'BEGIN { printf "%.2f\n", 100 * (a - b) / (a - e) }'
}

# spread PLAIN BETTER: half of the range of the gains by each third of the turns, in
# percentage points
spread() {
   local part
   for part in 0 1 2; do gained "$1" "$2" $part 3; done | sort -n |
      awk '{ v[NR] = $1 } END { printf "%.1f\n", (v[NR] - v[1]) / 2 }'
}

# base PROGRAM [OPTION...]: its virtual time on two cores; the file of the run is
# `times`.
base() {
   local program=$1; shift
   "$APROF" run -q --what-if=base --cores=2 "$@" --aprof-out-file=times \
      "./$program" "${arguments[@]}" >/dev/null || exit 2
   awk -F '\t' '$1 == "run" { print $3; exit }' times
}

# rate PROGRAM: the instructions of a nanosecond of its own, after `base`.  The
# kernel knows exactly how long a program had a processor, but divides that into user
# and system time by samples, so that the least user time of some runs says too
# little.  Hence the least sum of both, of batches of runs, and the user's share of
# all.
rate() {
   local TIMEFORMAT='%3U %3S' instructions batch i
   instructions=$(awk -F '\t' '$2 == "units" { u = $3 }
                                $1 == "routine" { sum += $6 }
                                END { print sum / u }' times)
   for ((batch = 0; batch < 5; batch++)); do
      { time for ((i = 0; i < 5; i++)); do
           "${real[@]}" "./$1" "${arguments[@]}" >/dev/null
        done; } 2>&1
   done | awk -v instructions="$instructions" '
      { sum = $1 + $2; user += $1; all += sum
        if (NR == 1 || sum < least) least = sum }
      END { ns = 1e9 * least / 5 * user / all
            printf "%.1f\n", (ns > 0 ? instructions / ns : 4) }'
}

# whole RATE: as an option of aprof takes it
whole() {
   awk -v r="$1" 'BEGIN { print r < 1 ? 1 : int(r + 0.5) }'
}

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

# turns N PROGRAM...: N times a run of each program and of `empty`.
turns() {
   local i n=$1; shift
   rm -f ./*.us
   for ((i = 0; i < n; i++)); do
      (turn "$@" empty) || exit 2
      sleep 0.5                       # others get what the priority took
   done
}

# middle PROGRAM: the median of its microseconds
middle() {
   sort -n "$1.us" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

# gained PLAIN BETTER: the percentage of its time that the other one gains
gained() {
   awk -v a="$(middle "$1")" -v b="$(middle "$2")" -v e="$(middle empty)" \
      'BEGIN { printf "%.2f\n", 100 * (a - b) / (a - e) }'
}

# base PROGRAM [OPTION...]: its virtual time on two cores; the file of the run is
# `times`.
base() {
   local program=$1; shift
   "$APROF" run -q --what-if=base --cores=2 "$@" --aprof-out-file=times \
      "./$program" "${arguments[@]}" >/dev/null || exit 2
   awk -F '\t' '$1 == "run" { print $3; exit }' times
}

# rate PROGRAM: the instructions of a nanosecond of its own, after `base`
rate() {
   local TIMEFORMAT=%3U all seconds
   all=$(awk -F '\t' '$2 == "units" { u = $3 } $1 == "routine" { sum += $6 }
                      END { print sum / u }' times)
   seconds=$({ time "${real[@]}" "./$1" "${arguments[@]}" >/dev/null; } 2>&1)
   awk -v all="$all" -v s="$seconds" \
      'BEGIN { r = s > 0 ? int(all / (1e9 * s) + 0.5) : 4; print r < 1 ? 1 : r }'
}

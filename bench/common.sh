# Code that the scripts of the benchmark share: their options, the programs, the
# tools, and the measurement of a run.  The scripts source this file.
#
# A measurement is one line of $work/raw, with fields separated by tabs: round,
# program, tool, CPU seconds, peak resident KB.  table.awk makes tables of these
# lines.
#
# Environment: VALGRIND_LIB, the folder of Valgrind's tools and ours, by default
# the one in build/, which is then built; VALGRIND, the command; TMPDIR, the
# folder for the inputs.
#
# SPDX-License-Identifier: GPL-2.0-or-later

set -u
export LC_ALL=C
bench=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 2
top=${bench%/*}
me=bench/${0##*/}

# Waiting threads sleep.  A thread that spins while Valgrind runs another thread
# would measure the length of a time slice.
export OMP_NUM_THREADS=4 OMP_WAIT_POLICY=passive OMP_DYNAMIC=false

kernels='stencil sort sw md'
all_programs="$kernels bzip2 xz pigz sqlite lua cc1 gsort sha256"
everyday_programs='perl python awk sed grep jq zstd gzip bc c++ gnuplot'

# Further names for aprof's fast engine, each with its own options.
declare -A variant=([no-inline]=--inline=no)

rounds=3 scale=1 format=table
programs=$all_programs engines='fast timestamps' tools=
extra=() raw_copy=
quantities='s / MB'   # what a measurement's two numbers are

die() {
   echo "$me: $*" >&2
   exit 2
}

say() {
   echo "$me: $1" >&2
}

# ---------------------------------------------------------------- options

# Print the script's first comment.
usage() {
   awk 'NR == 1 { next } /SPDX/ { exit } { sub(/^# ?/, ""); print }' "$0"
}

words() {
   echo "${1//,/ }"
}

# Print the arguments in order, each argument once.
unique() {
   printf '%s\n' "$@" | awk '!seen[$0]++'
}

positive() {
   [[ $2 =~ ^[0-9]+(\.[0-9]+)?$ && ! $2 =~ ^[0.]*$ ]] ||
      die "$1=$2: the value must be a number above 0"
}

whole() {
   [[ $2 =~ ^[1-9][0-9]{0,8}$ ]] ||
      die "$1=$2: the value must be a whole number above 0"
}

# Process an option that all scripts have.  The caller processes its own.
take_option() {
   local name=${1%%=*} value=${1#*=} word

   case $1 in
   --help) usage; exit 0 ;;
   --setup) install_packages; exit 0 ;;
   --rounds=*) whole "$name" "$value"; rounds=$value ;;
   --scale=*) positive "$name" "$value"; scale=$value ;;
   --programs=*)
      programs=$(words "$value")
      test -n "$programs" || die "$1: the list of programs is empty"
      for word in $programs; do
         [[ " $all_programs " = *" $word "* ]] ||
            die "there is no program '$word'; there are ${all_programs// /, }"
      done ;;
   --engines=*)
      engines=$(words "$value")
      for word in $engines; do
         [[ " fast timestamps definition check " = *" $word "* ]] ||
            die "aprof has no engine '$word'; it has fast, timestamps," \
               "definition and check"
      done ;;
   --tools=*) tools=$(words "$value") ;;
   --option=*) extra+=("$value") ;;
   --format=table | --format=tsv) format=$value ;;
   --format=*) die "$1: the value must be table or tsv" ;;
   --raw=*) raw_copy=$value ;;
   *) die "unknown option '$1'; --help lists the options" ;;
   esac
}

# ------------------------------------------------------------ preparations

packages='bench'

install_packages() {
   "$top/scripts/setup" $packages >&2 || exit 2
}

# Install and build the missing parts; make the folder $work, which is removed
# at the end.
prepare() {
   local makefile

   PATH=$PATH:/usr/sbin:/sbin
   install_packages
   if test -z "${VALGRIND_LIB-}"; then
      "$top/scripts/build" >&2 || exit 2
      VALGRIND_LIB=$top/build/valgrind-lib
   fi
   export VALGRIND_LIB
   test -d "$VALGRIND_LIB" ||
      die "VALGRIND_LIB: there is no folder $VALGRIND_LIB"
   makefile=$VALGRIND_LIB/../Makefile
   if test -z "${VALGRIND-}" && test -r "$makefile"; then
      VALGRIND=$(sed -n 's/^VALGRIND_BIN = //p' "$makefile")
   fi
   VALGRIND=${VALGRIND:-valgrind}

   work=$(mktemp -d "${TMPDIR:-/tmp}/aprof-bench.XXXXXX") ||
      exit 2
   trap 'rm -rf "$work"' EXIT
   trap 'exit 130' INT TERM HUP
   mkdir "$work/expected"
   : > "$work/raw"
   compile measure "$bench/measure.c"
   meter=$work/measure
   compile inputs "$bench/inputs.c"
}

compile() {
   gcc -std=gnu11 -O2 -g -fopenmp -o "$work/$1" "$2" ||
      die "$2 does not compile"
}

# Print N times the scale, at least 1.
times() {
   awk -v n="$1" -v s="$scale" 'BEGIN {
      n = int(n * s + 0.5); print n < 1 ? 1 : n }'
}

input() {
   test -e "$work/$3" || "$work/inputs" "$1" "$2" > "$work/$3" || exit 2
}

# Set `command` to the command of program $1, and make its input.  With scale 1
# a program takes one to four seconds under the tool none.
program() {
   local i n

   case $1 in
   stencil) kernel stencil 80 ;;
   sort) kernel sort 5000000 ;;
   sw) kernel sw 90 ;;
   md) kernel md 70 ;;
   bzip2)
      input text "$(times 6000000)" text-bzip2
      command=(bzip2 -c "$work/text-bzip2") ;;
   xz)   # small blocks, so that each thread gets several
      input text "$(times 2500000)" text-xz
      command=(xz -c -3 -T4 --block-size=128KiB "$work/text-xz") ;;
   pigz)
      input text "$(times 10000000)" text-pigz
      command=(pigz -c -n -p4 "$work/text-pigz") ;;
   sqlite)
      input sql "$(times 9000)" script.sql
      command=(sqlite3 :memory: ".read $work/script.sql") ;;
   lua)
      command=("$(type -P lua5.4 || type -P lua)" "$bench/programs/loops.lua"
               "$(times 100)") ;;
   cc1)
      input c "$(times 60)" source.c
      command=("$(gcc -print-prog-name=cc1)" -quiet -O0 "$work/source.c"
               -o /dev/stdout) ;;
   gsort)
      input text "$(times 24000000)" text-gsort
      command=(sort --parallel=4 -S 64M "$work/text-gsort") ;;
   sha256)
      input text "$(times 10000000)" text-sha256
      command=(sha256sum)
      n=10
      for ((i = 0; i < n; i++)); do command+=("$work/text-sha256"); done ;;
   place-*)
      kernel places 2000000
      command=("${command[0]}" "${1#place-}" "${command[1]}") ;;
   corner-*)
      case ${1#corner-} in
      tail-calls) n=50 ;;
      jumps) n=8000000 ;;
      threads) n=10000 ;;
      contexts) n=30000 ;;
      columns) n=60 ;;
      moves) n=300 ;;
      scattered) n=10 ;;
      esac
      kernel corners "$n"
      command=("${command[0]}" "${1#corner-}" "${command[1]}") ;;
   runtime-go)
      test -x "$work/trees" ||
         GOCACHE=$work/go go build -o "$work/trees" "$bench/programs/trees.go" ||
         die "trees.go does not compile"
      command=("$work/trees" "$(times 150)") ;;
   runtime-deep) kernel deep 2000000 ;;
   start-true) command=("$(type -P true)") ;;
   start-cc1plus)
      command=("$(gcc -print-prog-name=cc1plus)" -quiet /dev/null
               -o /dev/stdout) ;;
   start-clang) command=("$(type -P clang)" --version) ;;
   everyday-*) everyday_program "${1#everyday-}" ;;
   survey-*) survey_program "${1#survey-}" ;;
   esac
}

# The same for a program of bench/everyday.
everyday_program() {
   local text=$work/text-everyday

   input text "$(times 3000000)" text-everyday
   case $1 in
   perl) command=(perl "$bench/programs/words.pl" "$text") ;;
   python) command=(/usr/bin/python3 "$bench/programs/words.py" "$text") ;;
   awk)
      command=(awk '{ for (i = 1; i <= NF; i++) n[$i]++ }
                    END { for (w in n) sum += n[w] * n[w]; print sum }' "$text") ;;
   sed) command=(sed -E 's/([a-z]+) ([a-z]+)/\2 \1/g' "$text") ;;
   grep) command=(grep -cE '([a-z]+) (po|di)[a-z]*u \1' "$text") ;;
   jq)
      input text "$(times 300000)" text-jq
      command=(jq -Rnc '[inputs | split(" ")[]] | group_by(.)
                        | map([length, .[0]]) | sort | .[-20:]' "$work/text-jq") ;;
   zstd) command=(zstd -c -9 -T4 "$text") ;;
   gzip) command=(gzip -c -n "$text") ;;
   bc)
      echo "scale = $(times 1000); 4 * a(1)" > "$work/pi.bc"
      command=(bc -l "$work/pi.bc") ;;
   c++)
      command=("$(gcc -print-prog-name=cc1plus)" -quiet -O0 -std=c++17
               -D_GNU_SOURCE -imultiarch "$(gcc -print-multiarch)"
               "$bench/programs/containers.cc" -o /dev/stdout) ;;
   gnuplot) command=(gnuplot "$bench/programs/curves.gp") ;;
   esac
}

kernel() {
   test -x "$work/$1" || compile "$1" "$bench/programs/$1.c"
   command=("$work/$1" "$(times "$2")")
}

# Set `tool` to the words of the command before the program's words.  Any tool
# may have the suffix +px.
tool() {
   local name=${1%+px} own=() aprof=(aprof --aprof-out-file="$work/profile")

   case $name in
   native) tool=(); return ;;
   fast | timestamps | definition | check)
      own=("${aprof[@]}" --engine="$name" ${extra[@]+"${extra[@]}"}) ;;
   callgrind) own=(callgrind --callgrind-out-file="$work/profile") ;;
   *)
      if test -n "${variant[$name]-}"; then
         own=("${aprof[@]}" --engine=fast ${variant[$name]}
              ${extra[@]+"${extra[@]}"})
      else
         own=("$name")
      fi ;;
   esac
   tool=("$VALGRIND" --tool="${own[0]}" --log-file="$work/log"
         "${own[@]:1}")
   test "$name" = "$1" || tool+=(--px-default=sp-at-mem-access)
}

# Check that the given tools run.
try_tools() {
   local name tool

   for name; do
      rm -f "$work/log"
      tool "$name"
      test "$name" = native || "${tool[@]}" /bin/true > "$work/out" 2>&1 || {
         cat "$work/log" "$work/out" 2> /dev/null | head -n 4 >&2
         die "'$name' does not run with the tools in $VALGRIND_LIB"
      }
   done
}

# --------------------------------------------------------------- measuring

# Run program $2 under tool $3 and add a line for round $1 to the raw lines, in
# which the program has the name $4.  If the run fails, or its output differs
# from that of the program alone, the line has `-` in place of numbers, and
# `failed` is set to 1.
failed=0
measure() {
   local command tool seconds kb status why= expected=$work/expected/$2

   program "$2"
   if ! test -e "$expected"; then
      "${command[@]}" > "$expected" < /dev/null 2> "$work/err" ||
         die "$2 fails without a tool: $(head -n 1 "$work/err")"
   fi
   tool "$3"
   : > "$work/log"
   "$meter" "$work/took" ${tool[@]+"${tool[@]}"} "${command[@]}" \
      > "$work/out" 2> "$work/err" < /dev/null ||
      die "$2 under $3 was not measured: $(head -n 1 "$work/err")"
   read -r seconds kb status < "$work/took"
   if test "$status" -ne 0; then
      why="exit status $status"
   elif ! cmp -s "$work/out" "$expected"; then
      why="its output differs from that of the program alone"
   fi
   if test -n "$why"; then
      say "$2 under $3: $why"
      tail -n 3 "$work/log" "$work/err" >&2
      seconds=- kb=- failed=1
   fi
   printf '%s\t%s\t%s\t%s\t%s\n' "$1" "$4" "$3" "$seconds" "$kb" |
      tee -a "$work/raw" >> "${raw_copy:-/dev/null}"
}

# Measure one program under each tool.  The round rotates the order, so that no
# tool always follows the same other tool.
measure_all() {
   local round=$1 program=$2 label=$3 list i n

   shift 3
   list=("$@") n=$#
   for ((i = 0; i < n; i++)); do
      measure "$round" "$program" "${list[(i + round - 1) % n]}" "$label"
   done
}

# Run a whole script whose programs $1-NAME are one program with an
# argument.  The words of $2 are the names; the other arguments are the script's
# options.
measure_family() {
   local family=$1 names=$2 name round columns=

   shift 2
   for name; do take_option "$name"; done
   tools=${tools:-memcheck fast}
   for name in $tools; do columns="$columns $name/none"; done
   prepare
   try_tools none $tools
   for ((round = 1; round <= rounds; round++)); do
      for name in $names; do
         progress "round $round of $rounds: $name"
         measure_all "$round" "$family-$name" "$name" none $tools
      done
   done
   progress_end
   table $columns
   exit $failed
}

# Print the table with the given columns, each TOOL/BASE.
table() {
   local columns=$*

   awk -v columns="$columns" -v format="$format" -v units="${units-}" \
      -v quantities="$quantities" -f "$bench/table.awk" "$work/raw"
}

progress() {
   if test -t 2; then
      printf '\r\033[K%s' "$*" >&2
   fi
}

progress_end() {
   progress ''
}

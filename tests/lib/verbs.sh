# Code that the tests of the command's verbs share: what a call prints, and what a
# report says of routines that a line each describes.  Scripts of bash source it,
# with $here, the folder of the test.
#
# APROF is the command, APROF_SCRIPTS the folder of gnuplot scripts.
#
# SPDX-License-Identifier: GPL-2.0-or-later

report=$here/../report
data=$report/data
: "${APROF_SCRIPTS:?names the scripts}"
export APROF_SCRIPTS
case $APROF_SCRIPTS in /*) ;; *) APROF_SCRIPTS=$PWD/$APROF_SCRIPTS ;; esac
. "$here/../../lib/common.sh"

# Without numbers that a better inference may change: exponents and confidence.
without_estimates() {
   sed -E 's/"(exponent|exponent_lo|exponent_hi|confidence)":[0-9.e+-]+,//g' "$1" |
      awk -F '\t' -v OFS='\t' '
         NR == 1 && $16 == "exponent" { report = 1 }
         report && NR > 1 { $16 = $17 = $18 = $19 = "" }
         1'
}

# gives NAME EXPECTED ARGS...: status 0, stdout as in data/EXPECTED, no stderr.
gives() {
   local name=$1 expected=$2; shift 2
   aprof "$@"
   without_estimates out >out.rest
   without_estimates "$data/$expected" >expected.rest
   if ended 0 0 && cmp -s out.rest expected.rest; then
      pass "$name"
   else
      fail "$name" "status $status" "$(cat err)" \
           "$(diff expected.rest out.rest | head -n 20)"
   fi
}

# notes NAME PATTERN ARGS...: status 0, one line on stderr that matches.
notes() {
   local name=$1 pattern=$2; shift 2
   aprof "$@"
   noted "$name" "$pattern"
}

# refuses NAME STATUS PATTERN ARGS...: nothing on stdout, one line on stderr.
refuses() {
   local name=$1 expected=$2 pattern=$3; shift 3
   aprof "$@"
   refused "$name" "$expected" "$pattern"
}

# given FILE [ROUTINE]: the sizes of this routine, or of the first one, are given, by
# the program or an option.
given() {
   awk -v routine="${2:-}" -f "$here/../../lib/given.awk" "$1" >given.aprof &&
      aprof report given.aprof
}

# Make the profile of routines that stdin describes, or of one by its points.
sized() { awk -f "$here/../../lib/made.awk" -f "$report/sizes.awk"; }
pointed() { awk -f "$here/../../lib/made.awk" -f "$report/points.awk"; }

# says NAME ROUTINES TEXT [AS]: the report of the routines, described as for
# sizes.awk or AS and separated by ;, says this between its head and the
# table.
says() {
   printf '%s' "$2" | tr ';' '\n' | "${4:-sized}" >words.aprof
   aprof report words.aprof
   sed '1,/^$/d; /^$/,$d' out | tr -s '\n ' ' ' >said
   if ended 0 0 && grep -Fq "$3" said; then
      pass "$1"
   else
      fail "$1" "status $status" "$(cat err said)"
   fi
}
unsaid() { ! grep -Eq "$1" said; }

# called_often LARGE CELLS: a profile in which main, whose growth is not known, calls
# find, a linear routine, 2,000 times; LARGE of these calls are on large inputs, of
# CELLS in all.
called_often() {
   awk -f "$here/../diff/profile.awk" <<END |
obj|/bin/it|aa
fn|find|1|0x10|/src/a.c
curve|1000|20000|1000|100|5|4|0|0
fn|main|1|0x20|/src/a.c
own|1000
at|1000|1|84011000|84011000|84011000
edge|2|1|2000|all
END
      awk -F '\t' -v OFS='\t' -v large="$1" -v cells="$2" '
         $1 == "end" { $2++ }
         { print }
         $1 == "edge" { print "x-sum-reads", 6, large, cells, 700, 700,
                              "29000000000000", "30000000000000" }'
}

# called_always: a profile in which scan, below feed, always has an input of one
# size; another routine has more cost than feed by itself.
called_always() {
   awk -f "$here/../diff/profile.awk" <<END |
obj|/bin/it|aa
fn|scan|1|0x10|/src/a.c
at|2048|2000|20000|20000|40000000
fn|feed|1|0x18|/src/a.c
curve|2050|22040|10|1|20100|0|0|0
fn|other|1|0x1c|/src/a.c
curve|1000|20000|1000|1|1000|100|0|0
fn|main|1|0x20|/src/a.c
own|1000
at|1000|1|61220000|61220000|61220000
edge|2|1|2000|all
edge|4|2|2000|all
edge|4|3|20|all
END
      awk -F '\t' -v OFS='\t' '
         $1 == "end" { $2 += 2 }
         { print }
         $1 == "edge" && edges++ < 2 {
            print "x-sum-reads", 6, 2000, 4096000, 700, 700, "8000000000",
                  "8000000000" }'
}

# calls_in FILE CALLER CALLEE PLACE...: FILE with the lines in which the routine of
# this number calls another one; a place is LINE or LINE:FILE.
calls_in() {
   local file=$1 caller=$2 callee=$3
   shift 3
   awk -F '\t' -v OFS='\t' -v places="$*" -v caller="$caller" \
       -v callee="$callee" '
      $1 == "end" { $2 += n }
      { print }
      $1 == "edge" && $2 == caller && $3 == callee {
         n = split(places, list, " ")
         for (i = 1; i <= n; i++) {
            sub(":", "\t", list[i])
            print "x-call", list[i]
         }
      }' "$file"
}

# small_calls CALLS INPUT PROGRAM: of a routine that reads 25 cells in the mean
small_calls() {
   local calls=$(($1 / 4))
   awk -f "$here/../diff/profile.awk" <<END >small.aprof
obj|/bin/$3|aa
fn|tell|1|0x10|/src/a.c
curve|10|40|10|$calls|20|10|0|0
fn|main|1|0x20|/src/a.c
own|1000
at|$2|1|$((400 * $1))|$((400 * $1))|$((400 * $1))
edge|2|1|$1|all
END
   aprof report small.aprof
   tr -s '\n ' ' ' <out >said
}

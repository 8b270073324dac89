# What the tests of `aprof diff` share: the rows that it finds, and a chain of
# calls.
#
# SPDX-License-Identifier: GPL-2.0-or-later

. "$top_srcdir/tests/command/diff/common.sh"

header="routine${tab}object${tab}file${tab}status${tab}class_old${tab}class_new\
${tab}exponent_old${tab}exponent_new${tab}cost_ratio${tab}confidence${tab}cost_difference${tab}cost_ratio_all"

# Columns of the TSV, one line for each change.
columns() { tail -n +2 out | cut -f "$1" | tr '\t' ' '; }

# exchanged ARGS...: compare the last two of ARGS the other way round.  Return
# whether the same routines are listed, with opposite signs and statuses.  A row
# has the new name of a clone.
exchanged() {
   new=$(eval "echo \"\${$#}\"") old=$(eval "echo \"\${$(($# - 1))}\"")
   mirror=$(awk -F '\t' -v OFS='\t' 'NR > 1 {
      sub(/\..*/, "", $1)
      print $1, $2, $4 == "new" ? "gone" : $4 == "gone" ? "new" : $4, $6, $5,
            $11 == "" || $11 == 0 ? $11 : $11 ~ /^-/ ? substr($11, 2) : "-" $11
      }' out)
   options=
   for option; do
      case $option in -*) options="$options $option" ;; esac
   done
   # The options have no blanks.
   # shellcheck disable=SC2086
   "$APROF" diff --format=tsv $options "$new" "$old" 2>/dev/null |
      tail -n +2 | cut -f 1,2,4-6,11 |
      sed "s/^\([^.$tab]*\)[.][^$tab]*/\1/" > exchanged.out
   [ "$(cat exchanged.out)" = "$mirror" ]
}

# finds NAME EXPECTED ARGS...: the changes, by routine, status and classes;
# EXPECTED empty: there are none.  The other direction finds the same.
finds() {
   name=$1 expected=$2; shift 2
   aprof diff --format=tsv "$@"
   if [ "$(columns 1,4-6)" = "$expected" ] &&
      [ "$(head -n 1 out)" = "$header" ] &&
      ended "$([ -z "$expected" ]; echo $?)" 0 &&
      case $* in *--map*) ;; *) exchanged "$@" ;; esac; then
      pass "$name"
   else
      fail "$name" "status $status" "$(cat out err)"
   fi
}

# A chain of three routines in which each calls the next once; `leaf` is the
# curve of the lowest.  Each of the others adds 7 blocks.
chain() {
   build=$1 leaf=$2
   {
      echo "obj|/bin/it|$build"
      echo 'fn|leaf|1|0x10|/src/a.c'
      echo "curve|10|300|10|3|$leaf"
      echo 'fn|middle|1|0x20|/src/a.c'
      echo "curve|10|300|10|3|$leaf" |
         awk 'BEGIN { FS = OFS = "|" } { $6 += 7; print }'
      echo 'fn|top|1|0x30|/src/b.c'
      echo "curve|10|300|10|3|$leaf" |
         awk 'BEGIN { FS = OFS = "|" } { $6 += 14; print }'
      echo 'edge|2|1|90|all'
      echo 'edge|3|2|90|all'
   } | tee "$3.txt" | profile "$3"
}

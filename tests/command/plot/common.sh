# The common part of these tests: runs of `aprof plot`, and what gnuplot
# really draws.
#
# APROF is the command, APROF_SCRIPTS the folder of gnuplot scripts.
#
# SPDX-License-Identifier: GPL-2.0-or-later

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 1
data=$here/../report/data
: "${APROF_SCRIPTS:?names the scripts}"
export APROF_SCRIPTS
case $APROF_SCRIPTS in /*) ;; *) APROF_SCRIPTS=$PWD/$APROF_SCRIPTS ;; esac
. "$here/../../lib/common.sh"

# refuses NAME STATUS PATTERN ARGS...: nothing on stdout, one line on stderr.
refuses() {
   local name=$1 expected=$2 pattern=$3; shift 3
   aprof plot "$@"
   refused "$name" "$expected" "$pattern"
}

# notes NAME PATTERN ARGS...: status 0, one line on stderr that matches.
notes() {
   local name=$1 pattern=$2; shift 2
   aprof plot "$@"
   noted "$name" "$pattern"
}

# drawn FILE: it is a picture of its kind.
drawn() {
   case $1 in
   *.svg) grep -q '^<svg' "$1" && grep -q '^</svg>' "$1" ;;
   *.png) head -c 8 "$1" | od -An -tx1 | grep -qx ' 89 50 4e 47 0d 0a 1a 0a' ;;
   *.pdf) [ "$(head -c 5 "$1")" = %PDF- ] && tail -n 1 "$1" | grep -q '^%%EOF'
      ;;
   *.txt) [ "$(wc -l <"$1")" -ge 5 ] && ! grep -q ' $' "$1" ;;
   esac
}

# plots NAME FILE ARGS...: status 0, no output, a picture.
plots() {
   local name=$1 file=$2; shift 2
   aprof plot -o "$file" "$@"
   if ended 0 0 && [ ! -s out ] && drawn "$file" && [ ! -e "$file.part" ]; then
      pass "$name"
   else
      fail "$name" "status $status" "$(cat err)"
   fi
}

# The texts of an SVG, a line each.
texts() {
   sed -n 's/.*<text>\(<tspan[^>]*>\)\{0,1\}\([^<]*\).*/\2/p' "$1"
}

# draws ARGS...: what gnuplot draws for `aprof plot ARGS`, in the file table: a
# line for each point, `TITLE TAB x TAB y...`, where the title is the key's.
# Instead of drawing, each of the script's `plot` commands writes its data to a
# table, after every expression of the script was evaluated.
draws() {
   "$APROF" plot --script "$@" >script.gp 2>err </dev/null || return 1
   redraw script.gp
}

# The same for a script, with its arguments.
redraw() {
   local file=$1; shift
   rm -f raw table
   awk '/^ *(eval "plot "|plot (data|sample|for|curve|from))/ &&
        !/plot from\(c\) using \(v/ {
           print "set format \"%.12g\"; set table \"raw\" append" }
        { print }' "$file" >table.gp
   LC_ALL=C.UTF-8 gnuplot -d -c table.gp "$@" >/dev/null 2>err || return 1
   [ -s raw ] || return 1
   awk -F '\t' '
      /^# Curve title: / { title = $0; sub(/^# Curve title: "/, "", title)
                           sub(/"$/, "", title); next }
      /^# Curve / { title = ""; next }
      /^#/ || /^[[:blank:]]*$/ { next }
      { split($0, field, " ") }
      field[1] !~ /[Nn]a[Nn]/ && field[2] !~ /[Nn]a[Nn]/ {
         print title "\t" field[1] "\t" field[2] "\t" field[3]
      }' raw >table
}

# same_points WANTED GOT: two files of `x TAB y` lines hold the same numbers,
# up to rounding, and at least one.
same_points() {
   awk -F '\t' '
      function close_to(a, b,  d) {
         d = a - b; if (d < 0) d = -d
         return d <= 1e-6 * ((a < 0 ? -a : a) + (b < 0 ? -b : b)) + 1e-12
      }
      NR == FNR { x[NR] = $1; y[NR] = $2; n = NR; next }
      { k++
        if (!close_to($1, x[k]) || !close_to($2, y[k])) {
           print "# line " k ": wanted " x[k], y[k] ", drawn " $1, $2
           bad = 1; exit
        } }
      END { if (!bad && (k != n || n == 0)) {
               print "# wanted " n + 0 " points, drawn " k + 0; bad = 1 }
            exit bad }' "$1" "$2"
}

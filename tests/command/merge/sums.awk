# The sums of several profiles of one build, calculated in another way
# than in the command: a line for each routine, metric, size and kind,
# edge, total and optional record.  `same` is resolved, and threads are added
# up.
#
# Usage: awk -f sums.awk FILE... | sort
#
# SPDX-License-Identifier: GPL-2.0-or-later

BEGIN { FS = OFS = "\t"; OFMT = CONVFMT = "%.0f" }

# Add the fields from `from` on.
function add(key, from,   i) {
   for (i = from; i <= NF; i++)
      sum[key, i] += $i
   fields[key] = NF
   start[key] = from
}

function least(key, i) {
   if (!((key, i) in sum) || $i < sum[key, i])
      sum[key, i] = $i
}

function most(key, i) {
   if (!((key, i) in sum) || $i > sum[key, i])
      sum[key, i] = $i
}

function add_tuple(key,   i) {
   key = key OFS $2 OFS $3
   for (i = 4; i <= NF; i++) {
      if (i == 5 || i == 9) least(key, i)
      else if (i == 6 || i == 10) most(key, i)
      else sum[key, i] += $i
   }
   fields[key] = NF
   start[key] = 4
}

# Routines are named before they are referred to.
FNR == 1 {
   delete name
   while ((getline line < FILENAME) > 0)
      if (split(line, field, FS) && field[1] == "fn")
         name[field[2]] = field[5] "+" field[4]
   close(FILENAME)
}
$1 == "total" { owner = $1 }
$1 == "obj" { owner = $1 OFS $3 OFS $4 }
$1 == "fn" || $1 == "prof" { owner = $1 OFS name[$2] }
$1 == "edge" { owner = $1 OFS name[$2] OFS name[$3] }
$1 ~ /^x-/ {
   sums = $1 ~ /^x-sum-/ ? $2 : 0
   key = owner
   for (i = 1; i <= NF - sums; i++)
      key = key OFS (substr($i, 1, 4) == "\\fn:" ? name[substr($i, 5)] : $i)
   add(key, NF - sums + 1)
}
$1 == "total" { add("total", 2) }
$1 == "prof" { routine = name[$2]; delete rows; delete count }
$1 == "table" { metric = $2; count[metric] = 0 }
$1 == "t" {
   rows[metric, ++count[metric]] = $0
   add_tuple(routine OFS metric)
}
$1 == "same" {
   as = $3; metric = $2
   count[metric] = count[as]
   for (row = 1; row <= count[as]; row++) {
      rows[metric, row] = rows[as, row]
      $0 = rows[as, row]
      add_tuple(routine OFS metric)
   }
}
$1 == "edge" { add("edge" OFS name[$2] OFS name[$3], 4) }

END {
   for (key in fields) {
      line = key
      for (i = start[key]; i <= fields[key]; i++)
         line = line OFS sum[key, i]
      print line
   }
}

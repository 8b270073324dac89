# Make a profile of a short description with fields separated by `|`:
#
#    cells|N   unit|bb or instr             of the whole
#    obj|NAME|BUILD
#    fn|NAME|OBJECT'S NUMBER|OFFSET|FILE
#    curve|FIRST|LAST|STEP|CALLS|A|B|C|D    points of the last fn, at whose size
#                                           n it costs A + B n + C n lg n + D n^2
#    power|FIRST|LAST|STEP|CALLS|A|K        likewise, at a cost of A n^K
#    at|SIZE|CALLS|MIN|MAX|SUM              one point of the last fn
#    share|PERCENT                          of its later points' input: external
#    nested|yes                             its later points: within others of it;
#                                           nested|no: outermost
#    own|COST                               cost of an activation of its later
#                                           points without callees; else it is
#                                           what the edges leave
#    edge|CALLER'S NUMBER|CALLEE'S|CALLS|COST   or `all` of the callee's cost;
#                                           then |COST of outermost activations,
#                                           if not all: none of what calls itself
#
# The self costs add up to the total.  Everything in the order of the profile
# file.
#
# SPDX-License-Identifier: GPL-2.0-or-later

function whole(x) { return sprintf("%.0f", x) }

function point(size, calls, least, most, sum,    mean, squares, input, kernel) {
   mean = sum / calls
   squares = least == most ? calls * mean * mean : least * least + most * most
   if (least != most && calls > 2)
      squares += (sum - least - most) ^ 2 / (calls - 2)
   counts[fn]++
   at = fn SUBSEP counts[fn]
   all_calls[at] = calls
   paid_in_all[at] = sum
   own_cost[at] = own
   input = whole(size * calls)
   kernel = whole(size * calls * share / 100)
   before[at] = "t\t" size "\tc\t" calls "\t" whole(least) "\t" \
      whole(most) "\t" whole(sum) "\t" whole(squares)
   after[at] = (nested ? 0 : whole(sum)) "\t" input "\t" input "\t" input "\t" kernel "\t0"
   sums[fn] += sum
}

# Return a tuple; its self cost is the part of its cost that the edges leave.
function tuple(fn, i,    at, self, mean) {
   at = fn SUBSEP i
   if (own_cost[at] != "")
      self = own_cost[at] * all_calls[at]
   else if (sums[fn] > handed[fn])
      self = int(paid_in_all[at] * (1 - handed[fn] / sums[fn]) + 0.5)
   else
      self = 0
   cost += self
   mean = int(self / all_calls[at])
   return before[at] "\t" whole(mean) "\t" \
      whole(mean + (mean * all_calls[at] < self)) "\t" whole(self) "\t" \
      whole(self * self / all_calls[at]) "\t" after[at] "\n"
}

BEGIN { FS = "|"; cells = 4; unit = "bb" }
$1 == "cells" { cells = $2 }
$1 == "unit" { unit = $2 }
$1 == "obj" { objects = objects "obj\t" ++objs "\t" $2 "\t" $3 "\n" }
$1 == "fn" {
   # What exists only inlined has no entry and no line.
   routines = routines "fn\t" ++fn "\t" $3 "\t" $4 "\t" $2 "\t" $5 "\t" \
              ($4 == "0x0" ? "" : 1) "\n"
   share = 0
   own = ""
   nested = 0
}
$1 == "nested" { nested = $2 == "yes" }
$1 == "share" { share = $2 }
$1 == "own" { own = $2 }
$1 == "curve" {
   for (n = $2; n <= $3; n += $4) {
      c = int($6 + $7 * n + $8 * n * log(n) / log(2) + $9 * n * n + 0.5)
      point(n, $5, c, c, $5 * c)
   }
}
$1 == "power" {
   for (n = $2; n <= $3; n += $4) {
      c = int($6 * n ^ $7 + 0.5)
      point(n, $5, c, c, $5 * c)
   }
}
$1 == "at" { point($2, $3, $4, $5, $6) }
$1 == "edge" {
   paid = $5 == "all" ? sums[$3] : $5
   handed[$2] += $2 == $3 ? 0 : paid
   edges = edges "edge\t" $2 "\t" $3 "\t" $4 "\t" whole(paid) "\t" \
      whole(NF > 5 ? $6 : $2 == $3 ? 0 : paid) "\n"
}
END {
   for (i = 1; i <= fn; i++)
      for (k = 1; k <= counts[i]; k++)
         tuples[i] = tuples[i] tuple(i, k)
   text = "aprof-profile\t1\ncreator\t1.0\t3.19.0\ncell-size\t" cells \
      "\ncost\t" unit "\nthreads\tfolded\n" \
      "run\tcomplete\t\t1\t1\t2\t1\t/bin/it\n" \
      "total\t" whole(cost + 0) "\t1\t1\t1\t1\t0\t0\n" objects routines
   for (i = 1; i <= fn; i++)
      if (counts[i])
         text = text "prof\t" i "\tall\ntable\ttrms\t" counts[i] "\n" \
            tuples[i] "same\text\ttrms\nsame\trms\ttrms\n"
   text = text edges
   printf "%send\t%d\n", text, gsub(/\n/, "\n", text)
}

# The sums of the contexts of a profile, or with of=routines the values of the
# routines in the file: a line for each tuple and each edge, to be sorted and
# compared.  Numbers must stay below 2^53.
#
# SPDX-License-Identifier: GPL-2.0-or-later

BEGIN {
   FS = "\t"
   prof = of == "routines" ? "prof" : "context-prof"
   edge = of == "routines" ? "edge" : "context-edge"
}

function add(m, n, i, f, key) {
   split(tuple[n], f, "\t")
   key = routine "\t" thread "\t" m "\t" f[2] "\t" f[3]
   seen[key] = 1
   for (i = 4; i <= 18; i++) {
      if (i == 5 || i == 9)
         sum[key, i] = (key, i) in sum && sum[key, i] < f[i] + 0 \
                       ? sum[key, i] : f[i] + 0
      else if (i == 6 || i == 10)
         sum[key, i] = sum[key, i] > f[i] + 0 ? sum[key, i] : f[i] + 0
      else
         sum[key, i] += f[i]
   }
}

$1 == "context" { routine_of[$2] = $3 }

/^(context-)?prof\t/ {
   reading = $1 == prof
   routine = of == "routines" ? $2 : routine_of[$2]
   thread = $3
}

$1 == "table" { metric = $2; from[metric] = n + 1 }
$1 == "t" && reading { tuple[++n] = $0; add(metric, n); past[metric] = n }
$1 == "table" { past[metric] = n }
$1 == "same" && reading {
   for (i = from[$3]; i <= past[$3]; i++)
      add($2, i)
   from[$2] = from[$3]
   past[$2] = past[$3]
}

$1 == edge {
   pair = of == "routines" ? $2 "\t" $3 : routine_of[$2] "\t" routine_of[$3]
   calls[pair] += $4
   cost[pair] += $5
   outermost[pair] += $6
}

END {
   for (key in seen) {
      line = key
      for (i = 4; i <= 18; i++)
         line = line "\t" sprintf("%.0f", sum[key, i])
      print "tuple\t" line
   }
   for (pair in calls)
      printf "edge\t%s\t%.0f\t%.0f\t%.0f\n", pair, calls[pair], cost[pair],
             outermost[pair]
}

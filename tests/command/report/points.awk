# Make a profile of one routine, with ../../lib/made.awk, of its points: SIZE
# COST, a line each, ascending.  passes=1: it calls another one, at the last size,
# which does the work there.
#
# SPDX-License-Identifier: GPL-2.0-or-later

{ size[NR] = $1; cost[NR] = $2; total += $2 }

END {
   begin_profile(total, NR + passes)
   put("obj\t1\t/bin/made\tb0")
   routine(1, 1, "measured")
   if (passes)
      routine(2, 1, "below")
   begin_points(1, NR)
   for (p = 1; p <= NR; p++)
      point(size[p], cost[p], passes ? 11 : cost[p], cost[p])
   end_points()
   if (passes) {
      begin_points(2, 1)
      point(size[NR], cost[NR], cost[NR], cost[NR])
      end_points()
      put("edge\t1\t2\t1\t" cost[NR] "\t" cost[NR])
   }
   end_profile()
}

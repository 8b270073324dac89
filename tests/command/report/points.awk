# Make a profile of one routine, with ../../lib/made.awk, of its points: SIZE
# COST, a line each, ascending.
#
# SPDX-License-Identifier: GPL-2.0-or-later

{ size[NR] = $1; cost[NR] = $2; total += $2 }

END {
   begin_profile(total, NR)
   put("obj\t1\t/bin/made\tb0")
   routine(1, 1, "measured")
   begin_points(1, NR)
   for (p = 1; p <= NR; p++)
      point(size[p], cost[p], cost[p], cost[p])
   end_points()
   end_profile()
}

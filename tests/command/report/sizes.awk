# Make a profile of routines, with ../../lib/made.awk; a line describes each:
#
#    NAME COUNT STEP POWER [JUMPS]   activations at COUNT sizes, STEP apart,
#                                    that cost 7 * size^POWER; with JUMPS by
#                                    turns this and JUMPS times as much
# Sizes of a routine whose name begins with `given` are given by the program.
# Routines must come in the order of the file.
#
# SPDX-License-Identifier: GPL-2.0-or-later

{ name[NR] = $1; sizes[NR] = $2; step[NR] = $3; power[NR] = $4
  jumps[NR] = NF > 4 ? $5 : 1 }

END {
   for (r = 1; r <= NR; r++)
      for (s = 1; s <= sizes[r]; s++) {
         calls++
         cost[r, s] = int(7 * (s * step[r]) ^ power[r] * \
                          (s * s % 7 > 2 ? jumps[r] : 1))
         total += cost[r, s]
      }
   begin_profile(total, calls)
   if (NR)
      put("obj\t1\t/bin/made\tb0")
   for (r = 1; r <= NR; r++) {
      routine(r, 1, name[r])
      if (name[r] ~ /^given/)
         put("x-size\tgiven")
   }
   for (r = 1; r <= NR; r++) {
      begin_points(r, sizes[r])
      for (s = 1; s <= sizes[r]; s++)
         point(s * step[r], cost[r, s], cost[r, s], cost[r, s])
      end_points()
   }
   end_profile()
}

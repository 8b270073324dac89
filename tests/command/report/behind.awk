# Make a profile, with ../../lib/made.awk: `all` calls two routines once each time.
# `quick`, with most of the cost, is linear; `slow` makes `all` grow as the square.
#
# SPDX-License-Identifier: GPL-2.0-or-later

BEGIN {
   for (k = 0; k < 9; k++) {
      size[k] = 100 * 2 ^ k
      quick[k] = 200 * size[k]
      slow[k] = size[k] * size[k] / 100
      all[k] = quick[k] + slow[k] + 20
      total += all[k]; quicks += quick[k]; slows += slow[k]
   }
   begin_profile(total, 27)
   put("obj\t1\t/bin/made\tb0")
   routine(1, 1, "quick")
   routine(2, 1, "slow")
   routine(3, 1, "all")
   for (r = 1; r <= 3; r++) {
      begin_points(r, 9)
      for (k = 0; k < 9; k++)
         if (r == 1) point(size[k], quick[k], quick[k], quick[k])
         else if (r == 2) point(size[k] + 1, slow[k], slow[k], slow[k])
         else point(2 * size[k], all[k], 20, all[k])
      end_points()
   }
   put("edge\t3\t1\t9\t" quicks "\t" quicks)
   put("edge\t3\t2\t9\t" slows "\t" slows)
   end_profile()
}

# What mawk runs: loops over arrays of 30 sizes.
#
# SPDX-License-Identifier: GPL-2.0-or-later

BEGIN {
   for (f = 1; f <= 30; f++) {
      split("", a)
      for (i = 0; i < 15 * f; i++)
         a[sprintf("%c%d", 65 + i * 7 % 50, i)] = i
      for (k in a)
         sum += a[k]
   }
   print sum
}

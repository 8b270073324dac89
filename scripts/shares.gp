# Curves over a percentage of the routines: a point (x, y) means that x % of the
# routines have at least y.  Loaded by richness.gp, volume.gp and cumulative.gp,
# after they have set these variables:
#
#   kind      svg, png, pdf or txt
#   panels, heading, y_label
#   axes      linear or log-y; auto: by the values
#   curves    number of curves
#   from(c)   the data of curve c, a routine a line
#   y_of(c)   the value of a routine, a function of the columns; NaN: it does
#             not count
#
# `aprof plot` also sets: series, names[] of each, and data in blocks.
# Afterwards block $curveN is curve N.
#
# SPDX-License-Identifier: GPL-2.0-or-later

load ARG0[1:strlen(ARG0) - strlen("shares.gp")] . "chart.gp"

# The values in ascending order, with the number of routines of each; then the
# curve, from all routines down to none.
reach = 0.0; y_least = 1e300; y_most = 0.0; negative = 0
do for [c = 1:curves] {
   eval sprintf("set table $sorted%d", c)
   plot from(c) using (v = y_of(c), v == v ? v : 0):(v == v ? 1 : 0) \
      smooth frequency
   unset table
}
do for [c = 1:curves] {
   eval sprintf("lines_of = |$sorted%d|", c)
   all = 0
   do for [i = 1:lines_of] {
      eval sprintf("row = $sorted%d[%d]", c, i)
      if (word(row, 3) eq "i") { all = all + int(word(row, 2)) }
   }
   below = 0; v = 0.0
   eval sprintf("set print $curve%d", c)
   do for [i = 1:lines_of] {
      eval sprintf("row = $sorted%d[%d]", c, i)
      if (word(row, 3) eq "i" && word(row, 2) > 0) {
         v = real(word(row, 1))
         at = 100.0 * (all - below) / all
         print sprintf("%.9g\t%.9g", at, v)
         below = below + int(word(row, 2))
         if (v > 0 && at > reach) { reach = at }
         if (v > 0 && v < y_least) { y_least = v }
         if (v > y_most) { y_most = v }
         if (v < 0) { negative = negative + int(word(row, 2)) }
      }
   }
   print sprintf("0\t%.9g", v)
   unset print
}

# Most curves fall to 0 within a few percent: the rest is left out, and values
# below 0, which are rare, are named in a text.
x_top = reach * 1.1 < 2 ? 2 : reach * 1.1 > 100 ? 100 : reach * 1.1
s = step(x_top, x_room)
set xrange [0:x_top]
set xtics ()
do for [k = 0:int(floor(x_top / s + 1e-9))] {
   set xtics add (short(k * s) k * s)
}
set xlabel "% of the routines with at least this value"

log_y = axes eq "log-y" || axes eq "log" || \
        (axes eq "auto" && y_most >= 100 * y_least)
log_y = log_y && y_most > 0
if (log_y) {
   # Values of 0 or less lie below the other values.
   bottom = 10.0**(floor(log10(y_least) + 1e-9)) / 2
   set logscale y
   set yrange [bottom / 1.3 : y_most * 1.5]
   set ytics ("0" bottom)
   n = decade_step(y_least, y_most, y_room)
   do for [k = floor(log10(y_least) + 1e-9) : floor(log10(y_most) + 1e-9)] {
      if (k % n == 0) { set ytics add (short(10.0**k) 10.0**k) }
      else { set ytics add ("" 10.0**k 1) }
   }
} else {
   bottom = 0
   if (!exists("y_top")) { y_top = y_most > 0 ? y_most * 1.05 : 1 }
   s = step(y_top, y_room)
   set yrange [0:y_top]
   set ytics ()
   do for [k = 0:int(floor(y_top / s + 1e-9))] {
      set ytics add (short(k * s) k * s)
   }
}
height_of(v) = v < bottom ? bottom : v
curve(c) = sprintf("$curve%d", c)
set key top right
if (negative > 0) {
   set label 1 sprintf("%d routine%s below 0", negative, \
                       negative == 1 ? " is" : "s are") \
      at graph 0.98, 0.1 right noenhanced
}

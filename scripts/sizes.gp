# The axes of the charts over the size of the input; loaded by cost.gp and
# workload.gp, after they have set these variables:
#
#   data      the points, as `aprof points` writes them; several series are
#             separated by two blank lines, each with a header line of its own
#   kind      svg, png, pdf or txt
#   axes      linear, log, log-x or log-y
#   heading, y_label
#   y_of(d)   the value to draw over the size, a function of the columns
#   y_whole   1: the values are whole numbers
#   key_lines number of lines of the key in the upper left
#
# `aprof plot` also sets: panels, x_labels[] of each, series, names[] of each
# and panel_of[] each.  Afterwards first[p] to last[p] are the series of panel
# p, and size(d) and height_of(d) are the place of a point.
#
# SPDX-License-Identifier: GPL-2.0-or-later

by_hand = !exists("panels")
if (by_hand) {
   panels = 1
   set datafile separator "\t"
   stats data using 4 nooutput
   series = STATS_blocks
}
# The number of series in a panel: a few are named within it.
together = series / panels
aside = together > 4 ? together : 0

load ARG0[1:strlen(ARG0) - strlen("sizes.gp")] . "chart.gp"

log_x = axes eq "log" || axes eq "log-x"
log_y = axes eq "log" || axes eq "log-y"

# The least and the greatest value, and the least that is not 0.
x_low = 1e300; x_high = -1; x_least = 1e300
y_high = -1; y_least = 1e300
look(x, y) = (x < x_low ? (x_low = x) : 0, x > x_high ? (x_high = x) : 0, \
              x > 0 && x < x_least ? (x_least = x) : 0, \
              y > y_high ? (y_high = y) : 0, \
              y > 0 && y < y_least ? (y_least = y) : 0, y)
drawable(y) = y >= 0
stats data using (drawable(y_of(0)) ? look($4, y_of(0)) : NaN) nooutput
if (by_hand) {
   array x_labels[1] = [ x_label ]
   array names[series]
   array panel_of[series]
   do for [i = 1:series] {
      names[i] = ""
      panel_of[i] = 1
      stats data index i - 1 every ::1::1 using (names[i] = strcol(1), 1) \
         nooutput
   }
}
array first[panels]
array last[panels]
do for [p = 1:panels] { first[p] = 0; last[p] = -1 }
do for [i = 1:series] {
   if (first[panel_of[i]] == 0) { first[panel_of[i]] = i }
   last[panel_of[i]] = i
}

# A logarithmic axis has no place for 0: it lies left of, or below, the other
# values, and is named there.
log_x = log_x && x_high > 0
log_y = log_y && y_high > 0
x_zero = x_least / 2.0
y_zero = y_least / 2.0
size(d) = log_x && column(4) == 0 ? x_zero : column(4)
height_of(d) = log_y && y_of(0) == 0 ? y_zero : y_of(0)

set xtics ()
if (log_x) {
   set logscale x
   has_zero = x_low == 0
   edge = (x_high / x_least)**0.02 * 1.02
   set xrange [(has_zero ? x_zero : x_least) / edge : x_high * edge]
   if (has_zero) { set xtics add ("0" x_zero) }
   n = decade_step(x_least, x_high, x_room)
   do for [k = ceil(log10(x_least) - 1e-9) : floor(log10(x_high) + 1e-9)] {
      if (k % n == 0) { set xtics add (short(10.0**k) 10.0**k) }
      else { set xtics add ("" 10.0**k 1) }
   }
   if (decades(x_least, x_high) < 2) {
      do for [k = floor(log10(x_least)) : floor(log10(x_high))] {
         do for [m in "2 5"] { set xtics add (short(m * 10.0**k) m * 10.0**k) }
      }
   } else { if (n == 1 && !is_text) {
      do for [k = floor(log10(x_least)) : floor(log10(x_high))] {
         do for [m = 2:9] { set xtics add ("" m * 10.0**k 1) }
      }
   }}
} else {
   # From 0, which shows what is proportional; but sizes far from 0 would be
   # drawn in a heap.
   left = x_low < x_high / 2.0 || x_low == x_high ? 0 : x_low
   pad = x_high > left ? (x_high - left) * 0.02 : \
         x_high > 1e6 ? x_high * 1e-6 : 1
   s = step(x_high - left + 2 * pad, x_room)
   s = s < 1 ? 1 : s
   # In a picture of text a letter on an axis would lie under its line.
   edge = left > 0 || x_high == 0 || is_text ? left - pad : -0.3 * pad
   set xrange [edge : x_high + pad]
   do for [k = int(ceil((left - pad) / s)) : int(floor((x_high + pad) / s))] {
      if (k >= 0) { set xtics add (short(k * s) k * s) }
   }
}

# The key is in the upper left: the data are moved down below it.
if (aside || is_text) { key_lines = 0 }
key_share = key_lines * 0.05
corner_of(x) = log_x ? x < exp(log(x_least) + 0.6 * log(x_high / x_least)) : \
                       x < x_low + 0.6 * (x_high - x_low)
corner = 0
stats data using (drawable(y_of(0)) && corner_of($4) && y_of(0) > corner ? \
                  (corner = y_of(0)) : 0) nooutput

set ytics ()
if (log_y) {
   set logscale y
   stats data using (drawable(y_of(0)) ? y_of(0) : NaN) nooutput
   has_zero = STATS_min == 0
   edge = (y_high / y_least)**0.03 * 1.1
   y_bottom = (has_zero ? y_zero : y_least) / edge
   y_top = y_high * edge
   if (corner > y_bottom) {
      over = y_bottom * (corner / y_bottom)**(1 / (1 - key_share))
      y_top = over > y_top ? over : y_top
   }
   set yrange [y_bottom : y_top]
   if (has_zero) { set ytics add ("0" y_zero) }
   n = decade_step(y_least, y_high, y_room)
   do for [k = ceil(log10(y_least) - 1e-9) : floor(log10(y_high) + 1e-9)] {
      if (k % n == 0) { set ytics add (short(10.0**k) 10.0**k) }
      else { set ytics add ("" 10.0**k 1) }
   }
   if (decades(y_least, y_high) < 2) {
      do for [k = floor(log10(y_least)) : floor(log10(y_high))] {
         do for [m in "2 5"] { set ytics add (short(m * 10.0**k) m * 10.0**k) }
      }
   } else { if (n == 1 && !is_text) {
      do for [k = floor(log10(y_least)) : floor(log10(y_high))] {
         do for [m = 2:9] { set ytics add ("" m * 10.0**k 1) }
      }
   }}
} else {
   y_top = y_high > 0 ? y_high * 1.05 : 1
   y_top = corner / (1 - key_share) > y_top ? corner / (1 - key_share) : y_top
   s = step(y_top, y_room)
   s = y_whole && s < 1 ? 1 : s
   set yrange [is_text ? -0.06 * y_top : 0 : y_top]
   do for [k = 0 : int(floor(y_top / s))] { set ytics add (short(k * s) k * s) }
}

if (aside && !is_text) { set key outside right top vertical font small }
if (is_text) {
   set terminal dumb nofeed noenhanced \
      size text_columns, (text_lines + together) * down
   set key bmargin left vertical
}

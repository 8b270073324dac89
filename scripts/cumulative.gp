# Thread-induced and external input of each routine: the percentage of a
# routine's induced first accesses that are thread-induced, or external, over
# the percentage of routines with at least this percentage (Figures 18 and 19 of
# "Multithreaded Input-Sensitive Profiling").
#
# By hand:
#
#   aprof report --format=tsv FILE > report.tsv
#   gnuplot -d -c cumulative.gp report.tsv svg > picture.svg
#
# Arguments: DATA [KIND [HEADING]]; KIND is svg, png, pdf or txt.
#
# SPDX-License-Identifier: GPL-2.0-or-later

if (!exists("data")) {
   data = ARG1
   kind = ARGC >= 2 ? ARG2 : "txt"
   heading = ARGC >= 3 ? ARG3 : "External and thread-induced input"
   y_label = "% of a routine's induced first accesses"
   series = 1
   array names[1] = [ "" ]
   from(c) = data
} else {
   from(c) = sprintf("$routines%d", (c + 1) / 2)
}
axes = "linear"
# For each series the curve of threads, then the curve of the kernel; with
# several series each kind has a panel.
panels = series > 1 ? 2 : 1
curves = 2 * series
y_top = 102
share(part, other) = part + other > 0 ? 100 * part / (part + other) : \
                     part + other == 0 ? 0 : NaN
empty(n) = strlen(strcol(n)) == 0
# A routine that reads nothing has no induced input.
y_of(c) = empty(13) || empty(14) ? (strlen(strcol(1)) ? 0 : NaN) : \
   c % 2 ? share(column(14), column(13)) : share(column(13), column(14))

load ARG0[1:strlen(ARG0) - strlen("cumulative.gp")] . "shares.gp"

# Curves may lie anywhere, so the key is below the axis, with room above it: the
# label of the axis would touch it.
set key bmargin center horizontal height (is_text ? 0 : 1)
if (panels == 1) {
   plot curve(1) using 1:2 with steps linewidth 2 dashtype 1 \
         linecolor rgb of_threads title beside("thread-induced"), \
      curve(2) using 1:2 with steps linewidth 2 dashtype 2 \
         linecolor rgb of_kernel title beside("external")
} else {
   set multiplot layout down, across title heading noenhanced
   do for [p = 1:2] {
      set title above(p == 1 ? "thread-induced" : "external")
      plot for [k = 1:series] curve(2 * k - 2 + p) using 1:2 with steps \
         linewidth 2 dashtype dashes(k) linecolor rgb colour(k) \
         title beside(names[k])
   }
   unset multiplot
}

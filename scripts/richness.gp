# Profile richness: (|trms| - |rms|) / |rms| of the numbers of points that trms
# and rms give a routine, over the percentage of routines with at least this
# richness (Figure 15 of "Multithreaded Input-Sensitive Profiling").
#
# By hand:
#
#   aprof report --format=tsv FILE > report.tsv
#   gnuplot -d -c richness.gp report.tsv svg > picture.svg
#
# Arguments: DATA [KIND [AXES [HEADING]]]; KIND is svg, png, pdf or txt, AXES is
# linear, log-y or auto.
#
# SPDX-License-Identifier: GPL-2.0-or-later

panels = 1
if (!exists("data")) {
   data = ARG1
   kind = ARGC >= 2 ? ARG2 : "txt"
   axes = ARGC >= 3 ? ARG3 : "auto"
   heading = ARGC >= 4 ? ARG4 : "Profile richness of trms"
   y_label = "(trms points - rms points) / rms points"
   series = 1
   array names[1] = [ "" ]
   from(c) = data
} else {
   from(c) = sprintf("$routines%d", c)
}
curves = series
y_of(c) = column(9) > 0 ? (column(10) - column(9)) / column(9) : NaN

load ARG0[1:strlen(ARG0) - strlen("richness.gp")] . "shares.gp"

if (series == 1) { unset key }
plot for [c = 1:curves] curve(c) using 1:(height_of($2)) with steps \
   linewidth 2 dashtype dashes(c) linecolor rgb colour(c) \
   title beside(names[c])

# The number of calls of a routine at each size of input: the workload plot
# (Figure 8 of "Multithreaded Input-Sensitive Profiling").
#
# By hand:
#
#   aprof points --routine=NAME FILE > points.tsv
#   gnuplot -d -c workload.gp points.tsv svg log > picture.svg
#
# Arguments: DATA [KIND [AXES [HEADING [X-LABEL [Y-LABEL]]]]]; KIND is svg, png,
# pdf or txt, AXES is linear, log, log-x or log-y.
#
# SPDX-License-Identifier: GPL-2.0-or-later

if (!exists("data")) {
   data = ARG1
   kind = ARGC >= 2 ? ARG2 : "txt"
   axes = ARGC >= 3 ? ARG3 : "linear"
   heading = ARGC >= 4 ? ARG4 : "workload"
   x_label = ARGC >= 5 ? ARG5 : "input size (cells)"
   y_label = ARGC >= 6 ? ARG6 : "calls"
}
y_of(d) = column(5)
y_whole = 1
key_lines = exists("series") && series > panels ? series / panels : 0

load ARG0[1:strlen(ARG0) - strlen("workload.gp")] . "sizes.gp"

if (!aside && !is_text) { set key top left }

if (panels > 1) {
   unset title
   set multiplot layout down, across title heading noenhanced
}
do for [p = 1:panels] {
   set xlabel x_labels[p] noenhanced
   # A series is stems with a point on top.
   plot for [i = first[p]:last[p]] data index i - 1 \
         using (size(0)):(height_of(0)) with impulses \
         linecolor rgb colour(i - first[p] + 1) notitle, \
      for [i = first[p]:last[p]] data index i - 1 \
         using (size(0)):(height_of(0)) with points \
         pointtype form(i - first[p] + 1) pointsize mark linewidth mark_width \
         linecolor rgb colour(i - first[p] + 1) title names[i]
}
if (panels > 1) { unset multiplot }

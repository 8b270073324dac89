# How often a routine was called on each size of input: the workload plot (the
# paper's Figure 8).  "Multithreaded Input-Sensitive Profiling", Section 3.
#
# By hand:
#
#   aprof points --routine=NAME FILE > points.tsv
#   gnuplot -d -c workload.gp points.tsv svg > picture.svg
#
# Arguments: DATA KIND CHART [AXES HEADING X-LABEL Y-LABEL]; KIND is svg, png,
# pdf or txt, CHART is workload, AXES as in chart.gp.
#
# SPDX-License-Identifier: GPL-2.0-or-later

data = ARG1
kind = ARGC >= 2 ? ARG2 : "txt"
axes = ARG4
heading = ARGC >= 5 ? ARG5 : "workload"
x_label = ARGC >= 6 ? ARG6 : "input size (cells)"
y_label = ARGC >= 7 ? ARG7 : "calls"
y_column = 5
together = 0

load ARG0[1:strlen(ARG0) - strlen("workload.gp")] . "chart.gp"

if (strstrt(axes, "y") == 0 && y_high < 10) { set ytics 1 }

# A series is stems with a point on top.
plot for [i = 1:series] data index i - 1 using 4:5 with impulses \
      linecolor rgb colour(i) notitle, \
   for [i = 1:series] data index i - 1 using 4:5 with points \
      pointtype form(i) pointsize 1.2 linewidth 1.5 \
      linecolor rgb colour(i) title name[i]

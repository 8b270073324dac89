# The cost of a routine over the size of its input: worst case (the paper's
# Figures 4 to 7), mean or best case.  "Multithreaded Input-Sensitive
# Profiling", Section 3.
#
# By hand:
#
#   aprof points --routine=NAME FILE > points.tsv
#   gnuplot -d -c cost.gp points.tsv svg worst > picture.svg
#
# Arguments: DATA KIND CHART [AXES HEADING X-LABEL Y-LABEL]; KIND is svg, png,
# pdf or txt, CHART is worst, mean or best, AXES as in chart.gp.
#
# SPDX-License-Identifier: GPL-2.0-or-later

data = ARG1
kind = ARGC >= 2 ? ARG2 : "txt"
chart = ARGC >= 3 ? ARG3 : "worst"
axes = ARG4
heading = ARGC >= 5 ? ARG5 : chart . " cost by input size"
x_label = ARGC >= 6 ? ARG6 : "input size (cells)"
y_label = ARGC >= 7 ? ARG7 : chart . " cost"
y_column = chart eq "best" ? 6 : chart eq "mean" ? 7 : 8
together = 1

load ARG0[1:strlen(ARG0) - strlen("cost.gp")] . "chart.gp"

plot for [i = 1:series] data index i - 1 using 4:y_column with points \
   pointtype form(i) pointsize 1.2 linewidth 1.5 \
   linecolor rgb colour(i) title name[i]

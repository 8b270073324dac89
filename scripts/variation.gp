# The share of each routine in each of several runs.  The bar is what sampling
# alone gives, two standard errors on both sides of the mean: points beside it
# vary by themselves.
#
# By hand: DATA has a line for each point of a run (row, share, 0, 0), and one
# for each routine (row, mean, low, high); the names are an array.
#
#   aprof stats --chart=variation.svg RUN RUN...
#
# SPDX-License-Identifier: GPL-2.0-or-later

panels = 1
load ARG0[1:strlen(ARG0) - strlen("variation.gp")] . "chart.gp"

unset ylabel
set xlabel "% of the run's time"
set format x "%g"
set key bottom right
set yrange [rows + 0.7:0.3]
set xrange [0:*]
set ytics () noenhanced
do for [i = 1:rows] { set ytics add (names[i] i) }
plot "$means" using 2:1:3:4 with xerrorbars linecolor rgb 0x999999 \
        linewidth (is_text ? 1 : 8) pointtype (is_text ? 7 : 0) \
        title beside("what sampling alone gives"), \
     "$runs" using 2:1 with points linecolor rgb colour(1) \
        pointtype form(1) pointsize mark linewidth mark_width \
        title beside("a run")

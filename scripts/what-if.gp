# What a whole program would gain if a routine were faster: a curve for each
# routine, as in the causal profiles of Coz.
#
# By hand, with the gains of one routine:
#
#   aprof what-if --show=SERIES --format=tsv | grep ^NAME | cut -f4,6 > gains.tsv
#   gnuplot -d -c what-if.gp gains.tsv svg > picture.svg
#
# Arguments: DATA [KIND [HEADING]]; KIND is svg, png, pdf or txt.  DATA has the
# columns percent faster, gain in percent.
#
# SPDX-License-Identifier: GPL-2.0-or-later

if (!exists("data")) {
   data = ARG1
   kind = ARGC >= 2 ? ARG2 : "txt"
   heading = ARGC >= 3 ? ARG3 : "What if"
   y_label = "the program gains, %"
   series = 1
   array names[1] = [ "" ]
}
panels = 1
aside = 0

load ARG0[1:strlen(ARG0) - strlen("what-if.gp")] . "chart.gp"

set xrange [0:100]
set xtics (0, 25, 50, 75, 100)
set xlabel "a routine is faster by, %"
stats data using 2 nooutput
top = STATS_max > 1 ? 1.08 * STATS_max : 1
bottom = STATS_min < -0.05 ? 1.1 * STATS_min : 0
set yrange [bottom:top]
if (bottom < 0) { set xzeroaxis linetype 1 linecolor rgb 0x888888 }
set key bmargin center horizontal height (is_text ? 0 : 1)

plot for [i = 1:series] data index i - 1 using 1:2 with linespoints \
   linewidth 2 dashtype dashes(i) pointtype form(i) pointsize mark \
   linecolor rgb colour(i) title beside(names[i])

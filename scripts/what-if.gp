# What a whole program would gain if a routine were faster: a curve for each
# routine, as in the causal profiles of Coz.
#
# By hand, with the gains of one routine:
#
#   aprof what-if --show=SERIES --format=tsv | grep ^NAME | cut -f4,6 > gains.tsv
#   gnuplot -d -c what-if.gp gains.tsv svg > picture.svg
#
# Arguments: DATA [KIND [HEADING]]; KIND is svg, png, pdf or txt.  DATA has the
# columns percent faster, gain in percent, and may have its error.
#
# SPDX-License-Identifier: GPL-2.0-or-later

if (!exists("data")) {
   data = ARG1
   kind = ARGC >= 2 ? ARG2 : "txt"
   heading = ARGC >= 3 ? ARG3 : "What if"
   y_label = "the program gains, %"
   series = 1
   panels = 1
   errors = 0
   array names[1] = [ "" ]
   array y_labels[1] = [ y_label ]
}
# A panel for each progress point.
aside = 0

load ARG0[1:strlen(ARG0) - strlen("what-if.gp")] . "chart.gp"

set xrange [0:100]
set xtics (0, 25, 50, 75, 100)
set xlabel "a routine is faster by, %"
set key bmargin center horizontal height (is_text ? 0 : 1)
if (panels > 1) { set multiplot layout down, across title heading noenhanced }
do for [p = 0:panels - 1] {
   if (panels > 1) {
      set title above(is_text ? "" : y_labels[p + 1]) noenhanced
      if (is_text) {
         set label 100 y_labels[p + 1]
      } else {
         set ylabel "gain, %"
      }
   }
   stats data index p * series : (p + 1) * series - 1 using 2 nooutput
   top = STATS_max > 1 ? 1.08 * STATS_max : 1
   bottom = STATS_min < -0.05 ? 1.1 * STATS_min : 0
   if (errors) {
      stats data index p * series : (p + 1) * series - 1 using ($2 + $3) \
         nooutput
      top = STATS_max > top ? STATS_max : top
      stats data index p * series : (p + 1) * series - 1 using ($2 - $3) \
         nooutput
      bottom = STATS_min < bottom ? STATS_min : bottom
   }
   set yrange [bottom:top]
   if (bottom < 0) { set xzeroaxis linetype 1 linecolor rgb 0x888888 }
   if (errors) {
      plot for [i = 1:series] data index p * series + i - 1 using 1:2 \
            with linespoints linewidth 2 dashtype dashes(i) \
            pointtype form(i) pointsize mark linecolor rgb colour(i) \
            title beside(names[i]), \
         for [i = 1:series] data index p * series + i - 1 using 1:2:3 \
            with yerrorbars linewidth 1 pointsize 0 \
            linecolor rgb colour(i) notitle
   } else {
      plot for [i = 1:series] data index p * series + i - 1 using 1:2 \
         with linespoints linewidth 2 dashtype dashes(i) pointtype form(i) \
         pointsize mark linecolor rgb colour(i) title beside(names[i])
   }
}
if (panels > 1) { unset multiplot }

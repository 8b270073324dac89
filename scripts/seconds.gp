# The time of each routine now, and on larger inputs, in a doubly logarithmic
# picture.  On the dashed line a routine grows as the input does: what lies above
# it is a larger part of the time tomorrow than today.  A range without an upper
# end is drawn up to the time then.
#
# By hand:
#
#   aprof prof --profile=PROFILE --scale=10 --format=tsv SAMPLES |
#      awk -F '\t' -v OFS='\t' 'NR > 1 && $13 != "" {
#         if ($15 == "") $15 = $13
#         print }' > seconds.tsv
#   gnuplot -d -c seconds.gp seconds.tsv svg 10 > picture.svg
#
# Arguments: DATA [KIND [SCALE [HEADING]]]; KIND is svg, png, pdf or txt.  DATA
# has the columns of `aprof prof` and no header.
#
# SPDX-License-Identifier: GPL-2.0-or-later

panels = 1
if (!exists("data")) {
   data = ARG1
   kind = ARGC >= 2 ? ARG2 : "txt"
   scale = ARGC >= 3 ? real(ARG3) : 10
   heading = ARGC >= 4 ? ARG4 : \
      sprintf("Seconds now, and with inputs %g times as large", scale)
   y_label = "seconds then"
   then = 13; low_end = 14; high_end = 15
   label_of(d) = strcol(6) . " " . strcol(12)
} else {
   then = 2; low_end = 3; high_end = 4
   label_of(d) = names[int(column(5))]
}

load ARG0[1:strlen(ARG0) - strlen("seconds.gp")] . "chart.gp"

set logscale xy
set xlabel "seconds now"
set key bottom right
stats data using 1 nooutput
low = STATS_min / 2
high = STATS_max * 2
set xrange [low:high]
stats data using low_end nooutput
bottom = STATS_min > 0 && STATS_min < low * scale ? STATS_min : low * scale
stats data using high_end nooutput
top = STATS_max > high * scale ? STATS_max : high * scale
set yrange [bottom / 2:top * 2]
set format xy "%g"

# Only the routines with most time have room for a name.
named = is_text ? 4 : 12
name_of(d) = int(column(0)) < named ? label_of(0) : ""
plot scale * x with lines linecolor rgb 0x999999 dashtype 2 \
        title beside("grows as the input"), \
     data using 1:then:low_end:high_end with yerrorbars linecolor rgb colour(1) \
        pointtype form(1) pointsize mark linewidth mark_width \
        title beside("a routine, with its range"), \
     data using 1:then:(name_of(0)) with labels left offset character 1, 0.4 \
        noenhanced notitle

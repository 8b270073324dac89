# The share of each routine in two recordings, in a doubly logarithmic picture.
# On the dashed line nothing has changed; bars are two standard errors of the
# sampling.
#
#   aprof diff --chart=diff.svg OLD NEW
#
# Data: before, now, and their standard errors; the number of the name, 0: the
# routine has not changed more than sampling explains.
#
# SPDX-License-Identifier: GPL-2.0-or-later

panels = 1
load ARG0[1:strlen(ARG0) - strlen("changes.gp")] . "chart.gp"

set logscale xy
set xlabel "% of the time before"
set key bottom right
set xrange [low:high]
set yrange [low:high]
set format xy "%g"
at_least(v) = v > low ? v : low
name_of(d) = column(5) > 0 ? names[int(column(5))] : ""
plot x with lines linecolor rgb 0x999999 dashtype 2 title beside("no change"), \
     data using 1:2:(at_least($1 - 2 * $3)):($1 + 2 * $3): \
        (at_least($2 - 2 * $4)):($2 + 2 * $4) with xyerrorbars \
        linecolor rgb 0xbbbbbb pointtype 0 notitle, \
     data using ($5 == 0 ? $1 : NaN):2 with points \
        linecolor rgb colour(1) pointtype form(1) pointsize mark \
        linewidth mark_width title beside("not more than sampling explains"), \
     data using ($5 > 0 ? $1 : NaN):2 with points \
        linecolor rgb colour(2) pointtype form(2) pointsize mark \
        linewidth mark_width title beside("changed"), \
     data using 1:2:(name_of(0)) with labels left offset character 1, 0.4 \
        noenhanced notitle

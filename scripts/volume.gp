# Input volume: 1 - sum of rms / sum of trms over a routine's activations, over
# the percentage of routines with at least this volume (Figure 16 of
# "Multithreaded Input-Sensitive Profiling").
#
# By hand, for routines of different names:
#
#   aprof points --open --routine='*' FILE | awk -F '\t' 'NR > 1 {
#      r[$1] += $5 * $10; t[$1] += $5 * $11 }
#      END { for (n in r) printf "%s\t%.0f\t%.0f\n", n, r[n], t[n]
#      }' > volume.tsv
#   gnuplot -d -c volume.gp volume.tsv svg > picture.svg
#
# Arguments: DATA [KIND [HEADING]]; DATA has the columns name, sum of rms, sum
# of trms; KIND is svg, png, pdf or txt.
#
# SPDX-License-Identifier: GPL-2.0-or-later

panels = 1
if (!exists("data")) {
   data = ARG1
   kind = ARGC >= 2 ? ARG2 : "txt"
   heading = ARGC >= 3 ? ARG3 : "Input volume of trms"
   y_label = "1 - sum of rms / sum of trms"
   series = 1
   array names[1] = [ "" ]
   from(c) = data
} else {
   from(c) = sprintf("$routines%d", c)
}
axes = "linear"
curves = series
y_top = 1.02
# A routine that reads nothing has a volume of 0.
y_of(c) = column(3) > 0 ? 1 - column(2) / column(3) : column(3) == 0 ? 0 : NaN

load ARG0[1:strlen(ARG0) - strlen("volume.gp")] . "shares.gp"

if (series == 1) { unset key }
plot for [c = 1:curves] curve(c) using 1:2 with steps linewidth 2 \
   dashtype dashes(c) linecolor rgb colour(c) \
   title beside(names[c])

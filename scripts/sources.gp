# The sources of the induced first accesses of each profile: external against
# thread-induced input, a bar of 100 % for each file, the file with most
# thread-induced input first (Figure 17 of "Multithreaded Input-Sensitive
# Profiling").
#
# By hand, with the totals of the profile files:
#
#   for f in *.aprof; do sed -n "s|^total|$f|p" "$f"; done > totals.tsv
#   gnuplot -d -c sources.gp totals.tsv svg > picture.svg
#
# Arguments: DATA [KIND [HEADING]]; KIND is svg, png, pdf or txt.  DATA has the
# columns name, cost, activations, rms, ext, trms, external, thread.
#
# SPDX-License-Identifier: GPL-2.0-or-later

panels = 1
if (!exists("data")) {
   data = ARG1
   kind = ARGC >= 2 ? ARG2 : "txt"
   heading = ARGC >= 3 ? ARG3 : "External and thread-induced input"
   y_label = "% of induced first accesses"
   name_of(text) = text
} else {
   name_of(text) = names[int(text)]
}

load ARG0[1:strlen(ARG0) - strlen("sources.gp")] . "chart.gp"

# In a label % would begin a format.
plain(s) = strstrt(s, "%") ? \
   s[1:strstrt(s, "%")] . "%" . plain(s[strstrt(s, "%") + 1:*]) : s
induced(d) = column(7) + column(8)
thread_share(d) = induced(0) > 0 ? 100.0 * column(8) / induced(0) : NaN

stats data using 7 nooutput
n = int(STATS_records)
array shown[n]
array part[n]
stats data using (shown[$0 + 1] = name_of(strcol(1)), 1) nooutput
stats data using (part[$0 + 1] = induced(0) > 0 ? thread_share(0) : -1, 1) \
   nooutput

if (is_text) {
   # A line for each file, with a letter for each part of 100 %.
   line = "TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT"
   other = "EEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEE"
   letters(v) = int(v / 2.0 + 0.5)
   bar(v) = v < 0 ? "no induced input" : \
            line[1:letters(v)] . other[1:50 - letters(v)] . sprintf(" %.0f", v)
   set terminal dumb nofeed noenhanced size text_columns, n + 7
   set xrange [0:text_columns]
   set yrange [n + 0.5:0.5]
   set border 0
   set lmargin -1
   unset xtics
   set ytics () scale 0
   do for [k = 1:n] { set ytics add (plain(shown[k]) k) }
   set xlabel "T thread-induced, E external: % of induced first accesses"
   unset key
   unset label 100
   do for [k = 1:n] { set label k bar(part[k]) at 1, k left noenhanced }
   plot NaN
} else {
   set yrange [0:100]
   set ytics 20
      set xrange [0.3:n + 0.7]
   set xtics () scale 0
   if (n > 6) { set xtics rotate by -35 left }
   do for [k = 1:n] { set xtics add (plain(shown[k]) k) }
   set boxwidth n < 4 ? 0.4 : 0.7
   set key tmargin right horizontal
   do for [k = 1:n] {
      if (part[k] < 0) { set label k "no induced input" at k, 3 left rotate }
   }
   plot data using ($0 + 1):(induced(0) > 0 ? 100 : NaN) with boxes \
         fillcolor rgb of_kernel fillstyle solid noborder title "external", \
      data using ($0 + 1):(thread_share(0)) with boxes \
         fillcolor rgb of_threads fillstyle solid noborder \
         title "thread-induced"
}

# The induced part of each routine's input: external and thread-induced input
# in percent of the trms of its activations, with the routines sorted by the sum
# of both (Figure 9 of "Multithreaded Input-Sensitive Profiling").
#
# By hand:
#
#   aprof report --format=tsv FILE | awk -F '\t' 'NR > 1 {
#      print $13 + $14 "\t" $0 }' | sort -k 1,1gr | cut -f 2- > induced.tsv
#   gnuplot -d -c induced.gp induced.tsv svg > picture.svg
#
# Arguments: DATA [KIND [HEADING]]; DATA has the columns of `aprof report` and
# no header; KIND is svg, png, pdf or txt.
#
# SPDX-License-Identifier: GPL-2.0-or-later

if (!exists("data")) {
   data = ARG1
   kind = ARGC >= 2 ? ARG2 : "txt"
   heading = ARGC >= 3 ? ARG3 : "Induced input of each routine"
   y_label = "% of its input"
   series = 1
   array names[1] = [ "" ]
   from(p) = data
} else {
   from(p) = sprintf("$routines%d", p)
}
panels = series

load ARG0[1:strlen(ARG0) - strlen("induced.gp")] . "chart.gp"

few = 60                # routines with bars of their own, at most
set yrange [0:100]
set ytics 20
# A routine that reads nothing has empty columns.
number(n) = strlen(strcol(n)) ? column(n) : 0
both(d) = number(13) + number(14)
# In a label % would begin a format.
plain(s) = strstrt(s, "%") ? \
   s[1:strstrt(s, "%")] . "%" . plain(s[strstrt(s, "%") + 1:*]) : s

if (panels > 1) {
   # With an empty line above the keys of the panels below.
   set multiplot layout down, across title heading . "\n" noenhanced
}
do for [p = 1:panels] {
   if (panels > 1) { set title above(names[p]) noenhanced }
   all = 0; n = 0
   stats from(p) using (all = all + 1, n = n + (both(0) > 0), 1) nooutput
   set xtics () norotate center
   set xlabel sprintf("%d of %d routine%s: %s", n, all, all == 1 ? "" : "s", \
                      "routines with induced input, most first")
   n = n > 0 ? n : 1
   # Many routines leave the upper right free.
   if (n > 12) { set key inside top right vertical }
   else { set key tmargin right horizontal }
   set xrange [0:n]
   eval sprintf("labelled = exists(\"labels%d\")", p)
   if (labelled && !is_text) {
      set xtics rotate by -35 left
      do for [k = 1:n] {
         eval sprintf("name = labels%d[%d]", p, k)
         set xtics add (plain(name) k - 0.5)
      }
   } else {
      s = step(n, x_room)
      s = s < 1 ? 1 : s
      do for [k = 0:int(n / s)] { set xtics add (short(k * s) k * s) }
   }
   if (is_text) {
      plot from(p) every ::::n - 1 using ($0 + 0.5):(both(0)) with points \
            pointtype "t" title "t: external and thread-induced", \
         from(p) every ::::n - 1 using ($0 + 0.5):(number(13)) with points \
            pointtype "e" title "e: external alone"
   } else { if (n <= few) {
      set boxwidth 0.8
      plot from(p) every ::::n - 1 using ($0 + 0.5):(both(0)) with boxes \
            fillcolor rgb of_threads fillstyle solid noborder \
            title "thread-induced", \
         from(p) every ::::n - 1 using ($0 + 0.5):(number(13)) with boxes \
            fillcolor rgb of_kernel fillstyle solid noborder title "external"
   } else {
      # One outline of all steps: an SVG of thousands of bars would be huge.
      # Its point i = 0, 1... belongs to routine i / 2.
      array outer[n]; array inner[n]
      stats from(p) every ::::n - 1 using (inner[$0 + 1] = number(13), \
         outer[$0 + 1] = both(0), 1) nooutput
      set samples 2 * n
      of(i) = int(i + 0.5) / 2 + 1
      edge(i) = int(i + 1.5) / 2
      plot sample [i = 0:2 * n - 1] "+" using (edge(i)):(outer[of(i)]) \
            with filledcurves y1=0 \
            fillcolor rgb of_threads fillstyle solid noborder \
            title "thread-induced", \
         [i = 0:2 * n - 1] "+" using (edge(i)):(inner[of(i)]) \
            with filledcurves y1=0 \
            fillcolor rgb of_kernel fillstyle solid noborder title "external"
   }}
}
if (panels > 1) { unset multiplot }

# The cost of a routine over the size of its input: worst case, mean and best
# case (Figures 4 to 7 of "Multithreaded Input-Sensitive Profiling"), the total
# at each size, the variance, and the worst case divided by g(n), which levels
# off if g is the class that bounds it.
#
# By hand:
#
#   aprof points --routine=NAME FILE > points.tsv
#   gnuplot -d -c cost.gp points.tsv svg worst log > picture.svg
#
# Arguments: DATA [KIND [CHART [AXES [G [HEADING [X-LABEL [Y-LABEL]]]]]]]; KIND
# is svg, png, pdf or txt, CHART is worst, mean, best, total, variance or bound,
# AXES is linear, log, log-x or log-y, G is a class such as "O(n log n)".  The
# variance is a tenth column, which `aprof points` does not write: `aprof plot
# --script --chart=variance` does.
#
# SPDX-License-Identifier: GPL-2.0-or-later

if (!exists("data")) {
   data = ARG1
   kind = ARGC >= 2 ? ARG2 : "txt"
   chart = ARGC >= 3 ? ARG3 : "worst"
   axes = ARGC >= 4 ? ARG4 : "linear"
   bound = ARGC >= 5 && ARG5 ne "" ? ARG5 : "O(n)"
   heading = ARGC >= 6 ? ARG6 : chart . " cost by input size"
   x_label = ARGC >= 7 ? ARG7 : "input size (cells)"
   y_label = ARGC >= 8 ? ARG8 : \
             chart eq "bound" ? "cost / " . bound : chart . " cost"
   fits = 0
}

# The classes, as in `aprof report`; the logarithm is binary.
if (!exists("bound")) { bound = "" }
lg(n) = n > 0 ? log(n) / log(2) : 0
exponent(name) = real(name[5:strlen(name) - 1])
g(n) = bound eq "O(1)" ? 1 : bound eq "O(log n)" ? lg(n) : \
   bound eq "O(sqrt n)" ? sqrt(n) : bound eq "O(n)" ? n : \
   bound eq "O(n log n)" ? n * lg(n) : \
   bound eq "O(n^2 log n)" ? n**2 * lg(n) : bound eq "O(2^n)" ? 2.0**n : \
   bound[1:4] eq "O(n^" ? real(n)**exponent(bound) : NaN

# The value to draw, by the columns size, calls, cost_min, cost_mean, cost_max
# and cost_variance.
y_of(d) = chart eq "worst" ? column(8) : chart eq "mean" ? column(7) : \
   chart eq "best" ? column(6) : chart eq "total" ? column(5) * column(7) : \
   chart eq "variance" ? (strcol(9) eq "" ? NaN : column(9)) : \
   chart eq "bound" ? (g(column(4)) > 0 ? column(8) / g(column(4)) : NaN) : NaN
y_whole = chart ne "bound"

# The characters of a line for which the key of a panel has room; a longer
# formula has lines of its own.
key_columns = !exists("panels") || panels == 1 ? 88 : \
              panels == 2 || panels == 4 ? 58 : 46
formula_is_long = 0
do for [k = 1:fits] {
   if (strlen(formulas[k]) > key_columns) { formula_is_long = 1 }
}
key_lines = !exists("series") ? 0 : series > panels ? series / panels : \
            fits > 0 ? 4 + formula_is_long : chart eq "bound" ? 0 : 1

load ARG0[1:strlen(ARG0) - strlen("cost.gp")] . "sizes.gp"

if (!aside && !is_text) { set key top left }

# The fits are numbered in the order of their series.
array fit_first[panels]
array fit_last[panels]
do for [p = 1:panels] {
   fit_first[p] = 1; fit_last[p] = 0
   do for [k = 1:fits] {
      if (panel_of[fit_of[k]] == p) {
         if (fit_last[p] == 0) { fit_first[p] = k }
         fit_last[p] = k
      }
   }
}
fit(k) = sprintf("$fit%d", k)
place(k) = fit_of[k] - first[panel_of[fit_of[k]]] + 1
fit_colour(k) = together == 1 ? colour(2) : colour(place(k))

# The parts of a panel.  A band and neighbouring classes are drawn only for a
# single series: several bands would cover each other.  For several series the
# key has their names and classes, and no formulas.
band = "fit(k) using 1:3:4 with filledcurves fillcolor rgb colour(2) \
   fillstyle transparent solid 0.13 noborder title '95 % of costs', "
lower = "fit(k) using 1:5 with lines linewidth 1.2 dashtype 3 \
   linecolor rgb 0x555555 title classes_below[k], "
upper = "fit(k) using 1:6 with lines linewidth 1.2 dashtype 2 \
   linecolor rgb 0x555555 title classes_above[k], "
points = "for [i = first[p]:last[p]] data index i - 1 \
   using (size(0)):(height_of(0)) with points \
   pointtype form(i - first[p] + 1) pointsize mark linewidth mark_width \
   linecolor rgb colour(i - first[p] + 1) title names[i]"
curves = "for [k = fit_first[p]:fit_last[p]] fit(k) using 1:2 with lines \
   linewidth (together == 1 ? 2 : 1) dashtype dashes(place(k)) \
   linecolor rgb fit_colour(k) \
   title (together == 1 && !is_text ? key_text(formulas[k]) : '')"
# A formula that is wider than the panel is in the next line of the key, which a
# line break would write over the line above.
key_text(text) = strlen(text) > key_columns ? class_in(text) : text
rest = "NaN with lines linetype nodraw title behind_class(formulas[k])"
# In a picture of text a formula may be wider than the key: it is below the
# picture, and in lines of its own after the class if it is long.
class_in(text) = text[1:strstrt(text, ": ")]
behind_class(text) = text[strstrt(text, ": ") + 2:*]
formula_lines(text, n) = strlen(text) <= n ? text : \
   class_in(text) . "\n" . wrapped(behind_class(text), n)
x_label_of(p, k) = is_text && together == 1 && k > 0 ? x_labels[p] . "\n" . \
   formula_lines("*** " . formulas[k], text_columns - 2) : x_labels[p]

# The picture may be all that a reader has.
if (chart eq "worst" && x_low == x_high) {
   set label 99 "one size of input, which shows no growth:\n" . \
      "merge runs on inputs of several sizes" at graph 0.5, 0.5 center front
}
if (panels > 1) {
   unset title
   set multiplot layout down, across title heading noenhanced
}
do for [p = 1:panels] {
   k = fit_last[p]
   set xlabel x_label_of(p, k) noenhanced
   alone = together == 1 && k > 0
   if (is_text) {
      # Letters over the curve, without a band.
      drawing = (k > 0 ? curves . ", " : "") . points
   } else {
      drawing = (alone ? band : "") . \
         (alone && classes_below[k] ne "" ? lower : "") . \
         (alone && classes_above[k] ne "" ? upper : "") . \
         points . (k > 0 ? ", " . curves : "") . \
         (alone && strlen(formulas[k]) > key_columns ? ", " . rest : "")
   }
   eval "plot " . drawing
}
if (panels > 1) { unset multiplot }

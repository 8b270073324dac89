# What the charts of aprof have in common: loaded by the other scripts here,
# after they have set these variables:
#
#   data      the points, as `aprof points` writes them; several series are
#             separated by two blank lines, each with a header line of its own
#   kind      svg, png, pdf or txt
#   axes      logarithmic axes: x, y, "x,y" or none; "" chooses by the data
#   heading, x_label, y_label
#   y_column  the column drawn over the size, as a number
#   together  1: by the data, both axes are logarithmic or none is
#
# Afterwards name[i] is what series i of `series` is called, its first column, and
# form(i) and colour(i) are those of its points.
# Texts are drawn as they are: nothing in them is markup or a command.
#
# SPDX-License-Identifier: GPL-2.0-or-later

set encoding utf8
set datafile separator "\t"
set datafile commentschars ""

if (kind eq "txt") {
   set terminal dumb nofeed noenhanced size 79, 24
} else { if (kind eq "png") {
   set terminal pngcairo noenhanced size 900, 600 background "white"
} else { if (kind eq "pdf") {
   set terminal pdfcairo noenhanced size 6, 4 background "white"
} else { if (kind eq "svg") {
   set terminal svg noenhanced size 900, 600 dynamic background "white"
} else {
   print "unknown kind of picture: ", kind
   exit status 1
}}}}

# Okabe and Ito's colours, told apart by colour-blind people too; the forms of
# the points differ as well, and are open, so that one shows under another.
array colours[8] = [ 0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, \
                     0xe69f00, 0x56b4e9, 0x000000, 0x999999 ]
array forms[8] = [ 6, 8, 4, 12, 10, 1, 2, 3 ]
colour(i) = colours[1 + (i - 1) % 8]
form(i) = forms[1 + (i - 1 + (i - 1) / 8) % 8]   # 64 pairs before one recurs

# A range of two decades is easier to read on logarithmic axes, and there a
# power law is a straight line; but 0 has no place on them.
stats data using 4:y_column nooutput
series = STATS_blocks
wide(low, high) = low > 0 && high / low >= 100
x_low = STATS_min_x
x_high = STATS_max_x
y_high = STATS_max_y
x_wide = wide(x_low, x_high)
y_wide = wide(STATS_min_y, y_high)
array name[series]
do for [i = 1:series] {
   name[i] = ""
   stats data index i - 1 every ::1::1 using (name[i] = strcol(1), 1) nooutput
}

if (axes eq "") {
   if (together) { axes = x_wide && y_wide ? "x,y" : "none" }
   else { axes = (x_wide ? "x" : "") . (y_wide ? "y" : "") }
}
# Linear axes begin at 0, where one sees what is proportional; sizes far from 0
# would be left in a heap.
if (strstrt(axes, "x") > 0) {
   set logscale x
} else { if (x_low < x_high / 2) {
   set xrange [0:*]
}}
if (strstrt(axes, "y") > 0) {
   set logscale y
} else {
   set yrange [0:*]
}
if (strstrt(axes, "y") > 0) {
   set offsets graph 0.02, graph 0.02, 0, 0
} else {
   set offsets graph 0.02, graph 0.02, graph 0.02, 0
}
# Sizes are whole numbers.
aside = x_low > 1e6 ? x_low * 1e-6 : 1
if (x_high - x_low < aside && strstrt(axes, "x") == 0) {
   set xrange [x_low - aside:x_high + aside]
}
if (x_high - x_low < 10 && strstrt(axes, "x") == 0) { set xtics 1 }

# Numbers of few characters: 10k, 2.5M; plain ones where they are short.
short(logarithmic, high) = logarithmic ? "%.0s%c" : \
                           high < 100000 ? "%g" : "%.1s%c"
set format x short(strstrt(axes, "x") > 0, x_high)
set format y short(strstrt(axes, "y") > 0, y_high)

set title heading noenhanced
set xlabel x_label noenhanced
set ylabel y_label noenhanced
set tics nomirror
set border 3
if (kind eq "txt") {
   form(i) = i   # a letter
   if (series > 4) { set terminal dumb size 79, 20 + series }
} else {
   set grid linecolor rgb 0xdddddd linetype 1
}
if (series > 1) {
   set key tmargin center horizontal Left reverse noenhanced
   if (series > 12 && kind ne "txt") {
      set key outside right center vertical maxrows 32 font ",8"
   }
} else {
   unset key
}

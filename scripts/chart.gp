# The common part of the charts' scripts: the kind of the picture, colours,
# numbers on axes.  The other scripts here load it after they have set these
# variables; `aprof plot` sets them, and more, before it loads any script:
#
#   kind      svg, png, pdf or txt
#   panels    number of panels side by side
#   heading, y_label
#   aside     lines of the key at the right of each panel; 0: the key is within
#             the panel
#
# Texts are drawn as they are: nothing in them is markup or a command.
#
# SPDX-License-Identifier: GPL-2.0-or-later

set encoding utf8
set datafile separator "\t"
set datafile commentschars ""

is_text = kind eq "txt"
if (!exists("text_columns")) { text_columns = 79; text_lines = 24 }
across = is_text ? 1 : panels > 4 ? 3 : panels == 4 ? 2 : panels
down = (panels + across - 1) / across
if (!exists("aside")) { aside = 0 }
width = across == 1 ? 900 : across == 2 ? 1300 : 1700
width = width + (aside ? across * 420 : 0)
height = (down == 1 ? 600 : 480 * down)
height = aside * down * 15 + 90 > height ? aside * down * 15 + 90 : height
if (kind eq "txt") {
   set terminal dumb nofeed noenhanced size text_columns, text_lines * down
} else { if (kind eq "png") {
   small = ",8"
   set terminal pngcairo noenhanced size width, height font "Sans,11" \
      background "white"
} else { if (kind eq "pdf") {
   small = ",10"
   set terminal pdfcairo noenhanced size width / 130.0, height / 130.0 \
      font "Sans,13" fontscale 0.5 background "white"
} else { if (kind eq "svg") {
   small = ",11"
   set terminal svg noenhanced size width, height dynamic \
      font "Helvetica,14" background "white"
} else {
   print "unknown kind of picture: ", kind
   exit status 1
}}}}

# Okabe and Ito's colours, which colour-blind people can distinguish; the forms
# of the points and the dashes of the lines differ as well, for print without
# colours.  The points are open, so that a point shows under another.
array colours[8] = [ 0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, \
                     0xe69f00, 0x56b4e9, 0x000000, 0x999999 ]
array forms[8] = [ 6, 8, 4, 12, 10, 1, 2, 3 ]
colour(i) = colours[1 + (i - 1) % 8]
# 64 pairs of colour and form, then they repeat; in a picture of text, letters.
form(i) = is_text ? i : forms[1 + (i - 1 + (i - 1) / 8) % 8]
array dash_types[5] = [ 1, 2, 4, 5, 3 ]
dashes(i) = dash_types[1 + (i - 1) % 5]
# Input from the kernel is dark, input from other threads light, for print
# without colours; the same colours as in the page of `aprof html`.
of_kernel = colour(1)
of_threads = colour(5)

# SVG's points are larger than other points; made smaller, they get thin lines.
mark = kind eq "svg" ? 0.6 : 0.9
mark_width = kind eq "svg" ? 2 : 1.3

# Numbers of few characters: 0, 0.25, 1500, 250k, 1.5M.
power(v) = int(floor(log10(abs(v)) / 3 + 1e-9))
short(v) = v == 0 ? "0" : abs(v) < 9999.5 || power(v) > 6 ? sprintf("%g", v) : \
   sprintf("%g%s", v / 1000.0**power(v), "kMGTPE"[power(v):power(v)])

# The number of numbers for which an axis has room, and round steps between
# them.
x_room = is_text ? text_columns / 13 : across == 1 ? 10 : 6
y_room = is_text ? text_lines / 4 : 8
ten(v) = 10.0**floor(log10(v) + 1e-9)
round_up(f) = f <= 1.0001 ? 1 : f <= 2.0001 ? 2 : f <= 5.0001 ? 5 : 10
round_step(s) = ten(s) * round_up(s / ten(s))
step(span, room) = span > 0 ? round_step(span / real(room)) : 1

# Decades on a logarithmic axis, as far as there is room.
decades(low, high) = floor(log10(high) + 1e-9) - ceil(log10(low) - 1e-9) + 1
decade_step(low, high, room) = int(ceil(decades(low, high) / real(room)))

# In a picture of text: a title, with the label of the y axis in the line below;
# a name beside its line in the key; a text in lines that are not too long.
above(text) = is_text ? text . "\n" : text
beside(text) = is_text && strlen(text) ? " " . text : text
cut(text, n) = n < 2 || text[n:n] eq " " ? n : cut(text, n - 1)
wrapped(text, n) = strlen(text) <= n || cut(text, n) < 2 ? text : \
   text[1:cut(text, n) - 1] . "\n" . wrapped(text[cut(text, n) + 1:*], n)

set title heading noenhanced
set tics nomirror noenhanced
set border 3
if (!is_text) { set grid linecolor rgb 0xdddddd linetype 1 dashtype 1 }
set key noenhanced Left reverse
# In a picture of text the label of the y axis is above the axis: beside it
# there is no room.
if (exists("y_label")) {
   if (is_text) {
      set title above(heading) noenhanced
      set label 100 y_label at graph 0, 1 left offset character -7, 1 noenhanced
      set lmargin 8
   } else {
      set ylabel y_label noenhanced
   }
}

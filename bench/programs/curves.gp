# Input of gnuplot.
#
# SPDX-License-Identifier: GPL-2.0-or-later
set terminal svg
set samples 20000
plot for [i = 1 : 6] sin(x * i) / (abs(x) + i)

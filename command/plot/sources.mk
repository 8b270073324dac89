# SPDX-License-Identifier: GPL-2.0-or-later

command_sources += \
	%D%/fits.c %D%/fits.h \
	%D%/gnuplot.c %D%/gnuplot.h \
	%D%/options.c %D%/options.h \
	%D%/plot.h \
	%D%/picture.c %D%/picture.h \
	%D%/routine.c %D%/routine.h \
	%D%/series.c %D%/series.h \
	%D%/sources.c %D%/sources.h \
	%D%/thin.c %D%/thin.h \
	%D%/whole_profile.c %D%/whole_profile.h \
	%D%/what_if.c %D%/what_if.h

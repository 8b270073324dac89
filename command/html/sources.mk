# SPDX-License-Identifier: GPL-2.0-or-later

command_sources += \
	%D%/baseline.c %D%/baseline.h \
	%D%/data.c %D%/data.h \
	%D%/detail.c %D%/detail.h \
	%D%/document.c %D%/document.h \
	%D%/gains.c %D%/gains.h \
	%D%/page.h \
	%D%/routines.c %D%/routines.h \
	%D%/run.c %D%/run.h \
	%D%/seconds.c %D%/seconds.h \
	%D%/sources.c %D%/sources.h \
	%D%/sparklines.c %D%/sparklines.h

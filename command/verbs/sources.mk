# SPDX-License-Identifier: GPL-2.0-or-later

command_sources += \
	%D%/check.c \
	%D%/diff.c \
	%D%/export.c \
	%D%/fit.c \
	%D%/html.c \
	%D%/merge.c \
	%D%/plot.c \
	%D%/points.c \
	%D%/report.c %D%/report.h \
	%D%/report_table.c \
	%D%/run.c \
	%D%/verbs.c %D%/verbs.h

# SPDX-License-Identifier: GPL-2.0-or-later

command_sources += \
	%D%/data.c %D%/data.h \
	%D%/detail.c \
	%D%/page.h \
	%D%/run.c \
	%D%/source.c %D%/source.h

# SPDX-License-Identifier: GPL-2.0-or-later

command_sources += \
	%D%/evaluate.c %D%/evaluate.h \
	%D%/parse.c %D%/parse.h

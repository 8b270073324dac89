# SPDX-License-Identifier: GPL-2.0-or-later

command_sources += \
	%D%/brackets.c %D%/brackets.h \
	%D%/select.c %D%/select.h \
	%D%/shorten.c %D%/shorten.h \
	%D%/strip_parameters.c %D%/strip_parameters.h

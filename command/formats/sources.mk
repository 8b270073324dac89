# SPDX-License-Identifier: GPL-2.0-or-later

command_sources += \
	%D%/gzip.c %D%/gzip.h \
	%D%/json_value.c %D%/json_value.h \
	%D%/junit.c %D%/junit.h

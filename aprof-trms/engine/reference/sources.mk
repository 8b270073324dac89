# SPDX-License-Identifier: GPL-2.0-or-later

engine_sources += \
	%D%/check.c %D%/check.h \
	%D%/definition.c \
	%D%/timestamps.c

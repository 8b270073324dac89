# SPDX-License-Identifier: GPL-2.0-or-later

engine_sources += \
	%D%/pool.c %D%/pool.h \
	%D%/profile.c %D%/profile.h \
	%D%/rounding.h

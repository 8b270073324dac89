# SPDX-License-Identifier: GPL-2.0-or-later

engine_sources += \
	%D%/pool.c %D%/pool.h \
	%D%/prof.c %D%/prof.h %D%/prof_entry.h %D%/prof_tables.h \
	%D%/rounding.h \
	%D%/singles.c %D%/singles.h

# SPDX-License-Identifier: GPL-2.0-or-later

tool_sources += \
	%D%/atomic_file.c %D%/atomic_file.h \
	%D%/dump.c %D%/dump.h \
	%D%/dump_tables.c %D%/dump_tables.h

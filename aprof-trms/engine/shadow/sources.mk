# SPDX-License-Identifier: GPL-2.0-or-later

engine_sources += \
	%D%/hash_table.h \
	%D%/shadow.c %D%/shadow.h \
	%D%/stamp_table.c %D%/stamp_table.h \
	%D%/varint.h

# SPDX-License-Identifier: GPL-2.0-or-later

format_sources += \
	%D%/line.c %D%/line.h \
	%D%/records.c %D%/records.h

# SPDX-License-Identifier: GPL-2.0-or-later

tool_sources += \
	%D%/emit.c %D%/emit.h \
	%D%/imark.h

# SPDX-License-Identifier: GPL-2.0-or-later

command_sources += \
	%D%/callers.c %D%/callers.h \
	%D%/frame_bounds.c %D%/frame_bounds.h \
	%D%/segments.c %D%/segments.h \
	%D%/symbols.c %D%/symbols.h

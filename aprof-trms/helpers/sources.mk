# SPDX-License-Identifier: GPL-2.0-or-later

tool_sources += \
	%D%/accesses.c %D%/accesses.h \
	%D%/calls.c %D%/calls.h \
	%D%/closing.c %D%/closing.h \
	%D%/fast_path.h \
	%D%/inlined.c %D%/inlined.h \
	%D%/jumps.c %D%/jumps.h \
	%D%/returns.c %D%/returns.h

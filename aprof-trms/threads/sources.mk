# SPDX-License-Identifier: GPL-2.0-or-later

tool_sources += \
	%D%/relocated_stacks.c %D%/relocated_stacks.h \
	%D%/suspended_stacks.c %D%/suspended_stacks.h \
	%D%/threads.c %D%/threads.h \
	%D%/time_slice.c %D%/time_slice.h

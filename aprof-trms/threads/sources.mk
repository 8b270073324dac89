# SPDX-License-Identifier: GPL-2.0-or-later

tool_sources += \
	%D%/lifetime.c %D%/lifetime.h \
	%D%/os_threads.c %D%/os_threads.h \
	%D%/relocated_stacks.c %D%/relocated_stacks.h \
	%D%/signals.c %D%/signals.h \
	%D%/stack_owner.c %D%/stack_owner.h \
	%D%/states.c %D%/states.h \
	%D%/suspended_stacks.c %D%/suspended_stacks.h \
	%D%/threads.c %D%/threads.h \
	%D%/time_slice.c %D%/time_slice.h \
	%D%/user_contexts.c %D%/user_contexts.h

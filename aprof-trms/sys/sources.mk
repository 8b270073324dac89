# SPDX-License-Identifier: GPL-2.0-or-later

tool_sources += \
	%D%/high_places.c %D%/high_places.h \
	%D%/client_memory.c %D%/client_memory.h \
	%D%/oom_reserve.c %D%/oom_reserve.h \
	%D%/pages.c %D%/pages.h \
	%D%/platform_valgrind.c \
	%D%/segments.c %D%/segments.h \
	%D%/shadow_address_space.c %D%/shadow_address_space.h \
	%D%/spare_memory.c %D%/spare_memory.h \
	%D%/stack_memory.c %D%/stack_memory.h \
	%D%/syscall.h

# SPDX-License-Identifier: GPL-2.0-or-later

engine_sources += \
	%D%/accesses.c \
	%D%/chunks.c %D%/chunks.h \
	%D%/cleared.c %D%/cleared.h \
	%D%/copy.c \
	%D%/fast.c %D%/fast.h \
	%D%/fold.c \
	%D%/pack.c \
	%D%/packed_page.c %D%/packed_page.h \
	%D%/promote.c \
	%D%/ranges.c \
	%D%/scratch_window.c %D%/scratch_window.h \
	%D%/single_thread.c \
	%D%/stamps.c %D%/stamps.h \
	%D%/windows.c %D%/windows.h

# SPDX-License-Identifier: GPL-2.0-or-later

command_sources += \
	%D%/hash.c %D%/hash.h \
	%D%/memory.c %D%/memory.h \
	%D%/message.c %D%/message.h \
	%D%/parallel.c %D%/parallel.h \
	%D%/text.c %D%/text.h

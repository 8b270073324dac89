# SPDX-License-Identifier: GPL-2.0-or-later

tool_sources += \
	%D%/atomic_file.c %D%/atomic_file.h \
	%D%/naming.c %D%/naming.h \
	%D%/pending.c %D%/pending.h \
	%D%/program.c %D%/program.h \
	%D%/socket_calls.c %D%/socket_calls.h \
	%D%/snapshot.c %D%/snapshot.h \
	%D%/tables.c %D%/tables.h \
	%D%/what_if.c %D%/what_if.h \
	%D%/write.c %D%/write.h

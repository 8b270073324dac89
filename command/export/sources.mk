# SPDX-License-Identifier: GPL-2.0-or-later

command_sources += \
	%D%/callgrind.c \
	%D%/clamp.c %D%/clamp.h \
	%D%/coz.c %D%/coz.h \
	%D%/export.h \
	%D%/extrap.c \
	%D%/json.c \
	%D%/pprof.c \
	%D%/pprof_file.c %D%/pprof_file.h \
	%D%/samples_pprof.c %D%/samples_pprof.h \
	%D%/stacks.c \
	%D%/tsv.c

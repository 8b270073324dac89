# SPDX-License-Identifier: GPL-2.0-or-later

tool_sources += \
	%D%/dead_flags.c %D%/dead_flags.h \
	%D%/fault_precision.c %D%/fault_precision.h \
	%D%/movemask.c %D%/movemask.h \
	%D%/partial_registers.c %D%/partial_registers.h \
	%D%/rep_strings.c %D%/rep_strings.h \
	%D%/sink_vectors.c %D%/sink_vectors.h

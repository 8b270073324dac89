# SPDX-License-Identifier: GPL-2.0-or-later

command_sources += \
	%D%/address_space.c %D%/address_space.h \
	%D%/budget.c %D%/budget.h \
	%D%/child.c %D%/child.h \
	%D%/collector.c %D%/collector.h \
	%D%/entries.c %D%/entries.h \
	%D%/epochs.c %D%/epochs.h \
	%D%/events.c %D%/events.h \
	%D%/file_id.c %D%/file_id.h \
	%D%/ladder.c %D%/ladder.h \
	%D%/late_threads.c %D%/late_threads.h \
	%D%/machine.c %D%/machine.h \
	%D%/perf_map.c %D%/perf_map.h \
	%D%/perf_open.c %D%/perf_open.h \
	%D%/periods.c %D%/periods.h \
	%D%/processes.c %D%/processes.h \
	%D%/processors.c %D%/processors.h \
	%D%/record.c %D%/record.h %D%/record_options.h \
	%D%/recording.c %D%/recording.h \
	%D%/ring.c %D%/ring.h \
	%D%/roots.c %D%/roots.h \
	%D%/vdso.c %D%/vdso.h \
	%D%/wakeups.c %D%/wakeups.h

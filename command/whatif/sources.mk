# SPDX-License-Identifier: GPL-2.0-or-later

command_sources += \
	%D%/base_runs.c %D%/base_runs.h \
	%D%/bound_runs.c %D%/bound_runs.h \
	%D%/folder.c %D%/folder.h \
	%D%/growth.c %D%/growth.h \
	%D%/input.c %D%/input.h \
	%D%/jobs.c %D%/jobs.h \
	%D%/pipes.c %D%/pipes.h \
	%D%/measure.c %D%/measure.h %D%/measure_plan.h \
	%D%/process.c %D%/process.h \
	%D%/read.c %D%/read.h \
	%D%/whatif.c %D%/whatif.h \
	%D%/gains.c %D%/gains.h \
	%D%/gains_sentences.c %D%/gains_sentences.h \
	%D%/gains_table.c %D%/gains_table.h \
	%D%/series_run.c %D%/series_run.h \
	%D%/rows.c %D%/rows.h \
	%D%/unforeseen.c %D%/unforeseen.h \
	%D%/waits.c %D%/waits.h \
	%D%/wanted.c %D%/wanted.h \
	%D%/write.c %D%/write.h

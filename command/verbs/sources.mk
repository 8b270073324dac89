# SPDX-License-Identifier: GPL-2.0-or-later

command_sources += \
	%D%/calibrate.c \
	%D%/check.c \
	%D%/diff.c \
	%D%/diff_samples.c %D%/diff_samples.h \
	%D%/diff_rereads.c %D%/diff_rereads.h \
	%D%/diff_table.c %D%/diff_table.h \
	%D%/export.c \
	%D%/fit.c \
	%D%/fit_data.c %D%/fit_data.h \
	%D%/html.c \
	%D%/list.c \
	%D%/list_chart.c %D%/list_chart.h \
	%D%/list_choice.c %D%/list_choice.h \
	%D%/list_instructions.c %D%/list_instructions.h \
	%D%/list_lines.c %D%/list_lines.h \
	%D%/merge.c \
	%D%/plot.c \
	%D%/points.c \
	%D%/prof.c \
	%D%/prof_chart.c %D%/prof_chart.h \
	%D%/prof_kernel.c %D%/prof_kernel.h \
	%D%/prune.c \
	%D%/record.c \
	%D%/report.c \
	%D%/report_calls.c %D%/report_calls.h \
	%D%/report_rows.c %D%/report_rows.h \
	%D%/report_sentences.c %D%/report_sentences.h \
	%D%/report_table.c %D%/report_table.h \
	%D%/run.c \
	%D%/run_search.c %D%/run_search.h \
	%D%/stats.c \
	%D%/stats_chart.c %D%/stats_chart.h \
	%D%/telling.c %D%/telling.h \
	%D%/verdict_words.c %D%/verdict_words.h \
	%D%/verbs.c %D%/verbs.h \
	%D%/weights.c \
	%D%/what_if.c

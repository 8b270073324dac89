# SPDX-License-Identifier: GPL-2.0-or-later

command_sources += \
	%D%/advice.c %D%/advice.h \
	%D%/by_number.c %D%/by_number.h \
	%D%/collections.c %D%/collections.h \
	%D%/coverage.c %D%/coverage.h \
	%D%/excess.c %D%/excess.h \
	%D%/excess_words.c \
	%D%/few_cells.c %D%/few_cells.h \
	%D%/filled.c %D%/filled.h \
	%D%/hints.c %D%/hints.h \
	%D%/in_proportion.c %D%/in_proportion.h \
	%D%/interpreter.c %D%/interpreter.h \
	%D%/nameless.c %D%/nameless.h \
	%D%/table_growth.c %D%/table_growth.h \
	%D%/no_suspect.c %D%/no_suspect.h \
	%D%/often_called.c %D%/often_called.h \
	%D%/recursion.c %D%/recursion.h \
	%D%/script.c %D%/script.h \
	%D%/several_runs.c %D%/several_runs.h \
	%D%/small_calls.c %D%/small_calls.h \
	%D%/varied.c %D%/varied.h \
	%D%/where.c %D%/where.h \
	%D%/whole_growth.c %D%/whole_growth.h \
	%D%/without_suspect.c %D%/without_suspect.h

# SPDX-License-Identifier: GPL-2.0-or-later

command_sources += \
	%D%/by_caller.c %D%/by_caller.h \
	%D%/edges.c %D%/edges.h \
	%D%/exits.c %D%/exits.h \
	%D%/file_kind.c %D%/file_kind.h \
	%D%/fold.c %D%/fold.h \
	%D%/inlined_names.c %D%/inlined_names.h \
	%D%/line_reader.c %D%/line_reader.h \
	%D%/merge.c %D%/merge.h \
	%D%/merge_contexts.c %D%/merge_contexts.h \
	%D%/merge_optional.c %D%/merge_optional.h \
	%D%/model.c %D%/model.h \
	%D%/optional.c %D%/optional.h \
	%D%/reach.c %D%/reach.h \
	%D%/read.c %D%/read.h \
	%D%/read_many.c \
	%D%/record.c %D%/record.h \
	%D%/run_argument.h \
	%D%/run_json.c %D%/run_json.h \
	%D%/run_sums.c %D%/run_sums.h \
	%D%/shown_names.c %D%/shown_names.h \
	%D%/starts.c %D%/starts.h \
	%D%/tables.c %D%/tables.h \
	%D%/tuple_scan.c %D%/tuple_scan.h \
	%D%/write.c %D%/write.h

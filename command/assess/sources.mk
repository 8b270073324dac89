# SPDX-License-Identifier: GPL-2.0-or-later

command_sources += \
	%D%/assess.c %D%/assess.h \
	%D%/attribution.c %D%/attribution.h \
	%D%/beside.c %D%/beside.h \
	%D%/caches.c %D%/caches.h \
	%D%/call_sizes.c %D%/call_sizes.h \
	%D%/circle.c %D%/circle.h \
	%D%/doubts.c %D%/doubts.h \
	%D%/load_words.c %D%/load_words.h \
	%D%/lone.c %D%/lone.h \
	%D%/measured_table.c %D%/measured_table.h \
	%D%/row_match.c %D%/row_match.h \
	%D%/operations.c %D%/operations.h \
	%D%/order.c %D%/order.h \
	%D%/own_code.c %D%/own_code.h \
	%D%/pieces.c %D%/pieces.h \
	%D%/scaled_cost.c %D%/scaled_cost.h \
	%D%/pooled.c %D%/pooled.h \
	%D%/predict.c %D%/predict.h \
	%D%/ranked.h \
	%D%/read_sums.c %D%/read_sums.h \
	%D%/size_course.c %D%/size_course.h \
	%D%/size_spread.c %D%/size_spread.h \
	%D%/reread_words.c %D%/reread_words.h \
	%D%/rereads.c %D%/rereads.h \
	%D%/run_groups.c %D%/run_groups.h \
	%D%/run_growth.c %D%/run_growth.h \
	%D%/run_sizes.c %D%/run_sizes.h \
	%D%/scaling.c %D%/scaling.h \
	%D%/seconds.c %D%/seconds.h \
	%D%/runtime_objects.c %D%/runtime_objects.h \
	%D%/size_argument.c %D%/size_argument.h \
	%D%/steep_end.c %D%/steep_end.h \
	%D%/suspicion.c %D%/suspicion.h \
	%D%/turns.c %D%/turns.h \
	%D%/worker.c %D%/worker.h

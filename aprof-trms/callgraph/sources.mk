# SPDX-License-Identifier: GPL-2.0-or-later

tool_sources += \
	%D%/allocations.c %D%/allocations.h \
	%D%/block_counts.c %D%/block_counts.h \
	%D%/call_places.c %D%/call_places.h \
	%D%/call_sites.c %D%/call_sites.h \
	%D%/call_targets.c %D%/call_targets.h \
	%D%/contexts.c %D%/contexts.h \
	%D%/control.c %D%/control.h \
	%D%/course.c %D%/course.h \
	%D%/fills.c %D%/fills.h \
	%D%/given_sizes.c %D%/given_sizes.h \
	%D%/line_costs.c %D%/line_costs.h \
	%D%/loops.c %D%/loops.h \
	%D%/operations.c %D%/operations.h \
	%D%/packed_frames.c %D%/packed_frames.h \
	%D%/peaks.c %D%/peaks.h \
	%D%/pending_count.c %D%/pending_count.h \
	%D%/record.c %D%/record.h \
	%D%/resolver.c %D%/resolver.h \
	%D%/shadow_stack.c %D%/shadow_stack.h \
	%D%/stack_check.c %D%/stack_check.h \
	%D%/zones.c %D%/zones.h

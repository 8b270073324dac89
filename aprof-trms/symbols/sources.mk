# SPDX-License-Identifier: GPL-2.0-or-later

tool_sources += \
	%D%/address_map.c %D%/address_map.h \
	%D%/memory_routines.c %D%/memory_routines.h \
	%D%/unnamed_collectors.c %D%/unnamed_collectors.h \
	%D%/near_names.c %D%/near_names.h \
	%D%/observed_arguments.c %D%/observed_arguments.h \
	%D%/go_code.c %D%/go_code.h \
	%D%/script_calls.c %D%/script_calls.h \
	%D%/unnamed_script_calls.c %D%/unnamed_script_calls.h \
	%D%/closure_calls.c %D%/closure_calls.h \
	%D%/size_arguments.c %D%/size_arguments.h \
	%D%/perf_map.c %D%/perf_map.h \
	%D%/code_symbols.c %D%/code_symbols.h \
	%D%/inlined_records.c %D%/inlined_records.h \
	%D%/generated_code.c %D%/generated_code.h \
	%D%/code_objects.c %D%/code_objects.h \
	%D%/code_source.c %D%/code_source.h \
	%D%/resolved_names.c %D%/resolved_names.h \
	%D%/routine.h \
	%D%/code_entries.c %D%/code_entries.h \
	%D%/code_flow.c %D%/code_flow.h \
	%D%/flow_loops.c %D%/flow_loops.h \
	%D%/flow_owners.c %D%/flow_owners.h \
	%D%/flow_tables.c %D%/flow_tables.h \
	%D%/table_cases.c %D%/table_cases.h \
	%D%/inline_levels.c %D%/inline_levels.h \
	%D%/host_source.c %D%/host_source.h \
	%D%/internal_routines.c %D%/internal_routines.h \
	%D%/library_routines.c %D%/library_routines.h \
	%D%/inlined_homes.c %D%/inlined_homes.h \
	%D%/routines.c %D%/routines.h \
	%D%/inlined_callees.c %D%/inlined_callees.h \
	%D%/inlined_selection.c %D%/inlined_selection.h \
	%D%/inlined_tree.c %D%/inlined_tree.h \
	%D%/inlined_call.h \
	%D%/merged_ends.c %D%/merged_ends.h \
	%D%/inlined.c %D%/inlined.h

# SPDX-License-Identifier: GPL-2.0-or-later

engine_sources += \
	%D%/accesses.c %D%/accesses.h \
	%D%/age.c %D%/age.h \
	%D%/ancestor.c %D%/ancestor.h \
	%D%/bare.c %D%/bare.h \
	%D%/by_turns.c %D%/by_turns.h \
	%D%/calloc.c %D%/calloc.h \
	%D%/chunks.c %D%/chunks.h \
	%D%/cleared.c %D%/cleared.h \
	%D%/cold.c %D%/cold.h \
	%D%/copy.c %D%/copy.h \
	%D%/directory.h \
	%D%/fast.c %D%/fast.h \
	%D%/first_writes.c %D%/first_writes.h \
	%D%/fold.c %D%/fold.h \
	%D%/fold_parts.c %D%/fold_parts.h \
	%D%/invariants.c %D%/invariants.h \
	%D%/kept_pages.c %D%/kept_pages.h \
	%D%/last_writer.h \
	%D%/lazy.c %D%/lazy.h %D%/lazy_set.h %D%/lazy_state.h \
	%D%/ownership.c %D%/ownership.h \
	%D%/packed_pages.c %D%/packed_pages.h \
	%D%/packed_stack.c %D%/packed_stack.h \
	%D%/promote.c %D%/promote.h \
	%D%/ranges.c %D%/ranges.h \
	%D%/scratch_window.c %D%/scratch_window.h \
	%D%/single_thread.c %D%/single_thread.h \
	%D%/stamp.h \
	%D%/state.c %D%/state.h \
	%D%/table_cells.c %D%/table_cells.h \
	%D%/windows.c %D%/windows.h

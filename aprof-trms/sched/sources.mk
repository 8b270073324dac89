# SPDX-License-Identifier: GPL-2.0-or-later

tool_sources += \
	%D%/baton.c %D%/baton.h \
	%D%/callers.c %D%/callers.h \
	%D%/clocks.c %D%/clocks.h \
	%D%/critical_path.c %D%/critical_path.h \
	%D%/emit_time.c %D%/emit_time.h \
	%D%/futexes.c %D%/futexes.h \
	%D%/handovers.c %D%/handovers.h \
	%D%/nameless_growth.c %D%/nameless_growth.h \
	%D%/outside_calls.c %D%/outside_calls.h \
	%D%/owners.c %D%/owners.h \
	%D%/parts.c %D%/parts.h \
	%D%/places.c %D%/places.h \
	%D%/poll_sets.c %D%/poll_sets.h \
	%D%/progress.c %D%/progress.h \
	%D%/sched.c %D%/sched.h \
	%D%/scope.c %D%/scope.h \
	%D%/selection.c %D%/selection.h \
	%D%/spins.c %D%/spins.h \
	%D%/wait_sites.c %D%/wait_sites.h \
	%D%/waiters.c %D%/waiters.h \
	%D%/waits.h \
	%D%/weights.c %D%/weights.h

# SPDX-License-Identifier: GPL-2.0-or-later

command_sources += \
	%D%/by_input.c %D%/by_input.h \
	%D%/call_deltas.c %D%/call_deltas.h \
	%D%/causes.c %D%/causes.h \
	%D%/change.h \
	%D%/changes.c %D%/changes.h \
	%D%/compare.c %D%/compare.h \
	%D%/difference.c %D%/difference.h \
	%D%/first_words.c %D%/first_words.h \
	%D%/map_hints.c %D%/map_hints.h \
	%D%/match.c %D%/match.h \
	%D%/other_calls.c %D%/other_calls.h \
	%D%/other_names.c %D%/other_names.h \
	%D%/other_program.c %D%/other_program.h \
	%D%/outcome.c %D%/outcome.h \
	%D%/pair_change.c %D%/pair_change.h \
	%D%/parts.c %D%/parts.h \
	%D%/partners.c %D%/partners.h \
	%D%/renames.c %D%/renames.h \
	%D%/reread_changes.c %D%/reread_changes.h \
	%D%/same_input.c %D%/same_input.h

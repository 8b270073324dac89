# SPDX-License-Identifier: GPL-2.0-or-later

tool_sources += \
	%D%/accesses.c %D%/accesses.h \
	%D%/call_end.c %D%/call_end.h \
	%D%/fill_loops.c %D%/fill_loops.h \
	%D%/inline_plan.c %D%/inline_plan.h \
	%D%/instrument.c %D%/instrument.h \
	%D%/repeated.c %D%/repeated.h \
	%D%/retranslate.c %D%/retranslate.h \
	%D%/sp_loads.c %D%/sp_loads.h \
	%D%/string_cost.c %D%/string_cost.h

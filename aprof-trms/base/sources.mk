# SPDX-License-Identifier: GPL-2.0-or-later

tool_sources += \
	%D%/base.h \
	%D%/command_line.c %D%/command_line.h \
	%D%/core_options.c %D%/core_options.h \
	%D%/filters.c %D%/filters.h \
	%D%/options.c %D%/options.h \
	%D%/plain_name.c %D%/plain_name.h \
	%D%/sanity.c %D%/sanity.h \
	%D%/tool_text.h \
	%D%/value.c %D%/value.h \
	%D%/virtual_options.c %D%/virtual_options.h \
	%D%/cost_unit.h

# SPDX-License-Identifier: GPL-2.0-or-later

command_sources += \
	%D%/call_places.c %D%/call_places.h \
	%D%/index.c %D%/index.h \
	%D%/line_costs.c %D%/line_costs.h \
	%D%/lines.c %D%/lines.h

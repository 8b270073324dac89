# SPDX-License-Identifier: GPL-2.0-or-later

tool_sources += \
	%D%/memory_routines.c %D%/memory_routines.h \
	%D%/build_id.c %D%/build_id.h \
	%D%/near_names.c %D%/near_names.h \
	%D%/routines.c %D%/routines.h

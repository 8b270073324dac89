# SPDX-License-Identifier: GPL-2.0-or-later

command_sources += \
	%D%/clones.c %D%/clones.h \
	%D%/demangled.c %D%/demangled.h \
	%D%/distinct.c %D%/distinct.h \
	%D%/labels.c %D%/labels.h \
	%D%/library_code.c %D%/library_code.h \
	%D%/made_names.c %D%/made_names.h \
	%D%/near.c %D%/near.h \
	%D%/parts.c %D%/parts.h \
	%D%/select.c %D%/select.h \
	%D%/shorten.c %D%/shorten.h

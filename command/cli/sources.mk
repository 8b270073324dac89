# SPDX-License-Identifier: GPL-2.0-or-later

command_sources += \
	%D%/cell.c %D%/cell.h \
	%D%/file_list.c %D%/file_list.h \
	%D%/near_word.c %D%/near_word.h \
	%D%/notes.c %D%/notes.h \
	%D%/options.c %D%/options.h \
	%D%/outfile.c %D%/outfile.h \
	%D%/rows.c %D%/rows.h \
	%D%/size_metric.c %D%/size_metric.h \
	%D%/wrap.c %D%/wrap.h

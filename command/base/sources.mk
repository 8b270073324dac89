# SPDX-License-Identifier: GPL-2.0-or-later

command_sources += \
	%D%/escape.c %D%/escape.h \
	%D%/fortran.c %D%/fortran.h \
	%D%/haskell.c %D%/haskell.h \
	%D%/languages.c %D%/languages.h \
	%D%/hash.c %D%/hash.h \
	%D%/memory.c %D%/memory.h \
	%D%/message.c %D%/message.h \
	%D%/numbers.c %D%/numbers.h \
	%D%/parallel.c %D%/parallel.h \
	%D%/pascal.c %D%/pascal.h \
	%D%/paths.c %D%/paths.h \
	%D%/shell_word.c %D%/shell_word.h \
	%D%/text.h \
	%D%/utf8.c %D%/utf8.h

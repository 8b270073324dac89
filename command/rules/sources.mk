# SPDX-License-Identifier: GPL-2.0-or-later

command_sources += \
	%D%/costs.c %D%/costs.h \
	%D%/evaluate.c %D%/evaluate.h \
	%D%/evaluation.c %D%/evaluation.h \
	%D%/findings.c %D%/findings.h \
	%D%/parse.c %D%/parse.h \
	%D%/suspects.c %D%/suspects.h

# SPDX-License-Identifier: GPL-2.0-or-later

command_sources += \
	%D%/assess.c %D%/assess.h \
	%D%/attribution.c %D%/attribution.h \
	%D%/no_suspect.c %D%/no_suspect.h \
	%D%/predict.c %D%/predict.h \
	%D%/rank.c %D%/rank.h \
	%D%/verdict.c %D%/verdict.h

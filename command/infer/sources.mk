# SPDX-License-Identifier: GPL-2.0-or-later

infer_sources += \
	%D%/answer.c %D%/answer.h \
	%D%/breaks.c %D%/breaks.h \
	%D%/confidence_caps.c %D%/confidence_caps.h \
	%D%/confirm.c %D%/confirm.h \
	%D%/curve.c \
	%D%/evidence.c %D%/evidence.h \
	%D%/growth.c %D%/growth.h \
	%D%/infer.c %D%/infer.h \
	%D%/models.c %D%/models.h \
	%D%/pilot.c \
	%D%/powers.c \
	%D%/prepare.c \
	%D%/regimes.c \
	%D%/sample.c %D%/sample.h \
	%D%/scatter.c %D%/scatter.h \
	%D%/sizes.c \
	%D%/steps.c %D%/steps.h \
	%D%/words.c

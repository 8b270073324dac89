# SPDX-License-Identifier: GPL-2.0-or-later

text_sources += \
	%D%/edits.c %D%/edits.h

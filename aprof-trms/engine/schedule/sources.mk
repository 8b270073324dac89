# SPDX-License-Identifier: GPL-2.0-or-later

engine_sources += \
	%D%/schedule.c %D%/schedule.h

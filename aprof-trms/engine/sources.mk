# SPDX-License-Identifier: GPL-2.0-or-later

engine_sources += \
	%D%/platform.h \
	%D%/trms.h

# SPDX-License-Identifier: GPL-2.0-or-later

tool_sources += \
	%D%/guest_fields.c %D%/guest_fields.h

# SPDX-License-Identifier: GPL-2.0-or-later

tool_sources += \
	%D%/abi.c

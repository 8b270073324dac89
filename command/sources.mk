# SPDX-License-Identifier: GPL-2.0-or-later

command_sources += \
	%D%/main.c

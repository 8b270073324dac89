# SPDX-License-Identifier: GPL-2.0-or-later

command_sources += \
	%D%/calltree.c %D%/calltree.h

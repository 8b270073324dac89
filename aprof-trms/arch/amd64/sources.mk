# SPDX-License-Identifier: GPL-2.0-or-later

tool_sources += \
	%D%/arch.c \
	%D%/flags_liveness.c \
	%D%/insn.h

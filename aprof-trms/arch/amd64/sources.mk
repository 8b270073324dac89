# SPDX-License-Identifier: GPL-2.0-or-later

tool_sources += \
	%D%/calls.c \
	%D%/decode.c %D%/decode.h \
	%D%/flags_liveness.c \
	%D%/guest_layout.c \
	%D%/guest_syscall.c \
	%D%/insn.c \
	%D%/insn_length.c \
	%D%/jump_table.c \
	%D%/offsets.h \
	%D%/plt.c \
	%D%/stack_insn.c \
	%D%/string_insn.c \
	%D%/syscall_state.c \
	%D%/time_stamp.c

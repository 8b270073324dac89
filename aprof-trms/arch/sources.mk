# SPDX-License-Identifier: GPL-2.0-or-later

tool_sources += \
	%D%/calls.h \
	%D%/flags_liveness.h \
	%D%/guest_layout.h \
	%D%/guest_syscall.h \
	%D%/insn.h \
	%D%/jump_table.h \
	%D%/plt.h \
	%D%/stack_insn.h \
	%D%/string_insn.h \
	%D%/syscall_state.h \
	%D%/time_stamp.h

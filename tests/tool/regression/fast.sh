#!/bin/sh
# A few programs of each kind, under the fast engine alone: the part of these
# tests that `make check-fast` runs.
#
# SPDX-License-Identifier: GPL-2.0-or-later
ENGINES=fast
export ENGINES
exec "$(dirname "$0")/run" \
   sum paper_1a paper_1b paper_2 paper_3 classes cost cell_size \
   recursion tail_calls longjmp exceptions plt_lazy stripped \
   fork exec thread_exit thread_reuse separate_threads \
   signal_nested signal_jump_normal coroutine_asm coroutine_ucontext \
   moved_stack kernel_writes mapped_file write_partial \
   read_kinds write_kinds vectors repeated unaligned cas \
   open selection toggle_collect request

# SPDX-License-Identifier: GPL-2.0-or-later

tool_sources += \
	%D%/abi.h \
	%D%/bytes_written.c %D%/bytes_written.h \
	%D%/file_mappings.c %D%/file_mappings.h \
	%D%/file_ranges.c %D%/file_ranges.h \
	%D%/file_reads.c %D%/file_reads.h \
	%D%/file_limits.c %D%/file_limits.h \
	%D%/io_rings.c %D%/io_rings.h \
	%D%/memory_limits.c %D%/memory_limits.h \
	%D%/mmap_hints.c %D%/mmap_hints.h \
	%D%/syscalls.c %D%/syscalls.h

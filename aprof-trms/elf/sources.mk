# SPDX-License-Identifier: GPL-2.0-or-later

tool_sources += \
	%D%/build_id.c %D%/build_id.h \
	%D%/elf_file.c %D%/elf_file.h \
	%D%/bare_symbols.c %D%/bare_symbols.h \
	%D%/frame_starts.c %D%/frame_starts.h \
	%D%/exports.c %D%/exports.h \
	%D%/exported_symbols.c %D%/exported_symbols.h \
	%D%/ifuncs.c %D%/ifuncs.h \
	%D%/source_names.c %D%/source_names.h \
	%D%/dwarf_values.c %D%/dwarf_values.h \
	%D%/dwarf_tables.c \
	%D%/dwarf.c %D%/dwarf.h %D%/dwarf_data.h \
	%D%/dwarf_names.c %D%/dwarf_names.h \
	%D%/inflate.c %D%/inflate.h \
	%D%/compressed_section.c %D%/compressed_section.h \
	%D%/debug_sections.c %D%/debug_sections.h \
	%D%/parameters.c %D%/parameters.h

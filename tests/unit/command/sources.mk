# SPDX-License-Identifier: GPL-2.0-or-later

# Modules of the command, tested one by one.
check_LIBRARIES += %D%/libcommand.a
%C%_libcommand_a_SOURCES = \
	command/assess/circle.c \
	command/assess/read_sums.c \
	command/base/escape.c command/base/fortran.c command/base/haskell.c \
	command/base/hash.c \
	command/base/languages.c \
	command/base/memory.c command/base/message.c \
	command/base/numbers.c command/base/pascal.c command/base/paths.c command/base/utf8.c \
	command/cli/outfile.c \
	command/formats/gzip.c command/formats/json_value.c \
	command/infer/growth.c \
	command/names/clones.c command/names/demangled.c \
	command/names/distinct.c \
	command/names/labels.c command/names/near.c \
	command/names/select.c command/names/shorten.c \
	command/compare/call_deltas.c \
	command/plot/thin.c \
	command/profile/edges.c command/profile/file_kind.c \
	command/profile/line_reader.c command/profile/model.c command/profile/optional.c \
	command/profile/record.c command/profile/tables.c \
	command/recorder/address_space.c command/recorder/collector.c \
	command/recorder/file_id.c command/recorder/machine.c \
	command/recorder/perf_map.c \
	command/recorder/perf_open.c command/recorder/periods.c \
	command/recorder/processors.c \
	command/recorder/ring.c command/recorder/roots.c \
	command/recorder/vdso.c \
	command/rules/parse.c \
	command/samples/charge.c command/samples/code.c \
	command/samples/generated.c \
	command/samples/counts.c command/samples/culprits.c \
	command/debuginfo/frame_bounds.c command/debuginfo/symbols.c \
	command/samples/forwarding.c command/samples/listing.c \
	command/samples/model.c command/samples/program.c \
	command/samples/read.c command/samples/samples.c \
	command/samples/variants.c command/samples/write.c \
	$(format_sources) $(text_sources) \
	%D%/unit.h
%C%_libcommand_a_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/command
%C%_libcommand_a_CFLAGS = $(c_flags) $(JANSSON_CFLAGS)

if HAVE_CMOCKA
command_unit_tests = \
	%D%/test_base \
	%D%/test_call_deltas \
	%D%/test_circle \
	%D%/test_json \
	%D%/test_listing \
	%D%/test_names \
	%D%/test_plain_name \
	%D%/test_recorder \
	%D%/test_rules \
	%D%/test_samples \
	%D%/test_thin
check_PROGRAMS += $(command_unit_tests)
TESTS += $(command_unit_tests)

command_unit_flags = $(AM_CPPFLAGS) -I$(srcdir)/command $(JANSSON_CFLAGS)
command_unit_libraries = %D%/libcommand.a $(CMOCKA_LIBS) $(JANSSON_LIBS) -lm
%C%_test_base_CPPFLAGS = $(command_unit_flags)
%C%_test_base_LDADD = $(command_unit_libraries)
%C%_test_call_deltas_CPPFLAGS = $(command_unit_flags)
%C%_test_call_deltas_LDADD = $(command_unit_libraries)
%C%_test_circle_CPPFLAGS = $(command_unit_flags)
%C%_test_circle_LDADD = $(command_unit_libraries)
%C%_test_json_CPPFLAGS = $(command_unit_flags)
%C%_test_json_LDADD = $(command_unit_libraries)
%C%_test_listing_CPPFLAGS = $(command_unit_flags)
%C%_test_listing_LDADD = $(command_unit_libraries) $(ZLIB_LIBS) $(DW_LIBS) \
	$(IBERTY_LIBS) -lstdc++
%C%_test_names_CPPFLAGS = $(command_unit_flags)
%C%_test_names_LDADD = $(command_unit_libraries) $(IBERTY_LIBS)
%C%_test_plain_name_CPPFLAGS = -I$(srcdir)/aprof-trms $(command_unit_flags)
%C%_test_plain_name_LDADD = $(command_unit_libraries)
%C%_test_recorder_CPPFLAGS = $(command_unit_flags)
%C%_test_recorder_LDADD = $(command_unit_libraries) $(ZLIB_LIBS) $(DW_LIBS) \
	$(IBERTY_LIBS) -lstdc++
%C%_test_rules_CPPFLAGS = $(command_unit_flags)
%C%_test_rules_LDADD = $(command_unit_libraries)
%C%_test_samples_CPPFLAGS = $(command_unit_flags)
%C%_test_samples_LDADD = $(command_unit_libraries) $(ZLIB_LIBS) $(DW_LIBS) \
	$(IBERTY_LIBS) -lstdc++
%C%_test_thin_CPPFLAGS = $(command_unit_flags)
%C%_test_thin_LDADD = $(command_unit_libraries)
endif

# SPDX-License-Identifier: GPL-2.0-or-later

# Modules of the command, tested one by one, as the command has them.

if HAVE_CMOCKA
command_unit_tests = \
	%D%/test_base \
	%D%/test_call_deltas \
	%D%/test_circle \
	%D%/test_entries \
	%D%/test_json \
	%D%/test_library_code \
	%D%/test_listing \
	%D%/test_names \
	%D%/test_plain_name \
	%D%/test_recorder \
	%D%/test_rules \
	%D%/test_samples \
	%D%/test_scaling \
	%D%/test_thin
check_PROGRAMS += $(command_unit_tests)
TESTS += $(command_unit_tests)

command_unit_flags = $(AM_CPPFLAGS) -I$(srcdir)/command $(JANSSON_CFLAGS)
command_unit_libraries = libcommand.a $(CMOCKA_LIBS) $(JANSSON_LIBS) -lm
%C%_test_base_SOURCES = %D%/test_base.c %D%/unit.h
%C%_test_base_CPPFLAGS = $(command_unit_flags)
%C%_test_base_LDADD = $(command_unit_libraries)
%C%_test_call_deltas_CPPFLAGS = $(command_unit_flags)
%C%_test_call_deltas_LDADD = $(command_unit_libraries)
%C%_test_circle_CPPFLAGS = $(command_unit_flags)
%C%_test_circle_LDADD = $(command_unit_libraries) $(ZLIB_LIBS)
%C%_test_entries_CPPFLAGS = $(command_unit_flags)
%C%_test_entries_LDADD = $(command_unit_libraries) $(ZLIB_LIBS) $(DW_LIBS) \
	$(IBERTY_LIBS) -lstdc++
%C%_test_json_CPPFLAGS = $(command_unit_flags)
%C%_test_json_LDADD = $(command_unit_libraries)
%C%_test_library_code_CPPFLAGS = $(command_unit_flags)
%C%_test_library_code_LDADD = $(command_unit_libraries)
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
%C%_test_scaling_CPPFLAGS = $(command_unit_flags)
%C%_test_scaling_LDADD = $(command_unit_libraries) $(GSL_LIBS) $(ZLIB_LIBS) \
	$(DW_LIBS) $(IBERTY_LIBS) -lstdc++
%C%_test_thin_CPPFLAGS = $(command_unit_flags)
%C%_test_thin_LDADD = $(command_unit_libraries)
endif

/* Records and fields of a profile file, as they are read (docs/file-format.md).

   Fields are counted in the current line, from 1; field 0 is the name of the
   record.  False always means that the line is refused, and that one line on
   stderr has said why.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_RECORD_H
#define APROF_PROFILE_RECORD_H

#include "profile/line_reader.h"
#include "profile/model.h"

/* Print why the current line is not the record that must stand here.  Return
   false. */
bool record_refuse(line_reader *l, const char *expected);

/* Split the current line, which must be this record with this number of fields
   after its name. */
bool record_expect(line_reader *l, const char *kind, size_t fields);

/* Print an error about a field: its value, then `reason`.  Return false. */
bool record_refuse_field(line_reader *l, size_t field, const char *reason);

/* Read a number of up to 128 bits, or of up to 64. */
bool record_sum(line_reader *l, size_t field, prof_sum *sum);
bool record_number(line_reader *l, size_t field, uint64_t *number);
/* Read the sums of sizes of a total or a tuple, from a field on. */
bool record_sizes(line_reader *l, size_t field,
                  prof_sum *const sizes[RECORDS_SIZE_COUNT]);
/* Read a number from 1 to `count`, as an index from 0. */
bool record_index(line_reader *l, size_t field, size_t count, size_t *index);
bool record_offset(line_reader *l, size_t field, uint64_t *offset);
/* Read an escaped string.  The caller frees *string, also after false. */
bool record_string(line_reader *l, size_t field, char **string);
bool record_metric(line_reader *l, size_t field, prof_metric *metric);

#endif

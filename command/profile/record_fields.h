/* Records and fields of a profile file, as its reader takes them
   (docs/file-format.md).

   Fields are those of the current line, from 1; 0 is the record's name.  False
   always means that the line is refused, and that one line on stderr has said
   why.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FIELDS_H
#define APROF_FIELDS_H

#include "profile/line_reader.h"
#include "profile/model.h"

/* Says why the current line is not the record that must stand here.  False. */
bool record_refuse(lines *l, const char *expected);

/* Is the current line this record with so many fields after its name?  They
   are there then. */
bool record_expect(lines *l, const char *kind, size_t fields);

/* Refuses a field for a reason, which goes on from its value.  False. */
bool field_refuse(lines *l, size_t field, const char *reason);

/* A number of up to 128 bits, and one of up to 64. */
bool field_sum(lines *l, size_t field, prof_sum *sum);
bool field_number(lines *l, size_t field, uint64_t *number);
/* A number from 1 to `count`, as an index from 0. */
bool field_index(lines *l, size_t field, size_t count, size_t *index);
bool field_offset(lines *l, size_t field, uint64_t *offset);
/* The caller frees *string, also after false. */
bool field_string(lines *l, size_t field, char **string);
bool field_metric(lines *l, size_t field, prof_metric *metric);

#endif

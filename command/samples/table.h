/* Samples added up by image, routine or source line.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SAMPLES_TABLE_H
#define APROF_SAMPLES_TABLE_H

#include "debuginfo/symbols.h"
#include "samples/samples.h"

typedef enum {
   TABLE_IMAGE, TABLE_ROUTINE,
   TABLE_LINE,                        /* generated code by its compiler's name,
                                         which has the tier */
   TABLE_NAME,                        /* as TABLE_ROUTINE, but routines of equal
                                         names in files of equal names are one,
                                         whatever their build: for comparing
                                         runs */
} table_by;

typedef struct {
   char *routine;                     /* "(all)": nothing is known of it, or
                                         TABLE_IMAGE; of TABLE_LINE the inlined
                                         routine, if there is one */
   char *inlined_into;                /* of an inlined routine, one in which it
                                         is inlined; else NULL */
   char *file;                        /* of TABLE_LINE; "": not known */
   char *script;                      /* of generated code, the file of which it
                                         is made; "": not known.  Else NULL */
   int line;
   uint32_t image;                    /* index */
   uint64_t start, end;               /* of the routine in the image; 0, 0 if it
                                         is not known */
   uint64_t count;
   double weight;
} table_row;

typedef struct {
   table_row *rows;                   /* descending by weight */
   size_t count, room;
   hash_index index;
   uint64_t samples;                  /* sums of all rows */
   double weight;
   /* Images without symbols because their file has another build, or is gone:
      numbers of samples. */
   uint64_t changed, gone;
   const char *example;               /* the path of one of these */
} sample_table;

#define TABLE_ALL "(all)"
#define TABLE_GENERATED "[generated]"

/* Return the file of a row: the image, or the script of generated code, whose
   routines are one row in all processes and at all addresses. */
const char *table_file(const samples *s, const table_row *row);

/* Return the name of a row that stands without its file: the routine's, or that
   of the file, if no routine is known. */
const char *table_name(const samples *s, const table_row *row);

/* Make the table of an event. */
void table_make(sample_table *t, const samples *s, uint32_t event, table_by by);

/* Return the name under which a routine that is inlined in an image has a row
   of its own, NULL: it has none. */
typedef const char *table_inlined(const void *context, uint32_t image,
                                  const symbols_inlined *call);

/* The same by TABLE_ROUTINE or TABLE_NAME, with rows of inlined routines; of
   several at an address the innermost that has a row counts.  The bounds of
   such a row are not known.  inlined NULL: there are none. */
void table_make_inlined(sample_table *t, const samples *s, uint32_t event,
                        table_by by, table_inlined *inlined,
                        const void *context);
void table_free(sample_table *t);

#endif

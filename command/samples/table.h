/* Samples added up by image, routine or source line.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SAMPLES_TABLE_H
#define APROF_SAMPLES_TABLE_H

#include "samples/samples.h"

typedef enum {
   TABLE_IMAGE, TABLE_ROUTINE, TABLE_LINE,
   TABLE_NAME,                        /* as TABLE_ROUTINE, but routines of equal
                                         names in files of equal names are one,
                                         whatever their build: for comparing
                                         runs */
} table_by;

typedef struct {
   char *routine;                     /* "(all)": nothing is known of it, or
                                         TABLE_IMAGE; of TABLE_LINE the inlined
                                         routine, if there is one */
   char *inlined_into;                /* of TABLE_LINE: then the routine in
                                         which it is inlined; else NULL */
   char *file;                        /* of TABLE_LINE; "": not known */
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

/* Make the table of an event. */
void table_make(sample_table *t, const samples *s, uint32_t event, table_by by);
void table_free(sample_table *t);

#endif

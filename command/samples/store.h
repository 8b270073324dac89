/* Stores: folders of samples files, one for each epoch.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SAMPLES_STORE_H
#define APROF_SAMPLES_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
   uint64_t now;                      /* ns since 1970 */
   uint64_t days_after;               /* ns: older files of a day become one */
   uint64_t weeks_after;              /* ns: older files of a week become one */
   uint64_t size;                     /* bytes; 0: any */
} store_rules;

typedef struct {
   size_t merged;                     /* files that are part of others now */
   size_t removed;                    /* files that were removed for the size */
   size_t left;
   uint64_t bytes;                    /* of the files that are left */
} store_result;

/* Merge the files of each host by days and by weeks, then remove the oldest
   ones until the rest has the size.  If this is interrupted, then no sample is
   counted twice after it has run again: a file whose runs all belong to another
   one is removed.  Return false after one line on stderr. */
bool store_prune(const char *folder, const store_rules *rules,
                 store_result *result);

#endif

/* aprof prune: keep a store of samples files small.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/memory.h"
#include "base/message.h"
#include "base/numbers.h"
#include "samples/store.h"
#include "verbs/verbs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NS_PER_S 1000000000ull
#define DAY (24 * 3600 * NS_PER_S)

/* Read a whole number with one of some letters at its end, each with its
   factor. Return false after one line on stderr. */
static bool read_amount(const char *name, const char *text, const char *letters,
                        const uint64_t *factors, const char *example,
                        uint64_t *amount)
{
   const size_t length = strlen(text);
   const char *letter = length > 1 ? strchr(letters, text[length - 1]) : NULL;
   char *digits = letter ? memory_part(text, length - 1) : memory_string("");
   prof_sum number = 0;
   const bool good = letter &&
                     numbers_read(digits, 1000000000, &number) == NULL &&
                     number > 0;

   free(digits);
   if (!good) {
      message_error("%s: '%s' is not %s", name, text, example);
      return false;
   }
   *amount = (uint64_t)number * factors[letter - letters];
   return true;
}

int verb_prune(int argc, char **argv)
{
   static const uint64_t times[] = { 3600 * NS_PER_S, DAY, 7 * DAY };
   static const uint64_t sizes[] = { 1 << 10, 1 << 20, 1 << 30 };
   const char *keep = "7d", *size = NULL;
   const option options[] = {
      { "keep", OPTION_TEXT, &keep, NULL, "TIME",
        "merge older files by weeks, such as 12h, 4w (default: 7d)" },
      { "size", OPTION_TEXT, &size, NULL, "SIZE",
        "then remove the oldest, such as 200M" },
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = {
      "prune", "[OPTION...] FOLDER",
      "Merges the samples files of a store by days and weeks, and removes the "
      "oldest.",
      options,
   };
   store_rules rules = { .days_after = DAY };
   store_result result;
   struct timespec now;
   size_t files;
   int status;

   if (!verbs_begin(argc, argv, &table, &files, &status))
      return status;
   if (files != 1) {
      message_error("prune: one folder is expected, not %zu", files);
      return STATUS_UNUSABLE;
   }
   if (!read_amount("--keep", keep, "hdw", times, "a time, such as 7d",
                    &rules.weeks_after) ||
       (size && !read_amount("--size", size, "KMG", sizes,
                             "a size, such as 200M", &rules.size)))
      return STATUS_UNUSABLE;
   if (rules.days_after > rules.weeks_after)
      rules.days_after = rules.weeks_after;
   clock_gettime(CLOCK_REALTIME, &now);
   rules.now = now.tv_sec * NS_PER_S + now.tv_nsec;
   if (!store_prune(argv[0], &rules, &result))
      return STATUS_UNUSABLE;
   message_note("%zu file%s merged, %zu removed; %zu %s left, %" PRIu64
                " bytes", result.merged, result.merged == 1 ? "" : "s",
                result.removed, result.left, result.left == 1 ? "is" : "are",
                result.bytes);
   return STATUS_DONE;
}

/* Fuzz target: any bytes as a profile.  What the reader takes is merged with
   itself and exported; what it refuses it refuses by one line.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/export.h"
#include "fuzz.h"
#include "profile/merge.h"
#include "base/message.h"
#include "profile/read.h"
#include "profile/write.h"

#include <stdio.h>
#include <string.h>

static model *sum_of(const uint8_t *input, size_t length, unsigned times)
{
   merge_state *g = merge_new(false);

   while (times-- > 0) {
      model *m = profile_read_text("input", (const char *)input, length);

      FUZZ_CHECK(m != NULL);
      merge_add(g, m);
   }
   return merge_finish(g);
}

/* Write a profile; return the text, which the caller frees. */
static char *written(const model *m, size_t *length)
{
   char *text = NULL;
   FILE *f = open_memstream(&text, length);

   FUZZ_CHECK(f != NULL);
   profile_write(f, m);
   FUZZ_CHECK(fclose(f) == 0);
   return text;
}

static void export_all(const model *m)
{
   static export_writer *const writers[] = {
      export_callgrind, export_json, export_tsv, export_extrap, export_pprof,
   };
   const export_options options = { .metric = PROF_TRMS };

   for (size_t i = 0; i < sizeof writers / sizeof *writers; i++) {
      FILE *f = fopen("/dev/null", "w");

      FUZZ_CHECK(f != NULL);
      FUZZ_CHECK(writers[i](f, m, &options) == STATUS_DONE);
      fclose(f);
   }
}

/* A written profile is read again, and written as the same text. */
static void check_stable(const model *m)
{
   size_t length, again;
   char *text = written(m, &length), *second;
   model *read = sum_of((const uint8_t *)text, length, 1);

   second = written(read, &again);
   FUZZ_CHECK(length == again && memcmp(text, second, length) == 0);
   free(text);
   free(second);
   model_free(read);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t length)
{
   model *m;

   fuzz_errors = 0;
   if (setjmp(fuzz_fatal))
      return 0;
   m = profile_read_text("input", (const char *)input, length);
   FUZZ_CHECK(fuzz_errors == (m == NULL));
   if (m == NULL)
      return 0;
   model_free(m);
   m = sum_of(input, length, 1);
   check_stable(m);
   export_all(m);
   model_free(m);
   m = sum_of(input, length, 2);
   check_stable(m);
   model_free(m);
   FUZZ_CHECK(fuzz_errors == 0);
   return 0;
}

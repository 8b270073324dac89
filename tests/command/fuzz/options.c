/* Fuzz target: any arguments, separated by newlines, for a verb with an option
   of each kind.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz.h"
#include "cli/options.h"

#include <string.h>

#define MOST 64

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t length)
{
   static const char *const choices[] = { "table", "tsv", "json", NULL };
   bool flag = false;
   const char *text = NULL, *out = NULL;
   int choice = 0;
   unsigned long number = 1;
   const option options[] = {
      { "threads", OPTION_FLAG, &flag, NULL, NULL, "a flag" },
      { "routine", OPTION_TEXT, &text, NULL, "NAME", "a text" },
      { "format", OPTION_CHOICE, &choice, choices, "FORMAT", "a choice" },
      { "top", OPTION_COUNT, &number, NULL, "N", "a number" },
      { "o", OPTION_TEXT, &out, NULL, "OUT", "a text, one letter" },
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = { "verb", "FILE...", "Fuzzed.", options };
   char *argv[MOST + 1] = { (char *)"verb" };
   char *copy = malloc(length + 1);
   size_t files;
   int argc = 1;

   FUZZ_CHECK(copy != NULL);
   if (length > 0)
      memcpy(copy, input, length);
   copy[length] = '\0';
   for (char *p = copy; p && argc < MOST; argc++)
      argv[argc] = strsep(&p, "\n");
   fuzz_errors = 0;
   if (setjmp(fuzz_fatal) == 0) {
      options_result result = options_parse(argc, argv, &table, &files);

      FUZZ_CHECK(fuzz_errors == (result == OPTIONS_BAD));
      FUZZ_CHECK(choice >= 0 && choice < 3 && number >= 1);
      FUZZ_CHECK(result != OPTIONS_GOOD || files < (size_t)argc);
      for (size_t i = 0; result == OPTIONS_GOOD && i < files; i++)
         FUZZ_CHECK(argv[i] >= copy && argv[i] <= copy + length);
   }
   free(copy);
   return 0;
}

/* Fuzz target: any bytes as a rule file.  A set that is refused is empty.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz.h"
#include "rules/parse.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t length)
{
   rule_set set;
   size_t line, last = 1;
   char *wrong;

   if (setjmp(fuzz_fatal))
      return 0;
   for (size_t i = 0; i < length; i++)
      last += input[i] == '\n';
   wrong = rules_parse((const char *)input, length, &set, &line);
   if (wrong) {
      FUZZ_CHECK(*wrong && set.count == 0 && line <= last);
      free(wrong);
      return 0;
   }
   for (size_t i = 0; i < set.count; i++) {
      const rule *r = &set.rules[i];

      FUZZ_CHECK(r->line >= 1 && r->line <= last && *r->text);
      FUZZ_CHECK((r->pattern == NULL) == (r->kind == RULE_NO_NEW));
      FUZZ_CHECK(r->confidence > 0 && r->confidence <= 1);
      FUZZ_CHECK(r->kind != RULE_SHARE ||
                 (r->share >= 0 && r->share <= 100));
   }
   rules_parse_free(&set);
   return 0;
}

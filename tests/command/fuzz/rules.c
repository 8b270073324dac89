/* Fuzz target: any bytes as a rule file.  A set that is refused is empty.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz.h"
#include "rules/parse.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t length)
{
   rule_set set;
   rule_faults faults;
   size_t last = 1;

   if (setjmp(fuzz_fatal))
      return 0;
   for (size_t i = 0; i < length; i++)
      last += input[i] == '\n';
   if (!rules_parse((const char *)input, length, &set, &faults)) {
      FUZZ_CHECK(set.count == 0 && faults.count > 0);
      for (size_t i = 0; i < faults.count; i++)
         FUZZ_CHECK(*faults.list[i].reason && faults.list[i].line <= last);
      rules_faults_free(&faults);
      return 0;
   }
   FUZZ_CHECK(faults.count == 0);
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

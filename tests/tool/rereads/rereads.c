/* Run one case.

       rereads NAME [SIZE]

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cases.h"

int main(int count, char **arguments)
{
   static const loop_case *const all[] = {
      search_cases, texts_cases, one_routine_cases, once_cases, steps_cases,
      files_cases, by_turns_cases, generated_cases, headers_cases,
      commands_cases, scripts_cases, operations_cases,
   };

   for (size_t i = 0; count > 1 && i < sizeof all / sizeof *all; i++)
      for (const loop_case *c = all[i]; c->name; c++)
         if (strcmp(arguments[1], c->name) == 0) {
            c->run(count > 2 ? atol(arguments[2]) : c->n);
            return 0;
         }
   return 1;
}

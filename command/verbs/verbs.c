/* The start that most verbs share.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/verbs.h"
#include "base/message.h"

const char *const verbs_formats[] = { "table", "tsv", "json", NULL };
const char *const verbs_callers[] = { "caller", NULL };

rows_format verbs_rows(verbs_format format)
{
   return format == VERBS_TSV ? ROWS_TSV : ROWS_JSON;
}

bool verbs_begin(int argc, char **argv, const option_table *table,
                 size_t *files, int *status)
{
   options_result result = options_parse(argc, argv, table, files);

   *status = result == OPTIONS_HELP ? STATUS_DONE : STATUS_UNUSABLE;
   return result == OPTIONS_GOOD && options_need_files(table, *files);
}

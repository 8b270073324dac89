/* --metric: see cli/size_metric.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cli/size_metric.h"
#include "base/message.h"

const char *const size_metric_names[] = { "trms", "wms", NULL };

bool size_metric_is_measured(const model *m, prof_metric metric)
{
   if (metric != PROF_WMS || m->has_output)
      return true;
   message_error("wms, the size of the output, was not measured: "
                 "run the program with --output=yes");
   return false;
}

bool size_metric_apply(model *m, int choice)
{
   if (choice == 0)
      return true;
   if (!size_metric_is_measured(m, PROF_WMS))
      return false;
   model_size_by_output(m);
   return true;
}

/* Accesses that are not checked inline.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "helpers/accesses.h"
#include "base/options.h"
#include "callgraph/zones.h"
#include "engine/reference/check.h"

void helpers_read(Addr a, SizeT n)
{
   if (zones_measure(control_current) == MEASURE_ALL)
      tool_options.engine->read(control_current->input, a, n);
}

void helpers_write(Addr a, SizeT n)
{
   const ZoneMeasure measure = zones_measure(control_current);

   if (measure == MEASURE_ALL)
      tool_options.engine->write(control_current->input, a, n);
   else if (measure == MEASURE_WRITES)
      tool_options.engine->write_apart(control_current->input, a, n);
}

void helpers_checked_read(Addr a, SizeT n)
{
   if (zones_measure(control_current) == MEASURE_ALL)
      trms_check_read(control_current->input, a, n);
}

void helpers_checked_write(Addr a, SizeT n)
{
   const ZoneMeasure measure = zones_measure(control_current);

   if (measure == MEASURE_ALL)
      trms_check_write(control_current->input, a, n);
   else if (measure == MEASURE_WRITES)
      trms_check_write_apart(control_current->input, a, n);
}

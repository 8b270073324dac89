/* The options of the tool, with their defaults: see base/options.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/options.h"

ToolOptions tool_options = {
   .out_file = "aprof.out.%p",
   .cell_shift = 2,
   .cost = COST_BB,
   .engine = &trms_fast,
   .collects_at_start = True,
   .snapshot_every = 60,
   .separate_threads = False,
   .max_sizes = 100000,
   .timestamp_limit = 0,
   .quantum = 5000,
   .wake_cost = 20000,
   .wake_latency = 50000,
   .slice = 3000,           /* as Linux's fair scheduler has on two processors */
   .switch_cost = 6000,
   .instr_per_ns = 4
};

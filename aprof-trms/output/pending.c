/* Pending activations: see output/pending.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "output/pending.h"
#include "base/options.h"
#include "callgraph/given_sizes.h"
#include "callgraph/packed_frames.h"
#include "callgraph/record.h"
#include "callgraph/shadow_stack.h"

/* Where memory ran out in the middle of a call, the engine does not know the
   topmost activation yet: its sizes are 0. */
static void record(Control *c, void *opaque)
{
   trms_sizes *sizes = VG_(calloc)("aprof.dump.pending", control_depth(c),
                                   sizeof *sizes);
   trms_sizes *totals = opaque;
   ULong now = control_cost(c), inner = 0;

   packed_frames_need_all(c);
   tool_options.engine->pending(c->input, sizes);
   totals->rms += sizes[0].rms - c->sizes_base.rms;
   totals->ext += sizes[0].ext - c->sizes_base.ext;
   totals->trms += sizes[0].trms - c->sizes_base.trms;
   totals->external += sizes[0].external - c->sizes_base.external;
   totals->thread += sizes[0].thread - c->sizes_base.thread;

   for (UInt i = control_depth(c); i-- > 0; ) {
      const Frame *f = &c->frames[i];
      Activation a;
      a.cost = now - f->cost;
      a.self = a.cost - f->callees - inner;
      inner = a.cost;
      a.routine = f->routine;
      a.os_thread = c->os_thread;
      a.outermost = f->below == 0;
      a.sizes = sizes[i];
      given_sizes_apply(c, f, &a.sizes);
      /* An activation whose routine is not known yet has done nothing yet. */
      if (frame_is_recorded(f) && a.routine != NULL) {
         a.edge = shadow_stack_edge_to(c, f);
         record_open(&a);
      }
      if (f->collector) {
         /* A collector's cost is in no cost below it. */
         now = f->cost;
         inner = 0;
      }
   }
   VG_(free)(sizes);
   packed_frames_pack(c);
}

void pending_record(trms_sizes *totals)
{
   control_each(record, totals);
}

/* The invariants of shadow_stack.c: see callgraph/stack_check.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/stack_check.h"
#include "base/options.h"
#include "callgraph/packed_frames.h"
#include "callgraph/shadow_stack.h"
#include "elf/source_names.h"

/* Is the frame below an inlined call's the host's, or of the call that it lies
   in?  What jumps to the rest of a routine may be any other. */
static Bool is_in_its_caller(const Control *c, const Frame *f)
{
   const InlinedCall *call = f->routine->inlined;

   if (f == c->frames || f[-1].routine == NULL || f[-1].sp != f->sp)
      return False;
   return call->parent != NULL ? f[-1].routine == call->parent->routine
          : f[-1].routine == call->host
            || source_names_is_rest(call->host->name);
}

/* Is `f` the activation that goes on in another stretch? */
static Bool begins_stretch(const Control *c, const Frame *f)
{
   for (UInt i = 0; i < control_splits(c); i++)
      if (control_split(c, i)->frame == f - c->frames)
         return True;
   return False;
}

static const HChar *check_frame(const Control *c, const Frame *f)
{
   if (f > c->frames + 1 && f->sp > f[-1].sp && !begins_stretch(c, f))
      return "a frame lies above its caller's frame";
   if (f->cost > control_cost(c))
      return "an activation began at a higher cost than its thread has";
   if (f->routine == NULL)
      return f < c->top ? "a frame below the top has no routine" : NULL;
   if (!f->foreign && *f->pending <= f->below)
      return "a pending activation is not counted";
   if (f->routine->inlined != NULL && !is_in_its_caller(c, f))
      return "an inlined call is not above the call that it lies in";
   for (const Frame *below = f; f->routine->inlined == NULL
        && below-- > c->frames
        && frame_is_of_call(below, f->sp, f->return_address); )
      if (below->routine == f->routine)
         return "a routine occurs twice in a chain of tail calls";
   return NULL;
}

const HChar *stack_check(void)
{
   for (const Control *c = control_list; c != NULL; c = c->next) {
      if (tool_options.engine->depth(c->input) != control_depth(c))
         return "the engine's stack is not as deep as the shadow stack";
      if (c->top > c->last || c->floor > c->top + 1)
         return "the top frame is out of bounds";
      for (const Frame *f = c->frames; f <= c->top; f++) {
         if (packed_frames_is_packed(c, f - c->frames)
             || f == c->frames + c->packed)
            continue;
         const HChar *wrong = check_frame(c, f);
         if (wrong != NULL)
            return wrong;
      }
   }
   return NULL;
}

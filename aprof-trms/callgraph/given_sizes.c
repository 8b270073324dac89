/* Sizes of activations that are given: see callgraph/given_sizes.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/given_sizes.h"
#include "arch/calls.h"
#include "callgraph/zones.h"

static GivenSize *given_of(const Control *c, Word i)
{
   return VG_(indexXA)(c->given, i);
}

/* May the top activation get a GivenSize? */
static Bool is_sizable(const Control *c)
{
   return control_collecting && !c->in_resolver && !zones_in_leaf(c)
          && c->top->routine != NULL;
}

/* Return the GivenSize of the top activation; add it if there is none. */
static GivenSize *given_of_top(Control *c)
{
   if (c->given == NULL)
      c->given = VG_(newXA)(VG_(malloc), "aprof.given_sizes.given", VG_(free),
                            sizeof(GivenSize));
   if (!c->top->sized) {
      const UInt frame = c->top - c->frames;
      GivenSize g = { .frame = frame, .floor = c->callers_floor };
      VG_(addToXA)(c->given, &g);
      c->top->sized = True;
      if (c->callers_floor < frame)
         control_set_floor(c, frame);
   }
   return given_of(c, VG_(sizeXA)(c->given) - 1);
}

void given_sizes_give(ULong size)
{
   Control *c = control_current;
   GivenSize *g;

   if (!is_sizable(c))
      return;
   c->top->routine->home->sized = True;
   g = given_of_top(c);
   g->is_given = True;
   g->size = size;
}

/* The top activation, of `r`, has just begun: observe its arguments. */
static void observe(Control *c, Routine *r)
{
   ObservedArguments *o = r->observed;
   GivenSize *g;

   if (!observed_arguments_goes_on(o) || r->home->sized) {
      routines_end_observation(r);
      return;
   }
   if (!is_sizable(c) || c->top->routine != r || c->top->sized)
      return;
   o->begun++;
   g = given_of_top(c);
   for (UInt i = 0; i < CALL_ARGUMENTS; i++)
      g->arguments[i] = calls_argument(i, r->convention);
}

void given_sizes_apply(const Control *c, const Frame *f, trms_sizes *sizes)
{
   Word i = f->sized ? VG_(sizeXA)(c->given) : 0;

   while (i-- > 0)
      if (given_of(c, i)->frame == f - c->frames) {
         if (!given_of(c, i)->is_given)
            return;
         const ULong size = given_of(c, i)->size;
         *sizes = (trms_sizes){ .rms = size, .ext = size, .trms = size,
                                .wms = sizes->wms };
         return;
      }
}

GivenSize given_sizes_end_top(Control *c)
{
   const GivenSize g = *given_of(c, VG_(sizeXA)(c->given) - 1);

   control_set_floor(c, g.floor);
   VG_(dropTailXA)(c->given, 1);
   return g;
}

void given_sizes_begin(Control *c, Routine *r)
{
   if (r->observed != NULL && r->special)
      observe(c, r);
   else if (r->size_argument != NULL && !r->hidden)
      given_sizes_give(size_arguments_value(r->size_argument));
}

void given_sizes_let_floor(Control *c, UInt floor)
{
   GivenSize *g = given_of(c, VG_(sizeXA)(c->given) - 1);

   if (g->floor > floor)
      g->floor = floor;
}

void given_sizes_become_foreign(Control *c)
{
   for (Word i = 0; c->given != NULL && i < VG_(sizeXA)(c->given); i++)
      given_of(c, i)->floor = given_of(c, i)->frame;
}

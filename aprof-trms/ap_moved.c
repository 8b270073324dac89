/* Contexts whose stack has been moved while they were suspended.

   Go gives a goroutine a larger stack when it needs one, and a smaller one after a
   garbage collection: it copies what is on the old one to the new one, and the
   goroutine goes on there.  All that it was doing goes on.

   A copy has the same return addresses at the same distances.  So when a context
   is suspended, those of its latest activations are remembered, and where the
   stack pointer comes to a place that is nobody's they are looked for above it.
   One alone says little: each new goroutine's first return address is the same.
   Two at their places, which its callers have put there, are no accident.

   Which of the two stack pointers of a switch goes on, that in the routine which
   saves it or that behind its return, is not known (ap_threads.c): the routine's
   own return address is not looked for.

   Only contexts that were suspended lately are remembered.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "ap_moved.h"
#include "ap_arch.h"
#include "ap_readable.h"
#include "ap_stacks.h"
#include "pub_tool_aspacemgr.h"

enum { REMEMBERED = 256, LEAST = 2, MOST = 4 };

typedef struct {
   SizeT above;              /* the saved stack pointer */
   Addr word;
} Mark;

static struct {
   ApControl *c;             /* NULL: nobody */
   UInt count;
   Mark marks[MOST];
} list[REMEMBERED];

static UInt next;

static UInt place_of(ApControl *c)
{
   if (c->remembered == 0) {
      if (list[next].c != NULL)
         list[next].c->remembered = 0;
      list[next].c = c;
      c->remembered = ++next;
      next %= REMEMBERED;
   }
   return c->remembered - 1;
}

void ap_moved_remember(ApControl *c)
{
   Addr sp = c->saved_sp, found[MOST], last = sp;
   UInt count = 0;

   for (const ApFrame *f = c->top; f >= c->frames && count < MOST; f--)
      if (f->sp != last && f->sp >= sp + AP_RETURN_SLOT && f->sp <= c->top_sp)
         found[count++] = last = f->sp;
   if (count < LEAST || !ap_is_readable(sp, last + sizeof(Addr) - sp)) {
      ap_moved_forget(c);
      return;
   }
   UInt i = place_of(c);
   list[i].count = count;
   for (UInt k = 0; k < count; k++)
      list[i].marks[k] = (Mark){ found[k] - sp, *(const Addr *)found[k] };
}

void ap_moved_forget(ApControl *c)
{
   if (c->remembered == 0)
      return;
   list[c->remembered - 1].c = NULL;
   c->remembered = 0;
}

/* Are the marks above `sp`, where memory can be read up to `end`? */
static Bool are_there(UInt i, Addr sp, Addr end)
{
   const Mark *marks = list[i].marks;
   UInt last = list[i].count - 1;

   if (marks[last].above + sizeof(Addr) > end - sp)
      return False;
   for (UInt k = 0; k <= last; k++)
      if (*(const Addr *)(sp + marks[k].above) != marks[k].word)
         return False;
   return True;
}

static void shift(ApControl *c, Addr delta)
{
   for (ApFrame *f = c->frames; f <= c->top; f++)
      if (f->sp != ~(Addr)0)
         f->sp += delta;
   c->saved_sp += delta;
   c->landing_sp += delta;
   c->top_sp += delta;
   c->quiet_sp += delta;
}

ApControl *ap_moved_to(Addr sp)
{
   const NSegment *there = VG_(am_find_nsegment)(sp);

   /* Behind a file's end there is nothing to be read. */
   if (there == NULL || !there->hasR || there->kind == SkFileC)
      return NULL;
   for (UInt i = 0; i < REMEMBERED; i++) {
      ApControl *c = list[i].c;
      if (c == NULL || !c->suspended)
         continue;
      for (Addr saved = c->saved_sp;
           saved <= c->saved_sp + AP_RETURN_SLOT; saved += AP_RETURN_SLOT)
         if (are_there(i, sp + c->saved_sp - saved, there->end + 1)) {
            ap_stacks_remove(c);
            shift(c, sp - saved);
            return c;
         }
   }
   return NULL;
}

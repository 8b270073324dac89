/* Memory for stacks of the tool's own: see sys/stack_memory.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sys/stack_memory.h"
#include "sys/shadow_address_space.h"
#include "sys/spare_memory.h"
#include "sys/syscall.h"

/* Places lie above the fast engine's windows.  A stack of up to STEP elements
   is on the heap; a larger one has room for a multiple of STEP. */
#define FIRST_PLACE ((Addr)125 << 40)
#define PLACE       ((SizeT)32 << 30)
enum { PLACES = 48, STEP = 1 << 16 };

_Static_assert(FIRST_PLACE + PLACES * PLACE <= SPARE_MEMORY_PLACE,
               "what is spare lies behind the stacks");

static Bool taken[PLACES], allowed;

void stack_memory_init(void)
{
   allowed = True;
}

static Addr place_at(UInt i)
{
   return FIRST_PLACE + i * PLACE;
}

Bool stack_memory_has_place(const void *stack)
{
   return (Addr)stack >= FIRST_PLACE
          && (Addr)stack < FIRST_PLACE + PLACES * PLACE;
}

/* Return 0 if there is none. */
static Addr take_place(void)
{
   for (UInt i = 0; allowed && i < PLACES; i++)
      if (!taken[i] && shadow_address_space_reserve(place_at(i), PLACE)) {
         taken[i] = True;
         return place_at(i);
      }
   return 0;
}

void stack_memory_free(void *stack)
{
   if (!stack_memory_has_place(stack)) {
      VG_(free)(stack);
      return;
   }
   shadow_address_space_unreserve((Addr)stack, PLACE);
   taken[((Addr)stack - FIRST_PLACE) / PLACE] = False;
}

Bool stack_memory_has(Addr start, Addr end)
{
   for (UInt i = 0; i < PLACES; i++)
      if (taken[i] && start < place_at(i) + PLACE && place_at(i) < end)
         return True;
   return False;
}

static SizeT steps(SizeT room)
{
   return (room + STEP - 1) & ~(SizeT)(STEP - 1);
}

static void *on_heap(const HChar *cc, void *stack, SizeT size, SizeT used,
                     SizeT room)
{
   stack = VG_(realloc)(cc, stack, room * size);
   VG_(memset)((UChar *)stack + used * size, 0, (room - used) * size);
   return stack;
}

void *stack_memory_grow(const HChar *cc, void *stack, SizeT size, SizeT used,
                        SizeT *room)
{
   SizeT least = *room;
   void *place;

   if (least < 2 * used && 2 * used <= STEP)
      least = 2 * used;
   *room = least;
   if (least <= STEP)
      return on_heap(cc, stack, size, used, least);
   if (stack_memory_has_place(stack) && steps(least) * size <= PLACE) {
      *room = steps(least);
      return stack;
   }
   place = stack_memory_has_place(stack) ? NULL : (void *)take_place();
   if (place == NULL) {
      *room = 2 * least;
      place = VG_(malloc)(cc, *room * size);
      VG_(memset)((UChar *)place + used * size, 0, (*room - used) * size);
   } else
      *room = steps(least);
   VG_(memcpy)(place, stack, used * size);
   stack_memory_free(stack);
   return place;
}

SizeT stack_memory_give_back(void *stack, SizeT size, SizeT used, SizeT room)
{
   SizeT left = steps(used + 1);

   if (!stack_memory_has_place(stack) || left >= room)
      return room;
   spare_memory_give((Addr)stack + left * size, (room - left) * size);
   return left;
}

/* Contexts whose stack has been moved while they were suspended.

   Go gives a goroutine a larger stack when it needs one, and a smaller one after a
   garbage collection: it copies what is on the old one to the new one, and the
   goroutine goes on there.  All that it was doing goes on.

   A copy has the same return addresses at the same distances.  So when a context
   is suspended, those of its latest activations are remembered, and where the
   stack pointer comes to a place that is nobody's they are looked for above it.
   One alone says little: each new goroutine's first return address is the same.

   Many goroutines may wait in the same routines, and the first stacks of threads
   are all alike.  A copy has the other words, too, but for pointers into the stack
   itself, which point into the copy: of the words next to the stack pointer nearly
   all must be there.  (Measured: of a copy's all are, or all but one, which who
   woke the goroutine has written; of others' a quarter is not.)  Of several of whom
   that is true it is the latest: a stack that is too small is copied at once.

   Which of the two stack pointers of a switch goes on, that in the routine which
   saves it or that behind its return, is not known (threads/threads.c): the routine's
   own return address is not looked for.

   Only contexts that were suspended lately are remembered.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "threads/relocated_stacks.h"
#include "arch/stack_insn.h"
#include "sys/client_memory.h"
#include "threads/suspended_stacks.h"

enum { REMEMBERED = 2048, LEAST = 2, MOST = 4, WORDS = 64 };
/* Of so many words one may be another. */
enum { MOSTLY = 32 };

typedef struct {
   SizeT above;              /* the saved stack pointer */
   Addr word;
} Mark;

/* The first mark of each, which most places have not.  Apart, since all are
   looked at. */
static Mark firsts[REMEMBERED];

static struct {
   ApControl *c;             /* NULL: nobody */
   ULong time;               /* when: the latest has the greatest */
   UInt n_marks, n_words;
   Mark marks[MOST];
   Addr words[WORDS];        /* from the saved stack pointer on */
} list[REMEMBERED];

static UInt used;            /* so many have ever been needed at once */
static UInt unused[REMEMBERED], n_unused;   /* of these, who have nobody now */
static UInt next;            /* who goes where all are in use */
static ULong now;

static UInt new_place(void)
{
   if (n_unused > 0)
      return unused[--n_unused];
   if (used < REMEMBERED)
      return used++;
   next = (next + 1) % REMEMBERED;
   return next;
}

/* `evicted`: who had the place. */
static UInt place_of(ApControl *c, ApControl **evicted)
{
   *evicted = NULL;
   if (c->remembered == 0) {
      UInt i = new_place();
      *evicted = list[i].c;
      if (*evicted != NULL)
         (*evicted)->remembered = 0;
      list[i].c = c;
      c->remembered = i + 1;
   }
   return c->remembered - 1;
}

ApControl *ap_moved_remember(ApControl *c)
{
   Addr sp = c->saved_sp, found[MOST], last = sp;
   UInt count = 0;

   for (const ApFrame *f = c->top; f >= c->frames && count < MOST; f--)
      if (f->sp != last && f->sp >= sp + AP_RETURN_SLOT && f->sp <= c->top_sp)
         found[count++] = last = f->sp;
   if (count < LEAST || !client_memory_is_readable(sp, last + sizeof(Addr) - sp)) {
      ap_moved_forget(c);
      return NULL;
   }
   ApControl *evicted;
   UInt i = place_of(c, &evicted);
   SizeT words = (last - sp) / sizeof(Addr) + 1;
   list[i].time = ++now;
   list[i].n_marks = count;
   for (UInt k = 0; k < count; k++)
      list[i].marks[k] = (Mark){ found[k] - sp, *(const Addr *)found[k] };
   firsts[i] = list[i].marks[0];
   list[i].n_words = words < WORDS ? words : WORDS;
   VG_(memcpy)(list[i].words, (const void *)sp,
               list[i].n_words * sizeof(Addr));
   return evicted != NULL && evicted->lost ? evicted : NULL;
}

void ap_moved_forget(ApControl *c)
{
   if (c->remembered == 0)
      return;
   UInt i = c->remembered - 1;
   list[i].c = NULL;
   firsts[i] = (Mark){ AP_RETURN_SLOT, 0 };
   unused[n_unused++] = i;
   c->remembered = 0;
}

Bool relocated_stacks_has(const ApControl *c)
{
   return c->remembered <= used && list[c->remembered - 1].c == c;
}

/* Is the mark above `sp`, where memory can be read up to `end`? */
static inline Bool is_there(const Mark *m, Addr sp, Addr end)
{
   return m->above + sizeof(Addr) <= end - sp
          && *(const Addr *)(sp + m->above) == m->word;
}

/* Are all? */
static Bool are_there(UInt i, Addr sp, Addr end)
{
   for (UInt k = 0; k < list[i].n_marks; k++)
      if (!is_there(&list[i].marks[k], sp, end))
         return False;
   return True;
}

/* Are the words there from `sp` on that were from `saved` on? */
static Bool is_copy(UInt i, Addr sp, Addr saved)
{
   const Addr delta = sp - saved, first = list[i].c->saved_sp;
   const Addr *there = (const Addr *)(first + delta);
   UInt others = 0;

   for (UInt k = (saved - first) / sizeof(Addr); k < list[i].n_words; k++)
      others += there[k] != list[i].words[k]
                && there[k] - list[i].words[k] != delta;
   return others * MOSTLY <= list[i].n_words;
}

Bool ap_moved_stays(const ApControl *c)
{
   UInt i = c->remembered - 1;

   return c->remembered == 0
          || !client_memory_is_readable(c->saved_sp, list[i].n_words * sizeof(Addr))
          || is_copy(i, c->saved_sp, c->saved_sp);
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

/* `end`: where memory that can be read ends.  NULL: nobody; else `saved` is what
   its stack pointer was. */
static ApControl *find_copied(Addr sp, Addr end, Addr *saved)
{
   ApControl *found = NULL;
   ULong time = 0;

   for (UInt i = 0; i < used; i++)
      for (Addr step = 0; step <= AP_RETURN_SLOT; step += AP_RETURN_SLOT) {
         ApControl *c;
         if (!is_there(&firsts[i], sp - step, end))
            continue;
         c = list[i].c;
         if (c != NULL && (c->suspended || c->lost) && list[i].time > time
             && are_there(i, sp - step, end)
             && is_copy(i, sp, c->saved_sp + step)) {
            found = c;
            *saved = c->saved_sp + step;
            time = list[i].time;
         }
      }
   return found;
}

ApControl *ap_moved_to(Addr sp)
{
   SizeT size = client_memory_part(sp, ~sp, SkAnonC | SkShmC, False);
   Addr saved = sp;
   ApControl *c = size == 0 ? NULL : find_copied(sp, sp + size, &saved);

   if (c != NULL) {
      ap_stacks_remove(c);
      c->lost = False;
      shift(c, sp - saved);
   }
   return c;
}

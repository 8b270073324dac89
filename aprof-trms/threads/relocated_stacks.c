/* Contexts whose stack was copied to another place while they were suspended.

   Go gives a goroutine a larger stack when it needs one, and a smaller one
   after a garbage collection: it copies the old stack to the new one, and the
   goroutine goes on there (Go's runtime/stack.go, copystack).  All its
   activations go on.

   A copy has the same return addresses at the same distances.  So when a
   context is suspended, the return addresses of its latest activations are
   remembered, and when the stack pointer comes to a place where no suspended
   control is, they are looked for above it.  One return address alone says
   little: the first one of each new goroutine is the same.

   Many goroutines may wait in the same routines, and the first stacks of
   threads are all alike.  The other words of a copy are the same, too, except
   for pointers into the stack itself, which point into the copy: so of the
   words next to the stack pointer nearly all must be the same.  (Measured: in
   a copy all are, or all but one, which the goroutine's waker has stored; in
   other stacks a quarter is not.)  If several contexts match, then the latest
   one is taken: a stack that is too small is copied at once.

   A switch saves the stack pointer in the routine that saves it, or behind its
   return, and which of the two goes on is not known (threads/stack_owner.h):
   the routine's own return address is not looked for.

   Only contexts that were suspended lately are remembered.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "threads/relocated_stacks.h"
#include "arch/calls.h"
#include "callgraph/packed_frames.h"
#include "sys/client_memory.h"
#include "threads/suspended_stacks.h"

/* Contexts that are remembered; return addresses of each, at least and at most;
   words of each. */
enum { REMEMBERED = 2048, LEAST = 2, MOST = 4, WORDS = 64 };
/* One of this many words may differ in a copy. */
enum { WORDS_FOR_ONE_OTHER = 32 };

/* A return address. */
typedef struct {
   SizeT above;              /* its distance from the saved stack pointer */
   Addr word;
} Mark;

/* The first mark of each place.  In most stacks it is not found, so the rest of
   the place is not read: the first marks are in an array of their own, which is
   searched as a whole. */
static Mark firsts[REMEMBERED];

static struct {
   Control *c;             /* NULL: the place is free */
   ULong time;               /* grows: the latest context has the greatest */
   UInt n_marks, n_words;
   Mark marks[MOST];
   Addr words[WORDS];        /* from the saved stack pointer on */
} list[REMEMBERED];

static UInt used;            /* places that have ever been in use */
static UInt unused[REMEMBERED], n_unused;   /* those of them that are free */
static UInt next;            /* the place to be taken if none is free */
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

/* Return the place of `c`, a new one if it has none.  *evicted: the context
   that had the place before, or NULL. */
static UInt place_of(Control *c, Control **evicted)
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

/* Stacks are hardly ever memory of files. */
static inline Bool can_read(Addr sp, SizeT size)
{
   return client_memory_has_part(sp, size)
          || client_memory_is_readable(sp, size);
}

Control *relocated_stacks_remember(Control *c)
{
   Addr sp = c->saved_sp, found[MOST], last = sp;
   UInt count = 0;

   for (const Frame *f = c->top; f >= c->frames + c->packed && count < MOST;
        f--)
      if (f->sp != last && f->sp >= sp + STACK_RETURN_SLOT
          && f->sp <= c->top_sp)
         found[count++] = last = f->sp;
   if (count < LEAST || c->split_depth > 0
       || !can_read(sp, last + sizeof(Addr) - sp)) {
      relocated_stacks_forget(c);
      return NULL;
   }
   Control *evicted;
   UInt i = place_of(c, &evicted);
   SizeT words = (last - sp) / sizeof(Addr) + 1;
   list[i].time = ++now;
   list[i].n_marks = count;
   for (UInt k = 0; k < count; k++)
      list[i].marks[k] = (Mark){ found[k] - sp, *(const Addr *)found[k] };
   /* The same as marks[0], whose halves have just been stored: a load of both at
      once would wait for that. */
   firsts[i] = (Mark){ found[0] - sp, *(const Addr *)found[0] };
   list[i].n_words = words < WORDS ? words : WORDS;
   VG_(memcpy)(list[i].words, (const void *)sp,
               list[i].n_words * sizeof(Addr));
   return evicted != NULL && evicted->lost ? evicted : NULL;
}

void relocated_stacks_forget(Control *c)
{
   if (c->remembered == 0)
      return;
   UInt i = c->remembered - 1;
   list[i].c = NULL;
   firsts[i] = (Mark){ STACK_RETURN_SLOT, 0 };
   unused[n_unused++] = i;
   c->remembered = 0;
}

Bool relocated_stacks_has(const Control *c)
{
   return c->remembered <= used && list[c->remembered - 1].c == c;
}

/* Is the return address above `sp`, where memory can be read up to `end`? */
static inline Bool is_there(const Mark *m, Addr sp, Addr end)
{
   return m->above + sizeof(Addr) <= end - sp
          && *(const Addr *)(sp + m->above) == m->word;
}

/* Are all return addresses of place `i` there? */
static Bool are_there(UInt i, Addr sp, Addr end)
{
   for (UInt k = 0; k < list[i].n_marks; k++)
      if (!is_there(&list[i].marks[k], sp, end))
         return False;
   return True;
}

/* Are the words from `sp` on those that place `i` has from `saved` on, or the
   same pointers into the copy? */
static Bool is_copy(UInt i, Addr sp, Addr saved)
{
   const Addr delta = sp - saved, first = list[i].c->saved_sp;
   const Addr *there = (const Addr *)(first + delta);
   UInt others = 0;

   for (UInt k = (saved - first) / sizeof(Addr); k < list[i].n_words; k++)
      others += there[k] != list[i].words[k]
                && there[k] - list[i].words[k] != delta;
   return others * WORDS_FOR_ONE_OTHER <= list[i].n_words;
}

Bool relocated_stacks_stays(const Control *c)
{
   UInt i = c->remembered - 1;
   Addr sp = c->saved_sp;

   return c->remembered == 0
          || !can_read(sp, list[i].n_words * sizeof(Addr))
          || is_copy(i, sp, sp);
}

static void shift(Control *c, Addr delta)
{
   packed_frames_need_all(c);
   for (Frame *f = c->frames; f <= c->top; f++)
      if (f->sp != ~(Addr)0)
         f->sp += delta;
   c->saved_sp += delta;
   c->landing_sp += delta;
   c->top_sp += delta;
   c->resolver_sp += delta;
}

/* Return the latest context whose stack was copied to `sp`, or NULL.  *saved:
   the stack pointer of the original that `sp` stands for.  Memory can be read
   up to `end`. */
static Control *find_copied(Addr sp, Addr end, Addr *saved)
{
   const Addr slot = STACK_RETURN_SLOT;
   Control *found = NULL;
   ULong time = 0;

   for (UInt i = 0; i < used; i++)
      for (Addr step = 0; step <= slot; step += slot) {
         Control *c;
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

Control *relocated_stacks_find(Addr sp)
{
   SizeT size = client_memory_part(sp, ~sp, SkAnonC | SkShmC, False);
   Addr saved = sp;
   Control *c = size == 0 ? NULL : find_copied(sp, sp + size, &saved);

   if (c != NULL) {
      suspended_stacks_remove(c);
      c->lost = False;
      shift(c, sp - saved);
   }
   return c;
}

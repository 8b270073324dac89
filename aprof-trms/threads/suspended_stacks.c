/* The stacks of suspended threads of control: a tree by their stack pointers.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "threads/suspended_stacks.h"
#include "pub_tool_wordfm.h"

static WordFM *by_sp;     /* saved_sp -> Control */

/* The memory of the node that was removed last, or NULL.  At a switch a node is
   removed, and then another one is added; all nodes have the same size. */
static void *spare;

static void *new_node(const HChar *centre, SizeT size)
{
   void *node = spare;

   if (node == NULL)
      return VG_(malloc)(centre, size);
   spare = NULL;
   return node;
}

static void free_node(void *node)
{
   if (spare == NULL)
      spare = node;
   else
      VG_(free)(node);
}

void suspended_stacks_add(Control *c)
{
   UWord other;

   if (by_sp == NULL)
      by_sp = VG_(newFM)(new_node, "aprof.stacks", free_node, NULL);
   /* Only one of two controls at the same place can go on: the latest one. */
   if (VG_(lookupFM)(by_sp, NULL, &other, c->saved_sp))
      ((Control *)other)->suspended = False;
   VG_(addToFM)(by_sp, c->saved_sp, (UWord)c);
   c->suspended = True;
}

void suspended_stacks_remove(Control *c)
{
   if (c->suspended && c->kind != NATIVE)
      VG_(delFromFM)(by_sp, NULL, NULL, c->saved_sp);
   c->suspended = False;
}

Control *suspended_stacks_below(Addr sp)
{
   UWord found;

   if (by_sp == NULL)
      return NULL;
   /* It returns False if there is a control at `sp` itself. */
   if (!VG_(findBoundsFM)(by_sp, NULL, &found, NULL, NULL, 0, 0, ~(UWord)0, 0,
                          sp))
      VG_(lookupFM)(by_sp, NULL, &found, sp);
   return (Control *)found;
}

Bool suspended_stacks_has(const Control *c)
{
   UWord found;

   return by_sp != NULL && VG_(lookupFM)(by_sp, NULL, &found, c->saved_sp)
          && (Control *)found == c;
}

UInt suspended_stacks_count(void)
{
   return by_sp == NULL ? 0 : VG_(sizeFM)(by_sp);
}

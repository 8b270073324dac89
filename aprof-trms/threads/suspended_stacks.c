/* The stacks of suspended threads of control: a tree by their stack pointers.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "threads/suspended_stacks.h"
#include "pub_tool_wordfm.h"

static WordFM *by_sp;     /* saved_sp -> Control; NULL: there was none yet */
static UInt in_tree;      /* their number */

/* The one that was suspended last, or NULL; it is not in the tree.  It is often
   the next to go on, and the tree is left alone then. */
static Control *latest;

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

/* Remove the control at this place from the tree: another one is there now,
   and only the latest one can go on. */
static void forget_at(Addr sp)
{
   UWord other;

   if (latest != NULL && latest->saved_sp == sp) {
      latest->suspended = False;
      latest = NULL;
   }
   if (in_tree > 0 && VG_(delFromFM)(by_sp, NULL, &other, sp)) {
      ((Control *)other)->suspended = False;
      in_tree--;
   }
}

void suspended_stacks_add(Control *c)
{
   forget_at(c->saved_sp);
   if (latest != NULL) {
      if (by_sp == NULL)
         by_sp = VG_(newFM)(new_node, "aprof.stacks", free_node, NULL);
      VG_(addToFM)(by_sp, latest->saved_sp, (UWord)latest);
      in_tree++;
   }
   latest = c;
   c->suspended = True;
}

void suspended_stacks_remove(Control *c)
{
   if (c == latest)
      latest = NULL;
   else if (c->suspended && c->kind != NATIVE) {
      VG_(delFromFM)(by_sp, NULL, NULL, c->saved_sp);
      in_tree--;
   }
   c->suspended = False;
}

/* The same as suspended_stacks_below, in the tree alone. */
static Control *below_in_tree(Addr sp)
{
   UWord found;

   if (in_tree == 0)
      return NULL;
   /* It returns False if there is a control at `sp` itself. */
   if (!VG_(findBoundsFM)(by_sp, NULL, &found, NULL, NULL, 0, 0, ~(UWord)0, 0,
                          sp))
      VG_(lookupFM)(by_sp, NULL, &found, sp);
   return (Control *)found;
}

Control *suspended_stacks_below(Addr sp)
{
   Control *c = below_in_tree(sp);

   return latest != NULL && latest->saved_sp <= sp
          && (c == NULL || c->saved_sp < latest->saved_sp) ? latest : c;
}

Bool suspended_stacks_has(const Control *c)
{
   UWord found;

   return c == latest
          || (in_tree > 0 && VG_(lookupFM)(by_sp, NULL, &found, c->saved_sp)
              && (Control *)found == c);
}

UInt suspended_stacks_count(void)
{
   return in_tree + (latest != NULL);
}

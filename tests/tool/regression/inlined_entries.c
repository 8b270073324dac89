/* A loop around an inlined call that has a loop, and another loop behind it: gcc
   counts instructions that it moves in front of the second loop as the call's, so
   what stands between two calls leads nowhere but into the call.  The debug
   information says where a call is entered.

   engines: fast check
   flags: -O1 -finline

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stddef.h>

enum { ITEMS = 100, ENDS = 4 };

#define HOST __attribute__((noipa))

static struct item { struct item *next; int value; } items[ITEMS], *head;

HOST static struct item *take(int i)
{
   return &items[i];
}

HOST static void enter(struct item **from)
{
   __asm__ volatile("" : : "r"(from) : "memory");
}

HOST static void leave(struct item **from)
{
   __asm__ volatile("" : : "r"(from) : "memory");
}

HOST static void find(struct item **from, const struct item *end)
{
   *from = end ? end->next : NULL;
}

static void push(int value)
{
   struct item *item = take(value), **last = &head;

   item->value = value;
   item->next = NULL;
   enter(&head);
   while (*last)
      last = &(*last)->next;
   *last = item;
   leave(&head);
}

int main(void)
{
   struct item *ends[ENDS];

   for (int i = 0; i < ITEMS; i++)
      push(i);
   for (int i = 0; i < ENDS; i++)
      find(&ends[i], NULL);
   for (int i = 0; i < ENDS; i++)
      find(&head, ends[i]);
   return 0;
}

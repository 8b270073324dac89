/* Structures copied, passed and returned; bit fields; a linked list.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "bare.h"

typedef struct {
   short a;
   byte b;
   unsigned c : 5, d : 11, e : 20;
   word f;
   byte name[13];
} small;

typedef struct {
   small parts[9];
   word count;
} large;

typedef struct _node {
   struct _node *next;
   small value;
} node;

static large one, two;
static node nodes[50];

ROUTINE static small make(int n)
{
   small s = { .a = (short)n, .b = 3, .c = n & 31, .d = 7, .e = 9,
               .f = (word)n };

   s.name[n % 13] = (byte)n;
   return s;
}

ROUTINE static word total(small s)
{
   return s.a + s.b + s.c + s.d + s.e + s.f + s.name[12];
}

ROUTINE static large changed(large l, int at)
{
   l.parts[at].d = 3;
   l.parts[at].e++;
   l.count++;
   return l;
}

ROUTINE static void copy(large *to, const large *from)
{
   *to = *from;
}

ROUTINE static void swap(small *a, small *b)
{
   small t = *a;

   *a = *b;
   *b = t;
}

ROUTINE static node *reversed(node *list)
{
   node *result = 0;

   while (list != 0) {
      node *next = list->next;
      list->next = result;
      result = list;
      list = next;
   }
   return result;
}

ROUTINE static word sum(const node *list)
{
   word s = 0;

   for (; list != 0; list = list->next)
      s += total(list->value);
   return s;
}

int program(void)
{
   word s = 0;
   node *list = nodes;

   for (word i = 0; i < COUNT(nodes); i++) {
      nodes[i].value = make((int)i);
      nodes[i].next = i + 1 < COUNT(nodes) ? &nodes[(i + 1)] : 0;
   }
   for (int i = 0; i < 9; i++) {
      one.parts[i] = make(i);
      one = changed(one, i);
      copy(&two, &one);
      swap(&two.parts[i], &one.parts[8 - i]);
      s += total(two.parts[i]);
   }
   for (int i = 0; i < 3; i++) {
      list = reversed(list);
      s += sum(list);
   }
   return s == 0;
}

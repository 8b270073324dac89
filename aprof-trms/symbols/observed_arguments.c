/* Which argument may explain the cost of a routine.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/observed_arguments.h"

/* Sizes that differ by less than this factor, or are no greater than this,
   count as one; so do costs. */
enum { SAME = 2, SMALL = 16 };
/* Greater values are no sizes, but addresses or negative numbers. */
#define MOST_VALUE 0x7fffffffULL
enum { FEWEST_VALUES = 5, VALUE_BITS = 31 };

ObservedArguments *observed_arguments_new(void)
{
   return VG_(calloc)("aprof.observed_arguments.routine", 1,
                      sizeof(ObservedArguments));
}

void observed_arguments_forget(ObservedArguments *o)
{
   VG_(free)(o->list);
   VG_(free)(o->settled);
   o->list = NULL;
   o->settled = NULL;
   o->count = o->room = 0;
}

void observed_arguments_end(ObservedArguments *o)
{
   observed_arguments_forget(o);
   o->is_over = True;
}

static void widen(ULong *min, ULong *max, ULong value, Bool is_first)
{
   if (is_first || value < *min)
      *min = value;
   if (is_first || value > *max)
      *max = value;
}

static Int compare(const void *a, const void *b)
{
   const ObservedValue *p = a, *q = b;

   return p->value < q->value ? -1 : p->value > q->value;
}

/* Round the values to their `bits` highest bits, and add up equal ones, which
   are neighbours.  Return how many are left. */
static UInt add_up(ObservedValue *v, UInt n, UInt bits)
{
   UInt left = 0;

   for (UInt i = 0; i < n; i++) {
      ObservedValue one = v[i];
      if (one.value >> bits != 0) {
         const UInt excess = 64 - __builtin_clzll(one.value) - bits;
         one.value = one.value >> excess << excess;
      }
      if (left > 0 && v[left - 1].value == one.value) {
         v[left - 1].calls += one.calls;
         v[left - 1].cost += one.cost;
      } else
         v[left++] = one;
   }
   return left;
}

/* Does the mean cost rise in two thirds of the steps and more? */
static Bool rises(const ObservedValue *v, UInt n)
{
   UInt rising = 0;

   for (UInt i = 1; i < n; i++)
      rising += v[i].cost / v[i].calls > v[i - 1].cost / v[i - 1].calls;
   return 3 * rising >= 2 * (n - 1);
}

/* As observed_arguments_values, while there is a list. */
static UInt values_of_list(const ObservedArguments *o, UInt argument,
                           ObservedValue values[OBSERVED_VALUES])
{
   ObservedValue *all;
   UInt n = o->count;

   if (n < FEWEST_VALUES || o->cost_max < SAME * o->cost_min)
      return 0;
   for (UInt i = 0; i < n; i++)
      if (o->list[i].arguments[argument] > MOST_VALUE)
         return 0;
   all = VG_(malloc)("aprof.observed_arguments.values", n * sizeof *all);
   for (UInt i = 0; i < n; i++)
      all[i] = (ObservedValue){ o->list[i].arguments[argument], 1,
                                o->list[i].cost };
   VG_(ssort)(all, n, sizeof *all, compare);
   for (UInt bits = VALUE_BITS; (n = add_up(all, n, bits)) > OBSERVED_VALUES; )
      bits--;
   if (n < FEWEST_VALUES || !rises(all, n))
      n = 0;
   VG_(memcpy)(values, all, n * sizeof *all);
   VG_(free)(all);
   return n;
}

/* No activation more will be observed: keep what they explain, which mostly is
   nothing, in place of the list. */
static void settle(ObservedArguments *o)
{
   SettledArguments *s
      = VG_(calloc)("aprof.observed_arguments.settled", 1, sizeof *s);
   UInt n = 0;

   for (UInt k = 0; k < CALL_ARGUMENTS; k++)
      n += s->counts[k] = values_of_list(o, k, s->values + n);
   VG_(free)(o->list);
   o->list = NULL;
   o->room = 0;
   o->settled = VG_(realloc)("aprof.observed_arguments.settled", s,
                             sizeof *s - sizeof s->values
                             + n * sizeof *s->values);
}

void observed_arguments_add(ObservedArguments *o,
                            const UWord arguments[CALL_ARGUMENTS], ULong size,
                            ULong cost)
{
   if (o->is_over)
      return;
   widen(&o->size_min, &o->size_max, size, o->count == 0);
   widen(&o->cost_min, &o->cost_max, cost, o->count == 0);
   if ((o->size_max >= SAME * o->size_min && o->size_max > SMALL)
       || (o->count >= OBSERVED_EQUAL && o->cost_min == o->cost_max)) {
      observed_arguments_end(o);
      return;
   }
   if (o->count == o->room) {
      o->room = o->room == 0 ? 4 : 2 * o->room;
      o->list = VG_(realloc)("aprof.observed_arguments.list", o->list,
                             o->room * sizeof *o->list);
   }
   for (UInt i = 0; i < CALL_ARGUMENTS; i++)
      o->list[o->count].arguments[i]
         = arguments[i] > MOST_VALUE ? ~0u : (UInt)arguments[i];
   o->list[o->count++].cost = cost;
   if (o->count == OBSERVED_MOST)
      settle(o);
}

UInt observed_arguments_values(const ObservedArguments *o, UInt argument,
                               ObservedValue values[OBSERVED_VALUES])
{
   UInt first = 0;

   if (o->settled == NULL)
      return values_of_list(o, argument, values);
   for (UInt k = 0; k < argument; k++)
      first += o->settled->counts[k];
   VG_(memcpy)(values, o->settled->values + first,
               o->settled->counts[argument] * sizeof *values);
   return o->settled->counts[argument];
}

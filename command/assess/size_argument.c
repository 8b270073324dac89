/* The argument that explains the cost of a routine whose size does not vary.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/size_argument.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "infer/describe.h"
#include "profile/optional.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define KEY "x-sum-argument\t2\t"
#define PARAMETERS "x-parameters\t"
#define NAME "x-parameter\t"
enum { ARGUMENTS = 6 };

/* Of two arguments whose scatter differs by less than this, the first one is
   better: the registers behind the last argument often hold copies. */
#define SAME_SCATTER 0.05

/* Return the number of the argument that the record is about, and set *point;
   0: it is another record. */
static unsigned read_point(const model_optional *o, verdict_point *point)
{
   const char *number = o->key + sizeof KEY - 1;
   prof_sum value;

   if (strncmp(o->key, KEY, sizeof KEY - 1) != 0 || o->sum_count != 2 ||
       *number < '1' || *number > '0' + ARGUMENTS || number[1] != '\t' ||
       numbers_read(number + 2, UINT64_MAX, &value) != NULL ||
       o->sums[0] == 0)
      return 0;
   *point = (verdict_point){
      (double)value, (double)o->sums[1] / (double)o->sums[0],
      (double)o->sums[0],
   };
   return (unsigned)(*number - '0');
}

static int compare_points(const void *a, const void *b)
{
   const verdict_point *p = a, *q = b;

   return (p->size > q->size) - (p->size < q->size);
}

/* Judge the cost over an argument, whose points are among the records from
   `first` up to `past`. */
static void judge(const model *m, size_t first, size_t past, unsigned number,
                  verdict *v)
{
   verdict_point *points = memory_new(past - first, sizeof *points);
   size_t count = 0;

   for (size_t i = first; i < past; i++)
      count += read_point(&m->optionals[i], &points[count]) == number;
   qsort(points, count, sizeof *points, compare_points);
   verdict_clear(v);
   if (count >= DOUBTS_FEWEST_SIZES)
      infer(points, count, SIZE_OF_ANY, v);
   free(points);
}

/* What the builds say of the parameters. */
typedef struct {
   bool known;                  /* how many there are */
   unsigned long count;         /* by the build that has the fewest */
   const char *names[ARGUMENTS + 1];   /* by number; NULL: there is none, or... */
   bool differ[ARGUMENTS + 1];  /* ...merged builds do not agree */
} parameters;

/* Read "NUMBER\tNAME". */
static void add_name(parameters *p, const char *text)
{
   char *end;
   const unsigned long number = strtoul(text, &end, 10);

   if (number == 0 || number > ARGUMENTS || *end != '\t')
      return;
   p->differ[number] |= p->names[number] != NULL;
   p->names[number] = end + 1;
}

static parameters read_parameters(const assessment *a)
{
   const model_owner owner = { MODEL_OF_ROUTINE, a->routine, 0 };
   parameters p = { false, ULONG_MAX, { NULL }, { false } };
   size_t past;

   for (size_t i = optional_of(a->m, &owner, &past); i < past; i++) {
      const char *key = a->m->optionals[i].key;

      if (strncmp(key, PARAMETERS, sizeof PARAMETERS - 1) == 0) {
         const unsigned long n =
            strtoul(key + sizeof PARAMETERS - 1, NULL, 10);
         p.known = true;
         p.count = n < p.count ? n : p.count;
      } else if (strncmp(key, NAME, sizeof NAME - 1) == 0) {
         add_name(&p, key + sizeof NAME - 1);
      }
   }
   return p;
}

static bool is_parameter(const parameters *p, unsigned number)
{
   return p->known && number <= p->count;
}

/* Return whether the class says something.  A register that may be no argument often
   has what looks like a root or a logarithm. */
static bool is_worth(const parameters *p, unsigned number, const verdict *v)
{
   static const growth linear = { GROWTH_LINEAR, 0 };

   return is_parameter(p, number) || growth_compare(v->growth, linear) >= 0;
}

bool size_argument_find(assessment *a, size_argument *best)
{
   const model_owner owner = { MODEL_OF_ROUTINE, a->routine, 0 };
   size_t past;
   const size_t first = optional_of(a->m, &owner, &past);
   parameters p;
   verdict v;

   best->number = 0;
   if (first == past || !(assess_verdict(a)->warnings & WARN_ONE_SIZE))
      return false;
   p = read_parameters(a);
   for (unsigned number = 1; number <= ARGUMENTS; number++) {
      judge(a->m, first, past, number, &v);
      if (v.growth.kind == GROWTH_UNDECIDED ||
          v.growth.kind == GROWTH_CONSTANT)
         continue;
      if (!is_worth(&p, number, &v))
         continue;
      if (best->number == 0 ||
          v.scatter < best->verdict.scatter - SAME_SCATTER)
         *best = (size_argument){ number, is_parameter(&p, number),
                                  NULL, v };
   }
   if (best->number > 0 && best->is_parameter && !p.differ[best->number])
      best->name = p.names[best->number];
   return best->number > 0;
}

/* Does a shell take the text as it is? */
static bool is_plain(const char *text)
{
   return text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_:.@"
                            "ABCDEFGHIJKLMNOPQRSTUVWXYZ")] == '\0';
}

char *size_argument_describe(const assessment *a, const size_argument *s,
                             const char *name)
{
   const model_routine *r = &a->m->routines[a->routine];
   /* The tool knows symbols only. */
   const char *routine = *r->name && strcmp(r->name, r->shown) != 0 ? r->name
                                                                    : name;
   const bool plain = is_plain(routine) &&
                      (s->name == NULL || is_plain(s->name));
   const char *quote = plain ? "" : "'";
   char class[DESCRIBE_CLASS_SIZE], calls[NUMBERS_TEXT];

   numbers_grouped(calls, a->sums.calls);
   describe_class(class, &s->verdict);
   if (s->name != NULL)
      return memory_format(
         "%s: its size is the same, or nearly so, in all %s calls; its cost "
         "follows its parameter %s (%s): aprof run %s--size-of=%s:%s%s makes "
         "this parameter the size.", name, calls, s->name, class, quote,
         routine, s->name, quote);
   return memory_format(
      s->is_parameter
      ? "%s: its size is the same, or nearly so, in all %s calls; its cost "
        "follows argument %u (%s): aprof run %s--size-of=%s:%u%s makes this "
        "argument the size."
      : "%s: its size is the same, or nearly so, in all %s calls. If it has an "
        "argument %u, its cost may follow that (%s): aprof run "
        "%s--size-of=%s:%u%s then makes this argument the size.", name,
      calls, s->number, class, quote, routine, s->number, quote);
}

/* How the sizes of an edge's calls change in the course of the run: see
   assess/size_course.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/size_course.h"
#include "profile/optional.h"

#include <math.h>
#include <string.h>

#define COURSE "x-sum-course\t16"
/* Sixteenths that differ evenly leave no more than this part of their variation
   beside a straight line.  (Sizes that get less by chance in the mean, over 700
   calls, leave 0.002.) */
#define BESIDE_LINE 0.001
/* ... if they differ nearly evenly.  (The lengths of a hash table's chains leave
   0.001; a square root leaves 0.035, what comes near a bound 0.016 or more, n^0.75
   leaves 0.008.) */
#define NEAR_LINE 0.01
/* Two levels leave no more than this part of their variation beside two means, if
   they are clear.  (Two loops of a script leave 0.05, a list that is complete after
   half of the run 0.16, elements that are entered and left 0.7.) */
#define BESIDE_STEP 0.1
/* Steps from part to part that grow by a constant factor are so many times as large
   at one end as at the other, and their logarithms leave no more than this part of
   their variation beside a line.  (Steps that grow as a power of the number of
   calls, from few cells, leave 0.13.) */
#define GEOMETRIC_RANGE 4.0
#define BESIDE_FACTOR 0.01
enum { PARTS = SIZE_COURSE_PARTS, STEPS = PARTS - 1 };

const prof_sum *size_course_of(const model *m, const model_optional *o)
{
   size_t past;

   for (size_t i = optional_of(m, &o->owner, &past); i < past; i++)
      if (strcmp(m->optionals[i].key, COURSE) == 0)
         return m->optionals[i].sums;
   return NULL;
}

/* Return the sum of the squares of the differences from the mean of some
   parts. */
static double variation(const double *parts, size_t count)
{
   double sum = 0, squares = 0;

   for (size_t i = 0; i < count; i++)
      sum += parts[i];
   for (size_t i = 0; i < count; i++)
      squares += pow(parts[i] - sum / (double)count, 2);
   return squares;
}

/* ... from two means, one before a part and the other from it on. */
static double variation_of_step(const double *parts)
{
   double least = INFINITY;

   for (size_t i = 1; i < PARTS; i++)
      least = fmin(least, variation(parts, i) +
                          variation(parts + i, PARTS - i));
   return least;
}

/* ... from a line that is level from part `end` on. */
static double variation_of_line(const double *parts, size_t count, size_t end)
{
   const double n = (double)count;
   double x_sum = 0, y_sum = 0, xx = 0, xy = 0;

   for (size_t i = 0; i < count; i++) {
      x_sum += (double)(i < end ? i : end);
      y_sum += parts[i];
   }
   for (size_t i = 0; i < count; i++) {
      const double x = (double)(i < end ? i : end) - x_sum / n;

      xx += x * x;
      xy += x * (parts[i] - y_sum / n);
   }
   return variation(parts, count) - xy * xy / xx;
}

static void set_parts(double parts[PARTS], const prof_sum *course)
{
   for (size_t i = 0; i < PARTS; i++)
      parts[i] = (double)course[i];
}

/* A list may be complete before the run ends, and be searched from then on.  A
   line that ends in the second part is a step by itself. */
bool size_course_is_step(const prof_sum *course)
{
   double parts[PARTS], step;

   set_parts(parts, course);
   step = variation_of_step(parts);
   for (size_t end = 2; end < PARTS; end++)
      if (variation_of_line(parts, PARTS, end) <= step)
         return false;
   return true;
}

bool size_course_is_clear_step(const prof_sum *course)
{
   double parts[PARTS];

   set_parts(parts, course);
   return size_course_is_step(course) &&
          variation_of_step(parts) <= BESIDE_STEP * variation(parts, PARTS);
}

static bool is_line(const double *parts, size_t count, double beside)
{
   return variation_of_line(parts, count, count) <=
          beside * variation(parts, count);
}

double size_course_range(const prof_sum *course)
{
   prof_sum least = course[0], most = course[0];

   for (size_t i = 1; i < PARTS; i++) {
      least = course[i] < least ? course[i] : least;
      most = course[i] > most ? course[i] : most;
   }
   return (double)most / fmax(1, (double)least);
}

bool size_course_is_even(const prof_sum *course)
{
   double parts[PARTS];

   set_parts(parts, course);
   return is_line(parts, PARTS, BESIDE_LINE);
}

bool size_course_is_nearly_even(const prof_sum *course)
{
   double parts[PARTS];

   set_parts(parts, course);
   return is_line(parts, PARTS, NEAR_LINE);
}

/* Set the logarithms of the differences between neighbouring parts.  False: they
   are not all in one direction. */
static bool set_steps(const prof_sum *course, double logs[STEPS])
{
   const bool falls = course[1] < course[0];

   for (size_t i = 0; i < STEPS; i++) {
      const prof_sum *from = course + i + falls, *to = course + i + !falls;

      if (*to <= *from)
         return false;
      logs[i] = log((double)(*to - *from));
   }
   return true;
}

bool size_course_is_geometric(const prof_sum *course)
{
   double logs[STEPS];

   return set_steps(course, logs) &&
          fabs(logs[STEPS - 1] - logs[0]) >= log(GEOMETRIC_RANGE) &&
          is_line(logs, STEPS, BESIDE_FACTOR);
}

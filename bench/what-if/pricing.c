/* As blackscholes of the PARSEC benchmarks: two threads price the options of
   their halves by the formula of Black and Scholes, round by round.  BETTER: a
   series ends when its terms do not count any more.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>
#include <stdio.h>

enum { ROUNDS = 150, OPTIONS = 4000, TERMS = 45, POWERS = 60 };
#ifdef BETTER
static const double LEAST = 1e-9;
#else
static const double LEAST = 0;
#endif

static double price[OPTIONS], moneyness[OPTIONS], value[OPTIONS];
static pthread_barrier_t barrier;

/* exp(-x) by its series. */
static __attribute__((noipa)) double discount(double x)
{
   double term = 1, sum = 1;

   for (int i = 1; i < POWERS; i++) {
      term *= -x / i;
      sum += term;
   }
   return sum;
}

/* The normal distribution without its density: x + x^3 / 3 + x^5 / 15 ... */
static __attribute__((noipa)) double integrate_normal(double x)
{
   double term = x, sum = x;

   for (int i = 1; i < TERMS && (term > LEAST || term < -LEAST); i++) {
      term *= x * x / (2 * i + 1);
      sum += term;
   }
   return sum;
}

static double normal(double x)
{
   return 0.5 + 0.3989422804 * discount(x * x / 2) * integrate_normal(x);
}

static void *price_half(void *own)
{
   const int first = own != NULL ? OPTIONS / 2 : 0;

   for (int round = 0; round < ROUNDS; round++) {
      for (int i = first; i < first + OPTIONS / 2; i++)
         value[i] = price[i] * normal(moneyness[i])
                    - discount(0.05) * normal(moneyness[i] - 0.3);
      pthread_barrier_wait(&barrier);
   }
   return NULL;
}

int main(void)
{
   pthread_t threads[2];
   double sum = 0;

   for (int i = 0; i < OPTIONS; i++) {
      price[i] = 1 + i % 7;
      moneyness[i] = (i * 37 % OPTIONS - OPTIONS / 2) * 2.0 / OPTIONS;
   }
   pthread_barrier_init(&barrier, NULL, 2);
   for (int i = 0; i < 2; i++)
      pthread_create(&threads[i], NULL, price_half, i ? &threads : NULL);
   for (int i = 0; i < 2; i++)
      pthread_join(threads[i], NULL);
   for (int i = 0; i < OPTIONS; i++)
      sum += value[i];
   printf("%.6f\n", sum);
   return 0;
}

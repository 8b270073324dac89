/* Random numbers of our own, so that every machine has the same.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TESTS_INFER_RANDOM_H
#define TESTS_INFER_RANDOM_H

#include <stdint.h>

void random_seed(uint64_t seed);
uint64_t random_bits(void);
double random_unit(void);                          /* [0, 1) */
double random_between(double low, double high);
double random_log(double low, double high);        /* log-uniform */
unsigned random_below(unsigned bound);
double random_normal(void);

#endif

/* Models whose terms all have a fixed shape.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "infer/fixed_models.h"
#include "infer/tuning.h"

#include <math.h>
#include <string.h>

/* The prior of each class, up to one constant, and the number of its models,
   which share it equally; tuning.h has that of O(n log n).  Flat routines
   outnumber logarithmic ones in programs, but a small slope is easily taken for
   none. */
static const struct { double prior; int models; } classes[FIXED_TERMS] = {
   [GROWTH_CONSTANT] = { 1, 1 }, [GROWTH_LOG] = { 2, 2 },
   [GROWTH_SQRT] = { .2, 3 }, [GROWTH_LINEAR] = { 1, 6 },
   [GROWTH_LINEARITHMIC] = { 0, 5 }, [GROWTH_N15] = { .03, 5 },
   [GROWTH_QUADRATIC] = { 1, 7 }, [GROWTH_QUADRATIC_LOG] = { .2, 8 },
   [GROWTH_CUBIC] = { 1, 8 },
};

/* The share of the leading term in the cost at the largest size; tuning.h has
   the least share of other terms than log n. A smaller share is a trace. */
static const double min_share_of_log = .005, max_share = 1.25;
/* The least share of a trace, and its prior relative to the model's. */
static const double min_trace = .005, trace_prior = .05;

#define ONE GROWTH_CONSTANT
#define LOG GROWTH_LOG
#define SQRT GROWTH_SQRT
#define N GROWTH_LINEAR
#define NLOG GROWTH_LINEARITHMIC
#define N15 GROWTH_N15
#define N2 GROWTH_QUADRATIC
#define N2LOG GROWTH_QUADRATIC_LOG
#define N3 GROWTH_CUBIC

/* The terms of each model, the leading term last. */
static const struct {
   int count, terms[VERDICT_TERMS];
} sets[FIXED_MODELS] = {
   { 1, { ONE } },
   { 1, { LOG } }, { 2, { ONE, LOG } },
   { 1, { SQRT } }, { 2, { ONE, SQRT } }, { 2, { LOG, SQRT } },
   { 1, { N } }, { 2, { ONE, N } }, { 2, { LOG, N } }, { 2, { SQRT, N } },
   { 3, { ONE, LOG, N } }, { 3, { ONE, SQRT, N } },
   { 1, { NLOG } }, { 2, { ONE, NLOG } }, { 2, { N, NLOG } },
   { 3, { ONE, N, NLOG } }, { 3, { LOG, N, NLOG } },
   { 1, { N15 } }, { 2, { ONE, N15 } }, { 2, { N, N15 } },
   { 3, { ONE, N, N15 } }, { 3, { SQRT, N, N15 } },
   { 1, { N2 } }, { 2, { ONE, N2 } }, { 2, { N, N2 } }, { 2, { NLOG, N2 } },
   { 3, { ONE, N, N2 } }, { 3, { ONE, NLOG, N2 } }, { 4, { ONE, N, NLOG, N2 } },
   { 1, { N2LOG } }, { 2, { ONE, N2LOG } }, { 2, { N, N2LOG } },
   { 2, { N2, N2LOG } }, { 3, { ONE, N, N2LOG } }, { 3, { ONE, N2, N2LOG } },
   { 3, { N, N2, N2LOG } }, { 4, { ONE, N, N2, N2LOG } },
   { 1, { N3 } }, { 2, { ONE, N3 } }, { 2, { N, N3 } }, { 2, { N2, N3 } },
   { 3, { ONE, N, N3 } }, { 3, { ONE, N2, N3 } }, { 3, { N, N2, N3 } },
   { 4, { ONE, N, N2, N3 } },
};

static int lead_of(size_t model)
{
   return sets[model].terms[sets[model].count - 1];
}

cost_model fixed_models_get(size_t model)
{
   const int lead = lead_of(model);
   cost_model m = { .count = sets[model].count, .share_max = max_share };

   memcpy(m.terms, sets[model].terms, sizeof m.terms);
   m.share_min = lead == LOG ? min_share_of_log
               : lead == NLOG || lead == N2LOG ? tuning_values.min_share_log
               : tuning_values.min_share;
   return m;
}

double fixed_models_log_prior(size_t model, const sample *s)
{
   const int lead = lead_of(model);
   double prior = lead == NLOG ? tuning_values.linearithmic_prior
                               : classes[lead].prior;

   if (lead == LOG || lead == SQRT)
      prior *= sample_sublinear_prior(s);
   return log(prior / classes[lead].models);
}

void fixed_models_try(tally *t, const normal_equations *all)
{
   for (size_t i = 0; i < FIXED_MODELS; i++) {
      double prior = fixed_models_log_prior(i, t->sample);
      cost_model m = fixed_models_get(i);
      tally_entry entry = { .model = &m, .counts_for = lead_of(i) };

      tally_try(t, all, &entry, &evidence_no_segment, all->weight, prior);
      if (m.count == 1)
         continue;

      m.is_last_lower_negative = true;
      tally_try(t, all, &entry, &evidence_no_segment, all->weight, prior);
      m.is_last_lower_negative = false;

      if (entry.counts_for == LOG)
         continue;
      entry.is_trace = true;
      entry.counts_for = m.terms[m.count - 2];
      m.share_max = m.share_min;
      m.share_min = min_trace;
      tally_try(t, all, &entry, &evidence_no_segment, all->weight,
                prior + log(trace_prior));
   }
}

void fixed_models_try_segment(tally *t, const normal_equations *upper,
                              const lower_segment *lower, double weight,
                              double from, double log_prior)
{
   for (size_t i = 0; i < FIXED_MODELS; i++) {
      double prior = log_prior + fixed_models_log_prior(i, t->sample);
      cost_model m = fixed_models_get(i);
      tally_entry entry = { .model = &m, .counts_for = lead_of(i),
                            .from = from };

      tally_try(t, upper, &entry, lower, weight, prior);
      /* Cells that every call reads, a table for instance, are size without
         cost: c (n - n0). */
      m.is_last_lower_negative = m.count == 2 &&
         (m.terms[0] == ONE || m.terms[0] == N);
      if (m.is_last_lower_negative)
         tally_try(t, upper, &entry, lower, weight, prior);
   }
}

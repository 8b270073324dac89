/* Which routine to look at first.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/rank.h"
#include "assess/attribution.h"
#include "base/memory.h"
#include "base/paths.h"
#include "names/select.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Less is growth that is rather not worse than n log n. */
#define PROBABLE 0.5
/* A part of the cost below which nothing matters; one below which what is not
   steep does not; and one at ten times the input, for what is steep. */
#define LEAST_SHARE 0.001
#define SHARE 0.01
#define TENFOLD_SHARE 0.05

/* --- internals of libraries --- */

bool rank_is_runtime(const char *object)
{
   static const char *const patterns[] = {
      "ld.so*", "ld-*.so*", "libc.so*", "libc-*.so", "libm.so*", "libm-*.so",
      "libmvec.so*", "libpthread.so*", "libpthread-*.so", "libdl.so*",
      "librt.so*", "libresolv.so*", "libstdc++.so*", "libc++.so*",
      "libc++abi.so*", "libgcc_s.so*", "libunwind.so*", "libasan.so*",
      "vgpreload_*.so", "ld-musl-*", "linux-vdso*",
   };
   const char *name = text_file_name(object);

   if (strcmp(object, "???") == 0 || strcmp(object, "[vdso]") == 0)
      return true;
   for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
      if (select_glob(patterns[i], name))
         return true;
   return false;
}

static bool is_shared(const char *object)
{
   const char *name = text_file_name(object);

   return select_glob("*.so", name) || select_glob("*.so.*", name);
}

static bool is_start(const char *name)
{
   static const char *const names[] = {
      "main", "_start", "(below main)", "__libc_start_main",
      "__libc_start_call_main", "__libc_csu_init", "_init", "_fini",
      "frame_dummy", "register_tm_clones", "deregister_tm_clones",
      "__do_global_dtors_aux", "start_thread", "clone", "clone3",
      "thread_start",
   };

   for (size_t i = 0; i < sizeof names / sizeof *names; i++)
      if (strcmp(name, names[i]) == 0)
         return true;
   return false;
}

/* Has it no name but that of its place? */
static bool is_unnamed(const model_routine *r, const char *object)
{
   char *place = memory_format("%s+0x%llx", text_file_name(object),
                               (unsigned long long)r->offset);
   const bool is = *r->name == '\0' || strcmp(r->name, place) == 0;

   free(place);
   return is;
}

/* Start-up routines that do work of their own are of interest, and so is what a
   library without names spends the program's time on: `all` is its cost. */
static bool is_folded(const model *m, const judged *j, double all)
{
   const model_routine *r = &m->routines[j->routine];
   const char *object = m->objects[r->object].name;

   return rank_is_runtime(object) ||
          (is_shared(object) && is_unnamed(r, object) &&
           (double)j->sums.self.sum < SHARE * all) ||
          (is_start(r->name) &&
           (double)j->sums.self.sum < SHARE * (double)j->sums.outermost);
}

/* --- how suspicious each is by itself --- */

/* The slope of a class beyond the sizes of most inputs. */
static double slope(growth g)
{
   switch (g.kind) {
   case GROWTH_UNDECIDED:
      return -1;
   case GROWTH_EXPONENTIAL:
      return 10;
   case GROWTH_POWER:
      return g.power;
   default:
      return log2(growth_at(g, 1 << 21) / growth_at(g, 1 << 20));
   }
}

/* Neighbouring classes lie in one band: which of them it is, is hard to see,
   and of less weight than what it costs. */
static int band(double steepness)
{
   static const double limits[] = { 0, 0.05, 0.3, 0.8, 1.04, 1.25, 1.75, 2.5,
                                    9 };
   int n = 0;

   while (n < (int)(sizeof limits / sizeof *limits) && steepness >= limits[n])
      n++;
   return n;
}

static rank_suspicion suspicion_of(const judge_evidence *e)
{
   const bool several = (e->doubts & (e->doubts - 1)) != 0;

   if (e->superlinear < INFER_LIKELY || several || e->slope < JUDGE_STEEP)
      return RANK_REST;
   return e->superlinear >= INFER_SURE && e->doubts == 0 ? RANK_SURE
                                                         : RANK_LIKELY;
}

/* A routine's own work may tell more clearly than what its callees add. */
static rank_suspicion suspicion(const judged *j)
{
   rank_suspicion whole, self;

   if (j->whole.superlinear < PROBABLE)
      return RANK_REST;
   whole = suspicion_of(&j->whole);
   if ((double)j->sums.self.sum < RANK_OWN_WORK * (double)j->sums.outermost)
      return whole;
   self = suspicion_of(&j->self);
   return self < whole ? self : whole;
}

/* By how much cost grows at ten times the input, at the least, as far as the
   exponent says; at most by what n^3 does, or n^2 where it is not sure. */
static double tenfold(const ranked *r)
{
   const verdict *v = &r->facts.verdict;
   const double s = v->has_exponent ? v->exponent_lo : slope(v->growth);

   return pow(10, fmin(fmax(s, 1), r->suspicion == RANK_SURE ? 3 : 2));
}

/* `all`: the program's cost; `worst`: the greatest threat. */
static bool is_weighty(const ranked *r, double all, double worst)
{
   const double cost = (double)r->facts.sums.outermost;

   if (!r->facts.has_verdict)
      return false;
   if (r->suspicion == RANK_REST)
      return cost >= SHARE * all;
   return cost * r->tenfold >= TENFOLD_SHARE * fmax(worst, 10 * all);
}

/* What the dynamic linker did at the start is no work of the program. */
static double program_cost(const model *m, const ranked *list, size_t count)
{
   double cost = (double)m->total.cost;

   for (size_t i = 0; i < count; i++) {
      const judged *j = &list[i].facts;
      const model_routine *r = &m->routines[j->routine];
      const char *name = text_file_name(m->objects[r->object].name);

      if (select_glob("ld-*.so*", name) || select_glob("ld.so*", name))
         cost -= (double)j->sums.self.sum;
   }
   return cost;
}

static void look_at_each(const model *m, ranked *list, size_t count,
                         bool open, double all)
{
   judged **heavy = memory_new(count, sizeof *heavy);
   size_t heavy_count = 0;

   for (size_t i = 0; i < count; i++)
      if ((double)list[i].facts.sums.outermost >= LEAST_SHARE * all)
         heavy[heavy_count++] = &list[i].facts;
   judge_verdicts(m, heavy, heavy_count, open);
   free(heavy);
   for (size_t i = 0; i < count; i++) {
      ranked *r = &list[i];
      const verdict *v = &r->facts.verdict;
      double steepness;

      r->folded = is_folded(m, &r->facts, all);
      r->blamed = r->witness = RANK_NOBODY;
      r->suspicion = RANK_REST;
      if (!r->facts.has_verdict)
         continue;
      steepness = slope(v->growth);
      r->suspicion = suspicion(&r->facts);
      r->probable = r->facts.whole.superlinear >= PROBABLE;
      r->works_steeply = suspicion_of(&r->facts.self) != RANK_REST;
      r->tenfold = tenfold(r);
      /* A steep class that is not believed does not count in full, nor does
         one of two. */
      if (r->probable && r->suspicion == RANK_REST)
         steepness = fmin(steepness, r->facts.whole.slope);
      if (r->suspicion == RANK_REST && v->confidence < INFER_LIKELY &&
          v->runner_up.kind != GROWTH_UNDECIDED)
         steepness = fmin(steepness, slope(v->runner_up));
      r->band = band(steepness);
   }
}

/* What has no part in the cost comes by what it costs, whether or not there is
   a verdict on it. */
static void weigh(const model *m, ranked *list, size_t count, double all)
{
   bool *weighty = memory_new(m->routine_count, sizeof *weighty);
   double worst = 0;

   for (size_t i = 0; i < count; i++)
      if (!list[i].folded && list[i].suspicion != RANK_REST)
         worst = fmax(worst, list[i].threat);
   for (size_t i = 0; i < count; i++) {
      ranked *r = &list[i];

      r->weighty = is_weighty(r, all, worst);
      if (!r->weighty) {
         r->band = 0;
         r->depth = 0;
         r->suspicion = RANK_REST;
      } else
         weighty[r->facts.routine] = true;
   }
   /* Who has no part in the cost is not to blame for who has. */
   for (size_t i = 0; i < count; i++) {
      ranked *r = &list[i];

      if (r->blamed == RANK_NOBODY || weighty[r->blamed])
         continue;
      r->blamed = RANK_NOBODY;
      r->depth = 0;
   }
   free(weighty);
}

/* --- the order --- */

static int compare(const void *a, const void *b)
{
   const ranked *x = a, *y = b;
   const judged *j = &x->facts, *k = &y->facts;

   if (x->folded != y->folded)
      return x->folded - y->folded;
   if (x->weighty != y->weighty)
      return y->weighty - x->weighty;
   if (x->suspicion != y->suspicion)
      return (int)x->suspicion - (int)y->suspicion;
   if (x->suspicion == RANK_LIKELY && (x->depth > 0) != (y->depth > 0))
      return x->depth > 0 ? 1 : -1;
   if (x->suspicion == RANK_LIKELY && x->threat != y->threat)
      return x->threat > y->threat ? -1 : 1;
   if (x->band != y->band)
      return y->band - x->band;
   if (x->depth != y->depth)
      return x->depth < y->depth ? -1 : 1;
   if (x->own != y->own)
      return x->own > y->own ? -1 : 1;
   if (j->sums.outermost != k->sums.outermost)
      return j->sums.outermost > k->sums.outermost ? -1 : 1;
   if (j->routine != k->routine)
      return j->routine < k->routine ? -1 : 1;
   return (j->thread > k->thread) - (j->thread < k->thread);
}

bool rank_is_suspect(const ranked *r)
{
   return r->suspicion != RANK_REST && r->weighty && !r->folded &&
          r->blamed == RANK_NOBODY;
}

bool rank_looks_steep(const ranked *r)
{
   static const growth limit = { GROWTH_LINEARITHMIC, 0 };
   const verdict *v = &r->facts.verdict;

   return r->facts.has_verdict && growth_compare(v->growth, limit) > 0 &&
          (v->confidence >= INFER_LIKELY ||
           v->runner_up.kind == GROWTH_UNDECIDED ||
           growth_compare(v->runner_up, limit) > 0);
}

ranked *rank_routines(const model *m, bool threads, bool open, size_t *count)
{
   judged *facts = judge_facts(m, threads, open, count);
   ranked *list = memory_new(*count, sizeof *list);
   double all;

   for (size_t i = 0; i < *count; i++)
      list[i].facts = facts[i];
   free(facts);
   all = program_cost(m, list, *count);
   look_at_each(m, list, *count, open, all);
   blame_find(m, list, *count);
   weigh(m, list, *count, all);
   qsort(list, *count, sizeof *list, compare);
   return list;
}

/* Growth that a prediction does not contain: see unforeseen.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "whatif/unforeseen.h"
#include "advice/hints.h"
#include "advice/small_calls.h"
#include "assess/order.h"
#include "assess/reread_words.h"
#include "assess/run_growth.h"
#include "assess/turns.h"
#include "assess/worker.h"
#include "base/memory.h"
#include "base/message.h"
#include "names/labels.h"
#include "profile/starts.h"

#include <math.h>
#include <stdlib.h>

/* With a power of the scale below this, work is nearer to the data than to their
   square. */
#define NEAR_SQUARE 1.5

typedef struct {
   const model *m;
   const scaling *work;               /* by routine */
   double scale;
   run_growth runs;
   order_ranking ranking;
} finder;

/* Return whether the prediction has about the square for a routine, or what several
   runs of it have cost. */
static bool has_square(const finder *f, size_t routine)
{
   run_prediction p;

   return f->work[routine].factor >= pow(f->scale, NEAR_SQUARE) ||
          run_growth_predict(&f->runs, routine, RUN_WORK_SELF, f->scale, &p);
}

/* Return the name of a routine in a sentence; the caller frees it. */
static char *name_of(size_t routine, void *model_of)
{
   const model *m = model_of;

   return labels_of_row(m, routine);
}

/* Return what is to be told of a routine; takes the text. */
static char *with_work(const finder *f, char *text, size_t routine)
{
   char *name = labels_of_row(f->m, routine);
   char *all = memory_format("%s  In the prediction %s has %.1f times the work.", text,
                             name, f->work[routine].factor);

   free(name);
   free(text);
   return all;
}

/* --- suspects --- */

/* Data that are read again and again: the routine that reads them has the work. */
static char *of_reread(const finder *f, const ranked *r)
{
   const ranked_reread *again = &r->reread;
   size_t routine = r->assessment->routine;
   char *name, *what, *text;

   if (again->callee != RANKED_NONE) {
      const worker w = worker_of_reread(r);

      routine = worker_or(w, again->callee);
   }
   if (has_square(f, routine))
      return NULL;
   name = labels_of_row(f->m, r->assessment->routine);
   what = reread_words(r, NULL);
   text = memory_format("%s %s.", name, what);
   free(what);
   free(name);
   return with_work(f, text, routine);
}

/* A verdict that is not in the prediction: the number of its inputs is taken to
   grow, not their sizes. */
static char *of_verdict(const finder *f, const ranked *r)
{
   const size_t routine = r->assessment->routine;
   const verdict *v = assess_verdict(r->assessment);
   char steep[GROWTH_NAME_SIZE], *name, *text;

   if (r->witness != RANKED_NONE || f->work[routine].basis == SCALING_VERDICT ||
       has_square(f, routine))
      return NULL;
   name = labels_of_row(f->m, routine);
   text = memory_format("%s %s as %s with the size of its inputs, and the "
                        "prediction takes more of them, not larger ones.", name,
                        r->suspicion == RANKED_SURE ? "grows" : "likely grows",
                        growth_name(steep, v->growth));
   free(name);
   return with_work(f, text, routine);
}

/* Return what to say of the first suspect that is not foreseen, or NULL. */
static char *of_suspects(const finder *f, bool *any)
{
   char *text = NULL;

   *any = false;
   for (size_t i = 0; i < f->ranking.count && !text; i++) {
      const ranked *r = &f->ranking.list[i];

      if (!ranked_is_suspect(r))
         continue;
      *any = true;
      text = r->by_reread ? of_reread(f, r) : of_verdict(f, r);
   }
   return text;
}

/* --- hints --- */

static char *of_hint(const finder *f, const hints *h)
{
   for (size_t i = 0; i < f->ranking.count; i++) {
      const ranked *r = &f->ranking.list[i];
      const size_t routine = r->assessment->routine;

      if (r->turns.steady && !has_square(f, routine)) {
         char *name = labels_of_row(f->m, routine);
         char *text = turns_describe_steady(r, name);

         free(name);
         return with_work(f, text, routine);
      }
   }
   for (size_t i = 0; i < h->count; i++) {
      const often_called *c = &h->calls[i];
      const size_t routine = worker_or(c->work, c->callee);

      if (!has_square(f, routine))
         return with_work(
            f, often_called_describe(f->m, c, name_of, (void *)f->m), routine);
   }
   return NULL;
}

/* Return what to say of the first hint of a report that is not foreseen, or NULL. */
static char *of_hints(const finder *f, bool has_suspects)
{
   const hints h = hints_of(&f->ranking);
   char *what, *text;

   if (model_is_before_exec(f->m) || (has_suspects && !h.beside))
      return NULL;
   what = of_hint(f, &h);
   text = what ? memory_format("%s %s", OFTEN_CALLED_HEADING, what) : NULL;
   free(what);
   return text;
}

void unforeseen_tell(const model *profile, const scaling *work, double scale)
{
   finder f = { profile, work, scale, run_growth_find(profile),
                order_routines(profile, false, true, false) };
   bool has_suspects;
   char *what = of_suspects(&f, &has_suspects);

   if (!what)
      what = of_hints(&f, has_suspects);
   if (!what)
      what = small_calls_note(profile);
   if (what)
      message_note("what-if: the prediction may be too low: %s  Profiles of runs on "
                   "several sizes, each after --profile=, tell how it grows", what);
   free(what);
   order_free(&f.ranking);
   run_growth_free(&f.runs);
}

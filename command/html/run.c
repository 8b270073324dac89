/* The head of the page: what was run, and what it came to.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"

#include "assess/no_suspect.h"
#include "assess/predict.h"
#include "base/memory.h"
#include "base/paths.h"
#include "html/data.h"

#include <stdlib.h>

/* Of a merge of thousands the first will do. */
#define MOST_RUNS 100

static void write_runs(json_out *j, const model *m)
{
   json_key(j, "runCount");
   json_whole(j, m->run_count);
   json_key(j, "runs");
   json_begin(j, '[');
   for (size_t i = 0; i < m->run_count && i < MOST_RUNS; i++) {
      const model_run *r = &m->runs[i];

      json_begin(j, '{');
      json_key(j, "state");
      json_text(j, model_state_names[r->state]);
      json_key(j, "reason");
      json_text(j, r->reason);
      json_key(j, "pid");
      json_whole(j, r->pid);
      json_key(j, "start");
      json_whole(j, r->start);
      json_key(j, "end");
      json_whole(j, r->end);
      json_key(j, "threads");
      json_whole(j, r->threads);
      json_key(j, "arguments");
      json_begin(j, '[');
      for (char **a = r->arguments; *a; a++)
         json_text(j, *a);
      json_end(j, ']');
      json_end(j, '}');
   }
   json_end(j, ']');
}

static void write_total(json_out *j, const model *m)
{
   const model_total *t = &m->total;
   const struct { const char *key; prof_sum value; } sums[] = {
      { "cost", t->cost }, { "activations", t->activations },
      { "rms", t->rms }, { "ext", t->ext }, { "trms", t->trms },
      { "external", t->external }, { "thread", t->thread },
   };

   json_key(j, "total");
   json_begin(j, '{');
   for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
      json_key(j, sums[i].key);
      json_whole(j, sums[i].value);
   }
   json_end(j, '}');
}

/* So many routines the page tells of in words. */
#define SUSPECTS 3

/* One that the page tells of: its place, and what its class rests on, or that
   of who tells of its growth. */
static void begin_told(json_out *j, const html_data *d, size_t place,
                       size_t teller)
{
   const verdict *v = &d->rows[teller].rank->facts.verdict;

   json_begin(j, '{');
   json_key(j, "id");
   json_whole(j, place);
   if (teller != place) {
      json_key(j, "witness");
      json_whole(j, teller);
   }
   if (!v->has_exponent || v->growth.kind == GROWTH_UNDECIDED)
      return;
   json_key(j, "exponent");
   json_begin(j, '[');
   json_real_number(j, v->exponent_lo, 4);
   json_real_number(j, v->exponent_hi, 4);
   json_end(j, ']');
}

/* Those that grow steeply by themselves, as in the report: their places, and
   what they would cost at ten times the largest input.  How many. */
static size_t write_suspects(json_out *j, const html_data *d)
{
   size_t count = 0;

   json_key(j, "suspects");
   json_begin(j, '[');
   for (size_t i = 0; i < d->measured && count < SUSPECTS; i++) {
      const ranked *r = d->rows[i].rank;
      const judged *facts;
      size_t teller;
      prediction p;

      if (!rank_is_suspect(r))
         continue;
      count++;
      teller = r->witness == RANK_NOBODY ? i : d->place[r->witness];
      facts = &d->rows[teller].rank->facts;
      begin_told(j, d, i, teller);
      if (predict(d->m, facts, 10 * (double)facts->size_max, &p)) {
         json_key(j, "factor");
         json_real_number(j, p.factor, 4);
         json_key(j, "percent");
         json_real_number(j, p.percent, 3);
      }
      json_end(j, '}');
   }
   json_end(j, ']');
   return count;
}

/* Where there are none: what the report says then. */
static void write_nobody(json_out *j, const html_data *d)
{
   const ranked **list = memory_new(d->measured, sizeof *list);
   nobody n;

   for (size_t i = 0; i < d->measured; i++)
      list[i] = d->rows[i].rank;
   n = nobody_find(d->m, list, d->measured);
   json_key(j, "nobody");
   json_begin(j, '{');
   json_key(j, "heading");
   json_text(j, n.heading);
   json_key(j, "told");
   json_begin(j, '[');
   for (size_t i = 0; i < n.count; i++) {
      char *reason = nobody_reason(d->m, list[n.told[i]]);

      begin_told(j, d, n.told[i], n.told[i]);
      json_key(j, "reason");
      json_text(j, reason);
      json_end(j, '}');
      free(reason);
   }
   json_end(j, ']');
   json_end(j, '}');
   free(list);
}

/* What the baseline has, and the profile no more; what has no name may be
   there. */
static void write_gone(json_out *j, const html_data *d)
{
   bool *kept = memory_new(d->baseline->routine_count, sizeof *kept);

   for (size_t i = 0; i < d->count; i++)
      if (d->rows[i].old != HTML_NONE)
         kept[d->rows[i].old] = true;
   json_key(j, "gone");
   json_begin(j, '[');
   for (size_t i = 0; i < d->baseline->routine_count; i++) {
      size_t first, past;

      model_profs(d->baseline, i, &first, &past);
      if (!kept[i] && first < past &&
          d->matching.pair_of[MATCH_OLD][i] != SIZE_MAX)
         json_text(j, d->baseline->routines[i].shown);
   }
   json_end(j, ']');
   free(kept);
}

void html_write_run(const html_data *d, char *const *files, size_t count,
                    const char *old_file, FILE *file)
{
   const model *m = d->m;
   json_out j = { file, false };

   json_begin(&j, '{');
   json_key(&j, "version");
   json_text(&j, PACKAGE_VERSION);
   json_key(&j, "creator");
   json_text(&j, m->aprof_version);
   json_key(&j, "valgrind");
   json_text(&j, m->valgrind_version);
   json_key(&j, "unit");
   json_text(&j, model_cost_name(m));
   json_key(&j, "cellSize");
   json_whole(&j, m->cell_size);
   json_key(&j, "separate");
   json_truth(&j, m->separate);
   json_key(&j, "files");
   json_begin(&j, '[');
   for (size_t i = 0; i < count && i < MOST_RUNS; i++)
      json_text(&j, text_file_name(files[i]));
   json_end(&j, ']');
   write_runs(&j, m);
   write_total(&j, m);
   if (write_suspects(&j, d) == 0)
      write_nobody(&j, d);
   json_key(&j, "baseline");
   if (d->baseline) {
      json_begin(&j, '{');
      json_key(&j, "file");
      json_text(&j, text_file_name(old_file));
      write_runs(&j, d->baseline);
      write_total(&j, d->baseline);
      write_gone(&j, d);
      json_end(&j, '}');
   } else {
      json_nothing(&j);
   }
   json_end(&j, '}');
}

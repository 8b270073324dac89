/* The run, the list of routines and the edges, for the page.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "html/data.h"
#include "compare/compare.h"
#include "compare/map_hints.h"
#include "base/memory.h"
#include "infer/describe.h"
#include "names/select.h"
#include "base/parallel.h"

#include <stdlib.h>
#include <string.h>

/* --- rows --- */

static int compare_growth(const void *a, const void *b)
{
   const html_row *x = *(html_row *const *)a, *y = *(html_row *const *)b;

   return growth_compare(x->rank->facts.verdict.growth,
                         y->rank->facts.verdict.growth);
}

/* So that the page can sort by class without knowing how classes rank. */
static void rank_growth(html_data *d)
{
   html_row **sorted = memory_new(d->measured, sizeof *sorted);
   int rank = 0;

   for (size_t i = 0; i < d->measured; i++)
      sorted[i] = &d->rows[i];
   qsort(sorted, d->measured, sizeof *sorted, compare_growth);
   for (size_t i = 0; i < d->measured; i++) {
      const verdict *v = &sorted[i]->rank->facts.verdict;

      if (v->growth.kind != GROWTH_UNDECIDED &&
          (i == 0 || compare_growth(&sorted[i - 1], &sorted[i]) != 0))
         rank++;
      sorted[i]->growth_rank = rank;
   }
   free(sorted);
}

/* Those that ranking had no need to judge. */
static void judge_rest(html_data *d)
{
   judged **rest = memory_new(d->measured, sizeof *rest);
   size_t count = 0;

   for (size_t i = 0; i < d->measured; i++)
      if (!d->ranked[i].facts.has_verdict)
         rest[count++] = &d->ranked[i].facts;
   judge_verdicts(d->m, rest, count, false);
   free(rest);
}

static void judge_old(void *data, size_t i)
{
   html_data *d = data;
   html_row *r = &d->rows[i];
   const match_pair *pair;
   prof_tuple *points[MATCH_SIDES];
   size_t counts[MATCH_SIDES];
   comparison c;

   if (r->old == HTML_NONE)
      return;
   r->old_sums = model_sums(d->baseline, r->old, MODEL_ALL_THREADS);
   verdict_of_routine(d->baseline, r->old, MODEL_ALL_THREADS, false,
                      &r->old_verdict);
   pair = &d->matching.pairs[d->matching.pair_of[MATCH_NEW][r->routine]];
   for (int side = 0; side < MATCH_SIDES; side++)
      points[side] = match_points(&d->matching, pair, side, &counts[side]);
   compare_points(points[MATCH_OLD], counts[MATCH_OLD], points[MATCH_NEW],
                  counts[MATCH_NEW], CHANGES_THRESHOLD,
                  (compare_hints){ match_same_build(&d->matching, pair),
                                   false }, &c);
   r->cost_ratio = c.ratio;
   for (int side = 0; side < MATCH_SIDES; side++)
      free(points[side]);
}

/* The routine of the baseline that stands beside this one: of several that
   count as one each takes the one in its place. */
static size_t find_old(const html_data *d, size_t routine)
{
   const size_t at = d->matching.pair_of[MATCH_NEW][routine];
   const match_pair *pair;
   size_t k = 0, first, past;

   if (at == SIZE_MAX)
      return HTML_NONE;
   pair = &d->matching.pairs[at];
   while (pair->routines[MATCH_NEW][k] != routine)
      k++;
   if (k >= pair->counts[MATCH_OLD])
      return HTML_NONE;
   model_profs(d->baseline, pair->routines[MATCH_OLD][k], &first, &past);
   return first < past ? pair->routines[MATCH_OLD][k] : HTML_NONE;
}

/* What has changed: of several that count as one, the first stands for all. */
static void find_changes(html_data *d)
{
   changes_find(&d->changes, &d->matching, CHANGES_THRESHOLD, true);
   for (size_t i = 0; i < d->changes.count; i++) {
      const change *c = &d->changes.changes[i];
      const match_pair *pair = &d->matching.pairs[c->pair];
      html_row *r;

      if (pair->counts[MATCH_NEW] == 0)
         continue;
      r = &d->rows[d->place[pair->routines[MATCH_NEW][0]]];
      r->change = c;
      r->change_place = i;
   }
}

static void match_old(html_data *d, renames *maps)
{
   match_routines(&d->matching, d->baseline, d->m, maps);
   map_hints_tell(&d->matching, maps);
   for (size_t i = 0; i < d->measured; i++) {
      html_row *r = &d->rows[i];

      r->old = find_old(d, r->routine);
      r->apart = d->matching.pair_of[MATCH_NEW][r->routine] == SIZE_MAX;
   }
   workers_do(d->measured, judge_old, d);
   find_changes(d);
}

html_data *html_data_new(const model *m, const model *baseline,
                         renames *maps)
{
   html_data *d = memory_new(1, sizeof *d);
   size_t place;

   d->m = m;
   d->baseline = baseline;
   d->labels = routines_labels(m);
   d->sources = html_sources_of(m);
   d->ranked = rank_routines(m, false, false, &d->measured);
   judge_rest(d);
   d->count = m->routine_count;
   d->rows = memory_new(d->count, sizeof *d->rows);
   d->place = memory_new(d->count, sizeof *d->place);
   for (size_t i = 0; i < d->count; i++)
      d->place[i] = HTML_NONE;
   for (place = 0; place < d->measured; place++) {
      const size_t routine = d->ranked[place].facts.routine;

      d->rows[place] = (html_row){ .routine = routine, .old = HTML_NONE,
                                   .rank = &d->ranked[place] };
      d->place[routine] = place;
   }
   for (size_t i = 0; i < d->count; i++) {
      if (d->place[i] != HTML_NONE)
         continue;
      d->rows[place] = (html_row){ .routine = i, .old = HTML_NONE };
      d->place[i] = place++;
   }
   rank_growth(d);
   if (baseline)
      match_old(d, maps);
   return d;
}

void html_data_free(html_data *d)
{
   if (d->baseline) {
      changes_free(&d->changes);
      match_free(&d->matching);
   }
   routines_free_labels(d->m, d->labels);
   html_sources_free(&d->sources);
   free(d->ranked);
   free(d->rows);
   free(d->place);
   free(d);
}

/* --- the small plots --- */

#define SPARK 64

/* The greatest cost over the size, both linear from 0, as pairs of letters: of
   each of 64 columns that has points the highest. */
static void write_spark(json_out *j, const prof_tuple *points, size_t count,
                        uint64_t size_max, uint64_t cost_max)
{
   static const char letters[SPARK + 1] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
                                          "klmnopqrstuvwxyz0123456789-_";
   char text[2 * SPARK + 1];
   int height[SPARK], n = 0;

   memset(height, -1, sizeof height);
   for (size_t i = 0; i < count; i++) {
      double x = size_max ? (double)points[i].size / size_max : 0;
      double y = cost_max ? (double)points[i].cost.max / cost_max : 0;
      int column = x * (SPARK - 1) + .5, row = y * (SPARK - 1) + .5;

      if (row > height[column])
         height[column] = row;
   }
   for (int x = 0; x < SPARK; x++) {
      if (height[x] < 0)
         continue;
      text[n++] = letters[x];
      text[n++] = letters[height[x]];
   }
   text[n] = '\0';
   json_text(j, text);
}

static void widest(const prof_tuple *points, size_t count, uint64_t *size,
                   uint64_t *cost)
{
   for (size_t i = 0; i < count; i++) {
      if (points[i].size > *size)
         *size = points[i].size;
      if (points[i].cost.max > *cost)
         *cost = points[i].cost.max;
   }
}

/* Two values: ours and the baseline's, on one scale. */
static void write_sparks(json_out *j, const html_data *d, const html_row *r,
                         const prof_tuple *points, size_t count)
{
   uint64_t size = 0, cost = 0;
   prof_tuple *old = NULL;
   size_t old_count = 0;

   widest(points, count, &size, &cost);
   if (r->old != HTML_NONE) {
      old = model_points(d->baseline, r->old, MODEL_ALL_THREADS, PROF_TRMS,
                         false, &old_count);
      widest(old, old_count, &size, &cost);
   }
   write_spark(j, points, count, size, cost);
   write_spark(j, old, old_count, size, cost);
   free(old);
}

/* --- the routines --- */

static void write_class(json_out *j, const verdict *v)
{
   char buffer[GROWTH_NAME];

   json_text(j, growth_name(buffer, v->growth));
}

static void write_verdict(json_out *j, const html_row *r)
{
   const verdict *v = &r->rank->facts.verdict;
   char phrase[VERDICT_PHRASE], warnings[VERDICT_WARNINGS];

   write_class(j, v);
   json_whole(j, r->growth_rank);
   json_text(j, verdict_phrase(phrase, v));
   json_real_number(j, v->confidence, 3);
   if (v->has_exponent)
      json_real_number(j, v->exponent, 4);
   else
      json_nothing(j);
   json_text(j, verdict_warnings(warnings, v->warnings));
}

static void write_threads(json_out *j, const model *m, size_t routine)
{
   size_t first, past;

   model_profs(m, routine, &first, &past);
   json_begin(j, '[');
   for (size_t p = first; p < past; p++)
      if (m->profs[p].thread != MODEL_ALL_THREADS)
         json_whole(j, m->profs[p].thread);
   json_end(j, ']');
}

static void write_change(json_out *j, const html_row *r)
{
   if (r->change == NULL) {
      for (int i = 0; i < 4; i++)
         json_nothing(j);
      return;
   }
   json_text(j, change_names[r->change->status]);
   json_whole(j, r->change_place);
   json_real_number(j, r->change->confidence, 3);
   json_truth(j, r->change->explained);
}

static void write_old(json_out *j, const html_row *r)
{
   if (r->old == HTML_NONE) {
      for (int i = 0; i < 3; i++)
         json_nothing(j);
      return;
   }
   write_class(j, &r->old_verdict);
   json_whole(j, r->old_sums.outermost);
   if (r->cost_ratio > 0)
      json_real_number(j, r->cost_ratio, 4);
   else
      json_nothing(j);
}

static const char *const columns[] = {
   "name", "label", "object", "file", "line", "threads", "calls", "cost",
   "self", "trms", "external", "thread", "points", "sizeMin", "sizeMax",
   "class", "growth", "phrase", "confidence", "exponent", "warnings", "spark",
   "oldSpark", "oldClass", "oldCost", "costRatio", "change", "changePlace",
   "changeConfidence", "explained", "apart", "blamed", "folded", NULL
};

static void write_measured(json_out *j, const html_data *d, const html_row *r)
{
   const judged *facts = &r->rank->facts;
   size_t count;
   prof_tuple *points = model_points(d->m, r->routine, MODEL_ALL_THREADS,
                                     PROF_TRMS, false, &count);

   json_whole(j, facts->sums.calls);
   json_whole(j, facts->sums.outermost);
   json_whole(j, facts->sums.self.sum);
   json_whole(j, facts->sums.trms);
   json_whole(j, facts->sums.external);
   json_whole(j, facts->sums.thread);
   json_whole(j, count);
   json_whole(j, count ? points[0].size : 0);
   json_whole(j, count ? points[count - 1].size : 0);
   write_verdict(j, r);
   write_sparks(j, d, r, points, count);
   write_old(j, r);
   write_change(j, r);
   json_truth(j, r->apart);
   if (r->rank->blamed == RANK_NOBODY)
      json_nothing(j);
   else
      json_whole(j, d->place[r->rank->blamed]);
   json_truth(j, r->rank->folded);
   free(points);
}

static void write_routine(json_out *j, const html_data *d, const html_row *r)
{
   const model_routine *routine = &d->m->routines[r->routine];
   const char *label = d->labels[r->routine];
   const size_t file = d->sources.of_routine[r->routine];

   json_begin(j, '[');
   json_text(j, routine->shown);
   if (strcmp(label, routine->shown) == 0)
      json_nothing(j);
   else
      json_text(j, label);
   json_whole(j, routine->object);
   if (file == d->sources.count)
      json_nothing(j);
   else
      json_whole(j, file);
   if (routine->line == MODEL_NO_LINE)
      json_nothing(j);
   else
      json_whole(j, routine->line);
   write_threads(j, d->m, r->routine);
   if (r->rank)
      write_measured(j, d, r);
   json_end(j, ']');
}

void html_write_routines(const html_data *d, FILE *file)
{
   json_out j = { file, false };

   json_begin(&j, '{');
   json_key(&j, "objects");
   json_begin(&j, '[');
   for (size_t i = 0; i < d->m->object_count; i++)
      json_text(&j, d->m->objects[i].name);
   json_end(&j, ']');
   json_key(&j, "files");
   json_begin(&j, '[');
   for (size_t i = 0; i < d->sources.count; i++)
      json_text(&j, d->sources.names[i]);
   json_end(&j, ']');
   json_key(&j, "columns");
   json_begin(&j, '[');
   for (size_t i = 0; columns[i]; i++)
      json_text(&j, columns[i]);
   json_end(&j, ']');
   json_key(&j, "rows");
   json_begin(&j, '[');
   for (size_t i = 0; i < d->count; i++) {
      write_routine(&j, d, &d->rows[i]);
      putc('\n', file);
   }
   json_end(&j, ']');
   json_end(&j, '}');
}

void html_write_edges(const html_data *d, FILE *file)
{
   json_out j = { file, false };

   json_begin(&j, '[');
   for (size_t i = 0; i < d->m->edge_count; i++) {
      const model_edge *e = &d->m->edges[i];

      json_whole(&j, d->place[e->caller]);
      json_whole(&j, d->place[e->callee]);
      json_whole(&j, e->calls);
      /* So the shares of the callers of a recursion are those of its cost. */
      json_whole(&j, e->outermost);
   }
   json_end(&j, ']');
}

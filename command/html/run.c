/* The head of the page: what was run, and the totals.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"

#include "html/run.h"
#include "advice/advice.h"
#include "advice/collections.h"
#include "advice/filled.h"
#include "advice/nameless.h"
#include "advice/no_suspect.h"
#include "advice/several_runs.h"
#include "advice/where.h"
#include "advice/without_suspect.h"
#include "assess/beside.h"
#include "assess/load_words.h"
#include "assess/own_code.h"
#include "assess/reread_words.h"
#include "assess/same_source.h"
#include "assess/turns.h"
#include "base/memory.h"
#include "base/paths.h"
#include "compare/first_words.h"
#include "compare/other_calls.h"
#include "compare/outcome.h"
#include "compare/reread_changes.h"
#include "formats/json_value.h"
#include "names/shorten.h"
#include "profile/exits.h"
#include "profile/run_json.h"

#include <stdlib.h>

/* Runs and files that the page lists, at most. */
#define MOST_RUNS 100
/* Suspects that the page describes, at most. */
#define SUSPECTS 3

static void set_real(json_t *object, const char *key, double number,
                     int digits)
{
   json_value_set(object, key, json_value_real(number, digits));
}

/* --- runs --- */

static void set_runs(json_t *object, const model *m)
{
   json_t *runs = json_array();

   for (size_t i = 0; i < m->run_count && i < MOST_RUNS; i++) {
      char *state = exits_state_of(m, i);
      json_value_append(runs, run_json_of_run(&m->runs[i], state));
      free(state);
   }
   json_value_set_whole(object, "runCount", m->run_count);
   json_value_set(object, "runs", runs);
}

/* --- the routines to look at first --- */

/* Return the name of a routine for a sentence, the one that it has in the table;
   the caller frees it. */
static char *table_name(size_t routine, void *d)
{
   return memory_string(((const html_data *)d)->short_names[routine]);
}

/* An object for the description of a routine: its row, the row of the routine
   that shows its growth if that is another one, and the exponent there. */
static json_t *make_description(const html_data *d, size_t place,
                                size_t witness)
{
   const verdict *v = assess_verdict(d->rows[witness].rank->assessment);
   json_t *object = json_object(), *exponent;
   char *above;

   json_value_set_whole(object, "id", place);
   above = own_code_words(d->m, d->rows[place].rank->assessment->routine,
                          table_name, (void *)d);
   if (*above)
      json_value_set_text(object, "above", above);
   free(above);
   if (witness != place)
      json_value_set_whole(object, "witness", witness);
   if (!v->has_exponent || v->growth.kind == GROWTH_UNDECIDED)
      return object;
   exponent = json_array();
   json_value_append(exponent, json_value_real(v->exponent_lo, 4));
   json_value_append(exponent, json_value_real(v->exponent_hi, 4));
   json_value_set(object, "exponent", exponent);
   return object;
}

/* What a routine reads again and again, as the report says it. */
static void set_reread(json_t *object, const html_data *d, const ranked *r)
{
   char *text = reread_words(r, d->short_names);
   char *also = reread_words_also(r, d->short_names);

   if (also)
      memory_append(&text, ". It also %s", also);
   if (text)
      json_value_set_text(object, "reread", text);
   free(also);
   free(text);
}

/* The same of a model, which may be that of the baseline. */
static char *short_name(size_t routine, void *m)
{
   return shorten_in_sentence(((const model *)m)->routines[routine].shown);
}

/* Which callee carries the cost, as the report says it. */
static void set_load(json_t *object, const html_data *d, const ranked *r)
{
   char *text = load_words(r, table_name, (void *)d);

   if (text)
      json_value_set_text(object, "load", text);
   free(text);
}

/* Where in the source the cost is, as the report says it. */
static void set_where(json_t *object, const ranked *r)
{
   char *text = where_of_suspect(r);

   if (text)
      json_value_set_text(object, "where", text);
   free(text);
}

/* Append a sentence about calls or loops whose number may grow; return it. */
static json_t *append_often(json_t *sentences, char *text)
{
   json_t *one = json_object();

   json_value_set_text(one, "text", text);
   json_value_append(sentences, one);
   free(text);
   return one;
}

/* name(routine, data): as often_called_describe takes it. */
static json_t *append_often_called(json_t *sentences, const model *m,
                                   const often_called *calls,
                                   char *(*name)(size_t routine, void *data),
                                   void *data)
{
   return append_often(sentences, often_called_describe(m, calls, name, data));
}

/* Set the sentences and their heading; takes the reference of `sentences`. */
static void set_often_sentences(json_t *object, json_t *sentences)
{
   json_value_set_text(object, "oftenHeading",
                       json_array_size(sentences) > 0 ? OFTEN_CALLED_HEADING : "");
   json_value_set(object, "often", sentences);
}

/* Add the routine that works, and where in the source it does. */
static void set_often_place(json_t *one, const html_data *d,
                            const often_called *calls)
{
   const size_t work = worker_or(calls->work, calls->callee);
   char *name = table_name(work, (void *)d);
   char *where = where_of_work(d->m, work, calls->caller, name);

   json_value_set_whole(one, "id", d->place[work]);
   if (where)
      json_value_set_text(one, "where", where);
   free(where);
   free(name);
}

/* The calls and loops whose number one run does not explain, a sentence
   each. */
static void set_often_called(json_t *object, const html_data *d)
{
   json_t *sentences = json_array();

   for (size_t i = 0;
        i < d->measured && json_array_size(sentences) < SUSPECTS; i++) {
      const ranked *r = d->rows[i].rank;

      if (r->turns.steady) {
         char *name = own_code_subject(
            table_name(r->assessment->routine, (void *)d), d->m,
            r->assessment->routine, table_name, (void *)d);

         json_value_set_whole(append_often(sentences,
                                           turns_describe_steady(r, name)),
                              "id", i);
         free(name);
      }
   }
   for (size_t i = 0; i < d->hints.count; i++)
      set_often_place(append_often_called(sentences, d->m, &d->hints.calls[i],
                                          table_name, (void *)d),
                      d, &d->hints.calls[i]);
   set_often_sentences(object, sentences);
}

/* A routine that is listed though it is no suspect. */
static json_t *make_doubted(const html_data *d, size_t at)
{
   const ranked *r = d->rows[at].rank;
   char *reason = no_suspect_reason(d->m, r);
   json_t *description = make_description(d, at, at);

   json_value_set_text(description, "reason", reason);
   set_where(description, r);
   free(reason);
   return description;
}

/* Return the assessments of the rows; the caller frees the list. */
static const ranked **ranks_of(const html_data *d)
{
   const ranked **ranks = memory_new(d->measured, sizeof *ranks);

   for (size_t i = 0; i < d->measured; i++)
      ranks[i] = d->rows[i].rank;
   return ranks;
}

/* A routine in doubt that has far more of the cost than the suspects. */
static void append_doubted_beside(json_t *suspects, const html_data *d)
{
   const ranked **rows = ranks_of(d);
   const size_t at = no_suspect_beside(rows, d->measured);

   if (at < d->measured)
      json_value_append(suspects, make_doubted(d, at));
   free(rows);
}

/* The first suspects, with their cost at ten times the largest input. */
static json_t *make_suspects(const html_data *d)
{
   json_t *suspects = json_array();
   beside others = beside_find(&d->ranking);
   const ranked **ranks = ranks_of(d), *told[SUSPECTS];

   for (size_t i = 0;
        i < d->measured && json_array_size(suspects) < SUSPECTS; i++) {
      const ranked *r = d->rows[i].rank;
      const size_t count = json_array_size(suspects);
      size_t witness;
      json_t *suspect;
      assessment *a;
      prediction p;
      char *same;

      if (!ranked_is_suspect(r) || same_source_is_told(told, count, r))
         continue;
      told[count] = r;
      witness = r->witness == RANKED_NONE ? i : d->place[r->witness];
      suspect = make_description(d, i, witness);
      if (!r->by_reread)
         set_load(suspect, d, d->rows[witness].rank);
      set_reread(suspect, d, r);
      set_where(suspect, r);
      a = d->rows[witness].rank->assessment;
      if (!r->by_reread && beside_predict(&others, d->rows[witness].rank,
                                          10 * (double)a->size_max, &p)) {
         set_real(suspect, "factor", p.factor, 4);
         set_real(suspect, "percent", p.percent, 3);
      }
      same = same_source_words(ranks, d->measured, r);
      if (same)
         json_value_set_text(suspect, "same", same);
      free(same);
      json_value_append(suspects, suspect);
   }
   free(ranks);
   beside_free(&others);
   if (json_array_size(suspects) > 0)
      append_doubted_beside(suspects, d);
   return suspects;
}

/* What to say beside suspects with small parts of the cost. */
static json_t *make_rest(const html_data *d)
{
   json_t *object = json_object();

   if (d->hints.beside)
      set_often_called(object, d);
   else
      set_often_sentences(object, json_array());
   return object;
}

/* What the runs cost beyond their input, and in which routines that is. */
static void set_excess(json_t *run, const html_data *d)
{
   const excess *e = &d->hints.excess;
   json_t *object = json_object(), *parts = json_array();
   char *text;

   if (!e->found) {
      json_decref(object);
      json_decref(parts);
      json_value_set(run, "excess", json_null());
      return;
   }
   text = excess_describe(d->m, e, table_name, (void *)d);
   json_value_set_text(object, "text", text);
   free(text);
   for (size_t i = 0; i < e->count; i++) {
      json_t *part = json_object();

      json_value_set_whole(part, "id", d->place[e->parts[i].routine]);
      text = excess_describe_part(d->m, &e->parts[i], table_name,
                                  (void *)d);
      json_value_set_text(part, "text", text);
      free(text);
      json_value_append(parts, part);
   }
   json_value_set(object, "parts", parts);
   json_value_set(run, "excess", object);
}

/* What to run next, as in the report.  Where runs show an excess, more of them
   do not show more. */
static void set_advice(json_t *object, const html_data *d)
{
   advice a;

   if (d->hints.excess.found)
      return;
   a = advice_find(&d->ranking, &d->hints.known, d->hints.count > 0, table_name,
                   (void *)d);
   if (a.text) {
      char *text = memory_format("%s%s%s", a.is_answer
                                 ? often_called_question(d->m) : "",
                                 a.is_answer ? "  " : "", a.text);

      json_value_set_text(object, "advice", text);
      free(text);
      json_value_set_text(object, "commands", a.commands);
   }
   advice_free(&a);
}

/* What to say if there is no suspect, as in the report. */
static json_t *make_no_suspect(const html_data *d)
{
   const ranked **rows = ranks_of(d);
   json_t *object = json_object(), *listed = json_array();
   without_suspect w = without_suspect_find(d->m, &d->ranking, &d->hints, rows,
                                            d->measured);
   char *heading = memory_format(
      "%s%s%s%s%s%s%s", w.small_calls ? w.small_calls : "",
      w.small_calls ? "  " : "", w.praise ? w.praise : "", w.praise ? "  " : "",
      w.unvaried ? w.unvaried : "", w.unvaried ? "  " : "",
      w.listed.heading ? w.listed.heading : "");

   for (size_t i = 0; i < w.listed.count; i++)
      json_value_append(listed, make_doubted(d, w.listed.listed[i]));
   json_value_set(object, "lead", json_boolean(d->hints.lead));
   json_value_set_text(object, "question", often_called_question(d->m));
   json_value_set_text(object, "heading", heading);
   free(heading);
   set_often_called(object, d);
   json_value_set_text(object, "recursion", w.recursion ? w.recursion : "");
   json_value_set(object, "recursion_leads", json_boolean(w.recursion_leads));
   if (!w.recursion_leads && !w.in_proportion)
      set_advice(object, d);
   json_value_set(object, "listed", listed);
   without_suspect_free(&w);
   free(rows);
   return object;
}

/* --- the baseline --- */

/* The names of routines that the baseline has and the profile has not; a
   routine without a name may be there. */
static json_t *make_gone(const html_data *d)
{
   bool *kept = memory_new(d->baseline->routine_count, sizeof *kept);
   json_t *gone = json_array();

   for (size_t i = 0; i < d->measured; i++)
      if (d->rows[i].old)
         kept[d->rows[i].old->routine] = true;
   for (size_t i = 0; i < d->baseline->routine_count; i++) {
      size_t first, past;

      model_profs(d->baseline, i, &first, &past);
      if (!kept[i] && first < past &&
          d->matching.pair_of[MATCH_OLD][i] != SIZE_MAX &&
          !d->matching.hidden[MATCH_OLD][d->baseline->routines[i].object])
         json_value_append(gone,
                           json_value_text(d->baseline->routines[i].shown));
   }
   free(kept);
   return gone;
}

/* The calls of one side alone whose number may grow, a sentence each. */
static void set_often_changes(json_t *object, const reread_changes *changes,
                              int side, const model *m)
{
   json_t *sentences = json_array();

   for (size_t i = 0; i < changes->often_counts[side]; i++)
      append_often_called(sentences, m, &changes->often[side][i], short_name,
                          (void *)m);
   set_often_sentences(object, sentences);
}

/* What is read again and again on one side alone: sentences, as in `aprof
   diff`. */
static void set_reread_changes(json_t *object, const html_data *d)
{
   json_t *sides = json_array();
   reread_changes changes;

   reread_changes_find(&d->matching, &d->ranking, &changes);
   for (int side = 0; side < MATCH_SIDES; side++) {
      json_t *sentences = json_array(), *both = json_object();
      char *first = first_words(&d->matching, &d->changes, side,
                                changes.first[side], short_name,
                                (void *)d->matching.models[side]);

      if (first)
         json_value_append(sentences, json_value_text(first));
      free(first);
      for (size_t i = 0; i < changes.counts[side]; i++) {
         const ranked *r = changes.found[side][i];
         char *name = short_name(r->assessment->routine,
                                 (void *)r->assessment->m);
         char *what = reread_words(r, NULL);
         char *sentence = memory_format("%s %s.", name, what);

         json_value_append(sentences, json_value_text(sentence));
         free(sentence);
         free(what);
         free(name);
      }
      json_value_set_text(both, "heading", reread_changes_headings[side]);
      json_value_set(both, "sentences", sentences);
      set_often_changes(both, &changes, side, d->matching.models[side]);
      json_value_append(sides, both);
   }
   json_value_set(object, "rereads", sides);
   reread_changes_free(&changes);
}

/* Routines that hold a part of a difference, with what is other in their calls,
   as `aprof diff` names them.  One that the new profile lacks has a name only.
   */
static json_t *make_holders(const html_data *d, const change_rest *list,
                            size_t count)
{
   json_t *holders = json_array();

   for (size_t i = 0; i < count; i++) {
      const match_pair *pair = &d->matching.pairs[list[i].pair];
      char *words = other_calls_words(&d->matching, list[i].pair);
      json_t *holder = json_object();

      if (pair->counts[MATCH_NEW] > 0)
         json_value_set_whole(holder, "id",
                              d->place[*pair->routines[MATCH_NEW]]);
      else
         json_value_set_text(holder, "name",
                             d->baseline->routines[
                                *pair->routines[MATCH_OLD]].shown);
      set_real(holder, "self", list[i].self, 4);
      set_real(holder, "times", list[i].times, 4);
      json_value_set_text(holder, "calls", words);
      json_value_append(holders, holder);
      free(words);
   }
   return holders;
}

/* What the routines that have changed by themselves do not explain, in which
   routines it is, and in which of their callees much of their cost is. */
static json_t *make_rest_of_changes(const html_data *d)
{
   const change_list *list = &d->changes;
   json_t *rest = json_object();

   if (list->count == 0) {
      char *text = outcome_without_causes(&d->matching, list, false);

      json_value_set_text(rest, "text", text);
      free(text);
   }
   json_value_set(rest, "holders",
                  make_holders(d, list->rest,
                               changes_is_rest_shown(list, &d->matching)
                               ? list->rest_count : 0));
   json_value_set(rest, "inside",
                  make_holders(d, list->inside, list->inside_count));
   return rest;
}

static json_t *make_baseline(const html_data *d, const char *name)
{
   json_t *baseline = json_object();

   json_value_set_text(baseline, "file", paths_file_name(name));
   set_runs(baseline, d->baseline);
   json_value_set(baseline, "total", run_json_of_total(&d->baseline->total));
   json_value_set(baseline, "gone", make_gone(d));
   set_reread_changes(baseline, d);
   json_value_set(baseline, "rest", make_rest_of_changes(d));
   set_real(baseline, "threshold", CHANGES_THRESHOLD, 4);
   return baseline;
}

/* How to learn in which lines the cost is. */
static void set_lines_hint(json_t *object, const html_data *d)
{
   const ranked *suspect = NULL;
   size_t place;
   char *text = NULL;

   for (size_t i = 0; i < d->measured && suspect == NULL; i++)
      if (ranked_is_suspect(d->rows[i].rank))
         suspect = d->rows[i].rank;
   place = advice_place(&d->ranking, &d->hints, suspect);
   if (place != RANKED_NONE)
      text = where_hint(d->m, place, d->short_names[place]);
   json_value_set_text(object, "lines", text ? text : "");
   if (text) {
      char *command = several_runs_once_more(d->m, WHERE_OPTION, place);

      json_value_set_text(object, "linesCommand", command);
      free(command);
   }
   free(text);
}

void html_run_write(const html_data *d, char *const *files, size_t count,
                    const char *old_file, FILE *file)
{
   const model *m = d->m;
   json_t *run = json_object(), *names = json_array();
   json_t *suspects = make_suspects(d);
   char *note, *words;

   json_value_set_text(run, "version", PACKAGE_VERSION);
   json_value_set_text(run, "creator", m->aprof_version);
   json_value_set_text(run, "valgrind", m->valgrind_version);
   json_value_set_text(run, "unit", model_cost_name(m));
   json_value_set_whole(run, "cellSize", m->cell_size);
   if (m->has_output)
      json_value_set(run, "output", json_true());
   json_value_set(run, "separate", json_boolean(m->separate));
   for (size_t i = 0; i < count && i < MOST_RUNS; i++)
      json_value_append(names, json_value_text(paths_file_name(files[i])));
   json_value_set(run, "files", names);
   set_runs(run, m);
   json_value_set(run, "total", run_json_of_total(&m->total));
   if (json_array_size(suspects) == 0)
      json_value_set(run, "noSuspect", make_no_suspect(d));
   else
      json_value_set(run, "rest", make_rest(d));
   json_value_set(run, "suspects", suspects);
   set_excess(run, d);
   words = coverage_describe(&d->hints.known);
   json_value_set_text(run, "growth", words ? words : "");
   set_lines_hint(run, d);
   free(words);
   note = filled_note(m);
   json_value_set_text(run, "filled", note ? note : "");
   free(note);
   note = collections_note(m);
   json_value_set_text(run, "collections", note ? note : "");
   free(note);
   note = nameless_note(&d->ranking);
   json_value_set_text(run, "nameless", note ? note : "");
   free(note);
   json_value_set(run, "baseline", d->baseline ? make_baseline(d, old_file)
                                               : json_null());
   json_value_write_script(file, run);
}

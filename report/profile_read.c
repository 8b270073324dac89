/* Reading profile files (docs/file-format.md).

   The reader takes nothing that the writer would not have written: an unknown
   or misplaced record, a number that is out of range, a missing end are all
   refused, by file, line and reason.  The one function for each record below
   reads the current line's fields and asks for the next line.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile_read.h"
#include "lines.h"
#include "memory.h"
#include "merger.h"
#include "message.h"
#include "text.h"
#include "../aprof-trms/core/rounding.h"
#include "tuple_scan.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT_VERSION 1
/* So many tuples of a table are believed in before they are seen. */
#define BELIEVED 4096

typedef struct {
   lines in;
   size_t run_room, object_room, routine_room, prof_room, edge_room;
   size_t context_room, context_prof_room, context_edge_room;
   model *model;
} reader;

static bool next(reader *r)
{
   return lines_next(&r->in);
}

/* Why the current line is not the record that must stand here. */
static bool refuse_record(reader *r, const char *expected)
{
   static const char *const kinds[] = {
      "aprof-profile", "creator", "cell-size", "cost", "threads", "contexts",
      "run", "total", "obj", "fn", "prof", "rounded", "table", "same", "t",
      "edge", "context", "context-prof", "context-edge", "end",
   };

   if (r->in.at_end)
      return lines_refuse(&r->in, "the file is cut off: a record '%s' is "
                          "missing", expected);
   for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
      if (lines_is(&r->in, kinds[i]))
         return strcmp(expected, "end") == 0
                ? lines_refuse(&r->in, "record '%s' is out of place", kinds[i])
                : lines_refuse(&r->in, "record '%s' where '%s' must stand",
                               kinds[i], expected);
   lines_split(&r->in);
   return lines_refuse(&r->in, "unknown record '%.40s'", r->in.fields[0]);
}

/* Is the current line this record with so many fields after its name? */
static bool expect(reader *r, const char *kind, size_t fields)
{
   if (!lines_is(&r->in, kind))
      return refuse_record(r, kind);
   lines_split(&r->in);
   if (r->in.field_count - 1 != fields)
      return lines_refuse(&r->in, "record '%s' has %zu fields instead of %zu",
                          kind, r->in.field_count - 1, fields);
   return true;
}

static bool refuse_field(reader *r, size_t field, const char *reason)
{
   return lines_refuse(&r->in, "field %zu, '%.60s', %s", field + 1,
                       r->in.fields[field], reason);
}

static bool sum_field(reader *r, size_t field, prof_sum *sum)
{
   const char *wrong = text_read_number(r->in.fields[field], TEXT_SUM_MAX, sum);

   return wrong == NULL || refuse_field(r, field, wrong);
}

static bool number_field(reader *r, size_t field, uint64_t *number)
{
   prof_sum n;
   const char *wrong = text_read_number(r->in.fields[field], UINT64_MAX, &n);

   if (wrong)
      return refuse_field(r, field, wrong);
   *number = n;
   return true;
}

/* A number from 1 to `count`, as an index from 0. */
static bool index_field(reader *r, size_t field, size_t count, size_t *index)
{
   uint64_t number;

   if (!number_field(r, field, &number))
      return false;
   if (number < 1 || number > count)
      return refuse_field(r, field, "is the number of nothing above");
   *index = number - 1;
   return true;
}

static bool offset_field(reader *r, size_t field, uint64_t *offset)
{
   const char *wrong = text_read_offset(r->in.fields[field], offset);

   return wrong == NULL || refuse_field(r, field, wrong);
}

/* The caller frees *string, also after false. */
static bool string_field(reader *r, size_t field, char **string)
{
   const char *wrong;

   *string = memory_string(r->in.fields[field]);
   wrong = text_unescape(*string);
   return wrong == NULL || refuse_field(r, field, wrong);
}

static bool metric_field(reader *r, size_t field, prof_metric *metric)
{
   return model_metric(r->in.fields[field], metric) ||
          refuse_field(r, field, "is not a metric");
}

/* --- records, in their order --- */

static bool read_version(reader *r)
{
   prof_sum version;

   if (r->in.at_end) {
      message_error("%s: the file is empty", r->in.name);
      return false;
   }
   if (lines_is(&r->in, "aprof-profile"))
      lines_split(&r->in);
   if (r->in.field_count != 2 ||
       text_read_number(r->in.fields[1], TEXT_SUM_MAX, &version))
      return lines_refuse(&r->in, "not a profile of aprof");
   if (version > FORMAT_VERSION)
      return lines_refuse(&r->in, "a profile of format version %.40s, newer "
                          "than this aprof, which reads version %d",
                          r->in.fields[1], FORMAT_VERSION);
   if (version < FORMAT_VERSION)
      return lines_refuse(&r->in, "there is no format version %.40s",
                          r->in.fields[1]);
   return next(r);
}

static bool read_creator(reader *r)
{
   return expect(r, "creator", 2) &&
          string_field(r, 1, &r->model->aprof_version) &&
          string_field(r, 2, &r->model->valgrind_version) && next(r);
}

static bool read_units(reader *r)
{
   uint64_t size;

   if (!expect(r, "cell-size", 1) || !number_field(r, 1, &size))
      return false;
   if (size == 0 || size > 16 || (size & (size - 1)))
      return refuse_field(r, 1, "is not a cell size");
   r->model->cell_size = size;
   if (!next(r) || !expect(r, "cost", 1))
      return false;
   r->model->counts_instructions = strcmp(r->in.fields[1], "instr") == 0;
   if (!r->model->counts_instructions && strcmp(r->in.fields[1], "bb") != 0)
      return refuse_field(r, 1, "is not a unit of cost");
   if (!next(r) || !expect(r, "threads", 1))
      return false;
   r->model->separate = strcmp(r->in.fields[1], "separate") == 0;
   if (!r->model->separate && strcmp(r->in.fields[1], "folded") != 0)
      return refuse_field(r, 1, "is neither folded nor separate");
   return next(r);
}

/* A record that stands only in files with contexts. */
static bool read_callers(reader *r)
{
   uint64_t callers;

   if (!lines_is(&r->in, "contexts"))
      return true;
   if (!expect(r, "contexts", 1) || !number_field(r, 1, &callers))
      return false;
   if (callers == 0 || callers > UINT_MAX - 2)
      return refuse_field(r, 1, "is not a number of callers");
   r->model->callers = r->model->most_callers = callers;
   return next(r);
}

static bool read_state(reader *r, model_run *run)
{
   const char *state = r->in.fields[1], *reason;
   bool fits;

   if (!string_field(r, 2, &run->reason))
      return false;
   reason = run->reason;
   if (strcmp(state, "complete") == 0) {
      run->state = MODEL_COMPLETE;
      fits = *reason == '\0';
   } else if (strcmp(state, "snapshot") == 0) {
      run->state = MODEL_SNAPSHOT;
      fits = strcmp(reason, "timer") == 0 || strcmp(reason, "exec") == 0 ||
             strcmp(reason, "request") == 0;
   } else if (strcmp(state, "cut-short") == 0) {
      run->state = MODEL_CUT_SHORT;
      fits = strcmp(reason, "signal") == 0;
   } else {
      return refuse_field(r, 1, "is not a state of a run");
   }
   return fits || refuse_field(r, 2, "is not a reason for that state");
}

static bool read_run(reader *r)
{
   model *m = r->model;
   model_run *run;

   m->runs = memory_grow(m->runs, m->run_count, &r->run_room, sizeof *m->runs);
   run = &m->runs[m->run_count++];
   *run = (model_run){ .record = memory_string(r->in.text) };
   lines_split(&r->in);
   if (r->in.field_count < 8)
      return lines_refuse(&r->in, "record 'run' has too few fields");
   if (!read_state(r, run) || !number_field(r, 3, &run->pid) ||
       !number_field(r, 4, &run->start) || !number_field(r, 5, &run->end) ||
       !number_field(r, 6, &run->threads))
      return false;
   run->arguments = memory_new(r->in.field_count - 7 + 1, sizeof(char *));
   for (size_t i = 7; i < r->in.field_count; i++)
      if (!string_field(r, i, &run->arguments[i - 7]))
         return false;
   if (m->run_count > 1 && strcmp(run[-1].record, run->record) > 0)
      return lines_refuse(&r->in, "the runs are out of order");
   return next(r);
}

static bool read_total(reader *r)
{
   model_total *t = &r->model->total;

   return expect(r, "total", 7) && sum_field(r, 1, &t->cost) &&
          sum_field(r, 2, &t->activations) && sum_field(r, 3, &t->rms) &&
          sum_field(r, 4, &t->ext) && sum_field(r, 5, &t->trms) &&
          sum_field(r, 6, &t->external) && sum_field(r, 7, &t->thread) &&
          next(r);
}

/* The number of a record that counts from 1. */
static bool count_field(reader *r, size_t expected)
{
   uint64_t number = 0;

   if (!number_field(r, 1, &number))
      return false;
   return number == expected || refuse_field(r, 1, "is not the next number");
}

static bool read_object(reader *r)
{
   model *m = r->model;
   model_object *o;

   if (!expect(r, "obj", 3) || !count_field(r, m->object_count + 1))
      return false;
   m->objects = memory_grow(m->objects, m->object_count, &r->object_room,
                            sizeof *m->objects);
   o = &m->objects[m->object_count++];
   *o = (model_object){ .name = NULL };
   if (!string_field(r, 2, &o->name) || !string_field(r, 3, &o->build_id))
      return false;
   if (m->object_count > 1) {
      int order = strcmp(o[-1].name, o->name);

      if (order == 0)
         order = strcmp(o[-1].build_id, o->build_id);
      if (order >= 0)
         return lines_refuse(&r->in, "the objects are out of order");
   }
   return next(r);
}

static bool in_order(const model_routine *a, const model_routine *b)
{
   int order;

   if (a->object != b->object)
      return a->object < b->object;
   if (a->offset != b->offset)
      return a->offset < b->offset;
   order = strcmp(a->name, b->name);
   return order < 0 || (order == 0 && strcmp(a->file, b->file) < 0);
}

static bool read_routine(reader *r)
{
   model *m = r->model;
   model_routine *f;

   if (!expect(r, "fn", 6) || !count_field(r, m->routine_count + 1))
      return false;
   m->routines = memory_grow(m->routines, m->routine_count, &r->routine_room,
                             sizeof *m->routines);
   f = &m->routines[m->routine_count++];
   *f = (model_routine){ .line = MODEL_NO_LINE };
   if (!index_field(r, 2, m->object_count, &f->object) ||
       !offset_field(r, 3, &f->offset) || !string_field(r, 4, &f->name) ||
       !string_field(r, 5, &f->file) ||
       (*r->in.fields[6] && !number_field(r, 6, &f->line)))
      return false;
   if (*r->in.fields[6] && f->line == MODEL_NO_LINE)
      return refuse_field(r, 6, "is too large");
   if (m->routine_count > 1 && !in_order(&f[-1], f))
      return lines_refuse(&r->in, "the routines are out of order");
   return next(r);
}

static bool stat_fields(reader *r, size_t field, prof_stat *s)
{
   if (!number_field(r, field, &s->min) ||
       !number_field(r, field + 1, &s->max) ||
       !sum_field(r, field + 2, &s->sum) ||
       !sum_field(r, field + 3, &s->squares))
      return false;
   return s->min <= s->max ||
          refuse_field(r, field, "is a minimum above the maximum");
}

/* A record `t` field by field, to find what is wrong with it. */
static bool tuple_fields(reader *r, model_tuple *tuple)
{
   prof_tuple *t = &tuple->sums;

   if (!expect(r, "t", 17) || !number_field(r, 1, &t->size))
      return false;
   tuple->open = strcmp(r->in.fields[2], "o") == 0;
   if (!tuple->open && strcmp(r->in.fields[2], "c") != 0)
      return refuse_field(r, 2, "is neither c nor o");
   if (!number_field(r, 3, &t->calls))
      return false;
   if (t->calls == 0)
      return refuse_field(r, 3, "is no number of calls");
   return stat_fields(r, 4, &t->cost) && stat_fields(r, 8, &t->self) &&
          sum_field(r, 12, &t->outermost) && sum_field(r, 13, &t->rms) &&
          sum_field(r, 14, &t->ext) && sum_field(r, 15, &t->trms) &&
          sum_field(r, 16, &t->external) && sum_field(r, 17, &t->thread);
}

static bool read_tuple(reader *r, model_table *table, size_t *room,
                       unsigned rounded)
{
   model_tuple *tuple;
   const prof_tuple *t;

   table->tuples = memory_grow(table->tuples, table->count, room,
                               sizeof *table->tuples);
   tuple = &table->tuples[table->count];
   t = &tuple->sums;
   if ((r->in.at_end || !tuple_scan(r->in.text, tuple) || t->calls == 0 ||
        t->cost.min > t->cost.max || t->self.min > t->self.max) &&
       !tuple_fields(r, tuple))
      return false;
   table->count++;
   if (rounded && rounded_size(t->size, rounded) != t->size)
      return lines_refuse(&r->in, "a size that is not rounded");
   if (table->count > 1) {
      const model_tuple *last = tuple - 1;

      if (last->sums.size > t->size ||
          (last->sums.size == t->size && last->open >= tuple->open))
         return lines_refuse(&r->in, "the sizes are out of order");
   }
   return next(r);
}

static bool read_table(reader *r, model_prof *p, prof_metric metric)
{
   const char *kind = lines_is(&r->in, "same") ? "same" : "table";
   prof_metric named, same;
   model_table *table = &p->tables[metric];
   uint64_t count;
   size_t room;

   if (!expect(r, kind, 2) || !metric_field(r, 1, &named))
      return false;
   if (named != metric)
      return refuse_field(r, 1, "is not the metric whose turn it is");
   if (*kind == 's') {
      if (!metric_field(r, 2, &same))
         return false;
      if (same >= metric)
         return refuse_field(r, 2, "is not a table above");
      p->same[metric] = p->same[same];
      return next(r);
   }
   p->same[metric] = metric;
   if (!number_field(r, 2, &count) || !next(r))
      return false;
   room = count < BELIEVED ? count : BELIEVED;
   table->tuples = memory_resize(NULL, room, sizeof *table->tuples);
   while (count-- > 0)
      if (!read_tuple(r, table, &room, p->rounded))
         return false;
   return true;
}

static bool read_rounded(reader *r, model_prof *p)
{
   uint64_t bits;

   if (!expect(r, "rounded", 1) || !number_field(r, 1, &bits))
      return false;
   if (bits < 1 || bits > 64)
      return refuse_field(r, 1, "is no number of digits");
   p->rounded = bits;
   return next(r);
}

/* Appends to profs of so many routines or contexts. */
static bool read_prof(reader *r, const char *kind, size_t things,
                      model_prof **profs, size_t *count, size_t *room)
{
   model_prof *p;

   if (!expect(r, kind, 2))
      return false;
   *profs = memory_grow(*profs, *count, room, sizeof **profs);
   p = &(*profs)[(*count)++];
   *p = (model_prof){ .thread = MODEL_ALL_THREADS };
   if (!index_field(r, 1, things, &p->routine))
      return false;
   if (r->model->separate) {
      if (!number_field(r, 2, &p->thread))
         return false;
      if (p->thread == MODEL_ALL_THREADS)
         return refuse_field(r, 2, "is not a thread");
   } else if (strcmp(r->in.fields[2], "all") != 0) {
      return refuse_field(r, 2, "is a thread in a file of folded threads");
   }
   if (*count > 1 &&
       (p[-1].routine > p->routine ||
        (p[-1].routine == p->routine && p[-1].thread >= p->thread)))
      return lines_refuse(&r->in, "the records '%s' are out of order", kind);
   if (!next(r) || (lines_is(&r->in, "rounded") && !read_rounded(r, p)))
      return false;
   for (int metric = 0; metric < PROF_METRICS; metric++)
      if (!read_table(r, p, metric))
         return false;
   return true;
}

/* Appends to edges between so many routines or contexts. */
static bool read_edge(reader *r, const char *kind, size_t things,
                      model_edge **edges, size_t *count, size_t *room)
{
   model_edge *e;

   if (!expect(r, kind, 5))
      return false;
   *edges = memory_grow(*edges, *count, room, sizeof **edges);
   e = &(*edges)[(*count)++];
   if (!index_field(r, 1, things, &e->caller) ||
       !index_field(r, 2, things, &e->callee) ||
       !number_field(r, 3, &e->calls) || !sum_field(r, 4, &e->cost) ||
       !sum_field(r, 5, &e->outermost))
      return false;
   if (*count > 1 &&
       (e[-1].caller > e->caller ||
        (e[-1].caller == e->caller && e[-1].callee >= e->callee)))
      return lines_refuse(&r->in, "the edges are out of order");
   return next(r);
}

static bool read_context(reader *r)
{
   model *m = r->model;
   model_context *c;

   lines_split(&r->in);
   if (r->in.field_count < 3 || r->in.field_count - 3 > m->callers)
      return lines_refuse(&r->in, "record 'context' has %zu fields instead of "
                          "2 to %u", r->in.field_count - 1, m->callers + 2);
   if (!count_field(r, m->context_count + 1))
      return false;
   m->contexts = memory_grow(m->contexts, m->context_count, &r->context_room,
                             sizeof *m->contexts);
   c = &m->contexts[m->context_count++];
   c->length = r->in.field_count - 2;
   c->chain = memory_new(c->length, sizeof *c->chain);
   for (size_t i = 0; i < c->length; i++)
      if (!index_field(r, i + 2, m->routine_count, &c->chain[i]))
         return false;
   if (m->context_count > 1 && model_compare_contexts(&c[-1], c) >= 0)
      return lines_refuse(&r->in, "the contexts are out of order");
   return next(r);
}

static bool read_contexts(reader *r)
{
   model *m = r->model;

   while (lines_is(&r->in, "context"))
      if (!read_context(r))
         return false;
   while (lines_is(&r->in, "context-prof"))
      if (!read_prof(r, "context-prof", m->context_count, &m->context_profs,
                     &m->context_prof_count, &r->context_prof_room))
         return false;
   while (lines_is(&r->in, "context-edge"))
      if (!read_edge(r, "context-edge", m->context_count, &m->context_edges,
                     &m->context_edge_count, &r->context_edge_room))
         return false;
   return true;
}

static bool read_end(reader *r)
{
   uint64_t above;

   if (!expect(r, "end", 1) || !number_field(r, 1, &above))
      return false;
   if (above != r->in.number - 1)
      return lines_refuse(&r->in, "%" PRIu64 " lines stand above this one "
                          "instead of %" PRIu64, r->in.number - 1, above);
   if (!next(r))
      return false;
   return r->in.at_end ||
          lines_refuse(&r->in, "there is more after the record 'end'");
}

static bool read_records(reader *r)
{
   model *m = r->model;

   if (!next(r) || !read_version(r) || !read_creator(r) || !read_units(r) ||
       !read_callers(r))
      return false;
   if (!lines_is(&r->in, "run"))
      return refuse_record(r, "run");
   while (lines_is(&r->in, "run"))
      if (!read_run(r))
         return false;
   if (!read_total(r))
      return false;
   while (lines_is(&r->in, "obj"))
      if (!read_object(r))
         return false;
   while (lines_is(&r->in, "fn"))
      if (!read_routine(r))
         return false;
   while (lines_is(&r->in, "prof"))
      if (!read_prof(r, "prof", m->routine_count, &m->profs, &m->prof_count,
                     &r->prof_room))
         return false;
   while (lines_is(&r->in, "edge"))
      if (!read_edge(r, "edge", m->routine_count, &m->edges, &m->edge_count,
                     &r->edge_room))
         return false;
   if (m->callers > 0 && !read_contexts(r))
      return false;
   return read_end(r);
}

static model *read_profile(lines *in)
{
   reader r = { .in = *in, .model = memory_new(1, sizeof *r.model) };
   bool good = read_records(&r);

   lines_close(&r.in);
   if (good)
      return r.model;
   model_free(r.model);
   return NULL;
}

model *profile_read(const char *name)
{
   lines in;

   return lines_open(&in, name) ? read_profile(&in) : NULL;
}

model *profile_read_text(const char *name, const char *text, size_t length)
{
   lines in;

   lines_open_text(&in, name, text, length);
   return read_profile(&in);
}

static bool is_unfinished(const char *name)
{
   const char *dot = strrchr(name, '.');

   return dot && strcmp(dot, ".part") == 0;
}

/* False: the two cannot be merged, and one line has said why. */
static bool may_join(const model *a, const char *name_a, const model *b,
                     const char *name_b)
{
   if (a->cell_size != b->cell_size)
      message_error("%s: another cell size than in %s, %u bytes instead of %u: "
                    "the two cannot be merged", name_b, name_a, b->cell_size,
                    a->cell_size);
   else if (a->counts_instructions != b->counts_instructions)
      message_error("%s: another unit of cost than in %s, %s instead of %s: "
                    "the two cannot be merged", name_b, name_a,
                    model_cost_unit(b), model_cost_unit(a));
   else
      return true;
   return false;
}

model *profile_read_all(char *const *names, size_t count)
{
   merger *all = merger_new();
   model head = { .cell_size = 0 };   /* of the first: its numbers only */
   const char *first = NULL;
   model *sum;

   for (size_t i = 0; i < count; i++) {
      model *m;

      if (is_unfinished(names[i])) {
         message_note("%s: left out, a profile that is not finished",
                      names[i]);
         continue;
      }
      m = profile_read(names[i]);
      if (m == NULL ||
          (first && !may_join(&head, first, m, names[i]))) {
         model_free(m);
         merger_free(all);
         return NULL;
      }
      if (first == NULL) {
         first = names[i];
         head.cell_size = m->cell_size;
         head.counts_instructions = m->counts_instructions;
      }
      merger_add(all, m);
   }
   sum = merger_finish(all);
   if (sum == NULL)
      message_error("no finished profile among the files");
   return sum;
}

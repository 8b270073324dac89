/* Reading profile files (docs/file-format.md).

   The reader accepts only what the writer would have written: an unknown or
   misplaced record, a number that is out of range, or a missing end is refused,
   with the file, the line and the reason.  Each function below reads one kind
   of record from the current line, and makes the next line the current one.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/read.h"
#include "profile/optional.h"
#include "profile/record.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/numbers.h"
#include "engine/profile/rounding.h"
#include "profile/tuple_scan.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Tuples that a table gets memory for before they are read: a file may claim to
   have any number. */
#define FIRST_ROOM 4096

typedef struct {
   line_reader in;
   size_t setting_room, run_room, object_room, routine_room, prof_room;
   size_t edge_room, context_room, context_prof_room, context_edge_room;
   size_t optional_room;
   model *model;
} reader;

/* Print an error about the current line.  Return false. */
#define REFUSE(r, ...) line_reader_refuse(&(r)->in, __VA_ARGS__)

static bool next(reader *r)
{
   return line_reader_next(&r->in);
}

/* --- optional records --- */

/* Read the optional records that stand here, behind their owner. */
static bool read_optionals(reader *r, model_owner_kind kind, size_t index,
                           uint64_t second)
{
   model *m = r->model;

   for (size_t count = 1; optional_is(&r->in); count++) {
      model_optional *o;

      m->optionals = memory_grow(m->optionals, m->optional_count,
                                 &r->optional_room, sizeof *m->optionals);
      o = &m->optionals[m->optional_count++];
      o->owner = (model_owner){ kind, index, second };
      if (!optional_read(&r->in, o))
         return false;
      if (count > OPTIONAL_MOST)
         return REFUSE(r, "more than %d optional records in one "
                       "place", OPTIONAL_MOST);
      if (count > 1 && strcmp(o[-1].key, o->key) >= 0)
         return REFUSE(r, "the optional records are out of order");
      if (!next(r))
         return false;
   }
   return true;
}

/* Check references when all routines are known: routines may be referred to
   before they are defined. */
static bool check_references(reader *r)
{
   const model *m = r->model;

   for (size_t i = 0; i < m->optional_count; i++)
      if (!optional_refers(m->optionals[i].key, m->routine_count)) {
         r->in.number = m->optionals[i].line;
         return REFUSE(r, "a reference to a routine that is not in "
                       "the file");
      }
   return true;
}

/* --- records, in their order --- */

static bool read_version(reader *r)
{
   prof_sum version;

   if (r->in.at_end) {
      message_error("%s: the file is empty", r->in.name);
      return false;
   }
   if (line_reader_is(&r->in, "aprof-profile"))
      line_reader_split(&r->in);
   if (r->in.field_count != 2 ||
       numbers_read(r->in.fields[1], NUMBERS_MAX, &version))
      return REFUSE(r, "not a profile of aprof%s", line_reader_kind(&r->in));
   if (version > RECORDS_VERSION)
      return REFUSE(r, "a profile of format version %.40s, newer "
                    "than this aprof, which reads version %d",
                    r->in.fields[1], RECORDS_VERSION);
   if (version < RECORDS_VERSION)
      return REFUSE(r, "there is no format version %.40s",
                    r->in.fields[1]);
   return next(r);
}

static bool read_creator(reader *r)
{
   return record_expect(&r->in, "creator", 2) &&
          record_string(&r->in, 1, &r->model->aprof_version) &&
          record_string(&r->in, 2, &r->model->valgrind_version) && next(r);
}

static bool read_units(reader *r)
{
   uint64_t size;

   if (!record_expect(&r->in, "cell-size", 1) ||
       !record_number(&r->in, 1, &size))
      return false;
   if (size == 0 || size > 16 || (size & (size - 1)))
      return record_refuse_field(&r->in, 1, "is not a cell size");
   r->model->cell_size = size;
   if (!next(r) || !record_expect(&r->in, "cost", 1))
      return false;
   r->model->counts_instructions = strcmp(r->in.fields[1], "instr") == 0;
   if (!r->model->counts_instructions && strcmp(r->in.fields[1], "bb") != 0)
      return record_refuse_field(&r->in, 1, "is not a unit of cost");
   if (!next(r) || !record_expect(&r->in, "threads", 1))
      return false;
   r->model->separate = strcmp(r->in.fields[1], "separate") == 0;
   if (!r->model->separate && strcmp(r->in.fields[1], "folded") != 0)
      return record_refuse_field(&r->in, 1, "is neither folded nor separate");
   return next(r);
}

/* `contexts`, which stands only in files with contexts. */
static bool read_callers(reader *r)
{
   uint64_t callers;

   if (!line_reader_is(&r->in, "contexts"))
      return true;
   if (!record_expect(&r->in, "contexts", 1) ||
       !record_number(&r->in, 1, &callers))
      return false;
   if (callers == 0 || callers > UINT_MAX - 2)
      return record_refuse_field(&r->in, 1, "is not a number of callers");
   r->model->callers = r->model->most_callers = callers;
   return next(r);
}

/* May a setting be there more than once? */
static bool is_list(records_setting setting)
{
   return setting == RECORDS_ALLOCATOR || setting == RECORDS_REALLOCATOR ||
          setting == RECORDS_APART || setting == RECORDS_SIZE_OF;
}

static bool read_setting(reader *r, records_setting setting)
{
   model *m = r->model;
   model_setting *s;
   uint64_t bytes;

   m->settings = memory_grow(m->settings, m->setting_count, &r->setting_room,
                             sizeof *m->settings);
   s = &m->settings[m->setting_count++];
   *s = (model_setting){ setting, NULL };
   if (!record_expect(&r->in, records_setting_names[setting], 1) ||
       !record_string(&r->in, 1, &s->value))
      return false;
   if ((setting == RECORDS_OUTPUT && strcmp(s->value, "yes") != 0) ||
       (setting == RECORDS_ALLOCATORS && strcmp(s->value, "apart") != 0) ||
       (setting == RECORDS_ALLOCATOR_COST && strcmp(s->value, "nominal") != 0))
      return record_refuse_field(&r->in, 1, "is no such setting");
   m->has_output |= setting == RECORDS_OUTPUT;
   if (setting == RECORDS_STRINGS && !record_number(&r->in, 1, &bytes))
      return false;
   if (m->setting_count > 1 && s[-1].setting == setting &&
       strcmp(s[-1].value, s->value) >= 0)
      return REFUSE(r, "the settings are out of order");
   return next(r);
}

static bool read_settings(reader *r)
{
   for (records_setting s = 0; s < RECORDS_SETTINGS; s++)
      do {
         if (!line_reader_is(&r->in, records_setting_names[s]))
            break;
         if (!read_setting(r, s))
            return false;
      } while (is_list(s));
   return true;
}

static bool read_state(reader *r, model_run *run)
{
   const char *state = r->in.fields[1], *reason;
   bool fits;

   if (!record_string(&r->in, 2, &run->reason))
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
      fits = strcmp(reason, "signal") == 0 || strcmp(reason, "memory") == 0;
   } else {
      return record_refuse_field(&r->in, 1, "is not a state of a run");
   }
   return fits ||
          record_refuse_field(&r->in, 2, "is not a reason for that state");
}

static bool read_run(reader *r)
{
   model *m = r->model;
   model_run *run;

   m->runs = memory_grow(m->runs, m->run_count, &r->run_room, sizeof *m->runs);
   run = &m->runs[m->run_count++];
   *run = (model_run){ .record = memory_string(r->in.text) };
   line_reader_split(&r->in);
   if (r->in.field_count < 8)
      return REFUSE(r, "record 'run' has too few fields");
   if (!read_state(r, run) || !record_number(&r->in, 3, &run->pid) ||
       !record_number(&r->in, 4, &run->start) ||
       !record_number(&r->in, 5, &run->end) ||
       !record_number(&r->in, 6, &run->threads))
      return false;
   run->arguments = memory_new(r->in.field_count - 7 + 1, sizeof(char *));
   for (size_t i = 7; i < r->in.field_count; i++)
      if (!record_string(&r->in, i, &run->arguments[i - 7]))
         return false;
   if (m->run_count > 1 && strcmp(run[-1].record, run->record) > 0)
      return REFUSE(r, "the runs are out of order");
   return next(r);
}

static bool read_total(reader *r)
{
   model_total *t = &r->model->total;
   prof_sum *const sizes[] = RECORDS_SIZES(t);

   return record_expect(&r->in, "total", 7) &&
          record_sum(&r->in, 1, &t->cost) &&
          record_sum(&r->in, 2, &t->activations) &&
          record_sizes(&r->in, 3, sizes) && next(r) &&
          read_optionals(r, MODEL_OF_ALL, 0, 0);
}

/* Read the number of a record that counts from 1. */
static bool count_field(reader *r, size_t expected)
{
   uint64_t number = 0;

   if (!record_number(&r->in, 1, &number))
      return false;
   return number == expected ||
          record_refuse_field(&r->in, 1, "is not the next number");
}

static bool read_object(reader *r)
{
   model *m = r->model;
   model_object *o;

   if (!record_expect(&r->in, "obj", 3) || !count_field(r, m->object_count + 1))
      return false;
   m->objects = memory_grow(m->objects, m->object_count, &r->object_room,
                            sizeof *m->objects);
   o = &m->objects[m->object_count++];
   *o = (model_object){ .name = NULL };
   if (!record_string(&r->in, 2, &o->name) ||
       !record_string(&r->in, 3, &o->build_id))
      return false;
   if (m->object_count > 1) {
      int order = strcmp(o[-1].name, o->name);

      if (order == 0)
         order = strcmp(o[-1].build_id, o->build_id);
      if (order >= 0)
         return REFUSE(r, "the objects are out of order");
   }
   return next(r) &&
          read_optionals(r, MODEL_OF_OBJECT, m->object_count - 1, 0);
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

   if (!record_expect(&r->in, "fn", 6) || !count_field(r, m->routine_count + 1))
      return false;
   m->routines = memory_grow(m->routines, m->routine_count, &r->routine_room,
                             sizeof *m->routines);
   f = &m->routines[m->routine_count++];
   *f = (model_routine){ .line = MODEL_NO_LINE };
   if (!record_index(&r->in, 2, m->object_count, &f->object) ||
       !record_offset(&r->in, 3, &f->offset) ||
       !record_string(&r->in, 4, &f->name) ||
       !record_string(&r->in, 5, &f->file) ||
       (*r->in.fields[6] && !record_number(&r->in, 6, &f->line)))
      return false;
   if (*r->in.fields[6] && f->line == MODEL_NO_LINE)
      return record_refuse_field(&r->in, 6, "is too large");
   if (m->routine_count > 1 && !in_order(&f[-1], f))
      return REFUSE(r, "the routines are out of order");
   return next(r) &&
          read_optionals(r, MODEL_OF_ROUTINE, m->routine_count - 1, 0);
}

static bool stat_fields(reader *r, size_t field, prof_stat *s)
{
   if (!record_number(&r->in, field, &s->min) ||
       !record_number(&r->in, field + 1, &s->max) ||
       !record_sum(&r->in, field + 2, &s->sum) ||
       !record_sum(&r->in, field + 3, &s->squares))
      return false;
   return s->min <= s->max ||
          record_refuse_field(&r->in, field, "is a minimum above the maximum");
}

/* Read a record `t` field by field, to find what is wrong with it. */
static bool tuple_fields(reader *r, model_tuple *tuple)
{
   prof_tuple *t = &tuple->sums;
   prof_sum *const sizes[] = RECORDS_SIZES(t);

   if (!record_expect(&r->in, "t", 17) || !record_number(&r->in, 1, &t->size))
      return false;
   tuple->open = strcmp(r->in.fields[2], "o") == 0;
   if (!tuple->open && strcmp(r->in.fields[2], "c") != 0)
      return record_refuse_field(&r->in, 2, "is neither c nor o");
   if (!record_number(&r->in, 3, &t->calls))
      return false;
   if (t->calls == 0)
      return record_refuse_field(&r->in, 3, "is no number of calls");
   return stat_fields(r, 4, &t->cost) && stat_fields(r, 8, &t->self) &&
          record_sum(&r->in, 12, &t->outermost) &&
          record_sizes(&r->in, 13, sizes);
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
   if (rounded && rounding_down(t->size, rounded) != t->size)
      return REFUSE(r, "a size that is not rounded");
   if (table->count > 1) {
      const model_tuple *last = tuple - 1;

      if (last->sums.size > t->size ||
          (last->sums.size == t->size && last->open >= tuple->open))
         return REFUSE(r, "the sizes are out of order");
   }
   return next(r);
}

static bool read_table(reader *r, model_prof *p, prof_metric metric)
{
   const char *kind = line_reader_is(&r->in, "same") ? "same" : "table";
   prof_metric named, same;
   model_table *table = &p->tables[metric];
   uint64_t count;
   size_t room;

   if (!record_expect(&r->in, kind, 2) || !record_metric(&r->in, 1, &named))
      return false;
   if (named != metric)
      return record_refuse_field(&r->in, 1,
                                 "is not the metric whose turn it is");
   if (*kind == 's') {
      if (!record_metric(&r->in, 2, &same))
         return false;
      if (same >= metric)
         return record_refuse_field(&r->in, 2, "is not a table above");
      p->same[metric] = p->same[same];
      return next(r);
   }
   p->same[metric] = metric;
   if (!record_number(&r->in, 2, &count) || !next(r))
      return false;
   room = count < FIRST_ROOM ? count : FIRST_ROOM;
   table->tuples = memory_resize(NULL, room, sizeof *table->tuples);
   while (count-- > 0)
      if (!read_tuple(r, table, &room, p->rounded))
         return false;
   return true;
}

static bool read_rounded(reader *r, model_prof *p)
{
   uint64_t bits;

   if (!record_expect(&r->in, "rounded", 1) || !record_number(&r->in, 1, &bits))
      return false;
   if (bits < 1 || bits > 64)
      return record_refuse_field(&r->in, 1, "is no number of digits");
   p->rounded = bits;
   return next(r);
}

/* Read a `prof` or `context-prof`, of one of `things` routines or contexts, and
   append it to *profs.  owner: its kind, for optional records. */
static bool read_prof(reader *r, const char *kind, model_owner_kind owner,
                      size_t things, model_prof **profs, size_t *count,
                      size_t *room)
{
   model_prof *p;

   if (!record_expect(&r->in, kind, 2))
      return false;
   *profs = memory_grow(*profs, *count, room, sizeof **profs);
   p = &(*profs)[(*count)++];
   *p = (model_prof){ .thread = MODEL_ALL_THREADS,
                      .same[PROF_WMS] = PROF_WMS };
   if (!record_index(&r->in, 1, things, &p->routine))
      return false;
   if (r->model->separate) {
      if (!record_number(&r->in, 2, &p->thread))
         return false;
      if (p->thread == MODEL_ALL_THREADS)
         return record_refuse_field(&r->in, 2, "is not a thread");
   } else if (strcmp(r->in.fields[2], "all") != 0) {
      return record_refuse_field(&r->in, 2,
                                 "is a thread in a file of folded threads");
   }
   if (*count > 1 &&
       (p[-1].routine > p->routine ||
        (p[-1].routine == p->routine && p[-1].thread >= p->thread)))
      return REFUSE(r, "the records '%s' are out of order", kind);
   if (!next(r) || (line_reader_is(&r->in, "rounded") && !read_rounded(r, p)))
      return false;
   for (int metric = 0; metric < model_metrics(r->model); metric++)
      if (!read_table(r, p, metric))
         return false;
   return read_optionals(r, owner, p->routine, p->thread);
}

/* Read an `edge` or `context-edge`, likewise. */
static bool read_edge(reader *r, const char *kind, model_owner_kind owner,
                      size_t things, model_edge **edges, size_t *count,
                      size_t *room)
{
   model_edge *e;

   if (!record_expect(&r->in, kind, 5))
      return false;
   *edges = memory_grow(*edges, *count, room, sizeof **edges);
   e = &(*edges)[(*count)++];
   if (!record_index(&r->in, 1, things, &e->caller) ||
       !record_index(&r->in, 2, things, &e->callee) ||
       !record_number(&r->in, 3, &e->calls) ||
       !record_sum(&r->in, 4, &e->cost) ||
       !record_sum(&r->in, 5, &e->outermost))
      return false;
   if (e->outermost > e->cost)
      return record_refuse_field(&r->in, 5, "is a part above the whole");
   if (*count > 1 &&
       (e[-1].caller > e->caller ||
        (e[-1].caller == e->caller && e[-1].callee >= e->callee)))
      return REFUSE(r, "the edges are out of order");
   return next(r) && read_optionals(r, owner, e->caller, e->callee);
}

static bool read_context(reader *r)
{
   model *m = r->model;
   model_context *c;

   line_reader_split(&r->in);
   if (r->in.field_count < 3 || r->in.field_count - 3 > m->callers)
      return REFUSE(r, "record 'context' has %zu fields instead of "
                    "2 to %u", r->in.field_count - 1, m->callers + 2);
   if (!count_field(r, m->context_count + 1))
      return false;
   m->contexts = memory_grow(m->contexts, m->context_count, &r->context_room,
                             sizeof *m->contexts);
   c = &m->contexts[m->context_count++];
   c->length = r->in.field_count - 2;
   c->chain = memory_new(c->length, sizeof *c->chain);
   for (size_t i = 0; i < c->length; i++)
      if (!record_index(&r->in, i + 2, m->routine_count, &c->chain[i]))
         return false;
   if (m->context_count > 1 && model_compare_contexts(&c[-1], c) >= 0)
      return REFUSE(r, "the contexts are out of order");
   return next(r) &&
          read_optionals(r, MODEL_OF_CONTEXT, m->context_count - 1, 0);
}

static bool read_contexts(reader *r)
{
   model *m = r->model;

   while (line_reader_is(&r->in, "context"))
      if (!read_context(r))
         return false;
   while (line_reader_is(&r->in, "context-prof"))
      if (!read_prof(r, "context-prof", MODEL_OF_CONTEXT_PROF,
                     m->context_count, &m->context_profs,
                     &m->context_prof_count, &r->context_prof_room))
         return false;
   while (line_reader_is(&r->in, "context-edge"))
      if (!read_edge(r, "context-edge", MODEL_OF_CONTEXT_EDGE,
                     m->context_count, &m->context_edges,
                     &m->context_edge_count, &r->context_edge_room))
         return false;
   return true;
}

static bool read_end(reader *r)
{
   uint64_t above;

   if (!record_expect(&r->in, "end", 1) || !record_number(&r->in, 1, &above))
      return false;
   if (above != r->in.number - 1)
      return REFUSE(r, "%" PRIu64 " lines stand above this one "
                    "instead of %" PRIu64, r->in.number - 1, above);
   if (!next(r))
      return false;
   return r->in.at_end ||
          REFUSE(r, "there is more after the record 'end'");
}

static bool read_records(reader *r)
{
   model *m = r->model;

   if (!next(r) || !read_version(r) || !read_creator(r) || !read_units(r) ||
       !read_callers(r) || !read_settings(r))
      return false;
   if (!line_reader_is(&r->in, "run"))
      return record_refuse(&r->in, "run");
   while (line_reader_is(&r->in, "run"))
      if (!read_run(r))
         return false;
   if (!read_total(r))
      return false;
   while (line_reader_is(&r->in, "obj"))
      if (!read_object(r))
         return false;
   while (line_reader_is(&r->in, "fn"))
      if (!read_routine(r))
         return false;
   while (line_reader_is(&r->in, "prof"))
      if (!read_prof(r, "prof", MODEL_OF_PROF, m->routine_count, &m->profs,
                     &m->prof_count, &r->prof_room))
         return false;
   while (line_reader_is(&r->in, "edge"))
      if (!read_edge(r, "edge", MODEL_OF_EDGE, m->routine_count, &m->edges,
                     &m->edge_count, &r->edge_room))
         return false;
   if (m->callers > 0 && !read_contexts(r))
      return false;
   return read_end(r) && check_references(r);
}

static model *read_profile(line_reader *in)
{
   reader r = { .in = *in, .model = memory_new(1, sizeof *r.model) };
   bool good = read_records(&r);

   line_reader_close(&r.in);
   if (good)
      return r.model;
   model_free(r.model);
   return NULL;
}

model *profile_read(const char *name)
{
   line_reader in;

   return line_reader_open(&in, name) ? read_profile(&in) : NULL;
}

model *profile_read_text(const char *name, const char *text, size_t length)
{
   line_reader in;

   line_reader_open_text(&in, name, text, length);
   return read_profile(&in);
}

/* pprof's format: a compressed protocol buffer (pprof.proto).

   pprof's samples are stacks.  A profile knows only pairs of caller and callee,
   from which stacks could only be guessed, so each routine is a sample of its
   own, one frame high, whose values are exact.  With the cost of lines
   (--blocks=yes) each line is a sample, too, which has its part of the
   routine's self cost.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"

#include "base/memory.h"
#include "base/message.h"
#include "base/utf8.h"
#include "export/clamp.h"
#include "export/export.h"
#include "export/pprof_file.h"
#include "source/line_costs.h"

#include <stdlib.h>
#include <string.h>

enum { CALLS, SELF, COST, RMS, EXT, TRMS, EXTERNAL, THREAD, VALUES };

static const char *const value_names[VALUES] = {
   "calls", "self", "cost", "rms", "ext", "trms", "external", "thread",
};

/* The messages of a routine, or of one of its lines, which has no function of
   its own, with what they point to. */
typedef struct {
   Pprof__Sample sample;
   Pprof__Location location;
   Pprof__Line line;
   Pprof__Line *lines[1];
   Pprof__Function function;
   uint64_t location_id;
   int64_t values[VALUES];
} routine;

typedef struct {
   const model *m;
   Pprof__Profile profile;
   size_t string_room;
   size_t samples;                    /* that are set: routines, then lines */
   bool cut;
} writer;

/* Add a string to the table; return its index.  The empty string is the
   first. */
static int64_t string(writer *w, const char *s)
{
   Pprof__Profile *p = &w->profile;

   if (*s == '\0' && p->n_string_table > 0)
      return 0;
   p->string_table = memory_grow(p->string_table, p->n_string_table,
                                 &w->string_room, sizeof *p->string_table);
   p->string_table[p->n_string_table] = utf8_valid(s);
   return p->n_string_table++;
}

static int64_t number(writer *w, prof_sum n)
{
   return export_clamp(n, INT64_MAX, &w->cut);
}

static void set_types(writer *w, Pprof__ValueType types[VALUES])
{
   Pprof__Profile *p = &w->profile;

   p->n_sample_type = VALUES;
   p->sample_type = memory_new(VALUES, sizeof *p->sample_type);
   for (int i = 0; i < VALUES; i++) {
      const char *unit = i == CALLS ? "count" :
                         i == SELF || i == COST ? model_cost_unit(w->m) :
                         "cells";

      pprof__value_type__init(&types[i]);
      types[i].type = string(w, value_names[i]);
      types[i].unit = string(w, unit);
      p->sample_type[i] = &types[i];
   }
   p->default_sample_type = types[SELF].type;
}

static void set_runs(writer *w)
{
   static const uint64_t nanoseconds = 1000000000;
   const model *m = w->m;
   uint64_t start = m->runs[0].start, end = m->runs[0].end;

   for (size_t i = 1; i < m->run_count; i++) {
      if (m->runs[i].start < start)
         start = m->runs[i].start;
      if (m->runs[i].end > end)
         end = m->runs[i].end;
   }
   if (end < start)
      end = start;
   w->profile.time_nanos = number(w, (prof_sum)start * nanoseconds);
   w->profile.duration_nanos = number(w, (prof_sum)(end - start) *
                                      nanoseconds);
   w->profile.n_comment = 1;
   w->profile.comment = memory_new(1, sizeof *w->profile.comment);
   w->profile.comment[0] = string(w, "aprof " PACKAGE_VERSION);
}

static void set_mappings(writer *w, Pprof__Mapping *mappings)
{
   const model *m = w->m;
   Pprof__Profile *p = &w->profile;

   p->n_mapping = m->object_count;
   p->mapping = memory_new(m->object_count, sizeof *p->mapping);
   for (size_t i = 0; i < m->object_count; i++) {
      Pprof__Mapping *map = &mappings[i];

      pprof__mapping__init(map);
      map->id = i + 1;
      map->filename = string(w, m->objects[i].name);
      map->build_id = string(w, m->objects[i].build_id);
      map->has_functions = map->has_filenames = map->has_line_numbers = true;
      p->mapping[i] = map;
   }
   for (size_t i = 0; i < m->routine_count; i++) {
      const model_routine *r = &m->routines[i];

      if (mappings[r->object].memory_limit <= r->offset)
         mappings[r->object].memory_limit = r->offset + 1;
   }
}

static void set_values(writer *w, size_t index, int64_t values[VALUES])
{
   prof_tuple sums = model_sums(w->m, index, MODEL_ALL_THREADS);

   values[CALLS] = number(w, sums.calls);
   values[SELF] = number(w, sums.self.sum);
   values[COST] = number(w, sums.outermost);
   values[RMS] = number(w, sums.rms);
   values[EXT] = number(w, sums.ext);
   values[TRMS] = number(w, sums.trms);
   values[EXTERNAL] = number(w, sums.external);
   values[THREAD] = number(w, sums.thread);
}

/* Set the next sample, and its location, in a line of a routine. */
static void add_sample(writer *w, size_t index, int64_t line, routine *to)
{
   const model_routine *r = &w->m->routines[index];
   Pprof__Profile *p = &w->profile;

   pprof__line__init(&to->line);
   to->line.function_id = index + 1;
   to->line.line = line;
   to->lines[0] = &to->line;

   pprof__location__init(&to->location);
   to->location.id = to->location_id = w->samples + 1;
   to->location.mapping_id = r->object + 1;
   to->location.address = r->offset;
   to->location.n_line = 1;
   to->location.line = to->lines;

   pprof__sample__init(&to->sample);
   to->sample.n_location_id = 1;
   to->sample.location_id = &to->location_id;
   to->sample.n_value = VALUES;
   to->sample.value = to->values;

   p->location[w->samples] = &to->location;
   p->sample[w->samples++] = &to->sample;
}

/* Set the samples of a routine's lines, which take their cost from its own
   sample.  Lines that cost more than the routine, as with --toggle-collect, are
   left out. */
static void set_lines(writer *w, size_t index, routine *of, routine *all)
{
   line_costs l = line_costs_read(w->m, index);

   for (size_t i = 0; i < l.count
        && l.cost <= model_sums(w->m, index, MODEL_ALL_THREADS).self.sum; i++) {
      routine *to = &all[w->samples];

      add_sample(w, index, number(w, l.list[i].line), to);
      to->values[SELF] = number(w, l.list[i].cost);
      of->values[SELF] -= to->values[SELF];
   }
   line_costs_free(&l);
}

/* Return how many lines have a cost. */
static size_t count_lines(const model *m)
{
   size_t count = 0;

   for (size_t i = 0; i < m->routine_count; i++) {
      line_costs l = line_costs_read(m, i);

      count += l.count;
      line_costs_free(&l);
   }
   return count;
}

static void set_routine(writer *w, size_t index, routine *to)
{
   const model_routine *r = &w->m->routines[index];
   Pprof__Profile *p = &w->profile;

   pprof__function__init(&to->function);
   to->function.id = index + 1;
   to->function.name = string(w, r->shown);
   to->function.system_name = to->function.name;
   to->function.filename = string(w, r->file);
   if (r->line != MODEL_NO_LINE)
      to->function.start_line = number(w, r->line);

   add_sample(w, index, to->function.start_line, to);
   set_values(w, index, to->values);

   p->function[index] = &to->function;
}

int export_pprof(FILE *f, const model *m, const export_options *options)
{
   writer w = { .m = m };
   Pprof__Profile *p = &w.profile;
   Pprof__ValueType types[VALUES];
   Pprof__Mapping *mappings = memory_new(m->object_count, sizeof *mappings);
   const size_t count = m->routine_count + count_lines(m);
   routine *routines = memory_new(count, sizeof *routines);

   (void)options;
   pprof__profile__init(p);
   string(&w, "");
   set_types(&w, types);
   set_runs(&w);
   set_mappings(&w, mappings);
   p->n_function = m->routine_count;
   p->function = memory_new(m->routine_count, sizeof *p->function);
   p->location = memory_new(count, sizeof *p->location);
   p->sample = memory_new(count, sizeof *p->sample);
   for (size_t i = 0; i < m->routine_count; i++)
      set_routine(&w, i, &routines[i]);
   for (size_t i = 0; i < m->routine_count; i++)
      set_lines(&w, i, &routines[i], routines);
   p->n_location = p->n_sample = w.samples;
   pprof_file_write(f, p);
   export_clamp_warn("pprof's format", w.cut);
   pprof_file_free(p);
   free(mappings);
   free(routines);
   return STATUS_DONE;
}

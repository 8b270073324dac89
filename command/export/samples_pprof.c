/* Samples in pprof's format: a compressed protocol buffer (pprof.proto).

   The recorder keeps no stacks, so each sample is one frame high, or two if the
   instruction belongs to an inlined routine.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"

#include "export/samples_pprof.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/utf8.h"
#include "export/clamp.h"
#include "export/pprof_file.h"
#include "samples/table.h"

#include <stdlib.h>
#include <string.h>

enum { SAMPLES, WEIGHT, VALUES };

/* The messages of a row with what they point to. */
typedef struct {
   Pprof__Sample sample;
   Pprof__Location location;
   Pprof__Line lines[2], *line_pointers[2];
   Pprof__Function functions[2];
   uint64_t location_id;
   int64_t values[VALUES];
} frame;

typedef struct {
   Pprof__Profile profile;
   size_t string_room;
   hash_index strings;
   bool cut;
} writer;

static bool is_string(const void *context, size_t thing, const void *key)
{
   return strcmp(((const writer *)context)->profile.string_table[thing],
                 key) == 0;
}

/* Add a string to the table; return its index.  The empty string is the
   first. */
static int64_t string(writer *w, const char *text)
{
   Pprof__Profile *p = &w->profile;
   char *valid = utf8_valid(text);
   const uint64_t code = hash_string(0, valid);
   size_t found = hash_find(&w->strings, code, is_string, w, valid);

   if (found != HASH_NONE) {
      free(valid);
      return found;
   }
   p->string_table = memory_grow(p->string_table, p->n_string_table,
                                 &w->string_room, sizeof *p->string_table);
   p->string_table[p->n_string_table] = valid;
   hash_add(&w->strings, code, p->n_string_table);
   return p->n_string_table++;
}

static void set_types(writer *w, const samples_event *e,
                      Pprof__ValueType types[VALUES])
{
   Pprof__Profile *p = &w->profile;
   const bool time = strcmp(e->unit, "ns") == 0;

   for (int i = 0; i < VALUES; i++)
      pprof__value_type__init(&types[i]);
   types[SAMPLES].type = string(w, "samples");
   types[SAMPLES].unit = string(w, "count");
   types[WEIGHT].type = string(w, time ? "cpu" : e->name);
   types[WEIGHT].unit = string(w, time ? "nanoseconds" : e->unit);
   p->n_sample_type = VALUES;
   p->sample_type = memory_new(VALUES, sizeof *p->sample_type);
   for (int i = 0; i < VALUES; i++)
      p->sample_type[i] = &types[i];
   p->default_sample_type = types[WEIGHT].type;
   p->period_type = &types[WEIGHT];
}

static void set_runs(writer *w, const samples *s)
{
   Pprof__Profile *p = &w->profile;

   for (size_t i = 0; i < s->run_count; i++) {
      const samples_run *r = &s->runs[i];

      if (i == 0 || r->start < (uint64_t)p->time_nanos)
         p->time_nanos = r->start;
      if (r->end > r->start)
         p->duration_nanos += r->end - r->start;
   }
   p->n_comment = 1;
   p->comment = memory_new(1, sizeof *p->comment);
   p->comment[0] = string(w, "aprof " PACKAGE_VERSION);
}

static Pprof__Mapping *set_mappings(writer *w, const samples *s)
{
   Pprof__Profile *p = &w->profile;
   Pprof__Mapping *maps = memory_new(s->image_count, sizeof *maps);

   p->n_mapping = s->image_count;
   p->mapping = memory_new(s->image_count, sizeof *p->mapping);
   for (size_t i = 0; i < s->image_count; i++) {
      pprof__mapping__init(&maps[i]);
      maps[i].id = i + 1;
      maps[i].memory_limit = 1;
      maps[i].filename = string(w, s->images[i].path);
      maps[i].build_id = string(w, s->images[i].id);
      maps[i].has_functions = maps[i].has_filenames = true;
      maps[i].has_line_numbers = true;
      p->mapping[i] = &maps[i];
   }
   return maps;
}

/* Set a line and its function, whose number is known to be new. */
static void set_line(writer *w, frame *to, int which, uint64_t id,
                     const char *name, const table_row *row, int line)
{
   Pprof__Function *function = &to->functions[which];

   pprof__function__init(function);
   function->id = id;
   function->name = string(w, name);
   function->system_name = function->name;
   function->filename = string(w, row->file);
   pprof__line__init(&to->lines[which]);
   to->lines[which].function_id = id;
   to->lines[which].line = line;
   to->line_pointers[which] = &to->lines[which];
   w->profile.function[w->profile.n_function++] = function;
}

static void set_row(writer *w, const table_row *row, size_t i, frame *to)
{
   Pprof__Profile *p = &w->profile;

   set_line(w, to, 0, 2 * i + 1, row->routine, row, row->line);
   if (row->inlined_into)
      set_line(w, to, 1, 2 * i + 2, row->inlined_into, row, 0);
   pprof__location__init(&to->location);
   to->location.id = to->location_id = i + 1;
   to->location.mapping_id = row->image + 1;
   to->location.address = row->start;
   to->location.n_line = row->inlined_into ? 2 : 1;
   to->location.line = to->line_pointers;
   pprof__sample__init(&to->sample);
   to->sample.n_location_id = 1;
   to->sample.location_id = &to->location_id;
   to->sample.n_value = VALUES;
   to->sample.value = to->values;
   to->values[SAMPLES] = export_clamp(row->count, INT64_MAX, &w->cut);
   to->values[WEIGHT] = export_clamp((prof_sum)row->weight, INT64_MAX, &w->cut);
   p->mapping[row->image]->memory_limit =
      row->start >= p->mapping[row->image]->memory_limit
      ? row->start + 1 : p->mapping[row->image]->memory_limit;
   p->location[i] = &to->location;
   p->sample[i] = &to->sample;
}

int export_samples_pprof(FILE *f, const samples *s)
{
   writer w = { .string_room = 0 };
   Pprof__Profile *p = &w.profile;
   Pprof__ValueType types[VALUES];
   Pprof__Mapping *maps;
   sample_table t;
   frame *frames;

   if (s->cell_count == 0) {
      message_error("export: the files have no samples");
      return STATUS_UNUSABLE;
   }
   table_make(&t, s, samples_main_event(s), TABLE_LINE);
   frames = memory_new(t.count, sizeof *frames);
   pprof__profile__init(p);
   string(&w, "");
   set_types(&w, &s->events[samples_main_event(s)], types);
   set_runs(&w, s);
   maps = set_mappings(&w, s);
   p->n_location = p->n_sample = t.count;
   p->function = memory_new(2 * t.count, sizeof *p->function);
   p->location = memory_new(t.count, sizeof *p->location);
   p->sample = memory_new(t.count, sizeof *p->sample);
   for (size_t i = 0; i < t.count; i++)
      set_row(&w, &t.rows[i], i, &frames[i]);
   /* Between two samples, in the mean of all runs. */
   if (t.samples > 0)
      p->period = export_clamp((prof_sum)(t.weight / (double)t.samples + 0.5),
                               INT64_MAX, &w.cut);
   pprof_file_write(f, p);
   export_clamp_warn("pprof's format", w.cut);
   pprof_file_free(p);
   free(w.strings.slots);
   free(frames);
   free(maps);
   table_free(&t);
   return STATUS_DONE;
}

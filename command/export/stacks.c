/* Stacks with their costs, for programs that draw flame graphs: a line for each
   stack (collapsed), or speedscope's JSON.

   The stacks are the paths of the call tree, whose costs are estimates
   (calltree/calltree.h); the sum over all stacks is the cost of the run.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"

#include "base/memory.h"
#include "base/message.h"
#include "base/paths.h"
#include "base/utf8.h"
#include "calltree/calltree.h"
#include "export/export.h"
#include "formats/json_value.h"

#include <stdlib.h>

/* Smaller stacks are not told apart. */
#define LEAST_STACK 1e-5
#define SMALL_CALLEES "(small callees)"

/* --- collapsed --- */

/* Write a name as a frame: a semicolon would end it. */
static void put_frame(FILE *f, const char *name)
{
   char *valid = utf8_valid(name);

   for (const char *c = valid; *c; c++)
      putc(*c == ';' ? ':' : (unsigned char)*c < ' ' ? '?' : *c, f);
   free(valid);
}

static void put_stack(FILE *f, const model *m, const calltree *t, size_t node)
{
   const calltree_node *n = &t->nodes[node];

   if (n->parent != CALLTREE_NONE) {
      put_stack(f, m, t, n->parent);
      putc(';', f);
   }
   put_frame(f, n->routine == CALLTREE_NONE ? SMALL_CALLEES
                                            : m->routines[n->routine].shown);
}

static void put_number(FILE *f, prof_sum number)
{
   if (number >= 10)
      put_number(f, number / 10);
   putc('0' + (int)(number % 10), f);
}

int export_collapsed(FILE *f, const model *m, const export_options *options)
{
   calltree t = calltree_new(m, LEAST_STACK);

   (void)options;
   for (size_t i = 0; i < t.count; i++) {
      if (t.nodes[i].self == 0)
         continue;
      put_stack(f, m, &t, i);
      putc(' ', f);
      put_number(f, t.nodes[i].self);
      putc('\n', f);
   }
   free(t.nodes);
   return STATUS_DONE;
}

/* --- speedscope --- */

/* Return the frames: one for each routine, the last one for small callees. */
static json_t *make_frames(const model *m)
{
   json_t *frames = json_array();

   for (size_t i = 0; i <= m->routine_count; i++) {
      const model_routine *r = i < m->routine_count ? &m->routines[i] : NULL;
      json_t *frame = json_object();

      json_value_set(frame, "name", json_value_text(r ? r->shown
                                                      : SMALL_CALLEES));
      if (r && *r->file)
         json_value_set(frame, "file", json_value_text(r->file));
      if (r && r->line != MODEL_NO_LINE)
         json_value_set(frame, "line", json_value_whole(r->line));
      json_value_append(frames, frame);
   }
   return frames;
}

static void append_stack(json_t *stack, const model *m, const calltree *t,
                         size_t node)
{
   const calltree_node *n = &t->nodes[node];

   if (n->parent != CALLTREE_NONE)
      append_stack(stack, m, t, n->parent);
   json_value_append(stack, json_value_whole(n->routine == CALLTREE_NONE
                                             ? m->routine_count
                                             : n->routine));
}

static json_t *make_stacks(const model *m, const char *name)
{
   calltree t = calltree_new(m, LEAST_STACK);
   json_t *profile = json_object(), *samples = json_array();
   json_t *weights = json_array();

   for (size_t i = 0; i < t.count; i++) {
      json_t *stack;

      if (t.nodes[i].self == 0)
         continue;
      stack = json_array();
      append_stack(stack, m, &t, i);
      json_value_append(samples, stack);
      json_value_append(weights, json_value_whole(t.nodes[i].self));
   }
   json_value_set(profile, "type", json_value_text("sampled"));
   json_value_set(profile, "name", json_value_text(name));
   json_value_set(profile, "unit", json_value_text("none"));
   json_value_set(profile, "startValue", json_value_whole(0));
   json_value_set(profile, "endValue", json_value_whole(t.cost));
   json_value_set(profile, "samples", samples);
   json_value_set(profile, "weights", weights);
   free(t.nodes);
   return profile;
}

int export_speedscope(FILE *f, const model *m, const export_options *options)
{
   const char *program = m->runs[0].arguments[0];
   char *name = memory_format("%s, %s", paths_file_name(program),
                              model_cost_name(m));
   json_t *file = json_object(), *shared = json_object();
   json_t *profiles = json_array();

   (void)options;
   json_value_set(shared, "frames", make_frames(m));
   json_value_append(profiles, make_stacks(m, name));
   json_value_set(file, "$schema",
      json_value_text("https://www.speedscope.app/file-format-schema.json"));
   json_value_set(file, "exporter", json_value_text("aprof " PACKAGE_VERSION));
   json_value_set(file, "name", json_value_text(name));
   json_value_set(file, "shared", shared);
   json_value_set(file, "profiles", profiles);
   json_value_write(f, file, JSON_VALUE_EXACT);
   putc('\n', f);
   free(name);
   return STATUS_DONE;
}

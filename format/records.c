/* The records of a profile file: see format/records.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "format/records.h"

const char *const records_metric_names[PROF_METRICS + 1] = {
   [PROF_TRMS] = "trms", [PROF_EXT] = "ext", [PROF_RMS] = "rms",
   [PROF_WMS] = "wms"
};

const char *const records_setting_names[RECORDS_SETTINGS] = {
   [RECORDS_ALLOCATORS] = "allocators",
   [RECORDS_ALLOCATOR_COST] = "allocator-cost",
   [RECORDS_ALLOCATOR] = "allocator",
   [RECORDS_REALLOCATOR] = "reallocator",
   [RECORDS_APART] = "apart",
   [RECORDS_STRINGS] = "strings",
   [RECORDS_SIZE_OF] = "size-of",
   [RECORDS_OUTPUT] = "output",
};

/* A record of two fields. */
static void put_pair(line_writer *w, const char *record, const char *value)
{
   line_raw(w, record);
   line_raw(w, value);
   line_end(w);
}

static void put_number(line_writer *w, const char *record, uint64_t number)
{
   line_raw(w, record);
   line_number(w, number);
   line_end(w);
}

void records_put_head(line_writer *w, const records_head *head)
{
   put_number(w, "aprof-profile", RECORDS_VERSION);
   line_raw(w, "creator");
   line_text(w, head->aprof_version);
   line_text(w, head->valgrind_version);
   line_end(w);
   put_number(w, "cell-size", head->cell_size);
   put_pair(w, "cost", head->counts_instructions ? "instr" : "bb");
   put_pair(w, "threads", head->separate ? "separate" : "folded");
   if (head->callers > 0)
      put_number(w, "contexts", head->callers);
}

void records_put_setting(line_writer *w, records_setting setting,
                         const char *value)
{
   line_raw(w, records_setting_names[setting]);
   line_text(w, value);
   line_end(w);
}

void records_put_run(line_writer *w, const records_run *run)
{
   const char *const *argument;

   line_raw(w, "run");
   line_raw(w, run->state);
   line_raw(w, run->reason);
   line_number(w, run->pid);
   line_number(w, run->start);
   line_number(w, run->end);
   line_number(w, run->threads);
   for (argument = run->arguments; *argument; argument++)
      line_text(w, *argument);
   line_end(w);
}

const char *const records_size_names[RECORDS_SIZE_COUNT] = {
   "rms", "ext", "trms", "external", "thread"
};

static void put_sizes(line_writer *w,
                      const prof_sum *const sizes[RECORDS_SIZE_COUNT])
{
   for (int i = 0; i < RECORDS_SIZE_COUNT; i++)
      line_number(w, *sizes[i]);
}

void records_put_total(line_writer *w, const records_total *total)
{
   const prof_sum *const sizes[] = RECORDS_SIZES(total);

   line_raw(w, "total");
   line_number(w, total->cost);
   line_number(w, total->activations);
   put_sizes(w, sizes);
   line_end(w);
}

void records_put_object(line_writer *w, uint64_t number, const char *name,
                        const char *build_id)
{
   line_raw(w, "obj");
   line_number(w, number);
   line_text(w, name);
   line_text(w, build_id);
   line_end(w);
}

void records_put_routine(line_writer *w, uint64_t number,
                         const records_routine *routine)
{
   line_raw(w, "fn");
   line_number(w, number);
   line_number(w, routine->object);
   line_offset(w, routine->offset);
   line_text(w, routine->name);
   line_text(w, routine->file);
   if (routine->has_line)
      line_number(w, routine->line);
   else
      line_raw(w, "");
   line_end(w);
}

void records_put_prof(line_writer *w, records_kind kind, uint64_t number,
                      uint64_t thread, unsigned digits)
{
   line_raw(w, kind == RECORDS_OF_CONTEXTS ? "context-prof" : "prof");
   line_number(w, number);
   if (thread == RECORDS_ALL_THREADS)
      line_raw(w, "all");
   else
      line_number(w, thread);
   line_end(w);
   if (digits > 0)
      put_number(w, "rounded", digits);
}

void records_put_same(line_writer *w, prof_metric metric, prof_metric same)
{
   line_raw(w, "same");
   line_raw(w, records_metric_names[metric]);
   line_raw(w, records_metric_names[same]);
   line_end(w);
}

void records_put_table(line_writer *w, prof_metric metric, uint64_t count)
{
   line_raw(w, "table");
   line_raw(w, records_metric_names[metric]);
   line_number(w, count);
   line_end(w);
}

static void put_stat(line_writer *w, const prof_stat *s)
{
   line_number(w, s->min);
   line_number(w, s->max);
   line_number(w, s->sum);
   line_number(w, s->squares);
}

void records_put_tuple(line_writer *w, const prof_tuple *t, bool open)
{
   const prof_sum *const sizes[] = RECORDS_SIZES(t);

   line_raw(w, "t");
   line_number(w, t->size);
   line_raw(w, open ? "o" : "c");
   line_number(w, t->calls);
   put_stat(w, &t->cost);
   put_stat(w, &t->self);
   line_number(w, t->outermost);
   put_sizes(w, sizes);
   line_end(w);
}

void records_put_edge(line_writer *w, records_kind kind,
                      const records_edge *edge)
{
   line_raw(w, kind == RECORDS_OF_CONTEXTS ? "context-edge" : "edge");
   line_number(w, edge->caller);
   line_number(w, edge->callee);
   line_number(w, edge->calls);
   line_number(w, edge->cost);
   line_number(w, edge->outermost);
   line_end(w);
}

void records_begin_context(line_writer *w, uint64_t number)
{
   line_raw(w, "context");
   line_number(w, number);
}

void records_put_end(line_writer *w)
{
   put_number(w, "end", w->lines);
   line_flush(w);
}

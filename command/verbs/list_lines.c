/* `aprof list` on a profile: see verbs/list_lines.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/list_lines.h"
#include "advice/where.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/numbers.h"
#include "base/paths.h"
#include "cli/rows.h"
#include "cli/wrap.h"
#include "names/select.h"
#include "names/shorten.h"
#include "samples/table.h"
#include "source/call_places.h"
#include "source/lines.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Callees that are named for the cost of calls, and the least part of the
   program's cost of one. */
#define MOST_CALLS 4
#define LEAST_CALLS 1e-3

/* Lines around a line with a cost that are shown with it. */
#define CONTEXT_LINES 2
/* Columns of a name, and of a source line that is not the widest. */
#define NAME_WIDTH 50

/* The columns in their order; new columns are only added at the end. */
enum {
   ROUTINE, SOURCE_FILE, LINE, COST, COST_PCT, INLINED, CALLS, SECONDS, SAMPLES,
   NS_EACH, COLUMNS
};

static const char *const columns[COLUMNS] = {
   "routine", "file", "line", "cost", "cost_pct", "inlined", "calls", "seconds",
   "samples", "ns_each",
};

/* What is known of a line: its own cost, or an inlined call. */
typedef struct {
   uint64_t line;
   size_t callee;                     /* NOT_INLINED: the line's own cost */
   prof_sum cost;
   uint64_t calls;                    /* of the callee */
   double weight;                     /* of samples in the line, of all that is
                                         inlined there, too; of own cost */
   uint64_t samples;
} line_entry;

#define NOT_INLINED SIZE_MAX

typedef struct {
   const model *m;
   size_t routine;
   const samples *s;                  /* or NULL */
   bool is_time;                      /* weights of samples are ns */
   line_entry *list;                  /* by line; own cost first */
   size_t count, room;
   line_costs own;
} listed;

/* --- what is known of the lines --- */

static line_entry *add_entry(listed *l, uint64_t line, size_t callee)
{
   l->list = memory_grow(l->list, l->count, &l->room, sizeof *l->list);
   l->list[l->count] = (line_entry){ .line = line, .callee = callee };
   return &l->list[l->count++];
}

static void add_inlined(listed *l)
{
   const model *m = l->m;

   for (size_t i = 0; i < m->edge_count; i++) {
      inlined_line *lines;
      size_t count;

      if (m->edges[i].caller != l->routine)
         continue;
      lines = line_costs_inlined(m, &m->edges[i], &count);
      for (size_t k = 0; k < count; k++) {
         line_entry *e = add_entry(l, lines[k].line, m->edges[i].callee);

         e->cost = lines[k].cost;
         e->calls = lines[k].calls;
      }
      free(lines);
   }
}

static int compare_entries(const void *a, const void *b)
{
   const line_entry *x = a, *y = b;

   if (x->line != y->line)
      return x->line > y->line ? 1 : -1;
   if ((x->callee == NOT_INLINED) != (y->callee == NOT_INLINED))
      return x->callee == NOT_INLINED ? -1 : 1;
   return (x->cost < y->cost) - (x->cost > y->cost);
}

static bool same_file(const char *a, const char *b)
{
   return strcmp(paths_file_name(a), paths_file_name(b)) == 0;
}

/* Add the samples of each line, those of inlined code included.  t: the lines of
   l->s, of its main event. */
static void add_samples(listed *l, const sample_table *t)
{
   const model_routine *r = &l->m->routines[l->routine];
   const uint32_t event = samples_main_event(l->s);
   const size_t known = l->count;

   l->is_time = strcmp(l->s->events[event].unit, "ns") == 0;
   for (size_t i = 0; i < t->count; i++) {
      const table_row *row = &t->rows[i];

      if (row->line <= 0 || !same_file(row->file, r->file)
          || !same_file(l->s->images[row->image].path,
                        l->m->objects[r->object].name))
         continue;
      for (size_t k = 0; k < known; k++)
         if (l->list[k].callee == NOT_INLINED
             && l->list[k].line == (uint64_t)row->line) {
            l->list[k].weight += row->weight;
            l->list[k].samples += row->count;
         }
   }
}

/* s and t: the samples, or NULL, and their lines. */
static listed make_list(const model *m, const samples *s,
                        const sample_table *t, size_t routine)
{
   listed l = { .m = m, .routine = routine, .s = s };

   l.own = line_costs_read(m, routine);
   for (size_t i = 0; i < l.own.count; i++)
      add_entry(&l, l.own.list[i].line, NOT_INLINED)->cost =
         l.own.list[i].cost;
   add_inlined(&l);
   if (l.count > 0)
      qsort(l.list, l.count, sizeof *l.list, compare_entries);
   if (s)
      add_samples(&l, t);
   return l;
}

static void free_list(listed *l)
{
   line_costs_free(&l->own);
   free(l->list);
}

/* Return how long one unit of cost took; 0: not known. */
static double ns_each(const listed *l, const line_entry *e)
{
   /* The samples may be of several runs, and the profile too. */
   const double runs = l->s && l->s->run_count > 0
      ? (double)l->s->run_count / (double)l->m->run_count : 1;

   return l->is_time && e->samples > 0 && e->cost > 0
          ? e->weight / (double)e->cost / runs : 0;
}

/* --- for people --- */

static int compare_edges(const void *a, const void *b)
{
   const model_edge *x = *(const model_edge *const *)a;
   const model_edge *y = *(const model_edge *const *)b;

   return (x->cost < y->cost) - (x->cost > y->cost);
}

/* Say which callees have what the calls in the lines cost: it is in no line.
   Inlined calls are beside their lines. */
static void print_calls(const listed *l)
{
   const model *m = l->m;
   const model_edge **edges = memory_new(m->edge_count + 1, sizeof *edges);
   size_t count = 0, named = 0;
   char *text;

   for (size_t i = 0; i < m->edge_count; i++) {
      const model_edge *e = &m->edges[i];
      bool inlined = e->caller != l->routine || e->callee == l->routine ||
                     (double)e->cost < LEAST_CALLS * (double)m->total.cost;

      for (size_t k = 0; !inlined && k < l->count; k++)
         inlined = l->list[k].callee == e->callee;
      if (!inlined)
         edges[count++] = e;
   }
   if (count > 0)
      qsort(edges, count, sizeof *edges, compare_edges);
   text = memory_string("The cost of calls is not in the lines:");
   for (; named < count && named < MOST_CALLS; named++) {
      const cell share = cell_percent(edges[named]->cost, m->total.cost);
      char percent[CELL_PERCENT], calls[NUMBERS_TEXT];
      char *name = shorten_name(m->routines[edges[named]->callee].shown,
                                NAME_WIDTH);
      char *places = call_places_words(m, l->routine, edges[named]->callee,
                                       " in ");

      memory_append(&text, "%s %s, %s call%s%s, %s %%", named == 0 ? "" : ";",
                    name, numbers_grouped(calls, edges[named]->calls),
                    edges[named]->calls == 1 ? "" : "s", places,
                    cell_short_percent(percent, &share));
      free(places);
      free(name);
   }
   if (count > named)
      memory_append(&text, "; ...");
   if (named > 0)
      wrap_print(text, 0);
   free(text);
   free(edges);
}

static void print_heading(const listed *l)
{
   const model *m = l->m;
   const model_routine *r = &m->routines[l->routine];
   const prof_sum own = where_own_cost(m, l->routine, &l->own);
   const cell share = cell_percent(own, m->total.cost);
   char number[NUMBERS_TEXT], percent[CELL_PERCENT];
   char *inlined = where_inlined(m, l->routine);
   char *lines = where_lines(m, l->routine), *text;

   printf("%s, %s", r->shown, r->file);
   if (r->line != MODEL_NO_LINE)
      printf(":%" PRIu64, r->line);
   if (inlined)
      printf(", %s", inlined);
   putchar('\n');
   text = memory_format("%s %s of its own, %s %% of all%s%s",
                        numbers_grouped(number, own), model_cost_name(m),
                        cell_short_percent(percent, &share), lines ? "; " : "",
                        lines ? lines : "");
   wrap_print(text, 0);
   free(text);
   print_calls(l);
   printf("%14s %6s", "cost", "%");
   if (l->s)
      printf(" %9s %8s", l->is_time ? "ms" : "samples",
             l->is_time ? "ns each" : "");
   puts("   line");
   free(lines);
   free(inlined);
}

static void print_numbers(const listed *l, const line_entry *e)
{
   char number[NUMBERS_TEXT], percent[CELL_PERCENT];
   const cell share = cell_percent(e ? e->cost : 0, l->m->total.cost);

   printf("%14s %6s", e ? numbers_grouped(number, e->cost) : "",
          e ? cell_short_percent(percent, &share) : "");
   if (l->s == NULL)
      return;
   if (e == NULL || e->samples == 0)
      printf(" %9s", "");
   else if (l->is_time)
      printf(" %9.3g", 1e-6 * e->weight);
   else
      printf(" %9" PRIu64, e->samples);
   if (e && ns_each(l, e) > 0)
      printf(" %8.3g", ns_each(l, e));
   else
      printf(" %8s", "");
}

/* Print a line of the source.  own: or NULL. */
static void print_line(const listed *l, const source_lines *text,
                       uint64_t line, const line_entry *own)
{
   const char *source = text && line <= text->count
                        ? text->lines[line - 1] : "";

   print_numbers(l, own);
   printf(" %6" PRIu64 "  %.*s\n", line, (int)strcspn(source, "\r"), source);
}

static void print_inlined(const listed *l, const line_entry *e)
{
   char number[NUMBERS_TEXT];
   char *name = shorten_name(l->m->routines[e->callee].shown, NAME_WIDTH);

   print_numbers(l, e);
   printf(" %6s  -> %s inlined, %s call%s\n", "", name,
          numbers_grouped(number, e->calls), e->calls == 1 ? "" : "s");
   free(name);
}

/* Return whether a line is shown: one with an entry, or near one.  next: the
   first entry that is not above the line. */
static bool is_shown(const listed *l, size_t next, uint64_t line)
{
   return (next < l->count && l->list[next].line <= line + CONTEXT_LINES)
          || (next > 0 && l->list[next - 1].line + CONTEXT_LINES >= line);
}

static void print_lines(const listed *l, const source_lines *text)
{
   const uint64_t first = l->list[0].line, last = l->list[l->count - 1].line;
   uint64_t line = first > CONTEXT_LINES ? first - CONTEXT_LINES : 1;
   size_t i = 0;
   bool skipped = false;

   while (line <= last + CONTEXT_LINES) {
      const bool has = i < l->count && l->list[i].line == line;
      const line_entry *own = has && l->list[i].callee == NOT_INLINED
                              ? &l->list[i] : NULL;

      if (!has && (text == NULL || line > text->count
                   || !is_shown(l, i, line))) {
         skipped = line < last;
         line = i < l->count && l->list[i].line > line + CONTEXT_LINES
                ? l->list[i].line - CONTEXT_LINES : line + 1;
         continue;
      }
      if (skipped)
         puts("           ...");
      skipped = false;
      print_line(l, text, line, own);
      for (i += own != NULL; i < l->count && l->list[i].line == line; i++)
         print_inlined(l, &l->list[i]);
      line++;
   }
}

static void print_table(const listed *l)
{
   const char *file = l->m->routines[l->routine].file;
   source_lines text;
   const bool read = source_lines_read(&text, file);

   if (!read)
      message_note("%s can't be read: the lines are without their text", file);
   else if (text.changed > 0
            && (uint64_t)text.changed > model_first_start(l->m))
      message_note("%s has changed since the run: lines may have moved", file);
   print_heading(l);
   print_lines(l, read ? &text : NULL);
   if (read)
      source_lines_free(&text);
}

/* --- for programs --- */

static void add_rows(row_output *out, const listed *l)
{
   const model_routine *r = &l->m->routines[l->routine];

   for (size_t i = 0; i < l->count; i++) {
      const line_entry *e = &l->list[i];
      cell cells[COLUMNS] = { 0 };

      cells[ROUTINE] = cell_text(r->shown);
      cells[SOURCE_FILE] = cell_text(r->file);
      cells[LINE] = cell_whole(e->line);
      cells[COST] = cell_whole(e->cost);
      cells[COST_PCT] = cell_percent(e->cost, l->m->total.cost);
      if (e->callee != NOT_INLINED) {
         cells[INLINED] = cell_text(l->m->routines[e->callee].shown);
         cells[CALLS] = cell_whole(e->calls);
      } else if (l->s) {
         if (l->is_time)
            cells[SECONDS] = cell_real(1e-9 * e->weight);
         cells[SAMPLES] = cell_whole(e->samples);
         if (ns_each(l, e) > 0)
            cells[NS_EACH] = cell_real(ns_each(l, e));
      }
      rows_add(out, cells);
   }
}

/* --- the verb --- */

static int list_found(const model *m, const samples *s, const size_t *found,
                      size_t count, verbs_format format)
{
   row_output out;
   size_t printed = 0;
   sample_table t;

   if (s) {
      table_make(&t, s, samples_main_event(s), TABLE_LINE);
      verbs_note_missing(&t);
   }
   if (format != VERBS_TABLE)
      rows_begin(&out, stdout, verbs_rows(format), columns, COLUMNS);
   for (size_t i = 0; i < count; i++) {
      listed l = make_list(m, s, &t, found[i]);

      if (l.count > 0 && format == VERBS_TABLE) {
         if (printed > 0)
            putchar('\n');
         print_table(&l);
      } else if (l.count > 0) {
         add_rows(&out, &l);
      }
      printed += l.count > 0;
      free_list(&l);
   }
   if (format != VERBS_TABLE)
      rows_end(&out);
   if (s)
      table_free(&t);
   if (printed > 0)
      return STATUS_DONE;
   message_error("list: no line of %s has a cost: it has no debug information "
                 "(compile with -g)", m->routines[found[0]].shown);
   return STATUS_NO;
}

int list_lines(const model *m, const samples *s, const char *name,
               verbs_format format)
{
   size_t *found, count;
   int status;

   if (!line_costs_known(m)) {
      message_error("list: the profile has no costs of lines; aprof run "
                    "--blocks=yes counts them");
      return STATUS_UNUSABLE;
   }
   count = select_look_up(m, name, &found);
   if (count == 0) {
      select_refuse(m, name);
      status = STATUS_NO;
   } else {
      status = list_found(m, s, found, count, format);
   }
   free(found);
   return status;
}

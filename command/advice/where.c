/* Where in the source a routine's cost is: see advice/where.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/where.h"
#include "advice/interpreter.h"
#include "assess/reread_words.h"
#include "assess/runtime_objects.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "base/paths.h"
#include "base/text.h"
#include "names/library_code.h"
#include "names/shorten.h"
#include "profile/edges.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A routine with this part of its cost does its work by itself; a callee with
   the other part does it. */
#define WORKS 0.25
#define CARRIES 0.5
/* Steps down to the routine that works. */
enum { STEPS = 64 };
/* A part of the program's cost that is worth a count of lines. */
#define WORTH_LINES 0.25
/* Lines of inlined calls that are named, at most. */
enum { PLACES = 3 };

char *where_ranges(const model_routine *r, const line_ranges *ranges)
{
   char *text = memory_format("%s:", paths_file_name(r->file));

   for (size_t i = 0; i < ranges->count; i++) {
      const uint64_t first = ranges->list[i].first;
      const uint64_t last = ranges->list[i].last;
      char *part = first == last
                   ? memory_format("%" PRIu64, first)
                   : memory_format("%" PRIu64 " to %" PRIu64, first, last);

      memory_append(&text, "%s%s", text_before(i, ranges->count), part);
      free(part);
   }
   return text;
}

/* --- lines --- */

prof_sum where_own_cost(const model *m, size_t routine, const line_costs *l)
{
   const prof_sum own = model_sums(m, routine, MODEL_ALL_THREADS).self.sum;

   return own > l->cost ? own : l->cost;
}

char *where_lines(const model *m, size_t routine)
{
   line_costs l = line_costs_read(m, routine);
   const prof_sum own = where_own_cost(m, routine, &l);
   const line_ranges ranges = line_costs_ranges(&l, own, WHERE_MOST);
   char *text = NULL, *places;

   line_costs_free(&l);
   if (ranges.count == 0 || *m->routines[routine].file == '\0')
      return NULL;
   places = where_ranges(&m->routines[routine], &ranges);
   text = memory_format("%.0f %% of its own cost in %s",
                        100 * (double)ranges.cost / (double)own, places);
   free(places);
   return text;
}

/* --- inlined calls --- */

/* The calls of a routine that are inlined into one caller. */
typedef struct {
   size_t caller;
   inlined_line *lines;
   size_t count;
   uint64_t calls;
} inlined_caller;

static int compare_calls(const void *a, const void *b)
{
   const inlined_line *x = a, *y = b;

   if (x->calls != y->calls)
      return x->calls > y->calls ? -1 : 1;
   return (x->line > y->line) - (x->line < y->line);
}

static char *describe_lines(const model *m, inlined_caller *c)
{
   const size_t shown = c->count < PLACES ? c->count : PLACES;
   const size_t parts = shown + (shown < c->count);
   char *text = memory_format("%s:",
                              paths_file_name(m->routines[c->caller].file));
   char number[NUMBERS_TEXT];

   qsort(c->lines, c->count, sizeof *c->lines, compare_calls);
   for (size_t i = 0; i < shown; i++)
      memory_append(&text, "%s%s", text_before(i, parts),
                    numbers_text(number, c->lines[i].line));
   if (shown < c->count) {
      char *rest = memory_format("%zu other lines", c->count - shown);

      memory_append(&text, "%s%s", text_before(shown, parts), rest);
      free(rest);
   }
   return text;
}

/* others: further callers; part: of the calls that are inlined. */
static char *describe_inlined(const model *m, inlined_caller *c, size_t others,
                              double part)
{
   char *name = shorten_in_sentence(m->routines[c->caller].shown);
   char *lines = describe_lines(m, c);
   char *more = others == 0 ? memory_string("")
      : memory_format(" and %zu other routine%s", others,
                      others == 1 ? "" : "s");
   char *often = part > 0.995 ? memory_string("")
      : part < 0.005 ? memory_string(" in less than 1 % of its calls")
      : memory_format(" in %.0f %% of its calls", 100 * part);
   char *text = memory_format("inlined into %s (%s)%s%s", name, lines, more,
                              often);

   free(often);
   free(more);
   free(lines);
   free(name);
   return text;
}

char *where_inlined(const model *m, size_t routine)
{
   inlined_caller most = { .lines = NULL };
   uint64_t inlined = 0;
   prof_sum calls = model_sums(m, routine, MODEL_ALL_THREADS).calls;
   size_t callers = 0;
   char *text;

   for (size_t i = 0; i < m->edge_count; i++) {
      inlined_caller c = { .caller = m->edges[i].caller };

      /* What is inlined into its own clone does not say where to look. */
      if (m->edges[i].callee != routine || c.caller == routine)
         continue;
      c.lines = line_costs_inlined(m, &m->edges[i], &c.count);
      for (size_t k = 0; k < c.count; k++)
         c.calls += c.lines[k].calls;
      callers += c.count > 0;
      inlined += c.calls;
      if (c.lines && (most.lines == NULL || c.calls > most.calls)) {
         free(most.lines);
         most = c;
      } else {
         free(c.lines);
      }
   }
   if (most.lines == NULL)
      return NULL;
   text = describe_inlined(m, &most, callers - 1,
                           calls > 0 ? (double)inlined / (double)calls : 1);
   free(most.lines);
   return text;
}

/* --- sentences --- */

char *where_sentence(const model *m, size_t routine, const char *subject)
{
   char *inlined = where_inlined(m, routine);
   char *lines = where_lines(m, routine);
   char *text = NULL;

   if (inlined && lines)
      text = memory_format("%s is %s and has %s.", subject, inlined, lines);
   else if (inlined)
      text = memory_format("%s is %s.", subject, inlined);
   else if (lines)
      text = memory_format("%s has %s.", subject, lines);
   free(inlined);
   free(lines);
   return text;
}

bool where_works(const model *m, size_t routine)
{
   const prof_tuple sums = model_sums(m, routine, MODEL_ALL_THREADS);

   return (double)sums.self.sum >= WORKS * (double)sums.outermost;
}

/* Return the dearest calls of the last of the routines passed, of others than
   those: a recursion leads back to them.  above: another one to which it may. */
static const model_edge *dearest_calls(const model *m, const size_t *passed,
                                       size_t steps, size_t above)
{
   const size_t routine = passed[steps];
   const model_edge *most = NULL;
   size_t past;

   for (size_t i = edges_of(m, routine, &past); i < past; i++) {
      const model_edge *e = &m->edges[i];
      bool back = e->callee == above;

      for (size_t k = 0; k <= steps && !back; k++)
         back = e->callee == passed[k];
      if (!back && (most == NULL || e->outermost > most->outermost))
         most = e;
   }
   return most;
}

size_t where_work(const model *m, size_t routine, size_t above)
{
   const double all =
      (double)model_sums(m, routine, MODEL_ALL_THREADS).outermost;
   size_t passed[STEPS] = { routine };

   for (size_t step = 0; step < STEPS; step++) {
      const prof_tuple sums = model_sums(m, routine, MODEL_ALL_THREADS);
      const model_edge *most;

      if (where_works(m, routine))
         return (double)sums.self.sum >= WORKS * all ? routine : RANKED_NONE;
      passed[step] = routine;
      most = dearest_calls(m, passed, step, above);
      if (most == NULL
          || (double)most->outermost < CARRIES * (double)sums.outermost)
         return RANKED_NONE;
      if (runtime_objects_has_routine(m, most->callee))
         return routine != passed[0] ? routine : RANKED_NONE;
      routine = most->callee;
   }
   return RANKED_NONE;
}

char *where_of_work(const model *m, size_t routine, size_t above,
                    const char *name)
{
   const size_t work = where_work(m, routine, above);
   char *working, *subject, *text;

   if (work == routine)
      return where_sentence(m, routine, name);
   if (work == RANKED_NONE) {
      char *inlined = where_inlined(m, routine);

      text = inlined ? memory_format("%s is %s.", name, inlined) : NULL;
      free(inlined);
      return text;
   }
   working = shorten_in_sentence(m->routines[work].shown);
   subject = memory_format("%s, which does much of the work,", working);
   text = where_sentence(m, work, subject);
   free(subject);
   free(working);
   return text;
}

/* Return the routine of which a suspect's sentence begins: its own, or the one that
   reads data again. */
static size_t reader(const ranked *r)
{
   return r->by_reread ? reread_words_place(r) : r->assessment->routine;
}

/* Return the caller of that one, if it is another. */
static size_t above_reader(const ranked *r)
{
   const size_t routine = r->assessment->routine;

   return reader(r) != routine ? routine : RANKED_NONE;
}

size_t where_of_work_routine(const model *m, size_t routine, size_t above)
{
   const size_t work = where_work(m, routine, above);

   return work != RANKED_NONE ? work : routine;
}

size_t where_of_suspect_routine(const ranked *r)
{
   return where_of_work_routine(r->assessment->m, reader(r), above_reader(r));
}

char *where_of_suspect(const ranked *r)
{
   const model *m = r->assessment->m;
   const size_t place = reader(r);
   char *name = place == r->assessment->routine
      ? memory_string("It") : shorten_in_sentence(m->routines[place].shown);
   char *text = where_of_work(m, place, above_reader(r), name);

   free(name);
   return text;
}

bool where_is_worth(const model *m, size_t routine)
{
   return (double)model_sums(m, routine, MODEL_ALL_THREADS).self.sum >=
          WORTH_LINES * runtime_objects_program_cost(m);
}

/* Return whether a routine is of code that a program has generated from a script, which
   takes the place of the object then: no debug information has its lines. */
static bool is_of_script(const model *m, const model_routine *r)
{
   return strcmp(m->objects[r->object].name, r->file) == 0;
}

char *where_hint(const model *m, size_t routine, const char *label)
{
   char *name, *text;

   if (m->run_count == 0 || *m->routines[routine].file == '\0' ||
       is_of_script(m, &m->routines[routine]) ||
       interpreter_is(m->objects[m->routines[routine].object].name) ||
       runtime_objects_has_routine(m, routine) || line_costs_known(m) ||
       /* No line of it can be changed. */
       library_code_is(&m->routines[routine]))
      return NULL;
   name = shorten_in_sentence(label);
   text = memory_format("A report on a run with --blocks=yes says in which "
                        "lines of %s the cost is:", name);
   free(name);
   return text;
}

/* The instructions of a routine with their time: see
   verbs/list_instructions.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/list_instructions.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "base/paths.h"
#include "base/shell_word.h"
#include "samples/culprits.h"
#include "samples/model.h"
#include "source/lines.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The columns in their order; new columns are only added at the end. */
enum {
   ADDRESS, BLOCK, INSTRUCTION, SECONDS, SAMPLES, EXECUTIONS, NS_EACH,
   EVIDENCE, DATA_MISSES, MISPREDICTIONS, SOURCE_FILE, LINE, COLUMNS
};

static const char *const columns[COLUMNS] = {
   "address", "block", "instruction", "seconds", "samples", "executions",
   "ns_each", "evidence", "data_misses", "mispredictions", "file", "line",
};

/* Blocks with fewer samples than this show their sum alone. */
#define FEWEST_SAMPLES 30
/* From this part of the time on, too few samples deserve a word. */
#define THIN_PART 0.2
/* Blocks with less than this part of the routine's time are not shown. */
#define LEAST_PART 0.01

/* What the list for people has printed so far, and the model of its blocks. */
typedef struct {
   const list_routine *r;
   bool source;                       /* with the lines of the source */
   char *shown_file;                  /* of the source lines that are read */
   source_lines lines;
   bool has_lines;
   int shown_line;
   block_model model;                 /* cycles NULL: there is none */
} writer;

/* --- for people --- */

/* Print the source line of an instruction, unless it is the line of the
   instruction before. */
static void print_source(writer *w, uint64_t address)
{
   symbols_place place = symbols_place_of(w->r->names, address);

   free(place.inlined);
   if (*place.file == '\0' || place.line <= 0 ||
       (place.line == w->shown_line && w->shown_file &&
        strcmp(place.file, w->shown_file) == 0))
      return;
   if (w->shown_file == NULL || strcmp(place.file, w->shown_file) != 0) {
      if (w->has_lines)
         source_lines_free(&w->lines);
      free(w->shown_file);
      w->shown_file = memory_string(place.file);
      w->has_lines = source_lines_read(&w->lines, place.file);
   }
   w->shown_line = place.line;
   printf("%27s%s:%d  %.*s\n", "", paths_file_name(place.file), place.line, 40,
          w->has_lines && (size_t)place.line <= w->lines.count
          ? w->lines.lines[place.line - 1] : "");
}

static void print_evidence(const listing_evidence *e)
{
   for (const char *p = e->letters; *p; p++) {
      const unsigned n = *p == 'd' ? e->data : *p == 'w' ? e->store :
                         *p == 'b' ? e->branch : *p == 'i' ? e->fetch :
                         *p == 'p' ? e->faults : 0;

      if (n > 0)
         printf("  %c %.1f%%", *p, n / 10.0);
      else
         printf("  %c", *p);
   }
}

static void print_instruction(writer *w, size_t i)
{
   const list_routine *r = w->r;
   const listing *l = &r->l;
   const listing_evidence e = listing_evidence_of(l, i);
   const double share = l->weights[i] / r->row->weight;

   if (w->source)
      print_source(w, l->c.list[i].address);
   if (share >= 0.0005)
      printf("%7.1f", 100 * share);
   else
      printf("%7s", "");
   if (l->executions && l->executions[i] > 0)
      printf(" %8.2f", l->weights[i] / l->executions[i]);
   else
      printf(" %8s", "");
   printf("  %7" PRIx64 "  %s", l->c.list[i].address, l->c.list[i].text);
   print_evidence(&e);
   putchar('\n');
}

static void print_block(writer *w, size_t block)
{
   const list_routine *r = w->r;
   const listing *l = &r->l;
   const code_block *b = &l->c.blocks[block];
   const uint64_t n = listing_block_samples(l, block);
   const double weight = listing_block_weight(l, block);
   const char *unit = r->cycles ? "cycles" : "ns";

   printf("%5.1f %%  block %" PRIx64, 100 * weight / r->row->weight,
          l->c.list[b->first].address);
   if (l->executions) {
      char number[NUMBERS_TEXT];
      const double times = l->executions[b->first];

      printf(", %s times", numbers_short(number, times));
      if (times > 0 && n >= FEWEST_SAMPLES)
         printf(", %.3g +- %.2g %s", weight / times,
                weight / times / sqrt(n), unit);
   }
   if (w->model.cycles && w->model.cycles[block] > 0)
      printf(", model %.3g cycles", w->model.cycles[block]);
   printf(", %" PRIu64 " sample%s\n", n, n == 1 ? "" : "s");
   if (n < FEWEST_SAMPLES || !l->by_instruction)
      return;
   for (size_t i = b->first; i < b->past; i++)
      print_instruction(w, i);
}

/* Return the culprit, of those that are not `done`, whose range lies
   highest. */
static int next_culprit(const culprit_ranges *r, const bool *done)
{
   int best = -1;

   for (int c = 0; c < CULPRITS; c++)
      if (!done[c] && (best < 0 || r->low[c] + r->high[c] >
                                   r->low[best] + r->high[best]))
         best = c;
   return best;
}

static void print_culprits(const writer *w)
{
   const list_routine *r = w->r;
   bool done[CULPRITS] = { false };
   culprit_ranges ranges;

   culprits_find(&r->l, r->cycle, r->fault, &w->model, r->induced,
                 &ranges);
   puts("The routine's time goes to, as far as it can be bounded (man "
        "aprof-list):");
   for (int c; (c = next_culprit(&ranges, done)) >= 0; done[c] = true)
      if (ranges.high[c] >= 0.01)
         printf("%6.0f to %3.0f %%  %s\n", 100 * ranges.low[c],
                100 * ranges.high[c], culprit_names[c]);
   printf("%13.0f %%  unexplained\n", 100 * ranges.unexplained);
   if (ranges.thin >= THIN_PART)
      printf("Of the time %.0f %% is at instructions with fewer than %d "
             "samples, which prove\nnothing: record longer, and the ranges get "
             "narrower.\n", 100 * ranges.thin, CULPRITS_FEWEST);
}

/* Return whether a block is not worth a line. */
static bool is_hidden(const list_routine *r, size_t block)
{
   return listing_block_weight(&r->l, block) < LEAST_PART * r->row->weight;
}

/* Find what the blocks take by a model of the processor. */
static void make_model(writer *w)
{
   const list_routine *r = w->r;
   const size_t count = r->l.c.block_count;
   bool *wanted = memory_new(count, sizeof *wanted);

   for (size_t block = 0; block < count; block++)
      wanted[block] = !is_hidden(r, block);
   if (r->s->run_count > 0)
      block_model_make(&w->model, &r->l.c, wanted, r->s->runs[0].machine);
   free(wanted);
}

/* Return the command that was recorded, or words for it: of several, or if its
   arguments may need quotes, which the file does not have. */
static const char *recorded_command(const samples *s)
{
   const char *command = s->run_count > 0 ? s->runs[0].command : "";

   for (size_t i = 1; i < s->run_count; i++)
      if (strcmp(s->runs[i].command, command) != 0)
         command = "";
   return shell_word_are_plain(command) ? command : "PROGRAM ARGUMENT...";
}

/* Say how to learn what the instructions wait for. */
static void print_how(const list_routine *r)
{
   char *routine = shell_word_quote(r->row->routine);

   printf("What these instructions wait for is told with the misses of the "
          "same work:\n"
          "  valgrind --tool=callgrind --dump-instr=yes --cache-sim=yes "
          "--branch-sim=yes \\\n"
          "    --callgrind-out-file=counts %s\n"
          "  aprof list --counts=counts %s FILE...\n",
          recorded_command(r->s), routine);
   free(routine);
}

static void print_table(writer *w)
{
   const list_routine *r = w->r;
   const counts *known = r->known;
   const listing *l = &r->l;
   const samples_image *image = &r->s->images[r->row->image];
   symbols_place place = symbols_place_of(r->names, r->row->start);
   size_t hidden = 0;
   double hidden_weight = 0;
   const bool counted = known != NULL;
   const bool simulated = counted && known->has_caches;
   const bool has_causes = l->by_instruction && !r->cycles;

   free(place.inlined);
   make_model(w);
   printf("%s", r->row->routine);
   if (*place.file)
      printf(", %s:%d", place.file, place.line);
   printf(", in %s\n%.4g %s, %.1f %% of all, %" PRIu64 " sample%s\n",
          image->path, 1e-9 * r->row->weight, r->cycles ? "Gcycles" : "s",
          100 * r->row->weight / r->t->weight, r->row->count,
          r->row->count == 1 ? "" : "s");
   if (has_causes && simulated && known->has_branches)
      print_culprits(w);
   if (!l->by_instruction)
      puts("Where samples lie is not known for this machine (aprof calibrate): "
           "blocks only.");
   else
      printf("%7s %8s  %7s  instruction%s\n", "%", counted ? r->cycles
             ? "cyc/exec" : "ns/exec" : "", "address",
             simulated ? "  simulated misses" : "");
   for (size_t block = 0; block < l->c.block_count; block++) {
      if (is_hidden(r, block)) {
         hidden++;
         hidden_weight += listing_block_weight(l, block);
      } else {
         print_block(w, block);
      }
   }
   if (hidden > 0)
      printf("%5.1f %%  in %zu other blocks\n",
             100 * hidden_weight / r->row->weight, hidden);
   if (l->by_instruction)
      printf("A block with fewer than %d samples shows its sum only.\n",
             FEWEST_SAMPLES);
   if (w->model.cycles)
      printf("model: llvm-mca's %s, which knows no caches and no "
             "mispredictions.\n", w->model.processor);
   if (simulated)
      puts("d: data not in the first cache; w: a store, likewise; b: behind a "
           "branch that was\nmispredicted; i: code not in the first cache; x: "
           "divides or takes a root; l: locked\nor a fence; p: page faults; f: "
           "loads what narrower stores have written.  No letter:\nno "
           "evidence.");
   if (has_causes && !(simulated && known->has_branches))
      print_how(r);
}

void list_instructions_print(const list_routine *r, bool source)
{
   writer w = { .r = r, .source = source };

   print_table(&w);
   block_model_free(&w.model);
   if (w.has_lines)
      source_lines_free(&w.lines);
   free(w.shown_file);
}

/* --- for programs --- */

void list_instructions_rows(const list_routine *r, rows_format format)
{
   const listing *l = &r->l;
   row_output out;

   rows_begin(&out, stdout, format, columns, COLUMNS);
   for (size_t i = 0; i < l->c.count; i++) {
      const code_instruction *in = &l->c.list[i];
      const listing_evidence e = listing_evidence_of(l, i);
      symbols_place place = symbols_place_of(r->names, in->address);
      char address[32], block[32];
      cell cells[COLUMNS] = { 0 };

      snprintf(address, sizeof address, "0x%" PRIx64, in->address);
      snprintf(block, sizeof block, "0x%" PRIx64,
               l->c.list[l->c.blocks[in->block].first].address);
      cells[ADDRESS] = cell_text(address);
      cells[BLOCK] = cell_text(block);
      cells[INSTRUCTION] = cell_text(in->text);
      if (l->by_instruction && !r->cycles)
         cells[SECONDS] = cell_real(1e-9 * l->weights[i]);
      cells[SAMPLES] = cell_whole(l->counts[i]);
      if (l->executions) {
         cells[EXECUTIONS] = cell_whole(l->executions[i]);
         if (l->executions[i] > 0 && l->by_instruction && !r->cycles)
            cells[NS_EACH] = cell_real(l->weights[i] / l->executions[i]);
      }
      if (*e.letters)
         cells[EVIDENCE] = cell_text(e.letters);
      if (l->simulated && l->simulated[i]) {
         cells[DATA_MISSES] = cell_whole(l->simulated[i]->data_misses);
         cells[MISPREDICTIONS] = cell_whole(l->simulated[i]->mispredictions);
      }
      if (*place.file) {
         cells[SOURCE_FILE] = cell_text(place.file);
         cells[LINE] = cell_whole(place.line);
      }
      rows_add(&out, cells);
      free(place.inlined);
   }
   rows_end(&out);
}

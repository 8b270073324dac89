/* aprof list: the instructions of a routine with their time, by samples, or its
   lines with their cost, by a profile.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/row_match.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/numbers.h"
#include "base/paths.h"
#include "base/utf8.h"
#include "cli/rows.h"
#include "names/demangled.h"
#include "names/select.h"
#include "names/shorten.h"
#include "profile/file_kind.h"
#include "profile/read.h"
#include "recorder/machine.h"
#include "samples/culprits.h"
#include "samples/listing.h"
#include "samples/model.h"
#include "samples/profile_counts.h"
#include "samples/read.h"
#include "samples/table.h"
#include "source/lines.h"
#include "verbs/list_chart.h"
#include "verbs/list_lines.h"
#include "verbs/verbs.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* By list_format. */
static const char *const formats[] = { "table", "tsv", "json", NULL };

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

typedef struct {
   const samples *s;
   uint32_t event;
   sample_table t;
   const table_row *row;
   symbols *names;
   listing l;
   bool cycles, source;
   double cycle, fault;               /* ns, at most */
   char *shown_file;                  /* of the source lines that are read */
   source_lines lines;
   bool has_lines;
   int shown_line;
   block_model model;                 /* cycles NULL: there is none */
   const char *counts_name, *profile_name, *chart;   /* NULL: none is named */
   const model *profile;              /* likewise */
   const model_routine *routine;      /* of the profile; NULL: there is none */
   bool is_variant;                   /* of that, for another processor */
} answer;

/* --- choosing the routine --- */

typedef bool matcher(const char *name, const char *wanted);

static bool equal(const char *name, const char *wanted)
{
   return strcmp(name, wanted) == 0;
}

static bool equal_bare(const char *name, const char *wanted)
{
   char *bare = demangled_bare(name);
   const bool same = strcmp(bare, wanted) == 0;

   free(bare);
   return same;
}

static bool fits(const char *name, const char *wanted)
{
   return select_glob(wanted, name);
}

/* As aprof prof shows a long name. */
static bool is_shortened(const char *name, const char *wanted)
{
   char *shown;
   bool same;

   if (strstr(wanted, "...") == NULL)
      return false;
   shown = shorten_name(name, utf8_width(wanted));
   same = strcmp(shown, wanted) == 0;
   free(shown);
   return same;
}

/* Return the routine of a name with most time, or NULL; *others: how many more
   there are. */
static const table_row *choose(const sample_table *t, const char *wanted,
                               size_t *others)
{
   static matcher *const ways[] = { equal, equal_bare, is_shortened, fits,
                                    select_is_reserved };

   *others = 0;
   for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
      const table_row *found = NULL;

      for (size_t i = 0; i < t->count; i++) {
         if (t->rows[i].end == 0 || !ways[way](t->rows[i].routine, wanted))
            continue;
         if (found)
            ++*others;
         else
            found = &t->rows[i];
      }
      if (found)
         return found;
   }
   return NULL;
}

/* Return whether an inlined call at an address is of the wanted routine. */
static bool is_inlined_at(symbols *names, uint64_t address, const char *wanted)
{
   symbols_inlined call;

   for (unsigned level = 1; symbols_inlined_at(names, address, level, &call);
        level++)
      if (equal(call.name, wanted) || equal_bare(call.name, wanted))
         return true;
   return false;
}

/* Add the time of an inlined routine in an image to the rows it is inlined
   in. */
static void add_inlined(const answer *a, uint32_t image, const char *wanted,
                        double *weights)
{
   const samples *s = a->s;
   symbols *names = symbols_open(s->images[image].path, s->images[image].id);

   for (size_t i = 0; i < s->cell_count &&
                      symbols_state_of(names) == SYMBOLS_GOOD; i++) {
      const samples_cell *c = &s->cells[i];
      uint64_t address;

      if (c->event != a->event || c->image != image ||
          !symbols_address(names, c->offset, &address) ||
          !is_inlined_at(names, address, wanted))
         continue;
      for (size_t row = 0; row < a->t.count; row++)
         if (a->t.rows[row].image == image && a->t.rows[row].start <= address &&
             address < a->t.rows[row].end)
            weights[row] += c->weight;
   }
   symbols_close(names);
}

/* Return the routine in which an inlined routine has most time, NULL: there is
   none. */
static const table_row *inlining_routine(const answer *a, const char *wanted)
{
   double *weights = memory_new(a->t.count + 1, sizeof *weights), most = 0;
   const table_row *found = NULL;

   for (size_t image = 0; image < a->s->image_count; image++)
      add_inlined(a, image, wanted, weights);
   for (size_t row = 0; row < a->t.count; row++)
      if (weights[row] > most) {
         most = weights[row];
         found = &a->t.rows[row];
      }
   free(weights);
   return found;
}

/* Choose the routine; of an inlined one, that in which it has most time. */
static void choose_row(answer *a, const char *wanted, size_t *others)
{
   a->row = choose(&a->t, wanted, others);
   if (a->row)
      return;
   a->row = inlining_routine(a, wanted);
   if (a->row)
      message_note("%s is inlined into %s, which is listed", wanted,
                   a->row->routine);
}

/* --- for people --- */

/* Print the source line of an instruction, unless it is the line of the
   instruction before. */
static void print_source(answer *a, uint64_t address)
{
   symbols_place place = symbols_place_of(a->names, address);

   free(place.inlined);
   if (*place.file == '\0' || place.line <= 0 ||
       (place.line == a->shown_line && a->shown_file &&
        strcmp(place.file, a->shown_file) == 0))
      return;
   if (a->shown_file == NULL || strcmp(place.file, a->shown_file) != 0) {
      if (a->has_lines)
         source_lines_free(&a->lines);
      free(a->shown_file);
      a->shown_file = memory_string(place.file);
      a->has_lines = source_lines_read(&a->lines, place.file);
   }
   a->shown_line = place.line;
   printf("%27s%s:%d  %.*s\n", "", paths_file_name(place.file), place.line, 40,
          a->has_lines && (size_t)place.line <= a->lines.count
          ? a->lines.lines[place.line - 1] : "");
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

static void print_instruction(answer *a, size_t i)
{
   const listing *l = &a->l;
   const listing_evidence e = listing_evidence_of(l, i);
   const double share = l->weights[i] / a->row->weight;

   if (a->source)
      print_source(a, l->c.list[i].address);
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

static void print_block(answer *a, size_t block)
{
   const listing *l = &a->l;
   const code_block *b = &l->c.blocks[block];
   const uint64_t n = listing_block_samples(l, block);
   const double weight = listing_block_weight(l, block);
   const char *unit = a->cycles ? "cycles" : "ns";

   printf("%5.1f %%  block %" PRIx64, 100 * weight / a->row->weight,
          l->c.list[b->first].address);
   if (l->executions) {
      char number[NUMBERS_TEXT];
      const double times = l->executions[b->first];

      printf(", %s times", numbers_short(number, times));
      if (times > 0 && n >= FEWEST_SAMPLES)
         printf(", %.3g +- %.2g %s", weight / times,
                weight / times / sqrt(n), unit);
   }
   if (a->model.cycles && a->model.cycles[block] > 0)
      printf(", model %.3g cycles", a->model.cycles[block]);
   printf(", %" PRIu64 " sample%s\n", n, n == 1 ? "" : "s");
   if (n < FEWEST_SAMPLES || !l->by_instruction)
      return;
   for (size_t i = b->first; i < b->past; i++)
      print_instruction(a, i);
}

/* Find the ns of a cycle, and of a page fault, on the machine that was
   recorded, at most: clocks vary with the load, faults with the size of what is
   mapped, and another machine may be slow. */
static void find_bounds(answer *a)
{
   a->cycle = 0.5;
   a->fault = 20000;
   if (machine_has_recorded(a->s)) {
      const machine_facts facts = machine_get(MACHINE_KNOWN);

      if (facts.clock > 0)
         a->cycle = 1.3 / facts.clock;
      if (facts.fault > 0)
         a->fault = 2.0 * facts.fault;
   }
}

/* Return how many times the routine has read what another thread had written
   since, in all runs, by the profile of one run. */
static double induced_reads(const answer *a)
{
   double sum = 0;

   for (size_t i = 0; a->profile && a->routine &&
                      i < a->profile->routine_count; i++) {
      const model_routine *r = &a->profile->routines[i];

      if (r->object == a->routine->object &&
          strcmp(r->shown, a->routine->shown) == 0)
         sum += (double)model_sums(a->profile, i, MODEL_ALL_THREADS).thread;
   }
   return sum * a->s->run_count;
}

/* Find the routine of the profile that the row is about.  If Valgrind has run
   another variant, none of the row's instructions were executed there. */
static void find_routine(answer *a)
{
   row_match names;

   if (a->profile == NULL)
      return;
   row_match_begin(&names, a->profile, a->s);
   a->routine = row_match_find(&names, a->row);
   a->is_variant = names.others > 0;
   if (a->is_variant)
      message_note("the profile has %s, another variant of this routine, for "
                   "the processor that Valgrind shows: executions are not "
                   "known", a->routine->shown);
   row_match_free(&names);
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

static void print_culprits(const answer *a)
{
   bool done[CULPRITS] = { false };
   culprit_ranges r;

   culprits_find(&a->l, a->cycle, a->fault, &a->model, induced_reads(a), &r);
   puts("The routine's time goes to, as far as it can be bounded (man "
        "aprof-list):");
   for (int c; (c = next_culprit(&r, done)) >= 0; done[c] = true)
      if (r.high[c] >= 0.01)
         printf("%6.0f to %3.0f %%  %s\n", 100 * r.low[c], 100 * r.high[c],
                culprit_names[c]);
   printf("%13.0f %%  unexplained\n", 100 * r.unexplained);
   if (r.thin >= THIN_PART)
      printf("Of the time %.0f %% is at instructions with fewer than %d "
             "samples, which prove\nnothing: record longer, and the ranges get "
             "narrower.\n", 100 * r.thin, CULPRITS_FEWEST);
}

/* Return whether a block is not worth a line. */
static bool is_hidden(const answer *a, size_t block)
{
   return listing_block_weight(&a->l, block) < LEAST_PART * a->row->weight;
}

/* Find what the blocks take by a model of the processor. */
static void make_model(answer *a)
{
   const size_t count = a->l.c.block_count;
   bool *wanted = memory_new(count, sizeof *wanted);

   for (size_t block = 0; block < count; block++)
      wanted[block] = !is_hidden(a, block);
   if (a->s->run_count > 0)
      block_model_make(&a->model, &a->l.c, wanted, a->s->runs[0].machine);
   free(wanted);
}

static void print_table(answer *a, const counts *known)
{
   const listing *l = &a->l;
   const samples_image *image = &a->s->images[a->row->image];
   symbols_place place = symbols_place_of(a->names, a->row->start);
   size_t hidden = 0;
   double hidden_weight = 0;
   const bool counted = known != NULL;
   const bool simulated = counted && known->has_caches;

   free(place.inlined);
   make_model(a);
   printf("%s", a->row->routine);
   if (*place.file)
      printf(", %s:%d", place.file, place.line);
   printf(", in %s\n%.4g %s, %.1f %% of all, %" PRIu64 " sample%s\n",
          image->path, 1e-9 * a->row->weight, a->cycles ? "Gcycles" : "s",
          100 * a->row->weight / a->t.weight, a->row->count,
          a->row->count == 1 ? "" : "s");
   if (counted && known->has_caches && known->has_branches &&
       l->by_instruction && !a->cycles)
      print_culprits(a);
   if (!l->by_instruction)
      puts("Where samples lie is not known for this machine (aprof calibrate): "
           "blocks only.");
   else
      printf("%7s %8s  %7s  instruction%s\n", "%", counted ? a->cycles
             ? "cyc/exec" : "ns/exec" : "", "address",
             simulated ? "  simulated misses" : "");
   for (size_t block = 0; block < l->c.block_count; block++) {
      if (is_hidden(a, block)) {
         hidden++;
         hidden_weight += listing_block_weight(l, block);
      } else {
         print_block(a, block);
      }
   }
   if (hidden > 0)
      printf("%5.1f %%  in %zu other blocks\n",
             100 * hidden_weight / a->row->weight, hidden);
   if (l->by_instruction)
      printf("A block with fewer than %d samples shows its sum only.\n",
             FEWEST_SAMPLES);
   if (a->model.cycles)
      printf("model: llvm-mca's %s, which knows no caches and no "
             "mispredictions.\n", a->model.processor);
   if (simulated)
      puts("d: data not in the first cache; w: a store, likewise; b: behind a "
           "branch that was\nmispredicted; i: code not in the first cache; x: "
           "divides or takes a root; l: locked\nor a fence; p: page faults; f: "
           "loads what narrower stores have written.  No letter:\nno "
           "evidence.");
}

/* --- for programs --- */

static void print_rows(const answer *a, rows_format format)
{
   const listing *l = &a->l;
   row_output out;

   rows_begin(&out, stdout, format, columns, COLUMNS);
   for (size_t i = 0; i < l->c.count; i++) {
      const code_instruction *in = &l->c.list[i];
      const listing_evidence e = listing_evidence_of(l, i);
      symbols_place place = symbols_place_of(a->names, in->address);
      char address[32], block[32];
      cell cells[COLUMNS] = { 0 };

      snprintf(address, sizeof address, "0x%" PRIx64, in->address);
      snprintf(block, sizeof block, "0x%" PRIx64,
               l->c.list[l->c.blocks[in->block].first].address);
      cells[ADDRESS] = cell_text(address);
      cells[BLOCK] = cell_text(block);
      cells[INSTRUCTION] = cell_text(in->text);
      if (l->by_instruction && !a->cycles)
         cells[SECONDS] = cell_real(1e-9 * l->weights[i]);
      cells[SAMPLES] = cell_whole(l->counts[i]);
      if (l->executions) {
         cells[EXECUTIONS] = cell_whole(l->executions[i]);
         if (l->executions[i] > 0 && l->by_instruction && !a->cycles)
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

/* Draw the flow of control. */
static bool draw(const answer *a)
{
   const table_row *row = a->row;
   symbols_place place = symbols_place_of(a->names, row->start);
   char *title, *subtitle;
   bool good;

   free(place.inlined);
   title = *place.file ? memory_format("%s, %s:%d", row->routine,
                                       paths_file_name(place.file), place.line)
                       : memory_string(row->routine);
   subtitle = memory_format("%.4g %s, %.1f %% of all, %" PRIu64 " samples; "
                            "percent of the routine's time",
                            1e-9 * row->weight, a->cycles ? "Gcycles" : "s",
                            100 * row->weight / a->t.weight, row->count);
   good = list_chart_draw(a->chart, &(list_chart){
      &a->l, row->weight, title, subtitle, a->cycles ? "cycles" : "ns" });
   free(title);
   free(subtitle);
   return good;
}

/* --- the verb --- */

/* Read the executions: callgrind's, else the profile's.  Return false after one
   line on stderr. */
static bool read_counts(const answer *a, counts *known)
{
   const samples_image *image = &a->s->images[a->row->image];

   *known = (counts){ .runs = 1 };
   if (a->counts_name)
      return counts_read(known, a->counts_name, image->path);
   return a->profile == NULL || a->is_variant ||
          counts_of_profile(known, a->profile, a->profile_name, image->path,
                            image->id);
}

static int list_row(answer *a, int format)
{
   const samples_image *image = &a->s->images[a->row->image];
   counts known;
   bool good, counted;

   find_bounds(a);
   find_routine(a);
   counted = a->counts_name || (a->profile && !a->is_variant);
   a->names = symbols_open(image->path, image->id);
   if (symbols_state_of(a->names) != SYMBOLS_GOOD) {
      message_error("list: %s is generated code, or its file is gone",
                    a->row->routine);
      symbols_close(a->names);
      return STATUS_UNUSABLE;
   }
   good = read_counts(a, &known) &&
          listing_make(&a->l, a->s, a->event, a->row->image, a->names,
                       a->row->start, a->row->end, counted ? &known : NULL,
                       a->cycles ? 0 : a->fault);
   if (good) {
      counts_note_other_work(&known, a->s);
      if (a->chart)
         good = draw(a);
      else if (format == LIST_AS_TABLE)
         print_table(a, counted ? &known : NULL);
      else
         print_rows(a, format == LIST_AS_TSV ? ROWS_TSV : ROWS_JSON);
      block_model_free(&a->model);
      listing_free(&a->l);
   }
   counts_free(&known);
   if (a->has_lines)
      source_lines_free(&a->lines);
   free(a->shown_file);
   symbols_close(a->names);
   return good ? STATUS_DONE : STATUS_UNUSABLE;
}

static int list_routine(answer *a, const char *wanted, int format)
{
   const samples *s = a->s;
   size_t others;
   int status = STATUS_NO;

   if (s->cell_count == 0) {
      message_error("list: the files have no samples: the runs took too "
                    "little CPU time");
      return STATUS_UNUSABLE;
   }
   a->event = samples_main_event(s);
   a->cycles = strcmp(s->events[a->event].unit, "ns") != 0;
   table_make(&a->t, s, a->event, TABLE_ROUTINE);
   choose_row(a, wanted, &others);
   if (a->row == NULL && (equal(wanted, SAMPLES_KERNEL) ||
                          equal(wanted, TABLE_ALL))) {
      message_error("list: %s has no routines, whose instructions could be "
                    "listed; name one", wanted);
   } else if (a->row == NULL && a->t.changed + a->t.gone > 0) {
      message_error("list: no sample is known to lie in a routine '%s': "
                    "%" PRIu64 " samples have no routines, since files such as "
                    "%s %s",
                    wanted, a->t.changed + a->t.gone, a->t.example,
                    a->t.changed > 0 ? "are not the builds that were sampled"
                                     : "can't be read");
   } else if (a->row == NULL) {
      message_error("list: no sample lies in a routine '%s'; aprof prof lists "
                    "the routines", wanted);
   } else {
      if (others > 0)
         message_note("%zu other routine%s this name; this routine has most "
                      "time", others, others == 1 ? " has" : "s have");
      status = list_row(a, format);
   }
   table_free(&a->t);
   return status;
}

/* List the lines of a routine by profiles.  The first `samples_files` of the
   files are samples, which give the time of lines. */
static int list_by_profiles(char **argv, size_t files, size_t samples_files,
                            int format)
{
   samples *s = NULL;
   model *m = profile_read_many(argv + 1 + samples_files,
                                files - samples_files);
   int status = STATUS_UNUSABLE;

   if (m && samples_files > 0)
      s = samples_read_many(argv + 1, samples_files);
   if (m && (s || samples_files == 0))
      status = list_lines(m, s, argv[0], format);
   samples_free(s);
   model_free(m);
   return status;
}

/* Move what is no profile to the front; return how many there are. */
static size_t samples_first(char **names, size_t count)
{
   size_t first = 0;

   for (size_t i = 0; i < count; i++) {
      char *name = names[i];

      if (profile_is_file(name))
         continue;
      memmove(&names[first + 1], &names[first],
              (i - first) * sizeof *names);
      names[first++] = name;
   }
   return first;
}

int verb_list(int argc, char **argv)
{
   answer a = { 0 };
   int format = LIST_AS_TABLE, status;
   const option options[] = {
      { "counts", OPTION_TEXT, &a.counts_name, NULL, "FILE",
        "executions, from valgrind --tool=callgrind --dump-instr=yes" },
      { "profile", OPTION_TEXT, &a.profile_name, NULL, "FILE",
        "executions, from aprof run --blocks=yes; what other threads write" },
      { "chart", OPTION_TEXT, &a.chart, NULL, "FILE",
        "a picture of the flow of control, .svg, in place of the list" },
      { "source", OPTION_FLAG, &a.source, NULL, NULL,
        "with the source lines" },
      { "format", OPTION_CHOICE, &format, formats, "table|tsv|json",
        "for people (default) or for programs" },
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = {
      "list", "[OPTION...] ROUTINE FILE|FOLDER...",
      "Lists the instructions of a routine with the time that each takes, by "
      "samples, or its lines with their cost, by a profile.",
      options,
   };
   size_t files, of_samples;
   samples *s;
   model *profile = NULL;

   if (!verbs_begin(argc, argv, &table, &files, &status))
      return status;
   if (files < 2) {
      message_error("list: name a routine and a samples file or a profile");
      return STATUS_UNUSABLE;
   }
   if (access(argv[1], F_OK) != 0 &&
       (profile_is_file(argv[0]) || samples_is_file(argv[0]))) {
      message_error("list: the routine comes before the file: aprof list %s %s",
                    argv[1], argv[0]);
      return STATUS_UNUSABLE;
   }
   of_samples = samples_first(argv + 1, files - 1);
   if (of_samples < files - 1) {
      if (!a.counts_name && !a.profile_name && !a.chart && !a.source)
         return list_by_profiles(argv, files - 1, of_samples, format);
      message_error("list: --counts, --profile, --chart and --source are about "
                    "samples alone; %s is none", argv[1 + of_samples]);
      return STATUS_UNUSABLE;
   }
   s = samples_read_many(argv + 1, files - 1);
   if (s == NULL)
      return STATUS_UNUSABLE;
   if (a.profile_name)
      profile = profile_read_many((char *const *)&a.profile_name, 1);
   a.s = s;
   a.profile = profile;
   status = a.profile_name && profile == NULL
            ? STATUS_UNUSABLE : list_routine(&a, argv[0], format);
   model_free(profile);
   samples_free(s);
   return status;
}

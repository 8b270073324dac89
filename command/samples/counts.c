/* Executions and simulated misses of each instruction.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "samples/counts.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/paths.h"
#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The events that matter, and where they are added. */
enum { EXECUTIONS, LOADS, STORES, MEMORY, FETCH, BRANCH, IGNORED };

static const struct {
   const char *name;
   int to;
} events[] = {
   { "Ir", EXECUTIONS }, { "D1mr", LOADS }, { "D1mw", STORES },
   { "DLmr", MEMORY }, { "DLmw", MEMORY }, { "I1mr", FETCH },
   { "Bcm", BRANCH }, { "Bim", BRANCH },
};

#define MOST_COLUMNS 32

typedef struct {
   counts *c;
   const char *name, *image;
   size_t line;
   int columns[MOST_COLUMNS];         /* where each event is added */
   size_t column_count;
   bool has_positions;                /* of instructions */
   bool has_lines;                    /* of the source, behind these */
   bool inside;                       /* the current object is the image */
   bool is_call;                      /* the next line is about a call */
   char **objects;                    /* names by their numbers in the file */
   size_t object_count;
   uint64_t address;                  /* of the last costs */
   size_t found;                      /* lines of the image */
   bool behind_call;                  /* no other instruction since a call */
   uint64_t call_address;             /* of that call */
   bool is_held;                      /* costs that the next line explains */
   uint64_t held[IGNORED + 1];
} reader;

static bool refuse(const reader *r, const char *reason)
{
   message_error("%s:%zu: %s", r->name, r->line, reason);
   return false;
}

static void read_events(reader *r, char *text)
{
   char *rest, *word = strtok_r(text, " \t", &rest);

   for (; word && r->column_count < MOST_COLUMNS;
        word = strtok_r(NULL, " \t", &rest)) {
      int to = IGNORED;

      for (size_t i = 0; i < sizeof events / sizeof *events; i++)
         if (strcmp(events[i].name, word) == 0)
            to = events[i].to;
      r->c->has_caches |= to == LOADS;
      r->c->has_branches |= to == BRANCH;
      r->columns[r->column_count++] = to;
   }
}

/* Read the size of a cache: "desc: LL cache: 65536 B, 64 B, ...". */
static void read_description(counts *c, const char *text)
{
   text += strspn(text, " ");
   if (text_begins(text, "D1 cache:"))
      c->data_cache = strtod(text + 9, NULL);
   else if (text_begins(text, "LL cache:"))
      c->last_cache = strtod(text + 9, NULL);
}

/* Objects have a number, and at their first mention a name: `(5) /bin/x`. */
#define MOST_OBJECTS ((unsigned long)1 << 20)

/* Note the name of an object; return it, or NULL if it is not known. */
static const char *object_name(reader *r, const char *text)
{
   unsigned long number;
   char *end;

   if (*text != '(')
      return text;
   number = strtoul(text + 1, &end, 10);
   if (*end != ')' || number >= MOST_OBJECTS)
      return NULL;
   if (number >= r->object_count) {
      r->objects = memory_resize(r->objects, number + 1, sizeof *r->objects);
      while (r->object_count <= number)
         r->objects[r->object_count++] = NULL;
   }
   if (end[1] == ' ' && r->objects[number] == NULL)
      r->objects[number] = memory_string(end + 2);
   return r->objects[number];
}

/* Read a position: an address, or a difference to the last address. */
static const char *read_address(reader *r, const char *p)
{
   char *end = (char *)p + 1;

   if (*p == '+')
      r->address += strtoull(p + 1, &end, 10);
   else if (*p == '-')
      r->address -= strtoull(p + 1, &end, 10);
   else if (*p != '*')
      r->address = strtoull(p, &end, 16);
   return end;
}

static void add(counts *c, uint64_t address, const uint64_t sums[IGNORED + 1])
{
   c->list = memory_grow(c->list, c->count, &c->room, sizeof *c->list);
   c->list[c->count++] = (instruction_counts){
      address, sums[EXECUTIONS], sums[LOADS] + sums[STORES], sums[STORES],
      sums[MEMORY], sums[FETCH], sums[BRANCH],
   };
}

/* Callgrind gives what the PLT costs, and other routines that it skips, to the
   call that leads there: a second line of costs at the address, behind what the
   call costs in its callees.  These are no executions of the call.  But such a
   line may also be a further basic block that consists of the call only: then
   callees follow.  So these costs are held until the next line. */
static void hold_or_add(reader *r, const uint64_t sums[IGNORED + 1])
{
   r->behind_call &= r->address == r->call_address;
   r->is_held = r->behind_call;
   if (r->is_held)
      memcpy(r->held, sums, sizeof r->held);
   else
      add(r->c, r->address, sums);
   r->found++;
}

static void read_call(reader *r)
{
   if (r->is_held)
      add(r->c, r->address, r->held);
   r->is_held = false;
   r->is_call = true;
}

static bool read_costs(reader *r, const char *p)
{
   uint64_t sums[IGNORED + 1] = { 0 };

   if (!r->has_positions)
      return refuse(r, "there are no counts of instructions; run callgrind "
                    "with --dump-instr=yes");
   p = read_address(r, p);
   p += strspn(p, " ");
   if (r->has_lines)
      p += strcspn(p, " ");
   if (r->is_call) {                  /* what a call costs in its callee */
      r->is_call = false;
      r->behind_call = true;
      r->call_address = r->address;
      return true;
   }
   if (*p == '\0')                    /* where a jump comes from */
      return true;
   for (size_t i = 0; i < r->column_count && *p; i++) {
      char *end;

      sums[r->columns[i]] += strtoull(p, &end, 10);
      if (end == p)
         return refuse(r, "this is no line of costs");
      p = end;
   }
   if (r->inside)
      hold_or_add(r, sums);
   return true;
}

static bool read_line(reader *r, char *line)
{
   const char *object;

   if (text_begins(line, "events:")) {
      r->column_count = 0;
      read_events(r, line + 7);
   } else if (text_begins(line, "desc:")) {
      read_description(r->c, line + 5);
   } else if (text_begins(line, "cmd:") && r->c->command_count == 0) {
      counts_add_command(r->c, line + 4 + strspn(line + 4, " "));
   } else if (text_begins(line, "positions:")) {
      r->has_positions = strstr(line, "instr") != NULL;
      r->has_lines = strstr(line, "line") != NULL;
   } else if (text_begins(line, "ob=")) {
      object = object_name(r, line + 3);
      r->inside = object && strcmp(object, r->image) == 0;
   } else if (text_begins(line, "cob=")) {
      object_name(r, line + 4);
   } else if (text_begins(line, "calls=")) {
      read_call(r);
   } else if (text_begins(line, "fn=")) {
      r->behind_call = r->is_held = false;
   } else if (line[0] == '+' || line[0] == '-' || line[0] == '*' ||
              text_begins(line, "0x")) {
      return read_costs(r, line);
   }
   return true;
}

static int compare(const void *p, const void *q)
{
   const instruction_counts *a = p, *b = q;

   return (a->address > b->address) - (a->address < b->address);
}

/* Add up the counts of equal addresses: callers are kept apart in the file. */
static void join(counts *c)
{
   size_t to = 0;

   if (c->count == 0)
      return;
   qsort(c->list, c->count, sizeof *c->list, compare);
   for (size_t i = 1; i < c->count; i++) {
      if (c->list[i].address != c->list[to].address) {
         c->list[++to] = c->list[i];
         continue;
      }
      c->list[to].executions += c->list[i].executions;
      c->list[to].data_misses += c->list[i].data_misses;
      c->list[to].store_misses += c->list[i].store_misses;
      c->list[to].memory_misses += c->list[i].memory_misses;
      c->list[to].fetch_misses += c->list[i].fetch_misses;
      c->list[to].mispredictions += c->list[i].mispredictions;
   }
   c->count = to + 1;
}

static bool read_file(counts *c, const char *name, const char *image,
                      bool needed)
{
   reader r = { .c = c, .name = name, .image = image };
   FILE *f = fopen(name, "re");
   char *line = NULL;
   size_t room = 0;
   bool good = true;

   *c = (counts){ .runs = 1 };
   if (f == NULL) {
      message_error("%s: %s", name, strerror(errno));
      return false;
   }
   while (good && getline(&line, &room, f) > 0) {
      line[strcspn(line, "\n")] = '\0';
      r.line++;
      if (r.line == 1 && !text_begins(line, "# callgrind format"))
         good = refuse(&r, "not a file of callgrind");
      else
         good = read_line(&r, line);
   }
   if (good && (r.line == 0 || (needed && r.found == 0))) {
      message_error("%s: there are no counts of %s", name, image);
      good = false;
   }
   free(line);
   fclose(f);
   memory_free_strings(r.objects, r.object_count);
   if (good)
      join(c);
   else
      counts_free(c);
   return good;
}

bool counts_read(counts *c, const char *name, const char *image)
{
   return read_file(c, name, image, true);
}

bool counts_read_any(counts *c, const char *name, const char *image)
{
   return read_file(c, name, image, false);
}

void counts_free(counts *c)
{
   memory_free_strings(c->commands, c->command_count);
   free(c->list);
   free(c->ranges);
   *c = (counts){ 0 };
}

const instruction_counts *counts_find(const counts *c, uint64_t address)
{
   const instruction_counts key = { .address = address };

   return c->count > 0 ? bsearch(&key, c->list, c->count, sizeof *c->list,
                                 compare) : NULL;
}

size_t counts_from(const counts *c, uint64_t address)
{
   size_t low = 0, high = c->count;

   while (low < high) {
      const size_t middle = low + (high - low) / 2;

      if (c->list[middle].address < address)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

/* Return a command line without the program's folder. */
static const char *without_folder(const char *command)
{
   const char *const end = command + strcspn(command, " ");
   const char *name = command;

   for (const char *c = command; c < end; c++)
      if (*c == '/')
         name = c + 1;
   return name;
}

static bool same_command(const char *a, const char *b)
{
   return strcmp(without_folder(a), without_folder(b)) == 0;
}

void counts_add_command(counts *c, const char *command)
{
   for (size_t i = 0; i < c->command_count; i++)
      if (strcmp(c->commands[i], command) == 0)
         return;
   c->commands = memory_grow(c->commands, c->command_count, &c->command_room,
                             sizeof *c->commands);
   c->commands[c->command_count++] = memory_string(command);
}

static bool was_counted(const counts *c, const char *command)
{
   for (size_t i = 0; i < c->command_count; i++)
      if (same_command(command, c->commands[i]))
         return true;
   return false;
}

void counts_note_other_work(const counts *c, const samples *s)
{
   const char *recorded = NULL;

   for (size_t i = 0; i < s->run_count && c->command_count > 0; i++) {
      if (*s->runs[i].command == '\0')
         continue;
      recorded = s->runs[i].command;
      if (was_counted(c, recorded))
         return;
   }
   if (recorded)
      message_note("what was counted is `%s`%s, and what was recorded is `%s`: "
                   "times of executions, culprits and ranges are right only if "
                   "their work is the same", c->commands[0],
                   c->command_count > 1 ? " and others" : "", recorded);
}

/* Samples added up by image, routine or source line.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* qsort_r */
#include "samples/table.h"
#include "base/memory.h"
#include "base/paths.h"
#include "debuginfo/symbols.h"
#include "samples/generated.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
   sample_table *t;
   const samples *s;
   table_by by;
   table_inlined *inlined;            /* with a row of its own; NULL: none */
   const void *context;
   const samples_symbol **noted;      /* of the image, by offset */
   size_t noted_count, noted_room;
   char **keys;                       /* of the rows */
   size_t key_room;
} builder;

static bool is_row(const void *context, size_t thing, const void *key)
{
   return strcmp(((const builder *)context)->keys[thing], key) == 0;
}

const char *table_file(const samples *s, const table_row *row)
{
   if (row->script == NULL)
      return s->images[row->image].path;
   return *row->script ? row->script : TABLE_GENERATED;
}

const char *table_name(const samples *s, const table_row *row)
{
   return strcmp(row->routine, TABLE_ALL) != 0
          ? row->routine : paths_file_name(table_file(s, row));
}

static char *key_of(const builder *b, const table_row *row)
{
   if (row->script)
      return memory_format("%s\n%s", row->script, row->routine);
   switch (b->by) {
   case TABLE_IMAGE:
      return memory_format("%" PRIu32, row->image);
   case TABLE_ROUTINE:
      return memory_format("%" PRIu32 " %" PRIx64 " %s", row->image, row->start,
                           row->routine);
   case TABLE_LINE:
      return memory_format("%" PRIu32 " %" PRIx64 " %d %s\n%s", row->image,
                           row->start, row->line, row->file, row->routine);
   case TABLE_NAME:
      break;
   }
   return memory_format("%s\n%s", paths_file_name(table_file(b->s, row)),
                        row->routine);
}

/* Add a row, whose strings belong to the table then. */
static void add_row(builder *b, table_row row)
{
   sample_table *t = b->t;
   char *key = key_of(b, &row);
   const uint64_t code = hash_string(0, key);
   size_t found = hash_find(&t->index, code, is_row, b, key);

   t->samples += row.count;
   t->weight += row.weight;
   if (found != HASH_NONE) {
      t->rows[found].count += row.count;
      t->rows[found].weight += row.weight;
      free(row.routine);
      free(row.inlined_into);
      free(row.file);
      free(row.script);
      free(key);
      return;
   }
   t->rows = memory_grow(t->rows, t->count, &t->room, sizeof *t->rows);
   b->keys = memory_grow(b->keys, t->count, &b->key_room, sizeof *b->keys);
   t->rows[t->count] = row;
   b->keys[t->count] = key;
   hash_add(&t->index, code, t->count++);
}

/* The innermost inlined routine at an address that has a row takes the row
   over. */
static void become_inlined(const builder *b, table_row *row, symbols *image,
                           uint64_t address)
{
   const char *name = NULL;
   symbols_inlined call;

   for (unsigned level = 1; symbols_inlined_at(image, address, level, &call);
        level++) {
      const char *found = b->inlined(b->context, row->image, &call);

      if (found)
         name = found;
   }
   if (name == NULL)
      return;
   row->inlined_into = row->routine;
   row->routine = memory_string(name);
   row->start = row->end = 0;
}

/* Name the row of generated code. */
static void become_generated(const builder *b, table_row *row,
                             const samples_symbol *symbol)
{
   generated_name name = generated_read(symbol->name);

   row->start = symbol->offset;
   row->end = symbol->offset + symbol->length;
   row->script = name.file;
   if (b->by == TABLE_ROUTINE || b->by == TABLE_NAME) {
      row->routine = name.routine;
      return;
   }
   free(name.routine);
   row->routine = memory_string(b->by == TABLE_IMAGE ? TABLE_ALL
                                                     : symbol->name);
}

/* --- the routines that the samples file names --- */

static int compare_noted(const void *p, const void *q)
{
   const samples_symbol *const *a = p, *const *b = q;

   return ((*a)->offset > (*b)->offset) - ((*a)->offset < (*b)->offset);
}

static void find_noted(builder *b, uint32_t image)
{
   b->noted_count = 0;
   for (size_t i = 0; i < b->s->symbol_count; i++)
      if (b->s->symbols[i].image == image) {
         b->noted = memory_grow(b->noted, b->noted_count, &b->noted_room,
                                sizeof *b->noted);
         b->noted[b->noted_count++] = &b->s->symbols[i];
      }
   if (b->noted_count > 0)
      qsort(b->noted, b->noted_count, sizeof *b->noted, compare_noted);
}

/* Return the routine that the samples file names at an offset, or NULL. */
static const samples_symbol *noted_at(const builder *b, uint64_t offset)
{
   size_t low = 0, high = b->noted_count;

   while (low < high) {
      const size_t middle = low + (high - low) / 2;

      if (b->noted[middle]->offset > offset)
         high = middle;
      else
         low = middle + 1;
   }
   return low > 0 && offset - b->noted[low - 1]->offset < b->noted[low - 1]->length
          ? b->noted[low - 1] : NULL;
}

static table_row row_of(builder *b, symbols *image, const samples_cell *c)
{
   table_row row = { .image = c->image, .count = c->count,
                     .weight = c->weight, .file = memory_string("") };
   const samples_symbol *generated = noted_at(b, c->offset);
   symbols_routine r;
   uint64_t address;

   if (generated && samples_is_generated(&b->s->images[c->image])) {
      become_generated(b, &row, generated);
   } else if (b->by == TABLE_IMAGE) {
      row.routine = memory_string(TABLE_ALL);
   } else if (image && symbols_address(image, c->offset, &address) &&
              symbols_find(image, address, &r)) {
      row.routine = r.name;
      row.start = r.start;
      row.end = r.end;
      if (b->by == TABLE_LINE) {
         symbols_place place = symbols_place_of(image, address);

         free(row.file);
         row.file = memory_string(place.file);
         row.line = place.line;
         if (place.inlined) {
            row.inlined_into = row.routine;
            row.routine = place.inlined;
         }
      } else if (b->inlined) {
         become_inlined(b, &row, image, address);
      }
   } else if (generated) {
      row.routine = memory_string(generated->name);
      row.start = generated->offset;
      row.end = generated->offset + generated->length;
   } else {
      row.routine = memory_string(TABLE_ALL);
   }
   return row;
}

/* Add the cells of an image, whose symbols are needed only meanwhile. */
static void add_image(builder *b, uint32_t event, uint32_t image)
{
   const samples_image *i = &b->s->images[image];
   symbols *s = NULL;

   find_noted(b, image);
   for (size_t c = 0; c < b->s->cell_count; c++) {
      const samples_cell *cell = &b->s->cells[c];

      if (cell->image != image || cell->event != event)
         continue;
      if (s == NULL && b->by != TABLE_IMAGE && !samples_is_special(i))
         s = samples_symbols(i);
      add_row(b, row_of(b, s, cell));
      if (s == NULL || noted_at(b, cell->offset))
         continue;
      if (symbols_state_of(s) != SYMBOLS_GOOD)
         b->t->example = samples_file(i);
      if (symbols_state_of(s) == SYMBOLS_CHANGED)
         b->t->changed += cell->count;
      if (symbols_state_of(s) == SYMBOLS_GONE)
         b->t->gone += cell->count;
   }
   symbols_close(s);
}

static int compare(const void *p, const void *q, void *context)
{
   const table_row *a = p, *b = q;
   const samples *s = context;
   int order;

   if (a->weight != b->weight)
      return a->weight < b->weight ? 1 : -1;
   order = strcmp(a->routine, b->routine);
   if (order == 0)
      order = strcmp(table_file(s, a), table_file(s, b));
   if (order == 0)
      order = (a->start > b->start) - (a->start < b->start);
   return order ? order : a->line - b->line;
}

void table_make(sample_table *t, const samples *s, uint32_t event, table_by by)
{
   table_make_inlined(t, s, event, by, NULL, NULL);
}

void table_make_inlined(sample_table *t, const samples *s, uint32_t event,
                        table_by by, table_inlined *inlined,
                        const void *context)
{
   builder b = { .t = t, .s = s, .by = by, .inlined = inlined,
                 .context = context };

   *t = (sample_table){ 0 };
   for (size_t i = 0; i < s->image_count; i++)
      add_image(&b, event, i);
   memory_free_strings(b.keys, t->count);
   free(b.noted);
   free(t->index.slots);
   t->index = (hash_index){ 0 };
   if (t->count > 0)
      qsort_r(t->rows, t->count, sizeof *t->rows, compare, (void *)s);
}

void table_free(sample_table *t)
{
   for (size_t i = 0; i < t->count; i++) {
      free(t->rows[i].routine);
      free(t->rows[i].inlined_into);
      free(t->rows[i].file);
      free(t->rows[i].script);
   }
   free(t->rows);
}

/* Samples: how much time was spent at which instructions of which images.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* qsort_r */
#include "samples/samples.h"
#include "base/memory.h"
#include "base/paths.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const samples_skid_names[SKIDS] = { "unknown", "one", "none" };

samples *samples_new(void)
{
   return memory_new(1, sizeof(samples));
}

void samples_free(samples *s)
{
   if (s == NULL)
      return;
   for (size_t i = 0; i < s->run_count; i++) {
      free(s->runs[i].host);
      free(s->runs[i].machine);
      free(s->runs[i].kernel);
      free(s->runs[i].command);
   }
   for (size_t i = 0; i < s->event_count; i++) {
      free(s->events[i].name);
      free(s->events[i].unit);
   }
   for (size_t i = 0; i < s->image_count; i++) {
      free(s->images[i].path);
      free(s->images[i].id);
      free(s->images[i].file);
   }
   for (size_t i = 0; i < s->symbol_count; i++)
      free(s->symbols[i].name);
   free(s->runs);
   free(s->events);
   free(s->images);
   free(s->cells);
   free(s->symbols);
   free(s->image_index.slots);
   free(s->cell_index.slots);
   free(s->symbol_index.slots);
   free(s);
}

/* --- adding --- */

uint32_t samples_event_of(samples *s, const char *name, const char *unit,
                          samples_skid skid)
{
   for (size_t i = 0; i < s->event_count; i++)
      if (strcmp(s->events[i].name, name) == 0 &&
          strcmp(s->events[i].unit, unit) == 0 && s->events[i].skid == skid)
         return i;
   s->events = memory_grow(s->events, s->event_count, &s->event_room,
                           sizeof *s->events);
   s->events[s->event_count] = (samples_event){
      .name = memory_string(name), .unit = memory_string(unit), .skid = skid,
   };
   return s->event_count++;
}

static bool is_image(const void *context, size_t thing, const void *key)
{
   const samples_image *a = &((const samples *)context)->images[thing];
   const samples_image *b = key;

   return strcmp(a->path, b->path) == 0 && strcmp(a->id, b->id) == 0;
}

uint32_t samples_image_of(samples *s, const char *path, const char *id)
{
   const samples_image key = { .path = (char *)path, .id = (char *)id };
   const uint64_t code = hash_string(hash_string(0, path), id);
   size_t found = hash_find(&s->image_index, code, is_image, s, &key);

   if (found != HASH_NONE)
      return found;
   s->images = memory_grow(s->images, s->image_count, &s->image_room,
                           sizeof *s->images);
   s->images[s->image_count] = (samples_image){ .path = memory_string(path),
                                                .id = memory_string(id) };
   hash_add(&s->image_index, code, s->image_count);
   return s->image_count++;
}

static bool is_cell(const void *context, size_t thing, const void *key)
{
   const samples_cell *a = &((const samples *)context)->cells[thing];
   const samples_cell *b = key;

   return a->offset == b->offset && a->image == b->image &&
          a->event == b->event;
}

static bool add_to(uint64_t *sum, uint64_t n)
{
   return !__builtin_add_overflow(*sum, n, sum);
}

bool samples_add(samples *s, uint32_t event, uint32_t image, uint64_t offset,
                 uint64_t count, uint64_t weight)
{
   const samples_cell key = { event, image, offset, count, weight };
   const uint64_t code =
      hash_number(hash_number(event, image), offset);
   size_t found = hash_find(&s->cell_index, code, is_cell, s, &key);

   if (found != HASH_NONE)
      return add_to(&s->cells[found].count, count) &&
             add_to(&s->cells[found].weight, weight);
   s->cells = memory_grow(s->cells, s->cell_count, &s->cell_room,
                          sizeof *s->cells);
   s->cells[s->cell_count] = key;
   hash_add(&s->cell_index, code, s->cell_count++);
   return true;
}

void samples_add_run(samples *s, const samples_run *run)
{
   samples_run *to;

   s->runs = memory_grow(s->runs, s->run_count, &s->run_room,
                         sizeof *s->runs);
   to = &s->runs[s->run_count++];
   *to = *run;
   to->host = memory_string(run->host);
   to->machine = memory_string(run->machine);
   to->kernel = memory_string(run->kernel);
   to->command = memory_string(run->command);
}

static uint64_t symbol_code(uint32_t image, uint64_t offset)
{
   return hash_number(hash_number(0, image), offset);
}

static bool is_symbol(const void *context, size_t thing, const void *key)
{
   const samples_symbol *a = &((const samples *)context)->symbols[thing];
   const samples_symbol *b = key;

   return a->image == b->image && a->offset == b->offset;
}

/* Return the symbol at an offset of an image, or NULL. */
static const samples_symbol *symbol_at(const samples *s, uint32_t image,
                                        uint64_t offset)
{
   const samples_symbol key = { .image = image, .offset = offset };
   size_t found = hash_find(&s->symbol_index, symbol_code(image, offset),
                            is_symbol, s, &key);

   return found == HASH_NONE ? NULL : &s->symbols[found];
}

void samples_add_symbol(samples *s, uint32_t image, uint64_t offset,
                        uint64_t length, const char *name)
{
   if (symbol_at(s, image, offset))
      return;
   s->symbols = memory_grow(s->symbols, s->symbol_count, &s->symbol_room,
                            sizeof *s->symbols);
   s->symbols[s->symbol_count] = (samples_symbol){
      image, offset, length, memory_string(name),
   };
   hash_add(&s->symbol_index, symbol_code(image, offset), s->symbol_count++);
}

/* Return whether a skid is that of all events of its name and unit. */
static bool is_of_all(const samples *s, const samples_event *e)
{
   for (size_t i = 0; i < s->event_count; i++)
      if (strcmp(s->events[i].name, e->name) == 0 &&
          strcmp(s->events[i].unit, e->unit) == 0 &&
          s->events[i].skid != e->skid)
         return false;
   return true;
}

static bool merge(samples *into, const samples *from, bool joins)
{
   uint32_t *events = memory_new(from->event_count, sizeof *events);
   uint32_t *images = memory_new(from->image_count, sizeof *images);
   bool good = true;

   for (size_t i = 0; i < from->run_count; i++)
      samples_add_run(into, &from->runs[i]);
   for (size_t i = 0; i < from->event_count; i++) {
      const samples_event *e = &from->events[i];

      events[i] = samples_event_of(into, e->name, e->unit,
                                   joins && !is_of_all(from, e) ? SKID_UNKNOWN
                                                                : e->skid);
      good &= add_to(&into->events[events[i]].dropped, e->dropped);
      good &= add_to(&into->events[events[i]].overhead, e->overhead);
   }
   for (size_t i = 0; i < from->image_count; i++)
      images[i] = samples_image_of(into, from->images[i].path,
                                   from->images[i].id);
   for (size_t i = 0; i < from->cell_count; i++) {
      const samples_cell *c = &from->cells[i];

      good &= samples_add(into, events[c->event], images[c->image], c->offset,
                          c->count, c->weight);
   }
   for (size_t i = 0; i < from->symbol_count; i++) {
      const samples_symbol *symbol = &from->symbols[i];

      samples_add_symbol(into, images[symbol->image], symbol->offset,
                         symbol->length, symbol->name);
   }
   free(events);
   free(images);
   return good;
}

bool samples_merge(samples *into, const samples *from)
{
   return merge(into, from, false);
}

samples *samples_join_skids(samples *from)
{
   samples *to;
   bool is_one = true;

   for (size_t i = 0; i < from->event_count; i++)
      is_one &= is_of_all(from, &from->events[i]);
   if (is_one)
      return from;
   to = samples_new();
   if (!merge(to, from, true)) {
      samples_free(to);
      return from;
   }
   samples_free(from);
   return to;
}

/* --- the order of files --- */

#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

static int compare_runs(const void *p, const void *q)
{
   const samples_run *a = p, *b = q;
   const uint64_t x[] = { a->start, a->end, a->pid, a->seed, a->cpus,
                          a->period, a->cost, a->no_kernel };
   const uint64_t y[] = { b->start, b->end, b->pid, b->seed, b->cpus,
                          b->period, b->cost, b->no_kernel };
   int order;

   for (size_t i = 0; i < sizeof x / sizeof *x; i++)
      if (x[i] != y[i])
         return COMPARE(x[i], y[i]);
   order = strcmp(a->host, b->host);
   if (order == 0)
      order = strcmp(a->machine, b->machine);
   if (order == 0)
      order = strcmp(a->kernel, b->kernel);
   return order ? order : strcmp(a->command, b->command);
}

static int compare_run_places(const void *p, const void *q)
{
   return compare_runs(*(const samples_run *const *)p,
                       *(const samples_run *const *)q);
}

const samples_run *samples_repeated(samples *const *list, size_t count)
{
   const samples_run **runs = NULL, *found = NULL;
   size_t n = 0, room = 0;

   for (size_t i = 0; i < count; i++)
      for (size_t k = 0; k < list[i]->run_count; k++) {
         runs = memory_grow(runs, n, &room, sizeof *runs);
         runs[n++] = &list[i]->runs[k];
      }
   if (n > 1)
      qsort(runs, n, sizeof *runs, compare_run_places);
   for (size_t i = 1; i < n && found == NULL; i++)
      if (compare_runs(runs[i], runs[i - 1]) == 0)
         found = runs[i];
   free(runs);
   return found;
}

static int compare_events(const void *p, const void *q, void *context)
{
   const samples *s = context;
   const samples_event *a = &s->events[*(const uint32_t *)p];
   const samples_event *b = &s->events[*(const uint32_t *)q];
   int order = strcmp(a->name, b->name);

   if (order == 0)
      order = strcmp(a->unit, b->unit);
   return order ? order : COMPARE(a->skid, b->skid);
}

static int compare_images(const void *p, const void *q, void *context)
{
   const samples *s = context;
   const samples_image *a = &s->images[*(const uint32_t *)p];
   const samples_image *b = &s->images[*(const uint32_t *)q];
   int order = strcmp(a->path, b->path);

   return order ? order : strcmp(a->id, b->id);
}

static int compare_cells(const void *p, const void *q)
{
   const samples_cell *a = p, *b = q;

   if (a->event != b->event)
      return COMPARE(a->event, b->event);
   if (a->image != b->image)
      return COMPARE(a->image, b->image);
   return COMPARE(a->offset, b->offset);
}

static int compare_symbols(const void *p, const void *q)
{
   const samples_symbol *a = p, *b = q;

   if (a->image != b->image)
      return COMPARE(a->image, b->image);
   if (a->offset != b->offset)
      return COMPARE(a->offset, b->offset);
   if (a->length != b->length)
      return COMPARE(a->length, b->length);
   return strcmp(a->name, b->name);
}

static void sort(void *array, size_t count, size_t size,
                 int compare(const void *, const void *))
{
   if (count > 1)
      qsort(array, count, size, compare);
}

/* Return the order of things: the old index of each new index. */
static uint32_t *order_of(const samples *s, size_t count,
                          int compare(const void *, const void *, void *))
{
   uint32_t *order = memory_new(count, sizeof *order);

   for (size_t i = 0; i < count; i++)
      order[i] = i;
   qsort_r(order, count, sizeof *order, compare, (void *)s);
   return order;
}

/* Return the new index of each old index. */
static uint32_t *inverse(const uint32_t *order, size_t count)
{
   uint32_t *to = memory_new(count, sizeof *to);

   for (size_t i = 0; i < count; i++)
      to[order[i]] = i;
   return to;
}

static void *permuted(void *array, size_t size, const uint32_t *order,
                      size_t count, size_t *room)
{
   char *new = memory_new(count, size);

   for (size_t i = 0; i < count; i++)
      memcpy(new + i * size, (char *)array + order[i] * size, size);
   free(array);
   *room = count;
   return new;
}

void samples_sort(samples *s)
{
   uint32_t *event_order = order_of(s, s->event_count, compare_events);
   uint32_t *image_order = order_of(s, s->image_count, compare_images);
   uint32_t *event_to = inverse(event_order, s->event_count);
   uint32_t *image_to = inverse(image_order, s->image_count);

   sort(s->runs, s->run_count, sizeof *s->runs, compare_runs);
   s->events = permuted(s->events, sizeof *s->events, event_order,
                        s->event_count, &s->event_room);
   s->images = permuted(s->images, sizeof *s->images, image_order,
                        s->image_count, &s->image_room);
   for (size_t i = 0; i < s->cell_count; i++) {
      s->cells[i].event = event_to[s->cells[i].event];
      s->cells[i].image = image_to[s->cells[i].image];
   }
   for (size_t i = 0; i < s->symbol_count; i++)
      s->symbols[i].image = image_to[s->symbols[i].image];
   sort(s->cells, s->cell_count, sizeof *s->cells, compare_cells);
   sort(s->symbols, s->symbol_count, sizeof *s->symbols, compare_symbols);
   free(event_order);
   free(image_order);
   free(event_to);
   free(image_to);
}

/* --- files --- */

const char *samples_file(const samples_image *image)
{
   return image->file ? image->file : image->path;
}

symbols *samples_symbols(const samples_image *image)
{
   return symbols_open_as(samples_file(image), image->path, image->id);
}

void samples_look_below(samples *s, const char *folder)
{
   for (size_t i = 0; i < s->image_count; i++) {
      samples_image *image = &s->images[i];
      char *file = memory_format("%s%s", folder, image->path);

      if (!samples_is_special(image) && access(file, F_OK) == 0) {
         free(image->file);
         image->file = file;
      } else {
         free(file);
      }
   }
}

/* --- facts --- */

bool samples_is_special(const samples_image *image)
{
   return image->path[0] == '[';
}

bool samples_is_generated(const samples_image *image)
{
   const char *name = paths_file_name(image->path), *end;

   if (strncmp(name, "perf-", 5) != 0)
      return false;
   end = name + 5 + strspn(name + 5, "0123456789");
   return end > name + 5 && strcmp(end, ".map") == 0;
}

uint64_t samples_count(const samples *s, uint32_t event)
{
   uint64_t sum = 0;

   for (size_t i = 0; i < s->cell_count; i++)
      if (s->cells[i].event == event)
         sum += s->cells[i].count;
   return sum;
}

double samples_weight(const samples *s, uint32_t event)
{
   double sum = 0;

   for (size_t i = 0; i < s->cell_count; i++)
      if (s->cells[i].event == event)
         sum += s->cells[i].weight;
   return sum;
}

static bool counts_faults(const samples_event *e)
{
   return strcmp(e->unit, SAMPLES_FAULTS_UNIT) == 0;
}

bool samples_is_evidence(const samples_event *e)
{
   return counts_faults(e) || strcmp(e->name, SAMPLES_CALLS) == 0 ||
          strcmp(e->name, SAMPLES_STOPS) == 0;
}

uint32_t samples_main_event(const samples *s)
{
   uint32_t best = 0;

   for (size_t i = 1; i < s->event_count; i++)
      if (!samples_is_evidence(&s->events[i]) &&
          (samples_is_evidence(&s->events[best]) ||
           samples_count(s, i) > samples_count(s, best)))
         best = i;
   return best;
}

bool samples_fault_event(const samples *s, uint32_t *event)
{
   for (size_t i = 0; i < s->event_count; i++)
      if (counts_faults(&s->events[i])) {
         *event = i;
         return true;
      }
   return false;
}

bool samples_kernel_event(const samples *s, const char *name, uint32_t *event)
{
   const char *unit = s->event_count > 0
                      ? s->events[samples_main_event(s)].unit : "";

   for (size_t i = 0; i < s->event_count; i++)
      if (strcmp(s->events[i].name, name) == 0 &&
          strcmp(s->events[i].unit, unit) == 0) {
         *event = i;
         return true;
      }
   return false;
}

/* Address spaces: which image is mapped where, in each process.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "recorder/address_space.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void address_spaces_free(address_spaces *a)
{
   for (size_t i = 0; i < a->count; i++)
      free(a->processes[i].mappings);
   free(a->processes);
   free(a->index.slots);
   *a = (address_spaces){ 0 };
}

static bool is_process(const void *context, size_t thing, const void *key)
{
   return ((const address_spaces *)context)->processes[thing].pid ==
          *(const pid_t *)key;
}

/* Return the process of that number, which is added if it is new.  A process
   that has ended keeps its place: numbers are used again. */
static address_process *process_of(address_spaces *a, pid_t pid)
{
   const uint64_t code = hash_number(0, pid);
   size_t found = hash_find(&a->index, code, is_process, a, &pid);

   if (found == HASH_NONE) {
      a->processes = memory_grow(a->processes, a->count, &a->room,
                                 sizeof *a->processes);
      found = a->count++;
      a->processes[found] = (address_process){ .pid = pid };
      hash_add(&a->index, code, found);
   }
   return &a->processes[found];
}

static void clear(address_process *p)
{
   free(p->mappings);
   p->mappings = NULL;
   p->count = p->room = 0;
}

/* Return the index of the first mapping that ends after an address. */
static size_t first_after(const address_process *p, uint64_t address)
{
   size_t low = 0, high = p->count;

   while (low < high) {
      size_t middle = low + (high - low) / 2;

      if (p->mappings[middle].end > address)
         high = middle;
      else
         low = middle + 1;
   }
   return low;
}

static void insert(address_process *p, size_t at, address_mapping mapping)
{
   p->mappings = memory_grow(p->mappings, p->count, &p->room,
                             sizeof *p->mappings);
   memmove(p->mappings + at + 1, p->mappings + at,
           (p->count - at) * sizeof *p->mappings);
   p->mappings[at] = mapping;
   p->count++;
}

/* Unmap [start, end); return the index at which a mapping there belongs. */
static size_t unmap(address_process *p, uint64_t start, uint64_t end)
{
   size_t first = first_after(p, start), past;

   if (first < p->count && p->mappings[first].start < start) {
      address_mapping rest = p->mappings[first];

      p->mappings[first++].end = start;
      if (rest.end > end) {
         rest.offset += end - rest.start;
         rest.start = end;
         insert(p, first, rest);
         return first;
      }
   }
   for (past = first; past < p->count && p->mappings[past].end <= end; past++)
      continue;
   if (past < p->count && p->mappings[past].start < end) {
      p->mappings[past].offset += end - p->mappings[past].start;
      p->mappings[past].start = end;
   }
   if (past > first)
      memmove(p->mappings + first, p->mappings + past,
              (p->count - past) * sizeof *p->mappings);
   p->count -= past - first;
   return first;
}

void address_spaces_map(address_spaces *a, pid_t pid, address_mapping mapping)
{
   address_process *p = process_of(a, pid);

   if (mapping.end > mapping.start)
      insert(p, unmap(p, mapping.start, mapping.end), mapping);
}

void address_spaces_fork(address_spaces *a, pid_t pid, pid_t parent)
{
   const address_process *from;
   address_process *to;

   process_of(a, pid);                /* the array moves when it gets longer */
   from = process_of(a, parent);
   to = process_of(a, pid);
   if (to == from)
      return;
   clear(to);
   to->threads = 1;
   to->first_ended = false;
   to->mappings = memory_new(from->count, sizeof *to->mappings);
   if (from->count > 0)
      memcpy(to->mappings, from->mappings, from->count * sizeof *to->mappings);
   to->count = to->room = from->count;
}

void address_spaces_exec(address_spaces *a, pid_t pid)
{
   address_process *p = process_of(a, pid);

   clear(p);
   p->threads = 1;
   p->first_ended = false;
}

void address_spaces_thread(address_spaces *a, pid_t pid)
{
   process_of(a, pid)->threads++;
}

void address_spaces_exit(address_spaces *a, pid_t pid, pid_t tid)
{
   address_process *p = process_of(a, pid);

   if (p->threads > 0)
      p->threads--;
   p->first_ended |= tid == pid;
   /* A count that is too low must not unmap what other threads run. */
   if (p->threads == 0 && p->first_ended)
      clear(p);
}

const address_mapping *address_spaces_find(const address_spaces *a, pid_t pid,
                                           uint64_t address)
{
   size_t found = hash_find(&a->index, hash_number(0, pid), is_process, a,
                            &pid);
   const address_process *p;
   size_t i;

   if (found == HASH_NONE)
      return NULL;
   p = &a->processes[found];
   i = first_after(p, address);
   return i < p->count && p->mappings[i].start <= address ? &p->mappings[i]
                                                           : NULL;
}

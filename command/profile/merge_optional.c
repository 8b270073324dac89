/* Adding up the optional records of profiles: see profile/merge_optional.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/merge_optional.h"
#include "base/memory.h"
#include "base/message.h"
#include "profile/optional.h"

#include <stdlib.h>
#include <string.h>

void merge_optional_free(merge_optional *o)
{
   model_free_optionals(o->list, o->count);
   free(o->index.slots);
   *o = (merge_optional){ .count = 0 };
}

static bool is_of_context(const model_owner *owner)
{
   return owner->kind >= MODEL_OF_CONTEXT;
}

/* Replace an owner by the owner that stands for it. */
static void place_owner(model_owner *owner, const merge_optional_places *p)
{
   switch (owner->kind) {
   case MODEL_OF_ALL:
      break;
   case MODEL_OF_OBJECT:
      owner->index = p->object(p->context, owner->index);
      break;
   case MODEL_OF_EDGE:
      owner->second = p->routine(p->context, owner->second);
      /* fall through */
   case MODEL_OF_ROUTINE: case MODEL_OF_PROF:
      owner->index = p->routine(p->context, owner->index);
      break;
   case MODEL_OF_CONTEXT_EDGE:
      owner->second = p->call_context(p->context, owner->second);
      /* fall through */
   case MODEL_OF_CONTEXT: case MODEL_OF_CONTEXT_PROF:
      owner->index = p->call_context(p->context, owner->index);
   }
   if (p->folded)
      optional_fold(owner);
}

static bool equal_records(const void *context, size_t thing, const void *key)
{
   const model_optional *o = &((const merge_optional *)context)->list[thing];
   const model_optional *k = key;

   return optional_compare_owners(&o->owner, &k->owner) == 0 &&
          strcmp(o->key, k->key) == 0;
}

#define INPUT "x-stdin\t"

/* Return whether the record names the program's standard input. */
static bool is_input(const model_optional *o)
{
   return o->owner.kind == MODEL_OF_ALL &&
          strncmp(o->key, INPUT, sizeof INPUT - 1) == 0;
}

/* Of runs whose standard inputs differ, none is named: there may be very many
   of them. */
static void join_inputs(model_optional *into, const model_optional *from)
{
   if (strcmp(into->key, from->key) == 0)
      return;
   free(into->key);
   into->key = memory_string(INPUT);
}

/* Add a record, and take what it holds. */
static void add(merge_optional *o, model_optional *record)
{
   uint64_t code = hash_number(hash_number(record->owner.kind,
                                           record->owner.index),
                               record->owner.second);
   size_t found;

   if (is_input(record)) {
      if (o->input > 0) {
         join_inputs(&o->list[o->input - 1], record);
         model_free_optional(record);
         return;
      }
      o->input = o->count + 1;
   }
   code = hash_string(code, record->key);
   found = hash_find(&o->index, code, equal_records, o, record);
   if (found != HASH_NONE) {
      optional_add(&o->list[found], record);
      model_free_optional(record);
      return;
   }
   o->list = memory_grow(o->list, o->count, &o->room, sizeof *o->list);
   o->list[o->count] = *record;
   hash_add(&o->index, code, o->count++);
}

/* Give a record its owner and its key in the sum.  Return false, with the record
   freed, if its owner is not in the sum. */
static bool place(model_optional *record, const merge_optional_places *places)
{
   if (places->without_contexts && is_of_context(&record->owner)) {
      model_free_optional(record);
      return false;
   }
   place_owner(&record->owner, places);
   record->key = optional_renumber(record->key, places->routine,
                                   places->context);
   return true;
}

void merge_optional_add(merge_optional *o, model *m,
                          const merge_optional_places *places)
{
   for (size_t i = 0; i < m->optional_count; i++) {
      model_optional *record = &m->optionals[i];

      if (place(record, places))
         add(o, record);
   }
   m->optional_count = 0;
}

static void check_limit(const model *sum)
{
   size_t first = 0;

   for (size_t i = 0; i < sum->optional_count; i++) {
      if (optional_compare_owners(&sum->optionals[first].owner,
                                  &sum->optionals[i].owner) != 0)
         first = i;
      if (i - first >= OPTIONAL_MOST)
         message_fatal("the merged profile has more than %d optional records "
                       "in one place", OPTIONAL_MOST);
   }
}

/* Records are added up here if their owners, or the routines that they refer
   to, have become one since they were added. */
void merge_optional_finish(merge_optional *o, model *sum,
                             const merge_optional_places *places)
{
   size_t kept = 0;

   for (size_t i = 0; i < o->count; i++) {
      model_optional *record = &o->list[i];

      if (place(record, places))
         o->list[kept++] = *record;
   }
   sum->optional_count = optional_sum_up(o->list, kept);
   sum->optionals = o->list;
   o->list = NULL;
   o->count = o->input = 0;
   check_limit(sum);
}

/* Optional records: see profile/optional.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/optional.h"
#include "base/memory.h"
#include "base/escape.h"
#include "base/numbers.h"
#include "profile/record.h"
#include "profile/tables.h"

#include <stdlib.h>
#include <string.h>

#define PREFIX     "x-"
#define SUM_PREFIX "x-sum-"
/* The beginning of a reference to a routine; no escaped string begins so. */
#define REFERENCE  "\\fn:"
#define MAX_DIGITS 20                 /* of a number of a routine */

bool optional_is(const line_reader *l)
{
   return line_reader_begins(l, PREFIX);
}

/* --- reading --- */

static bool read_name(line_reader *l)
{
   const char *name = l->fields[0];
   size_t prefix = strlen(PREFIX);
   size_t letters = strspn(name + prefix, "abcdefghijklmnopqrstuvwxyz"
                                          "0123456789-");

   if (letters > 0 && name[prefix + letters] == '\0')
      return true;
   return line_reader_refuse(l, "'%.40s' is no name of an optional record",
                             name);
}

/* Check the syntax of a field: a string, a number or a reference. */
static bool check_field(line_reader *l, size_t field)
{
   const char *text = l->fields[field], *wrong;
   size_t prefix = strlen(REFERENCE);
   prof_sum number;
   char *copy;

   if (strncmp(text, REFERENCE, prefix) == 0) {
      wrong = numbers_read(text + prefix, UINT64_MAX, &number);
   } else {
      copy = memory_string(text);
      wrong = escape_undo(copy);
      free(copy);
   }
   return wrong == NULL || record_refuse_field(l, field, wrong);
}

/* Read the sums of an x-sum- record: field 1 is the number of last fields that
   are sums. */
static bool read_sums(line_reader *l, model_optional *o)
{
   uint64_t count;

   if (l->field_count < 3)
      return line_reader_refuse(l, "record '%.40s' has no sums", l->fields[0]);
   if (!record_number(l, 1, &count))
      return false;
   if (count == 0 || count > l->field_count - 2)
      return record_refuse_field(l, 1, "is not a number of sums that are here");
   o->sums = memory_new(count, sizeof *o->sums);
   o->sum_count = count;
   for (size_t i = 0; i < count; i++)
      if (!record_sum(l, l->field_count - count + i, &o->sums[i]))
         return false;
   return true;
}

bool optional_read(line_reader *l, model_optional *o)
{
   size_t length;

   o->key = NULL;
   o->sums = NULL;
   o->sum_count = 0;
   o->line = l->number;
   if (l->length > OPTIONAL_LENGTH)
      return line_reader_refuse(l, "an optional record of more than %d bytes",
                                OPTIONAL_LENGTH);
   o->key = memory_string(l->text);
   line_reader_split(l);
   if (!read_name(l) ||
       (strncmp(l->fields[0], SUM_PREFIX, strlen(SUM_PREFIX)) == 0 &&
        !read_sums(l, o)))
      return false;
   for (size_t i = 1; i < l->field_count - o->sum_count; i++)
      if (!check_field(l, i))
         return false;
   length = l->fields[l->field_count - o->sum_count - 1] - l->text +
            strlen(l->fields[l->field_count - o->sum_count - 1]);
   o->key[length] = '\0';
   return true;
}

/* --- references --- */

/* Return the digits of the next reference in `key`, its number in *number, and
   the text behind it in *past.  NULL: there is none. */
static char *next_reference(char *key, char **past, size_t *number)
{
   char *found = strstr(key, "\t" REFERENCE);

   if (found == NULL)
      return NULL;
   found += 1 + strlen(REFERENCE);
   *number = strtoull(found, past, 10);
   return found;
}

bool optional_refers(const char *key, size_t routines)
{
   char *at = (char *)key;
   size_t number;

   while (next_reference(at, &at, &number) != NULL)
      if (number < 1 || number > routines)
         return false;
   return true;
}

char *optional_renumber(char *key,
                        size_t place(const void *context, size_t routine),
                        const void *context)
{
   char *at = key, *digits, *past, *text, *to;
   size_t number, references = 0;

   while (next_reference(at, &at, &number) != NULL)
      references++;
   if (references == 0)
      return key;
   text = to = memory_new(strlen(key) + references * MAX_DIGITS + 1, 1);
   for (at = key; (digits = next_reference(at, &past, &number)) != NULL;
        at = past)
      to += sprintf(to, "%.*s%zu", (int)(digits - at), at,
                    place(context, number - 1) + 1);
   strcpy(to, at);
   free(key);
   return text;
}

/* --- records that become one --- */

static int compare_numbers(uint64_t a, uint64_t b)
{
   return (a > b) - (a < b);
}

int optional_compare_owners(const model_owner *a, const model_owner *b)
{
   int order = compare_numbers(a->kind, b->kind);

   if (order == 0)
      order = compare_numbers(a->index, b->index);
   return order ? order : compare_numbers(a->second, b->second);
}

static int compare(const void *a, const void *b)
{
   const model_optional *x = a, *y = b;
   int order = optional_compare_owners(&x->owner, &y->owner);

   return order ? order : strcmp(x->key, y->key);
}

void optional_fold(model_owner *owner)
{
   if (owner->kind == MODEL_OF_PROF || owner->kind == MODEL_OF_CONTEXT_PROF)
      owner->second = MODEL_ALL_THREADS;
}

void optional_add(model_optional *into, const model_optional *from)
{
   for (size_t i = 0; i < into->sum_count; i++)
      if (__builtin_add_overflow(into->sums[i], from->sums[i],
                                 &into->sums[i]))
         tables_overflow();
}

size_t optional_sum_up(model_optional *list, size_t count)
{
   size_t kept = 0;

   if (count > 0)
      qsort(list, count, sizeof *list, compare);
   for (size_t i = 0; i < count; i++) {
      if (kept > 0 && compare(&list[kept - 1], &list[i]) == 0) {
         optional_add(&list[kept - 1], &list[i]);
         model_free_optional(&list[i]);
      } else {
         list[kept++] = list[i];
      }
   }
   return kept;
}

/* Return the index of the first record of this owner or of a later one. */
static size_t first_from(const model *m, const model_owner *owner)
{
   size_t low = 0, high = m->optional_count;

   while (low < high) {
      size_t middle = low + (high - low) / 2;

      if (optional_compare_owners(&m->optionals[middle].owner, owner) < 0)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

size_t optional_of(const model *m, const model_owner *owner, size_t *past)
{
   const size_t first = first_from(m, owner);

   for (*past = first; *past < m->optional_count; ++*past)
      if (optional_compare_owners(&m->optionals[*past].owner, owner) != 0)
         break;
   return first;
}

const model_optional *optional_find(const model *m, model_owner_kind kind,
                                    size_t index, const char *key)
{
   const model_owner owner = { kind, index, 0 };
   const size_t length = strlen(key);
   size_t past;

   for (size_t i = optional_of(m, &owner, &past); i < past; i++) {
      const model_optional *o = &m->optionals[i];

      if (strncmp(o->key, key, length) == 0
          && (o->key[length] == '\0' || o->key[length] == '\t'))
         return o;
   }
   return NULL;
}

/* A hash table that never grows: the words of each text are counted, in lists
   that become longer and longer.
   culprit: count_words find_word

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "numbers.h"

enum { BUCKETS = 8, TEXT = 16 };

typedef struct Word {
   struct Word *next;
   unsigned count;
   char text[TEXT];
} Word;

typedef struct {
   Word *lists[BUCKETS];
} Table;

static unsigned hash_of(const char *text)
{
   unsigned h = 5381;

   while (*text != '\0')
      h = 33 * h + (unsigned char)*text++;
   return h;
}

static Word *find_word(Table *t, const char *text)
{
   Word **list = &t->lists[hash_of(text) % BUCKETS];

   for (Word *w = *list; w != NULL; w = w->next)
      if (strcmp(w->text, text) == 0)
         return w;
   Word *w = calloc(1, sizeof *w);
   strcpy(w->text, text);
   w->next = *list;
   return *list = w;
}

static void count_words(Table *t, const char *text)
{
   char word[TEXT];
   unsigned length = 0;

   for (; *text != '\0'; text++)
      if (*text != ' ') {
         word[length++] = *text;
      } else {
         word[length] = '\0';
         find_word(t, word)->count++;
         length = 0;
      }
}

static unsigned most_frequent(const Table *t)
{
   unsigned most = 0;

   for (int i = 0; i < BUCKETS; i++)
      for (const Word *w = t->lists[i]; w != NULL; w = w->next)
         if (w->count > most)
            most = w->count;
   return most;
}

static void empty_table(Table *t)
{
   for (int i = 0; i < BUCKETS; i++)
      while (t->lists[i] != NULL) {
         Word *w = t->lists[i];
         t->lists[i] = w->next;
         free(w);
      }
}

static char *write_text(unsigned words)
{
   char *text = malloc(words * TEXT + 1), *end = text;

   for (unsigned i = 0; i < words; i++)
      end += sprintf(end, "w%u ", number_below(3 * words));
   return text;
}

int main(void)
{
   unsigned sum = 0;

   for (int i = 0; i < 30; i++) {
      Table t = { { NULL } };
      char *text = write_text(50 + number_below(1200));
      count_words(&t, text);
      sum += most_frequent(&t);
      empty_table(&t);
      free(text);
   }
   return sum == 0;
}

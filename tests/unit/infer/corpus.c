/* Points of real routines whose class is known.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "corpus.h"
#include "base/memory.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double same_power = .08;

static FILE *open_in(const char *folder, const char *name)
{
   char *path = memory_format("%s/%s", folder, name);
   FILE *f = fopen(path, "r");

   if (f == NULL)
      perror(path);
   free(path);
   return f;
}

static bool read_points(corpus_case *c, const char *folder)
{
   FILE *f = open_in(folder, c->file);
   size_t room = 0;
   char line[256];

   if (f == NULL)
      return false;
   while (fgets(line, sizeof line, f)) {
      double size, cost;

      if (line[0] == '#' || sscanf(line, "%lf%lf", &size, &cost) != 2)
         continue;
      c->points = memory_grow(c->points, c->count, &room, sizeof *c->points);
      c->points[c->count++] = (verdict_point){ size, cost, 1 };
   }
   fclose(f);
   return true;
}

bool corpus_read(corpus *c, const char *folder)
{
   FILE *f = open_in(folder, "index.tsv");
   bool is_good = f != NULL;
   size_t room = 0;
   char line[1024];

   *c = (corpus){ NULL, 0 };
   while (is_good && fgets(line, sizeof line, f)) {
      corpus_case one = { .count = 0 };
      char **const fields[] = {
         &one.file, &one.program, &one.routine, &one.class
      };
      char *save, *text = line;

      if (line[0] == '#')
         continue;
      for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
         char *field = strtok_r(text, "\t\n", &save);

         is_good &= field != NULL;
         *fields[i] = memory_string(field ? field : "");
         text = NULL;
      }
      is_good = is_good && read_points(&one, folder);
      c->cases = memory_grow(c->cases, c->count, &room, sizeof *c->cases);
      c->cases[c->count++] = one;
   }
   if (f != NULL)
      fclose(f);
   return is_good;
}

bool corpus_is_known(const corpus_case *c)
{
   return strcmp(c->class, "?") != 0;
}

static bool is_answer(const char *answer, growth g)
{
   growth right;

   if (strcmp(answer, "none") == 0)
      return g.kind == GROWTH_UNDECIDED;
   if (!growth_parse(answer, &right))
      return false;
   if (g.kind == GROWTH_POWER)
      return fabs(growth_power(right) - g.power) < same_power;
   return right.kind == g.kind ||
          (right.kind == GROWTH_POWER &&
           fabs(right.power - growth_power(g)) < same_power);
}

bool corpus_is_right(const corpus_case *c, growth g)
{
   char *answers = memory_string(c->class), *save, *answer;
   bool is_right = false;

   for (answer = strtok_r(answers, "|", &save); answer;
        answer = strtok_r(NULL, "|", &save))
      is_right |= is_answer(answer, g);
   free(answers);
   return is_right;
}

growth_kind corpus_class(const corpus_case *c)
{
   growth g;

   return growth_parse(c->class, &g) ? g.kind : GROWTH_UNDECIDED;
}

int corpus_half(const corpus_case *c)
{
   uint64_t hash = 0xcbf29ce484222325;   /* FNV-1a */

   for (const char *p = c->program; *p; p++)
      hash = (hash ^ (unsigned char)*p) * 0x100000001b3;
   return hash >> 32 & 1;
}

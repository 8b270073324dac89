/* Points of real routines whose class is known.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "corpus.h"
#include "base/memory.h"

#include <dirent.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double same_power = .08;

/* routine PROGRAM ROUTINE CLASS SHARE WHERE REASON */
static bool read_routine(corpus *c, char *line, size_t *room)
{
   corpus_case one = { .count = 0 };
   char *share = NULL, *save;
   char **const fields[] = { &one.program, &one.routine, &one.class, &share };

   strtok_r(line, "\t\n", &save);
   for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
      const char *field = strtok_r(NULL, "\t\n", &save);

      if (field == NULL)
         return false;
      *fields[i] = memory_string(field);
   }
   one.share = strcmp(share, "-") == 0 ? NAN : strtod(share, NULL);
   free(share);
   c->cases = memory_grow(c->cases, c->count, room, sizeof *c->cases);
   c->cases[c->count++] = one;
   return true;
}

/* SIZE COST CALLS COST_INSTR; - : not known. */
static bool read_point(corpus_case *c, const char *line, corpus_cost cost,
                       size_t *room)
{
   double size;
   char blocks[32], calls[32], instructions[32];
   const char *field = cost == CORPUS_BLOCKS ? blocks : instructions;

   if (sscanf(line, "%lf%31s%31s%31s", &size, blocks, calls,
              instructions) != 4)
      return false;
   if (strcmp(field, "-") == 0)
      return true;
   c->points = memory_grow(c->points, c->count, room, sizeof *c->points);
   c->points[c->count++] = (verdict_point){ size, strtod(field, NULL), 1 };
   return true;
}

static bool read_file(corpus *c, const char *path, corpus_cost cost,
                      size_t *cases_room)
{
   FILE *f = fopen(path, "r");
   size_t points_room = 0;
   char line[1024];
   bool is_good = true;

   if (f == NULL) {
      perror(path);
      return false;
   }
   while (is_good && fgets(line, sizeof line, f)) {
      if (line[0] == '#')
         continue;
      if (strncmp(line, "routine\t", 8) == 0) {
         is_good = read_routine(c, line, cases_room);
         points_room = 0;
      } else
         is_good = c->count > 0 && read_point(&c->cases[c->count - 1], line,
                                              cost, &points_room);
   }
   if (!is_good)
      fprintf(stderr, "%s: this line is not as README.md says: %s\n", path,
              line);
   fclose(f);
   return is_good;
}

static int is_points(const struct dirent *entry)
{
   const char *suffix = strrchr(entry->d_name, '.');

   return suffix && strcmp(suffix, ".tsv") == 0;
}

bool corpus_read(corpus *c, const char *folder, corpus_cost cost)
{
   struct dirent **files;
   const int count = scandir(folder, &files, is_points, alphasort);
   bool is_good = count > 0;
   size_t room = 0;

   *c = (corpus){ NULL, 0 };
   if (count < 0)
      perror(folder);
   for (int i = 0; i < count; i++) {
      char *path = memory_format("%s/%s", folder, files[i]->d_name);

      is_good = is_good && read_file(c, path, cost, &room);
      free(path);
      free(files[i]);
   }
   if (count >= 0)
      free(files);
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

corpus_part corpus_half(const corpus_case *c)
{
   uint64_t hash = 0xcbf29ce484222325;   /* FNV-1a */

   for (const char *p = c->program; *p; p++)
      hash = (hash ^ (unsigned char)*p) * 0x100000001b3;
   return hash >> 32 & 1 ? CORPUS_TESTING : CORPUS_TRAINING;
}

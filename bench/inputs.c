/* Write the inputs of the benchmark's programs, the same on every machine:

      inputs text BYTES     lines of words, with the frequencies of real texts
      inputs c FUNCTIONS    a C file that needs no header
      inputs sql ROWS       a script for sqlite3

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Marsaglia's xorshift64*: the same sequence on all machines. */
static uint64_t state = 88172645463325252ull;

static unsigned below(unsigned n)
{
   state ^= state >> 12;
   state ^= state << 25;
   state ^= state >> 27;
   return (unsigned)((state * 2685821657736338717ull) >> 33) % n;
}

/* ------------------------------------------------------------------- text */

enum { WORDS = 20000, LONGEST = 16 };

static char words[WORDS][LONGEST];

static void make_words(void)
{
   static const char consonants[] = "bcdfghklmnprstvw", vowels[] = "aeiou";

   for (unsigned i = 0; i < WORDS; i++) {
      unsigned syllables = 1 + below(2 + (i > 100)), n = 0;

      for (; syllables > 0; syllables--) {
         words[i][n++] = consonants[below(sizeof consonants - 1)];
         words[i][n++] = vowels[below(sizeof vowels - 1)];
         if (below(3) == 0)
            words[i][n++] = consonants[below(sizeof consonants - 1)];
      }
   }
}

/* Return a word.  Its frequency falls about as 1/rank, because the exponent of
   the limit is distributed evenly. */
static unsigned word(void)
{
   unsigned limit = 1u << below(15);
   return below(limit < WORDS ? limit : WORDS);
}

static void text(unsigned long bytes)
{
   unsigned long done = 0;

   make_words();
   while (done < bytes) {
      unsigned n = 5 + below(10);

      for (; n > 0; n--)
         done += printf("%s%s", words[word()], n > 1 ? " " : "");
      done += printf(below(4) == 0 ? ".\n" : "\n");
   }
}

/* ---------------------------------------------------------------------- C */

static const char *operand(void)
{
   static const char *const names[] = {
      "a", "b", "n", "sum", "r->key", "r->weight", "r->data[a & 15]",
      "table[(unsigned)b % 64]", "3", "17", "255"
   };
   return names[below(sizeof names / sizeof names[0])];
}

static const char *variable(void)
{
   static const char *const names[] = { "a", "b", "sum", "r->weight" };
   return names[below(sizeof names / sizeof names[0])];
}

static void expression(void)
{
   static const char *const operators[] = { "+", "-", "*", "^", "&", "|" };
   unsigned n = 1 + below(3);

   printf("%s", operand());
   for (; n > 0; n--)
      printf(" %s %s", operators[below(6)], operand());
}

static void statement(unsigned function)
{
   switch (below(6)) {
   case 0:
      printf("   for (int i = 0; i < (n & 63); i++) {\n      sum += ");
      expression();
      printf(" + i;\n      r->data[i & 15] ^= %s;\n   }\n", operand());
      break;
   case 1:
      printf("   if (%s > %s)\n      %s = ", operand(), operand(), variable());
      expression();
      printf(";\n   else\n      %s -= %s;\n", variable(), operand());
      break;
   case 2:
      printf("   switch ((unsigned)b %% 4) {\n");
      for (unsigned i = 0; i < 3; i++)
         printf("   case %u: %s += %s; break;\n", i, variable(), operand());
      printf("   default: %s = ", variable());
      expression();
      printf(";\n   }\n");
      break;
   case 3:
      if (function > 0) {
         printf("   sum += f%u(r, %s, %s, ", below(function), operand(),
                operand());
         expression();
         printf(");\n");
      }
      break;
   default:
      printf("   %s = ", variable());
      expression();
      printf(";\n");
   }
}

static void c_source(unsigned long functions)
{
   printf("struct record { int key, weight, data[16]; struct record *next; "
          "};\nint table[64];\n");
   for (unsigned f = 0; f < functions; f++) {
      printf("\nint f%u(struct record *r, int a, int b, int n)\n{\n"
             "   int sum = %u;\n\n", f, f);
      for (unsigned n = 6 + below(8); n > 0; n--)
         statement(f);
      printf("   for (; r; r = r->next)\n      sum += r->key;\n"
             "   return sum;\n}\n");
   }
}

/* -------------------------------------------------------------------- SQL */

static void sql(unsigned long rows)
{
   make_words();
   printf("create table city (id integer primary key, name text, size int);\n"
          "create table person (id integer primary key, name text, "
          "city int, age int);\nbegin;\n");
   for (unsigned i = 0; i < 200; i++)
      printf("insert into city values (%u, '%s', %u);\n", i,
             words[below(WORDS)], below(1000000));
   for (unsigned i = 0; i < rows; i++)
      printf("insert into person values (%u, '%s %s', %u, %u);\n", i,
             words[word()], words[word()], below(200), below(100));
   printf("commit;\ncreate index person_name on person (name);\n");
   for (unsigned i = 0; i < rows / 20; i++)
      printf("select count(*), max(age) from person where name >= '%s' "
             "and name < '%sz';\n", words[word()], words[word()]);
   for (unsigned i = 0; i < 6; i++)
      printf("select city.name, count(*), sum(age), max(person.name) "
             "from person join city on person.city = city.id "
             "where age > %u group by city.id order by 2 desc, 1 limit 20;\n",
             below(60));
   printf("update person set age = age + 1 where name like '%%a';\n"
          "delete from person where city %% 3 = 0;\n"
          "select city, group_concat(substr(name, 1, 2), '') from person "
          "where id %% 50 = 0 group by city order by city;\n"
          "with recursive n(i) as (select 1 union all select i + 1 from n "
          "where i < %lu) select sum(i * i %% 7) from n;\n", rows * 2);
}

int main(int argc, char **argv)
{
   unsigned long n = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;

   if (n > 0 && strcmp(argv[1], "text") == 0)
      text(n);
   else if (n > 0 && strcmp(argv[1], "c") == 0)
      c_source(n);
   else if (n > 0 && strcmp(argv[1], "sql") == 0)
      sql(n);
   else {
      fprintf(stderr, "usage: inputs text BYTES | c FUNCTIONS | sql ROWS\n");
      return 2;
   }
   if (fflush(stdout) != 0 || ferror(stdout)) {
      perror("inputs");
      return 1;
   }
   return 0;
}

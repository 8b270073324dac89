/* A model of the processor: the cycles that blocks take by llvm-mca.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "samples/model.h"
#include "base/memory.h"
#include "samples/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Versions of llvm-mca that a system may have, the newest first; and the first
   that leaves out instructions that it doesn't know, if it is told to. */
enum { NEWEST = 25, OLDEST = 13, LEAVES_OUT = 19 };

/* Models that all these versions have, by the maker of the processor. */
static const struct {
   const char *maker, *model;
} models[] = {
   { "AMD", "znver3" },
   { "Intel", "icelake-server" },
};

/* Write an instruction as objdump shows it, without the symbol that is added,
   and with a target of a jump as a hexadecimal number.  llvm-mca, since version
   19, says nothing at all if there is an instruction that it can't read. */
static void write_instruction(FILE *f, const char *text)
{
   static const char digits[] = "0123456789abcdef";
   size_t past = strcspn(text, "<#"), last;

   while (past > 0 && text[past - 1] == ' ')
      past--;
   last = past;
   while (last > 0 && text[last - 1] != ' ')
      last--;
   fprintf(f, "%.*s%s%.*s\n", (int)last, text,
           last > 0 && strspn(text + last, digits) >= past - last ? "0x" : "",
           (int)(past - last), text + last);
}

/* Write the wanted blocks, each as a region with its number. */
static void write_blocks(FILE *f, const code *c, const bool *wanted)
{
   for (size_t b = 0; b < c->block_count; b++) {
      if (!wanted[b])
         continue;
      fprintf(f, "# LLVM-MCA-BEGIN b%zu\n", b);
      for (size_t i = c->blocks[b].first; i < c->blocks[b].past; i++)
         write_instruction(f, c->list[i].text);
      fputs("# LLVM-MCA-END\n", f);
   }
}

/* Part of the cycles in which the results before are waited for. */
#define CHAINED 50.0                  /* percent */

/* Return a number of a region that ends at `past`, or 0. */
static double number_in(const char *region, const char *past, const char *name)
{
   const char *found = strstr(region, name);

   if (found == NULL || (past && found > past))
      return 0;
   found += strlen(name);
   return strtod(found + strspn(found, " \t["), NULL);
}

void block_model_parse(const char *text, double *cycles, bool *chained,
                       size_t count)
{
   const char *region = text;

   while ((region = strstr(region, "Code Region - b")) != NULL) {
      const size_t block = strtoul(region + strlen("Code Region - b"), NULL,
                                   10);
      const char *past = strstr(region + 1, "Code Region - b");
      const double runs = number_in(region, past, "Iterations:");
      const double total = number_in(region, past, "Total Cycles:");

      if (block < count && runs > 0 && total > 0) {
         cycles[block] = total / runs;
         chained[block] = number_in(region, past, "- Register Dependencies") >
                          CHAINED;
      }
      region++;
   }
}

/* Run the newest llvm-mca.  Return its output, or NULL. */
static char *run(const char *processor, char *file)
{
   char *option = memory_format("-mcpu=%s", processor);
   char name[32] = "llvm-mca";
   char *text = NULL;

   for (int version = NEWEST; text == NULL && version >= OLDEST - 1;
        version--) {
      char *arguments[] = {
         name, option, (char *)"-march=x86-64", (char *)"-all-views=0",
         (char *)"-summary-view", (char *)"-bottleneck-analysis", file,
         (char *)"-skip-unsupported-instructions=any", NULL
      };
      const size_t skip = sizeof arguments / sizeof *arguments - 2;

      /* At last, the name without a version. */
      snprintf(name, sizeof name, version < OLDEST ? "llvm-mca"
                                                   : "llvm-mca-%d", version);
      if (version >= LEAVES_OUT || version < OLDEST)
         text = program_output(arguments);
      arguments[skip] = NULL;
      if (text == NULL)
         text = program_output(arguments);
   }
   free(option);
   return text;
}

bool block_model_make(block_model *m, const code *c, const bool *wanted,
                      const char *machine)
{
   char file[] = "/tmp/aprof-model-XXXXXX", *text = NULL;
   int fd;
   FILE *f;

   *m = (block_model){ 0 };
   for (size_t i = 0; i < sizeof models / sizeof *models; i++)
      if (strstr(machine, models[i].maker))
         m->processor = models[i].model;
   fd = m->processor ? mkstemp(file) : -1;
   if (fd < 0)
      return false;
   f = fdopen(fd, "w");
   if (f) {
      write_blocks(f, c, wanted);
      if (fclose(f) == 0)
         text = run(m->processor, file);
   }
   unlink(file);
   if (text == NULL)
      return false;
   m->cycles = memory_new(c->block_count, sizeof *m->cycles);
   m->chained = memory_new(c->block_count, sizeof *m->chained);
   block_model_parse(text, m->cycles, m->chained, c->block_count);
   free(text);
   return true;
}

void block_model_free(block_model *m)
{
   free(m->cycles);
   free(m->chained);
}

/* The instructions of a routine, and its basic blocks.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "samples/code.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/text.h"
#include "samples/program.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- objdump --- */

bool code_read(code *c, const char *image, uint64_t start, uint64_t end)
{
   char *from = memory_format("--start-address=0x%" PRIx64, start);
   char *to = memory_format("--stop-address=0x%" PRIx64, end);
   char *arguments[] = { (char *)"objdump", (char *)"-d",
                         (char *)"--no-show-raw-insn", (char *)"-w", from, to,
                         (char *)"--", (char *)image, NULL };
   char *text = program_output(arguments);

   free(from);
   free(to);
   *c = (code){ 0 };
   if (text == NULL) {
      message_error("list: objdump, which is part of binutils, can't "
                    "disassemble %s", image);
      return false;
   }
   code_parse(c, text);
   free(text);
   if (c->count == 0)
      message_error("list: objdump finds no instructions in %s", image);
   return c->count > 0;
}

/* --- instructions --- */

/* Return the address that follows the name of a jump, or 0. */
static uint64_t target_of(const char *text)
{
   const char *p = text + strcspn(text, " ");

   p += strspn(p, " ");
   return *p == '*' ? 0 : strtoull(p, NULL, 16);
}

/* Skip prefixes that objdump prints before the name. */
static const char *bare(const char *text)
{
   while (text_begins(text, "bnd ") || text_begins(text, "notrack "))
      text += strcspn(text, " ") + 1;
   return text;
}

static void classify(code_instruction *i, uint64_t *target)
{
   const char *text = bare(i->text);

   *target = 0;
   i->flow = FLOW_ON;
   if (text_begins(text, "call")) {
      i->call = true;
   } else if (text_begins(text, "jmp")) {
      i->flow = FLOW_JUMP;
      *target = target_of(text);
   } else if (text_begins(text, "ret") || text_begins(text, "hlt") ||
              text_begins(text, "ud2")) {
      i->flow = FLOW_END;
   } else if (*text == 'j' || text_begins(text, "loop") ||
              text_begins(text, "xbegin")) {
      i->flow = FLOW_BRANCH;
      *target = target_of(text);
   }
}

/* Add the instruction of a line `  ADDRESS:\tTEXT`; other lines are none. */
static void add_line(code *c, const char *line, size_t length,
                     uint64_t **targets, size_t *target_room)
{
   char *end;
   const char *past = line + length;
   uint64_t address = strtoull(line, &end, 16);
   code_instruction *i;

   if (end == line || end + 2 > past || end[0] != ':' || end[1] != '\t')
      return;
   c->list = memory_grow(c->list, c->count, &c->room, sizeof *c->list);
   *targets = memory_grow(*targets, c->count, target_room, sizeof **targets);
   i = &c->list[c->count];
   *i = (code_instruction){ .address = address,
                            .text = memory_part(end + 2, past - end - 2) };
   for (size_t n = strlen(i->text); n > 0 && i->text[n - 1] == ' '; n--)
      i->text[n - 1] = '\0';
   classify(i, &(*targets)[c->count++]);
}

/* --- blocks --- */

/* Return whether an instruction does nothing but take room. */
static bool is_padding(const char *text)
{
   while (text_begins(text, "data16 ") || text_begins(text, "cs "))
      text += strcspn(text, " ") + 1;
   return text_begins(text, "nop") || text_begins(text, "int3") ||
          text_begins(text, "xchg   %ax,%ax");
}

/* Make the blocks anew, where instructions are known to start one. */
static void make_blocks(code *c, const bool *starts)
{
   c->block_count = 0;
   for (size_t i = 0; i < c->count; i++) {
      if (i == 0 || starts[i]) {
         c->blocks = memory_grow(c->blocks, c->block_count, &c->block_room,
                                 sizeof *c->blocks);
         c->blocks[c->block_count++].first = i;
      }
      c->blocks[c->block_count - 1].past = i + 1;
      c->list[i].block = c->block_count - 1;
   }
}

/* A block begins at the first instruction, at targets, and behind each
   instruction that may go elsewhere.  What is behind padding that nothing runs
   into is the target of a table of jumps. */
static void find_blocks(code *c)
{
   bool *starts = memory_new(c->count + 1, sizeof *starts);
   bool is_reached = true;            /* from the instruction before */

   for (size_t i = 0; i < c->count; i++) {
      const code_flow flow = c->list[i].flow;

      if (c->list[i].target != CODE_NONE)
         starts[c->list[i].target] = true;
      if (flow != FLOW_ON)
         starts[i + 1] = true;
      if (is_reached || !is_padding(c->list[i].text)) {
         starts[i] |= !is_reached;
         is_reached = flow != FLOW_JUMP && flow != FLOW_END;
      }
   }
   make_blocks(c, starts);
   free(starts);
}

void code_split(code *c, const double *executions)
{
   bool *starts = memory_new(c->count + 1, sizeof *starts);

   for (size_t i = 1; i < c->count; i++)
      starts[i] = c->list[i].block != c->list[i - 1].block ||
                  fabs(executions[i] - executions[i - 1]) >
                  1e-9 * executions[i];
   make_blocks(c, starts);
   free(starts);
}

void code_parse(code *c, const char *text)
{
   uint64_t *targets = NULL;
   size_t target_room = 0;

   *c = (code){ 0 };
   while (*text) {
      const size_t length = strcspn(text, "\n");

      add_line(c, text, length, &targets, &target_room);
      text += length + (text[length] == '\n');
   }
   for (size_t i = 0; i < c->count; i++) {
      const size_t found = targets[i] ? code_find(c, targets[i]) : CODE_NONE;

      c->list[i].target = found != CODE_NONE &&
                          c->list[found].address == targets[i] ? found
                                                               : CODE_NONE;
      /* Inside the routine the address says enough, and in a stripped file the
         symbol behind it is another routine's. */
      if (c->list[i].target != CODE_NONE)
         c->list[i].text[strcspn(c->list[i].text, "<")] = '\0';
   }
   free(targets);
   find_blocks(c);
}

void code_free(code *c)
{
   for (size_t i = 0; i < c->count; i++)
      free(c->list[i].text);
   free(c->list);
   free(c->blocks);
}

size_t code_find(const code *c, uint64_t address)
{
   size_t low = 0, high = c->count;

   /* The first instruction behind the address. */
   while (low < high) {
      size_t middle = low + (high - low) / 2;

      if (c->list[middle].address > address)
         high = middle;
      else
         low = middle + 1;
   }
   return low == 0 ? CODE_NONE : low - 1;
}

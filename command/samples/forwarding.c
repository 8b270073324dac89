/* Loads of what narrower stores have just written.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "samples/forwarding.h"
#include "base/memory.h"
#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* An operand in memory: what is in its brackets, and what stands before. */
typedef struct {
   char registers[32];
   long place;
   unsigned size;                     /* bytes; 0: not known */
} operand;

#define MOST_STORES 16

typedef struct {
   operand list[MOST_STORES];         /* the last ones */
   size_t count;
} store_list;

/* Return the bytes of a register, by its name without `%`. */
static unsigned register_size(const char *name)
{
   const size_t length = strcspn(name, ",) ");
   const char last = length > 0 ? name[length - 1] : '\0';

   if (text_begins(name, "xmm"))
      return 16;
   if (text_begins(name, "ymm"))
      return 32;
   if (text_begins(name, "zmm"))
      return 64;
   if (*name == 'r')
      return !isdigit((unsigned char)name[1]) || isdigit((unsigned char)last)
             ? 8 : last == 'd' ? 4 : last == 'w' ? 2 : 1;
   return *name == 'e' ? 4 : last == 'l' || last == 'h' ? 1 : 2;
}

/* Return the part of a register's name that its parts share: ax of %rax, %eax,
   %al; 8 of %r8d. */
static void family(const char *name, char to[4])
{
   size_t n = 0;

   if ((*name == 'r' || *name == 'e') && name[1] != '\0' && name[1] != ',')
      name++;
   if (isdigit((unsigned char)*name))
      while (isdigit((unsigned char)*name) && n < 3)
         to[n++] = *name++;
   else if (name[0] && name[1])
      while (n < 2)
         to[n++] = *name++;
   if (n == 2 && (to[1] == 'l' || to[1] == 'h'))
      to[1] = 'x';                    /* al, ah: ax; sil and dil are right */
   to[n] = '\0';
}

/* Return the bytes that an instruction moves to or from memory. */
static unsigned size_of(const char *text)
{
   const size_t length = strcspn(text, " ");
   const char *percent, *bracket = strchr(text, '(');

   if (text_begins(text, "movz") || text_begins(text, "movs"))
      switch (text[4]) {
      case 'b': return 1;
      case 'w': return 2;
      case 'l': return 4;
      case 's': return 4;             /* movss */
      case 'd': return 8;             /* movsd */
      default: return 0;
      }
   if (text_begins(text, "movd "))
      return 4;
   if (text_begins(text, "movq ") || text_begins(text, "movlp") ||
       text_begins(text, "movhp"))
      return 8;
   for (percent = strchr(text, '%'); percent;
        percent = strchr(percent + 1, '%'))
      if (percent < bracket || percent > strchr(bracket, ')')) {
         if (text_begins(percent + 1, "xmm") && length >= 2 &&
             (text_begins(text + length - 2, "ss") ||
              text_begins(text + length - 2, "sd")))
            return text[length - 1] == 's' ? 4 : 8;
         return register_size(percent + 1);
      }
   switch (text[length - 1]) {
   case 'b': return 1;
   case 'w': return 2;
   case 'l': return 4;
   case 'q': return 8;
   default: return 0;
   }
}

/* Read the operand in memory of an instruction.  *stores: it is the last
   operand.  Return false if there is none. */
static bool read_operand(const char *text, operand *o, bool *stores)
{
   const char *open = strchr(text, '(');
   const char *close = open ? strchr(open, ')') : NULL, *start = open;

   if (close == NULL || close - open >= (long)sizeof o->registers ||
       strchr(open, '%') == NULL || text_begins(text, "lea") ||
       text_begins(text, "nop") || strchr(text, '*'))
      return false;
   while (start > text && (isxdigit((unsigned char)start[-1]) ||
                           start[-1] == 'x' || start[-1] == '-'))
      start--;
   memcpy(o->registers, open, close - open);
   o->registers[close - open] = '\0';
   o->place = strtol(start, NULL, 16);
   o->size = size_of(text);
   *stores = close[1] == '\0';
   return o->size > 0;
}

/* Return whether an instruction may write registers that it does not name. */
static bool writes_others(const char *text)
{
   static const char *const names[] = {
      "push", "pop", "call", "leave", "mul", "imul", "div", "idiv", "cqto",
      "cltd", "cltq", "cwtl", "rep", "xchg", "cmpxchg", "lock", "cpuid",
      "rdtsc", "syscall", "lods", "stos", "xadd", NULL,
   };

   for (size_t i = 0; names[i]; i++)
      if (text_begins(text, names[i]))
         return true;
   return false;
}

/* Forget the stores whose address has a register that is the last operand. */
static void forget(store_list *s, const char *text)
{
   const char *last = strrchr(text, '%');
   char written[4];
   size_t kept = 0;

   if (writes_others(text)) {
      s->count = 0;
      return;
   }
   if (last == NULL || strpbrk(last, "),") || text_begins(text, "cmp") ||
       text_begins(text, "test"))
      return;
   family(last + 1, written);
   for (size_t i = 0; i < s->count; i++) {
      bool uses = false;

      for (const char *p = s->list[i].registers; (p = strchr(p, '%')); p++) {
         char used[4];

         family(p + 1, used);
         uses |= strcmp(used, written) == 0;
      }
      if (!uses)
         s->list[kept++] = s->list[i];
   }
   s->count = kept;
}

/* Return whether the last store with bytes of a load has not all of them. */
static bool is_blocked(const store_list *s, const operand *load)
{
   for (size_t i = s->count; i-- > 0; ) {
      const operand *o = &s->list[i];

      if (strcmp(o->registers, load->registers) != 0 ||
          o->place >= load->place + (long)load->size ||
          load->place >= o->place + (long)o->size)
         continue;
      return o->place > load->place ||
             o->place + o->size < load->place + load->size;
   }
   return false;
}

static void add(store_list *s, const operand *o)
{
   if (s->count == MOST_STORES)
      memmove(s->list, s->list + 1, --s->count * sizeof *s->list);
   s->list[s->count++] = *o;
}

bool *forwarding_blocked(const code *c)
{
   bool *blocked = memory_new(c->count, sizeof *blocked);

   for (size_t b = 0; b < c->block_count; b++) {
      store_list s = { .count = 0 };

      for (size_t i = c->blocks[b].first; i < c->blocks[b].past; i++) {
         const char *text = c->list[i].text;
         operand o;
         bool stores;

         if (!read_operand(text, &o, &stores)) {
            forget(&s, text);
            continue;
         }
         /* Where memory is the last operand, a move only stores, a comparison
            only loads, and all others do both. */
         if (!stores || !text_begins(text, "mov"))
            blocked[i] = is_blocked(&s, &o);
         if (stores && !text_begins(text, "cmp") && !text_begins(text, "test"))
            add(&s, &o);
         forget(&s, text);
      }
   }
   return blocked;
}

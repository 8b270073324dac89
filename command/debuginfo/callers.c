/* Which routine of a library a program has called: see callers.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "debuginfo/callers.h"
#include "base/hash.h"
#include "base/memory.h"
#include "debuginfo/segments.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Headers older than glibc 2.26 do not have it. */
#ifndef DF_1_PIE
#define DF_1_PIE 0x08000000
#endif

/* Numbers of registers in .eh_frame. */
enum { BP = 6, SP = 7, RETURN_ADDRESS = 16 };

/* A routine, by addresses of the image. */
typedef struct {
   uint64_t start, end;
   bool is_reserved;                  /* by its name */
} range;

/* How the caller's registers are found at an address: its stack pointer is
   `offset` above the register `base`, and others were saved at places relative
   to that. */
typedef struct {
   uint64_t address;
   int base;                          /* 0: it is not known */
   uint64_t offset;
   bool saves_bp;
   uint64_t bp_at, return_at;
} rule;

struct callers {
   Elf *elf;
   Dwarf_CFI *cfi;
   segments segments;
   bool is_library;
   range *ranges;                     /* by start: public routines of a library,
                                         internal ones of a program */
   size_t count, room;
   rule *rules;
   size_t rule_count, rule_room;
   hash_index rule_index;
};

/* --- public and internal routines --- */

static bool is_program(Elf *elf)
{
   Elf_Scn *section = NULL;
   GElf_Ehdr head;
   GElf_Shdr header;
   GElf_Dyn entry;

   if (gelf_getehdr(elf, &head) == NULL || head.e_type != ET_DYN)
      return true;
   while ((section = elf_nextscn(elf, section)) != NULL) {
      Elf_Data *data;

      if (gelf_getshdr(section, &header) == NULL ||
          header.sh_type != SHT_DYNAMIC ||
          (data = elf_getdata(section, NULL)) == NULL)
         continue;
      for (int i = 0; gelf_getdyn(data, i, &entry); i++)
         if (entry.d_tag == DT_FLAGS_1 && entry.d_un.d_val & DF_1_PIE)
            return true;
   }
   return false;
}

static void add_ranges(callers *c, Elf_Data *data, size_t strings)
{
   GElf_Sym symbol;

   for (int i = 0; gelf_getsym(data, i, &symbol); i++) {
      const int type = GELF_ST_TYPE(symbol.st_info);
      const char *name = elf_strptr(c->elf, strings, symbol.st_name);

      if (name == NULL || symbol.st_shndx == SHN_UNDEF || symbol.st_size == 0 ||
          (type != STT_FUNC && type != STT_GNU_IFUNC))
         continue;
      c->ranges = memory_grow(c->ranges, c->count, &c->room, sizeof *c->ranges);
      c->ranges[c->count++] = (range){
         symbol.st_value, symbol.st_value + symbol.st_size,
         strncmp(name, "__", 2) == 0,
      };
   }
}

/* By start, and names that are not reserved first. */
static int compare(const void *p, const void *q)
{
   const range *a = p, *b = q;

   if (a->start != b->start)
      return a->start > b->start ? 1 : -1;
   return a->is_reserved - b->is_reserved;
}

/* Keep one range of each start; of a program those of internal routines. */
static void sort_ranges(callers *c)
{
   size_t kept = 0;
   uint64_t last = 0;

   if (c->count > 0)
      qsort(c->ranges, c->count, sizeof *c->ranges, compare);
   for (size_t i = 0; i < c->count; i++) {
      const range r = c->ranges[i];
      const bool is_first = i == 0 || r.start != last;

      last = r.start;
      if (is_first && (c->is_library || r.is_reserved))
         c->ranges[kept++] = r;
   }
   c->count = kept;
}

static void read_ranges(callers *c)
{
   const GElf_Word wanted = c->is_library ? SHT_DYNSYM : SHT_SYMTAB;
   Elf_Scn *section = NULL;
   GElf_Shdr header;

   while ((section = elf_nextscn(c->elf, section)) != NULL) {
      Elf_Data *data;

      if (gelf_getshdr(section, &header) && header.sh_type == wanted &&
          (data = elf_getdata(section, NULL)) != NULL)
         add_ranges(c, data, header.sh_link);
   }
   sort_ranges(c);
}

bool callers_is_internal(const callers *c, uint64_t offset)
{
   size_t low = 0, high = c->count;
   uint64_t address;
   bool is_listed;

   if (!segments_address(&c->segments, offset, &address))
      return false;
   /* The first range that starts after the address. */
   while (low < high) {
      const size_t middle = low + (high - low) / 2;

      if (c->ranges[middle].start > address)
         high = middle;
      else
         low = middle + 1;
   }
   is_listed = low > 0 && address < c->ranges[low - 1].end;
   return is_listed != c->is_library;
}

/* --- the file --- */

static bool is_of_x86_64(Elf *elf)
{
   GElf_Ehdr head;

   return gelf_getehdr(elf, &head) && head.e_machine == EM_X86_64 &&
          head.e_ident[EI_CLASS] == ELFCLASS64;
}

callers *callers_open(const char *file)
{
   const int fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
   callers *c;

   if (fd < 0)
      return NULL;
   c = memory_new(1, sizeof *c);
   elf_version(EV_CURRENT);
   /* Its parts are copied: the file may be cut off while it is open. */
   c->elf = elf_begin(fd, ELF_C_READ, NULL);
   if (c->elf && is_of_x86_64(c->elf)) {
      segments_read(&c->segments, c->elf);
      c->is_library = !is_program(c->elf);
      read_ranges(c);
      if (c->count > 0)
         c->cfi = dwarf_getcfi_elf(c->elf);
      elf_cntl(c->elf, ELF_C_FDDONE);
   }
   close(fd);
   if (c->cfi)
      return c;
   callers_close(c);
   return NULL;
}

void callers_close(callers *c)
{
   if (c == NULL)
      return;
   if (c->cfi)
      dwarf_cfi_end(c->cfi);
   if (c->elf)
      elf_end(c->elf);
   segments_free(&c->segments);
   free(c->ranges);
   free(c->rules);
   free(c->rule_index.slots);
   free(c);
}

/* --- callers --- */

/* Set the place where a register of the caller was saved.  Return false if it was
   not. */
static bool find_place(Dwarf_Frame *frame, int number, uint64_t *place)
{
   Dwarf_Op memory[3], *ops;
   size_t count;

   if (dwarf_frame_register(frame, number, memory, &ops, &count) != 0 ||
       count == 0 || count > 2 || ops[0].atom != DW_OP_call_frame_cfa ||
       (count == 2 && ops[1].atom != DW_OP_plus_uconst))
      return false;
   *place = count == 2 ? ops[1].number : 0;
   return true;
}

static rule read_rule(const callers *c, uint64_t address)
{
   rule r = { .address = address };
   Dwarf_Frame *frame;
   Dwarf_Op *ops;
   size_t count;

   if (dwarf_cfi_addrframe(c->cfi, address, &frame) != 0)
      return r;
   if (dwarf_frame_cfa(frame, &ops, &count) == 0 && count == 1 &&
       ops->atom == DW_OP_bregx && (ops->number == SP || ops->number == BP) &&
       find_place(frame, RETURN_ADDRESS, &r.return_at)) {
      r.base = (int)ops->number;
      r.offset = ops->number2;
   }
   r.saves_bp = find_place(frame, BP, &r.bp_at);
   free(frame);
   return r;
}

static bool is_rule(const void *context, size_t thing, const void *key)
{
   const uint64_t *address = key;

   return ((const callers *)context)->rules[thing].address == *address;
}

/* Return the rule of an address.  System calls and the calls to them are made at
   a few places, which are asked for again and again. */
static const rule *rule_at(callers *c, uint64_t address)
{
   const uint64_t code = hash_number(0, address);
   size_t found = hash_find(&c->rule_index, code, is_rule, c, &address);

   if (found == HASH_NONE) {
      c->rules = memory_grow(c->rules, c->rule_count, &c->rule_room,
                             sizeof *c->rules);
      found = c->rule_count++;
      c->rules[found] = read_rule(c, address);
      hash_add(&c->rule_index, code, found);
   }
   return &c->rules[found];
}

/* Read a word of the stack.  Return false if it was not copied. */
static bool read_stack(const callers_frame *f, uint64_t at, uint64_t *word)
{
   const uint64_t from = at - f->start;

   if (f->size < sizeof *word || from > f->size - sizeof *word)
      return false;
   memcpy(word, f->stack + from, sizeof *word);
   return true;
}

bool callers_return(callers *c, uint64_t offset, callers_frame *f,
                    uint64_t *to)
{
   const rule *r;
   uint64_t address, top;

   if (!segments_address(&c->segments, offset, &address))
      return false;
   r = rule_at(c, address);
   if (r->base == 0)
      return false;
   top = (r->base == SP ? f->sp : f->bp) + r->offset;
   if (!read_stack(f, top + r->return_at, to) ||
       (r->saves_bp && !read_stack(f, top + r->bp_at, &f->bp)))
      return false;
   f->sp = top;
   return true;
}

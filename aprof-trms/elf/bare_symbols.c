/* Symbols of code that Valgrind's reader leaves out.

   Valgrind keeps symbols of code with a type and a size only (valgrind,
   coregrind/m_debuginfo/readelf.c, get_elf_symbol_info).

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "elf/bare_symbols.h"
#include "elf/elf_file.h"
#include "pub_tool_xarray.h"

/* A symbol.  Of several at one place the best is the first. */
typedef struct {
   ULong offset;                /* in the file */
   ULong name;                  /* in the table of names */
   UInt rank;
} Symbol;

enum { TYPED, GLOBAL, WEAK, LOCAL };             /* Symbol.rank */
enum { AT_ONCE = 1024, LONGEST = 4096 };

struct _BareSymbols {
   const HChar *file;
   HChar *build_id;
   const HChar *table;          /* name of the section; NULL: there is none */
   XArray *symbols;             /* by offset and rank */
};

/* Open the file with the table of symbols of `name`. */
static Bool open_table(ElfFile *f, const ElfFile *of, const HChar *name,
                       const HChar *build_id, const HChar **table)
{
   *table = ".symtab";
   if (elf_file_section(of, *table) != NULL)
      return elf_file_open(f, name);
   if (elf_file_open_debug(f, of, name, build_id, *table))
      return True;
   *table = ".dynsym";
   return elf_file_section(of, *table) != NULL && elf_file_open(f, name);
}

static const Elf64_Shdr *names_of(const ElfFile *f, const Elf64_Shdr *table)
{
   return table->sh_link < f->n ? &f->sections[table->sh_link] : NULL;
}

/* Return the rank of a symbol that may name code. */
static UInt rank_of(const Elf64_Sym *s)
{
   if (ELF64_ST_TYPE(s->st_info) != STT_NOTYPE)
      return TYPED;
   switch (ELF64_ST_BIND(s->st_info)) {
   case STB_LOCAL: return LOCAL;
   case STB_WEAK: return WEAK;
   default: return GLOBAL;
   }
}

static Bool is_wanted(const Elf64_Sym *s, Bool is_all)
{
   if (s->st_name == 0 || s->st_shndx == SHN_UNDEF
       || s->st_shndx == SHN_ABS)
      return False;
   switch (ELF64_ST_TYPE(s->st_info)) {
   case STT_NOTYPE:
      return True;
   case STT_FUNC: case STT_GNU_IFUNC:
      return is_all || s->st_size == 0;
   default:
      return False;
   }
}

/* Add the symbols of a table; `of`: the file that has the code. */
static void add_symbols(BareSymbols *b, const ElfFile *f, const ElfFile *of,
                        const Elf64_Shdr *table, Bool is_all)
{
   const ULong count = table->sh_size / sizeof(Elf64_Sym);
   Elf64_Sym *some = VG_(malloc)("aprof.bare_symbols.some",
                                 AT_ONCE * sizeof *some);

   for (ULong at = 0; at < count; at += AT_ONCE) {
      const UInt n = count - at < AT_ONCE ? count - at : AT_ONCE;
      if (!elf_file_read(f, table->sh_offset + at * sizeof *some,
                         n * sizeof *some, some))
         break;
      for (UInt i = 0; i < n; i++) {
         const Elf64_Sym *s = &some[i];
         const Elf64_Shdr *code = is_wanted(s, is_all)
                                  ? elf_file_code_at(of, s->st_value) : NULL;
         Symbol new;
         if (code == NULL)
            continue;
         new = (Symbol){ s->st_value - code->sh_addr + code->sh_offset,
                         s->st_name, rank_of(s) };
         VG_(addToXA)(b->symbols, &new);
      }
   }
   VG_(free)(some);
}

static Int compare(const void *x, const void *y)
{
   const Symbol *a = x, *b = y;

   if (a->offset != b->offset)
      return a->offset < b->offset ? -1 : 1;
   if (a->rank != b->rank)
      return a->rank < b->rank ? -1 : 1;
   return a->name < b->name ? -1 : a->name > b->name;
}

BareSymbols *bare_symbols_read(const HChar *file, const HChar *build_id,
                               Bool is_all)
{
   BareSymbols *b = VG_(calloc)("aprof.bare_symbols", 1, sizeof *b);
   ElfFile f, of;

   b->file = file;
   b->build_id = VG_(strdup)("aprof.bare_symbols.build_id", build_id);
   b->symbols = VG_(newXA)(VG_(malloc), "aprof.bare_symbols.symbols",
                           VG_(free), sizeof(Symbol));
   if (!elf_file_open(&of, file))
      return b;
   if (open_table(&f, &of, file, build_id, &b->table)) {
      add_symbols(b, &f, &of, elf_file_section(&f, b->table), is_all);
      elf_file_close(&f);
   }
   elf_file_close(&of);
   VG_(setCmpFnXA)(b->symbols, compare);
   VG_(sortXA)(b->symbols);
   return b;
}

static const Symbol *symbol(const BareSymbols *b, Word i)
{
   return VG_(indexXA)(b->symbols, i);
}

/* Return the index of the first symbol at the place, or behind it. */
static Word first_at(const BareSymbols *b, ULong offset)
{
   Word low = 0, high = VG_(sizeXA)(b->symbols);

   while (low < high) {
      const Word middle = low + (high - low) / 2;
      if (symbol(b, middle)->offset < offset)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

static Bool is_at(const BareSymbols *b, Word i, ULong offset)
{
   return i < VG_(sizeXA)(b->symbols) && symbol(b, i)->offset == offset;
}

Bool bare_symbols_begin_routine(const BareSymbols *b, ULong offset)
{
   const Word i = first_at(b, offset);

   return is_at(b, i, offset) && symbol(b, i)->rank != LOCAL;
}

/* Return a copy of the name in a table of names, if it may be a routine's. */
static HChar *read_name(const ElfFile *f, const Elf64_Shdr *names, ULong at)
{
   ULong most = at < names->sh_size ? names->sh_size - at : 0;
   HChar *name = elf_file_part(f, names->sh_offset + at,
                               most < LONGEST ? most : LONGEST, LONGEST);

   if (name != NULL && name[0] != '\0' && name[0] != '.' && name[0] != '$')
      return name;
   VG_(free)(name);
   return NULL;
}

HChar *bare_symbols_name(const BareSymbols *b, ULong offset)
{
   const HChar *table;
   const Elf64_Shdr *names;
   HChar *name = NULL;
   ElfFile f, of;
   Word i = first_at(b, offset);

   if (!is_at(b, i, offset) || !elf_file_open(&of, b->file))
      return NULL;
   if (open_table(&f, &of, b->file, b->build_id, &table)) {
      names = names_of(&f, elf_file_section(&f, table));
      while (names != NULL && name == NULL && is_at(b, i, offset))
         name = read_name(&f, names, symbol(b, i++)->name);
      elf_file_close(&f);
   }
   elf_file_close(&of);
   return name;
}

/* The routines that a shared library exports: see exports.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "elf/exports.h"
#include "elf/elf_file.h"

/* Headers older than glibc 2.26 do not have it. */
#ifndef DF_1_PIE
#define DF_1_PIE 0x08000000
#endif

/* A routine, by addresses of the file. */
typedef struct {
   ULong start, end;
} Export;

struct _Exports {
   Bool is_library;
   Export *list;                /* by start */
   ULong count;
};

/* A program that may lie anywhere is a shared object as well, and marked. */
static Bool is_library(const ElfFile *f)
{
   const Elf64_Shdr *section = elf_file_section(f, ".dynamic");
   Bool is_program = True;
   Elf64_Ehdr header;
   Elf64_Dyn *entries;

   if (section == NULL || !elf_file_read(f, 0, sizeof header, &header)
       || header.e_type != ET_DYN)
      return False;
   entries = elf_file_part(f, section->sh_offset, section->sh_size,
                           ELF_FILE_MOST);
   if (entries != NULL) {
      is_program = False;
      for (ULong i = 0; i < section->sh_size / sizeof *entries; i++)
         if (entries[i].d_tag == DT_FLAGS_1
             && (entries[i].d_un.d_val & DF_1_PIE) != 0)
            is_program = True;
      VG_(free)(entries);
   }
   return !is_program;
}

static Bool is_routine(const Elf64_Sym *s)
{
   const UInt type = ELF64_ST_TYPE(s->st_info);

   return s->st_shndx != SHN_UNDEF && s->st_size > 0
          && (type == STT_FUNC || type == STT_GNU_IFUNC);
}

static Int compare(const void *p, const void *q)
{
   const Export *a = p, *b = q;

   return a->start < b->start ? -1 : a->start > b->start;
}

static void read_symbols(Exports *e, const ElfFile *f)
{
   const Elf64_Shdr *table = elf_file_section(f, ".dynsym");
   const ULong count = table == NULL ? 0 : table->sh_size / sizeof(Elf64_Sym);
   Elf64_Sym *symbols = count == 0 ? NULL
                        : elf_file_part(f, table->sh_offset, table->sh_size,
                                        ELF_FILE_MOST);

   if (symbols == NULL)
      return;
   e->list = VG_(malloc)("aprof.exports.list", count * sizeof *e->list);
   for (ULong i = 0; i < count; i++)
      if (is_routine(&symbols[i]))
         e->list[e->count++] = (Export){
            symbols[i].st_value, symbols[i].st_value + symbols[i].st_size
         };
   VG_(ssort)(e->list, e->count, sizeof *e->list, compare);
   VG_(free)(symbols);
}

Exports *exports_read(const HChar *file)
{
   Exports *e = VG_(calloc)("aprof.exports", 1, sizeof *e);
   ElfFile f;

   if (!elf_file_open(&f, file))
      return e;
   e->is_library = is_library(&f);
   if (e->is_library)
      read_symbols(e, &f);
   elf_file_close(&f);
   return e;
}

Bool exports_is_library(const Exports *e)
{
   return e->is_library;
}

Bool exports_have(const Exports *e, ULong address)
{
   ULong from = 0, to = e->count;

   /* The last one that begins at or before the address is below `to`. */
   while (from < to) {
      const ULong middle = from + (to - from) / 2;
      if (e->list[middle].start <= address)
         from = middle + 1;
      else
         to = middle;
   }
   return to > 0 && address < e->list[to - 1].end;
}

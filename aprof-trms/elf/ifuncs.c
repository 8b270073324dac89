/* Resolvers that a file exports: see ifuncs.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "elf/ifuncs.h"
#include "elf/elf_file.h"

/* A resolver, by places in the file. */
typedef struct {
   ULong start, end;
   const HChar *name;
} Ifunc;

struct _Ifuncs {
   Ifunc *list;
   ULong count;
   HChar *names;                /* the table of names, with a NUL behind it */
   ULong names_size;
};

static Bool has_all_symbols(const ElfFile *f, const HChar *name,
                            const HChar *build_id)
{
   ElfFile debug;

   if (elf_file_section(f, ".symtab") != NULL)
      return True;
   if (!elf_file_open_debug(&debug, f, name, build_id, ".symtab"))
      return False;
   elf_file_close(&debug);
   return True;
}

static UInt underscores(const HChar *name)
{
   UInt n = 0;

   while (name[n] == '_')
      n++;
   return n;
}

Bool ifuncs_prefer(const HChar *name, const HChar *other)
{
   const UInt a = underscores(name), b = underscores(other);

   return a != b ? a < b : VG_(strcmp)(name, other) > 0;
}

static void add(Ifuncs *f, const ElfFile *file, const Elf64_Sym *s)
{
   const Elf64_Shdr *code;
   ULong start;

   if (ELF64_ST_TYPE(s->st_info) != STT_GNU_IFUNC
       || s->st_shndx == SHN_UNDEF || s->st_size == 0
       || s->st_name >= f->names_size || f->names[s->st_name] == '\0'
       || (code = elf_file_code_at(file, s->st_value)) == NULL)
      return;
   start = s->st_value - code->sh_addr + code->sh_offset;
   f->list[f->count++]
      = (Ifunc){ start, start + s->st_size, f->names + s->st_name };
}

static void read_symbols(Ifuncs *f, const ElfFile *file)
{
   const Elf64_Shdr *table = elf_file_section(file, ".dynsym"), *names;
   const ULong count = table == NULL ? 0 : table->sh_size / sizeof(Elf64_Sym);
   Elf64_Sym *symbols;

   if (count == 0 || table->sh_link >= file->n)
      return;
   names = &file->sections[table->sh_link];
   symbols = elf_file_part(file, table->sh_offset, table->sh_size,
                           ELF_FILE_MOST);
   f->names = elf_file_part(file, names->sh_offset, names->sh_size,
                            ELF_FILE_MOST);
   if (symbols != NULL && f->names != NULL) {
      f->names_size = names->sh_size;
      f->list = VG_(malloc)("aprof.ifuncs.list", count * sizeof *f->list);
      for (ULong i = 0; i < count; i++)
         add(f, file, &symbols[i]);
      f->list = VG_(realloc)("aprof.ifuncs.list", f->list,
                             (f->count + 1) * sizeof *f->list);
   }
   VG_(free)(symbols);
}

Ifuncs *ifuncs_read(const HChar *file, const HChar *build_id)
{
   Ifuncs *f = VG_(calloc)("aprof.ifuncs", 1, sizeof *f);
   ElfFile e;

   if (!elf_file_open(&e, file))
      return f;
   read_symbols(f, &e);
   if (f->count > 0 && has_all_symbols(&e, file, build_id))
      f->count = 0;
   elf_file_close(&e);
   if (f->count == 0) {
      VG_(free)(f->list);
      VG_(free)(f->names);
      f->list = NULL;
      f->names = NULL;
   }
   return f;
}

const HChar *ifuncs_at(const Ifuncs *f, ULong place)
{
   const HChar *best = NULL;

   for (ULong i = 0; i < f->count; i++)
      if (place >= f->list[i].start && place < f->list[i].end
          && (best == NULL || ifuncs_prefer(f->list[i].name, best)))
         best = f->list[i].name;
   return best;
}

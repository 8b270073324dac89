/* Symbols that a stripped file exports.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "elf/exported_symbols.h"
#include "elf/elf_file.h"

enum { AT_ONCE = 1024 };

static Bool is_one_of(const HChar *name, const HChar *const *names)
{
   while (*names != NULL && !VG_STREQ(*names, name))
      names++;
   return *names != NULL;
}

/* text: the table of names, `length` bytes, and a NUL. */
static Addr find(const ElfFile *f, const Elf64_Shdr *table, const HChar *text,
                 ULong length, const HChar *const *names)
{
   const ULong count = table->sh_size / sizeof(Elf64_Sym);
   Elf64_Sym *some = VG_(malloc)("aprof.exported_symbols.some",
                                 AT_ONCE * sizeof *some);
   Addr found = 0;

   for (ULong at = 0; at < count && found == 0; at += AT_ONCE) {
      const UInt n = count - at < AT_ONCE ? count - at : AT_ONCE;
      if (!elf_file_read(f, table->sh_offset + at * sizeof *some,
                         n * sizeof *some, some))
         break;
      for (UInt i = 0; i < n && found == 0; i++)
         if (some[i].st_shndx != SHN_UNDEF && some[i].st_name < length
             && ELF64_ST_TYPE(some[i].st_info) == STT_FUNC
             && is_one_of(text + some[i].st_name, names))
            found = some[i].st_value;
   }
   VG_(free)(some);
   return found;
}

Addr exported_symbols_find(const HChar *file, const HChar *const *names)
{
   const Elf64_Shdr *table, *strings;
   HChar *text = NULL;
   Addr found = 0;
   ElfFile f;

   if (!elf_file_open(&f, file))
      return 0;
   table = elf_file_section(&f, ".dynsym");
   if (table != NULL && table->sh_link < f.n
       && elf_file_section(&f, ".symtab") == NULL) {
      strings = &f.sections[table->sh_link];
      text = elf_file_part(&f, strings->sh_offset, strings->sh_size,
                           ELF_FILE_MOST);
      if (text != NULL)
         found = find(&f, table, text, strings->sh_size, names);
   }
   VG_(free)(text);
   elf_file_close(&f);
   return found;
}

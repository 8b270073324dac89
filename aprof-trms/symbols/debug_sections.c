/* The DWARF sections of a file.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/debug_sections.h"
#include "symbols/elf_file.h"

static const HChar *const names[DWARF_SECTIONS] = {
   [DWARF_INFO] = ".debug_info", [DWARF_ABBREV] = ".debug_abbrev",
   [DWARF_STR] = ".debug_str", [DWARF_LINE_STR] = ".debug_line_str",
   [DWARF_STR_OFFSETS] = ".debug_str_offsets", [DWARF_ADDR] = ".debug_addr",
   [DWARF_RANGES] = ".debug_ranges", [DWARF_RNGLISTS] = ".debug_rnglists",
   [DWARF_LINE] = ".debug_line"
};

#define COMPRESSED "its debug information is compressed, which is not read: " \
                   "build it with -gz=none, or use objcopy " \
                   "--decompress-debug-sections"

void debug_sections_free(Dwarf *d)
{
   for (UInt i = 0; i < DWARF_SECTIONS; i++)
      VG_(free)((void *)d->section[i].bytes);
   VG_(free)(d);
}

/* Return a reader of the open file's sections from `first` to `last`; NULL: see
   *reason. */
static Dwarf *read_sections(const ElfFile *f, UInt first, UInt last,
                            const HChar **reason)
{
   Dwarf *d = VG_(calloc)("aprof.debug_sections.reader", 1, sizeof *d);

   for (UInt i = first; i <= last; i++) {
      const Elf64_Shdr *s = elf_file_section(f, names[i]);
      if (s == NULL)
         continue;
      if (s->sh_flags & SHF_COMPRESSED)
         *reason = COMPRESSED;
      else if ((d->section[i].bytes = elf_file_part(f, s->sh_offset,
                                                    s->sh_size,
                                                    ELF_FILE_MOST)) == NULL)
         *reason = "its debug information is damaged or too large";
      else {
         d->section[i].size = s->sh_size;
         continue;
      }
      debug_sections_free(d);
      return NULL;
   }
   return d;
}

static Dwarf *read_some(const HChar *file, const HChar *build_id, UInt first,
                        UInt last, const HChar **reason)
{
   ElfFile f, other;
   Dwarf *d = NULL;

   if (!elf_file_open(&f, file)) {
      *reason = "its file can't be read";
      return NULL;
   }
   if (elf_file_section(&f, names[DWARF_INFO]) != NULL)
      d = read_sections(&f, first, last, reason);
   else if (elf_file_open_debug(&other, &f, file, build_id,
                                names[DWARF_INFO])) {
      d = read_sections(&other, first, last, reason);
      elf_file_close(&other);
   } else if (elf_file_section(&f, ".zdebug_info") != NULL)
      *reason = COMPRESSED;
   else
      *reason = "its file has no debug information: build it with -g";
   elf_file_close(&f);
   return d;
}

Dwarf *debug_sections_read(const HChar *file, const HChar *build_id,
                           const HChar **reason)
{
   return read_some(file, build_id, 0, DWARF_SECTIONS - 1, reason);
}

Dwarf *debug_sections_abbreviations(const HChar *file, const HChar *build_id)
{
   const HChar *reason;

   return read_some(file, build_id, DWARF_ABBREV, DWARF_ABBREV, &reason);
}

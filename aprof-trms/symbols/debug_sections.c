/* The DWARF sections of a file.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/debug_sections.h"
#include "symbols/build_id.h"
#include "pub_tool_libcfile.h"

#include <elf.h>

static const HChar *const names[DWARF_SECTIONS] = {
   [DWARF_INFO] = ".debug_info", [DWARF_ABBREV] = ".debug_abbrev",
   [DWARF_STR] = ".debug_str", [DWARF_LINE_STR] = ".debug_line_str",
   [DWARF_STR_OFFSETS] = ".debug_str_offsets", [DWARF_ADDR] = ".debug_addr",
   [DWARF_RANGES] = ".debug_ranges", [DWARF_RNGLISTS] = ".debug_rnglists"
};

#define FOLDER "/usr/lib/debug"
enum { MOST_NAMES = 1 << 20, MOST_LINK = 4096, MOST_BYTES = 0x7fffffff };

/* An open ELF file. */
typedef struct {
   Int fd;
   ULong size;
   Elf64_Shdr *sections;
   UInt n;
   HChar *names;                /* ends with a NUL */
   ULong names_size;
} ElfFile;

/* Return a new copy of a part of the file, and a NUL behind it; NULL: the file
   has no such part. */
static void *read_part(const ElfFile *f, ULong at, ULong size, ULong most)
{
   UChar *bytes;
   ULong done = 0;

   if (size > most || at > f->size || size > f->size - at
       || VG_(lseek)(f->fd, (Off64T)at, VKI_SEEK_SET) != (Off64T)at)
      return NULL;
   bytes = VG_(malloc)("aprof.debug_sections.part", size + 1);
   while (done < size) {
      Int n = VG_(read)(f->fd, bytes + done, (Int)(size - done));
      if (n <= 0) {
         VG_(free)(bytes);
         return NULL;
      }
      done += n;
   }
   bytes[size] = '\0';
   return bytes;
}

static void close_file(ElfFile *f)
{
   VG_(free)(f->sections);
   VG_(free)(f->names);
   if (f->fd >= 0)
      VG_(close)(f->fd);
}

/* Open an ELF file with sections.  False: it is none; nothing is open then. */
static Bool open_file(ElfFile *f, const HChar *name)
{
   Elf64_Ehdr *header = NULL;
   struct vg_stat st;
   Bool good = False;

   VG_(memset)(f, 0, sizeof *f);
   f->fd = name[0] == '/' ? VG_(fd_open)(name, VKI_O_RDONLY, 0) : -1;
   if (f->fd >= 0 && VG_(fstat)(f->fd, &st) == 0 && st.size > 0) {
      f->size = st.size;
      header = read_part(f, 0, sizeof *header, sizeof *header);
   }
   if (header != NULL && VG_(memcmp)(header->e_ident, ELFMAG, SELFMAG) == 0
       && header->e_ident[EI_CLASS] == ELFCLASS64
       && header->e_shentsize == sizeof *f->sections
       && header->e_shstrndx < header->e_shnum) {
      f->n = header->e_shnum;
      f->sections = read_part(f, header->e_shoff, f->n * sizeof *f->sections,
                              MOST_BYTES);
   }
   if (f->sections != NULL) {
      f->names_size = f->sections[header->e_shstrndx].sh_size;
      f->names = read_part(f, f->sections[header->e_shstrndx].sh_offset,
                           f->names_size, MOST_NAMES);
      good = f->names != NULL;
   }
   VG_(free)(header);
   if (!good)
      close_file(f);
   return good;
}

static const HChar *name_of(const ElfFile *f, const Elf64_Shdr *s)
{
   return s->sh_name < f->names_size ? f->names + s->sh_name : "";
}

static const Elf64_Shdr *section_of(const ElfFile *f, const HChar *name)
{
   for (UInt i = 0; i < f->n; i++)
      if (VG_STREQ(name_of(f, &f->sections[i]), name)
          && f->sections[i].sh_type != SHT_NOBITS)
         return &f->sections[i];
   return NULL;
}

void debug_sections_free(Dwarf *d)
{
   for (UInt i = 0; i < DWARF_SECTIONS; i++)
      VG_(free)((void *)d->section[i].bytes);
   VG_(free)(d);
}

/* Return a reader of the open file's sections; NULL: see *reason. */
static Dwarf *read_sections(const ElfFile *f, const HChar **reason)
{
   Dwarf *d = VG_(calloc)("aprof.debug_sections.reader", 1, sizeof *d);

   for (UInt i = 0; i < DWARF_SECTIONS; i++) {
      const Elf64_Shdr *s = section_of(f, names[i]);
      if (s == NULL)
         continue;
      if (s->sh_flags & SHF_COMPRESSED)
         *reason = "its debug information is compressed, which is not read: "
                   "build it with -gz=none, or use objcopy "
                   "--decompress-debug-sections";
      else if ((d->section[i].bytes = read_part(f, s->sh_offset, s->sh_size,
                                                MOST_BYTES)) == NULL)
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

static Bool has_debug_info(const ElfFile *f)
{
   return section_of(f, names[DWARF_INFO]) != NULL;
}

/* Open the file, if it has debug information and this build id ("": any). */
static Bool open_debug(ElfFile *f, const HChar *name, const HChar *build_id)
{
   HChar *id = build_id_of_file(name);
   const Bool is_right = build_id[0] == '\0' || VG_STREQ(id, build_id);

   VG_(free)(id);
   if (!is_right || !open_file(f, name))
      return False;
   if (has_debug_info(f))
      return True;
   close_file(f);
   return False;
}

static Bool open_by_build_id(ElfFile *f, const HChar *build_id)
{
   HChar *name;
   Bool good;

   if (VG_(strlen)(build_id) < 3)
      return False;
   name = VG_(malloc)("aprof.debug_sections.name",
                      sizeof FOLDER + VG_(strlen)(build_id) + 32);
   VG_(sprintf)(name, "%s/.build-id/%c%c/%s.debug", FOLDER, build_id[0],
                build_id[1], build_id + 2);
   good = open_debug(f, name, build_id);
   VG_(free)(name);
   return good;
}

/* Open the file that .gnu_debuglink of `of` names: the link is a file name
   without a folder. */
static Bool open_by_link(ElfFile *f, const ElfFile *of, const HChar *file,
                         const HChar *build_id)
{
   const Elf64_Shdr *s = section_of(of, ".gnu_debuglink");
   HChar *link = s == NULL ? NULL
                           : read_part(of, s->sh_offset, s->sh_size,
                                       MOST_LINK);
   const SizeT folder = VG_(strrchr)(file, '/') + 1 - file;
   HChar *name;
   Bool good = False;

   if (link == NULL)
      return False;
   name = VG_(malloc)("aprof.debug_sections.name",
                      sizeof FOLDER + folder + VG_(strlen)(link) + 16);
   for (UInt i = 0; i < 3 && !good; i++) {
      const SizeT at = i == 2 ? sizeof FOLDER - 1 : 0;
      VG_(memcpy)(name, FOLDER, at);
      VG_(memcpy)(name + at, file, folder);
      VG_(sprintf)(name + at + folder, "%s%s", i == 1 ? ".debug/" : "", link);
      good = !VG_STREQ(name, file) && open_debug(f, name, build_id);
   }
   VG_(free)(name);
   VG_(free)(link);
   return good;
}

Dwarf *debug_sections_read(const HChar *file, const HChar *build_id,
                           const HChar **reason)
{
   ElfFile f, other;
   Dwarf *d = NULL;

   if (!open_file(&f, file)) {
      *reason = "its file can't be read";
      return NULL;
   }
   if (has_debug_info(&f))
      d = read_sections(&f, reason);
   else if (open_by_build_id(&other, build_id)
            || open_by_link(&other, &f, file, build_id)) {
      d = read_sections(&other, reason);
      close_file(&other);
   } else
      *reason = "its file has no debug information: build it with -g";
   close_file(&f);
   return d;
}

/* The sections of ELF files.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "elf/elf_file.h"
#include "elf/build_id.h"
#include "pub_tool_libcfile.h"

#define FOLDER "/usr/lib/debug"
enum { MOST_NAMES = 1 << 20, MOST_LINK = 4096 };

Bool elf_file_read(const ElfFile *f, ULong at, ULong size, void *to)
{
   UChar *bytes = to;

   if (at > f->size || size > f->size - at
       || VG_(lseek)(f->fd, (Off64T)at, VKI_SEEK_SET) != (Off64T)at)
      return False;
   for (ULong done = 0; done < size; ) {
      const ULong left = size - done;
      Int n = VG_(read)(f->fd, bytes + done,
                        left > ELF_FILE_MOST ? ELF_FILE_MOST : (Int)left);
      if (n <= 0)
         return False;
      done += n;
   }
   return True;
}

void *elf_file_part(const ElfFile *f, ULong at, ULong size, ULong most)
{
   UChar *bytes;

   if (size > most || size > f->size)
      return NULL;
   bytes = VG_(malloc)("aprof.elf_file.part", size + 1);
   if (!elf_file_read(f, at, size, bytes)) {
      VG_(free)(bytes);
      return NULL;
   }
   bytes[size] = '\0';
   return bytes;
}

ElfFileLater elf_file_later(const ElfFile *f)
{
   ElfFileLater l = { .path = VG_(strdup)("aprof.elf_file.later", f->path) };
   struct vg_stat st;

   if (VG_(fstat)(f->fd, &st) == 0) {
      l.size = st.size;
      l.changed = st.mtime;
      l.changed_ns = st.mtime_nsec;
   }
   return l;
}

void elf_file_later_free(ElfFileLater *l)
{
   VG_(free)(l->path);
   l->path = NULL;
}

Bool elf_file_later_read(const ElfFileLater *l, ULong at, ULong size, void *to)
{
   struct vg_stat st;
   ElfFile f = { .fd = VG_(fd_open)(l->path, VKI_O_RDONLY, 0) };
   Bool good = False;

   if (f.fd < 0)
      return False;
   if (VG_(fstat)(f.fd, &st) == 0 && (ULong)st.size == l->size
       && st.mtime == l->changed && st.mtime_nsec == l->changed_ns) {
      f.size = l->size;
      good = elf_file_read(&f, at, size, to);
   }
   VG_(close)(f.fd);
   return good;
}

void elf_file_close(ElfFile *f)
{
   VG_(free)(f->path);
   VG_(free)(f->sections);
   VG_(free)(f->names);
   if (f->fd >= 0)
      VG_(close)(f->fd);
}

Bool elf_file_open(ElfFile *f, const HChar *name)
{
   Elf64_Ehdr header;
   struct vg_stat st;

   VG_(memset)(f, 0, sizeof *f);
   f->fd = name[0] == '/' ? VG_(fd_open)(name, VKI_O_RDONLY, 0) : -1;
   f->path = VG_(strdup)("aprof.elf_file.path", name);
   if (f->fd >= 0 && VG_(fstat)(f->fd, &st) == 0 && st.size > 0)
      f->size = st.size;
   if (f->size > 0 && elf_file_read(f, 0, sizeof header, &header)
       && VG_(memcmp)(header.e_ident, ELFMAG, SELFMAG) == 0
       && header.e_ident[EI_CLASS] == ELFCLASS64
       && header.e_shentsize == sizeof *f->sections
       && header.e_shstrndx < header.e_shnum) {
      f->n = header.e_shnum;
      f->sections = elf_file_part(f, header.e_shoff,
                                  f->n * sizeof *f->sections, ELF_FILE_MOST);
   }
   if (f->sections != NULL) {
      f->names_size = f->sections[header.e_shstrndx].sh_size;
      f->names = elf_file_part(f, f->sections[header.e_shstrndx].sh_offset,
                               f->names_size, MOST_NAMES);
   }
   if (f->names != NULL)
      return True;
   elf_file_close(f);
   return False;
}

const HChar *elf_file_section_name(const ElfFile *f, const Elf64_Shdr *s)
{
   return s->sh_name < f->names_size ? f->names + s->sh_name : "";
}

const Elf64_Shdr *elf_file_section(const ElfFile *f, const HChar *name)
{
   for (UInt i = 0; i < f->n; i++)
      if (VG_STREQ(elf_file_section_name(f, &f->sections[i]), name)
          && f->sections[i].sh_type != SHT_NOBITS)
         return &f->sections[i];
   return NULL;
}

const Elf64_Shdr *elf_file_code_at(const ElfFile *f, ULong address)
{
   for (UInt i = 0; i < f->n; i++) {
      const Elf64_Shdr *s = &f->sections[i];
      if ((s->sh_flags & SHF_EXECINSTR) && s->sh_type != SHT_NOBITS
          && address >= s->sh_addr && address - s->sh_addr < s->sh_size)
         return s;
   }
   return NULL;
}

/* Open the file, if it has the section and this build id ("": any). */
static Bool open_right(ElfFile *f, const HChar *name, const HChar *build_id,
                       const HChar *section)
{
   HChar *id = build_id_of_file(name);
   const Bool is_right = build_id[0] == '\0' || VG_STREQ(id, build_id);

   VG_(free)(id);
   if (!is_right || !elf_file_open(f, name))
      return False;
   if (elf_file_section(f, section) != NULL)
      return True;
   elf_file_close(f);
   return False;
}

static Bool open_by_build_id(ElfFile *f, const HChar *build_id,
                             const HChar *section)
{
   HChar *name;
   Bool good;

   if (VG_(strlen)(build_id) < 3)
      return False;
   name = VG_(malloc)("aprof.elf_file.name",
                      sizeof FOLDER + VG_(strlen)(build_id) + 32);
   VG_(sprintf)(name, "%s/.build-id/%c%c/%s.debug", FOLDER, build_id[0],
                build_id[1], build_id + 2);
   good = open_right(f, name, build_id, section);
   VG_(free)(name);
   return good;
}

/* Open the file that .gnu_debuglink of `of` names: the link is a file name
   without a folder. */
static Bool open_by_link(ElfFile *f, const ElfFile *of, const HChar *file,
                         const HChar *build_id, const HChar *section)
{
   const Elf64_Shdr *s = elf_file_section(of, ".gnu_debuglink");
   HChar *link = s == NULL ? NULL
                           : elf_file_part(of, s->sh_offset, s->sh_size,
                                           MOST_LINK);
   const SizeT folder = VG_(strrchr)(file, '/') + 1 - file;
   HChar *name;
   Bool good = False;

   if (link == NULL)
      return False;
   name = VG_(malloc)("aprof.elf_file.name",
                      sizeof FOLDER + folder + VG_(strlen)(link) + 16);
   for (UInt i = 0; i < 3 && !good; i++) {
      const SizeT at = i == 2 ? sizeof FOLDER - 1 : 0;
      VG_(memcpy)(name, FOLDER, at);
      VG_(memcpy)(name + at, file, folder);
      VG_(sprintf)(name + at + folder, "%s%s", i == 1 ? ".debug/" : "", link);
      good = !VG_STREQ(name, file)
             && open_right(f, name, build_id, section);
   }
   VG_(free)(name);
   VG_(free)(link);
   return good;
}

Bool elf_file_open_debug(ElfFile *f, const ElfFile *of, const HChar *name,
                         const HChar *build_id, const HChar *section)
{
   return open_by_build_id(f, build_id, section)
          || open_by_link(f, of, name, build_id, section);
}

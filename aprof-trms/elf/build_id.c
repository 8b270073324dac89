/* What the tool reads from ELF files itself: the build id, from the file's
   notes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "elf/build_id.h"
#include "sys/syscall.h"
#include "pub_tool_libcfile.h"

#include <elf.h>

enum {
   MOST_HEADERS = 64,           /* program headers that are read */
   MOST_NOTES = 4096            /* bytes of a note segment that can be read */
};

static Bool read_at(Int fd, Off64T where, void *to, Int n)
{
   return VG_(lseek)(fd, where, VKI_SEEK_SET) == where
          && VG_(read)(fd, to, n) == n;
}

static HChar *hexadecimal(const UChar *bytes, UInt n)
{
   HChar *text = VG_(malloc)("aprof.elf.build_id", 2 * n + 1);

   text[0] = '\0';
   for (UInt i = 0; i < n; i++)
      VG_(sprintf)(text + 2 * i, "%02x", bytes[i]);
   return text;
}

static UInt align_up(UInt n)
{
   return (n + 3) & ~3u;
}

/* Return the build id among the notes, or NULL. */
static HChar *find_build_id(const UChar *notes, UInt size)
{
   Elf64_Nhdr note;
   UInt at = 0;

   while (at + sizeof note <= size) {
      VG_(memcpy)(&note, notes + at, sizeof note);
      at += sizeof note;
      if (note.n_namesz > size || note.n_descsz > size
          || at + align_up(note.n_namesz) + note.n_descsz > size)
         return NULL;
      const UChar *name = notes + at;
      const UChar *content = name + align_up(note.n_namesz);
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4
          && VG_(memcmp)(name, "GNU", 4) == 0)
         return hexadecimal(content, note.n_descsz);
      at += align_up(note.n_namesz) + align_up(note.n_descsz);
   }
   return NULL;
}

static HChar *build_id_in(Int fd)
{
   Elf64_Ehdr header;
   Elf64_Phdr segment;
   UChar notes[MOST_NOTES];

   if (!read_at(fd, 0, &header, sizeof header)
       || VG_(memcmp)(header.e_ident, ELFMAG, SELFMAG) != 0
       || header.e_ident[EI_CLASS] != ELFCLASS64)
      return NULL;
   for (UInt i = 0; i < header.e_phnum && i < MOST_HEADERS; i++) {
      if (!read_at(fd, header.e_phoff + i * sizeof segment, &segment,
                   sizeof segment))
         return NULL;
      if (segment.p_type != PT_NOTE || segment.p_filesz > sizeof notes
          || !read_at(fd, segment.p_offset, notes, segment.p_filesz))
         continue;
      HChar *id = find_build_id(notes, segment.p_filesz);
      if (id != NULL)
         return id;
   }
   return NULL;
}

HChar *build_id_of_file(const HChar *file)
{
   HChar *id = NULL;
   Int fd = file[0] == '/' ? VG_(fd_open)(file, VKI_O_RDONLY, 0) : -1;

   if (fd >= 0) {
      id = build_id_in(fd);
      VG_(close)(fd);
   }
   return id != NULL ? id : VG_(strdup)("aprof.elf.build_id", "");
}

Bool build_id_is_elf(Addr content)
{
   return syscall_is_there(content)
          && VG_(memcmp)((const void *)content, ELFMAG, SELFMAG) == 0;
}

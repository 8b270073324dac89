/* Where routines lie in a file that has no symbols for them: see frame_starts.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "elf/frame_starts.h"
#include "elf/elf_file.h"

/* A routine. */
typedef struct {
   ULong start, end;            /* in the file */
} Frame;

struct _FrameStarts {
   Frame *frames;               /* by start; none has code of another one */
   UInt count;
};

/* The head of .eh_frame_hdr as all linkers write it: a version, and how the three
   values behind it are encoded. */
enum { VERSION = 1, PCREL_SDATA4 = 0x1b, UDATA4 = 0x03, DATAREL_SDATA4 = 0x3b };
typedef struct {
   UChar version, frame, count, table;
   Int eh_frame;
   UInt frames;
} Header;

/* A line of its table; both values are relative to the section. */
typedef struct {
   Int start, description;
} Line;

/* The start of a frame description, if its addresses are relative and have four
   bytes, as in the small code models. */
typedef struct {
   UInt length, cie;
   Int start;                   /* relative to this field */
   UInt size;
} Description;

/* Return how much code the description at this address of .eh_frame has, if it is
   one of the routine that begins there; else `most`. */
static ULong size_of(const Elf64_Shdr *section, const UChar *content,
                     ULong address, ULong start, ULong most)
{
   const ULong at = address - section->sh_addr;
   Description d;

   if (at > section->sh_size || section->sh_size - at < sizeof d)
      return most;
   VG_(memcpy)(&d, content + at, sizeof d);
   if (address + 8 + (Long)d.start != start || d.size > most)
      return most;
   return d.size;
}

/* The linker's own code leads calls to other files: no routine begins there. */
static Bool is_linkage(const ElfFile *f, const Elf64_Shdr *code)
{
   return VG_(strncmp)(elf_file_section_name(f, code), ".plt", 4) == 0;
}

/* Fill the frames from the lines of the table at `base`. */
static void add_frames(FrameStarts *s, const ElfFile *f, ULong base,
                       const Line *lines, UInt n)
{
   const Elf64_Shdr *section = elf_file_section(f, ".eh_frame");
   UChar *content = section == NULL ? NULL
                    : elf_file_part(f, section->sh_offset, section->sh_size,
                                    ELF_FILE_MOST);

   if (content == NULL)
      return;
   s->frames = VG_(malloc)("aprof.frame_starts", n * sizeof *s->frames);
   for (UInt i = 0; i < n; i++) {
      const ULong start = base + (Long)lines[i].start;
      const Elf64_Shdr *code = elf_file_code_at(f, start);
      const ULong next = i + 1 < n ? base + (Long)lines[i + 1].start : ~(ULong)0;
      ULong most, place;

      if (code == NULL || is_linkage(f, code) || next < start)
         continue;
      most = code->sh_addr + code->sh_size - start;
      most = next - start < most ? next - start : most;
      place = start - code->sh_addr + code->sh_offset;
      s->frames[s->count++]
         = (Frame){ place, place + size_of(section, content,
                                           base + (Long)lines[i].description,
                                           start, most) };
   }
   VG_(free)(content);
}

FrameStarts *frame_starts_read(const HChar *file)
{
   FrameStarts *s = VG_(calloc)("aprof.frame_starts", 1, sizeof *s);
   const Elf64_Shdr *section;
   ElfFile f;
   UChar *content;
   Header h;

   if (!elf_file_open(&f, file))
      return s;
   section = elf_file_section(&f, ".eh_frame_hdr");
   content = section == NULL || section->sh_size < sizeof h ? NULL
             : elf_file_part(&f, section->sh_offset, section->sh_size,
                             ELF_FILE_MOST);
   if (content != NULL) {
      VG_(memcpy)(&h, content, sizeof h);
      if (h.version == VERSION && h.frame == PCREL_SDATA4 && h.count == UDATA4
          && h.table == DATAREL_SDATA4
          && h.frames <= (section->sh_size - sizeof h) / sizeof(Line))
         add_frames(s, &f, section->sh_addr, (Line *)(content + sizeof h),
                    h.frames);
      VG_(free)(content);
   }
   elf_file_close(&f);
   return s;
}

Bool frame_starts_find(const FrameStarts *s, ULong offset, ULong *start)
{
   UInt from = 0, to = s->count;

   /* The last one that begins at or before the place is below `to`. */
   while (from < to) {
      const UInt middle = from + (to - from) / 2;
      if (s->frames[middle].start <= offset)
         from = middle + 1;
      else
         to = middle;
   }
   if (to == 0 || offset >= s->frames[to - 1].end)
      return False;
   *start = s->frames[to - 1].start;
   return True;
}

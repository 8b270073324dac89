/* Memory that holds content of files: it is input, as the kernel's writes are.

   The content of programs and libraries is not input: it is their code and
   constants.  The engine calls this module when a cell without a writer is
   first read.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernel/file_mappings.h"
#include "elf/build_id.h"
#include "sys/segments.h"
#include "pub_tool_libcfile.h"

/* The segment of the last address.  start > end: none is known. */
static struct {
   Addr start, end;           /* its first and its last address */
   Addr content_end;          /* file content lies below this address */
   Bool may_grow;             /* content_end follows from the file's size when
                                 this entry was made */
} mapping = { .start = 1 };

/* Which files are programs and libraries, by device and inode: a program may
   read from many of them in turn.  A file keeps its inode number while it is
   mapped.  Before another file with this number is read it has to be mapped,
   and then the entry is reset (file_mappings_mapped). */
enum { FILES = 64 };
static struct {
   ULong dev, ino;
   enum { UNKNOWN, ELF, NO_ELF } kind;
} files[FILES];

static Bool is_same_file(const NSegment *a, const NSegment *b)
{
   return b != NULL && b->kind == SkFileC && a->ino == b->ino
          && a->dev == b->dev;
}

/* Return the segment that maps the beginning of a file, or NULL if the
   beginning is not mapped. */
static const NSegment *beginning_of(const NSegment *of)
{
   const NSegment *found = NULL;
   Addr *starts;
   Int n;

   /* The segments that a loader maps lie side by side. */
   for (const NSegment *s = of; is_same_file(of, s);
        s = VG_(am_find_nsegment)(s->start - 1))
      if (s->offset == 0)
         return s;
   starts = segments_starts(SkFileC, &n);
   for (Int i = 0; i < n && found == NULL; i++) {
      const NSegment *s = VG_(am_find_nsegment)(starts[i]);
      if (is_same_file(of, s) && s->offset == 0)
         found = s;
   }
   VG_(free)(starts);
   return found;
}

static Bool is_elf(const NSegment *s)
{
   UInt i = s->ino % FILES;

   if (files[i].kind == UNKNOWN || files[i].ino != s->ino
       || files[i].dev != s->dev) {
      const NSegment *first = beginning_of(s);
      Bool is = first == NULL ? s->hasX
                              : first->hasR && build_id_is_elf(first->start);
      files[i].dev = s->dev;
      files[i].ino = s->ino;
      files[i].kind = is ? ELF : NO_ELF;
   }
   return files[i].kind == ELF;
}

/* Return the first address behind the file content of a segment. */
static Addr content_end(const NSegment *s, Bool *may_grow)
{
   const HChar *file = VG_(am_get_filename)(s);
   struct vg_stat st;

   *may_grow = False;
   if (file == NULL || s->kind != SkFileC || is_elf(s))
      return s->start;
   /* A file that was unlinked, or replaced, still has its content. */
   if (sr_isError(VG_(stat)(file, &st)) || st.ino != s->ino)
      return s->end + 1;
   *may_grow = True;
   if (st.size <= s->offset)
      return s->start;
   ULong size = st.size - s->offset;
   return size > s->end - s->start ? s->end + 1 : s->start + size;
}

bool file_mappings_are_input(uintptr_t address)
{
   if (address < mapping.start || address > mapping.end
       || (address >= mapping.content_end && mapping.may_grow)) {
      const NSegment *s = VG_(am_find_nsegment)(address);
      if (s == NULL)
         return false;
      mapping.start = s->start;
      mapping.end = s->end;
      mapping.content_end = content_end(s, &mapping.may_grow);
   }
   return address < mapping.content_end;
}

void file_mappings_mapped(Addr start)
{
   const NSegment *s = VG_(am_find_nsegment)(start);

   if (s != NULL && s->kind == SkFileC)
      files[s->ino % FILES].kind = UNKNOWN;
   file_mappings_moved();
}

void file_mappings_moved(void)
{
   mapping.start = 1;
   mapping.end = 0;
}

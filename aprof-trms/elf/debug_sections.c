/* The DWARF sections of a file.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "elf/debug_sections.h"
#include "elf/build_id.h"
#include "elf/elf_file.h"
#include "sys/pages.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_mallocfree.h"

static const HChar *const names[DWARF_SECTIONS] = {
   [DWARF_INFO] = ".debug_info", [DWARF_ABBREV] = ".debug_abbrev",
   [DWARF_STR] = ".debug_str", [DWARF_LINE_STR] = ".debug_line_str",
   [DWARF_STR_OFFSETS] = ".debug_str_offsets", [DWARF_ADDR] = ".debug_addr",
   [DWARF_RANGES] = ".debug_ranges", [DWARF_RNGLISTS] = ".debug_rnglists",
   [DWARF_LINE] = ".debug_line"
};

/* Compressed as it was once: such a file has no section of the usual name. */
#define ZDEBUG_INFO ".zdebug_info"

#define COMPRESSED "its debug information is compressed, which is not read: " \
                   "build it with -gz=none, or use objcopy " \
                   "--decompress-debug-sections"
/* The linker of Go compresses by default. */
#define OF_GO ".note.go.buildid"
#define COMPRESSED_BY_GO "its debug information is compressed, which is not " \
                         "read: build it with go build " \
                         "-ldflags=-compressdwarf=false"

/* Where the bytes of the sections are.  They are read in blocks, when they are
   needed: a program has many times the debug information that is asked for. */
enum { BLOCK = 4096 };

/* As many blocks are read at once: twice as many as before, if that goes on
   behind them, up to 128 KB. */
enum { MOST_RUN = 32 };

/* Of a large program as many blocks are kept: 4 MB.  The rest of the tool holds
   what it has learnt, and asks for the blocks of one unit after the other. */
enum { MOST_KEPT = 1024 };

typedef struct {
   HChar *path;
   ULong size;                  /* of the file, and when it was changed */
   ULong changed, changed_ns;
   ULong at[DWARF_SECTIONS];    /* in the file */
   UChar *is_read[DWARF_SECTIONS];   /* of each block */
   ULong behind[DWARF_SECTIONS];   /* the block behind the last run... */
   ULong run[DWARF_SECTIONS];   /* ...and the number of its blocks */
   ULong n_read;                /* blocks in memory */
} Source;

static SizeT blocks_of(SizeT size)
{
   return (size + BLOCK - 1) / BLOCK;
}

/* Memory that is not touched is no memory. */
static SizeT pages_of(SizeT size)
{
   return blocks_of(size) * BLOCK;
}

/* Read a part of the file, if it is the one that was opened. */
static void read_part(const Source *source, ULong at, SizeT length, UChar *to)
{
   struct vg_stat st;
   ElfFile f = { .fd = VG_(fd_open)(source->path, VKI_O_RDONLY, 0) };

   if (f.fd < 0)
      return;
   if (VG_(fstat)(f.fd, &st) == 0 && (ULong)st.size == source->size
       && st.mtime == source->changed && st.mtime_nsec == source->changed_ns) {
      f.size = source->size;
      elf_file_read(&f, at, length, to);
   }
   VG_(close)(f.fd);
}

/* Read the blocks from b on that are not read: return how many there are. */
static ULong read_run(Source *source, DwarfSection s, ULong b, SizeT size,
                      UChar *bytes)
{
   const ULong blocks = blocks_of(size);
   const ULong most = b == 0 || b != source->behind[s] ? 1
                      : 2 * source->run[s] < MOST_RUN ? 2 * source->run[s]
                      : MOST_RUN;
   const SizeT start = b * BLOCK;
   ULong n = 0;

   while (n < most && b + n < blocks && !source->is_read[s][b + n])
      source->is_read[s][b + n++] = True;
   read_part(source, source->at[s] + start,
             size - start < n * BLOCK ? size - start : n * BLOCK,
             bytes + start);
   source->behind[s] = b + n;
   source->run[s] = n;          /* 1 at least: block b was not read */
   source->n_read += n;
   return n;
}

/* As Dwarf.need.  If the file is gone, then the bytes are zeros. */
static ULong read_blocks(const Dwarf *d, DwarfSection s, ULong from, ULong past)
{
   Source *source = d->source;
   ULong b = from / BLOCK;

   while (b * BLOCK < past)
      b += source->is_read[s][b]
           ? 1 : read_run(source, s, b, d->section[s].size,
                          (UChar *)d->section[s].bytes);
   return b * BLOCK;
}

void debug_sections_free(Dwarf *d)
{
   Source *source = d->source;

   for (UInt i = 0; i < DWARF_SECTIONS; i++) {
      if (d->section[i].bytes != NULL)
         pages_unmap((void *)d->section[i].bytes, pages_of(d->section[i].size));
      VG_(free)(source->is_read[i]);
   }
   VG_(free)(source->path);
   VG_(free)(source);
   VG_(free)(d);
}

/* Give a section of this size its memory.  False: there is none. */
static Bool map_section(Dwarf *d, UInt i, SizeT size)
{
   d->section[i].bytes = pages_map(pages_of(size));
   d->section[i].size = d->section[i].bytes == NULL ? 0 : size;
   return d->section[i].bytes != NULL;
}

void debug_sections_forget(Dwarf *d)
{
   Source *source = d->source;

   for (UInt i = 0; i < DWARF_SECTIONS; i++) {
      const SizeT size = d->section[i].size;
      if (size == 0)
         continue;
      pages_unmap((void *)d->section[i].bytes, pages_of(size));
      map_section(d, i, size);
      VG_(memset)(source->is_read[i], 0, blocks_of(size));
   }
   source->n_read = 0;
}

void debug_sections_trim(Dwarf *d)
{
   const Source *source = d->source;

   if (source->n_read > MOST_KEPT)
      debug_sections_forget(d);
}

static Source *new_source(const ElfFile *f)
{
   Source *source = VG_(calloc)("aprof.debug_sections.source", 1,
                                sizeof *source);
   struct vg_stat st;

   source->path = VG_(strdup)("aprof.debug_sections.source", f->path);
   if (VG_(fstat)(f->fd, &st) == 0) {
      source->size = st.size;
      source->changed = st.mtime;
      source->changed_ns = st.mtime_nsec;
   }
   return source;
}

/* Return a reader of the open file's sections; NULL: see *reason. */
static Dwarf *read_sections(const ElfFile *f, const HChar **reason)
{
   Dwarf *d = VG_(calloc)("aprof.debug_sections.reader", 1, sizeof *d);
   Source *source = new_source(f);

   d->need = read_blocks;
   d->source = source;
   for (UInt i = 0; i < DWARF_SECTIONS; i++) {
      const Elf64_Shdr *s = elf_file_section(f, names[i]);
      if (s == NULL || s->sh_size == 0)
         continue;
      if (s->sh_flags & SHF_COMPRESSED)
         *reason = COMPRESSED;
      else if (s->sh_offset > f->size || s->sh_size > f->size - s->sh_offset
               || !map_section(d, i, s->sh_size))
         *reason = "its debug information is damaged or too large";
      else {
         source->at[i] = s->sh_offset;
         source->is_read[i] = VG_(calloc)("aprof.debug_sections.blocks",
                                          blocks_of(s->sh_size), 1);
         continue;
      }
      debug_sections_free(d);
      return NULL;
   }
   return d;
}

Dwarf *debug_sections_read(const HChar *file, const HChar *build_id,
                           const HChar **reason)
{
   ElfFile f, other;
   Dwarf *d = NULL;

   if (!elf_file_open(&f, file)) {
      *reason = "its file can't be read";
      return NULL;
   }
   if (elf_file_section(&f, names[DWARF_INFO]) != NULL)
      d = read_sections(&f, reason);
   else if (elf_file_open_debug(&other, &f, file, build_id,
                                names[DWARF_INFO])) {
      d = read_sections(&other, reason);
      elf_file_close(&other);
   } else if (elf_file_section(&f, ZDEBUG_INFO) != NULL)
      *reason = COMPRESSED;
   else
      *reason = "its file has no debug information: build it with -g";
   if (d == NULL && VG_STREQ(*reason, COMPRESSED)
       && elf_file_section(&f, OF_GO) != NULL)
      *reason = COMPRESSED_BY_GO;
   elf_file_close(&f);
   return d;
}

/* The same of one open file. */
static DebugSections find_in(const ElfFile *f)
{
   const Elf64_Shdr *s = elf_file_section(f, names[DWARF_INFO]);

   if (s != NULL)
      return s->sh_flags & SHF_COMPRESSED ? DEBUG_UNREADABLE : DEBUG_READABLE;
   return elf_file_section(f, ZDEBUG_INFO) != NULL ? DEBUG_UNREADABLE
                                                   : DEBUG_NONE;
}

DebugSections debug_sections_find(const HChar *file)
{
   ElfFile f, other;
   DebugSections found;
   HChar *build_id;

   if (!elf_file_open(&f, file))
      return DEBUG_UNKNOWN;
   found = find_in(&f);
   build_id = found == DEBUG_NONE ? build_id_of_file(file) : NULL;
   if (build_id != NULL
       && (elf_file_open_debug(&other, &f, file, build_id, names[DWARF_INFO])
           || elf_file_open_debug(&other, &f, file, build_id, ZDEBUG_INFO))) {
      found = find_in(&other);
      elf_file_close(&other);
   }
   VG_(free)(build_id);
   elf_file_close(&f);
   return found;
}

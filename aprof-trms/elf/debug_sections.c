/* The DWARF sections of a file.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "elf/debug_sections.h"
#include "elf/build_id.h"
#include "elf/compressed_section.h"
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
/* Where they are compressed as it was done once. */
static const HChar *const old_names[DWARF_SECTIONS] = {
   [DWARF_INFO] = ".zdebug_info", [DWARF_ABBREV] = ".zdebug_abbrev",
   [DWARF_STR] = ".zdebug_str", [DWARF_LINE_STR] = ".zdebug_line_str",
   [DWARF_STR_OFFSETS] = ".zdebug_str_offsets", [DWARF_ADDR] = ".zdebug_addr",
   [DWARF_RANGES] = ".zdebug_ranges", [DWARF_RNGLISTS] = ".zdebug_rnglists",
   [DWARF_LINE] = ".zdebug_line"
};

/* Where the bytes of the sections are.  They are read in blocks, when they are
   needed: a program has many times the debug information that is asked for. */
enum { BLOCK = 4096 };

/* As many blocks are read at once: twice as many as before, if that goes on
   behind them, up to 128 KB. */
enum { MOST_RUN = 32 };

/* Of a large program as many blocks are kept: 4 MB.  The rest of the tool holds
   what it has learnt, and asks for the blocks of one unit after the other. */
enum { MOST_KEPT = 1024 };

/* Of compressed sections as many bytes are kept, of all files together: to get a
   block back takes far longer, since all around it is inflated, and names and
   types are all over the sections. */
enum { MOST_INFLATED = 128 << 20 };

typedef struct Source Source;
struct Source {
   ElfFileLater file;
   ULong at[DWARF_SECTIONS];    /* in the file */
   UChar *is_read[DWARF_SECTIONS];   /* of each block */
   ULong behind[DWARF_SECTIONS];   /* the block behind the last run... */
   ULong run[DWARF_SECTIONS];   /* ...and the number of its blocks */
   CompressedSection *compressed[DWARF_SECTIONS];   /* NULL: it is not, and has
                                   the four above */
   ULong n_read;                /* bytes of blocks in memory */
   ULong n_inflated;            /* bytes of compressed sections in memory */
   Dwarf *reader;               /* which this is the source of */
   Source *next, *previous;     /* of `sources` */
};

static Source *sources;         /* all of them */
static ULong inflated_in_all;

static SizeT blocks_of(SizeT size)
{
   return (size + BLOCK - 1) / BLOCK;
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
   elf_file_later_read(&source->file, source->at[s] + start,
                       size - start < n * BLOCK ? size - start : n * BLOCK,
                       bytes + start);
   source->behind[s] = b + n;
   source->run[s] = n;          /* 1 at least: block b was not read */
   source->n_read += n * BLOCK;
   return n;
}

static void add_inflated(Source *source, ULong n)
{
   source->n_inflated += n;
   inflated_in_all += n;
}

/* As Dwarf.need.  If the file is gone, then the bytes are zeros. */
static ULong read_blocks(const Dwarf *d, DwarfSection s, ULong from, ULong past)
{
   Source *source = d->source;
   ULong b = from / BLOCK;

   if (source->compressed[s] != NULL) {
      ULong n_set = 0;
      const SizeT set =
         compressed_section_need(source->compressed[s], &source->file, from,
                                 past, (UChar *)d->section[s].bytes, &n_set);
      add_inflated(source, n_set);
      return set;
   }
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
         pages_unmap((void *)d->section[i].bytes,
                     VG_PGROUNDUP(d->section[i].size));
      VG_(free)(source->is_read[i]);
      if (source->compressed[i] != NULL)
         compressed_section_free(source->compressed[i]);
   }
   inflated_in_all -= source->n_inflated;
   if (source->next != NULL)
      source->next->previous = source->previous;
   *(source->previous != NULL ? &source->previous->next : &sources) =
      source->next;
   elf_file_later_free(&source->file);
   VG_(free)(source);
   VG_(free)(d);
}

/* Give a section of this size its memory; what is not touched takes none.
   False: there is no memory. */
static Bool map_section(Dwarf *d, UInt i, SizeT size)
{
   d->section[i].bytes = pages_map(VG_PGROUNDUP(size));
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
      pages_unmap((void *)d->section[i].bytes, VG_PGROUNDUP(size));
      map_section(d, i, size);
      if (source->compressed[i] != NULL)
         compressed_section_forget(source->compressed[i]);
      else
         VG_(memset)(source->is_read[i], 0, blocks_of(size));
   }
   source->n_read = 0;
   inflated_in_all -= source->n_inflated;
   source->n_inflated = 0;
}

void debug_sections_trim(Dwarf *d)
{
   const Source *source = d->source;

   /* What was not asked for last goes first. */
   if (inflated_in_all > MOST_INFLATED)
      for (Source *other = sources; other != NULL; other = other->next)
         if (other != source && other->n_inflated > 0)
            debug_sections_forget(other->reader);
   if (source->n_read > MOST_KEPT * BLOCK || inflated_in_all > MOST_INFLATED)
      debug_sections_forget(d);
}

/* A section as it is in the file. */
typedef struct {
   ULong at, size;              /* of its bytes, or of the zlib stream */
   ULong inflated;              /* bytes that this gives; 0: it is none */
} Content;

/* Find a section, or how it was called where it was compressed once. */
static const Elf64_Shdr *find_section(const ElfFile *f, UInt i)
{
   const Elf64_Shdr *s = elf_file_section(f, names[i]);

   return s != NULL ? s : elf_file_section(f, old_names[i]);
}

/* A header, and the stream behind it. */
static DebugSections find_compressed(const ElfFile *f, const Elf64_Shdr *s,
                                     Content *c)
{
   Elf64_Chdr header;

   if (s->sh_size <= sizeof header
       || !elf_file_read(f, s->sh_offset, sizeof header, &header))
      return DEBUG_DAMAGED;
   if (header.ch_type != ELFCOMPRESS_ZLIB)
      return DEBUG_COMPRESSED;
   c->at = s->sh_offset + sizeof header;
   c->size = s->sh_size - sizeof header;
   c->inflated = header.ch_size;
   return c->inflated == 0 ? DEBUG_DAMAGED : DEBUG_READABLE;
}

/* "ZLIB", the size, from its highest byte to its lowest, and the stream. */
static DebugSections find_old(const ElfFile *f, const Elf64_Shdr *s, Content *c)
{
   UChar header[12];

   if (s->sh_size <= sizeof header
       || !elf_file_read(f, s->sh_offset, sizeof header, header)
       || VG_(memcmp)(header, "ZLIB", 4) != 0)
      return DEBUG_DAMAGED;
   c->at = s->sh_offset + sizeof header;
   c->size = s->sh_size - sizeof header;
   for (UInt i = 4; i < sizeof header; i++)
      c->inflated = c->inflated << 8 | header[i];
   return c->inflated == 0 ? DEBUG_DAMAGED : DEBUG_READABLE;
}

static DebugSections find_content(const ElfFile *f, const Elf64_Shdr *s,
                                  Content *c)
{
   *c = (Content){ .at = s->sh_offset, .size = s->sh_size };
   if (s->sh_offset > f->size || s->sh_size > f->size - s->sh_offset)
      return DEBUG_DAMAGED;
   if (s->sh_flags & SHF_COMPRESSED)
      return find_compressed(f, s, c);
   return elf_file_section_name(f, s)[1] == 'z' ? find_old(f, s, c)
                                                : DEBUG_READABLE;
}

/* Set up the reader of a section, which is not empty. */
static DebugSections add_section(Dwarf *d, const ElfFile *f, UInt i,
                                 const Elf64_Shdr *s, Bool inflate)
{
   Source *source = d->source;
   Content c;
   DebugSections found = find_content(f, s, &c);

   if (found != DEBUG_READABLE)
      return found;
   if (c.inflated > 0 && !inflate)
      return DEBUG_COMPRESSED;
   if (!map_section(d, i, c.inflated > 0 ? c.inflated : c.size))
      return DEBUG_DAMAGED;
   if (c.inflated == 0) {
      source->at[i] = c.at;
      source->is_read[i] = VG_(calloc)("aprof.debug_sections.blocks",
                                       blocks_of(c.size), 1);
      return DEBUG_READABLE;
   }
   source->compressed[i] =
      compressed_section_new(f, c.at, c.size, c.inflated,
                             (UChar *)d->section[i].bytes);
   if (source->compressed[i] == NULL)
      return DEBUG_DAMAGED;
   add_inflated(source, c.inflated);
   debug_sections_trim(d);
   return DEBUG_READABLE;
}

/* Return a reader of the open file's sections; NULL: *found says why not. */
static Dwarf *read_sections(const ElfFile *f, Bool inflate,
                            DebugSections *found)
{
   Dwarf *d = VG_(calloc)("aprof.debug_sections.reader", 1, sizeof *d);
   Source *source = VG_(calloc)("aprof.debug_sections.source", 1,
                                sizeof *source);

   source->file = elf_file_later(f);
   source->reader = d;
   source->next = sources;
   if (sources != NULL)
      sources->previous = source;
   sources = source;
   d->need = read_blocks;
   d->source = source;
   for (UInt i = 0; i < DWARF_SECTIONS; i++) {
      const Elf64_Shdr *s = find_section(f, i);
      *found = s == NULL || s->sh_size == 0
               ? DEBUG_READABLE : add_section(d, f, i, s, inflate);
      if (*found != DEBUG_READABLE) {
         debug_sections_free(d);
         return NULL;
      }
   }
   return d;
}

/* Open the file that has the debug information of `of`. */
static Bool open_other(ElfFile *f, const ElfFile *of, const HChar *name,
                       const HChar *build_id)
{
   return elf_file_open_debug(f, of, name, build_id, names[DWARF_INFO])
          || elf_file_open_debug(f, of, name, build_id, old_names[DWARF_INFO]);
}

Dwarf *debug_sections_read(const HChar *file, const HChar *build_id,
                           Bool inflate, DebugSections *found)
{
   ElfFile f, other;
   Dwarf *d = NULL;

   *found = DEBUG_UNKNOWN;
   if (!elf_file_open(&f, file))
      return NULL;
   *found = DEBUG_NONE;
   if (find_section(&f, DWARF_INFO) != NULL)
      d = read_sections(&f, inflate, found);
   else if (open_other(&other, &f, file, build_id)) {
      d = read_sections(&other, inflate, found);
      elf_file_close(&other);
   }
   elf_file_close(&f);
   return d;
}

const HChar *debug_sections_reason(DebugSections found)
{
   switch (found) {
   case DEBUG_NONE:
      return "its file has no debug information: build it with -g";
   case DEBUG_COMPRESSED:
      return "its debug information is compressed in another way than zlib's, "
             "which is not read: build it with -gz=none or -gz=zlib, or use "
             "objcopy --decompress-debug-sections";
   case DEBUG_DAMAGED:
      return "its debug information is damaged or too large";
   default:
      return "its file can't be read";
   }
}

/* The same of one open file. */
static DebugSections find_in(const ElfFile *f)
{
   const Elf64_Shdr *s = find_section(f, DWARF_INFO);
   Content c;

   return s == NULL ? DEBUG_NONE : find_content(f, s, &c);
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
   if (build_id != NULL && open_other(&other, &f, file, build_id)) {
      found = find_in(&other);
      elf_file_close(&other);
   }
   VG_(free)(build_id);
   elf_file_close(&f);
   return found;
}

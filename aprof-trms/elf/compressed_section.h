/* A compressed section of a file, of which parts are asked for.

   At first the section is inflated once: then its checksum is known to be
   right, and the places at which one can begin again, one in each SPAN bytes,
   with what stands before them.  Later the spans are inflated that are asked
   for, so that the memory of all can be given back at any time.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ELF_COMPRESSED_SECTION_H
#define ELF_COMPRESSED_SECTION_H

#include "elf/elf_file.h"

typedef struct _CompressedSection CompressedSection;

/* Return a new reader of the section whose zlib stream is in this part of the
   file and gives `inflated` bytes, more than 0, all of which are set: that many
   zeros are at `bytes` before.  NULL: it is damaged, or there is no memory for
   it. */
CompressedSection *compressed_section_new(const ElfFile *f, ULong at,
                                          ULong size, ULong inflated,
                                          UChar *bytes);
void compressed_section_free(CompressedSection *c);

/* Set bytes[from] up to bytes[past - 1] of the section, and others with them,
   if they are not set yet.  Return up to where they are set.  If the file can't
   be read, they stay as they are.  *n_set: the bytes that are now set in all are
   added. */
SizeT compressed_section_need(CompressedSection *c, const ElfFileLater *l,
                              SizeT from, SizeT past, UChar *bytes,
                              ULong *n_set);

/* None of the section's bytes are set any more: all are zeros. */
void compressed_section_forget(CompressedSection *c);

#endif

/* The sections of ELF files, which the tool reads itself where Valgrind has no
   public function for what is in them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ELF_ELF_FILE_H
#define ELF_ELF_FILE_H

#include "base/base.h"

#include <elf.h>

/* An open ELF file of 64 bits. */
typedef struct {
   Int fd;
   HChar *path;
   ULong size;
   Elf64_Shdr *sections;
   UInt n;
   HChar *names;                /* of the sections; ends with a NUL */
   ULong names_size;
} ElfFile;

enum { ELF_FILE_MOST = 0x7fffffff };

/* Open a file with sections, by its path.  False: there is none; then nothing
   is open. */
Bool elf_file_open(ElfFile *f, const HChar *name);
void elf_file_close(ElfFile *f);

/* Return the section of this name that has content, or NULL. */
const Elf64_Shdr *elf_file_section(const ElfFile *f, const HChar *name);

/* Return the name of a section, "" if it has none. */
const HChar *elf_file_section_name(const ElfFile *f, const Elf64_Shdr *s);

/* Return the section of code that has an address, or NULL. */
const Elf64_Shdr *elf_file_code_at(const ElfFile *f, ULong address);

/* Read a part of the file to `to`.  False: the file has no such part. */
Bool elf_file_read(const ElfFile *f, ULong at, ULong size, void *to);
/* Return a new copy of a part of the file of at most `most` bytes, and a NUL
   behind it; NULL: the file has no such part. */
void *elf_file_part(const ElfFile *f, ULong at, ULong size, ULong most);

/* A file that was open, of which parts are read later. */
typedef struct {
   HChar *path;
   ULong size;                  /* and when it was changed: */
   ULong changed, changed_ns;
} ElfFileLater;

/* elf_file_later_free gives its memory back. */
ElfFileLater elf_file_later(const ElfFile *f);
void elf_file_later_free(ElfFileLater *l);
/* As elf_file_read.  False also if the file is another one now. */
Bool elf_file_later_read(const ElfFileLater *l, ULong at, ULong size, void *to);

/* Open the file that has this section of `name`, which is open as `of`: the
   file with its debug information, by its build id (hexadecimal, or "") or by
   its name: /usr/lib/debug/.build-id/XX/REST.debug, or the file that
   .gnu_debuglink names, in the same folder, in .debug there, or in this folder
   of /usr/lib/debug.  False: there is none. */
Bool elf_file_open_debug(ElfFile *f, const ElfFile *of, const HChar *name,
                         const HChar *build_id, const HChar *section);

#endif

/* The routines of the vDSO: see vdso.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "recorder/vdso.h"
#include "base/memory.h"
#include "debuginfo/frame_bounds.h"
#include "samples/samples.h"

#include <elfutils/libdwelf.h>
#include <gelf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

/* Return the length of the mapping that begins there; 0: there is none. */
static uint64_t length_at(uint64_t wanted)
{
   FILE *f = fopen("/proc/self/maps", "r");
   uint64_t start, end, length = 0;
   char *line = NULL;
   size_t room = 0;

   while (f && length == 0 && getline(&line, &room, f) > 0)
      if (sscanf(line, "%" SCNx64 "-%" SCNx64, &start, &end) == 2 &&
          start == wanted)
         length = end - start;
   free(line);
   if (f)
      fclose(f);
   return length;
}

/* Each routine has two names.  __vdso_NAME tells it apart from that of the C
   library: of routines at one place, the later one counts. */
static void add_routines(vdso *v, Elf_Data *data, const GElf_Shdr *header,
                         Elf *elf, bool own)
{
   GElf_Sym symbol;

   for (int i = 0; gelf_getsym(data, i, &symbol); i++) {
      const char *name = elf_strptr(elf, header->sh_link, symbol.st_name);

      if (name == NULL || GELF_ST_TYPE(symbol.st_info) != STT_FUNC ||
          symbol.st_size == 0 || (strncmp(name, "__", 2) == 0) != own)
         continue;
      perf_map_add(&v->map, symbol.st_value, symbol.st_size, name);
   }
}

static void read_symbols(vdso *v, Elf *elf)
{
   Elf_Scn *section = NULL;
   GElf_Shdr header;

   while ((section = elf_nextscn(elf, section)) != NULL) {
      Elf_Data *data;

      if (gelf_getshdr(section, &header) == NULL ||
          header.sh_type != SHT_DYNSYM ||
          (data = elf_getdata(section, NULL)) == NULL)
         continue;
      add_routines(v, data, &header, elf, false);
      add_routines(v, data, &header, elf, true);
   }
}

/* Clocks of virtual machines have local routines, which have no symbol: they
   have names as those of stripped files.  Symbols are added behind them, and
   count where both begin. */
static void read_frames(vdso *v, Elf *elf)
{
   frame_bounds b = { 0 };

   frame_bounds_read(&b, elf);
   for (size_t i = 0; i < b.count; i++) {
      const frame_range *r = &b.ranges[i];
      char *name = memory_format(SAMPLES_VDSO "+0x%" PRIx64, r->start);

      perf_map_add(&v->map, r->start, r->end - r->start, name);
      free(name);
   }
   frame_bounds_free(&b);
}

void vdso_read(vdso *v)
{
   const uint64_t start = getauxval(AT_SYSINFO_EHDR);
   const void *bits = NULL;
   ssize_t size;
   char *copy;
   Elf *elf;

   *v = (vdso){ .length = start ? length_at(start) : 0 };
   if (v->length == 0)
      return;
   copy = memory_new(v->length, 1);
   memcpy(copy, (const void *)(uintptr_t)start, v->length);
   elf_version(EV_CURRENT);
   elf = elf_memory(copy, v->length);
   if (elf) {
      size = dwelf_elf_gnu_build_id(elf, &bits);
      if (size > 0)
         file_id_hex(v->id, bits, (size_t)size);
      read_frames(v, elf);
      read_symbols(v, elf);
      elf_end(elf);
   }
   free(copy);
   perf_map_sort(&v->map);
}

void vdso_free(vdso *v)
{
   perf_map_free(&v->map);
}

const perf_map_routine *vdso_find(const vdso *v, uint64_t length,
                                  uint64_t offset)
{
   return length == v->length ? perf_map_find(&v->map, offset) : NULL;
}

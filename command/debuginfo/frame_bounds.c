/* The bounds of routines in .eh_frame.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "debuginfo/frame_bounds.h"
#include "base/memory.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

/* How pointers are encoded; the upper four bits say what they are relative
   to. */
enum { FORM = 0x0f, RELATIVE = 0x70 };

/* Read a value of that form at *p; move *p behind it.  Return false for a form
   that compilers do not use here, and at the end of the section. */
static bool read_value(const uint8_t **p, const uint8_t *end, unsigned form,
                       uint64_t *value)
{
   const size_t left = end - *p;
   size_t size;

   switch (form) {
   case DW_EH_PE_absptr:
   case DW_EH_PE_udata8:
   case DW_EH_PE_sdata8:
      size = 8;
      break;
   case DW_EH_PE_udata4:
   case DW_EH_PE_sdata4:
      size = 4;
      break;
   default:
      return false;
   }
   if (left < size)
      return false;
   if (size == 8) {
      memcpy(value, *p, 8);
   } else {
      uint32_t word;

      memcpy(&word, *p, 4);
      *value = form == DW_EH_PE_sdata4 ? (uint64_t)(int64_t)(int32_t)word
                                       : word;
   }
   *p += size;
   return true;
}

/* Return the pointer encoding of a CIE: its augmentation data has one item for
   each letter of the augmentation after `z`. */
static unsigned encoding_of(const Dwarf_CIE *cie)
{
   const uint8_t *p = cie->augmentation_data;
   const uint8_t *end = p + cie->augmentation_data_size;
   uint64_t skipped;

   if (cie->augmentation[0] != 'z')
      return DW_EH_PE_absptr;
   for (const char *a = cie->augmentation + 1; *a; a++) {
      switch (*a) {
      case 'R':
         return p < end ? *p : DW_EH_PE_omit;
      case 'L':
         p++;
         break;
      case 'P':
         if (p >= end)
            return DW_EH_PE_omit;
         p++;
         if (!read_value(&p, end, p[-1] & FORM, &skipped))
            return DW_EH_PE_omit;
         break;
      default:                        /* S, B: no data */
         break;
      }
   }
   return DW_EH_PE_absptr;
}

static void add_range(frame_bounds *b, const Dwarf_FDE *fde, unsigned encoding,
                      const Elf_Data *data, uint64_t section)
{
   const uint8_t *p = fde->start, *end = fde->end;
   const uint64_t here = section + (p - (const uint8_t *)data->d_buf);
   uint64_t start, length;

   if (encoding == DW_EH_PE_omit ||
       !read_value(&p, end, encoding & FORM, &start) ||
       !read_value(&p, end, encoding & FORM & ~DW_EH_PE_signed, &length) ||
       length == 0)
      return;
   switch (encoding & RELATIVE) {
   case DW_EH_PE_absptr:
      break;
   case DW_EH_PE_pcrel:
      start += here;
      break;
   default:
      return;
   }
   b->ranges = memory_grow(b->ranges, b->count, &b->room, sizeof *b->ranges);
   b->ranges[b->count++] = (frame_range){ start, start + length };
}

static void read_section(frame_bounds *b, Elf *elf, Elf_Data *data,
                         uint64_t section)
{
   const unsigned char *ident = (const unsigned char *)elf_getident(elf, NULL);
   Dwarf_Off offset = 0, next, cie_offset = (Dwarf_Off)-1;
   unsigned encoding = DW_EH_PE_omit;
   Dwarf_CFI_Entry entry;
   int result;

   while ((result = dwarf_next_cfi(ident, data, true, offset, &next,
                                   &entry)) <= 0) {
      /* next is not set when not even the length can be read. */
      if (result < 0 && (next == (Dwarf_Off)-1 || next <= offset))
         break;
      if (result == 0 && !dwarf_cfi_cie_p(&entry)) {
         Dwarf_Off after;
         Dwarf_CFI_Entry cie;

         if (entry.fde.CIE_pointer != cie_offset) {
            cie_offset = entry.fde.CIE_pointer;
            encoding = dwarf_next_cfi(ident, data, true, cie_offset, &after,
                                      &cie) == 0 && dwarf_cfi_cie_p(&cie)
                       ? encoding_of(&cie.cie) : DW_EH_PE_omit;
         }
         add_range(b, &entry.fde, encoding, data, section);
      }
      offset = next;
   }
}

static int compare(const void *p, const void *q)
{
   const frame_range *a = p, *b = q;

   return (a->start > b->start) - (a->start < b->start);
}

void frame_bounds_read(frame_bounds *b, Elf *elf)
{
   static const uint16_t one = 1;
   const char host = *(const char *)&one ? ELFDATA2LSB : ELFDATA2MSB;
   const char *ident = elf_getident(elf, NULL);
   size_t names;
   Elf_Scn *section = NULL;

   *b = (frame_bounds){ 0 };
   if (ident == NULL || ident[EI_CLASS] != ELFCLASS64 ||
       ident[EI_DATA] != host || elf_getshdrstrndx(elf, &names) != 0)
      return;
   while ((section = elf_nextscn(elf, section)) != NULL) {
      GElf_Shdr header;
      const char *name;
      Elf_Data *data;

      if (gelf_getshdr(section, &header) == NULL ||
          header.sh_type == SHT_NOBITS ||
          (name = elf_strptr(elf, names, header.sh_name)) == NULL ||
          strcmp(name, ".eh_frame") != 0 ||
          (data = elf_getdata(section, NULL)) == NULL || data->d_buf == NULL)
         continue;
      read_section(b, elf, data, header.sh_addr);
   }
   if (b->count > 0)
      qsort(b->ranges, b->count, sizeof *b->ranges, compare);
}

void frame_bounds_free(frame_bounds *b)
{
   free(b->ranges);
}

/* Return the number of ranges that start at an address or before. */
static size_t starts_before(const frame_bounds *b, uint64_t address)
{
   size_t low = 0, high = b->count;

   while (low < high) {
      size_t middle = low + (high - low) / 2;

      if (b->ranges[middle].start > address)
         high = middle;
      else
         low = middle + 1;
   }
   return low;
}

bool frame_bounds_find(const frame_bounds *b, uint64_t address,
                       uint64_t *start, uint64_t *end)
{
   const size_t next = starts_before(b, address);

   if (next == 0 || address >= b->ranges[next - 1].end)
      return false;
   *start = b->ranges[next - 1].start;
   *end = b->ranges[next - 1].end;
   return true;
}

bool frame_bounds_gap(const frame_bounds *b, uint64_t address,
                      uint64_t *start, uint64_t *end)
{
   const size_t next = starts_before(b, address);

   if (next == 0 || next == b->count || address < b->ranges[next - 1].end)
      return false;
   *start = b->ranges[next - 1].end;
   *end = b->ranges[next].start;
   return true;
}

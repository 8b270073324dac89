/* The loaded segments of an image: see segments.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "debuginfo/segments.h"
#include "base/memory.h"

#include <stdlib.h>

void segments_read(segments *s, Elf *elf)
{
   size_t count;

   if (elf_getphdrnum(elf, &count) != 0)
      return;
   s->list = memory_new(count, sizeof *s->list);
   for (size_t i = 0; i < count; i++) {
      GElf_Phdr *segment = &s->list[s->count];

      if (gelf_getphdr(elf, (int)i, segment) && segment->p_type == PT_LOAD)
         s->count++;
   }
}

void segments_free(segments *s)
{
   free(s->list);
   *s = (segments){ 0 };
}

bool segments_address(const segments *s, uint64_t offset, uint64_t *address)
{
   for (size_t i = 0; i < s->count; i++)
      if (offset - s->list[i].p_offset < s->list[i].p_filesz) {
         *address = offset - s->list[i].p_offset + s->list[i].p_vaddr;
         return true;
      }
   return false;
}

bool segments_offset(const segments *s, uint64_t address, uint64_t *offset)
{
   for (size_t i = 0; i < s->count; i++)
      if (address - s->list[i].p_vaddr < s->list[i].p_filesz) {
         *offset = address - s->list[i].p_vaddr + s->list[i].p_offset;
         return true;
      }
   return false;
}

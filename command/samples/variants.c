/* Variants of one routine for different processors.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "samples/variants.h"
#include "base/memory.h"
#include "debuginfo/symbols.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *bare(const char *name)
{
   return name + strspn(name, "_");
}

static int compare(const void *p, const void *q)
{
   return strcmp(*(char *const *)p, *(char *const *)q);
}

void variants_add(variants *v, const char *routine)
{
   char *name = symbols_demangled(routine);

   v->names = memory_grow(v->names, v->count, &v->room, sizeof *v->names);
   v->names[v->count++] = memory_string(bare(name));
   free(name);
}

void variants_sort(variants *v)
{
   if (v->count > 0)
      qsort(v->names, v->count, sizeof *v->names, compare);
}

static void read_symbols(variants *v, Elf *elf, Elf_Scn *section,
                         const GElf_Shdr *head)
{
   Elf_Data *data = elf_getdata(section, NULL);
   const size_t count = head->sh_entsize ? head->sh_size / head->sh_entsize : 0;

   for (size_t i = 0; data && i < count; i++) {
      GElf_Sym symbol;
      const char *name;

      if (gelf_getsym(data, i, &symbol) == NULL ||
          GELF_ST_TYPE(symbol.st_info) != STT_GNU_IFUNC)
         continue;
      name = elf_strptr(elf, head->sh_link, symbol.st_name);
      if (name && *bare(name))
         variants_add(v, name);
   }
}

void variants_read(variants *v, const char *path)
{
   struct stat there;
   int fd;
   Elf *elf;
   Elf_Scn *section = NULL;

   *v = (variants){ 0 };
   if (stat(path, &there) != 0 || !S_ISREG(there.st_mode) ||
       (fd = open(path, O_RDONLY | O_CLOEXEC)) < 0)
      return;
   elf_version(EV_CURRENT);
   elf = elf_begin(fd, ELF_C_READ, NULL);
   while (elf && (section = elf_nextscn(elf, section)) != NULL) {
      GElf_Shdr head;

      if (gelf_getshdr(section, &head) && (head.sh_type == SHT_SYMTAB ||
                                           head.sh_type == SHT_DYNSYM))
         read_symbols(v, elf, section, &head);
   }
   elf_end(elf);
   close(fd);
   variants_sort(v);
}

void variants_free(variants *v)
{
   memory_free_strings(v->names, v->count);
   *v = (variants){ 0 };
}

/* The longest routine counts: __memmove_chk_evex is of __memmove_chk, not of
   memmove. */
const char *variants_routine(const variants *v, const char *name)
{
   char *part = memory_string(bare(name));
   const size_t whole = strlen(part);
   const char *found = NULL;

   for (size_t length = whole; length-- > 1 && found == NULL;) {
      const char *const key = part;
      char **hit;

      if (strchr("_. ", part[length]) == NULL)
         continue;
      part[length] = '\0';
      hit = v->count > 0 ? bsearch(&key, v->names, v->count, sizeof *v->names,
                                   compare) : NULL;
      found = hit ? *hit : NULL;
   }
   free(part);
   return found;
}

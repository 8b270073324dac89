/* Routines that Go's compiler has made.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/go_code.h"
#include "elf/elf_file.h"
#include "symbols/size_arguments.h"

static Bool ends_with(const HChar *text, const HChar *end)
{
   const SizeT length = VG_(strlen)(text), of_end = VG_(strlen)(end);

   return length >= of_end && VG_STREQ(text + length - of_end, end);
}

/* Has the file a table of Go's routines?  That of a position-independent program
   may be in .data.rel.ro.gopclntab. */
static Bool has_table(const HChar *object)
{
   ElfFile f;
   Bool has = False;

   if (!elf_file_open(&f, object))
      return False;
   for (UInt i = 0; i < f.n && !has; i++)
      has = ends_with(elf_file_section_name(&f, &f.sections[i]), ".gopclntab");
   elf_file_close(&f);
   return has;
}

/* Only names with a dot ask for the sections: few files of C have any. */
CallConvention go_code_convention(CodeObject *object, const HChar *symbol)
{
   if (VG_(strchr)(symbol, '.') == NULL || object->is_generated
       || !object->file.known || size_arguments_is_changed_copy(symbol))
      return CALLS_OF_ABI;
   if (!object->asked_go) {
      object->asked_go = True;
      object->is_go = has_table(object->name);
   }
   if (!object->is_go)
      return CALLS_OF_ABI;
   return ends_with(symbol, ".abi0") ? CALLS_ON_STACK : CALLS_OF_GO;
}

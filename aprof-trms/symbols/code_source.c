/* The place of code in the source: see symbols/code_source.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/code_source.h"
#include "symbols/code_symbols.h"
#include "symbols/generated_code.h"
#include "pub_tool_debuginfo.h"

HChar *code_source_at(Addr insn, UInt *line)
{
   const HChar *file, *dir;
   HChar *path;
   const PerfMapEntry *generated = generated_code_at(insn);

   if (generated != NULL) {
      *line = generated->line;
      return VG_(strdup)("aprof.code_source.file", generated->file);
   }
   *line = 0;
   if (!VG_(get_filename_linenum)(VG_(current_DiEpoch)(),
                                  insn - code_symbol_distance(insn), &file,
                                  &dir, line))
      return VG_(strdup)("aprof.code_source.file", "");
   if (dir[0] == '\0' || file[0] == '/')
      return VG_(strdup)("aprof.code_source.file", file);
   path = VG_(malloc)("aprof.code_source.file",
                      VG_(strlen)(dir) + VG_(strlen)(file) + 2);
   VG_(sprintf)(path, "%s/%s", dir, file);
   return path;
}

/* The file of the program: see main/program_file.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "main/program_file.h"
#include "base/core_options.h"
#include "elf/debug_sections.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"

/* Return FOLDER/FILE, whose folder is given with its length and counts from the
   one in which Valgrind was started; the caller frees it. */
static HChar *path_of(const HChar *folder, SizeT length, const HChar *file)
{
   const HChar *start = folder[0] == '/' ? "" : VG_(get_startup_wd)();
   SizeT before = VG_(strlen)(start);
   HChar *path = VG_(malloc)("aprof.program_file.path",
                             before + length + VG_(strlen)(file) + 3);

   VG_(sprintf)(path, "%s/", start);
   VG_(strncpy)(path + before + 1, folder, length);
   VG_(sprintf)(path + before + 1 + length, "/%s", file);
   return path;
}

static Bool is_executable(const HChar *path)
{
   struct vg_stat st;

   return !sr_isError(VG_(stat)(path, &st)) && VKI_S_ISREG(st.mode)
          && (st.mode & 0111) != 0;
}

/* Return the path of a file that is looked for in $PATH; NULL: none.  An empty
   entry is the working folder. */
static HChar *find_in_path(const HChar *file)
{
   const HChar *at = VG_(getenv)("PATH"), *end;

   for (; at != NULL; at = *end == '\0' ? NULL : end + 1) {
      end = VG_(strchr)(at, ':');
      if (end == NULL)
         end = at + VG_(strlen)(at);
      HChar *path = end == at ? path_of(".", 1, file)
                              : path_of(at, end - at, file);
      if (is_executable(path))
         return path;
      VG_(free)(path);
   }
   return NULL;
}

/* The program has no debug information where this tool looks.  Does Valgrind
   look at more places, or may libraries be measured whose debug information only
   Valgrind reads? */
static Bool may_be_elsewhere(void)
{
   const HChar *servers = VG_(getenv)("DEBUGINFOD_URLS");
   const HChar *inlined = core_options_value("--inline");

   return (inlined != NULL && VG_STREQ(inlined, "all"))
          || core_options_value("--extra-debuginfo-path") != NULL
          || core_options_value("--debuginfo-server") != NULL
          || (servers != NULL && servers[0] != '\0');
}

Bool program_file_is_left(void)
{
   const HChar *name = VG_(args_the_exename), *slash;
   HChar *path;
   Bool left = True;

   if (name == NULL)
      return True;
   slash = VG_(strrchr)(name, '/');
   path = slash == NULL ? find_in_path(name)
                        : path_of(name, slash - name, slash + 1);
   switch (path == NULL ? DEBUG_UNKNOWN : debug_sections_find(path)) {
   case DEBUG_READABLE: left = False; break;
   case DEBUG_NONE: left = may_be_elsewhere(); break;
   case DEBUG_COMPRESSED: case DEBUG_DAMAGED: case DEBUG_UNKNOWN: break;
   }
   VG_(free)(path);
   return left;
}

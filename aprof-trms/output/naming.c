/* The names of the profiles that this process writes: see output/naming.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "output/naming.h"
#include "base/options.h"
#include "output/atomic_file.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"

static HChar *name;               /* NAME */
static Bool name_is_untold;       /* a forked child's own NAME */
static UInt execs;                /* the last N of NAME.execN */
static HChar *exec_name;          /* the last NAME.execN, or NULL */

static void expand(void)
{
   name = VG_(expand_file_name)("--aprof-out-file", tool_options.out_file);
}

void naming_init(void)
{
   expand();
   if (VG_(clo_verbosity) > 0)
      atomic_file_foretell(name);
}

/* Does a pattern have %p, so that each process has a name of its own? */
static Bool has_pid(const HChar *pattern)
{
   while ((pattern = VG_(strchr)(pattern, '%')) != NULL && pattern[1] != '\0') {
      if (pattern[1] == 'p')
         return True;
      pattern += 2;
   }
   return False;
}

void naming_forked(void)
{
   VG_(free)(name);
   expand();
   execs = 0;
   name_is_untold = !has_pid(tool_options.out_file);
   if (!name_is_untold)
      return;
   HChar *own = VG_(malloc)("aprof.dump.name", VG_(strlen)(name) + 16);
   VG_(sprintf)(own, "%s.%d", name, VG_(getpid)());
   VG_(free)(name);
   name = own;
}

const HChar *naming_name(void)
{
   return name;
}

/* Was the profile of this name written by this process, perhaps while it ran
   another program? */
static Bool is_ours(const HChar *file)
{
   static const HChar run[] = "\nrun\tsnapshot\texec\t";
   HChar head[512], own[32], *found;
   Int fd = VG_(fd_open)(file, VKI_O_RDONLY | VKI_O_NONBLOCK, 0);
   Int n = fd < 0 ? 0 : VG_(read)(fd, head, sizeof head - 1);

   if (fd >= 0)
      VG_(close)(fd);
   head[n > 0 ? n : 0] = '\0';
   found = VG_(strstr)(head, run);
   if (found == NULL)
      return False;
   VG_(sprintf)(own, "%d\t", VG_(getpid)());
   return VG_(strncmp)(found + VG_(strlen)(run), own, VG_(strlen)(own)) == 0;
}

const HChar *naming_next_exec(void)
{
   naming_drop_exec();
   exec_name = VG_(malloc)("aprof.dump.exec", VG_(strlen)(name) + 24);
   do
      VG_(sprintf)(exec_name, "%s.exec%u", name, ++execs);
   while (is_ours(exec_name));
   return exec_name;
}

void naming_drop_exec(void)
{
   VG_(free)(exec_name);
   exec_name = NULL;
}

void naming_remove_exec(void)
{
   if (exec_name == NULL)
      return;
   VG_(unlink)(exec_name);
   naming_drop_exec();
   execs--;
}

void naming_print_new(void)
{
   if (!name_is_untold)
      return;
   name_is_untold = False;
   if (VG_(clo_verbosity) > 0) {
      HChar *shown = atomic_file_printable(name, False);
      VG_(umsg)("aprof: the forked child writes %s\n", shown);
      VG_(free)(shown);
   }
}

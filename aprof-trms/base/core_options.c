/* Valgrind's own options that the tool sets or reads.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/core_options.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_options.h"
#include "pub_tool_xarray.h"

const HChar *core_options_value_in(const HChar *arg, const HChar *name)
{
   SizeT n = VG_(strlen)(name);

   return VG_(strncmp)(arg, name, n) == 0 && arg[n] == '=' ? arg + n + 1 : NULL;
}

/* The option may also be given for this tool alone: `--aprof:NAME`. */
static const HChar *value_for_tool(const HChar *arg, const HChar *name)
{
   static const HChar prefix[] = "--aprof:";

   if (VG_(strncmp)(arg, prefix, sizeof prefix - 1) == 0)
      return core_options_value_in(arg + sizeof prefix - 1, name + 2);
   return core_options_value_in(arg, name);
}

const HChar *core_options_value(const HChar *name)
{
   const HChar *value = NULL;

   for (Word i = 0; i < VG_(sizeXA)(VG_(args_for_valgrind)); i++) {
      const HChar *v = value_for_tool(*(HChar **)VG_(indexXA)(
                                         VG_(args_for_valgrind), i), name);
      if (v != NULL)
         value = v;
   }
   return value;
}

/* Give Valgrind an option.  It is inserted as the first, so that an option of
   the user's wins. */
static void insert_default(const HChar *option)
{
   VG_(insertIndexXA)(VG_(args_for_valgrind), 0, &option);
   VG_(args_for_valgrind_noexecpass)++;
}

static Bool reads_inlined;

Bool core_options_reads_inlined(void)
{
   return reads_inlined;
}

void core_options_set_defaults(Bool is_left)
{
   /* An unrolled loop is more code to instrument and to translate.  That costs
      more than it gains, except for the smallest loops, repeated string
      instructions among them (docs/performance.md). */
   VG_(clo_vex_control).iropt_unroll_thresh = 40;

   /* Routines keep their own names. */
   VG_(clo_show_below_main) = True;

   /* Threads that take turns as they arrive show what a program does; a thread
      that keeps the lock for long does not. */
   insert_default("--fair-sched=try");

   /* Valgrind reads the records of inlined calls for some of its own tools
      only, and those of all files, at once: also those of the C library, which
      takes as long as all else that a start needs, and mostly counts for
      nothing. */
   const HChar *inlined = core_options_value("--inline");
   reads_inlined = is_left
                   && (inlined == NULL || !VG_STREQ(inlined, "no"));
   if (reads_inlined)
      insert_default("--read-inline-info=yes");
}

void core_options_force(void)
{
   /* A superblock that VEX continues across a call hides the call. */
   VG_(clo_vex_control).guest_chase = False;
}

Int core_options_sanity_level(void)
{
   const HChar *level = core_options_value("--sanity-level");

   return level == NULL ? 1 : VG_(strtoll10)(level, NULL);
}

Bool core_options_trace_children(void)
{
   const HChar *value = core_options_value("--trace-children");

   return value != NULL && VG_STREQ(value, "yes");
}

Bool core_options_check_mappings(void)
{
   return core_options_sanity_level() >= 3;
}

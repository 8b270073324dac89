/* The options of virtual time: see base/virtual_options.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/virtual_options.h"
#include "base/core_options.h"
#include "base/filters.h"
#include "base/value.h"
#include "base/options.h"

/* The routine is checked when its code is seen; here only the percentage. */
static void set_what_if(const HChar *arg, const HChar *value)
{
   const HChar *colon = VG_(strrchr)(value, ':');
   ULong percent;

   if (!VG_STREQ(value, "base")
       && (colon == NULL || colon == value
           || !value_is_number(colon + 1, 99, &percent)))
      value_refuse(arg, "base, or WHAT:PERCENT with a percentage from 0 to 99; "
                        "WHAT is a routine, routine+ (with what it calls), "
                        "file:line, file:name or object:name");
   tool_options.what_if = value;
   tool_options.virtual_time = True;
   /* Time alone is measured. */
   tool_options.without = PART_READS | PART_WRITES | PART_MISSES | PART_CALLS
                          | PART_RECORDING | PART_COUNTING;
}

/* Add a pattern, in which Coz's wildcard % stands for *. */
static void add_scope(XArray **list, const HChar *arg, const HChar *value)
{
   HChar *glob = VG_(strdup)("aprof.options.scope", value);

   if (value[0] == '\0')
      value_refuse(arg, "a pattern of files with * and ?");
   for (HChar *c = glob; *c != '\0'; c++)
      if (*c == '%')
         *c = '*';
   if (*list == NULL)
      *list = VG_(newXA)(VG_(malloc), "aprof.options.scopes", VG_(free),
                         sizeof glob);
   VG_(addToXA)(*list, &glob);
}

static void add_part(const HChar *arg, const HChar *value)
{
   if (value[0] == '\0')
      value_refuse(arg, "a part of the program: see --what-if");
   if (tool_options.parts == NULL)
      tool_options.parts = VG_(newXA)(VG_(malloc), "aprof.options.parts",
                                      VG_(free), sizeof value);
   if (VG_(sizeXA)(tool_options.parts) == OPTIONS_MOST_PARTS)
      value_refuse(arg, "one of at most 64 parts");
   VG_(addToXA)(tool_options.parts, &value);
}

static Bool is_line_of_file(const HChar *value)
{
   const HChar *colon = VG_(strrchr)(value, ':');
   ULong line;

   return colon != NULL && colon != value
          && value_is_number(colon + 1, 100000000, &line);
}

/* A line of the source, or a routine alone, in all objects. */
static void add_progress(const HChar *arg, const HChar *value)
{
   HChar *glob;

   if (value[0] == '\0')
      value_refuse(arg, "a routine, a pattern of routines with * and ?, or "
                        "FILE:LINE");
   if (is_line_of_file(value)) {
      if (tool_options.progress_lines == NULL)
         tool_options.progress_lines =
            VG_(newXA)(VG_(malloc), "aprof.options.progress_lines", VG_(free),
                       sizeof value);
      VG_(addToXA)(tool_options.progress_lines, &value);
      return;
   }
   glob = VG_(malloc)("aprof.options.progress",
                      sizeof "fun:" + VG_(strlen)(value));
   VG_(sprintf)(glob, "fun:%s", value);
   filters_add(FILTER_PROGRESS, arg, glob);
}

Bool virtual_options_process(const HChar *arg)
{
   const HChar *v;

   if ((v = core_options_value_in(arg, "--sched")) != NULL)
      tool_options.virtual_time =
         value_is_second(arg, v, "valgrind", "virtual");
   else if ((v = core_options_value_in(arg, "--cores")) != NULL)
      tool_options.cores =
         value_number(arg, v, 0, 1024,
                      "0 (as many as the machine has) to 1024");
   else if ((v = core_options_value_in(arg, "--quantum")) != NULL)
      tool_options.quantum =
         value_number(arg, v, 0, 1000000, "0 to 1000000 (instructions)");
   else if ((v = core_options_value_in(arg, "--slice")) != NULL)
      tool_options.slice =
         value_number(arg, v, 1, 1000000, "1 to 1000000 (us)");
   else if ((v = core_options_value_in(arg, "--wake-cost")) != NULL)
      tool_options.wake_cost =
         value_number(arg, v, 0, 1000000000, "0 to 1000000000 (instructions)");
   else if ((v = core_options_value_in(arg, "--wake-latency")) != NULL)
      tool_options.wake_latency =
         value_number(arg, v, 0, 1000000000, "0 to 1000000000 (instructions)");
   else if ((v = core_options_value_in(arg, "--switch-cost")) != NULL)
      tool_options.switch_cost =
         value_number(arg, v, 0, 1000000000, "0 to 1000000000 (instructions)");
   else if ((v = core_options_value_in(arg, "--instr-per-ns")) != NULL)
      tool_options.instr_per_ns = value_number(arg, v, 1, 100, "1 to 100");
   else if ((v = core_options_value_in(arg, "--weights")) != NULL)
      tool_options.weights = v;
   else if ((v = core_options_value_in(arg, "--growth")) != NULL)
      tool_options.growth = v;
   else if ((v = core_options_value_in(arg, "--what-if")) != NULL)
      set_what_if(arg, v);
   else if ((v = core_options_value_in(arg, "--by")) != NULL)
      tool_options.by_line = value_is_second(arg, v, "routine", "line");
   else if ((v = core_options_value_in(arg, "--part")) != NULL)
      add_part(arg, v);
   else if ((v = core_options_value_in(arg, "--progress")) != NULL)
      add_progress(arg, v);
   else if ((v = core_options_value_in(arg, "--binary-scope")) != NULL)
      add_scope(&tool_options.binary_scope, arg, v);
   else if ((v = core_options_value_in(arg, "--source-scope")) != NULL)
      add_scope(&tool_options.source_scope, arg, v);
   else
      return False;
   return True;
}

void virtual_options_print_usage(void)
{
   VG_(printf)(
"   virtual time:\n"
"    --sched=valgrind|virtual  run threads as Valgrind does, or in virtual\n"
"                              time, the same way each time [valgrind]\n"
"    --cores=<n>               cores of virtual time; 0: the machine's [0]\n"
"    --quantum=<n>             instructions that a thread may be ahead of\n"
"                              another one in virtual time [5000]\n"
"    --slice=<us>              microseconds that a thread keeps its core in\n"
"                              virtual time, if others wait for it [3000]\n"
"    --wake-cost=<n>           instructions that it costs to wake a thread,\n"
"                              if a core is idle [20000]\n"
"    --wake-latency=<n>        instructions until that thread runs [50000]\n"
"    --switch-cost=<n>         instructions to wake a thread if no core is\n"
"                              idle, and to switch to it [6000]\n"
"    --instr-per-ns=<n>        instructions of a virtual nanosecond [4]\n"
"    --weights=<file>          nanoseconds per instruction of routines [none]\n"
"    --growth=<file>           by which factor routines have more work [none]\n"
"    --part=<what>             with --what-if=base, measure this part; may be\n"
"                              repeated [none]\n"
"    --what-if=base|<what>:<percent>   measure virtual time alone, as if a\n"
"                              routine, routine+ with its callees,\n"
"                              file:line, file:name or object:name were so\n"
"                              much faster\n"
"    --by=routine|line         the parts whose time --what-if measures\n"
"                              [routine]\n"
"    --progress=<pattern>|<file>:<line>   entries of these routines, or visits\n"
"                              of a line, are progress points of --what-if;\n"
"                              may be repeated [none]\n"
"    --binary-scope=<pattern>  for --what-if, code outside of these objects is\n"
"                              charged to its callers inside; may be repeated\n"
"                              [all]\n"
"    --source-scope=<pattern>  the same for source files [all]\n"
   );
}

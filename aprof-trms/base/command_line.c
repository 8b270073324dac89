/* The command line options of the tool: each is parsed and checked here.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/command_line.h"
#include "base/core_options.h"
#include "base/filters.h"
#include "base/options.h"
#include "base/value.h"
#include "base/virtual_options.h"
#include "engine/reference/check.h"
#include "text/edits.h"
#include "pub_tool_options.h"

/* Integer arguments that calls pass in registers (arch/calls.h). */
enum { REGISTER_ARGUMENTS = 6 };

static const trms_engine *const engines[] = {
   &trms_fast, &trms_timestamps, &trms_definition, &trms_check
};

static void set_cell_size(const HChar *arg, const HChar *value)
{
   ULong n = 0;

   if (!value_is_number(value, 16, &n) || n == 0 || (n & (n - 1)) != 0)
      value_refuse(arg, "1, 2, 4, 8 or 16 (bytes)");
   tool_options.cell_shift = VG_(log2)(n);
}

static void set_cost(const HChar *arg, const HChar *value)
{
   if (VG_STREQ(value, "bb"))
      tool_options.cost = COST_BB;
   else if (VG_STREQ(value, "instr"))
      tool_options.cost = COST_INSTR;
   else
      value_refuse(arg, "bb (basic blocks) or instr (instructions)");
}

static void set_engine(const HChar *arg, const HChar *value)
{
   for (UInt i = 0; i < sizeof engines / sizeof engines[0]; i++)
      if (VG_STREQ(value, engines[i]->name)) {
         tool_options.engine = engines[i];
         return;
      }
   value_refuse(arg, "fast, timestamps, definition or check");
}

static OptionsInlined inlined(const HChar *arg, const HChar *value)
{
   if (VG_STREQ(value, "all"))
      return INLINED_ALL;
   if (VG_STREQ(value, "no"))
      return INLINED_NO;
   if (!VG_STREQ(value, "own"))
      value_refuse(arg, "own, all or no");
   return INLINED_OWN;
}

static void add_filter(FilterKind kind, const HChar *arg, const HChar *value)
{
   if (!filters_add(kind, arg, value))
      value_refuse(arg, "a routine or object pattern with * and ?, after fun: "
                        "to mean routines alone, after obj: objects alone");
}

/* Process an option of memory management; return False if it is none. */
static Bool process_memory_management(const HChar *arg)
{
   const HChar *v;

   if ((v = core_options_value_in(arg, "--allocators")) != NULL)
      tool_options.plain_allocators = value_is_second(arg, v, "apart", "plain");
   else if ((v = core_options_value_in(arg, "--allocator-cost")) != NULL)
      tool_options.allocators_cost_real =
         value_is_second(arg, v, "nominal", "real");
   else if ((v = core_options_value_in(arg, "--allocator")) != NULL)
      add_filter(FILTER_ALLOCATOR, arg, v);
   else if ((v = core_options_value_in(arg, "--reallocator")) != NULL)
      add_filter(FILTER_REALLOCATOR, arg, v);
   else if ((v = core_options_value_in(arg, "--apart")) != NULL)
      add_filter(FILTER_APART, arg, v);
   else
      return False;
   return True;
}

/* The options that --help lists. */
static const HChar *const listed[] = {
   "--aprof-out-file", "--snapshot-every", "--cell-size", "--cost", "--output",
   "--separate-threads", "--contexts", "--max-sizes", "--inline", "--blocks",
   "--include", "--exclude", "--toggle-collect", "--collect-atstart",
   "--size-of", "--allocator", "--allocators", "--reallocator",
   "--allocator-cost", "--apart", "--sched", "--cores", "--quantum", "--slice",
   "--wake-cost", "--wake-latency", "--switch-cost", "--instr-per-ns",
   "--weights", "--growth", "--part", "--what-if", "--by", "--progress",
   "--binary-scope", "--source-scope", "--engine", "--shadow"
};

/* Valgrind is about to refuse an option: name one that is near. */
static void propose(const HChar *arg)
{
   const HChar *value = VG_(strchr)(arg, '=');
   const SizeT length = value == NULL ? VG_(strlen)(arg)
                                      : (SizeT)(value - arg);
   HChar *name = VG_(strdup)("aprof.command-line.name", arg);
   const HChar *near = NULL;
   SizeT least = length;

   name[length] = '\0';
   for (UInt i = 0; i < sizeof listed / sizeof listed[0]; i++) {
      const SizeT edits = edits_between(name, listed[i]);
      if (edits < least) {
         least = edits;
         near = listed[i];
      }
   }
   if (near != NULL && length > 2 && edits_are_few(least, length - 2))
      VG_(fmsg)("%s: did you mean %s=?\n", name, near);
   VG_(free)(name);
}

static Bool process(const HChar *arg)
{
   const HChar *v;

   if ((v = core_options_value_in(arg, "--aprof-out-file")) != NULL) {
      if (v[0] == '\0')
         value_refuse(arg, "a file name; %p in it is the process id, "
                           "%q{VAR} an environment variable");
      tool_options.out_file = v;
   }
   else if ((v = core_options_value_in(arg, "--cell-size")) != NULL)
      set_cell_size(arg, v);
   else if ((v = core_options_value_in(arg, "--cost")) != NULL)
      set_cost(arg, v);
   else if ((v = core_options_value_in(arg, "--engine")) != NULL)
      set_engine(arg, v);
   else if ((v = core_options_value_in(arg, "--snapshot-every")) != NULL)
      tool_options.snapshot_every =
         value_number(arg, v, 0, 1000000, "0 (never) to 1000000 (seconds)");
   else if ((v = core_options_value_in(arg, "--separate-threads")) != NULL)
      tool_options.separate_threads = value_yes(arg, v);
   else if ((v = core_options_value_in(arg, "--max-sizes")) != NULL)
      tool_options.max_sizes = value_number(
         arg, v, 1, 1u << 31, "1 to 2147483648 (sizes of a routine)");
   else if ((v = core_options_value_in(arg, "--contexts")) != NULL)
      tool_options.contexts =
         value_number(arg, v, 0, 64, "0 (none) to 64 (callers)");
   else if ((v = core_options_value_in(arg, "--include")) != NULL)
      add_filter(FILTER_INCLUDE, arg, v);
   else if ((v = core_options_value_in(arg, "--exclude")) != NULL)
      add_filter(FILTER_EXCLUDE, arg, v);
   else if ((v = core_options_value_in(arg, "--toggle-collect")) != NULL)
      add_filter(FILTER_TOGGLE, arg, v);
   else if ((v = core_options_value_in(arg, "--collect-atstart")) != NULL)
      tool_options.collects_at_start = value_yes(arg, v);
   else if ((v = core_options_value_in(arg, "--size-of")) != NULL) {
      if (!filters_add_size_of(arg, v, REGISTER_ARGUMENTS))
         value_refuse(arg, "a routine pattern with * and ?, a colon, and an "
                           "integer argument: its number, 1 to 6, or its "
                           "name; or * and an argument that points at an "
                           "integer, and perhaps :1, :2, :4 or :8, its "
                           "bytes");
   }
   else if ((v = core_options_value_in(arg, "--inline")) != NULL)
      tool_options.inlined = inlined(arg, v);
   else if ((v = core_options_value_in(arg, "--blocks")) != NULL)
      tool_options.blocks = value_yes(arg, v);
   else if ((v = core_options_value_in(arg, "--output")) != NULL)
      tool_options.output = value_yes(arg, v);
   else if ((v = core_options_value_in(arg, "--shadow")) != NULL)
      tool_options.tables = value_is_second(arg, v, "windows", "tables");
   else if (VG_(strncmp)(arg, "--without=", 10) == 0) {
      if (!VG_(parse_enum_set)(
             "reads,writes,misses,calls,recording,counting", False, arg + 10,
             &tool_options.without))
         value_refuse(arg, "a list of reads, writes, misses, calls, recording, "
                           "counting");
   }
   else if ((v = core_options_value_in(arg, "--timestamp-limit")) != NULL)
      tool_options.timestamp_limit =
         value_number(arg, v, 0, 1u << 31,
                      "0 (the engine's own) to 2147483648");
   else
      return process_memory_management(arg) || virtual_options_process(arg);
   return True;
}

Bool command_line_process(const HChar *arg)
{
   if (process(arg))
      return True;
   propose(arg);
   return False;
}

static void print_measurement(void)
{
   VG_(printf)(
"   the profile:\n"
"    --aprof-out-file=<file>   write the profile here [aprof.out.%%p]\n"
"    --snapshot-every=<secs>   rewrite the profile every <secs> seconds; 0:\n"
"                              write it at the end only [60]\n"
"   what is measured:\n"
"    --cell-size=1|2|4|8|16    count input in cells of this many bytes [4]\n"
"    --cost=bb|instr           cost in basic blocks or instructions [bb]\n"
"    --output=no|yes           measure what activations write, too (wms) [no]\n"
"   what is kept apart:\n"
"    --separate-threads=no|yes keep the threads' tables apart [no]\n"
"    --contexts=<n>            keep a routine apart by its last n callers [0]\n"
"    --max-sizes=<n>           if a routine has more different sizes, round\n"
"                              them to three digits [100000]\n"
"   the routines:\n"
"    --inline=own|all|no       measure inlined calls of the program's own\n"
"                              routines with loops, of all routines, or of\n"
"                              none [own]\n"
"    --blocks=no|yes           count the cost of each source line, too [no]\n"
"    --include=<pattern>       measure only these routines, charge others to\n"
"                              their callers; may be repeated [all]\n"
"    --exclude=<pattern>       charge these routines to their callers; may be\n"
"                              repeated [none]\n"
"    --toggle-collect=<pattern>   record only these routines, and what they\n"
"                              call; may be repeated [all]\n"
"                              A pattern, with * and ?, names routines and\n"
"                              objects; fun:<pattern> names routines alone,\n"
"                              obj:<pattern> objects alone\n"
"    --collect-atstart=yes|no  no: record nothing before a client request or a\n"
"                              monitor command says so [yes]\n"
"    --size-of=<pattern>:<argument>   the size of these routines' activations\n"
"                              is the value of this integer argument, given\n"
"                              by number, 1 to 6, or by name; *<argument>:\n"
"                              the integer that it points at, and\n"
"                              *<argument>:<bytes>: of 1, 2, 4 or 8 bytes;\n"
"                              may be repeated [none]\n"
   );
}

static void print_memory_management(void)
{
   VG_(printf)(
"   memory management:\n"
"    --allocators=apart|plain  what malloc and its like read is no input of\n"
"                              their callers, and collectors' work is not\n"
"                              theirs; or measure them as any routine [apart]\n"
"    --allocator=<pattern>     these routines are allocators, too; may be\n"
"                              repeated [none]\n"
"    --reallocator=<pattern>   these routines move a table that grows to a\n"
"                              larger block: that is no input, and what is\n"
"                              moved keeps its history; may be repeated "
"[none]\n"
"    --allocator-cost=nominal|real   charge callers a nominal cost for each\n"
"                              call of an allocator, or its real cost "
"[nominal]\n"
"    --apart=<pattern>         these routines are collectors, too: neither\n"
"                              input nor cost of their callers; may be\n"
"                              repeated [none]\n"
   );
}

void command_line_print_usage(void)
{
   print_measurement();
   print_memory_management();
   virtual_options_print_usage();
   VG_(printf)(
"   how the tool works; the numbers stay the same:\n"
"    --engine=fast|timestamps|definition|check   how input is measured;\n"
"                              check compares [fast]\n"
"    --shadow=windows|tables   where the fast engine keeps its stamps; tables\n"
"                              need less address space [windows]\n"
   );
}

void command_line_print_debug_usage(void)
{
   VG_(printf)(
"    --timestamp-limit=<n>     renumber timestamps at <n>; 0: before they\n"
"                              overflow [0]\n"
"    --without=reads,writes,misses,calls,recording,counting   leave parts of\n"
"                              the work out, to measure their cost; then the\n"
"                              profile is wrong [none]\n"
   );
}

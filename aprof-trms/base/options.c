/* The command line options of the tool: each is parsed and checked here.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/options.h"
#include "base/core_options.h"
#include "base/filters.h"
#include "engine/reference/check.h"
#include "pub_tool_options.h"

ToolOptions tool_options = {
   .out_file = "aprof.out.%p",
   .cell_shift = 2,
   .cost = COST_BB,
   .engine = &trms_fast,
   .snapshot_every = 60,
   .separate_threads = False,
   .max_sizes = 100000,
   .timestamp_limit = 0
};

static const trms_engine *const engines[] = {
   &trms_fast, &trms_timestamps, &trms_definition, &trms_check
};

static void bad(const HChar *arg, const HChar *allowed)
{
   VG_(fmsg_bad_option)(arg, "Allowed: %s\n", allowed);
}

static Bool is_number(const HChar *s, ULong max, ULong *number)
{
   HChar *end;

   if (!VG_(isdigit)(s[0]) || VG_(strlen)(s) > 18)
      return False;
   *number = VG_(strtoull10)(s, &end);
   return *end == '\0' && *number <= max;
}

static void set_cell_size(const HChar *arg, const HChar *value)
{
   ULong n = 0;

   if (!is_number(value, 16, &n) || n == 0 || (n & (n - 1)) != 0)
      bad(arg, "1, 2, 4, 8 or 16 (bytes)");
   tool_options.cell_shift = VG_(log2)(n);
}

static void set_cost(const HChar *arg, const HChar *value)
{
   if (VG_STREQ(value, "bb"))
      tool_options.cost = COST_BB;
   else if (VG_STREQ(value, "instr"))
      tool_options.cost = COST_INSTR;
   else
      bad(arg, "bb (basic blocks) or instr (instructions)");
}

static void set_engine(const HChar *arg, const HChar *value)
{
   for (UInt i = 0; i < sizeof engines / sizeof engines[0]; i++)
      if (VG_STREQ(value, engines[i]->name)) {
         tool_options.engine = engines[i];
         return;
      }
   bad(arg, "fast, timestamps, definition or check");
}

static UInt number(const HChar *arg, const HChar *value, UInt max,
                   const HChar *allowed)
{
   ULong n = 0;

   if (!is_number(value, max, &n))
      bad(arg, allowed);
   return n;
}

static Bool yes_or_no(const HChar *arg, const HChar *value)
{
   if (VG_STREQ(value, "yes"))
      return True;
   if (!VG_STREQ(value, "no"))
      bad(arg, "yes or no");
   return False;
}

static Bool is_plain(const HChar *arg, const HChar *value)
{
   if (VG_STREQ(value, "plain"))
      return True;
   if (!VG_STREQ(value, "apart"))
      bad(arg, "apart or plain");
   return False;
}

static Bool is_real(const HChar *arg, const HChar *value)
{
   if (VG_STREQ(value, "real"))
      return True;
   if (!VG_STREQ(value, "nominal"))
      bad(arg, "nominal or real");
   return False;
}

static OptionsInlined inlined(const HChar *arg, const HChar *value)
{
   if (VG_STREQ(value, "all"))
      return INLINED_ALL;
   if (VG_STREQ(value, "no"))
      return INLINED_NO;
   if (!VG_STREQ(value, "own"))
      bad(arg, "own, all or no");
   return INLINED_OWN;
}

static Bool is_tables(const HChar *arg, const HChar *value)
{
   if (VG_STREQ(value, "tables"))
      return True;
   if (!VG_STREQ(value, "windows"))
      bad(arg, "windows or tables");
   return False;
}

static void add_filter(FilterKind kind, const HChar *arg, const HChar *value)
{
   if (!filters_add(kind, arg, value))
      bad(arg, "a routine or object pattern with * and ?, "
               "after fun: to mean routines alone, after obj: objects alone");
}

Bool options_process(const HChar *arg)
{
   const HChar *v;

   if ((v = core_options_value_in(arg, "--aprof-out-file")) != NULL) {
      if (v[0] == '\0')
         bad(arg, "a file name; %p in it is the process id, "
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
         number(arg, v, 1000000, "0 (never) to 1000000 (seconds)");
   else if ((v = core_options_value_in(arg, "--separate-threads")) != NULL)
      tool_options.separate_threads = yes_or_no(arg, v);
   else if ((v = core_options_value_in(arg, "--max-sizes")) != NULL) {
      tool_options.max_sizes =
         number(arg, v, 1u << 31, "1 to 2147483648 (sizes of a routine)");
      if (tool_options.max_sizes == 0)
         bad(arg, "1 to 2147483648 (sizes of a routine)");
   }
   else if ((v = core_options_value_in(arg, "--contexts")) != NULL)
      tool_options.contexts =
         number(arg, v, 64, "0 (none) to 64 (callers)");
   else if ((v = core_options_value_in(arg, "--include")) != NULL)
      add_filter(FILTER_INCLUDE, arg, v);
   else if ((v = core_options_value_in(arg, "--exclude")) != NULL)
      add_filter(FILTER_EXCLUDE, arg, v);
   else if ((v = core_options_value_in(arg, "--toggle-collect")) != NULL)
      add_filter(FILTER_TOGGLE, arg, v);
   else if ((v = core_options_value_in(arg, "--allocators")) != NULL)
      tool_options.plain_allocators = is_plain(arg, v);
   else if ((v = core_options_value_in(arg, "--allocator-cost")) != NULL)
      tool_options.allocators_cost_real = is_real(arg, v);
   else if ((v = core_options_value_in(arg, "--allocator")) != NULL)
      add_filter(FILTER_ALLOCATOR, arg, v);
   else if ((v = core_options_value_in(arg, "--apart")) != NULL)
      add_filter(FILTER_APART, arg, v);
   else if ((v = core_options_value_in(arg, "--inline")) != NULL)
      tool_options.inlined = inlined(arg, v);
   else if ((v = core_options_value_in(arg, "--shadow")) != NULL)
      tool_options.tables = is_tables(arg, v);
   else if (VG_(strncmp)(arg, "--without=", 10) == 0) {
      if (!VG_(parse_enum_set)(
             "reads,writes,misses,calls,recording,counting", False, arg + 10,
             &tool_options.without))
         bad(arg, "a list of reads, writes, misses, calls, recording, "
                  "counting");
   }
   else if ((v = core_options_value_in(arg, "--timestamp-limit")) != NULL)
      tool_options.timestamp_limit =
         number(arg, v, 1u << 31, "0 (the engine's own) to 2147483648");
   else
      return False;
   return True;
}

void options_print_usage(void)
{
   VG_(printf)(
"    --aprof-out-file=<file>   write the profile here [aprof.out.%%p]\n"
"    --cell-size=1|2|4|8|16    count input in cells of this many bytes [4]\n"
"    --cost=bb|instr           cost in basic blocks or instructions [bb]\n"
"    --separate-threads=no|yes keep the threads' tables apart [no]\n"
"    --contexts=<n>            keep a routine apart by its last n callers [0]\n"
"    --inline=own|all|no       measure inlined calls of the program's own\n"
"                              routines with loops, of all routines, or of\n"
"                              none [own]\n"
"    --include=<pattern>       measure only these routines, charge others to\n"
"                              their callers; may be repeated [all]\n"
"    --exclude=<pattern>       charge these routines to their callers; may be\n"
"                              repeated [none]\n"
"    --toggle-collect=<pattern>   record only these routines, and what they\n"
"                              call; may be repeated [all]\n"
"                              A pattern, with * and ?, names routines and\n"
"                              objects; fun:<pattern> names routines alone,\n"
"                              obj:<pattern> objects alone\n"
"    --allocators=apart|plain  what malloc and its like read is no input of\n"
"                              their callers, and collectors' work is not\n"
"                              theirs; or measure them as any routine [apart]\n"
"    --allocator=<pattern>     these routines are allocators, too; may be\n"
"                              repeated [none]\n"
"    --allocator-cost=nominal|real   charge callers a nominal cost for each\n"
"                              call of an allocator, or its real cost "
"[nominal]\n"
"    --apart=<pattern>         these routines are collectors, too: neither\n"
"                              input nor cost of their callers; may be\n"
"                              repeated [none]\n"
"    --max-sizes=<n>           if a routine has more different sizes, round\n"
"                              them to three digits [100000]\n"
"    --snapshot-every=<secs>   rewrite the profile every <secs> seconds; 0:\n"
"                              write it at the end only [60]\n"
"    --engine=fast|timestamps|definition|check   how input is measured; all\n"
"                              give the same numbers, check compares [fast]\n"
"    --shadow=windows|tables   where the fast engine keeps its stamps; tables\n"
"                              need less address space [windows]\n"
   );
}

void options_print_debug_usage(void)
{
   VG_(printf)(
"    --timestamp-limit=<n>     renumber timestamps at <n>; 0: before they\n"
"                              overflow [0]\n"
"    --without=reads,writes,misses,calls,recording,counting   leave parts of\n"
"                              the work out, to measure their cost; then the\n"
"                              profile is wrong [none]\n"
   );
}

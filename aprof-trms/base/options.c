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
   .collects_at_start = True,
   .snapshot_every = 60,
   .separate_threads = False,
   .max_sizes = 100000,
   .timestamp_limit = 0,
   .quantum = 5000,
   .wake_cost = 20000,
   .wake_latency = 50000,
   .slice = 3000,           /* as Linux's fair scheduler has on two processors */
   .switch_cost = 6000,
   .instr_per_ns = 4
};

/* Integer arguments that calls pass in registers (arch/calls.h). */
enum { REGISTER_ARGUMENTS = 6 };

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

static Bool is_virtual(const HChar *arg, const HChar *value)
{
   if (VG_STREQ(value, "virtual"))
      return True;
   if (!VG_STREQ(value, "valgrind"))
      bad(arg, "valgrind or virtual");
   return False;
}

/* The routine is checked when its code is seen; here only the percentage. */
static void set_what_if(const HChar *arg, const HChar *value)
{
   const HChar *colon = VG_(strrchr)(value, ':');
   ULong percent;

   if (!VG_STREQ(value, "base")
       && (colon == NULL || colon == value
           || !is_number(colon + 1, 99, &percent)))
      bad(arg, "base, or WHAT:PERCENT with a percentage from 0 to 99; WHAT is "
               "a routine, routine+ (with what it calls), file:line, "
               "file:name or object:name");
   tool_options.what_if = value;
   tool_options.virtual_time = True;
   /* Time alone is measured. */
   tool_options.without = PART_READS | PART_WRITES | PART_MISSES | PART_CALLS
                          | PART_RECORDING | PART_COUNTING;
}

static Bool is_line(const HChar *arg, const HChar *value)
{
   if (VG_STREQ(value, "line"))
      return True;
   if (!VG_STREQ(value, "routine"))
      bad(arg, "routine or line");
   return False;
}

/* Add a pattern, in which Coz's wildcard % stands for *. */
static void add_scope(XArray **list, const HChar *arg, const HChar *value)
{
   HChar *glob = VG_(strdup)("aprof.options.scope", value);

   if (value[0] == '\0')
      bad(arg, "a pattern of files with * and ?");
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
      bad(arg, "a part of the program: see --what-if");
   if (tool_options.parts == NULL)
      tool_options.parts = VG_(newXA)(VG_(malloc), "aprof.options.parts",
                                      VG_(free), sizeof value);
   if (VG_(sizeXA)(tool_options.parts) == OPTIONS_MOST_PARTS)
      bad(arg, "one of at most 64 parts");
   VG_(addToXA)(tool_options.parts, &value);
}

static Bool is_line_of_file(const HChar *value)
{
   const HChar *colon = VG_(strrchr)(value, ':');
   ULong line;

   return colon != NULL && colon != value
          && is_number(colon + 1, 100000000, &line);
}

/* A line of the source, or a routine alone, in all objects. */
static void add_progress(const HChar *arg, const HChar *value)
{
   HChar *glob = VG_(malloc)("aprof.options.progress", VG_(strlen)(value) + 5);

   if (value[0] == '\0')
      bad(arg, "a routine, a pattern of routines with * and ?, or FILE:LINE");
   if (is_line_of_file(value)) {
      if (tool_options.progress_lines == NULL)
         tool_options.progress_lines =
            VG_(newXA)(VG_(malloc), "aprof.options.progress_lines", VG_(free),
                       sizeof value);
      VG_(addToXA)(tool_options.progress_lines, &value);
      return;
   }
   VG_(sprintf)(glob, "fun:%s", value);
   filters_add(FILTER_PROGRESS, arg, glob);
}

/* Process an option of virtual time; return False if it is none. */
static Bool process_virtual_time(const HChar *arg)
{
   const HChar *v;

   if ((v = core_options_value_in(arg, "--sched")) != NULL)
      tool_options.virtual_time = is_virtual(arg, v);
   else if ((v = core_options_value_in(arg, "--cores")) != NULL)
      tool_options.cores =
         number(arg, v, 1024, "0 (as many as the machine has) to 1024");
   else if ((v = core_options_value_in(arg, "--quantum")) != NULL)
      tool_options.quantum =
         number(arg, v, 1000000, "0 to 1000000 (instructions)");
   else if ((v = core_options_value_in(arg, "--slice")) != NULL) {
      tool_options.slice = number(arg, v, 1000000, "1 to 1000000 (us)");
      if (tool_options.slice == 0)
         bad(arg, "1 to 1000000 (us)");
   }
   else if ((v = core_options_value_in(arg, "--wake-cost")) != NULL)
      tool_options.wake_cost =
         number(arg, v, 1000000000, "0 to 1000000000 (instructions)");
   else if ((v = core_options_value_in(arg, "--wake-latency")) != NULL)
      tool_options.wake_latency =
         number(arg, v, 1000000000, "0 to 1000000000 (instructions)");
   else if ((v = core_options_value_in(arg, "--switch-cost")) != NULL)
      tool_options.switch_cost =
         number(arg, v, 1000000000, "0 to 1000000000 (instructions)");
   else if ((v = core_options_value_in(arg, "--instr-per-ns")) != NULL) {
      tool_options.instr_per_ns = number(arg, v, 100, "1 to 100");
      if (tool_options.instr_per_ns == 0)
         bad(arg, "1 to 100");
   }
   else if ((v = core_options_value_in(arg, "--weights")) != NULL)
      tool_options.weights = v;
   else if ((v = core_options_value_in(arg, "--growth")) != NULL)
      tool_options.growth = v;
   else if ((v = core_options_value_in(arg, "--what-if")) != NULL)
      set_what_if(arg, v);
   else if ((v = core_options_value_in(arg, "--by")) != NULL)
      tool_options.by_line = is_line(arg, v);
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
   else if ((v = core_options_value_in(arg, "--collect-atstart")) != NULL)
      tool_options.collects_at_start = yes_or_no(arg, v);
   else if ((v = core_options_value_in(arg, "--allocators")) != NULL)
      tool_options.plain_allocators = is_plain(arg, v);
   else if ((v = core_options_value_in(arg, "--allocator-cost")) != NULL)
      tool_options.allocators_cost_real = is_real(arg, v);
   else if ((v = core_options_value_in(arg, "--allocator")) != NULL)
      add_filter(FILTER_ALLOCATOR, arg, v);
   else if ((v = core_options_value_in(arg, "--reallocator")) != NULL)
      add_filter(FILTER_REALLOCATOR, arg, v);
   else if ((v = core_options_value_in(arg, "--apart")) != NULL)
      add_filter(FILTER_APART, arg, v);
   else if ((v = core_options_value_in(arg, "--size-of")) != NULL) {
      if (!filters_add_size_of(arg, v, REGISTER_ARGUMENTS))
         bad(arg, "a routine pattern with * and ?, a colon, and an integer "
                  "argument: its number, 1 to 6, or its name; or * and an "
                  "argument that points at an integer, and perhaps :1, :2, "
                  ":4 or :8, its bytes");
   }
   else if ((v = core_options_value_in(arg, "--inline")) != NULL)
      tool_options.inlined = inlined(arg, v);
   else if ((v = core_options_value_in(arg, "--blocks")) != NULL)
      tool_options.blocks = yes_or_no(arg, v);
   else if ((v = core_options_value_in(arg, "--output")) != NULL)
      tool_options.output = yes_or_no(arg, v);
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
      return process_virtual_time(arg);
   return True;
}

void options_print_usage(void)
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
"   how the tool works; the numbers stay the same:\n"
"    --engine=fast|timestamps|definition|check   how input is measured;\n"
"                              check compares [fast]\n"
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

/* Every option of the tool, parsed and checked in one place.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/options.h"
#include "engine/reference/check.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_options.h"
#include "pub_tool_seqmatch.h"
#include "pub_tool_xarray.h"

ApOptions ap_options = {
   .out_file = "aprof.out.%p",
   .cell_shift = 2,
   .cost = COST_BB,
   .engine = &trms_fast,
   .snapshot_every = 60,
   .separate_threads = False,
   .max_sizes = 100000,
   .timestamp_limit = 0
};

/* --include and --exclude, in the order in which they were given. */
typedef struct {
   const HChar *arg;                        /* the whole option */
   Bool include;
   Bool found;                              /* it has named a routine */
   enum { ROUTINE = 1, OBJECT = 2 } what;   /* a set of bits */
   const HChar *glob;
} Pattern;

static XArray *patterns;    /* of Pattern; NULL while there are none */
static XArray *toggles;     /* likewise, of --toggle-collect */

static const trms_engine *const engines[] = {
   &trms_fast, &trms_timestamps, &trms_definition, &trms_check
};

static void bad(const HChar *arg, const HChar *allowed)
{
   VG_(fmsg_bad_option)(arg, "Allowed: %s\n", allowed);
}

/* The value of `name` in `arg`, or NULL if it is another option. */
static const HChar *value_of(const HChar *arg, const HChar *name)
{
   SizeT n = VG_(strlen)(name);
   return VG_(strncmp)(arg, name, n) == 0 && arg[n] == '=' ? arg + n + 1 : NULL;
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
   ap_options.cell_shift = VG_(log2)(n);
}

static void set_cost(const HChar *arg, const HChar *value)
{
   if (VG_STREQ(value, "bb"))
      ap_options.cost = COST_BB;
   else if (VG_STREQ(value, "instr"))
      ap_options.cost = COST_INSTR;
   else
      bad(arg, "bb (basic blocks) or instr (instructions)");
}

static void set_engine(const HChar *arg, const HChar *value)
{
   for (UInt i = 0; i < sizeof engines / sizeof engines[0]; i++)
      if (VG_STREQ(value, engines[i]->name)) {
         ap_options.engine = engines[i];
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

static Bool is_tables(const HChar *arg, const HChar *value)
{
   if (VG_STREQ(value, "tables"))
      return True;
   if (!VG_STREQ(value, "windows"))
      bad(arg, "windows or tables");
   return False;
}

static void add_pattern(XArray **list, const HChar *arg, const HChar *value,
                        Bool include)
{
   Pattern p = { arg, include, False, ROUTINE | OBJECT, value };

   if (VG_(strncmp)(value, "fun:", 4) == 0) {
      p.what = ROUTINE;
      p.glob += 4;
   } else if (VG_(strncmp)(value, "obj:", 4) == 0) {
      p.what = OBJECT;
      p.glob += 4;
   }
   if (p.glob[0] == '\0')
      bad(arg, "a routine or object pattern with * and ?, "
               "after fun: or obj: to mean only the one");
   if (*list == NULL)
      *list = VG_(newXA)(VG_(malloc), "aprof.options.patterns", VG_(free),
                         sizeof(Pattern));
   VG_(addToXA)(*list, &p);
}

Bool ap_process_option(const HChar *arg)
{
   const HChar *v;

   if ((v = value_of(arg, "--aprof-out-file")) != NULL) {
      if (v[0] == '\0')
         bad(arg, "a file name; %p in it is the process id, "
                  "%q{VAR} an environment variable");
      ap_options.out_file = v;
   }
   else if ((v = value_of(arg, "--cell-size")) != NULL)
      set_cell_size(arg, v);
   else if ((v = value_of(arg, "--cost")) != NULL)
      set_cost(arg, v);
   else if ((v = value_of(arg, "--engine")) != NULL)
      set_engine(arg, v);
   else if ((v = value_of(arg, "--snapshot-every")) != NULL)
      ap_options.snapshot_every =
         number(arg, v, 1000000, "0 (never) to 1000000 (seconds)");
   else if ((v = value_of(arg, "--separate-threads")) != NULL)
      ap_options.separate_threads = yes_or_no(arg, v);
   else if ((v = value_of(arg, "--max-sizes")) != NULL) {
      ap_options.max_sizes =
         number(arg, v, 1u << 31, "1 to 2147483648 (sizes of a routine)");
      if (ap_options.max_sizes == 0)
         bad(arg, "1 to 2147483648 (sizes of a routine)");
   }
   else if ((v = value_of(arg, "--contexts")) != NULL)
      ap_options.contexts =
         number(arg, v, 64, "0 (none) to 64 (callers)");
   else if ((v = value_of(arg, "--include")) != NULL)
      add_pattern(&patterns, arg, v, True);
   else if ((v = value_of(arg, "--exclude")) != NULL)
      add_pattern(&patterns, arg, v, False);
   else if ((v = value_of(arg, "--toggle-collect")) != NULL)
      add_pattern(&toggles, arg, v, True);
   else if ((v = value_of(arg, "--shadow")) != NULL)
      ap_options.tables = is_tables(arg, v);
   else if (VG_(strncmp)(arg, "--without=", 10) == 0) {
      if (!VG_(parse_enum_set)(
             "reads,writes,misses,calls,recording,counting", False, arg + 10,
             &ap_options.without))
         bad(arg, "a list of reads, writes, misses, calls, recording, "
                  "counting");
   }
   else if ((v = value_of(arg, "--timestamp-limit")) != NULL)
      ap_options.timestamp_limit =
         number(arg, v, 1u << 31, "0 (the engine's own) to 2147483648");
   else
      return False;
   return True;
}

void ap_print_usage(void)
{
   VG_(printf)(
"    --aprof-out-file=<file>   write the profile here [aprof.out.%%p]\n"
"    --cell-size=1|2|4|8|16    count input in cells of so many bytes [4]\n"
"    --cost=bb|instr           cost in basic blocks or instructions [bb]\n"
"    --separate-threads=no|yes keep the threads' tables apart [no]\n"
"    --contexts=<n>            keep a routine apart by its last n callers [0]\n"
"    --include=<pattern>       only these are routines, and may be repeated;\n"
"    --exclude=<pattern>       these are charged to their callers: names of\n"
"                              routines or objects with * and ?, or\n"
"                              fun:<pattern>, obj:<pattern> [none]\n"
"    --toggle-collect=<pattern>   record only activations of these and of what\n"
"                              they call; may be repeated [all]\n"
"    --max-sizes=<n>           where a routine has more distinct sizes, keep\n"
"                              them to three digits [100000]\n"
"    --snapshot-every=<secs>   rewrite the profile so often, 0: only at the\n"
"                              end [60]\n"
"    --engine=fast|timestamps|definition|check   how input is measured; all\n"
"                              give the same numbers, check compares [fast]\n"
"    --shadow=windows|tables   where the fast engine keeps its stamps; tables\n"
"                              need less address space [windows]\n"
   );
}

void ap_print_debug_usage(void)
{
   VG_(printf)(
"    --timestamp-limit=<n>     renumber timestamps at n, 0: before they\n"
"                              overflow [0]\n"
"    --without=reads,writes,misses,calls,recording,counting   leave parts of\n"
"                              the work out, to measure them; the profile is\n"
"                              wrong then [none]\n"
   );
}

/* The same where `--aprof:NAME` is the option, too: in settings for several tools
   that is how one is for this tool alone. */
static const HChar *value_for_us(const HChar *arg, const HChar *name)
{
   static const HChar ours[] = "--aprof:";

   if (VG_(strncmp)(arg, ours, sizeof ours - 1) == 0)
      return value_of(arg + sizeof ours - 1, name + 2);
   return value_of(arg, name);
}

const HChar *ap_valgrind_option(const HChar *option)
{
   const HChar *value = NULL;

   for (Word i = 0; i < VG_(sizeXA)(VG_(args_for_valgrind)); i++) {
      const HChar *v = value_for_us(*(HChar **)VG_(indexXA)(
                                       VG_(args_for_valgrind), i), option);
      if (v != NULL)
         value = v;
   }
   return value;
}

Bool ap_mappings_are_checked(void)
{
   const HChar *level = ap_valgrind_option("--sanity-level");

   return level != NULL && VG_(strtoll10)(level, NULL) >= 3;
}

static Bool names(const Pattern *p, const HChar *routine, const HChar *object)
{
   if ((p->what & ROUTINE) && VG_(string_match)(p->glob, routine))
      return True;
   return (p->what & OBJECT)
          && (VG_(string_match)(p->glob, object)
              || VG_(string_match)(p->glob, VG_(basename)(object)));
}

static Bool matches(Pattern *p, const HChar *routine, const HChar *object)
{
   Bool match = names(p, routine, object);

   p->found = p->found || match;
   return match;
}

Bool ap_has_toggles(void)
{
   return toggles != NULL;
}

/* All patterns are looked at, so that each knows whether it names something. */
Bool ap_is_toggle(const HChar *routine, const HChar *object)
{
   Bool any = False;

   for (Word i = 0; i < VG_(sizeXA)(toggles); i++)
      any = matches(VG_(indexXA)(toggles, i), routine, object) || any;
   return any;
}

Bool ap_is_selected(const HChar *routine, const HChar *object)
{
   Bool any_include = False, included = False, excluded = False;

   if (patterns == NULL)
      return True;
   for (Word i = 0; i < VG_(sizeXA)(patterns); i++) {
      Pattern *p = VG_(indexXA)(patterns, i);
      Bool match = matches(p, routine, object);
      if (p->include) {
         any_include = True;
         included = included || match;
      } else
         excluded = excluded || match;
   }
   return !excluded && (included || !any_include);
}

static void tell_idle(XArray *list, void (*tell)(const HChar *option))
{
   for (Word i = 0; list != NULL && i < VG_(sizeXA)(list); i++) {
      const Pattern *p = VG_(indexXA)(list, i);
      if (p->include && !p->found)
         tell(p->arg);
   }
}

void ap_each_idle_pattern(void (*tell)(const HChar *option))
{
   tell_idle(toggles, tell);
   tell_idle(patterns, tell);
}

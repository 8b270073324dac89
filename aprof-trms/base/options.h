/* The command line options of the tool.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_OPTIONS_H
#define AP_OPTIONS_H

#include "base/base.h"

typedef enum { COST_BB, COST_INSTR } ApCost;

/* What --without leaves out, so that bench/parts can measure what it costs.
   The profile is wrong then. */
enum {
   PART_READS = 1, PART_WRITES = 2, PART_MISSES = 4, PART_CALLS = 8,
   PART_RECORDING = 16, PART_COUNTING = 32
};

typedef struct {
   const HChar *out_file;        /* pattern with %p, %n, %q{VAR} */
   UInt cell_shift;              /* log2 of --cell-size */
   ApCost cost;
   const trms_engine *engine;
   UInt snapshot_every;          /* seconds of wall time; 0: never */
   Bool separate_threads;
   UInt max_sizes;               /* of a routine, until they are rounded */
   UInt contexts;                /* callers to keep apart; 0: none */
   UInt timestamp_limit;         /* 0: the engine's own */
   Bool tables;                  /* --shadow=tables */
   UInt without;                 /* of the parts above: for measurements */
   /* Not given, but following: */
   Bool inline_checks;           /* the fast engine has its windows */
   Bool both_engines;            /* --engine=check */
} ApOptions;

extern ApOptions ap_options;

static inline Bool ap_is_without(UInt part)
{
   return (ap_options.without & part) != 0;
}

/* For VG_(needs_command_line_options). */
Bool ap_process_option(const HChar *arg);
void ap_print_usage(void);
void ap_print_debug_usage(void);

/* Does Valgrind compare the process's mappings with its own list of them
   (--sanity-level=3 and more)?  It does not know of windows. */
Bool ap_mappings_are_checked(void);

/* The value of an option of Valgrind's own, which it does not tell its tools;
   NULL where it was not given.  The last one given counts. */
const HChar *ap_valgrind_option(const HChar *option);

/* Does --toggle-collect name this routine: is it recorded, with whatever it
   calls?  Only asked where there is such an option. */
Bool ap_has_toggles(void);
Bool ap_is_toggle(const HChar *routine, const HChar *object);

/* Do --include and --exclude leave this routine a routine of its own?  What
   is left out is charged to its callers. */
Bool ap_is_selected(const HChar *routine, const HChar *object);

/* Those of --toggle-collect and --include that have named nothing so far: they
   may be mistyped. */
void ap_each_idle_pattern(void (*tell)(const HChar *option));

#endif

/* The command line options of the tool.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef BASE_OPTIONS_H
#define BASE_OPTIONS_H

#include "base/base.h"
#include "pub_tool_xarray.h"

typedef enum { COST_BB, COST_INSTR } OptionsCost;

/* --inline: which inlined calls are activations (symbols/inlined.h). */
typedef enum { INLINED_OWN, INLINED_ALL, INLINED_NO } OptionsInlined;

/* Parts of the work that --without leaves out, as a set of bits, so that
   bench/parts can measure what each part costs.  The profile is wrong then. */
enum {
   PART_READS = 1, PART_WRITES = 2, PART_MISSES = 4, PART_CALLS = 8,
   PART_RECORDING = 16, PART_COUNTING = 32
};

/* What one word has bits for. */
enum { OPTIONS_MOST_PARTS = 64 };

typedef struct {
   const HChar *out_file;        /* pattern with %p, %n, %q{VAR} */
   UInt cell_shift;              /* log2 of --cell-size */
   OptionsCost cost;
   const trms_engine *engine;
   Bool collects_at_start;       /* --collect-atstart */
   UInt snapshot_every;          /* seconds of wall time; 0: never */
   Bool separate_threads;        /* one table of a routine for each thread */
   UInt max_sizes;               /* of a routine; beyond, sizes are rounded */
   Bool plain_allocators;        /* --allocators=plain */
   Bool allocators_cost_real;    /* --allocator-cost=real */
   OptionsInlined inlined;
   Bool blocks;                  /* the cost of each source line */
   Bool output;                  /* measure wms, too */
   UInt contexts;                /* callers of a context; 0: no contexts */
   UInt timestamp_limit;         /* renumber at this time; 0: at the engine's
                                    own limit */
   Bool tables;                  /* --shadow=tables */
   UInt without;                 /* a set of PART_... */
   Bool virtual_time;            /* --sched=virtual, or --what-if */
   UInt cores;                   /* of virtual time; 0: as many as the machine
                                    has */
   UInt quantum;                 /* instructions that a thread may be ahead */
   UInt slice;                   /* how long a thread keeps its core if others
                                    are queued, in microseconds */
   UInt wake_cost;               /* in instructions */
   UInt wake_latency;            /* in instructions */
   UInt switch_cost;             /* in instructions */
   UInt instr_per_ns;            /* virtual instructions per nanosecond */
   const HChar *weights;         /* a file; NULL: none */
   const HChar *growth;          /* a file; NULL: none */
   const HChar *what_if;         /* `base`, or WHAT:PERCENT; NULL: no */
   Bool by_line;                 /* --by=line: time of lines, not routines */
   XArray *parts;                /* of --part: HChar *; NULL: none */
   XArray *progress_lines;       /* FILE:LINE of --progress; NULL: none */
   XArray *binary_scope;         /* patterns of objects; NULL: all */
   XArray *source_scope;         /* patterns of source files; NULL: all */
   /* Set by main/main.c, from the options above and the engine. */
   Bool inline_checks;           /* the fast engine has its windows, and
                                    instrumented code checks accesses itself */
   Bool both_engines;            /* --engine=check: the fast engine, and the
                                    timestamps engine beside it */
} ToolOptions;

extern ToolOptions tool_options;

/* Is the part left out? */
static inline Bool options_is_without(UInt part)
{
   return (tool_options.without & part) != 0;
}

#endif

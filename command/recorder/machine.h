/* What is measured once on each machine: the cost of a sample, and where a
   sample lies that an instruction has caused.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RECORDER_MACHINE_H
#define APROF_RECORDER_MACHINE_H

#include "samples/samples.h"

typedef struct {
   uint64_t cost;                     /* ns, of a sample; median */
   uint64_t cost_samples;             /* of which it is the median; 0: it could
                                         not be measured */
   samples_skid skid;
   uint64_t behind, skid_samples;     /* samples at the next instruction, of all
                                         near an instruction that waits */
   double clock;                      /* cycles of a ns; 0: not known */
   uint64_t fault;                    /* ns, of the first access to a page;
                                         median; 0: not known */
   uint64_t measured;                 /* when the cost was, s since 1970 */
} machine_facts;

/* The cost of a sample that is assumed if it can't be measured, ns. */
#define MACHINE_COST 50000

/* Measure with the timer cpu-clock, in half a second; on a busy machine in
   several seconds. */
machine_facts machine_measure(void);

/* Samples near an instruction that waits: all, those at it, and those at the
   next instruction. */
typedef struct {
   uint64_t near, on, behind;
} machine_skid;

/* Find where samples lie.  A count that does not tell was disturbed, perhaps by
   other processes, and is repeated, up to four times in all. */
void machine_find_skid(machine_facts *facts, machine_skid (*count)(void *),
                       void *context);

/* How new the facts are to be.  The cost of a sample is greater while other
   programs use the caches, or the host the processor: the first measurement may
   have been at such a time.  So it is repeated from time to time, and the least
   is kept. */
typedef enum {
   MACHINE_KNOWN,                     /* any of this start of the machine */
   MACHINE_RECENT,                    /* the cost measured of late, too */
   MACHINE_NEW                        /* all measured now, and nothing kept */
} machine_age;

/* Return the facts about this machine since its last start: from the user's
   cache, or measured and put there. */
machine_facts machine_get(machine_age age);

/* Are all runs of the samples of this machine? */
bool machine_has_recorded(const samples *s);

/* Return the name of a file in the user's cache, or NULL; the caller frees it.
   create: make its folder. */
char *machine_cache_name(const char *file, bool create);

/* Return the name of the processor; the caller frees it. */
char *machine_name(void);

#endif

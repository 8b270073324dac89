/* Checks of the tool's own state, under Valgrind's --sanity-level=2 and above.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/sanity.h"
#include "base/core_options.h"
#include "pub_tool_options.h"

/* After the first rounds only each fourth one checks: a broken state stays
   broken, and short programs stop for the kernel some thousand times. */
enum { LEVEL = 2, MOST_CHECKS = 8, FIRST_ROUNDS = 250, EVERY = 4 };

static struct {
   const HChar *name;
   SanityCheck *check;
} checks[MOST_CHECKS];
static UInt n_checks;
static ULong stops;          /* rounds, with those that were left out */
static ULong rounds;         /* how often all of them have been run */

void sanity_register(const HChar *name, SanityCheck *check)
{
   tl_assert(n_checks < MOST_CHECKS);
   checks[n_checks].name = name;
   checks[n_checks].check = check;
   n_checks++;
}

static Bool is_on(void)
{
   static enum { UNKNOWN, OFF, ON } state;

   if (state == UNKNOWN)
      state = core_options_sanity_level() >= LEVEL ? ON : OFF;
   return state == ON;
}

static void fail(const HChar *name, const HChar *what)
{
   static HChar message[200];

   VG_(snprintf)(message, sizeof message, "aprof: %s: %s", name, what);
   VG_(tool_panic)(message);
}

void sanity_run(void)
{
   if (!is_on() || (++stops > FIRST_ROUNDS && stops % EVERY != 0))
      return;
   for (UInt i = 0; i < n_checks; i++) {
      const HChar *what = checks[i].check();
      if (what != NULL)
         fail(checks[i].name, what);
   }
   rounds++;
}

void sanity_report(void)
{
   if (rounds == 0 || VG_(clo_verbosity) < 2)
      return;
   for (UInt i = 0; i < n_checks; i++)
      VG_(umsg)("aprof: checked %llu times: %s\n", rounds, checks[i].name);
}

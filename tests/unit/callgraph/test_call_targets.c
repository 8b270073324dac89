/* Targets of calls: each is looked up once, whatever their number, until code is
   unmapped, and the answers are those of the look-ups.

   The modules that call_targets.c asks are replaced by plain functions here.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "arch/plt.h"
#include "callgraph/call_sites.h"
#include "callgraph/call_targets.h"
#include "symbols/code_symbols.h"
#include "symbols/generated_code.h"

/* More than the cache has places for, and as near each other as routines are. */
enum { TARGETS = 3 * CALL_TARGETS_CACHED, APART = 16, FIRST = 0x401000 };
/* Every so many is a stub, or generated code, neither of which is a routine. */
enum { STUBS = 10, GENERATED = 7 };

static Routine routines[TARGETS];
static unsigned looked_up, sites_discarded;

static unsigned number_of(Addr target)
{
   return (unsigned)((target - FIRST) / APART);
}

static Addr target_of(unsigned i)
{
   return FIRST + (Addr)i * APART;
}

/* --------------------------------------- what call_targets.c asks */

void generated_code_refresh(Addr code)
{
   (void)code;
   looked_up++;
}

Bool generated_code_covers(Addr code)
{
   return number_of(code) % GENERATED == 1;
}

Bool code_symbol_covers(Addr code, Addr *start)
{
   *start = code;
   return number_of(code) % STUBS != 0;
}

PltPart plt_part(Addr code)
{
   (void)code;
   return PLT_STUB;
}

Routine *routines_at(Addr code)
{
   return &routines[number_of(code)];
}

void call_sites_discard(void)
{
   sites_discarded++;
}

void *VG_(memset)(void *s, Int c, SizeT n)
{
   return memset(s, c, n);
}

/* --------------------------------------------------------------------- */

static Routine *expected(unsigned i)
{
   return i % GENERATED == 1 || i % STUBS == 0 ? NULL : &routines[i];
}

static void call_all(unsigned first, unsigned step)
{
   for (unsigned n = 0; n < TARGETS; n++) {
      const unsigned i = (first + n * step) % TARGETS;

      assert_ptr_equal(call_targets_routine(target_of(i)), expected(i));
   }
}

static void each_is_looked_up_once(void **state)
{
   (void)state;
   call_targets_discard();
   looked_up = 0;
   call_all(0, 1);
   assert_int_equal(looked_up, TARGETS);
   /* In other orders: a step that has no divisor in common with the number
      leads to all of them. */
   call_all(5, 1);
   call_all(0, 4097);
   call_all(TARGETS - 1, TARGETS - 1);
   assert_int_equal(looked_up, TARGETS);
}

static void code_that_is_unmapped_is_looked_up_again(void **state)
{
   (void)state;
   call_targets_discard();
   call_all(0, 1);
   looked_up = 0;
   sites_discarded = 0;
   call_targets_discard();
   assert_int_equal(sites_discarded, 1);
   call_all(0, 1);
   assert_int_equal(looked_up, TARGETS);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_is_looked_up_once),
      cmocka_unit_test(code_that_is_unmapped_is_looked_up_again),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}

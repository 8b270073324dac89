/* The arguments that --size-of makes the size of an activation.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/size_arguments.h"
#include "arch/calls.h"
#include "base/filters.h"
#include "elf/debug_sections.h"
#include "sys/client_memory.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"
#include "pub_tool_xarray.h"

/* The length of an integer in memory, if neither the option nor the debug
   information says it. */
enum { USUAL_BYTES = 8 };

static XArray *failures;        /* of HChar *; NULL: there are none */

static const HChar *failure(Word i)
{
   return *(HChar **)VG_(indexXA)(failures, i);
}

/* Print why an option has no effect on a routine, unless it has been said. */
static void fail(const HChar *option, const HChar *routine,
                 const HChar *reason)
{
   HChar *text = VG_(malloc)("aprof.size_arguments.failure",
                             VG_(strlen)(option) + VG_(strlen)(routine)
                             + VG_(strlen)(reason) + 16);

   VG_(sprintf)(text, "%s: %s: %s", option, routine, reason);
   if (failures == NULL)
      failures = VG_(newXA)(VG_(malloc), "aprof.size_arguments.failures",
                            VG_(free), sizeof text);
   for (Word i = 0; i < VG_(sizeXA)(failures); i++)
      if (VG_STREQ(failure(i), text)) {
         VG_(free)(text);
         return;
      }
   VG_(addToXA)(failures, &text);
   if (VG_(clo_verbosity) > 0)
      VG_(umsg)("aprof: %s\n", text);
}

/* A reader of the file that was asked for last: the next routine is mostly in
   the same one, and a compressed file is inflated when it is opened. */
typedef struct {
   HChar *object, *build_id;    /* NULL: none was asked for; "": there is none */
   Dwarf *dwarf;                /* NULL: `found` says why there is none */
   DebugSections found;
} Reader;

/* Return the reader of a file.  A file without a build id may be another one the
   next time. */
static Reader *reader_of(const HChar *object, const HChar *build_id,
                         Bool inflate)
{
   static Reader readers[2];    /* by `inflate` */
   Reader *r = &readers[inflate];

   if (r->object != NULL && build_id[0] != '\0'
       && VG_STREQ(r->build_id, build_id) && VG_STREQ(r->object, object))
      return r;
   if (r->dwarf != NULL)
      debug_sections_free(r->dwarf);
   VG_(free)(r->object);
   VG_(free)(r->build_id);
   r->object = VG_(strdup)("aprof.size_arguments.object", object);
   r->build_id = VG_(strdup)("aprof.size_arguments.build_id", build_id);
   r->dwarf = debug_sections_read(object, build_id, inflate, &r->found);
   return r;
}

Bool size_arguments_is_changed_copy(const HChar *name)
{
   return VG_(strstr)(name, ".isra.") != NULL
          || VG_(strstr)(name, ".constprop.") != NULL
          || VG_(strstr)(name, ".part.") != NULL;
}

/* Find the parameter by the debug information; False: see `reason`. */
static Bool find_by_name(const SizeOption *s, const HChar *routine,
                         const HChar *object, const HChar *build_id,
                         ULong address, CallConvention convention,
                         ParameterPlace *place,
                         HChar reason[PARAMETERS_REASON])
{
   const Reader *r;
   Bool good;

   if (convention == CALLS_OF_GO) {
      VG_(strcpy)(reason, "it is written in Go: give the number of the register "
                  "in place of the name");
      return False;
   }
   if (size_arguments_is_changed_copy(routine)) {
      VG_(strcpy)(reason, "the compiler has changed its parameters: build it "
                  "with less optimization");
      return False;
   }
   r = reader_of(object, build_id, True);
   if (r->dwarf == NULL) {
      VG_(snprintf)(reason, PARAMETERS_REASON, "%s",
                    debug_sections_reason(r->found));
      return False;
   }
   good = parameters_find(r->dwarf, address, s->name, s->pointed, s->bytes,
                          place, reason);
   debug_sections_trim(r->dwarf);
   return good;
}

SizeArgument *size_arguments_of(const HChar *routine, const HChar *object,
                                const HChar *build_id, ULong address,
                                CallConvention convention)
{
   const SizeOption *s = filters_size_of(routine, object);
   HChar reason[PARAMETERS_REASON];
   SizeArgument *a;

   if (s == NULL)
      return NULL;
   a = VG_(malloc)("aprof.size_arguments.argument", sizeof *a);
   *a = (SizeArgument){ s->option,
                        { s->number, s->pointed,
                          s->bytes != 0 ? s->bytes : USUAL_BYTES, True },
                        convention, False };
   if (convention == CALLS_ON_STACK)
      VG_(strcpy)(reason, "its arguments are on the stack");
   else if (s->name == NULL
            || find_by_name(s, routine, object, build_id, address, convention,
                            &a->place, reason))
      return a;
   fail(s->option, routine, reason);
   VG_(free)(a);
   return NULL;
}

Bool size_arguments_registers(const HChar *routine, const HChar *object,
                              const HChar *build_id, ULong address,
                              UInt *count, ParameterNames names)
{
   const Reader *r;
   Bool is_known;

   if (size_arguments_is_changed_copy(routine))
      return False;
   r = reader_of(object, build_id, False);
   if (r->dwarf == NULL)
      return False;
   is_known = parameters_registers(r->dwarf, address, count, names);
   debug_sections_trim(r->dwarf);
   return is_known;
}

void size_arguments_inlined(const HChar *routine, const HChar *object)
{
   const SizeOption *s = filters_size_of(routine, object);

   if (s != NULL)
      fail(s->option, routine, "calls that the compiler has inlined have no "
           "arguments in registers, so their size is what they read: build it "
           "with __attribute__((noinline)), or use APROF_SIZE");
}

/* Return the number in the low bytes of a word. */
static ULong number_in(ULong word, const ParameterPlace *p)
{
   const UInt unused = 64 - 8 * p->bytes;

   if (p->is_signed) {
      const Long value = (Long)(word << unused) >> unused;
      return value < 0 ? 0 : value;
   }
   return word << unused >> unused;
}

ULong size_arguments_value(SizeArgument *a)
{
   ULong word = calls_argument(a->place.argument - 1, a->convention);

   if (a->place.is_pointed_at) {
      const Addr at = word;
      word = 0;
      if (client_memory_is_readable(at, a->place.bytes))
         VG_(memcpy)(&word, (const void *)at, a->place.bytes);
      else if (!a->said) {
         a->said = True;
         fail(a->option, "an address", "its memory can't be read; the size is "
              "0 there");
      }
   }
   return number_in(word, &a->place);
}

static Int compare(const void *a, const void *b)
{
   return VG_(strcmp)(*(HChar *const *)a, *(HChar *const *)b);
}

void size_arguments_each_failure(void (*report)(const HChar *sentence))
{
   if (failures == NULL)
      return;
   VG_(setCmpFnXA)(failures, compare);
   VG_(sortXA)(failures);
   for (Word i = 0; i < VG_(sizeXA)(failures); i++)
      report(failure(i));
}

/* Options that name routines by patterns: --include and --exclude,
   --toggle-collect, --allocator, --reallocator, --apart, --size-of,
   --progress.

   A pattern holds * and ?, and names routines and objects, or with --size-of,
   --reallocator and --progress routines alone; after fun: it names routines
   alone, after obj: objects alone.  It is compared with a routine's
   name without type, parameters, template arguments and the suffixes of clones;
   if it holds a bracket, also with the whole name, and with the name with its
   template arguments.  A pattern with `::` also fits a name without its first
   scopes.  So the names that the report shows are patterns.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef BASE_FILTERS_H
#define BASE_FILTERS_H

#include "base/base.h"

typedef enum {
   FILTER_INCLUDE, FILTER_EXCLUDE, FILTER_TOGGLE,
   FILTER_ALLOCATOR, FILTER_REALLOCATOR, FILTER_APART, FILTER_SIZE_OF,
   FILTER_PROGRESS,
   FILTER_KINDS
} FilterKind;

/* Add the pattern `value` of the option `option` ("--include=...").  Both
   strings must live as long as the tool.  Return False if there is no pattern
   in `value`. */
Bool filters_add(FilterKind kind, const HChar *option, const HChar *value);

/* Which integer argument of a routine --size-of makes its size. */
typedef struct {
   const HChar *option;       /* as the user has written it */
   const HChar *name;         /* of the parameter; NULL: it has a number */
   UInt number;               /* of the argument, from 1 */
   Bool pointed;              /* the integer that it points at */
   UInt bytes;                /* of that; 0: not given */
} SizeOption;

/* Add the option --size-of=PATTERN:ARGUMENT.  ARGUMENT is a number from 1 to
   `arguments`, or a name; or one of these after a *, and then perhaps :LENGTH,
   1, 2, 4 or 8.  Return False if `value` has not this form. */
Bool filters_add_size_of(const HChar *option, const HChar *value,
                         UInt arguments);

/* Return what --size-of makes the size of the routine, by the option that is
   last; NULL: no option names the routine. */
const SizeOption *filters_size_of(const HChar *routine, const HChar *object);

/* Does an option of this kind name the routine? */
Bool filters_name(FilterKind kind, const HChar *routine, const HChar *object);

/* Call `report` with the pattern of each option of this kind, as the user has
   written it, in alphabetical order. */
void filters_each_pattern(FilterKind kind,
                          void (*report)(const HChar *pattern));

/* Is there an option of this kind? */
Bool filters_are_given(FilterKind kind);

/* Is there a --toggle-collect? */
Bool filters_have_toggles(void);

/* Does --toggle-collect name the routine, so that its activations are recorded,
   and those of the routines that it calls?  Only where filters_have_toggles. */
Bool filters_is_toggle(const HChar *routine, const HChar *object);

/* Is the routine a routine of its own, by --include and --exclude?  If not,
   then its callers are charged for it. */
Bool filters_is_selected(const HChar *routine, const HChar *object);

/* Call `report` with each option whose pattern has named no routine so far, in
   alphabetical order, each once: it may be mistyped.  (--exclude may name what
   this run does not call.)  glob: the pattern without `fun:`; NULL: it names
   objects. */
void filters_each_idle(void (*report)(const HChar *option, const HChar *glob));

#endif

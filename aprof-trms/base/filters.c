/* Options that name routines by patterns.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/filters.h"
#include "base/plain_name.h"
#include "base/tool_text.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_seqmatch.h"
#include "pub_tool_xarray.h"

typedef struct {
   const HChar *option;                     /* as the user has written it */
   Bool found;                              /* it has named a routine */
   enum { ROUTINE = 1, OBJECT = 2 } what;   /* a set of bits */
   const HChar *glob;
   SizeOption size;                         /* of --size-of */
} Pattern;

/* Of each kind, in the order of the command line; NULL while there is none. */
static XArray *patterns[FILTER_KINDS];

static Word count(FilterKind kind)
{
   return patterns[kind] == NULL ? 0 : VG_(sizeXA)(patterns[kind]);
}

static Pattern *pattern(FilterKind kind, Word i)
{
   return VG_(indexXA)(patterns[kind], i);
}

/* Can all routines of an object be meant?  Where they can't, a routine may have
   the name of its program. */
static Bool may_name_objects(FilterKind kind)
{
   return kind != FILTER_SIZE_OF && kind != FILTER_REALLOCATOR
          && kind != FILTER_PROGRESS;
}

Bool filters_add(FilterKind kind, const HChar *option, const HChar *value)
{
   Pattern p = { .option = option, .glob = value,
                 .what = may_name_objects(kind) ? ROUTINE | OBJECT : ROUTINE };

   if (text_begins(value, "fun:")) {
      p.what = ROUTINE;
      p.glob += 4;
   } else if (text_begins(value, "obj:")) {
      p.what = OBJECT;
      p.glob += 4;
   }
   if (p.glob[0] == '\0')
      return False;
   if (patterns[kind] == NULL)
      patterns[kind] = VG_(newXA)(VG_(malloc), "aprof.filters.patterns",
                                  VG_(free), sizeof(Pattern));
   VG_(addToXA)(patterns[kind], &p);
   return True;
}

/* Return the last colon in the first `length` bytes that is no part of `::`,
   nor of the prefix of a pattern; NULL: there is none. */
static const HChar *last_colon(const HChar *value, SizeT length)
{
   for (const HChar *c = value + length; c-- > value; )
      if (*c == ':' && c > value && c[-1] != ':' && c[1] != ':'
          && !(c == value + 3
               && (text_begins(value, "fun:") || text_begins(value, "obj:"))))
         return c;
   return NULL;
}

static Bool is_name(const HChar *text)
{
   for (const HChar *c = text; *c != '\0'; c++)
      if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '_'
            || *c == '$' || (UChar)*c >= 0x80
            || (c > text && VG_(isdigit)(*c))))
         return False;
   return text[0] != '\0';
}

/* Is the text a length of an integer? */
static Bool is_length(const HChar *text)
{
   return VG_STREQ(text, "1") || VG_STREQ(text, "2") || VG_STREQ(text, "4")
          || VG_STREQ(text, "8");
}

/* Parse what stands behind the colon: without a length. */
static Bool parse_argument(const HChar *text, UInt arguments, SizeOption *s)
{
   s->pointed = text[0] == '*';
   text += s->pointed;
   if (text[0] >= '1' && text[0] <= '0' + (Int)arguments && text[1] == '\0')
      s->number = text[0] - '0';
   else if (is_name(text))
      s->name = text;
   return s->number > 0 || s->name != NULL;
}

Bool filters_add_size_of(const HChar *option, const HChar *value,
                         UInt arguments)
{
   HChar *copy = VG_(strdup)("aprof.filters.size", value);
   const SizeT length = VG_(strlen)(value);
   const HChar *colon = last_colon(copy, length), *before;
   SizeOption s = { .option = option };

   if (colon == NULL)
      return False;
   before = last_colon(copy, colon - copy);
   if (before != NULL && before[1] == '*' && is_length(colon + 1)) {
      s.bytes = colon[1] - '0';
      copy[colon - copy] = '\0';
      colon = before;
   }
   copy[colon - copy] = '\0';
   if (!parse_argument(colon + 1, arguments, &s)
       || !filters_add(FILTER_SIZE_OF, option, copy))
      return False;
   pattern(FILTER_SIZE_OF, count(FILTER_SIZE_OF) - 1)->size = s;
   return True;
}

/* Does a pattern fit a name without some of its first scopes? */
static Bool fits_inner(const HChar *glob, const HChar *name, const HChar *scope)
{
   if (VG_(strstr)(glob, scope) == NULL)
      return False;
   while ((name = VG_(strstr)(name, scope)) != NULL) {
      name += VG_(strlen)(scope);
      if (VG_(string_match)(glob, name))
         return True;
   }
   return False;
}

/* Does a pattern fit a name or, if it holds a scope, the name without its first
   scopes?  (Go's `main.*` is one package: a wildcard after a point means no
   inner scopes.) */
static Bool fits(const HChar *glob, const HChar *name)
{
   return VG_(string_match)(glob, name) || fits_inner(glob, name, "::")
          || (VG_(strpbrk)(glob, "*?") == NULL && fits_inner(glob, name, "."));
}

/* Does a pattern fit a name that `change` makes of the name, if it does? */
static Bool fits_changed(const HChar *glob, const HChar *name,
                         bool (*change)(char *name))
{
   HChar *changed = VG_(strdup)("aprof.filters.name", name);
   const Bool found = change(changed) && fits(glob, changed);

   VG_(free)(changed);
   return found;
}

/* Does a pattern fit the name of a method of Rust as one of its type, or of its
   trait? */
static Bool fits_method(const HChar *glob, const HChar *name, Bool arguments,
                        bool (*get)(char *to, const char *name))
{
   const SizeT room = VG_(strlen)(name) + 1;
   HChar *method = VG_(malloc)("aprof.filters.name", room);
   HChar *plain = VG_(malloc)("aprof.filters.name", room);
   Bool found = get(method, name);

   if (found) {
      plain_name_get(plain, method, arguments);
      found = fits(glob, plain);
   }
   VG_(free)(plain);
   VG_(free)(method);
   return found;
}

/* The names of a routine that patterns are compared with. */
typedef struct {
   const HChar *whole;
   HChar *plain;            /* plain_name.h */
   HChar *with_arguments;
} Names;

/* A pattern with a bracket may mean parameters and the arguments of templates;
   any other pattern means the bare name: `*Order*` is no routine that has a
   parameter of this type. */
static Bool fits_routine(const HChar *glob, const Names *n)
{
   const Bool arguments = plain_name_holds_bracket(glob);
   const HChar *name = arguments ? n->with_arguments : n->plain;

   return (arguments && VG_(string_match)(glob, n->whole)) || fits(glob, name)
          || fits_changed(glob, name, plain_name_cut_clone)
          || fits_changed(glob, name, plain_name_cut_tags)
          || fits_method(glob, name, arguments, plain_name_of_type)
          || fits_method(glob, name, arguments, plain_name_of_trait);
}

static Bool names(const Pattern *p, const Names *routine, const HChar *object)
{
   if ((p->what & ROUTINE) && fits_routine(p->glob, routine))
      return True;
   return (p->what & OBJECT)
          && (VG_(string_match)(p->glob, object)
              || VG_(string_match)(p->glob, VG_(basename)(object)));
}

static HChar *plain_name_of(const HChar *routine, Bool arguments)
{
   HChar *plain = VG_(malloc)("aprof.filters.name", VG_(strlen)(routine) + 1);

   plain_name_get(plain, routine, arguments);
   return plain;
}

/* Does the pattern name the routine?  If so, then it has been found. */
static Bool name_fits(Pattern *p, const HChar *routine, const HChar *object)
{
   Names n = { routine, plain_name_of(routine, False),
               plain_name_of(routine, True) };
   Bool match = names(p, &n, object);

   VG_(free)(n.plain);
   VG_(free)(n.with_arguments);
   p->found = p->found || match;
   return match;
}

/* Every pattern is compared, so that `found` is right for each. */
Bool filters_name(FilterKind kind, const HChar *routine, const HChar *object)
{
   Bool any = False;

   for (Word i = 0; i < count(kind); i++)
      any = name_fits(pattern(kind, i), routine, object) || any;
   return any;
}

const SizeOption *filters_size_of(const HChar *routine, const HChar *object)
{
   const SizeOption *size = NULL;

   for (Word i = 0; i < count(FILTER_SIZE_OF); i++) {
      Pattern *p = pattern(FILTER_SIZE_OF, i);
      if (name_fits(p, routine, object))
         size = &p->size;
   }
   return size;
}

static const HChar *value_of(const Pattern *p)
{
   return VG_(strchr)(p->option, '=') + 1;
}

/* The pattern that comes next in alphabetical order; NULL: none does. */
static const HChar *pattern_after(FilterKind kind, const HChar *last)
{
   const HChar *next = NULL;

   for (Word i = 0; i < count(kind); i++) {
      const HChar *value = value_of(pattern(kind, i));
      if ((last == NULL || VG_(strcmp)(value, last) > 0)
          && (next == NULL || VG_(strcmp)(value, next) < 0))
         next = value;
   }
   return next;
}

void filters_each_pattern(FilterKind kind, void (*report)(const HChar *))
{
   for (const HChar *p = NULL; (p = pattern_after(kind, p)) != NULL; )
      report(p);
}

Bool filters_are_given(FilterKind kind)
{
   return count(kind) > 0;
}

Bool filters_have_toggles(void)
{
   return count(FILTER_TOGGLE) > 0;
}

Bool filters_is_toggle(const HChar *routine, const HChar *object)
{
   return filters_name(FILTER_TOGGLE, routine, object);
}

Bool filters_is_selected(const HChar *routine, const HChar *object)
{
   Bool included = filters_name(FILTER_INCLUDE, routine, object);

   return !filters_name(FILTER_EXCLUDE, routine, object)
          && (included || count(FILTER_INCLUDE) == 0);
}

/* The option that comes next in alphabetical order, of those that have named
   nothing; NULL: none does. */
static const Pattern *idle_after(const HChar *last)
{
   const Pattern *next = NULL;

   for (UInt kind = 0; kind < FILTER_KINDS; kind++)
      for (Word i = 0; kind != FILTER_EXCLUDE && i < count(kind); i++) {
         const Pattern *p = pattern(kind, i);
         if (!p->found
             && (last == NULL || VG_(strcmp)(p->option, last) > 0)
             && (next == NULL || VG_(strcmp)(p->option, next->option) < 0))
            next = p;
      }
   return next;
}

void filters_each_idle(void (*report)(const HChar *option, const HChar *glob))
{
   const Pattern *p = NULL;

   while ((p = idle_after(p == NULL ? NULL : p->option)) != NULL)
      report(p->option, p->what == OBJECT ? NULL : p->glob);
}

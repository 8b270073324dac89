/* The whole names of routines: see elf/dwarf_names.h.

   An entry does not say which entries it lies in.  So the scopes of a unit are
   listed, in one walk through it with those of its subprograms that others ask
   for.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "elf/dwarf_names.h"
#include "base/tool_text.h"
#include "elf/source_names.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_wordfm.h"
#include "pub_tool_xarray.h"

/* Entries that are in each other; references one after the other; types that
   are parts of each other, which damaged information may have without end. */
enum { DEEPEST = 256, MOST_STEPS = 64, MOST_DEPTH = 24, LONGEST = 4000 };

/* A namespace, a class or a routine, in which named entries lie. */
typedef struct {
   UInt offset, past;           /* from its entry to behind its last one, in its
                                   unit */
   Int parent;                  /* its index; -1: there is none */
} Scope;

struct _DwarfNames {
   Dwarf *d;
   WordFM *scopes;              /* start of the unit -> XArray of Scope, by
                                   offset */
   WordFM *types;               /* entry of a named type -> its name */
   HChar text[LONGEST + 1];     /* the name that is made */
   UInt length;
   Bool is_bad;                 /* a part of it is not known */
};

static void put_routine(DwarfNames *n, ULong entry, UInt depth);
static void put_type(DwarfNames *n, ULong type, UInt depth);
static void put_template_name(DwarfNames *n, const DwarfEntry *e, UInt depth);
static void put_named(DwarfNames *n, const DwarfEntry *t, UInt depth);

DwarfNames *dwarf_names_new(Dwarf *d)
{
   DwarfNames *n = VG_(calloc)("aprof.dwarf_names", 1, sizeof *n);

   n->d = d;
   n->scopes = VG_(newFM)(VG_(malloc), "aprof.dwarf_names.scopes", VG_(free),
                          NULL);
   n->types = VG_(newFM)(VG_(malloc), "aprof.dwarf_names.types", VG_(free),
                         NULL);
   return n;
}

static void put_part(DwarfNames *n, const HChar *text, SizeT length)
{
   if (n->length + length > LONGEST) {
      n->is_bad = True;
      return;
   }
   VG_(memcpy)(n->text + n->length, text, length);
   n->length += length;
   n->text[n->length] = '\0';
}

static void put(DwarfNames *n, const HChar *text)
{
   put_part(n, text, VG_(strlen)(text));
}

static Bool is_in_word(HChar c)
{
   return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
          || (c >= '0' && c <= '9') || c == '_';
}

/* Put a name in which gcc has written types of integers in its own way. */
static void put_name(DwarfNames *n, const HChar *name)
{
   static const HChar *const words[][2] = {
      { "long long unsigned int", "unsigned long long" },
      { "long unsigned int", "unsigned long" },
      { "short unsigned int", "unsigned short" },
      { "long long int", "long long" }, { "long int", "long" },
      { "short int", "short" }, { "__int128 unsigned", "unsigned __int128" }
   };
   enum { WORDS = sizeof words / sizeof *words };
   const HChar *p = name;

   while (*p != '\0') {
      UInt i = p > name && is_in_word(p[-1]) ? WORDS : 0;
      while (i < WORDS && !(text_begins(p, words[i][0])
                            && !is_in_word(p[VG_(strlen)(words[i][0])])))
         i++;
      if (i < WORDS) {
         put(n, words[i][1]);
         p += VG_(strlen)(words[i][0]);
      } else
         put_part(n, p++, 1);
   }
}

/* --- scopes --- */

static Bool is_class(const DwarfEntry *e)
{
   return e->tag == DWARF_CLASS || e->tag == DWARF_STRUCTURE
          || e->tag == DWARF_UNION;
}

static Bool is_scope(UInt tag)
{
   return tag == DWARF_NAMESPACE || tag == DWARF_SUBPROGRAM
          || tag == DWARF_CLASS || tag == DWARF_STRUCTURE
          || tag == DWARF_UNION;
}

/* May the scope be asked for of such an entry?  Of parameters, members and
   variables it is not. */
static Bool is_named(UInt tag)
{
   return is_scope(tag) || tag == DWARF_BASE || tag == DWARF_ENUMERATION
          || tag == DWARF_TYPEDEF || tag == DWARF_UNSPECIFIED;
}

static Scope *scope(XArray *scopes, Word index)
{
   return VG_(indexXA)(scopes, index);
}

/* What lies at a depth of the walk. */
typedef struct {
   Int around;                  /* the scope; -1: none */
   Bool begins;                 /* its entry is at the depth above */
   Bool is_asked;               /* a named entry lies in it */
} Level;

/* The entries at this depth end there.  A scope without named entries is none:
   then none lies in it, and it is the last one. */
static void end_level(XArray *scopes, const Level *l, UInt past)
{
   if (!l->begins)
      return;
   if (l->is_asked)
      scope(scopes, l->around)->past = past;
   else
      VG_(dropTailXA)(scopes, 1);
}

/* List the scopes of d->unit; each: as for dwarf_names_walk. */
static XArray *read_scopes(Dwarf *d, const DwarfEntry *own,
                           void (*each)(const DwarfEntry *, void *),
                           void *opaque)
{
   XArray *scopes = VG_(newXA)(VG_(malloc), "aprof.dwarf_names.scopes",
                               VG_(free), sizeof(Scope));
   const ULong start = d->unit.start;
   const UInt whole = (UInt)(d->unit.past - start);
   Level levels[DEEPEST];
   DwarfWalk w = dwarf_walk_begin(own);
   DwarfEntry e;

   levels[1] = (Level){ -1, False, False };
   while (dwarf_walk(d, &w) && w.depth + 1 < DEEPEST) {
      Level *at = &levels[w.depth];
      if (w.tag == 0) {
         end_level(scopes, at, (UInt)(w.next - start));
         continue;
      }
      if (is_named(w.tag))
         for (UInt i = w.depth; i > 0 && !levels[i].is_asked; i--) {
            levels[i].is_asked = True;
            if (levels[i].begins)
               break;
         }
      if (w.tag == DWARF_SUBPROGRAM && w.has_code
          && dwarf_entry(d, w.offset, &e))
         each(&e, opaque);
      if (w.has_children) {
         levels[w.depth + 1] = (Level){ at->around, False, False };
         if (is_scope(w.tag)) {
            const Scope s = { (UInt)(w.offset - start), whole, at->around };
            levels[w.depth + 1] = (Level){
               (Int)VG_(addToXA)(scopes, &s), True, False
            };
         }
      }
   }
   return scopes;
}

static XArray *known_scopes(const DwarfNames *n)
{
   UWord found;

   return VG_(lookupFM)(n->scopes, NULL, &found, n->d->unit.start)
          ? (XArray *)found : NULL;
}

void dwarf_names_walk(DwarfNames *n, const DwarfEntry *own,
                      void (*each)(const DwarfEntry *subprogram, void *opaque),
                      void *opaque)
{
   const Bool is_brief = n->d->is_brief;
   XArray *scopes;

   n->d->is_brief = True;
   scopes = read_scopes(n->d, own, each, opaque);
   n->d->is_brief = is_brief;
   VG_(addToFM)(n->scopes, n->d->unit.start, (UWord)scopes);
}

static void ignore(const DwarfEntry *subprogram, void *opaque)
{
   (void)subprogram;
   (void)opaque;
}

/* Return the scopes of d->unit. */
static XArray *scopes_of_unit(DwarfNames *n)
{
   DwarfEntry own;

   if (known_scopes(n) == NULL && dwarf_entry(n->d, n->d->unit.first, &own))
      dwarf_names_walk(n, &own, ignore, NULL);
   return known_scopes(n);
}

/* Return the index of the innermost scope that an entry lies in, or -1.  entry:
   in its unit. */
static Int scope_around(XArray *scopes, ULong entry)
{
   Int low = 0, high = (Int)VG_(sizeXA)(scopes), s;

   while (low < high) {
      const Int middle = low + (high - low) / 2;
      if (scope(scopes, middle)->offset < entry)
         low = middle + 1;
      else
         high = middle;
   }
   for (s = low - 1; s >= 0 && scope(scopes, s)->past <= entry; )
      s = scope(scopes, s)->parent;
   return s;
}

/* Find the innermost scope that an entry lies in.  False: there is none. */
static Bool find_scope(DwarfNames *n, ULong entry, DwarfEntry *e)
{
   XArray *scopes;
   ULong start;
   Int s;

   if (!dwarf_entry(n->d, entry, e))
      return False;
   start = n->d->unit.start;
   scopes = scopes_of_unit(n);
   s = scope_around(scopes, entry - start);
   return s >= 0 && dwarf_entry(n->d, start + scope(scopes, s)->offset, e);
}

/* --- lambdas --- */

/* Find the operator() of a class without a name, or with one that gcc gives. */
static Bool find_lambda(DwarfNames *n, const DwarfEntry *class,
                        DwarfEntry *operator)
{
   if (class->name != NULL && !text_begins(class->name, "<lambda"))
      return False;
   *operator = *class;
   while (dwarf_next_child(n->d, class, operator))
      if (operator->tag == DWARF_SUBPROGRAM && operator->name != NULL
          && VG_STREQ(operator->name, "operator()"))
         return True;
   return False;
}

static void put_parameters(DwarfNames *n, const DwarfEntry *routine,
                           Bool *is_const, UInt depth);

static Bool stands_before(const DwarfEntry *a, const DwarfEntry *b)
{
   return a->decl_line != b->decl_line ? a->decl_line < b->decl_line
          : a->decl_column != b->decl_column ? a->decl_column < b->decl_column
          : a->offset < b->offset;
}

/* Return the number of a lambda among those of its routine that have the same
   parameters, n->text from `from` on; 0: it is not known. */
static UInt number_of_lambda(DwarfNames *n, const DwarfEntry *class, UInt from,
                             UInt depth)
{
   XArray *scopes;
   const UInt length = n->length;
   UInt number = 1;
   ULong start;
   Int around;

   if (!dwarf_entry(n->d, class->offset, &(DwarfEntry){ 0 }))
      return 0;
   start = n->d->unit.start;
   scopes = scopes_of_unit(n);
   around = scope_around(scopes, class->offset - start);
   for (Word i = around + 1; i < VG_(sizeXA)(scopes); i++) {
      const Scope s = *scope(scopes, i);
      DwarfEntry other, operator;
      Bool is_const;
      if (s.offset >= scope(scopes, around)->past)
         break;
      if (s.parent != around || start + s.offset == class->offset
          || !dwarf_entry(n->d, start + s.offset, &other) || !is_class(&other)
          || !find_lambda(n, &other, &operator)
          || !stands_before(&other, class))
         continue;
      put_parameters(n, &operator, &is_const, depth);
      number += n->length - length == length - from
                && VG_(memcmp)(n->text + from, n->text + length,
                               length - from) == 0;
      n->length = length;
      n->text[length] = '\0';
   }
   return number;
}

/* Put the name of a lambda's class, if it is in a routine. */
static void put_lambda(DwarfNames *n, const DwarfEntry *class, UInt depth)
{
   DwarfEntry operator, around;
   HChar number[24];
   Bool is_const;
   UInt from;

   if (!find_scope(n, class->offset, &around)
       || around.tag != DWARF_SUBPROGRAM || !find_lambda(n, class, &operator)) {
      n->is_bad = True;
      return;
   }
   put(n, "{lambda");
   from = n->length;
   put_parameters(n, &operator, &is_const, depth);
   VG_(sprintf)(number, "#%u}", number_of_lambda(n, class, from, depth));
   put(n, number);
}

/* --- templates --- */

static Bool is_argument(const DwarfEntry *e)
{
   return e->tag == DWARF_TEMPLATE_TYPE || e->tag == DWARF_TEMPLATE_VALUE
          || e->tag == DWARF_TEMPLATE_PACK;
}

/* Is a routine or a class an instance of a template? */
static Bool is_template(DwarfNames *n, const DwarfEntry *e)
{
   DwarfEntry child = *e;

   while (dwarf_next_child(n->d, e, &child))
      if (is_argument(&child))
         return True;
   return False;
}

/* Put a constant, as the ABI's names have it: 5, 5ul, true, (char)65. */
static void put_value(DwarfNames *n, const DwarfEntry *argument, UInt depth)
{
   static const HChar *const suffixes[][2] = {
      { "int", "" }, { "unsigned int", "u" }, { "long", "l" },
      { "unsigned long", "ul" }, { "long long", "ll" },
      { "unsigned long long", "ull" }
   };
   const UInt from = n->length;
   const HChar *suffix = NULL;
   HChar number[32];

   put_type(n, argument->type, depth);
   n->is_bad = n->is_bad || !argument->has_value;
   if (n->is_bad)
      return;
   for (UInt i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
      if (VG_STREQ(n->text + from, suffixes[i][0]))
         suffix = suffixes[i][1];
   if (VG_STREQ(n->text + from, "bool")) {
      n->length = from;
      put(n, argument->value != 0 ? "true" : "false");
      return;
   }
   if (suffix == NULL) {
      VG_(memmove)(n->text + from + 1, n->text + from, n->length - from + 1);
      n->text[from] = '(';
      n->length++;
      put(n, ")");
   } else
      n->length = from;
   VG_(sprintf)(number, "%lld%s", (Long)argument->value,
                suffix == NULL ? "" : suffix);
   put(n, number);
}

static void put_arguments(DwarfNames *n, const DwarfEntry *e, Bool *is_first,
                          UInt depth)
{
   DwarfEntry child = *e;

   if (depth > MOST_DEPTH)
      n->is_bad = True;
   while (!n->is_bad && dwarf_next_child(n->d, e, &child)) {
      const DwarfEntry argument = child;
      if (!is_argument(&argument))
         continue;
      if (argument.tag == DWARF_TEMPLATE_PACK) {
         put_arguments(n, &argument, is_first, depth + 1);
         continue;
      }
      put(n, *is_first ? "" : ", ");
      *is_first = False;
      if (argument.tag == DWARF_TEMPLATE_TYPE)
         put_type(n, argument.type, depth + 1);
      else
         put_value(n, &argument, depth + 1);
   }
}

/* Return the length of a name without the arguments of a template. */
static SizeT plain_length(const HChar *name)
{
   SizeT length = source_names_operator(name);

   while (name[length] != '\0' && name[length] != '<')
      length++;
   return length;
}

/* Put the name of a routine or a class, with the arguments of its template: in
   DW_AT_name compilers leave some of them out. */
static void put_template_name(DwarfNames *n, const DwarfEntry *e, UInt depth)
{
   const SizeT length = plain_length(e->name);
   Bool is_first = True;

   if (!is_template(n, e)) {
      put_name(n, e->name);
      return;
   }
   put_part(n, e->name, length);
   put(n, "<");
   put_arguments(n, e, &is_first, depth);
   put(n, n->text[n->length - 1] == '>' ? " >" : ">");
}

/* --- types --- */

/* Put the scope of an entry, with :: behind it. */
static void put_scope(DwarfNames *n, ULong entry, UInt depth)
{
   DwarfEntry e;

   if (depth > MOST_DEPTH)
      n->is_bad = True;
   if (n->is_bad || !find_scope(n, entry, &e))
      return;
   if (e.tag == DWARF_SUBPROGRAM)
      put_routine(n, e.offset, depth + 1);
   else if (e.tag != DWARF_NAMESPACE)
      put_named(n, &e, depth + 1);
   else {
      put_scope(n, e.offset, depth + 1);
      put(n, e.name == NULL ? "(anonymous namespace)" : e.name);
   }
   put(n, "::");
}

/* Put the name of a type that has one, and its scope.  A class of the standard
   library has many entries, and its name is a part of many others. */
static void put_named(DwarfNames *n, const DwarfEntry *t, UInt depth)
{
   const UInt from = n->length;
   UWord known;

   if (VG_(lookupFM)(n->types, NULL, &known, t->offset)) {
      put(n, (const HChar *)known);
      return;
   }
   put_scope(n, t->specification != 0 ? t->specification : t->offset, depth);
   if (t->name != NULL && t->name[0] != '<')
      put_template_name(n, t, depth);
   else if (is_class(t))
      put_lambda(n, t, depth);
   else
      n->is_bad = True;
   if (!n->is_bad)
      VG_(addToFM)(n->types, t->offset,
                   (UWord)VG_(strdup)("aprof.dwarf_names.type",
                                      n->text + from));
}

/* Is it a typedef of a class or an enumeration without a name, which then has
   that of the typedef? */
static Bool gives_name(DwarfNames *n, const DwarfEntry *type)
{
   DwarfEntry of;

   return type->type != 0 && dwarf_entry(n->d, type->type, &of)
          && of.name == NULL && (is_class(&of) || of.tag == DWARF_ENUMERATION);
}

/* Read the entry of a type without typedefs, and, if asked for, without
   qualifiers.  False: it is void, or can't be read. */
static Bool read_type(DwarfNames *n, ULong type, Bool is_unqualified,
                      DwarfEntry *t)
{
   for (UInt i = 0; i < MOST_STEPS; i++) {
      if (type == 0 || !dwarf_entry(n->d, type, t))
         return False;
      if (!(t->tag == DWARF_TYPEDEF && !gives_name(n, t))
          && !(is_unqualified && (t->tag == DWARF_CONST
                                  || t->tag == DWARF_VOLATILE
                                  || t->tag == DWARF_RESTRICT)))
         return True;
      type = t->type;
   }
   return False;
}

/* Put a pointer or a reference, whose sign is `sign`. */
static void put_pointer(DwarfNames *n, ULong type, const HChar *sign,
                        UInt depth)
{
   DwarfEntry of;
   Bool is_const;

   if (read_type(n, type, False, &of) && of.tag == DWARF_SUBROUTINE) {
      put_type(n, of.type, depth);
      put(n, " (");
      put(n, sign);
      put(n, ")");
      put_parameters(n, &of, &is_const, depth);
   } else if (type != 0 && of.tag == DWARF_ARRAY)
      n->is_bad = True;
   else {
      put_type(n, type, depth);
      put(n, sign);
   }
}

/* Put a type with qualifiers, in the order of symbols. */
static void put_qualified(DwarfNames *n, DwarfEntry t, UInt depth)
{
   Bool is_const = False, is_volatile = False, is_void = False;

   while (!is_void && (t.tag == DWARF_CONST || t.tag == DWARF_VOLATILE)) {
      is_const |= t.tag == DWARF_CONST;
      is_volatile |= t.tag == DWARF_VOLATILE;
      is_void = !read_type(n, t.type, False, &t);
   }
   put_type(n, is_void ? 0 : t.offset, depth);
   put(n, is_const ? " const" : "");
   put(n, is_volatile ? " volatile" : "");
}

static void put_type(DwarfNames *n, ULong type, UInt depth)
{
   DwarfEntry t;

   if (depth > MOST_DEPTH)
      n->is_bad = True;
   if (n->is_bad)
      return;
   if (!read_type(n, type, False, &t)) {
      put(n, "void");
      n->is_bad = n->is_bad || (type != 0 && !dwarf_entry(n->d, type, &t));
      return;
   }
   depth++;
   switch (t.tag) {
   case DWARF_POINTER: put_pointer(n, t.type, "*", depth); break;
   case DWARF_REFERENCE: put_pointer(n, t.type, "&", depth); break;
   case DWARF_RVALUE_REFERENCE: put_pointer(n, t.type, "&&", depth); break;
   case DWARF_CONST: case DWARF_VOLATILE: put_qualified(n, t, depth); break;
   case DWARF_BASE: case DWARF_CLASS: case DWARF_STRUCTURE: case DWARF_UNION:
   case DWARF_ENUMERATION: case DWARF_TYPEDEF: case DWARF_UNSPECIFIED:
      put_named(n, &t, depth);
      break;
   default:
      n->is_bad = True;
   }
}

/* --- routines --- */

/* Does the hidden parameter say that the method is const? */
static Bool is_to_const(DwarfNames *n, const DwarfEntry *parameter)
{
   DwarfEntry t;

   return read_type(n, parameter->type, True, &t) && t.tag == DWARF_POINTER
          && read_type(n, t.type, False, &t) && t.tag == DWARF_CONST;
}

/* Put the list of parameters.  is_const: of the object of a method. */
static void put_parameters(DwarfNames *n, const DwarfEntry *routine,
                           Bool *is_const, UInt depth)
{
   DwarfEntry child = *routine, t;
   Bool is_first = True;

   *is_const = False;
   put(n, "(");
   while (!n->is_bad && dwarf_next_child(n->d, routine, &child)) {
      const DwarfEntry parameter = child;
      n->is_bad = n->is_bad || child.tag == DWARF_PARAMETER_PACK;
      if (child.tag == DWARF_PARAMETER && child.is_artificial) {
         *is_const |= is_first && is_to_const(n, &parameter);
         continue;
      }
      if (child.tag != DWARF_PARAMETER && child.tag != DWARF_ELLIPSIS)
         continue;
      put(n, is_first ? "" : ", ");
      is_first = False;
      if (child.tag == DWARF_ELLIPSIS)
         put(n, "...");
      else if (read_type(n, parameter.type, True, &t))
         put_type(n, t.offset, depth);
      else
         n->is_bad = True;
   }
   put(n, ")");
}

/* Has the symbol of the routine its name and nothing else?  So it is in C, and
   with extern "C". */
static Bool is_plain(DwarfNames *n, const DwarfEntry *routine)
{
   DwarfEntry around;

   return !dwarf_is_c_plus_plus(n->d->unit.language)
          || (routine->is_external && routine->linkage == NULL
              && !(find_scope(n, routine->offset, &around)
                   && is_class(&around)));
}

/* Has the type of its result a place in the name of a template?  A constructor
   has none, and the name of a conversion is that type. */
static Bool has_result(DwarfNames *n, const DwarfEntry *routine)
{
   DwarfEntry class;
   SizeT length = 0;

   while (is_in_word(routine->name[length]))
      length++;
   return !text_begins(routine->name, "operator ")
          && !(find_scope(n, routine->offset, &class) && is_class(&class)
               && class.name != NULL
               && VG_(strncmp)(class.name, routine->name, length) == 0
               && !is_in_word(class.name[length]));
}

static void put_routine(DwarfNames *n, ULong entry, UInt depth)
{
   DwarfEntry e;
   Bool is_const;
   UInt steps = 0;

   e.name = NULL;
   for (; entry != 0 && steps < MOST_STEPS; steps++) {
      if (!dwarf_entry(n->d, entry, &e))
         break;
      entry = e.origin != 0 ? e.origin : e.specification;
   }
   if (entry != 0 || e.name == NULL) {
      n->is_bad = True;
      return;
   }
   if (is_plain(n, &e)) {
      put(n, e.name);
      return;
   }
   if (depth == 0 && is_template(n, &e) && has_result(n, &e)) {
      put_type(n, e.type, depth);
      put(n, " ");
   }
   put_scope(n, e.offset, depth);
   put_template_name(n, &e, depth);
   put_parameters(n, &e, &is_const, depth);
   put(n, is_const ? " const" : "");
   put(n, e.is_for_rvalue ? " &&" : e.is_for_lvalue ? " &" : "");
}

static Bool is_c_like(ULong language)
{
   switch (language) {
   case 0x01: case 0x02: case 0x0c: case 0x1d: case 0x2c: case 0x3e:
      return True;
   default:
      return dwarf_is_c_plus_plus(language);
   }
}

HChar *dwarf_names_routine(DwarfNames *n, ULong entry)
{
   DwarfEntry e;

   if (!dwarf_entry(n->d, entry, &e) || !is_c_like(n->d->unit.language))
      return NULL;
   n->length = 0;
   n->is_bad = False;
   put_routine(n, entry, 0);
   return n->is_bad ? NULL : VG_(strdup)("aprof.dwarf_names.name", n->text);
}

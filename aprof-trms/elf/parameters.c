/* Which register a parameter of a routine is passed in.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "elf/parameters.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"

#if !defined(VGA_amd64)
#  error "elf/parameters.c lacks this processor's calling convention"
#endif

enum { INTEGER_REGISTERS = PARAMETERS_REGISTERS, VECTOR_REGISTERS = 8, WORD = 8,
       WORDS = 2 };

/* Damaged debug information may have types that contain themselves. */
enum { MOST_STEPS = 64, MOST_DEPTH = 8, MOST_ELEMENTS = 16 };

/* Languages whose convention is that of the ABI (DWARF 5, section 7.12, and
   later codes).  In others a parameter may be passed in another way. */
static Bool is_c(ULong language)
{
   switch (language) {
   case 0x01: case 0x02: case 0x0c: case 0x1d: case 0x2c: case 0x3e:
   case 0x10:                                   /* Objective C */
      return True;
   default:
      return False;
   }
}

/* What a value of a type needs, if it is passed to a routine.  memory: it is on
   the stack, and a result of the type is stored where a hidden first argument
   points to. */
typedef struct {
   enum { IN_REGISTERS, IN_MEMORY, ON_STACK_ONLY, UNKNOWN } where;
   UInt integers, vectors;      /* registers */
} Needs;

/* The class of each eightbyte of a value. */
typedef struct {
   enum { NOTHING, VECTOR, INTEGER } word[WORDS];
   Bool is_unaligned, is_x87, is_unknown;
} Classes;

/* Read the entry of a type without typedefs and qualifiers.  False: it is
   void, or can't be read. */
static Bool read_type(Dwarf *d, ULong type, DwarfEntry *t)
{
   for (UInt i = 0; i < MOST_STEPS; i++) {
      if (type == 0 || !dwarf_entry(d, type, t))
         return False;
      switch (t->tag) {
      case DWARF_TYPEDEF: case DWARF_CONST: case DWARF_VOLATILE:
      case DWARF_RESTRICT: case DWARF_ATOMIC:
         type = t->type;
         break;
      default:
         return True;
      }
   }
   return False;
}

static Bool is_compound(const DwarfEntry *t)
{
   return t->tag == DWARF_STRUCTURE || t->tag == DWARF_CLASS
          || t->tag == DWARF_UNION;
}

static Bool is_pointer(const DwarfEntry *t)
{
   return t->tag == DWARF_POINTER || t->tag == DWARF_UNSPECIFIED
          || t->tag == DWARF_REFERENCE || t->tag == DWARF_RVALUE_REFERENCE;
}

/* Is it a pointer to a routine of a class, which is two words? */
static Bool is_to_method(Dwarf *d, const DwarfEntry *t)
{
   DwarfEntry of;

   return t->tag == DWARF_TO_MEMBER && read_type(d, t->type, &of)
          && of.tag == DWARF_SUBROUTINE;
}

/* A value of the class lies at byte `at`, with this size and alignment. */
static void set_class(Classes *c, ULong at, ULong bytes, ULong alignment,
                      UInt class)
{
   if (bytes == 0 || at + bytes > WORDS * WORD) {
      c->is_unknown = True;
      return;
   }
   if (alignment > 0 && at % alignment != 0)
      c->is_unaligned = True;
   for (ULong i = at / WORD; i <= (at + bytes - 1) / WORD; i++)
      if (class > c->word[i])
         c->word[i] = class;
}

static Bool is_long_double(const DwarfEntry *t)
{
   return t->name != NULL && VG_(strstr)(t->name, "long double") != NULL;
}

static void classify_base(Classes *c, const DwarfEntry *t, ULong at)
{
   const Bool is_complex = t->encoding == DWARF_COMPLEX_FLOAT;

   if (t->encoding == DWARF_FLOAT || t->encoding == DWARF_DECIMAL_FLOAT
       || is_complex) {
      if (is_long_double(t) || t->bytes > WORDS * WORD)
         c->is_x87 = True;
      else if (t->bytes == 2 * WORD && !is_complex)
         set_class(c, at, WORD, WORD, VECTOR);      /* one vector */
      else
         set_class(c, at, t->bytes, is_complex ? t->bytes / 2 : t->bytes,
                   VECTOR);
   } else
      set_class(c, at, t->bytes, t->bytes, INTEGER);
}

static void classify(Dwarf *d, ULong type, ULong at, UInt depth, Classes *c);

static void classify_members(Dwarf *d, const DwarfEntry *t, ULong at,
                             UInt depth, Classes *c)
{
   DwarfEntry m = *t;

   while (dwarf_next_child(d, t, &m)) {
      if ((m.tag != DWARF_MEMBER && m.tag != DWARF_INHERITANCE)
          || m.is_declaration)
         continue;              /* a static member has no place */
      if (m.has_bits)
         set_class(c, at + m.bit / 8, 1, 0, INTEGER);
      else if (m.tag == DWARF_INHERITANCE && !m.has_location)
         c->is_unknown = True;
      else
         classify(d, m.type, at + m.location, depth + 1, c);
   }
}

static void classify_array(Dwarf *d, const DwarfEntry *t, ULong at, UInt depth,
                           Classes *c)
{
   DwarfEntry part = *t, of;
   ULong n = 1;

   while (dwarf_next_child(d, t, &part))
      if (part.tag == DWARF_SUBRANGE)
         n = part.has_count && part.count <= MOST_ELEMENTS ? n * part.count
                                                           : MOST_ELEMENTS + 1;
   if (n > MOST_ELEMENTS || !read_type(d, t->type, &of) || of.bytes == 0) {
      c->is_unknown = n > 0;
      return;
   }
   for (ULong i = 0; i < n; i++)
      classify(d, t->type, at + i * of.bytes, depth + 1, c);
}

/* Add the class of a value at byte `at`, which is at most two words. */
static void classify(Dwarf *d, ULong type, ULong at, UInt depth, Classes *c)
{
   DwarfEntry t;

   if (depth > MOST_DEPTH || c->is_unknown || !read_type(d, type, &t))
      c->is_unknown = True;
   else if (is_pointer(&t))
      set_class(c, at, WORD, WORD, INTEGER);
   else if (t.tag == DWARF_TO_MEMBER)
      set_class(c, at, is_to_method(d, &t) ? 2 * WORD : WORD, WORD, INTEGER);
   else if (t.tag == DWARF_ENUMERATION)
      set_class(c, at, t.bytes, t.bytes, INTEGER);
   else if (t.tag == DWARF_BASE)
      classify_base(c, &t, at);
   else if (t.tag == DWARF_ARRAY && t.is_vector)
      set_class(c, at, WORD, WORD, VECTOR);
   else if (t.tag == DWARF_ARRAY)
      classify_array(d, &t, at, depth, c);
   else if (is_compound(&t) && !t.is_declaration)
      classify_members(d, &t, at, depth, c);
   else
      c->is_unknown = True;
}

static Needs needs_of_classes(const Classes *c)
{
   Needs n = { IN_REGISTERS, 0, 0 };

   if (c->is_unknown)
      n.where = UNKNOWN;
   else if (c->is_unaligned)
      n.where = IN_MEMORY;
   else if (c->is_x87)
      n.where = ON_STACK_ONLY;
   for (UInt i = 0; i < WORDS && n.where == IN_REGISTERS; i++) {
      n.integers += c->word[i] == INTEGER;
      n.vectors += c->word[i] == VECTOR;
   }
   return n;
}

/* Is `routine` a constructor of class `t` whose first parameter is a reference
   to the class: that copies or moves it? */
static Bool is_copier(Dwarf *d, const DwarfEntry *t, const DwarfEntry *routine)
{
   const HChar *end = t->name == NULL ? NULL : VG_(strchr)(t->name, '<');
   const SizeT length = t->name == NULL ? 0
                        : end != NULL ? (SizeT)(end - t->name)
                        : VG_(strlen)(t->name);
   DwarfEntry p = *routine, of;

   return length > 0 && VG_(strncmp)(routine->name, t->name, length) == 0
          && (routine->name[length] == '\0' || routine->name[length] == '<')
          && dwarf_next_child(d, routine, &p)       /* `this` */
          && dwarf_next_child(d, routine, &p) && p.tag == DWARF_PARAMETER
          && read_type(d, p.type, &of)
          && (of.tag == DWARF_REFERENCE || of.tag == DWARF_RVALUE_REFERENCE)
          && read_type(d, of.type, &of) && of.offset == t->offset;
}

/* Is a value of this class of C++ copied bit by bit?  It is not if the class,
   or a part of it, has a destructor or a copy constructor of its own, or
   anything virtual. */
static Bool is_plain(Dwarf *d, const DwarfEntry *t, UInt depth)
{
   DwarfEntry m = *t, of;

   while (depth < MOST_DEPTH && dwarf_next_child(d, t, &m)) {
      if (m.is_virtual)
         return False;
      if (m.tag == DWARF_SUBPROGRAM && m.name != NULL && !m.is_defaulted
          && (m.name[0] == '~' || is_copier(d, t, &m)))
         return False;
      if ((m.tag == DWARF_MEMBER || m.tag == DWARF_INHERITANCE)
          && !m.is_declaration && read_type(d, m.type, &of)
          && is_compound(&of) && !is_plain(d, &of, depth + 1))
         return False;
   }
   return depth < MOST_DEPTH;
}

/* What does a value of the type need in a routine of this language?  A class of
   C++ that is not copied bit by bit is passed by its address. */
static Needs needs_of(Dwarf *d, ULong type, ULong language)
{
   Classes c = { { NOTHING, NOTHING }, False, False, False };
   DwarfEntry t;

   if (!read_type(d, type, &t) || (is_compound(&t) && t.is_declaration))
      return (Needs){ UNKNOWN, 0, 0 };
   if (is_compound(&t) && dwarf_is_c_plus_plus(language)
       && (t.convention == DWARF_BY_REFERENCE
           || (t.convention == 0 && !is_plain(d, &t, 0))))
      return (Needs){ IN_MEMORY, 1, 0 };
   if (is_compound(&t) && t.bytes > WORDS * WORD)
      return (Needs){ IN_MEMORY, 0, 0 };
   classify(d, type, 0, 0, &c);
   return needs_of_classes(&c);
}

/* An entry of a routine or parameter may leave its name and type to another
   one. */
static void complete(Dwarf *d, DwarfEntry *e)
{
   DwarfEntry from = *e;

   for (UInt i = 0; i < MOST_DEPTH && (e->name == NULL || e->type == 0); i++) {
      const ULong at = from.origin != 0 ? from.origin : from.specification;
      if (at == 0 || !dwarf_entry(d, at, &from))
         return;
      if (e->name == NULL)
         e->name = from.name;
      if (e->type == 0)
         e->type = from.type;
      if (e->convention == 0)
         e->convention = from.convention;
   }
}

/* Take registers for a value.  If not all that it needs are left, then it is on
   the stack. */
static void take(const Needs *n, UInt *integers, UInt *vectors)
{
   if (*integers + n->integers > INTEGER_REGISTERS
       || *vectors + n->vectors > VECTOR_REGISTERS)
      return;
   *integers += n->integers;
   *vectors += n->vectors;
}

/* Set the reason to `before`, a name, and `after`. */
static Bool fail_of(HChar *reason, const HChar *before, const HChar *name,
                    const HChar *after)
{
   VG_(snprintf)(reason, PARAMETERS_REASON, "%s%s%s", before, name, after);
   return False;
}

static Bool fail(HChar *reason, const HChar *text)
{
   return fail_of(reason, text, "", "");
}

static void add_to_list(HChar *list, SizeT room, const HChar *name)
{
   const SizeT used = VG_(strlen)(list);

   if (used + VG_(strlen)(name) + 3 < room)
      VG_(sprintf)(list + used, "%s%s", used == 0 ? "" : ", ", name);
}

/* Is it an integer that a register, or a word of memory, may hold? */
static Bool is_integer(const DwarfEntry *t)
{
   const Bool is_base = t->tag == DWARF_BASE && t->encoding != DWARF_FLOAT
                        && t->encoding != DWARF_COMPLEX_FLOAT
                        && t->encoding != DWARF_DECIMAL_FLOAT;

   return (is_base || t->tag == DWARF_ENUMERATION)
          && (t->bytes == 1 || t->bytes == 2 || t->bytes == 4
              || t->bytes == 8);
}

/* Set what the parameter's type says of the integer. */
static Bool set_integer(Dwarf *d, const DwarfEntry *parameter, Bool pointed,
                        UInt bytes, ParameterPlace *place, HChar *reason)
{
   const HChar *name = parameter->name;
   DwarfEntry t;

   if (!read_type(d, parameter->type, &t))
      return fail_of(reason, "the type of ", name, " can't be read");
   place->is_pointed_at = pointed || t.tag == DWARF_REFERENCE
                          || t.tag == DWARF_RVALUE_REFERENCE;
   if (pointed && !is_pointer(&t))
      return fail_of(reason, "", name, " is no pointer: give it without the *");
   if (!pointed && t.tag == DWARF_POINTER)
      return fail_of(reason, "", name,
                     " is a pointer: put a * before it if it points at the "
                     "size");
   if (place->is_pointed_at && !read_type(d, t.type, &t)) {
      place->bytes = bytes;
      return bytes != 0
             || fail_of(reason, "what ", name,
                        " points at has no type: give its length in bytes, "
                        "such as :8");
   }
   place->bytes = bytes != 0 ? bytes : (UInt)t.bytes;
   place->is_signed = t.encoding == DWARF_SIGNED
                      || t.encoding == DWARF_SIGNED_CHAR;
   if (is_integer(&t))
      return True;
   if (place->is_pointed_at && bytes != 0) {
      place->is_signed = False;
      return True;
   }
   return fail_of(reason, "", name,
                  place->is_pointed_at
                  ? " points at no integer of 1, 2, 4 or 8 bytes"
                  : " is no integer of at most 8 bytes");
}

/* The list of parameters of a routine in C++ that the compiler has divided into
   several: not each of them has all. */
static Bool is_of_divided(const HChar *name)
{
   return VG_STREQ(name, "__in_chrg") || VG_STREQ(name, "__vtt_parm");
}

/* Find the parameter among those of `routine`, whose first `integers` registers
   are taken. */
static Bool find_in(Dwarf *d, const DwarfEntry *routine, UInt integers,
                    ULong language, const HChar *name, Bool pointed,
                    UInt bytes, ParameterPlace *place, HChar *reason)
{
   DwarfEntry child = *routine, p;
   HChar list[PARAMETERS_REASON / 2] = "";
   UInt vectors = 0;
   Bool is_known = True;

   while (dwarf_next_child(d, routine, &child)) {
      if (child.tag != DWARF_PARAMETER)
         continue;
      p = child;
      complete(d, &p);
      if (p.name != NULL && is_of_divided(p.name))
         return fail(reason, "a constructor or destructor with virtual bases "
                     "has no fixed registers");
      if (p.name != NULL && VG_STREQ(p.name, name)) {
         if (!set_integer(d, &p, pointed, bytes, place, reason))
            return False;
         place->argument = integers + 1;
         if (!is_known)
            return fail_of(reason, "it is not known how the parameters before ",
                           name, " are passed: give its number");
         return integers < INTEGER_REGISTERS
                || fail_of(reason, "", name, " is passed on the stack");
      }
      if (p.name != NULL)
         add_to_list(list, sizeof list, p.name);
      const Needs n = needs_of(d, p.type, language);
      is_known = is_known && n.where != UNKNOWN;
      take(&n, &integers, &vectors);
   }
   if (list[0] == '\0')
      return fail(reason, "it has no parameters");
   return fail_of(reason, "its parameters are ", list, "");
}

/* A routine whose parameters are known. */
typedef struct {
   DwarfEntry list;             /* the entry that has them as children */
   ULong language;
   UInt integers;               /* registers that its result takes */
} Signature;

/* Find the routine whose code begins at this address.  False: `reason` says why
   the registers of its parameters are not known. */
static Bool find_signature(Dwarf *d, ULong address, Signature *s,
                           HChar *reason)
{
   Needs result = { IN_REGISTERS, 0, 0 };
   DwarfEntry routine;

   if (!dwarf_subprogram(d, address, &routine))
      return fail(reason, d->has_skeletons
                  ? "its debug information is in .dwo files (-gsplit-dwarf), "
                    "which are not read: build it with -gno-split-dwarf"
                  : "the debug information does not have it: build it with "
                    "-g");
   s->list = routine;
   if (routine.origin != 0 && !dwarf_entry(d, routine.origin, &s->list))
      return fail(reason, "its debug information can't be read");
   s->language = d->unit.language;
   complete(d, &routine);
   if (!is_c(s->language) && !dwarf_is_c_plus_plus(s->language))
      return fail(reason, "it is not written in C or C++: give the number of "
                  "the parameter");
   if (routine.convention == DWARF_NOCALL)
      return fail(reason, "the compiler has changed its parameters: build it "
                  "with less optimization");
   if (routine.type != 0)
      result = needs_of(d, routine.type, s->language);
   s->integers = result.where == IN_MEMORY;
   return result.where != UNKNOWN
          || fail(reason, "it is not known how its result is passed: give the "
                  "number of the parameter");
}

Bool parameters_find(Dwarf *d, ULong address, const HChar *name, Bool pointed,
                     UInt bytes, ParameterPlace *place,
                     HChar reason[PARAMETERS_REASON])
{
   Signature s;

   *place = (ParameterPlace){ 0, False, 0, False };
   return find_signature(d, address, &s, reason)
          && find_in(d, &s.list, s.integers, s.language, name, pointed, bytes,
                     place, reason);
}

/* Keep the name of a parameter that takes the register with this number, from 0, if
   it is an integer. */
static void keep_name(Dwarf *d, const DwarfEntry *p, UInt number,
                      ParameterNames names)
{
   DwarfEntry t;

   if (number < PARAMETERS_REGISTERS && p->name != NULL
       && VG_(strlen)(p->name) < PARAMETERS_NAME && read_type(d, p->type, &t)
       && is_integer(&t))
      VG_(strcpy)(names[number], p->name);
}

Bool parameters_registers(Dwarf *d, ULong address, UInt *count,
                          ParameterNames names)
{
   HChar reason[PARAMETERS_REASON];
   DwarfEntry child, p;
   UInt vectors = 0;
   Signature s;

   if (!find_signature(d, address, &s, reason))
      return False;
   child = s.list;
   *count = s.integers;
   for (UInt i = 0; i < PARAMETERS_REGISTERS; i++)
      names[i][0] = '\0';
   while (dwarf_next_child(d, &s.list, &child)) {
      p = child;
      complete(d, &p);
      if (child.tag == DWARF_ELLIPSIS
          || (child.tag == DWARF_PARAMETER && p.name != NULL
              && is_of_divided(p.name)))
         return False;
      if (child.tag != DWARF_PARAMETER)
         continue;
      const Needs n = needs_of(d, p.type, s.language);
      if (n.where == UNKNOWN)
         return False;
      keep_name(d, &p, *count, names);
      take(&n, count, &vectors);
   }
   return True;
}

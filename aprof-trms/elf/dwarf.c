/* Entries of DWARF debug information.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "elf/dwarf.h"
#include "elf/dwarf_values.h"
#include "pub_tool_libcbase.h"

/* Codes of DWARF 5, section 7.5: attributes... */
enum {
   AT_SIBLING = 0x01, AT_NAME = 0x03, AT_BYTE_SIZE = 0x0b, AT_STMT_LIST = 0x10,
   AT_LOW_PC = 0x11, AT_HIGH_PC = 0x12, AT_LANGUAGE = 0x13,
   AT_CONST_VALUE = 0x1c, AT_UPPER_BOUND = 0x2f, AT_ABSTRACT_ORIGIN = 0x31,
   AT_ARTIFICIAL = 0x34,
   AT_CALLING_CONVENTION = 0x36, AT_COUNT = 0x37,
   AT_DATA_MEMBER_LOCATION = 0x38, AT_DECL_COLUMN = 0x39, AT_DECL_FILE = 0x3a,
   AT_DECL_LINE = 0x3b, AT_DECLARATION = 0x3c, AT_ENCODING = 0x3e,
   AT_EXTERNAL = 0x3f, AT_SPECIFICATION = 0x47, AT_TYPE = 0x49,
   AT_VIRTUALITY = 0x4c, AT_ENTRY_PC = 0x52, AT_RANGES = 0x55,
   AT_CALL_COLUMN = 0x57, AT_CALL_LINE = 0x59, AT_DATA_BIT_OFFSET = 0x6b,
   AT_LINKAGE_NAME = 0x6e,
   AT_STR_OFFSETS_BASE = 0x72, AT_ADDR_BASE = 0x73, AT_RNGLISTS_BASE = 0x74,
   AT_DWO_NAME = 0x76, AT_REFERENCE = 0x77, AT_RVALUE_REFERENCE = 0x78,
   AT_DEFAULTED = 0x8b, AT_MIPS_LINKAGE_NAME = 0x2007, AT_GNU_VECTOR = 0x2107,
   AT_GNU_DWO_NAME = 0x2130
};

/* ...and units. */
enum { UNIT_TYPE = 2, UNIT_SKELETON = 4, UNIT_SPLIT = 5, UNIT_SPLIT_TYPE = 6 };


/* The attributes of a unit's own entry that say how others are read. */
static void set_base(DwarfUnit *u, UInt attribute, const DwarfValue *v)
{
   switch (attribute) {
   case AT_STR_OFFSETS_BASE: u->str_offsets_base = v->number; break;
   case AT_ADDR_BASE: u->addr_base = v->number; break;
   case AT_RNGLISTS_BASE: u->rnglists_base = v->number; break;
   case AT_DWO_NAME: case AT_GNU_DWO_NAME: u->is_skeleton = True; break;
   case AT_STMT_LIST: u->lines = v->number; u->has_lines = True; break;
   default: ;
   }
}

static Bool is_address(UInt form)
{
   return form == FORM_ADDR || form == FORM_ADDRX
          || (form >= FORM_ADDRX1 && form <= FORM_ADDRX4);
}

static void set_attribute(DwarfEntry *e, UInt attribute, const DwarfValue *v)
{
   switch (attribute) {
   case AT_SIBLING: e->sibling = v->number; break;
   case AT_NAME: e->name = v->text; break;
   case AT_BYTE_SIZE: e->bytes = v->number; break;
   case AT_LANGUAGE: e->language = v->number; break;
   case AT_LOW_PC: e->low = v->number; e->has_low = True; break;
   case AT_HIGH_PC:
      e->high = v->number;
      e->has_high = True;
      e->high_is_length = !is_address(v->form);
      break;
   case AT_ENTRY_PC:
      e->entry_pc = v->number;
      e->has_entry_pc = is_address(v->form);
      break;
   case AT_RANGES:
      e->ranges = v->number;
      e->has_ranges = True;
      e->ranges_are_index = v->form == FORM_RNGLISTX;
      break;
   case AT_ABSTRACT_ORIGIN: e->origin = v->number; break;
   case AT_SPECIFICATION: e->specification = v->number; break;
   case AT_TYPE: e->type = v->number; break;
   case AT_CALL_LINE: e->call_line = v->number; break;
   case AT_CALL_COLUMN: e->call_column = v->number; break;
   case AT_DECL_FILE: e->decl_file = v->number; break;
   case AT_DECL_LINE: e->decl_line = v->number; break;
   case AT_DECL_COLUMN: e->decl_column = v->number; break;
   case AT_LINKAGE_NAME: case AT_MIPS_LINKAGE_NAME:
      e->linkage = v->text;
      break;
   case AT_EXTERNAL: e->is_external = v->number != 0; break;
   case AT_ARTIFICIAL: e->is_artificial = v->number != 0; break;
   case AT_REFERENCE: e->is_for_lvalue = v->number != 0; break;
   case AT_RVALUE_REFERENCE: e->is_for_rvalue = v->number != 0; break;
   case AT_CALLING_CONVENTION: e->convention = v->number; break;
   case AT_ENCODING: e->encoding = v->number; break;
   case AT_DECLARATION: e->is_declaration = v->number != 0; break;
   case AT_VIRTUALITY: e->is_virtual = v->number != 0; break;
   case AT_DEFAULTED: e->is_defaulted = v->number == 1; break;
   case AT_GNU_VECTOR: e->is_vector = v->number != 0; break;
   case AT_DATA_MEMBER_LOCATION:
      e->location = v->number;
      e->has_location = !dwarf_is_block(v->form);
      break;
   case AT_DATA_BIT_OFFSET: e->bit = v->number; e->has_bits = True; break;
   case AT_CONST_VALUE:
      e->value = v->number;
      e->has_value = !dwarf_is_block(v->form) && v->text == NULL;
      break;
   case AT_UPPER_BOUND: case AT_COUNT:
      e->count = v->number + (attribute == AT_UPPER_BOUND);
      e->has_count = !dwarf_is_block(v->form) && v->form != FORM_REF4;
      break;
   default: ;
   }
}

/* Read an abbreviation up to its attributes; return its code, 0: the end. */
static ULong abbreviation(DwarfCursor *c, UInt *tag, Bool *has_children)
{
   const ULong code = dwarf_leb128(c, False);

   if (code == 0 || c->is_bad)
      return 0;
   *tag = (UInt)dwarf_leb128(c, False);
   *has_children = dwarf_fixed(c, 1) != 0;
   return code;
}

/* Read one attribute of an abbreviation; False: it was the last one. */
static Bool specification(DwarfCursor *c, UInt *attribute, UInt *form,
                          Long *implicit)
{
   *attribute = (UInt)dwarf_leb128(c, False);
   *form = (UInt)dwarf_leb128(c, False);
   *implicit = *form == FORM_IMPLICIT_CONST ? (Long)dwarf_leb128(c, True) : 0;
   return !c->is_bad && (*attribute != 0 || *form != 0);
}

static void skip_specifications(DwarfCursor *c)
{
   UInt attribute, form;
   Long implicit;

   while (specification(c, &attribute, &form, &implicit))
      ;
}

/* Read the attributes of an abbreviation, and set how many bytes they have. */
static void measure_specifications(DwarfCursor *c, const DwarfUnit *u,
                                   DwarfAbbreviation *known)
{
   UInt attribute, form, bytes, sum = 0;
   Long implicit;

   known->is_fixed = True;
   while (specification(c, &attribute, &form, &implicit)) {
      known->has_code |= attribute == AT_LOW_PC || attribute == AT_RANGES;
      if (dwarf_is_fixed_form(u, form, &bytes))
         sum += bytes;
      else
         known->is_fixed = False;
   }
   known->bytes = (UShort)sum;
   known->is_fixed = known->is_fixed && sum == known->bytes;
}

/* Fill d->known for the abbreviations of a unit. */
static void learn_abbreviations(Dwarf *d, const DwarfUnit *u)
{
   DwarfCursor c = dwarf_cursor_in(d, DWARF_ABBREV, u->abbreviations);
   UInt tag;
   Bool has_children;

   if (d->known_of == u->abbreviations + 1 && d->known_version == u->version
       && d->known_offset_bytes == u->offset_bytes)
      return;
   d->known_of = u->abbreviations + 1;
   d->known_version = u->version;
   d->known_offset_bytes = u->offset_bytes;
   VG_(memset)(d->known, 0, sizeof d->known);
   for (;;) {
      const ULong at = c.at, code = abbreviation(&c, &tag, &has_children);
      if (code == 0)
         return;
      if (code < DWARF_KNOWN && at < (UInt)-1) {
         d->known[code] = (DwarfAbbreviation){
            .at = (UInt)at + 1, .tag = (UShort)tag,
            .has_children = has_children
         };
         measure_specifications(&c, u, &d->known[code]);
      } else
         skip_specifications(&c);
   }
}

/* Set *c to the attributes of the abbreviation with this code; False: there is
   no such one. */
static Bool find_abbreviation(Dwarf *d, const DwarfUnit *u, ULong code,
                              DwarfCursor *c, UInt *tag, Bool *has_children)
{
   learn_abbreviations(d, u);
   *c = dwarf_cursor_in(d, DWARF_ABBREV, u->abbreviations);
   if (code < DWARF_KNOWN) {
      if (d->known[code].at == 0)
         return False;
      *c = dwarf_cursor_in(d, DWARF_ABBREV, d->known[code].at - 1);
   }
   for (ULong found; (found = abbreviation(c, tag, has_children)) != 0; ) {
      if (found == code)
         return True;
      skip_specifications(c);
   }
   return False;
}

/* Read the entry at an offset in unit `u`; for the unit's own entry set what
   it says of the unit. */
static Bool read_entry(Dwarf *d, DwarfUnit *u, ULong offset, DwarfEntry *e)
{
   DwarfCursor c = dwarf_cursor_in(d, DWARF_INFO, offset), a;
   UInt attribute, form;
   Long implicit;
   DwarfValue v;

   VG_(memset)(e, 0, sizeof *e);
   if (offset < u->first || offset >= u->past || u->past > c.end)
      return False;
   c.end = u->past;
   e->offset = offset;
   const ULong code = dwarf_leb128(&c, False);
   if (code == 0) {
      e->next = c.at;
      return !c.is_bad;
   }
   if (!find_abbreviation(d, u, code, &a, &e->tag, &e->has_children))
      return False;
   while (specification(&a, &attribute, &form, &implicit)) {
      if (form == FORM_INDIRECT)
         form = (UInt)dwarf_leb128(&c, False);
      dwarf_read_value(d, u, &c, form, implicit, &v);
      if (c.is_bad)
         return False;
      set_attribute(e, attribute, &v);
      if (offset == u->first)
         set_base(u, attribute, &v);
   }
   e->next = c.at;
   return !c.is_bad && e->tag != 0;
}

/* Read the header of the unit at `start`; False: it can't be read.  *past: of
   the next one; 0: there is none. */
static Bool read_header(Dwarf *d, ULong start, DwarfUnit *u, ULong *past)
{
   DwarfCursor c = dwarf_cursor_in(d, DWARF_INFO, start);
   ULong length = dwarf_fixed(&c, 4);
   UInt kind = 0, address_bytes;

   *past = 0;
   *u = (DwarfUnit){ .start = start, .offset_bytes = 4 };
   if (length == 0xffffffff) {
      u->offset_bytes = 8;
      length = dwarf_fixed(&c, 8);
   }
   if (c.is_bad || length > c.end - c.at)
      return False;
   u->past = *past = c.at + length;
   c.end = u->past;
   u->version = (UInt)dwarf_fixed(&c, 2);
   if (u->version >= 5) {
      kind = (UInt)dwarf_fixed(&c, 1);
      address_bytes = (UInt)dwarf_fixed(&c, 1);
      u->abbreviations = dwarf_fixed(&c, u->offset_bytes);
      u->str_offsets_base = u->addr_base = 2 * u->offset_bytes;
      u->rnglists_base = 2 * u->offset_bytes + 4;
   } else {
      u->abbreviations = dwarf_fixed(&c, u->offset_bytes);
      address_bytes = (UInt)dwarf_fixed(&c, 1);
   }
   if (kind == UNIT_SKELETON || kind == UNIT_SPLIT)
      dwarf_skip(&c, 8);
   else if (kind == UNIT_TYPE || kind == UNIT_SPLIT_TYPE)
      dwarf_skip(&c, 8 + u->offset_bytes);
   u->first = c.at;
   return !c.is_bad && u->version >= 2 && u->version <= 5
          && address_bytes == ADDRESS_BYTES;
}

/* Read the unit at `start`, and its own entry.  An index in it may stand before
   the base that it needs: so the entry is read twice. */
static Bool read_unit(Dwarf *d, ULong start, DwarfUnit *u, DwarfEntry *own,
                      ULong *past)
{
   if (!read_header(d, start, u, past) || !read_entry(d, u, u->first, own)
       || !read_entry(d, u, u->first, own))
      return False;
   u->language = own->language;
   u->low = own->low;
   d->has_skeletons = d->has_skeletons || u->is_skeleton;
   return True;
}

/* Return where to search for the unit of an entry from: at the last one that
   starts before it. */
static ULong search_from(const Dwarf *d, ULong offset)
{
   UWord low = 0, high = d->n_units;

   while (low < high) {
      const UWord middle = low + (high - low) / 2;
      if (d->units[middle] <= offset)
         low = middle + 1;
      else
         high = middle;
   }
   if (low > 0)
      return d->units[low - 1];
   return offset >= d->unit.past ? d->unit.past : 0;
}

Bool dwarf_entry(Dwarf *d, ULong offset, DwarfEntry *e)
{
   DwarfUnit u;
   ULong past;

   if (offset >= d->unit.first && offset < d->unit.past)
      return read_entry(d, &d->unit, offset, e);
   for (ULong start = search_from(d, offset); ; start = past) {
      Bool good = read_header(d, start, &u, &past);
      if (past == 0 || past <= start)
         return False;
      if (offset >= past)
         continue;
      if (!good || !read_unit(d, start, &u, e, &past))
         return False;
      d->unit = u;
      return read_entry(d, &d->unit, offset, e);
   }
}

Bool dwarf_step(Dwarf *d, DwarfEntry *e, UInt *depth)
{
   if (e->tag == 0)
      --*depth;
   else if (e->has_children)
      ++*depth;
   return *depth > 0 && e->next > e->offset && dwarf_entry(d, e->next, e);
}

/* Read the entry at w->next, whole: where not all entries of its kind have the
   same length, or its sibling is asked for. */
static Bool walk_whole(Dwarf *d, DwarfWalk *w, Bool is_call)
{
   DwarfEntry e;

   if (!read_entry(d, &d->unit, w->next, &e))
      return False;
   w->offset = e.offset;
   w->next = e.next;
   w->tag = e.tag;
   w->has_children = e.has_children;
   w->has_code = e.has_low || e.has_ranges;
   if (is_call && e.has_children && e.sibling > e.next
       && e.sibling < d->unit.past) {
      w->next = e.sibling;
      w->has_children = False;
   }
   return True;
}

static Bool is_call(UInt tag)
{
   return tag == DWARF_INLINED || tag == DWARF_CALL_SITE
          || tag == DWARF_GNU_CALL_SITE;
}

Bool dwarf_walk(Dwarf *d, DwarfWalk *w)
{
   const DwarfUnit *u = &d->unit;
   const DwarfAbbreviation *known = NULL;
   DwarfCursor c;

   if (w->tag == 0)
      w->depth--;
   else if (w->has_children)
      w->depth++;
   if (w->depth == 0 || w->next <= w->offset || w->next >= u->past
       || u->past > d->section[DWARF_INFO].size)
      return False;
   c = dwarf_cursor_in(d, DWARF_INFO, w->next);
   c.end = u->past;
   const ULong code = dwarf_leb128(&c, False);
   if (code > 0 && code < DWARF_KNOWN) {
      learn_abbreviations(d, u);
      known = &d->known[code];
      if (known->at == 0)
         return False;
   }
   if (code > 0 && (known == NULL || !known->is_fixed || is_call(known->tag)))
      return walk_whole(d, w, known != NULL && is_call(known->tag));
   if (known != NULL)
      dwarf_skip(&c, known->bytes);
   w->offset = w->next;
   w->next = c.at;
   w->tag = known == NULL ? 0 : known->tag;
   w->has_children = known != NULL && known->has_children;
   w->has_code = known != NULL && known->has_code;
   return !c.is_bad && (known == NULL || known->tag != 0);
}

Bool dwarf_next_child(Dwarf *d, const DwarfEntry *parent, DwarfEntry *child)
{
   UInt depth = 0;
   ULong at = child->next;

   if (!parent->has_children)
      return False;
   if (child->offset != parent->offset && child->has_children) {
      if (child->sibling > child->next)
         at = child->sibling;
      else
         depth = 1;
   }
   for (;;) {
      if (!dwarf_entry(d, at, child))
         return False;
      at = child->next;
      if (child->tag == 0) {
         if (depth-- == 0)
            return False;
      } else if (depth == 0)
         return True;
      else if (child->has_children)
         depth++;
   }
}

Bool dwarf_is_c_plus_plus(ULong language)
{
   switch (language) {
   case 0x04: case 0x1a: case 0x21: case 0x2b: case 0x3a: case 0x11:
      return True;
   default:
      return False;
   }
}

static Bool begins_at(ULong low, ULong high, void *address)
{
   (void)high;
   return low == *(ULong *)address;
}

static Bool holds(ULong low, ULong high, void *address)
{
   return *(ULong *)address >= low && *(ULong *)address < high;
}

/* May the unit have code at the address? */
static Bool may_hold(const Dwarf *d, const DwarfUnit *u, const DwarfEntry *own,
                     ULong address)
{
   return !(own->has_ranges || (own->has_low && own->has_high))
          || dwarf_any_range(d, u, own, holds, &address);
}

Bool dwarf_next_unit(Dwarf *d, ULong *start, DwarfEntry *own)
{
   ULong past;

   for (; ; *start = past) {
      const Bool good = read_unit(d, *start, &d->unit, own, &past);
      if (past == 0 || past <= *start) {
         d->unit = (DwarfUnit){ .start = 0 };
         return False;
      }
      if (good) {
         *start = past;
         return True;
      }
   }
}

Bool dwarf_has_skeletons(const Dwarf *d)
{
   DwarfCursor c = dwarf_cursor_in(d, DWARF_ABBREV, 0);
   UInt tag, attribute, form;
   Bool has_children;
   Long implicit;

   while (!c.is_bad && c.at < c.end) {
      if (abbreviation(&c, &tag, &has_children) == 0)
         continue;
      while (specification(&c, &attribute, &form, &implicit))
         if (attribute == AT_DWO_NAME || attribute == AT_GNU_DWO_NAME)
            return True;
   }
   return False;
}

Bool dwarf_subprogram(Dwarf *d, ULong address, DwarfEntry *e)
{
   ULong start = 0;

   while (dwarf_next_unit(d, &start, e)) {
      if (!may_hold(d, &d->unit, e, address))
         continue;
      while (e->next > e->offset && read_entry(d, &d->unit, e->next, e))
         if (e->tag == DWARF_SUBPROGRAM
             && dwarf_any_range(d, &d->unit, e, begins_at, &address))
            return True;
   }
   return False;
}

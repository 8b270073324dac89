/* Entries of DWARF debug information.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/dwarf.h"
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
   AT_VIRTUALITY = 0x4c, AT_RANGES = 0x55, AT_CALL_COLUMN = 0x57,
   AT_CALL_LINE = 0x59, AT_DATA_BIT_OFFSET = 0x6b, AT_LINKAGE_NAME = 0x6e,
   AT_STR_OFFSETS_BASE = 0x72, AT_ADDR_BASE = 0x73, AT_RNGLISTS_BASE = 0x74,
   AT_DWO_NAME = 0x76, AT_REFERENCE = 0x77, AT_RVALUE_REFERENCE = 0x78,
   AT_DEFAULTED = 0x8b, AT_MIPS_LINKAGE_NAME = 0x2007, AT_GNU_VECTOR = 0x2107,
   AT_GNU_DWO_NAME = 0x2130
};

/* ...forms... */
enum {
   FORM_ADDR = 0x01, FORM_BLOCK2 = 0x03, FORM_BLOCK4, FORM_DATA2, FORM_DATA4,
   FORM_DATA8, FORM_STRING, FORM_BLOCK, FORM_BLOCK1, FORM_DATA1, FORM_FLAG,
   FORM_SDATA, FORM_STRP, FORM_UDATA, FORM_REF_ADDR, FORM_REF1, FORM_REF2,
   FORM_REF4, FORM_REF8, FORM_REF_UDATA, FORM_INDIRECT, FORM_SEC_OFFSET,
   FORM_EXPRLOC, FORM_FLAG_PRESENT, FORM_STRX, FORM_ADDRX, FORM_REF_SUP4,
   FORM_STRP_SUP, FORM_DATA16, FORM_LINE_STRP, FORM_REF_SIG8,
   FORM_IMPLICIT_CONST, FORM_LOCLISTX, FORM_RNGLISTX, FORM_REF_SUP8, FORM_STRX1,
   FORM_STRX2, FORM_STRX3, FORM_STRX4, FORM_ADDRX1, FORM_ADDRX2, FORM_ADDRX3,
   FORM_ADDRX4, FORM_GNU_REF_ALT = 0x1f20, FORM_GNU_STRP_ALT
};

/* ...units, and the items of a range list. */
enum { UNIT_TYPE = 2, UNIT_SKELETON = 4, UNIT_SPLIT = 5, UNIT_SPLIT_TYPE = 6 };
enum { ITEM_END, ITEM_BASE_X, ITEM_START_X_END_X, ITEM_START_X_LENGTH,
       ITEM_OFFSETS, ITEM_BASE, ITEM_START_END, ITEM_START_LENGTH };

/* Codes of DWARF 5, section 6.2.4.1: what the header of lines says of files. */
enum { CONTENT_PATH = 1, CONTENT_DIRECTORY = 2 };

enum { ADDRESS_BYTES = 8 };

/* A place in a section, from which it goes forward.  Behind the end all bytes
   are zeros. */
typedef struct {
   const Dwarf *d;
   DwarfSection section;
   const UChar *bytes;
   ULong at, end;
   ULong ready;                 /* up to there the bytes are set */
   Bool is_bad;                 /* something was read behind the end */
} Cursor;

static Cursor cursor_in(const Dwarf *d, DwarfSection s, ULong at)
{
   const ULong size = d->section[s].size;

   return (Cursor){
      .d = d, .section = s, .bytes = d->section[s].bytes,
      .at = at < size ? at : size, .end = size,
      .ready = d->need == NULL ? size : 0, .is_bad = at > size
   };
}

/* Set the next bytes, which the section has. */
static void make_ready(Cursor *c, UInt bytes)
{
   if (c->at + bytes > c->ready)
      c->ready = c->d->need(c->d, c->section, c->at, c->at + bytes);
}

static void skip(Cursor *c, ULong n)
{
   c->is_bad = c->is_bad || n > c->end - c->at;
   c->at = n > c->end - c->at ? c->end : c->at + n;
}

/* Read a number of 1 to 8 bytes. */
static ULong fixed(Cursor *c, UInt bytes)
{
   ULong n = 0;

   if (bytes > c->end - c->at) {
      skip(c, bytes);
      return 0;
   }
   make_ready(c, bytes);
   for (UInt i = 0; i < bytes; i++)
      n |= (ULong)c->bytes[c->at++] << (8 * i);
   return n;
}

/* Read a LEB128 number; is_signed: extend its sign. */
static ULong leb128(Cursor *c, Bool is_signed)
{
   ULong n = 0;
   UInt shift = 0;
   UChar byte;

   do {
      byte = (UChar)fixed(c, 1);
      if (shift < 64)
         n |= (ULong)(byte & 0x7f) << shift;
      shift += 7;
   } while (byte & 0x80);
   if (is_signed && shift < 64 && (byte & 0x40))
      n |= ~0ULL << shift;
   return n;
}

/* Read a text, which ends in the section; NULL: it does not. */
static const HChar *text(Cursor *c)
{
   const ULong start = c->at;

   while (c->at < c->end) {
      make_ready(c, 1);
      const ULong stop = c->ready < c->end ? c->ready : c->end;
      while (c->at < stop && c->bytes[c->at] != '\0')
         c->at++;
      if (c->at < stop)
         break;
   }
   if (c->at == c->end) {
      c->is_bad = True;
      return NULL;
   }
   c->at++;
   return (const HChar *)c->bytes + start;
}

static const HChar *text_at(const Dwarf *d, DwarfSection s, ULong at)
{
   Cursor c = cursor_in(d, s, at);

   return d->is_brief ? NULL : text(&c);
}

/* Read element `index` of an array in a section. */
static ULong element(const Dwarf *d, DwarfSection s, ULong base, ULong index,
                     UInt bytes)
{
   Cursor c;

   if (index > d->section[s].size)
      return 0;
   c = cursor_in(d, s, base + index * bytes);
   return fixed(&c, bytes);
}

static ULong address_x(const Dwarf *d, const DwarfUnit *u, ULong index)
{
   return element(d, DWARF_ADDR, u->addr_base, index, ADDRESS_BYTES);
}

static const HChar *text_x(const Dwarf *d, const DwarfUnit *u, ULong index)
{
   return text_at(d, DWARF_STR, element(d, DWARF_STR_OFFSETS,
                                        u->str_offsets_base, index,
                                        u->offset_bytes));
}

/* The value of an attribute. */
typedef struct {
   ULong number;                /* constant, address, or offset in a section;
                                   0 for others */
   const HChar *text;
   UInt form;
} Value;

/* Read a number of the bytes that the form's place in a row of forms says. */
static ULong indexed(Cursor *c, UInt form, UInt first)
{
   return fixed(c, form - first + 1);
}

/* Read a reference: an offset in the unit becomes one in .debug_info. */
static ULong reference(Cursor *c, const DwarfUnit *u, UInt form)
{
   switch (form) {
   case FORM_REF1: return u->start + fixed(c, 1);
   case FORM_REF2: return u->start + fixed(c, 2);
   case FORM_REF4: return u->start + fixed(c, 4);
   case FORM_REF8: return u->start + fixed(c, 8);
   case FORM_REF_UDATA: return u->start + leb128(c, False);
   default:
      return fixed(c, u->version == 2 ? ADDRESS_BYTES : u->offset_bytes);
   }
}

static void read_value(const Dwarf *d, const DwarfUnit *u, Cursor *c,
                       UInt form, Long implicit, Value *v)
{
   *v = (Value){ .form = form };
   switch (form) {
   case FORM_ADDR: v->number = fixed(c, ADDRESS_BYTES); break;
   case FORM_DATA1: case FORM_FLAG: v->number = fixed(c, 1); break;
   case FORM_DATA2: v->number = fixed(c, 2); break;
   case FORM_DATA4: v->number = fixed(c, 4); break;
   case FORM_DATA8: v->number = fixed(c, 8); break;
   case FORM_SDATA: v->number = leb128(c, True); break;
   case FORM_UDATA: case FORM_LOCLISTX: case FORM_RNGLISTX:
      v->number = leb128(c, False);
      break;
   case FORM_FLAG_PRESENT: v->number = 1; break;
   case FORM_IMPLICIT_CONST: v->number = (ULong)implicit; break;
   case FORM_SEC_OFFSET: v->number = fixed(c, u->offset_bytes); break;
   case FORM_STRING: v->text = text(c); break;
   case FORM_STRP:
      v->text = text_at(d, DWARF_STR, fixed(c, u->offset_bytes));
      break;
   case FORM_LINE_STRP:
      v->text = text_at(d, DWARF_LINE_STR, fixed(c, u->offset_bytes));
      break;
   case FORM_STRX: v->text = text_x(d, u, leb128(c, False)); break;
   case FORM_STRX1: case FORM_STRX2: case FORM_STRX3: case FORM_STRX4:
      v->text = text_x(d, u, indexed(c, form, FORM_STRX1));
      break;
   case FORM_ADDRX: v->number = address_x(d, u, leb128(c, False)); break;
   case FORM_ADDRX1: case FORM_ADDRX2: case FORM_ADDRX3: case FORM_ADDRX4:
      v->number = address_x(d, u, indexed(c, form, FORM_ADDRX1));
      break;
   case FORM_REF1: case FORM_REF2: case FORM_REF4: case FORM_REF8:
   case FORM_REF_UDATA: case FORM_REF_ADDR:
      v->number = reference(c, u, form);
      break;
   case FORM_BLOCK1: skip(c, fixed(c, 1)); break;
   case FORM_BLOCK2: skip(c, fixed(c, 2)); break;
   case FORM_BLOCK4: skip(c, fixed(c, 4)); break;
   case FORM_BLOCK: case FORM_EXPRLOC: skip(c, leb128(c, False)); break;
   case FORM_DATA16: skip(c, 16); break;
   case FORM_REF_SIG8: case FORM_REF_SUP8: skip(c, 8); break;
   case FORM_REF_SUP4: skip(c, 4); break;
   case FORM_STRP_SUP: case FORM_GNU_REF_ALT: case FORM_GNU_STRP_ALT:
      skip(c, u->offset_bytes);
      break;
   default:
      c->is_bad = True;         /* its length is not known */
   }
}

static Bool is_block(UInt form)
{
   return form == FORM_EXPRLOC || form == FORM_BLOCK || form == FORM_BLOCK1
          || form == FORM_BLOCK2 || form == FORM_BLOCK4;
}

/* The attributes of a unit's own entry that say how others are read. */
static void set_base(DwarfUnit *u, UInt attribute, const Value *v)
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

static void set_attribute(DwarfEntry *e, UInt attribute, const Value *v)
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
      e->high_is_length = v->form != FORM_ADDR
                          && (v->form < FORM_ADDRX1 || v->form > FORM_ADDRX4)
                          && v->form != FORM_ADDRX;
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
      e->has_location = !is_block(v->form);
      break;
   case AT_DATA_BIT_OFFSET: e->bit = v->number; e->has_bits = True; break;
   case AT_CONST_VALUE:
      e->value = v->number;
      e->has_value = !is_block(v->form) && v->text == NULL;
      break;
   case AT_UPPER_BOUND: case AT_COUNT:
      e->count = v->number + (attribute == AT_UPPER_BOUND);
      e->has_count = !is_block(v->form) && v->form != FORM_REF4;
      break;
   default: ;
   }
}

/* Read an abbreviation up to its attributes; return its code, 0: the end. */
static ULong abbreviation(Cursor *c, UInt *tag, Bool *has_children)
{
   const ULong code = leb128(c, False);

   if (code == 0 || c->is_bad)
      return 0;
   *tag = (UInt)leb128(c, False);
   *has_children = fixed(c, 1) != 0;
   return code;
}

/* Read one attribute of an abbreviation; False: it was the last one. */
static Bool specification(Cursor *c, UInt *attribute, UInt *form,
                          Long *implicit)
{
   *attribute = (UInt)leb128(c, False);
   *form = (UInt)leb128(c, False);
   *implicit = *form == FORM_IMPLICIT_CONST ? (Long)leb128(c, True) : 0;
   return !c->is_bad && (*attribute != 0 || *form != 0);
}

static void skip_specifications(Cursor *c)
{
   UInt attribute, form;
   Long implicit;

   while (specification(c, &attribute, &form, &implicit))
      ;
}

/* Fill d->known for the table of abbreviations at this offset. */
static void learn_abbreviations(Dwarf *d, ULong table)
{
   Cursor c = cursor_in(d, DWARF_ABBREV, table);
   UInt tag;
   Bool has_children;

   if (d->known_of == table + 1)
      return;
   d->known_of = table + 1;
   VG_(memset)(d->known, 0, sizeof d->known);
   for (;;) {
      const ULong at = c.at, code = abbreviation(&c, &tag, &has_children);
      if (code == 0)
         return;
      if (code < DWARF_KNOWN && at < (UInt)-1)
         d->known[code] = (UInt)at + 1;
      skip_specifications(&c);
   }
}

/* Set *c to the attributes of the abbreviation with this code; False: there is
   no such one. */
static Bool find_abbreviation(Dwarf *d, const DwarfUnit *u, ULong code,
                              Cursor *c, UInt *tag, Bool *has_children)
{
   learn_abbreviations(d, u->abbreviations);
   *c = cursor_in(d, DWARF_ABBREV, u->abbreviations);
   if (code < DWARF_KNOWN) {
      if (d->known[code] == 0)
         return False;
      *c = cursor_in(d, DWARF_ABBREV, d->known[code] - 1);
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
   Cursor c = cursor_in(d, DWARF_INFO, offset), a;
   UInt attribute, form;
   Long implicit;
   Value v;

   VG_(memset)(e, 0, sizeof *e);
   if (offset < u->first || offset >= u->past || u->past > c.end)
      return False;
   c.end = u->past;
   e->offset = offset;
   const ULong code = leb128(&c, False);
   if (code != 0 && !find_abbreviation(d, u, code, &a, &e->tag,
                                       &e->has_children))
      return False;
   while (code != 0 && specification(&a, &attribute, &form, &implicit)) {
      if (form == FORM_INDIRECT)
         form = (UInt)leb128(&c, False);
      read_value(d, u, &c, form, implicit, &v);
      if (c.is_bad)
         return False;
      set_attribute(e, attribute, &v);
      if (offset == u->first)
         set_base(u, attribute, &v);
   }
   e->next = c.at;
   return !c.is_bad && (code == 0 || e->tag != 0);
}

/* Read the header of the unit at `start`; False: it can't be read.  *past: of
   the next one; 0: there is none. */
static Bool read_header(Dwarf *d, ULong start, DwarfUnit *u, ULong *past)
{
   Cursor c = cursor_in(d, DWARF_INFO, start);
   ULong length = fixed(&c, 4);
   UInt kind = 0, address_bytes;

   *past = 0;
   *u = (DwarfUnit){ .start = start, .offset_bytes = 4 };
   if (length == 0xffffffff) {
      u->offset_bytes = 8;
      length = fixed(&c, 8);
   }
   if (c.is_bad || length > c.end - c.at)
      return False;
   u->past = *past = c.at + length;
   c.end = u->past;
   u->version = (UInt)fixed(&c, 2);
   if (u->version >= 5) {
      kind = (UInt)fixed(&c, 1);
      address_bytes = (UInt)fixed(&c, 1);
      u->abbreviations = fixed(&c, u->offset_bytes);
      u->str_offsets_base = u->addr_base = 2 * u->offset_bytes;
      u->rnglists_base = 2 * u->offset_bytes + 4;
   } else {
      u->abbreviations = fixed(&c, u->offset_bytes);
      address_bytes = (UInt)fixed(&c, 1);
   }
   if (kind == UNIT_SKELETON || kind == UNIT_SPLIT)
      skip(&c, 8);
   else if (kind == UNIT_TYPE || kind == UNIT_SPLIT_TYPE)
      skip(&c, 8 + u->offset_bytes);
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

Bool dwarf_entry(Dwarf *d, ULong offset, DwarfEntry *e)
{
   DwarfUnit u;
   ULong past;

   if (offset >= d->unit.first && offset < d->unit.past)
      return read_entry(d, &d->unit, offset, e);
   for (ULong start = offset >= d->unit.past ? d->unit.past : 0; ;
        start = past) {
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

/* Skip the header of lines up to the tables of directories and files.  Return
   the version, 0: it can't be read. */
static UInt skip_line_header(Cursor *c, UInt *offset_bytes)
{
   ULong length = fixed(c, 4);
   UInt version, operations;

   *offset_bytes = 4;
   if (length == 0xffffffff) {
      *offset_bytes = 8;
      length = fixed(c, 8);
   }
   if (c->is_bad || length > c->end - c->at)
      return 0;
   c->end = c->at + length;
   version = (UInt)fixed(c, 2);
   if (version >= 5)
      skip(c, 2);               /* sizes of an address and a selector */
   skip(c, *offset_bytes);      /* length of the header */
   skip(c, version >= 4 ? 5 : 4);
   operations = (UInt)fixed(c, 1);
   skip(c, operations == 0 ? 0 : operations - 1);
   return c->is_bad || version < 2 || version > 5 ? 0 : version;
}

/* Read the file of a table of versions 2 to 4. */
static Bool file_by_list(Cursor *c, ULong number, DwarfFile *f)
{
   const Cursor dirs = *c;
   ULong dir = 0;

   do
      f->name = text(c);
   while (f->name != NULL && f->name[0] != '\0');
   for (ULong i = 1; !c->is_bad; i++) {
      f->name = text(c);
      if (f->name == NULL || f->name[0] == '\0')
         return False;
      dir = leb128(c, False);
      leb128(c, False);
      leb128(c, False);
      if (i == number)
         break;
   }
   f->dir = "";
   *c = dirs;
   for (ULong i = 1; i <= dir && f->dir != NULL; i++)
      f->dir = text(c);
   return !c->is_bad;
}

/* Read the table of version 5 at the cursor, and set the path and the directory
   of entry `number`.  Return False if it has none. */
static Bool table_entry(const Dwarf *d, const DwarfUnit *u, Cursor *c,
                        ULong number, const HChar **path, ULong *dir)
{
   Cursor formats;
   const UInt kinds = (UInt)fixed(c, 1);
   ULong count;
   Value v;

   formats = *c;
   for (UInt i = 0; i < 2 * kinds; i++)
      leb128(c, False);
   count = leb128(c, False);
   for (ULong i = 0; i < count && !c->is_bad; i++) {
      Cursor f = formats;
      for (UInt k = 0; k < kinds; k++) {
         const UInt content = (UInt)leb128(&f, False);
         read_value(d, u, c, (UInt)leb128(&f, False), 0, &v);
         if (i == number && content == CONTENT_PATH)
            *path = v.text;
         if (i == number && content == CONTENT_DIRECTORY)
            *dir = v.number;
      }
   }
   return number < count && !c->is_bad;
}

Bool dwarf_file(const Dwarf *d, ULong number, DwarfFile *f)
{
   DwarfUnit u = d->unit;
   Cursor c = cursor_in(d, DWARF_LINE, u.lines), dirs;
   ULong dir = 0, none;
   UInt version;

   if (!u.has_lines)
      return False;
   version = skip_line_header(&c, &u.offset_bytes);
   if (version == 0)
      return False;
   if (version < 5)
      return number > 0 && file_by_list(&c, number, f);
   dirs = c;
   table_entry(d, &u, &c, 0, &f->dir, &none);
   f->name = f->dir = NULL;
   if (!table_entry(d, &u, &c, number, &f->name, &dir))
      return False;
   table_entry(d, &u, &dirs, dir, &f->dir, &none);
   if (f->dir == NULL)
      f->dir = "";
   return f->name != NULL;
}

/* Ranges of addresses: call `ask` for each until it returns True. */
typedef Bool Ask(ULong low, ULong high, void *opaque);

static Bool any_in_ranges(const Dwarf *d, const DwarfUnit *u, ULong at,
                          Ask *ask, void *opaque)
{
   Cursor c = cursor_in(d, DWARF_RANGES, at);
   ULong base = u->low;

   while (!c.is_bad) {
      const ULong low = fixed(&c, 8), high = fixed(&c, 8);
      if (low == 0 && high == 0)
         break;
      if (low == ~0ULL)
         base = high;
      else if (ask(base + low, base + high, opaque))
         return True;
   }
   return False;
}

static Bool any_in_list(const Dwarf *d, const DwarfUnit *u, ULong at,
                        Ask *ask, void *opaque)
{
   Cursor c = cursor_in(d, DWARF_RNGLISTS, at);
   ULong base = u->low, low, high;

   while (!c.is_bad) {
      switch (fixed(&c, 1)) {
      case ITEM_BASE_X:
         base = address_x(d, u, leb128(&c, False));
         continue;
      case ITEM_BASE:
         base = fixed(&c, 8);
         continue;
      case ITEM_START_X_END_X:
         low = address_x(d, u, leb128(&c, False));
         high = address_x(d, u, leb128(&c, False));
         break;
      case ITEM_START_X_LENGTH:
         low = address_x(d, u, leb128(&c, False));
         high = low + leb128(&c, False);
         break;
      case ITEM_OFFSETS:
         low = base + leb128(&c, False);
         high = base + leb128(&c, False);
         break;
      case ITEM_START_END:
         low = fixed(&c, 8);
         high = fixed(&c, 8);
         break;
      case ITEM_START_LENGTH:
         low = fixed(&c, 8);
         high = low + leb128(&c, False);
         break;
      default:
         return False;
      }
      if (!c.is_bad && ask(low, high, opaque))
         return True;
   }
   return False;
}

static Bool any_range(const Dwarf *d, const DwarfUnit *u, const DwarfEntry *e,
                      Ask *ask, void *opaque)
{
   if (e->has_ranges && u->version < 5)
      return any_in_ranges(d, u, e->ranges, ask, opaque);
   if (e->has_ranges)
      return any_in_list(d, u, !e->ranges_are_index ? e->ranges
                         : u->rnglists_base
                           + element(d, DWARF_RNGLISTS, u->rnglists_base,
                                     e->ranges, u->offset_bytes),
                         ask, opaque);
   return e->has_low
          && ask(e->low, e->high_is_length ? e->low + e->high : e->high,
                 opaque);
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

typedef struct {
   void (*each)(ULong low, ULong high, void *opaque);
   void *opaque;
} Listener;

static Bool tell(ULong low, ULong high, void *opaque)
{
   const Listener *l = opaque;

   l->each(low, high, l->opaque);
   return False;
}

void dwarf_each_range(const Dwarf *d, const DwarfEntry *e,
                      void (*each)(ULong low, ULong high, void *opaque),
                      void *opaque)
{
   Listener l = { each, opaque };

   any_range(d, &d->unit, e, tell, &l);
}

/* May the unit have code at the address? */
static Bool may_hold(const Dwarf *d, const DwarfUnit *u, const DwarfEntry *own,
                     ULong address)
{
   return !(own->has_ranges || (own->has_low && own->has_high))
          || any_range(d, u, own, holds, &address);
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
   Cursor c = cursor_in(d, DWARF_ABBREV, 0);
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
             && any_range(d, &d->unit, e, begins_at, &address))
            return True;
   }
   return False;
}

/* Values in DWARF sections.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "elf/dwarf_values.h"

const HChar *dwarf_text(DwarfCursor *c)
{
   const ULong start = c->at;

   while (c->at < c->end) {
      dwarf_make_ready(c, 1);
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
   DwarfCursor c = dwarf_cursor_in(d, s, at);

   return d->is_brief ? NULL : dwarf_text(&c);
}

ULong dwarf_element(const Dwarf *d, DwarfSection s, ULong base, ULong index,
                    UInt bytes)
{
   DwarfCursor c;

   if (index > d->section[s].size)
      return 0;
   c = dwarf_cursor_in(d, s, base + index * bytes);
   return dwarf_fixed(&c, bytes);
}

ULong dwarf_address_x(const Dwarf *d, const DwarfUnit *u, ULong index)
{
   return dwarf_element(d, DWARF_ADDR, u->addr_base, index, ADDRESS_BYTES);
}

static const HChar *text_x(const Dwarf *d, const DwarfUnit *u, ULong index)
{
   return text_at(d, DWARF_STR, dwarf_element(d, DWARF_STR_OFFSETS,
                                              u->str_offsets_base, index,
                                              u->offset_bytes));
}

/* Read a number of the bytes that the form's place in a row of forms says. */
static ULong indexed(DwarfCursor *c, UInt form, UInt first)
{
   return dwarf_fixed(c, form - first + 1);
}

/* Read a reference: an offset in the unit becomes one in .debug_info. */
static ULong reference(DwarfCursor *c, const DwarfUnit *u, UInt form)
{
   switch (form) {
   case FORM_REF1: return u->start + dwarf_fixed(c, 1);
   case FORM_REF2: return u->start + dwarf_fixed(c, 2);
   case FORM_REF4: return u->start + dwarf_fixed(c, 4);
   case FORM_REF8: return u->start + dwarf_fixed(c, 8);
   case FORM_REF_UDATA: return u->start + dwarf_leb128(c, False);
   default:
      return dwarf_fixed(c, u->version == 2 ? ADDRESS_BYTES : u->offset_bytes);
   }
}

void dwarf_read_value(const Dwarf *d, const DwarfUnit *u, DwarfCursor *c,
                      UInt form, Long implicit, DwarfValue *v)
{
   *v = (DwarfValue){ .form = form };
   switch (form) {
   case FORM_ADDR: v->number = dwarf_fixed(c, ADDRESS_BYTES); break;
   case FORM_DATA1: case FORM_FLAG: v->number = dwarf_fixed(c, 1); break;
   case FORM_DATA2: v->number = dwarf_fixed(c, 2); break;
   case FORM_DATA4: v->number = dwarf_fixed(c, 4); break;
   case FORM_DATA8: v->number = dwarf_fixed(c, 8); break;
   case FORM_SDATA: v->number = dwarf_leb128(c, True); break;
   case FORM_UDATA: case FORM_LOCLISTX: case FORM_RNGLISTX:
      v->number = dwarf_leb128(c, False);
      break;
   case FORM_FLAG_PRESENT: v->number = 1; break;
   case FORM_IMPLICIT_CONST: v->number = (ULong)implicit; break;
   case FORM_SEC_OFFSET: v->number = dwarf_fixed(c, u->offset_bytes); break;
   case FORM_STRING: v->text = dwarf_text(c); break;
   case FORM_STRP:
      v->text = text_at(d, DWARF_STR, dwarf_fixed(c, u->offset_bytes));
      break;
   case FORM_LINE_STRP:
      v->text = text_at(d, DWARF_LINE_STR, dwarf_fixed(c, u->offset_bytes));
      break;
   case FORM_STRX: v->text = text_x(d, u, dwarf_leb128(c, False)); break;
   case FORM_STRX1: case FORM_STRX2: case FORM_STRX3: case FORM_STRX4:
      v->text = text_x(d, u, indexed(c, form, FORM_STRX1));
      break;
   case FORM_ADDRX:
      v->number = dwarf_address_x(d, u, dwarf_leb128(c, False));
      break;
   case FORM_ADDRX1: case FORM_ADDRX2: case FORM_ADDRX3: case FORM_ADDRX4:
      v->number = dwarf_address_x(d, u, indexed(c, form, FORM_ADDRX1));
      break;
   case FORM_REF1: case FORM_REF2: case FORM_REF4: case FORM_REF8:
   case FORM_REF_UDATA: case FORM_REF_ADDR:
      v->number = reference(c, u, form);
      break;
   case FORM_BLOCK1: dwarf_skip(c, dwarf_fixed(c, 1)); break;
   case FORM_BLOCK2: dwarf_skip(c, dwarf_fixed(c, 2)); break;
   case FORM_BLOCK4: dwarf_skip(c, dwarf_fixed(c, 4)); break;
   case FORM_BLOCK: case FORM_EXPRLOC:
      dwarf_skip(c, dwarf_leb128(c, False));
      break;
   case FORM_DATA16: dwarf_skip(c, 16); break;
   case FORM_REF_SIG8: case FORM_REF_SUP8: dwarf_skip(c, 8); break;
   case FORM_REF_SUP4: dwarf_skip(c, 4); break;
   case FORM_STRP_SUP: case FORM_GNU_REF_ALT: case FORM_GNU_STRP_ALT:
      dwarf_skip(c, u->offset_bytes);
      break;
   default:
      c->is_bad = True;         /* its length is not known */
   }
}

Bool dwarf_is_block(UInt form)
{
   return form == FORM_EXPRLOC || form == FORM_BLOCK || form == FORM_BLOCK1
          || form == FORM_BLOCK2 || form == FORM_BLOCK4;
}

Bool dwarf_is_fixed_form(const DwarfUnit *u, UInt form, UInt *bytes)
{
   switch (form) {
   case FORM_FLAG_PRESENT: case FORM_IMPLICIT_CONST: *bytes = 0; return True;
   case FORM_DATA1: case FORM_FLAG: case FORM_REF1: case FORM_STRX1:
   case FORM_ADDRX1:
      *bytes = 1;
      return True;
   case FORM_DATA2: case FORM_REF2: case FORM_STRX2: case FORM_ADDRX2:
      *bytes = 2;
      return True;
   case FORM_DATA4: case FORM_REF4: case FORM_STRX4: case FORM_ADDRX4:
      *bytes = 4;
      return True;
   case FORM_ADDR: case FORM_DATA8: case FORM_REF8: case FORM_REF_SIG8:
      *bytes = 8;
      return True;
   case FORM_SEC_OFFSET: case FORM_STRP: case FORM_LINE_STRP:
      *bytes = u->offset_bytes;
      return True;
   default:
      return False;
   }
}

/* Values in DWARF sections, for the files of the reader: see elf/dwarf.h.

   Source: DWARF Debugging Information Format, version 5, section 7.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ELF_DWARF_VALUES_H
#define ELF_DWARF_VALUES_H

#include "elf/dwarf_data.h"

/* Codes of section 7.5: forms. */
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
} DwarfCursor;

static inline DwarfCursor dwarf_cursor_in(const Dwarf *d, DwarfSection s,
                                          ULong at)
{
   const ULong size = d->section[s].size;

   return (DwarfCursor){
      .d = d, .section = s, .bytes = d->section[s].bytes,
      .at = at < size ? at : size, .end = size,
      .ready = d->need == NULL ? size : 0, .is_bad = at > size
   };
}

/* Set the next bytes, which the section has. */
static inline void dwarf_make_ready(DwarfCursor *c, UInt bytes)
{
   if (c->at + bytes > c->ready)
      c->ready = c->d->need(c->d, c->section, c->at, c->at + bytes);
}

static inline void dwarf_skip(DwarfCursor *c, ULong n)
{
   c->is_bad = c->is_bad || n > c->end - c->at;
   c->at = n > c->end - c->at ? c->end : c->at + n;
}

/* Read a number of 1 to 8 bytes. */
static inline ULong dwarf_fixed(DwarfCursor *c, UInt bytes)
{
   ULong n = 0;

   if (bytes > c->end - c->at) {
      dwarf_skip(c, bytes);
      return 0;
   }
   dwarf_make_ready(c, bytes);
   for (UInt i = 0; i < bytes; i++)
      n |= (ULong)c->bytes[c->at++] << (8 * i);
   return n;
}

static inline UChar dwarf_byte(DwarfCursor *c)
{
   return c->at < c->ready && c->at < c->end ? c->bytes[c->at++]
          : (UChar)dwarf_fixed(c, 1);
}

/* Read a LEB128 number; is_signed: extend its sign. */
static inline ULong dwarf_leb128(DwarfCursor *c, Bool is_signed)
{
   ULong n = 0;
   UInt shift = 0;
   UChar byte;

   do {
      byte = dwarf_byte(c);
      if (shift < 64)
         n |= (ULong)(byte & 0x7f) << shift;
      shift += 7;
   } while (byte & 0x80);
   if (is_signed && shift < 64 && (byte & 0x40))
      n |= ~0ULL << shift;
   return n;
}

/* Read a text, which ends in the section; NULL: it does not. */
const HChar *dwarf_text(DwarfCursor *c);

/* Read element `index` of an array in a section. */
ULong dwarf_element(const Dwarf *d, DwarfSection s, ULong base, ULong index,
                    UInt bytes);
/* Read address `index` of the unit. */
ULong dwarf_address_x(const Dwarf *d, const DwarfUnit *u, ULong index);

/* The value of an attribute. */
typedef struct {
   ULong number;                /* constant, address, or offset in a section;
                                   0 for others */
   const HChar *text;
   UInt form;
} DwarfValue;

/* Read the value of a form; implicit: what the abbreviation says. */
void dwarf_read_value(const Dwarf *d, const DwarfUnit *u, DwarfCursor *c,
                      UInt form, Long implicit, DwarfValue *v);

Bool dwarf_is_block(UInt form);

/* Have all values of a form as many bytes?  If so, then set their number. */
Bool dwarf_is_fixed_form(const DwarfUnit *u, UInt form, UInt *bytes);

/* Call `ask` for each range of addresses of an entry until it returns True;
   return whether it did. */
typedef Bool DwarfAsk(ULong low, ULong high, void *opaque);
Bool dwarf_any_range(const Dwarf *d, const DwarfUnit *u, const DwarfEntry *e,
                     DwarfAsk *ask, void *opaque);

#endif

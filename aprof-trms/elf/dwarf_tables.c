/* What entries of DWARF debug information refer to by a number or an offset:
   source files and ranges of addresses.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "elf/dwarf.h"
#include "elf/dwarf_values.h"

/* Codes of DWARF 5: the items of a range list. */
enum { ITEM_END, ITEM_BASE_X, ITEM_START_X_END_X, ITEM_START_X_LENGTH,
       ITEM_OFFSETS, ITEM_BASE, ITEM_START_END, ITEM_START_LENGTH };

/* Codes of DWARF 5, section 6.2.4.1: what the header of lines says of files. */
enum { CONTENT_PATH = 1, CONTENT_DIRECTORY = 2 };

/* Skip the header of lines up to the tables of directories and files.  Return
   the version, 0: it can't be read. */
static UInt skip_line_header(DwarfCursor *c, UInt *offset_bytes)
{
   ULong length = dwarf_fixed(c, 4);
   UInt version, operations;

   *offset_bytes = 4;
   if (length == 0xffffffff) {
      *offset_bytes = 8;
      length = dwarf_fixed(c, 8);
   }
   if (c->is_bad || length > c->end - c->at)
      return 0;
   c->end = c->at + length;
   version = (UInt)dwarf_fixed(c, 2);
   if (version >= 5)
      dwarf_skip(c, 2);               /* sizes of an address and a selector */
   dwarf_skip(c, *offset_bytes);      /* length of the header */
   dwarf_skip(c, version >= 4 ? 5 : 4);
   operations = (UInt)dwarf_fixed(c, 1);
   dwarf_skip(c, operations == 0 ? 0 : operations - 1);
   return c->is_bad || version < 2 || version > 5 ? 0 : version;
}

/* Read the file of a table of versions 2 to 4. */
static Bool file_by_list(DwarfCursor *c, ULong number, DwarfFile *f)
{
   const DwarfCursor dirs = *c;
   ULong dir = 0;

   do
      f->name = dwarf_text(c);
   while (f->name != NULL && f->name[0] != '\0');
   for (ULong i = 1; !c->is_bad; i++) {
      f->name = dwarf_text(c);
      if (f->name == NULL || f->name[0] == '\0')
         return False;
      dir = dwarf_leb128(c, False);
      dwarf_leb128(c, False);
      dwarf_leb128(c, False);
      if (i == number)
         break;
   }
   f->dir = "";
   *c = dirs;
   for (ULong i = 1; i <= dir && f->dir != NULL; i++)
      f->dir = dwarf_text(c);
   return !c->is_bad;
}

/* Read the table of version 5 at the cursor, and set the path and the directory
   of entry `number`.  Return False if it has none. */
static Bool table_entry(const Dwarf *d, const DwarfUnit *u, DwarfCursor *c,
                        ULong number, const HChar **path, ULong *dir)
{
   DwarfCursor formats;
   const UInt kinds = (UInt)dwarf_fixed(c, 1);
   ULong count;
   DwarfValue v;

   formats = *c;
   for (UInt i = 0; i < 2 * kinds; i++)
      dwarf_leb128(c, False);
   count = dwarf_leb128(c, False);
   for (ULong i = 0; i < count && !c->is_bad; i++) {
      DwarfCursor f = formats;
      for (UInt k = 0; k < kinds; k++) {
         const UInt content = (UInt)dwarf_leb128(&f, False);
         dwarf_read_value(d, u, c, (UInt)dwarf_leb128(&f, False), 0, &v);
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
   DwarfCursor c = dwarf_cursor_in(d, DWARF_LINE, u.lines), dirs;
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

static Bool any_in_ranges(const Dwarf *d, const DwarfUnit *u, ULong at,
                          DwarfAsk *ask, void *opaque)
{
   DwarfCursor c = dwarf_cursor_in(d, DWARF_RANGES, at);
   ULong base = u->low;

   while (!c.is_bad) {
      const ULong low = dwarf_fixed(&c, 8), high = dwarf_fixed(&c, 8);
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
                        DwarfAsk *ask, void *opaque)
{
   DwarfCursor c = dwarf_cursor_in(d, DWARF_RNGLISTS, at);
   ULong base = u->low, low, high;

   while (!c.is_bad) {
      switch (dwarf_fixed(&c, 1)) {
      case ITEM_BASE_X:
         base = dwarf_address_x(d, u, dwarf_leb128(&c, False));
         continue;
      case ITEM_BASE:
         base = dwarf_fixed(&c, 8);
         continue;
      case ITEM_START_X_END_X:
         low = dwarf_address_x(d, u, dwarf_leb128(&c, False));
         high = dwarf_address_x(d, u, dwarf_leb128(&c, False));
         break;
      case ITEM_START_X_LENGTH:
         low = dwarf_address_x(d, u, dwarf_leb128(&c, False));
         high = low + dwarf_leb128(&c, False);
         break;
      case ITEM_OFFSETS:
         low = base + dwarf_leb128(&c, False);
         high = base + dwarf_leb128(&c, False);
         break;
      case ITEM_START_END:
         low = dwarf_fixed(&c, 8);
         high = dwarf_fixed(&c, 8);
         break;
      case ITEM_START_LENGTH:
         low = dwarf_fixed(&c, 8);
         high = low + dwarf_leb128(&c, False);
         break;
      default:
         return False;
      }
      if (!c.is_bad && ask(low, high, opaque))
         return True;
   }
   return False;
}

Bool dwarf_any_range(const Dwarf *d, const DwarfUnit *u, const DwarfEntry *e,
                     DwarfAsk *ask, void *opaque)
{
   if (e->has_ranges && u->version < 5)
      return any_in_ranges(d, u, e->ranges, ask, opaque);
   if (e->has_ranges)
      return any_in_list(d, u, !e->ranges_are_index ? e->ranges
                         : u->rnglists_base
                           + dwarf_element(d, DWARF_RNGLISTS, u->rnglists_base,
                                           e->ranges, u->offset_bytes),
                         ask, opaque);
   return e->has_low
          && ask(e->low, e->high_is_length ? e->low + e->high : e->high,
                 opaque);
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

   dwarf_any_range(d, &d->unit, e, tell, &l);
}

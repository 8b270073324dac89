/* What the reader of DWARF debug information (elf/dwarf.h) reads, and what it
   returns.

   Source: DWARF Debugging Information Format, version 5, chapter 7.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ELF_DWARF_DATA_H
#define ELF_DWARF_DATA_H

#include "base/base.h"

typedef enum {
   DWARF_INFO, DWARF_ABBREV, DWARF_STR, DWARF_LINE_STR, DWARF_STR_OFFSETS,
   DWARF_ADDR, DWARF_RANGES, DWARF_RNGLISTS, DWARF_LINE, DWARF_SECTIONS
} DwarfSection;

typedef enum {
   DWARF_ARRAY = 0x01, DWARF_CLASS = 0x02, DWARF_ENUMERATION = 0x04,
   DWARF_PARAMETER = 0x05, DWARF_LEXICAL_BLOCK = 0x0b, DWARF_MEMBER = 0x0d,
   DWARF_POINTER = 0x0f, DWARF_REFERENCE = 0x10, DWARF_COMPILE_UNIT = 0x11,
   DWARF_STRUCTURE = 0x13, DWARF_SUBROUTINE = 0x15,
   DWARF_TYPEDEF = 0x16, DWARF_UNION = 0x17, DWARF_ELLIPSIS = 0x18,
   DWARF_INHERITANCE = 0x1c, DWARF_INLINED = 0x1d, DWARF_MODULE = 0x1e,
   DWARF_TO_MEMBER = 0x1f, DWARF_SUBRANGE = 0x21, DWARF_BASE = 0x24,
   DWARF_CONST = 0x26, DWARF_SUBPROGRAM = 0x2e, DWARF_TEMPLATE_TYPE = 0x2f,
   DWARF_TEMPLATE_VALUE = 0x30, DWARF_VOLATILE = 0x35,
   DWARF_RESTRICT = 0x37, DWARF_NAMESPACE = 0x39, DWARF_UNSPECIFIED = 0x3b,
   DWARF_PARTIAL_UNIT = 0x3c,
   DWARF_RVALUE_REFERENCE = 0x42, DWARF_ATOMIC = 0x47, DWARF_CALL_SITE = 0x48,
   DWARF_TEMPLATE_PACK = 0x4107, DWARF_PARAMETER_PACK = 0x4108,
   DWARF_GNU_CALL_SITE = 0x4109
} DwarfTag;

/* Codes of DW_AT_encoding. */
typedef enum {
   DWARF_BOOLEAN = 0x02, DWARF_COMPLEX_FLOAT = 0x03, DWARF_FLOAT = 0x04,
   DWARF_SIGNED = 0x05, DWARF_SIGNED_CHAR = 0x06, DWARF_UNSIGNED = 0x07,
   DWARF_UNSIGNED_CHAR = 0x08, DWARF_DECIMAL_FLOAT = 0x0f, DWARF_UTF = 0x10
} DwarfEncoding;

/* Codes of DW_AT_calling_convention: of a subprogram whose parameters are not
   passed as its source says, and of types. */
typedef enum {
   DWARF_NOCALL = 3, DWARF_BY_REFERENCE = 4, DWARF_BY_VALUE = 5
} DwarfConvention;

/* An entry, with the attributes that are wanted.  References are offsets in
   .debug_info; 0: there is none. */
typedef struct {
   ULong offset, next;          /* in .debug_info; of the bytes behind it */
   UInt tag;                    /* DwarfTag, or any other; 0: it ends a list of
                                   children */
   Bool has_children, is_declaration, is_vector;
   Bool is_virtual, is_defaulted, is_external, is_artificial;
   Bool is_for_lvalue, is_for_rvalue;   /* a method with & or && */
   const HChar *name;           /* NULL: there is none */
   const HChar *linkage;        /* the symbol, mangled; NULL: not known */
   Bool has_low, has_high, has_ranges, has_location, has_bits, has_count;
   Bool high_is_length, ranges_are_index;
   ULong low, high, ranges;
   ULong entry_pc;              /* where the code is entered */
   Bool has_entry_pc;
   ULong sibling, origin, specification, type;
   ULong bytes;                 /* 0: not known */
   ULong encoding, convention, language;
   ULong location, bit;         /* of a member: its place in bytes, in bits */
   ULong value;                 /* of a constant, DW_AT_const_value */
   Bool has_value;
   ULong count;                 /* elements of a subrange, from 0 on */
   ULong call_line, call_column;   /* of an inlined call; 0: not known */
   ULong decl_file, decl_line, decl_column;   /* decl_file: its number in the
                                   unit; 0: not known in version 4 */
} DwarfEntry;

typedef struct {
   ULong start, first, past;    /* in .debug_info: of its header, of its entry,
                                   and behind its last entry */
   UInt version, offset_bytes;
   ULong abbreviations;         /* in .debug_abbrev */
   ULong str_offsets_base, addr_base, rnglists_base;
   ULong language, low;
   ULong lines;                 /* in .debug_line: of its header */
   Bool has_lines;
   Bool is_skeleton;            /* its entries are in a .dwo file */
} DwarfUnit;

/* The abbreviations with lower codes are found without a search. */
enum { DWARF_KNOWN = 2048 };

/* An abbreviation. */
typedef struct {
   UInt at;                     /* its place in .debug_abbrev, plus 1; 0: there
                                   is none */
   UShort tag;
   Bool has_children, has_code; /* has_code: an address or ranges */
   UShort bytes;                /* of all attributes of an entry... */
   Bool is_fixed;               /* ...if all entries have as many */
} DwarfAbbreviation;

typedef struct _Dwarf Dwarf;

struct _Dwarf {
   struct { const UChar *bytes; SizeT size; } section[DWARF_SECTIONS];
   /* Set the bytes of a section from one offset to another, and return up to
      where they are set.  NULL: all are. */
   ULong (*need)(const Dwarf *d, DwarfSection s, ULong from, ULong past);
   void *source;                /* for `need` */
   Bool is_brief;               /* texts in other sections are not read: entries
                                   have none */
   const ULong *units;          /* where all units start, ascending, to find the
                                   unit of an entry; NULL: they are searched */
   UWord n_units;
   Bool has_skeletons;          /* one of the units so far was one */

   /* The rest begins as zeros, and is the reader's. */
   DwarfUnit unit;              /* the one that was used last */
   DwarfAbbreviation known[DWARF_KNOWN];   /* by code */
   ULong known_of;              /* DwarfUnit.abbreviations, plus 1... */
   UInt known_version, known_offset_bytes;   /* ...and for which units */
};

#endif

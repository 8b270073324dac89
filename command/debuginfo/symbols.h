/* Symbols of an image, by libdw: offset in the file -> routine, source line,
   inlined calls.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_DEBUGINFO_SYMBOLS_H
#define APROF_DEBUGINFO_SYMBOLS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
   SYMBOLS_GOOD,
   SYMBOLS_GONE,                      /* the file can't be read as ELF */
   SYMBOLS_CHANGED,                   /* it is not the build that was sampled */
} symbols_state;

typedef struct symbols symbols;

/* A routine: [start, end) of the image's addresses.  Where there is no symbol,
   the bounds are what .eh_frame has for unwinding, and the name is
   FILE+0xSTART. */
typedef struct {
   char *name;                        /* demangled; the caller frees it */
   uint64_t start, end;
} symbols_routine;

/* A place in the source. */
typedef struct {
   const char *file;                  /* "": not known; owned by the symbols */
   int line;
   char *inlined;                     /* the innermost inlined routine there, or
                                         NULL; the caller frees it */
} symbols_place;

/* Open an image; id: as in samples_image.  Never NULL; symbols_close frees
   it. */
symbols *symbols_open(const char *path, const char *id);
/* Open an image that is read from another path than it has. */
symbols *symbols_open_as(const char *file, const char *path, const char *id);
void symbols_close(symbols *s);
symbols_state symbols_state_of(const symbols *s);

/* Are entries of a file's debug information, of DWARF 5 or newer, in .dwo
   files?  False if the file can't be read. */
bool symbols_has_split_units(const char *path);

/* Convert an offset in the file to an address of the image.  Return false if no
   segment has it. */
bool symbols_address(const symbols *s, uint64_t offset, uint64_t *address);
/* The inverse. */
bool symbols_offset(const symbols *s, uint64_t address, uint64_t *offset);

/* Find the routine at an address.  Return false if nothing is known there. */
bool symbols_find(symbols *s, uint64_t address, symbols_routine *r);

/* Call `each` with every name, demangled, of the routine that begins at an
   address; `each` may keep no name. */
void symbols_each_name(symbols *s, uint64_t address,
                       void (*each)(void *context, const char *name),
                       void *context);

/* Return a symbol's name as people write it; the caller frees it. */
char *symbols_demangled(const char *name);

/* Find the source line of an address, and what is inlined there. */
symbols_place symbols_place_of(symbols *s, uint64_t address);

/* An inlined call. */
typedef struct {
   const char *name;                  /* of its routine, as in the source: no
                                         scope, no parameters; owned by the
                                         symbols */
   const char *linkage;               /* the same as a symbol; NULL: not known */
   const char *file;                  /* of its source, owned by the symbols;
                                         NULL: not known */
   int line;                          /* where its source begins; 0: not
                                         known */
   int call_line;                     /* of the call; 0: not known */
   uint64_t origin;                   /* the routine: equal for all calls of
                                         it */
} symbols_inlined;

/* Find the inlined call at an address that lies in level - 1 others.  Return
   false if the debug information has none, or no name of it. */
bool symbols_inlined_at(symbols *s, uint64_t address, unsigned level,
                        symbols_inlined *r);

/* Find the origin of the routine whose code is at an address: equal to that of
   its inlined calls.  Return false if it is not known. */
bool symbols_origin(symbols *s, uint64_t address, uint64_t *origin);

#endif

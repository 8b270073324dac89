/* Symbols of an image, by libdw.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "debuginfo/symbols.h"
#include "base/languages.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/paths.h"
#include "debuginfo/frame_bounds.h"
#include "debuginfo/segments.h"

#include <dwarf.h>
#include <elfutils/libdwelf.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Of the C++ library. */
extern char *__cxa_demangle(const char *name, char *buffer, size_t *length,
                            int *status);

struct symbols {
   char *path;
   symbols_state state;
   Dwfl *dwfl;
   Dwfl_Module *module;
   GElf_Addr bias;                    /* libdw's address - the image's */
   segments segments;
   frame_bounds frames;
   Dwarf_Die *unit;                   /* the last that was found, or NULL */
   Dwarf_Addr unit_bias;              /* libdw's address - the unit's */
   bool told;                         /* that a .dwo file is missing */
   bool ada, ada_known;               /* the object has code of Ada */
};

static char *debug_path;              /* the default folders */

static const Dwfl_Callbacks callbacks = {
   .find_debuginfo = dwfl_standard_find_debuginfo,
   .section_address = dwfl_offline_section_address,
   .debuginfo_path = &debug_path,
};

/* Return whether the file is the build of this identity. */
static bool is_same(const char *file, Elf *elf, const char *id)
{
   char found[65] = "";
   const void *bits;
   struct stat there;
   ssize_t size;

   if (*id == '\0')
      return true;
   if (*id == '~') {
      if (stat(file, &there) != 0)
         return false;
      snprintf(found, sizeof found, "~%" PRIx64 ".%" PRIx64,
               (uint64_t)there.st_size, (uint64_t)there.st_mtime);
      return strcmp(found, id) == 0;
   }
   size = dwelf_elf_gnu_build_id(elf, &bits);
   for (ssize_t i = 0; i < size && i < 32; i++)
      snprintf(found + 2 * i, 3, "%02x", ((const uint8_t *)bits)[i]);
   return strcmp(found, id) == 0;
}

/* Return whether a path names a regular file: libdw could wait for
   others. */
static bool is_regular(const char *path)
{
   struct stat there;

   return stat(path, &there) == 0 && S_ISREG(there.st_mode);
}

symbols *symbols_open(const char *path, const char *id)
{
   return symbols_open_as(path, path, id);
}

symbols *symbols_open_as(const char *file, const char *path, const char *id)
{
   symbols *s = memory_new(1, sizeof *s);
   Elf *elf;

   s->path = memory_string(path);
   s->state = SYMBOLS_GONE;
   if (!is_regular(file) || (s->dwfl = dwfl_begin(&callbacks)) == NULL)
      return s;
   dwfl_report_begin(s->dwfl);
   s->module = dwfl_report_offline(s->dwfl, paths_file_name(path), file, -1);
   dwfl_report_end(s->dwfl, NULL, NULL);
   elf = s->module ? dwfl_module_getelf(s->module, &s->bias) : NULL;
   if (elf == NULL)
      return s;
   s->state = is_same(file, elf, id) ? SYMBOLS_GOOD : SYMBOLS_CHANGED;
   if (s->state == SYMBOLS_GOOD) {
      segments_read(&s->segments, elf);
      frame_bounds_read(&s->frames, elf);
   }
   return s;
}

bool symbols_has_split_units(const char *path)
{
   int file = is_regular(path) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
   Dwarf *dwarf = file >= 0 ? dwarf_begin(file, DWARF_C_READ) : NULL;
   Dwarf_CU *unit = NULL;
   Dwarf_Half version;
   uint8_t type;
   bool found = false;

   while (!found && dwarf && dwarf_get_units(dwarf, unit, &unit, &version,
                                             &type, NULL, NULL) == 0)
      found = type == DW_UT_skeleton && version >= 5;
   if (dwarf)
      dwarf_end(dwarf);
   if (file >= 0)
      close(file);
   return found;
}

void symbols_close(symbols *s)
{
   if (s == NULL)
      return;
   if (s->dwfl)
      dwfl_end(s->dwfl);
   frame_bounds_free(&s->frames);
   segments_free(&s->segments);
   free(s->path);
   free(s);
}

symbols_state symbols_state_of(const symbols *s)
{
   return s->state;
}

bool symbols_address(const symbols *s, uint64_t offset, uint64_t *address)
{
   return segments_address(&s->segments, offset, address);
}

bool symbols_offset(const symbols *s, uint64_t address, uint64_t *offset)
{
   return segments_offset(&s->segments, address, offset);
}

/* --- names --- */

static bool find_unit(symbols *s, uint64_t address);

/* Return whether the symbols show that the object has code of Ada. */
static bool has_ada(symbols *s)
{
   if (!s->ada_known) {
      const int count = dwfl_module_getsymtab(s->module);

      s->ada = languages_is_ada_library(s->path);
      for (int i = 0; i < count && !s->ada; i++) {
         GElf_Sym symbol;
         const char *name = dwfl_module_getsym(s->module, i, &symbol, NULL);

         s->ada = name && languages_shows_ada(name, "");
      }
      s->ada_known = true;
   }
   return s->ada;
}

/* Return the name of the symbol at an address as people write it.  C may have a
   name such as `pkg__sum`, which is `pkg.sum` in Ada. */
static char *demangled_at(symbols *s, uint64_t address, const char *name)
{
   char *ada = languages_decoded_ada(name, "");
   const char *file = "";
   char *plain;

   if (ada == NULL)
      return symbols_demangled(name);
   free(ada);
   if (find_unit(s, address) && dwarf_diename(s->unit))
      file = dwarf_diename(s->unit);
   plain = languages_shows_ada(name, file) || has_ada(s)
           ? languages_decoded_ada(name, file) : languages_decoded(name);
   return plain ? plain : memory_string(name);
}

/* --- routines --- */

char *symbols_demangled(const char *name)
{
   int status = 0;
   char *plain = languages_decoded(name);

   if (plain == NULL && name[0] == '_' && name[1] == 'Z')
      plain = __cxa_demangle(name, NULL, NULL, &status);
   return plain ? plain : memory_string(name);
}

void symbols_each_name(symbols *s, uint64_t address,
                       void (*each)(void *context, const char *name),
                       void *context)
{
   const int count = s->state == SYMBOLS_GOOD
                     ? dwfl_module_getsymtab(s->module) : 0;

   for (int i = 0; i < count; i++) {
      GElf_Sym symbol;
      GElf_Addr at;
      const char *name = dwfl_module_getsym_info(s->module, i, &symbol, &at,
                                                 NULL, NULL, NULL);
      char *plain;

      if (name == NULL || at != address + s->bias ||
          GELF_ST_TYPE(symbol.st_info) != STT_FUNC)
         continue;
      plain = demangled_at(s, address, name);
      each(context, plain);
      free(plain);
   }
}

/* Find the end of code that begins with a symbol without a size and has no entry in
   .eh_frame, such as _start of the dynamic linker: it ends with the gap between the
   routines that have one, or at the next symbol.  False: the symbol is not in that
   gap. */
static bool find_end_in_gap(symbols *s, uint64_t begin, uint64_t address,
                            uint64_t *end)
{
   const int count = dwfl_module_getsymtab(s->module);
   uint64_t start;

   if (!frame_bounds_gap(&s->frames, address, &start, end) || begin < start)
      return false;
   for (int i = 0; i < count; i++) {
      GElf_Sym symbol;
      GElf_Addr at;

      if (dwfl_module_getsym_info(s->module, i, &symbol, &at, NULL, NULL, NULL)
          && symbol.st_shndx != SHN_UNDEF && at - s->bias > address
          && at - s->bias < *end)
         *end = at - s->bias;
   }
   return true;
}

bool symbols_find(symbols *s, uint64_t address, symbols_routine *r)
{
   GElf_Off offset;
   GElf_Sym symbol;
   const char *name;
   uint64_t start, end;
   bool has_frame;

   if (s->state != SYMBOLS_GOOD)
      return false;
   has_frame = frame_bounds_find(&s->frames, address, &start, &end);
   name = dwfl_module_addrinfo(s->module, address + s->bias, &offset, &symbol,
                               NULL, NULL, NULL);
   /* A symbol without a size may be far away. */
   if (name && *name &&
       (symbol.st_size > offset ||
        (symbol.st_size == 0 &&
         (has_frame ? start <= address - offset
                    : find_end_in_gap(s, address - offset, address, &end))))) {
      r->name = demangled_at(s, address, name);
      r->start = address - offset;
      r->end = symbol.st_size ? r->start + symbol.st_size : end;
      return true;
   }
   if (!has_frame)
      return false;
   r->name = memory_format("%s+0x%" PRIx64, paths_file_name(s->path), start);
   r->start = start;
   r->end = end;
   return true;
}

/* --- places --- */

/* Does the last unit that was found have the address? */
static bool is_in_unit(symbols *s, uint64_t address)
{
   return s->unit && dwarf_haspc(s->unit, address + s->bias - s->unit_bias) > 0;
}

/* Find the compilation unit that an address belongs to.  clang does not list
   the addresses of its units. */
static bool find_unit(symbols *s, uint64_t address)
{
   if (is_in_unit(s, address))
      return true;
   s->unit = dwfl_module_addrdie(s->module, address + s->bias, &s->unit_bias);
   if (s->unit)
      return true;
   do
      s->unit = dwfl_module_nextcu(s->module, s->unit, &s->unit_bias);
   while (s->unit && !is_in_unit(s, address));
   return s->unit != NULL;
}

/* Print once that the entries of a unit are in a file that can't be read. */
static void tell_missing(symbols *s, Dwarf_Die *skeleton)
{
   Dwarf_Attribute attribute;
   const char *name = NULL, *note = "build it without -gsplit-dwarf";
   char *package;

   if (s->told)
      return;
   s->told = true;
   package = memory_format("%s.dwp", s->path);
   if (dwarf_attr(skeleton, DW_AT_dwo_name, &attribute) ||
       dwarf_attr(skeleton, DW_AT_GNU_dwo_name, &attribute))
      name = dwarf_formstring(&attribute);
   if (is_regular(package))
      note = "they are in a .dwp file, which is not read: keep the .dwo files, "
             "or build it without -gsplit-dwarf";
   message_warning("%s: inlined routines are not known where the file %s is "
                   "missing or of another build; %s", s->path,
                   name ? name : ".dwo", note);
   free(package);
}

/* Set *die to what has the entries of the unit that was found last: itself, or,
   with -gsplit-dwarf, the unit in a .dwo file.  *id: what tells the entries of
   such a file from those of others; 0 otherwise.  Return false after
   tell_missing. */
static bool entries_of_unit(symbols *s, Dwarf_Die *die, uint64_t *id)
{
   Dwarf_Die own, split;
   Dwarf_Half version;
   uint8_t type;

   *die = *s->unit;
   *id = 0;
   if (dwarf_cu_info(s->unit->cu, &version, &type, &own, &split, id, NULL,
                     NULL) != 0 || type != DW_UT_skeleton)
      return true;
   if (split.addr == NULL) {
      tell_missing(s, s->unit);
      return false;
   }
   *die = split;
   return true;
}

/* The routine that has an address, and the inlined calls there, each in the one
   before it. */
typedef struct {
   Dwarf_Die *list;
   size_t count, room;
   uint64_t unit;                     /* as entries_of_unit says */
} die_list;

static bool has_address(Dwarf_Die *die, Dwarf_Addr pc)
{
   return dwarf_haspc(die, pc) > 0;
}

/* Find the routine and the calls below a record.  (dwarf_getscopes finds
   nothing where an inlined routine is declared in another unit.) */
static bool find_calls(Dwarf_Die *parent, Dwarf_Addr pc, die_list *found)
{
   Dwarf_Die die;
   int more = dwarf_child(parent, &die);

   for (; more == 0; more = dwarf_siblingof(&die, &die))
      switch (dwarf_tag(&die)) {
      case DW_TAG_subprogram: case DW_TAG_inlined_subroutine:
         if (!has_address(&die, pc))
            break;
         found->list = memory_grow(found->list, found->count, &found->room,
                                   sizeof *found->list);
         found->list[found->count++] = die;
         find_calls(&die, pc, found);
         return true;
      case DW_TAG_lexical_block: case DW_TAG_namespace: case DW_TAG_module:
      case DW_TAG_class_type: case DW_TAG_structure_type:
         if (find_calls(&die, pc, found))
            return true;
      }
   return false;
}

/* The same for an address.  The caller frees the list. */
static die_list calls_at(symbols *s, uint64_t address)
{
   die_list found = { NULL, 0, 0, 0 };
   Dwarf_Die unit;

   if (s->state == SYMBOLS_GOOD && find_unit(s, address) &&
       entries_of_unit(s, &unit, &found.unit))
      find_calls(&unit, address + s->bias - s->unit_bias, &found);
   return found;
}

static bool is_inlined(Dwarf_Die *die)
{
   return dwarf_tag(die) == DW_TAG_inlined_subroutine;
}

/* Return the symbol of a routine, which its declaration in a class may have, or
   NULL. */
static const char *linkage_name(Dwarf_Die *die)
{
   Dwarf_Attribute attribute;

   return dwarf_formstring(dwarf_attr_integrate(die, DW_AT_linkage_name,
                                                &attribute));
}

/* Return the name of the innermost routine that is inlined at an address, or
   NULL. */
static char *inlined_at(symbols *s, uint64_t address)
{
   die_list calls = calls_at(s, address);
   Dwarf_Die *last = calls.count ? &calls.list[calls.count - 1] : NULL;
   char *name = NULL;

   if (last && is_inlined(last)) {
      const char *found = linkage_name(last);

      if (found == NULL)
         found = dwarf_diename(last);
      name = symbols_demangled(found ? found : "?");
   }
   free(calls.list);
   return name;
}

/* Find the file and the line of an address.  Return false if they are not
   known. */
static bool find_line(symbols *s, uint64_t address, const char **file,
                      int *number)
{
   Dwfl_Line *line = dwfl_module_getsrc(s->module, address + s->bias);
   Dwarf_Line *own;

   *file = line ? dwfl_lineinfo(line, NULL, number, NULL, NULL, NULL) : NULL;
   /* libdwfl finds no line in a unit whose addresses are not listed. */
   if (*file == NULL && find_unit(s, address) &&
       (own = dwarf_getsrc_die(s->unit, address + s->bias - s->unit_bias))) {
      *file = dwarf_linesrc(own, NULL, NULL);
      dwarf_lineno(own, number);
   }
   return *file != NULL;
}

symbols_place symbols_place_of(symbols *s, uint64_t address)
{
   symbols_place place = { "", 0, NULL };
   const char *file;

   if (s->state == SYMBOLS_GOOD && find_line(s, address, &file, &place.line)) {
      place.file = file;
      place.inlined = inlined_at(s, address);
   }
   return place;
}

/* --- inlined calls --- */

/* Go from an inlined call, or a routine, to the declaration that all its copies
   refer to. */
static void go_to_origin(Dwarf_Die *die)
{
   Dwarf_Attribute attribute;
   Dwarf_Die next;

   while (dwarf_attr(die, DW_AT_abstract_origin, &attribute)
          && dwarf_formref_die(&attribute, &next))
      *die = next;
}

/* Return the source line of an inlined call; 0: not known. */
static int call_line(Dwarf_Die *call)
{
   Dwarf_Attribute attribute;
   Dwarf_Word line;

   return dwarf_formudata(dwarf_attr(call, DW_AT_call_line, &attribute),
                          &line) == 0 ? (int)line : 0;
}

bool symbols_inlined_at(symbols *s, uint64_t address, unsigned level,
                        symbols_inlined *r)
{
   die_list calls = calls_at(s, address);
   Dwarf_Die *call = NULL;

   for (size_t i = 0; i < calls.count && call == NULL; i++)
      if (is_inlined(&calls.list[i]) && --level == 0)
         call = &calls.list[i];
   if (call) {
      const int line = call_line(call);

      go_to_origin(call);
      *r = (symbols_inlined){ .name = dwarf_diename(call),
                              .linkage = linkage_name(call), .call_line = line,
                              .file = dwarf_decl_file(call),
                              .origin = dwarf_dieoffset(call) ^ calls.unit };
      dwarf_decl_line(call, &r->line);
   }
   free(calls.list);
   return call && r->name;
}

bool symbols_origin(symbols *s, uint64_t address, uint64_t *origin)
{
   die_list calls = calls_at(s, address);
   bool found = calls.count > 0;

   if (found) {
      go_to_origin(&calls.list[0]);
      *origin = dwarf_dieoffset(&calls.list[0]) ^ calls.unit;
   }
   free(calls.list);
   return found;
}

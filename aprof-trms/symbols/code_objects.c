/* Code address -> object: see symbols/code_objects.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/code_objects.h"
#include "base/tool_text.h"
#include "elf/build_id.h"
#include "symbols/code_symbols.h"
#include "symbols/generated_code.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcfile.h"

static CodeObject *objects;

static CodeObject *new_object(const HChar *name, HChar *build_id)
{
   CodeObject *o = VG_(calloc)("aprof.code_objects.object", 1, sizeof *o);

   o->name = VG_(strdup)("aprof.code_objects.object", name);
   o->build_id = build_id;
   o->next = objects;
   objects = o;
   return o;
}

CodeObject *code_objects_new(const HChar *name)
{
   return new_object(name, VG_(strdup)("aprof.code_objects.object", ""));
}

/* Code in anonymous memory. */
static CodeObject *object_without_file(void)
{
   static CodeObject *o;

   if (o == NULL)
      o = code_objects_new("???");
   return o;
}

CodeObject *code_objects_of_generated(const PerfMapEntry *e)
{
   const HChar *name = e->file[0] == '\0' ? "[generated code]" : e->file;
   CodeObject *o;

   for (o = objects; o != NULL; o = o->next)
      if (o->is_generated && VG_STREQ(o->name, name))
         return o;
   o = code_objects_new(name);
   o->is_generated = True;
   return o;
}

Bool code_objects_has_file(const CodeObject *o)
{
   return o != object_without_file();
}

/* Are two files of one name the same file, as far as that is known without
   opening them? */
static Bool same_file(const FileState *a, const FileState *b)
{
   return a->dev == b->dev && a->ino == b->ino
          && (!a->known || !b->known
              || (a->changed == b->changed && a->changed_ns == b->changed_ns));
}

/* Return the state of the file that a segment was mapped from.  If another
   file has its name now, then only device and inode are known. */
static FileState state_of(const HChar *name, const NSegment *segment)
{
   FileState f = { 0 };
   Bool is_mapped = segment != NULL && segment->kind == SkFileC;
   struct vg_stat st;

   if (is_mapped) {
      f.dev = segment->dev;
      f.ino = segment->ino;
   }
   if (!sr_isError(VG_(stat)(name, &st))
       && (!is_mapped || (st.dev == f.dev && st.ino == f.ino))) {
      f.known = True;
      f.dev = st.dev;
      f.ino = st.ino;
      f.changed = st.mtime;
      f.changed_ns = st.mtime_nsec;
   }
   return f;
}

/* A library may be rebuilt while the program runs, and loaded again under the
   same name: then it is another object, unless its build id is the same. */
static CodeObject *object_of_file(const HChar *name, const NSegment *segment)
{
   FileState file = state_of(name, segment);
   CodeObject *o;

   for (o = objects; o != NULL; o = o->next)
      if (!o->is_generated && same_file(&o->file, &file)
          && VG_STREQ(o->name, name))
         return o;
   HChar *build_id = file.known ? build_id_of_file(name)
                                : VG_(strdup)("aprof.code_objects.object", "");
   for (o = objects; o != NULL; o = o->next)
      if (!o->is_generated && VG_STREQ(o->build_id, build_id)
          && VG_STREQ(o->name, name))
         break;
   if (o == NULL)
      o = new_object(name, build_id);
   else
      VG_(free)(build_id);
   o->file = file;
   return o;
}

/* Valgrind does not find the file of code outside .text by the code's address,
   but it may know the file by its name. */
static Addr bias_of_file(const HChar *name, const NSegment *segment,
                         Addr distance)
{
   const DebugInfo *di = code_symbol_info(name);

   return di == NULL ? segment->start - segment->offset
                     : VG_(DebugInfo_get_text_bias)(di) + distance;
}

Bool code_objects_is_system_library(const HChar *object)
{
   return text_begins(object, "/lib") || text_begins(object, "/usr/lib");
}

CodeObject *code_objects_at(Addr code, Addr *bias)
{
   const PerfMapEntry *generated = generated_code_at(code);

   if (generated != NULL) {
      *bias = code - ((Addr)generated->line << 16 | generated->column);
      return code_objects_of_generated(generated);
   }
   const NSegment *segment = VG_(am_find_nsegment)(code);
   DebugInfo *di = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), code);
   if (di != NULL) {
      *bias = VG_(DebugInfo_get_text_bias)(di);
      return object_of_file(VG_(DebugInfo_get_filename)(di), segment);
   }
   if (segment != NULL && segment->kind == SkFileC) {
      const HChar *name = VG_(am_get_filename)(segment);
      if (name != NULL) {
         *bias = bias_of_file(name, segment, code_symbol_distance(code));
         return object_of_file(name, segment);
      }
   }
   *bias = 0;
   return object_without_file();
}

/* Has Valgrind read the symbols of a file?  It does not if the file has no
   segment of data. */
static Bool is_read(const DebugInfo *di)
{
   return di != NULL && VG_(DebugInfo_get_text_size)(di) > 0;
}

/* The segment that was looked up last. */
static struct {
   Addr start, end;
   ULong offset;                /* of its start, in the file */
   CodeObject *object;          /* NULL: what it was mapped from is not known */
} mapped;

CodeObject *code_objects_mapped(Addr code, ULong *offset)
{
   if (code < mapped.start || code >= mapped.end) {
      const NSegment *segment = VG_(am_find_nsegment)(code);
      Addr bias;
      CodeObject *o;
      if (segment == NULL || segment->kind != SkFileC || !segment->hasX)
         return NULL;
      o = code_objects_at(code, &bias);
      mapped.start = segment->start;
      mapped.end = segment->end + 1;
      mapped.offset = segment->offset;
      mapped.object = o->is_generated || !o->file.known ? NULL : o;
   }
   *offset = code - mapped.start + mapped.offset;
   return mapped.object;
}

const BareSymbols *code_objects_bare_symbols(Addr code, ULong *offset)
{
   CodeObject *o = code_objects_mapped(code, offset);

   if (o == NULL)
      return NULL;
   if (o->bare == NULL)
      o->bare = bare_symbols_read(o->name, o->build_id,
                                  !is_read(code_symbol_info(o->name)));
   return o->bare;
}

CodeObject *code_objects_frame_start(Addr code, Addr *start)
{
   ULong place, first;
   CodeObject *o = code_objects_mapped(code, &place);

   if (o == NULL)
      return NULL;
   if (o->frames == NULL)
      o->frames = frame_starts_read(o->name);
   if (!frame_starts_find(o->frames, place, &first))
      return NULL;
   *start = code - (place - first);
   return o;
}

void code_objects_discard(Addr start, SizeT length)
{
   if (start < mapped.end && start + length > mapped.start)
      mapped.start = mapped.end = 0;
}

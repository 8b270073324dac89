/* Routines that manage memory, by their names.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/memory_routines.h"
#include "base/filters.h"
#include "base/options.h"
#include "pub_tool_libcfile.h"

typedef struct {
   const HChar *name;
   MemoryRoutine routine;
   const HChar *object;   /* only in files whose name has this in it; NULL: in
                             all */
} Known;

static const MemoryRoutine allocator = { ZONE_ALLOCATOR, -1, -1, -1, False };

#define ALLOCATOR(name) { name, { ZONE_ALLOCATOR, -1, -1, -1, False }, NULL }
#define NEW(name) { name, { ZONE_ALLOCATOR, -1, 0, -1, False }, NULL }
#define DELETE(name) { name, { ZONE_ALLOCATOR, 0, -1, -1, False }, NULL }
#define COLLECTOR(name) { name, { ZONE_COLLECTOR, -1, -1, -1, False }, NULL }
#define MOVER(name) { name, { ZONE_COLLECTOR, -1, -1, -1, True }, NULL }
#define RUBY(name, ...) { name, { __VA_ARGS__, False }, "ruby" }
#define RUBY_COLLECTOR(name) RUBY(name, ZONE_COLLECTOR, -1, -1, -1)
#define END { NULL, { ZONE_NONE, -1, -1, -1, False }, NULL }

/* C's interface (C standard, POSIX, glibc's manual "Allocating Storage For
   Program Data").  The same names stand behind the prefixes below. */
static const Known of_c[] = {
   NEW("malloc"), DELETE("free"), DELETE("cfree"),
   { "memalign", { ZONE_ALLOCATOR, -1, 1, -1, False }, NULL },
   { "aligned_alloc", { ZONE_ALLOCATOR, -1, 1, -1, False }, NULL },
   ALLOCATOR("posix_memalign"), NEW("valloc"), NEW("pvalloc"),
   ALLOCATOR("malloc_trim"), ALLOCATOR("malloc_usable_size"),
   DELETE("free_sized"), DELETE("free_aligned_sized"),
   { "calloc", { ZONE_CALLOC, -1, 1, 0, False }, NULL },
   { "realloc", { ZONE_REALLOC, 0, 1, -1, False }, NULL },
   { "reallocarray", { ZONE_REALLOC, 0, 2, 1, False }, NULL },
   END
};

static const HChar *const prefixes[] = {
   "__libc_",         /* glibc, musl */
   "__minimal_",      /* glibc's dynamic linker */
   "je_",             /* jemalloc */
   "tc_",             /* tcmalloc of gperftools */
   "mi_",             /* mimalloc */
   "GC_",             /* Boehm's collector */
   NULL
};

/* What else the libraries export or a compiler's run-time library calls. */
static const Known of_libraries[] = {
   /* jemalloc(3), "Non-standard API" */
   NEW("mallocx"), DELETE("dallocx"), DELETE("sdallocx"),
   ALLOCATOR("xallocx"),
   { "rallocx", { ZONE_REALLOC, 0, 1, -1, False }, NULL },
   /* tcmalloc */
   NEW("tc_new"), NEW("tc_newarray"), DELETE("tc_delete"),
   DELETE("tc_deletearray"), NEW("tc_new_nothrow"),
   NEW("tc_newarray_nothrow"), DELETE("tc_delete_sized"),
   DELETE("tc_deletearray_sized"),
   /* mimalloc */
   NEW("mi_new"), NEW("mi_new_nothrow"),
   NEW("mi_new_aligned"), DELETE("mi_free_size"),
   DELETE("mi_free_size_aligned"), DELETE("mi_free_aligned"),
   NEW("mi_malloc_aligned"),
   { "mi_zalloc", { ZONE_CALLOC, -1, 0, -1, False }, NULL },
   /* Boehm's collector (gc.h): blocks are cleared, but not atomic ones */
   { "GC_malloc", { ZONE_CALLOC, -1, 0, -1, False }, NULL },
   { "GC_malloc_uncollectable", { ZONE_CALLOC, -1, 0, -1, False }, NULL },
   { "GC_malloc_ignore_off_page", { ZONE_CALLOC, -1, 0, -1, False }, NULL },
   { "GC_malloc_explicitly_typed", { ZONE_CALLOC, -1, 0, -1, False }, NULL },
   { "GC_calloc_explicitly_typed", { ZONE_CALLOC, -1, 1, 0, False }, NULL },
   NEW("GC_malloc_atomic"), NEW("GC_malloc_atomic_uncollectable"),
   NEW("GC_malloc_atomic_ignore_off_page"), ALLOCATOR("GC_malloc_many"),
   NEW("GC_malloc_kind"), NEW("GC_malloc_kind_global"),
   NEW("GC_generic_malloc"), ALLOCATOR("GC_generic_malloc_many"),
   NEW("GC_generic_malloc_ignore_off_page"),
   NEW("GC_generic_malloc_uncollectable"),
   NEW("GC_generic_or_special_malloc"), NEW("GC_gcj_malloc"),
   NEW("GC_gcj_malloc_ignore_off_page"), NEW("GC_finalized_malloc"),
   { "GC_malloc_stubborn", { ZONE_CALLOC, -1, 0, -1, False }, NULL },
   { "GC_malloc_explicitly_typed_ignore_off_page",
     { ZONE_CALLOC, -1, 0, -1, False }, NULL },
   /* Rust's global allocator (core::alloc::GlobalAlloc) */
   NEW("__rust_alloc"), DELETE("__rust_dealloc"),
   { "__rust_alloc_zeroed", { ZONE_CALLOC, -1, 0, -1, False }, NULL },
   { "__rust_realloc", { ZONE_REALLOC, 0, 3, -1, False }, NULL },
   /* D's run-time library (core.memory) */
   NEW("gc_malloc"), ALLOCATOR("gc_free"), ALLOCATOR("gc_extend"),
   /* It returns a structure in memory, whose address is the first argument. */
   { "gc_qalloc", { ZONE_ALLOCATOR, -1, 1, -1, False }, NULL },
   { "gc_calloc", { ZONE_CALLOC, -1, 0, -1, False }, NULL },
   { "gc_realloc", { ZONE_REALLOC, 0, 1, -1, False }, NULL },
   /* Go's runtime, which has its arguments in other registers than C */
   NEW("runtime.mallocgc"),
   /* Ruby: objects, whose free list a collection has made, and the heap, which
      begin collections.  Since Ruby 3.4 behind the collector's interface. */
   RUBY("rb_newobj", ZONE_ALLOCATOR, -1, -1, -1),
   RUBY("rb_newobj_of", ZONE_ALLOCATOR, -1, -1, -1),
   RUBY("rb_wb_protected_newobj_of", ZONE_ALLOCATOR, -1, -1, -1),
   RUBY("rb_wb_unprotected_newobj_of", ZONE_ALLOCATOR, -1, -1, -1),
   RUBY("rb_ec_wb_protected_newobj_of", ZONE_ALLOCATOR, -1, -1, -1),
   RUBY("rb_gc_impl_new_obj", ZONE_ALLOCATOR, -1, -1, -1),
   RUBY("ruby_xmalloc", ZONE_ALLOCATOR, -1, 0, -1),
   RUBY("ruby_xmalloc2", ZONE_ALLOCATOR, -1, 0, 1),
   RUBY("ruby_xcalloc", ZONE_CALLOC, -1, 0, 1),
   RUBY("ruby_xrealloc", ZONE_REALLOC, 0, 1, -1),
   RUBY("ruby_xrealloc2", ZONE_REALLOC, 0, 1, 2),
   RUBY("ruby_sized_xrealloc", ZONE_REALLOC, 0, 1, -1),
   RUBY("ruby_sized_xrealloc2", ZONE_REALLOC, 0, 1, 2),
   RUBY("ruby_xfree", ZONE_ALLOCATOR, 0, -1, -1),
   RUBY("ruby_sized_xfree", ZONE_ALLOCATOR, 0, -1, -1),
   RUBY("rb_gc_impl_malloc", ZONE_ALLOCATOR, -1, 1, -1),
   RUBY("rb_gc_impl_calloc", ZONE_CALLOC, -1, 1, -1),
   RUBY("rb_gc_impl_realloc", ZONE_REALLOC, 1, 2, -1),
   RUBY("rb_gc_impl_free", ZONE_ALLOCATOR, 1, -1, -1),
   /* Garbage collectors: Lua, LuaJIT, CPython, Boehm's, Ruby, OCaml, GHC, Go
      (whose collector has threads of its own) */
   COLLECTOR("luaC_step"), COLLECTOR("luaC_fullgc"),
   COLLECTOR("lj_gc_step"), COLLECTOR("lj_gc_fullgc"),
   COLLECTOR("gc_collect_main"), COLLECTOR("gc_collect_generations"),
   COLLECTOR("gc_collect_region"), COLLECTOR("_PyGC_Collect"),
   COLLECTOR("_PyGC_CollectNoFail"), COLLECTOR("_Py_RunGC"),
   COLLECTOR("PyGC_Collect"),
   COLLECTOR("GC_try_to_collect_inner"), COLLECTOR("GC_collect_a_little_inner"),
   COLLECTOR("GC_collect_or_expand"), COLLECTOR("GC_try_to_collect"),
   COLLECTOR("GC_collect_a_little"), COLLECTOR("GC_gcollect"),
   COLLECTOR("GC_gcollect_and_unmap"),
   RUBY_COLLECTOR("gc_start"), RUBY_COLLECTOR("gc_marks"),
   RUBY_COLLECTOR("gc_marks_continue"), RUBY_COLLECTOR("gc_marks_rest"),
   RUBY_COLLECTOR("gc_sweep"), RUBY_COLLECTOR("gc_sweep_continue"),
   RUBY_COLLECTOR("gc_sweep_step"), RUBY_COLLECTOR("gc_rest"),
   RUBY_COLLECTOR("gc_continue"), RUBY_COLLECTOR("heap_prepare"),
   RUBY_COLLECTOR("garbage_collect"), RUBY_COLLECTOR("rb_gc"),
   RUBY_COLLECTOR("rb_gc_start"), RUBY_COLLECTOR("rb_gc_impl_start"),
   COLLECTOR("caml_empty_minor_heap"), COLLECTOR("caml_minor_collection"),
   COLLECTOR("caml_major_collection_slice"),
   COLLECTOR("GarbageCollect"), COLLECTOR("runtime.gcDrain"),
   COLLECTOR("runtime.gcDrainN"),
   END
};

/* Routines of C++, demangled or not, and of D, by the beginning of their names:
   many signatures each. */
static const Known of_cpp[] = {
   NEW("operator new("), NEW("operator new[]("), NEW("_Znw"), NEW("_Zna"),
   DELETE("operator delete("), DELETE("operator delete[]("), DELETE("_Zdl"),
   DELETE("_Zda"),
   /* The compilers of gcc (ggc.h) */
   ALLOCATOR("ggc_internal_alloc("), ALLOCATOR("_Z18ggc_internal_alloc"),
   ALLOCATOR("ggc_free("), ALLOCATOR("_Z8ggc_free"),
   { "ggc_internal_cleared_alloc(", { ZONE_CALLOC, -1, 0, -1, False }, NULL },
   { "_Z26ggc_internal_cleared_alloc", { ZONE_CALLOC, -1, 0, -1, False }, NULL },
   { "ggc_realloc(", { ZONE_REALLOC, 0, 1, -1, False }, NULL },
   { "_Z11ggc_realloc", { ZONE_REALLOC, 0, 1, -1, False }, NULL },
   COLLECTOR("ggc_collect("), COLLECTOR("_Z11ggc_collect"),
   /* D's collector: core.internal.gc.impl.conservative.gc.Gcx.fullcollect */
   COLLECTOR("_D4core8internal2gc4impl12conservativeQw3Gcx11fullcollect"),
   /* V8's, of Node, and what it runs in threads of its own */
   MOVER("v8::internal::Heap::CollectGarbage"),
   MOVER("_ZN2v88internal4Heap14CollectGarbageE"),
   MOVER("v8::internal::Heap::FinalizeIncrementalMarking"),
   MOVER("v8::internal::IncrementalMarking::Advance"),
   MOVER("v8::internal::IncrementalMarking::Step("),
   MOVER("v8::internal::ScavengerCollector::JobTask::Run("),
   MOVER("v8::internal::ConcurrentMarking::JobTask::Run("),
   MOVER("v8::internal::ConcurrentMarking::JobTaskMajor::Run("),
   MOVER("v8::internal::ConcurrentMarking::JobTaskMinor::Run("),
   MOVER("v8::internal::YoungGenerationMarkingJob::Run("),
   MOVER("v8::internal::PageEvacuationJob::Run("),
   MOVER("v8::internal::PointersUpdatingJob::Run("),
   MOVER("v8::internal::Sweeper::SweeperJob::Run("),
   END
};

/* A standard container that grows: parts of a demangled or a mangled name.  In
   both libraries a vector begins with the pointers to its first element and
   behind its last one.  A string of libstdc++ begins with the pointer to its
   characters and their number. */
static const struct {
   const HChar *container, *member;
} growth[] = {
   { "vector", "_M_realloc_insert" },      /* libstdc++ */
   { "vector", "_M_realloc_append" },
   { "basic_string", "_M_mutate" },
   { "vector", "__push_back_slow_path" },  /* libc++ */
   { "vector", "__emplace_back_slow_path" },
   { NULL, NULL }
};

static const MemoryRoutine grows = { ZONE_GROWTH, 0, -1, -1, False };

/* basic_string::_M_mutate(position, removed, text, length) of libstdc++ copies
   the text to the new block, too: all that an empty string is assigned.
   `characters`: their type, behind the container's name. */
static const struct {
   const HChar *characters;
   UInt width;
   MemoryRoutine routine;
} mutates[] = {
   { "<char,", 1, { ZONE_GROWTH, 0, -1, -1, False } },
   { "Ic", 1, { ZONE_GROWTH, 0, -1, -1, False } },
   { "<wchar_t,", 4, { ZONE_GROWTH, 0, -1, -1, False } },
   { "Iw", 4, { ZONE_GROWTH, 0, -1, -1, False } },
   { "<char8_t,", 1, { ZONE_GROWTH, 0, -1, -1, False } },
   { "IDu", 1, { ZONE_GROWTH, 0, -1, -1, False } },
   { "<char16_t,", 2, { ZONE_GROWTH, 0, -1, -1, False } },
   { "IDs", 2, { ZONE_GROWTH, 0, -1, -1, False } },
   { "<char32_t,", 4, { ZONE_GROWTH, 0, -1, -1, False } },
   { "IDi", 4, { ZONE_GROWTH, 0, -1, -1, False } },
   { NULL, 0, { ZONE_NONE, -1, -1, -1, False } }
};

UInt memory_routine_text(const MemoryRoutine *r)
{
   for (UInt i = 0; mutates[i].characters != NULL; i++)
      if (r == &mutates[i].routine)
         return mutates[i].width;
   return 0;
}

const MemoryRoutine memory_routine_growth_inlined =
   { ZONE_GROWTH, -1, -1, -1, False };
const MemoryRoutine memory_routine_reallocator = { ZONE_GROWTH, -1, -1, -1, False };
const MemoryRoutine memory_routine_collector =
   { ZONE_COLLECTOR, -1, -1, -1, False };

static const HChar *behind(const HChar *name, const HChar *prefix)
{
   while (*prefix != '\0' && *name == *prefix) {
      name++;
      prefix++;
   }
   return *prefix == '\0' ? name : NULL;
}

/* What compilers append to the name of a routine that they have changed.  The
   arguments may be others then. */
static const HChar *const suffixes[] = {
   ".lto_priv.", ".constprop.", ".isra.", ".part.", ".cold", ".llvm.", NULL
};

/* Return what `name` is, if it names the routine of the list, or a version of
   it that a compiler has made; else NULL. */
static const MemoryRoutine *named(const HChar *name, const Known *k)
{
   const HChar *rest = behind(name, k->name);

   if (rest == NULL || *rest == '\0')
      return rest == NULL ? NULL : &k->routine;
   for (UInt i = 0; suffixes[i] != NULL; i++)
      if (behind(rest, suffixes[i]) != NULL)
         return k->routine.kind == ZONE_ALLOCATOR ? &allocator
                : k->routine.block < 0 && k->routine.size < 0 ? &k->routine
                                                              : NULL;
   return NULL;
}

static const MemoryRoutine *known(const Known *list, const HChar *name,
                                  const HChar *object)
{
   const MemoryRoutine *r;

   for (; list->name != NULL; list++)
      if ((r = named(name, list)) != NULL
          && (list->object == NULL
              || VG_(strstr)(VG_(basename)(object), list->object) != NULL))
         return r;
   return NULL;
}

/* `at`: the name from the container's name on.  Strings that count their uses
   have another _M_mutate, with other arguments; a version that a compiler has
   made may have others, too. */
static const MemoryRoutine *mutates_of(const HChar *name, const HChar *at)
{
   const HChar *element = behind(at, "basic_string");

   if (element == NULL || VG_(strstr)(name, "__cxx11") == NULL
       || VG_(strstr)(at, "[clone") != NULL || VG_(strchr)(at, '.') != NULL)
      return &grows;
   for (UInt i = 0; mutates[i].characters != NULL; i++)
      if (behind(element, mutates[i].characters) != NULL)
         return &mutates[i].routine;
   return &grows;
}

static const MemoryRoutine *growth_of(const HChar *name)
{
   const HChar *at;

   for (UInt i = 0; growth[i].container != NULL; i++)
      if ((at = VG_(strstr)(name, growth[i].container)) != NULL
          && VG_(strstr)(at, growth[i].member) != NULL)
         return mutates_of(name, at);
   return NULL;
}

const MemoryRoutine *memory_routine_grows(const HChar *name,
                                          const HChar *whole,
                                          const HChar *object)
{
   if (filters_name(FILTER_REALLOCATOR, whole, object))
      return &memory_routine_reallocator;
   for (UInt i = 0; growth[i].container != NULL; i++)
      if (behind(name, growth[i].member) != NULL)
         return tool_options.plain_allocators ? NULL
                                              : &memory_routine_growth_inlined;
   return NULL;
}

static const MemoryRoutine *known_by_default(const HChar *name,
                                             const HChar *object)
{
   const MemoryRoutine *r = known(of_c, name, object);
   const HChar *rest;

   if (r == NULL)
      r = known(of_libraries, name, object);
   for (UInt i = 0; r == NULL && prefixes[i] != NULL; i++)
      if ((rest = behind(name, prefixes[i])) != NULL)
         r = known(of_c, rest, object);
   for (const Known *k = of_cpp; r == NULL && k->name != NULL; k++)
      if (behind(name, k->name) != NULL)
         r = &k->routine;
   return r != NULL ? r : growth_of(name);
}

/* Rust 1.87 and newer mangles the names of the global allocator:
   __rustc[...]::__rust_alloc. */
static const HChar *unmangled(const HChar *name)
{
   const HChar *rust = VG_(strstr)(name, "__rust_");

   return rust != NULL && VG_(strncmp)(name, "__rustc", 7) == 0 ? rust : name;
}

const MemoryRoutine *memory_routine_of(const HChar *routine,
                                       const HChar *object)
{
   if (filters_name(FILTER_APART, routine, object))
      return &memory_routine_collector;
   if (filters_name(FILTER_ALLOCATOR, routine, object))
      return &allocator;
   if (filters_name(FILTER_REALLOCATOR, routine, object))
      return &memory_routine_reallocator;
   return tool_options.plain_allocators ? NULL
                                      : known_by_default(unmangled(routine),
                                                         object);
}

/* Which routines are internals.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/runtime_objects.h"
#include "base/memory.h"
#include "base/paths.h"
#include "names/library_code.h"
#include "names/select.h"

#include <stdlib.h>
#include <string.h>

/* A part of the cost below which a routine has no work of its own. */
#define LEAST_WORK 0.01

bool runtime_objects_has(const char *object)
{
   static const char *const patterns[] = {
      "ld.so*", "ld-*.so*", "libc.so*", "libc-*.so", "libm.so*", "libm-*.so",
      "libmvec.so*", "libpthread.so*", "libpthread-*.so", "libdl.so*",
      "librt.so*", "libresolv.so*", "libstdc++.so*", "libc++.so*",
      "libc++abi.so*", "libgcc_s.so*", "libunwind.so*", "libasan.so*",
      "vgpreload_*.so", "ld-musl-*", "linux-vdso*",
   };
   const char *name = paths_file_name(object);

   if (strcmp(object, MODEL_NO_FILE) == 0 || strcmp(object, "[vdso]") == 0)
      return true;
   for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
      if (select_glob(patterns[i], name))
         return true;
   return false;
}

bool runtime_objects_has_routine(const model *m, size_t routine)
{
   const model_routine *r = &m->routines[routine];

   return runtime_objects_has(m->objects[r->object].name) || library_code_is(r);
}

bool runtime_objects_is_generated(const model *m, size_t routine)
{
   return strcmp(m->objects[m->routines[routine].object].name,
                 MODEL_NO_FILE) == 0;
}

static bool is_shared(const char *object)
{
   const char *name = paths_file_name(object);

   return select_glob("*.so", name) || select_glob("*.so.*", name);
}

static bool is_start(const char *name)
{
   static const char *const names[] = {
      "main", "_start", "_start_c", "(below main)", "__libc_start_main",
      "__libc_start_call_main", "libc_start_main_stage2", "__libc_csu_init",
      "_init", "_fini",
      "frame_dummy", "register_tm_clones", "deregister_tm_clones",
      "__do_global_dtors_aux", "start_thread", "clone", "clone3",
      "thread_start", "_GLOBAL__sub_I_*", "_GLOBAL__sub_D_*",
      /* Go: the start, threads, and what they run next. */
      "_rt0_*", "runtime.rt0_go*", "runtime.main", "runtime.clone*",
      "runtime.mstart*", "runtime.mcall*", "runtime.systemstack*",
      "runtime.schedule", "runtime.park_m", "runtime.goexit*",
   };

   for (size_t i = 0; i < sizeof names / sizeof *names; i++)
      if (select_glob(names[i], name))
         return true;
   return false;
}

bool runtime_objects_is_start(const model *m, size_t routine)
{
   return is_start(m->routines[routine].name) &&
          !model_is_main(&m->routines[routine]);
}

bool runtime_objects_is_unnamed(const model *m, size_t routine)
{
   const model_routine *r = &m->routines[routine];
   char *place = memory_format("%s+0x%llx",
                               paths_file_name(m->objects[r->object].name),
                               (unsigned long long)r->offset);
   const bool is = *r->name == '\0' || strcmp(r->name, place) == 0;

   free(place);
   return is;
}

bool runtime_objects_is_internal(const assessment *a, double cost)
{
   const model_routine *r = &a->m->routines[a->routine];
   const char *object = a->m->objects[r->object].name;
   const double self = (double)a->sums.self.sum;

   return runtime_objects_has(object) ||
          (is_shared(object) && runtime_objects_is_unnamed(a->m, a->routine) &&
           self < LEAST_WORK * cost) ||
          (is_start(r->name) &&
           (self < LEAST_WORK * (double)a->sums.outermost ||
            self < LEAST_WORK * cost));
}

bool runtime_objects_is_linker(const char *object)
{
   const char *name = paths_file_name(object);

   return select_glob("ld-*.so*", name) || select_glob("ld.so*", name);
}

bool runtime_objects_reads_locale(const model *m, size_t routine)
{
   static const char *const patterns[] = {
      "setlocale*", "newlocale*", "bindtextdomain*", "textdomain*",
   };
   const model_routine *r = &m->routines[routine];
   const char *object = m->objects[r->object].name;

   for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
      if (select_glob(patterns[i], r->name))
         return runtime_objects_has(object);
   return false;
}

double runtime_objects_program_cost(const model *m)
{
   double cost = (double)m->total.cost;

   for (size_t i = 0; i < m->routine_count; i++)
      if (runtime_objects_is_linker(m->objects[m->routines[i].object].name))
         cost -= (double)model_sums(m, i, MODEL_ALL_THREADS).self.sum;
   return cost;
}

/* Interpreters.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/interpreter.h"
#include "assess/runtime_objects.h"
#include "base/memory.h"
#include "base/paths.h"
#include "names/select.h"

#include <stdlib.h>

/* The part of the cost from which the note is worth its lines. */
#define MUCH 0.2

/* What names the routines of a script; NULL: nothing that is well known. */
typedef struct {
   const char *pattern;               /* of an object's file name */
   const char *profiler;
   bool shell;
} interpreter;

static const interpreter interpreters[] = {
   { "python2*", "python2 -m cProfile", false },
   { "python3*", "python3 -m cProfile", false },
   { "libpython*.so*", "python3 -m cProfile", false },
   { "pypy*", "vmprof", false }, { "perl", "perl -d:NYTProf", false },
   { "perl5*", "perl -d:NYTProf", false },
   { "libperl.so*", "perl -d:NYTProf", false },
   { "ruby*", "stackprof", false }, { "libruby*.so*", "stackprof", false },
   { "lua", NULL, false }, { "lua5*", NULL, false },
   { "luajit*", "luajit -jp", false }, { "liblua*.so*", NULL, false },
   { "node", "node --prof", false }, { "nodejs", "node --prof", false },
   { "libnode.so*", "node --prof", false }, { "php", "Xdebug", false },
   { "php7*", "Xdebug", false }, { "php8*", "Xdebug", false },
   { "libphp*.so*", "Xdebug", false }, { "gawk", "gawk --profile", false },
   { "mawk", NULL, false }, { "original-awk", NULL, false },
   { "bash", NULL, true }, { "dash", NULL, true }, { "zsh*", NULL, true },
   { "ksh*", NULL, true }, { "busybox", NULL, true }, { "R", "Rprof", false },
   { "libR.so", "Rprof", false }, { "libguile*.so*", NULL, false },
   { "libtcl*.so*", NULL, false }, { "octave*", NULL, false },
   { "liboctinterp.so*", NULL, false }, { "java", NULL, false },
   { "libjvm.so", NULL, false }, { "gst", NULL, false },
};

static const interpreter *interpreter_of(const char *object)
{
   const char *name = paths_file_name(object);

   for (size_t i = 0; i < sizeof interpreters / sizeof *interpreters; i++)
      if (select_glob(interpreters[i].pattern, name))
         return &interpreters[i];
   return NULL;
}

char *interpreter_note(const order_ranking *ranking)
{
   const model *m;
   double *costs, most = 0;
   size_t at = 0;
   const interpreter *found;

   if (ranking->count == 0)
      return NULL;
   m = ranking->list[0].assessment->m;
   costs = memory_new(m->object_count, sizeof *costs);
   for (size_t i = 0; i < ranking->count; i++) {
      const assessment *a = ranking->list[i].assessment;

      costs[m->routines[a->routine].object] += (double)a->sums.self.sum;
   }
   for (size_t i = 0; i < m->object_count; i++)
      if (costs[i] > most && interpreter_of(m->objects[i].name)) {
         most = costs[i];
         at = i;
      }
   free(costs);
   if (most == 0 || most < MUCH * runtime_objects_program_cost(m))
      return NULL;
   found = interpreter_of(m->objects[at].name);
   return memory_format(
      "%s is an interpreter: the rows are its routines; the routines of a "
      "script cannot be seen.  Runs on inputs of several sizes, reported "
      "together, show how the script grows as a whole%s%s%s.%s",
      paths_file_name(m->objects[at].name),
      found->profiler ? "; " : "", found->profiler ? found->profiler : "",
      found->profiler ? " shows which of its routines costs most" : "",
      found->shell ? "  With --trace-children=yes the programs that it starts "
                     "have profiles of their own." : "");
}

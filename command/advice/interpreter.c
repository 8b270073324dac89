/* Interpreters.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/interpreter.h"
#include "assess/runtime_objects.h"
#include "base/memory.h"
#include "base/paths.h"
#include "base/text.h"
#include "names/select.h"

#include <stdlib.h>
#include <string.h>

/* The part of the cost from which the note is worth its lines. */
#define MUCH 0.2

/* Flags with which an interpreter names its code for perf, and for aprof. */
#define PYTHON_FLAGS "-X perf, from Python 3.12 on,"
#define NODE_FRAMES "--interpreted-frames-native-stack"
#define NODE_FLAGS "--perf-basic-prof " NODE_FRAMES

/* What shows the routines of a script; NULL: nothing that is well known. */
typedef struct {
   const char *pattern;               /* of an object's file name */
   const char *profiler;
   const char *flags;                 /* of the interpreter */
   bool shell;
} interpreter;

static const interpreter interpreters[] = {
   { "python2*", "python2 -m cProfile", NULL, false },
   { "python3*", "python3 -m cProfile", PYTHON_FLAGS, false },
   { "libpython*.so*", "python3 -m cProfile", PYTHON_FLAGS, false },
   { "pypy*", "vmprof", NULL, false },
   { "perl", "perl -d:NYTProf", NULL, false },
   { "perl5*", "perl -d:NYTProf", NULL, false },
   { "libperl.so*", "perl -d:NYTProf", NULL, false },
   { "ruby*", "stackprof", NULL, false },
   { "libruby*.so*", "stackprof", NULL, false }, { "lua", NULL, NULL, false },
   { "lua5*", NULL, NULL, false }, { "luajit*", "luajit -jp", NULL, false },
   { "liblua*.so*", NULL, NULL, false },
   { "node", "node --prof", NODE_FLAGS, false },
   { "nodejs", "node --prof", NODE_FLAGS, false },
   { "libnode.so*", "node --prof", NODE_FLAGS, false },
   { "php", "Xdebug", NULL, false }, { "php7*", "Xdebug", NULL, false },
   { "php8*", "Xdebug", NULL, false }, { "libphp*.so*", "Xdebug", NULL, false },
   { "gawk", "gawk --profile", NULL, false }, { "mawk", NULL, NULL, false },
   { "original-awk", NULL, NULL, false }, { "bash", NULL, NULL, true },
   { "dash", NULL, NULL, true }, { "zsh*", NULL, NULL, true },
   { "ksh*", NULL, NULL, true }, { "busybox", NULL, NULL, true },
   { "R", "Rprof", NULL, false }, { "libR.so", "Rprof", NULL, false },
   { "libguile*.so*", NULL, NULL, false }, { "libtcl*.so*", NULL, NULL, false },
   { "octave*", NULL, NULL, false }, { "liboctinterp.so*", NULL, NULL, false },
   { "java", NULL, NULL, false }, { "libjvm.so", NULL, NULL, false },
   { "gst", NULL, NULL, false }, { "emacs*", NULL, NULL, false },
   { "swipl", "profile/1", NULL, false },
   { "libswipl.so*", "profile/1", NULL, false },
   { "lisp.run", NULL, NULL, false },    /* CLISP */
   { "gforth*", NULL, NULL, false },
   { "gap", "ProfileLineByLine", NULL, false },
   { "gp", NULL, NULL, false }, { "gp-*", NULL, NULL, false },
};

static const interpreter *interpreter_of(const char *object)
{
   const char *name = paths_file_name(object);

   for (size_t i = 0; i < sizeof interpreters / sizeof *interpreters; i++)
      if (select_glob(interpreters[i].pattern, name))
         return &interpreters[i];
   return NULL;
}

bool interpreter_is(const char *object)
{
   return interpreter_of(object) != NULL;
}

bool interpreter_is_apart(const model *m, size_t routine)
{
   const char *object = m->objects[m->routines[routine].object].name;

   return !runtime_objects_has(object) &&
          !interpreter_is(paths_file_name(object));
}

/* Return whether the tool has named generated code: the object of such a
   routine is its source file. */
static bool sees_scripts(const model *m)
{
   for (size_t i = 0; i < m->routine_count; i++) {
      const model_routine *r = &m->routines[i];

      if (*r->file && strcmp(r->file, m->objects[r->object].name) == 0)
         return true;
   }
   return false;
}

/* Return whether Node was told to name the code that it compiles, and not what it
   interprets: the routines of a script are seen from when they are compiled. */
static bool sees_compiled_alone(const model *m, const interpreter *found)
{
   bool names = false, frames = false;

   for (size_t i = 0; i < m->run_count; i++)
      for (char **a = m->runs[i].arguments; *a; a++) {
         names = names || text_begins(*a, "--perf-basic-prof");
         frames = frames || strcmp(*a, NODE_FRAMES) == 0;
      }
   return found->flags && strcmp(found->flags, NODE_FLAGS) == 0 && names && !frames;
}

/* Return whether the profile is also of a program that is no interpreter, such
   as one that a script has started. */
static bool has_other_program(const model *m)
{
   for (size_t i = 0; i < m->run_count; i++) {
      const char *program = m->runs[i].arguments[0];

      for (size_t k = 0; program && k < m->object_count; k++)
         if (strcmp(paths_file_name(m->objects[k].name),
                    paths_file_name(program)) == 0 &&
             interpreter_of(m->objects[k].name) == NULL)
            return true;
   }
   return false;
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
   if (sees_compiled_alone(m, found))
      return memory_format(
         "Routines of the script that are interpreted are in the rows of %s, such as "
         "those of Builtins_.  With " NODE_FRAMES ", too, they have rows of their own.",
         paths_file_name(m->objects[at].name));
   if (sees_scripts(m))
      return NULL;
   return memory_format(
      "%s is an interpreter: the rows are its routines; the routines of a "
      "script cannot be seen.%s%s%s  Runs on inputs of several sizes, reported "
      "together, show how the script grows as a whole%s%s%s.%s",
      paths_file_name(m->objects[at].name), found->flags ? "  With " : "",
      found->flags ? found->flags : "",
      found->flags ? " they have rows of their own." : "",
      found->profiler ? "; " : "", found->profiler ? found->profiler : "",
      found->profiler ? " shows which of its routines costs most" : "",
      found->shell && !has_other_program(m) ?
                     "  With --trace-children=yes the programs that it starts "
                     "have profiles of their own." : "");
}

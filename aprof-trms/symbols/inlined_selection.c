/* Which routines have their inlined calls measured: see
   symbols/inlined_selection.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/inlined_selection.h"
#include "base/filters.h"
#include "base/options.h"
#include "base/tool_text.h"
#include "symbols/routines.h"
#include "pub_tool_options.h"

static Bool has_name(const InlinedCallee *f)
{
   return f->name[0] != '\0' && !VG_STREQ(f->name, "???");
}

/* Return the name that a symbol of the routine has, if it is known. */
static const HChar *whole_name(const InlinedCallee *f)
{
   const HChar *whole = f->source == NULL ? NULL
                        : inlined_records_whole(f->source);

   return whole != NULL ? whole : f->name;
}

static const HChar *file_of(const InlinedCallee *f)
{
   return f->file != NULL ? f->file
          : f->source != NULL ? f->source->file : f->base;
}

/* Does a routine belong to the program's own sources?  Headers of the system
   and of its compilers, the sources of Rust's library among them, do not. */
static Bool is_own(const InlinedCallee *f)
{
   const HChar *file = file_of(f);

   return (f->file != NULL || f->source != NULL)
          && !text_begins(file, "/usr/") && !text_begins(file, "/rustc/")
          && !code_objects_is_system_library(f->object->name);
}

/* If an option selects routines by their names, print that it does not hold for
   inlined calls of this object, unless that has been printed. */
static void print_unnamed(CodeObject *object)
{
   if (object->is_unnamed)
      return;
   object->is_unnamed = True;
   if (VG_(clo_verbosity) > 0
       && (filters_are_given(FILTER_INCLUDE)
           || filters_are_given(FILTER_EXCLUDE) || filters_have_toggles()))
      VG_(umsg)("aprof: %s was linked with -flto: the names of what is inlined "
                "there are not known during the run, and options that name "
                "routines do not find them; build it with -gz=none\n",
                object->name);
}

static const MemoryRoutine *growth_of(const InlinedCallee *f)
{
   return memory_routine_grows(f->name, whole_name(f), f->object->name);
}

/* Each host that calls the routine asks for it anew: the answer is kept. */
static Bool is_allocator(InlinedCallee *f)
{
   if (!f->is_examined)
      f->is_allocator = memory_routine_of(f->name, f->object->name) != NULL;
   f->is_examined = True;
   return f->is_allocator;
}

/* Would it be measured, with a loop or without, if no option excluded it? */
static Bool is_candidate(InlinedCallee *f, Bool has_loop)
{
   if (!has_name(f))
      return False;
   if (growth_of(f) != NULL)
      return True;
   if (is_allocator(f))
      return False;
   return tool_options.inlined == INLINED_ALL
          || filters_are_given(FILTER_INCLUDE)
          || (filters_have_toggles()
              && filters_is_toggle(whole_name(f), f->object->name))
          || ((has_loop || tool_options.what_if != NULL) && is_own(f));
}

static Bool is_wanted(InlinedCallee *f, Bool has_loop)
{
   return is_candidate(f, has_loop)
          && filters_is_selected(whole_name(f), f->object->name);
}

Bool inlined_selection_takes(InlinedCallee *f)
{
   return is_wanted(f, True);
}

void inlined_selection_see(InlinedCallee *f, UInt host)
{
   if (f->is_unnamed && f->shape.has_loop)
      print_unnamed(f->object);
   if (f->selected_at > 0 || !is_wanted(f, f->shape.has_loop))
      return;
   f->selected_at = host;
   f->routine = routines_of_inlined(
      &(InlinedSource){ f->object, f->source, f->name, file_of(f),
                        &f->shape.lines },
      growth_of(f));
   f->routine->unnamed_at = f->at;
   f->routine->unnamed_level = f->level;
}

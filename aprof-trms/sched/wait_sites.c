/* Where a thread waits: see wait_sites.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sched/wait_sites.h"
#include "base/tool_text.h"
#include "sched/owners.h"
#include "symbols/code_symbols.h"
#include "pub_tool_stacktrace.h"

enum { FRAMES = 48 };

/* Return the routine that has the instruction, or NULL. */
static Routine *host_at(Addr insn)
{
   return owners_of(insn).host;
}

static Bool is_library(const Routine *r)
{
   return code_objects_is_system_library(r->object->name);
}

/* As inlined.h has it. */
static Bool is_own(const Routine *r)
{
   return !is_library(r) && r->file[0] != '\0'
          && !text_begins(r->file, "/usr/")
          && !text_begins(r->file, "/rustc/");
}

/* Return the number of the frame that waits: the innermost one of the program's
   own sources; without debug information, the innermost one outside of
   libraries.  `count`: there is none. */
static UInt own_frame(Routine *const *hosts, UInt count)
{
   UInt outside = count;

   for (UInt i = 0; i < count; i++) {
      if (hosts[i] == NULL)
         continue;
      if (is_own(hosts[i]))
         return i;
      if (outside == count && i > 0 && !is_library(hosts[i]))
         outside = i;
   }
   return outside;
}

/* Return what was called to wait: of the frames of the first object that has a
   name the outermost one, before the frame that waits.  A library of others may
   lie in between, as the one of C++. */
static const Routine *called(Routine *const *hosts, UInt own)
{
   const Routine *call = NULL;

   for (UInt i = 0; i < own; i++) {
      if (hosts[i] == NULL)
         continue;
      if (call != NULL && hosts[i]->object != call->object)
         break;
      call = hosts[i];
   }
   return call;
}

/* Return the routine of an instruction of the host, and set the line. */
static const Routine *routine_in(Routine *host, Addr insn, UInt *line)
{
   *line = 0;
   return host->has_symbol ? inlined_line_at(insn, line)->home : host->home;
}

WaitSite wait_sites_of(ThreadId tid)
{
   Addr ips[FRAMES];
   Routine *hosts[FRAMES];
   WaitSite site = { NULL, NULL, NULL, 0, NULL };
   Addr bias;
   UInt n = VG_(get_StackTrace)(tid, ips, FRAMES, NULL, NULL, 0), own;

   for (UInt i = 0; i < n; i++)
      hosts[i] = host_at(ips[i]);
   own = own_frame(hosts, n);
   site.call = called(hosts, own);
   if (site.call == NULL && own > 0)
      site.object = code_objects_at(ips[0], &bias);
   if (own == n)
      return site;
   site.routine = routine_in(hosts[own], ips[own], &site.line);
   if (site.routine != hosts[own]->home)
      site.caller = hosts[own]->home;
   else if (own + 1 < n && hosts[own + 1] != NULL && is_own(hosts[own + 1]))
      site.caller = routine_in(hosts[own + 1], ips[own + 1], &(UInt){ 0 });
   return site;
}

/* The virtual time of a run with --what-if: see what_if.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"
#include "output/what_if.h"
#include "base/filters.h"
#include "base/options.h"
#include "base/tool_text.h"
#include "format/line.h"
#include "output/atomic_file.h"
#include "sched/clocks.h"
#include "sched/critical_path.h"
#include "sched/handovers.h"
#include "sched/outside_calls.h"
#include "sched/progress.h"
#include "sched/sched.h"
#include "sched/selection.h"
#include "threads/os_threads.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_xarray.h"

/* The line writer that routines go to. */
static line_writer *to;

static void put_setting(line_writer *w, const HChar *name, ULong value)
{
   line_raw(w, "setting");
   line_raw(w, name);
   line_number(w, value);
   line_end(w);
}

static void put_command(line_writer *w)
{
   XArray *client = VG_(args_for_client);

   line_raw(w, "command");
   line_text(w, VG_(args_the_exename));
   for (Word i = 0; i < VG_(sizeXA)(client); i++)
      line_text(w, *(HChar **)VG_(indexXA)(client, i));
   line_end(w);
}

/* The name of a line is FILE:LINE. */
static HChar *name_of(const Place *p)
{
   const HChar *name = p->file != NULL ? VG_(basename)(p->file)
                       : p->routine != NULL ? p->routine->name : "";
   HChar *text = VG_(malloc)("aprof.what_if.name", VG_(strlen)(name) + 16);

   VG_(sprintf)(text, p->file != NULL ? "%s:%u" : "%s", name, p->line);
   return text;
}

static void put_place(const Place *p, ULong self, ULong path)
{
   const Routine *r = p->routine;
   HChar *name = name_of(p);

   line_raw(to, "routine");
   line_text(to, name);
   line_text(to, r == NULL ? "" : r->object->name);
   line_text(to, p->file != NULL ? p->file : r == NULL ? "" : r->file);
   line_number(to, p->file != NULL ? p->line : r == NULL ? 0 : r->line);
   line_number(to, self);
   line_number(to, path);
   line_end(to);
   VG_(free)(name);
}

static void put_factor(double factor)
{
   const ULong rounded = (ULong)(factor * 10000 + 0.5);
   HChar text[48];

   VG_(sprintf)(text, "%llu.%04llu", rounded / 10000, rounded % 10000);
   line_raw(to, text);
}

/* Inlined code that grows as what it is inlined into. */
static void put_growth(const Place *p, ULong self, ULong path)
{
   const PlaceGrowth *g = &p->growth;

   (void)self;
   (void)path;
   if (g->instructions == 0)
      return;
   line_raw(to, "growth");
   line_text(to, VG_(basename)(p->routine->object->name));
   line_text(to, p->routine->name);
   put_factor(g->sum / g->instructions);
   put_factor(g->low);
   put_factor(g->high);
   line_raw(to, "inlined");
   line_number(to, 0);
   line_number(to, 0);
   line_end(to);
}

/* The time of each part of --part. */
static ULong selves[OPTIONS_MOST_PARTS], paths[OPTIONS_MOST_PARTS];

static void add_place(const Place *p, ULong self, ULong path)
{
   for (UInt i = 0; i < OPTIONS_MOST_PARTS; i++)
      if (p->parts >> i & 1) {
         selves[i] += self;
         paths[i] += path;
      }
}

static void put_parts(line_writer *w)
{
   XArray *parts = tool_options.parts;

   VG_(memset)(selves, 0, sizeof selves);
   VG_(memset)(paths, 0, sizeof paths);
   critical_path_each(sched_last_thread(), add_place);
   for (Word i = 0; parts != NULL && i < VG_(sizeXA)(parts); i++) {
      line_raw(w, "part");
      line_text(w, *(const HChar **)VG_(indexXA)(parts, i));
      line_number(w, selves[i]);
      line_number(w, paths[i]);
      line_end(w);
   }
}

static const HChar *name_or_nothing(const Routine *r)
{
   return r == NULL ? "" : r->name;
}

static void put_site(const WaitSite *s)
{
   line_text(to, name_or_nothing(s->routine));
   line_text(to, s->routine == NULL ? "" : s->routine->file);
   line_number(to, s->line);
   line_text(to, name_or_nothing(s->caller));
}

static void put_wait(const HandoversWait *w)
{
   static const HChar *const kinds[] = {
      [WAIT_NONE] = "none", [WAIT_FUTEX] = "futex", [WAIT_SLEEP] = "sleep",
      [WAIT_FILES] = "files", [WAIT_SPIN] = "spin"
   };

   line_raw(to, "wait");
   line_raw(to, kinds[w->kind]);
   line_text(to, w->site.call != NULL ? w->site.call->name
                 : w->site.object != NULL ? text_base(w->site.object->name)
                 : "");
   line_text(to, w->name);
   put_site(&w->site);
   line_number(to, w->waits);
   line_number(to, w->time);
   line_number(to, w->path);
   line_end(to);
}

static void put_waker(const HandoversWaker *w)
{
   line_raw(to, "waker");
   put_site(&w->site);
   line_number(to, w->wakes);
   line_number(to, w->time);
   line_end(to);
}

static void put_during(const Place *p, ULong time)
{
   HChar *name = name_of(p);

   line_raw(to, "during");
   line_text(to, name);
   line_number(to, time);
   line_end(to);
   VG_(free)(name);
}

static void put_waits(line_writer *w)
{
   const HandoversReport report = { put_wait, put_waker, put_during };

   if (handovers_lifetimes() == 0)
      return;
   line_raw(w, "lifetimes");
   line_number(w, handovers_lifetimes());
   line_end(w);
   handovers_each(sched_last_thread(), &report);
}

static void put_visits(const HChar *name, ULong count, ULong first, ULong last)
{
   line_raw(to, "progress");
   line_text(to, name);
   line_number(to, count);
   line_number(to, first);
   line_number(to, last);
   line_end(to);
}

static void put_pairs(const HChar *name, ULong begun, ULong ended, ULong total)
{
   line_raw(to, "latency");
   line_text(to, name);
   line_number(to, begun);
   line_number(to, ended);
   line_number(to, total);
   line_end(to);
}

/* A pattern of --progress that fits no routine that has run is a point without
   visits: the command tells. */
static void put_idle(const HChar *option, const HChar *glob)
{
   const HChar *value = VG_(strchr)(option, '=') + 1;

   (void)glob;
   if (text_begins(option, "--progress="))
      put_visits(value, 0, 0, 0);
}

/* Its name begins with x-: older readers of series skip it. */
static void put_outside(const HChar *name, ULong waits)
{
   line_raw(to, "x-outside");
   line_text(to, name);
   line_number(to, waits);
   line_end(to);
}

static void put_run(line_writer *w)
{
   line_raw(w, "run");
   line_text(w, tool_options.what_if);
   line_number(w, sched_clock());
   line_number(w, os_threads_seen());
   line_number(w, sched_waits());
   line_end(w);
}

void what_if_print(const HChar *name)
{
   HChar *shown = atomic_file_printable(name, False);

   if (sched_is_on())
      VG_(umsg)("aprof: %llu instructions of virtual time; they are in %s\n",
                sched_clock() / CLOCKS_UNITS, shown);
   if (sched_is_on() && !selection_has_run())
      VG_(umsg)("aprof: nothing was faster: no code of --what-if=%s has run\n",
                tool_options.what_if);
   VG_(free)(shown);
}

Bool what_if_write(const HChar *name, const HChar *state)
{
   atomic_file *f = sched_is_on() ? atomic_file_open(name) : NULL;

   if (f == NULL)
      return !sched_is_on();
   to = VG_(malloc)("aprof.what_if.writer", sizeof *to);
   line_begin(to, atomic_file_write, f);
   line_raw(to, "aprof-what-if");
   line_number(to, 2);
   line_end(to);
   put_command(to);
   put_setting(to, "units", CLOCKS_UNITS);
   put_setting(to, "cores", sched_cores());
   put_setting(to, "quantum", tool_options.quantum);
   put_setting(to, "slice", tool_options.slice);
   put_setting(to, "wake-cost", tool_options.wake_cost);
   put_setting(to, "wake-latency", tool_options.wake_latency);
   put_setting(to, "switch-cost", tool_options.switch_cost);
   put_setting(to, "instr-per-ns", tool_options.instr_per_ns);
   line_raw(to, "state");
   line_raw(to, state);
   line_end(to);
   line_raw(to, "children");
   line_number(to, sched_children());
   line_end(to);
   outside_calls_each(put_outside);
   put_run(to);
   progress_each(sched_clock(), put_visits, put_pairs);
   filters_each_idle(put_idle);
   critical_path_each(sched_last_thread(), put_place);
   critical_path_each(sched_last_thread(), put_growth);
   put_parts(to);
   put_waits(to);
   line_raw(to, "end");
   line_end(to);
   line_flush(to);
   VG_(free)(to);
   return atomic_file_close(f);
}

/* The profile file, by docs/file-format.md.

   What is pending is written as if it returned now.  It is recorded for that
   beside what has really returned, and taken out again: a snapshot changes
   nothing.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"
#include "output/dump.h"
#include "callgraph/shadow_stack.h"
#include "output/dump_tables.h"
#include "output/atomic_file.h"
#include "guest/guest_fields.h"
#include "base/core_options.h"
#include "base/filters.h"
#include "base/options.h"
#include "callgraph/record.h"
#include "sys/oom_reserve.h"
#include "sys/pages.h"
#include "sys/syscall.h"
#include "threads/os_threads.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_execontext.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_xarray.h"

static HChar *file_name;          /* where this process writes */
static Bool name_is_new;          /* a forked child's, which nobody was told */
static Int first_pid;
static ULong started;             /* seconds since 1970 */
static Bool exits;                /* by itself */
static UInt execs;
static Bool exec_failed;
static HChar *exec_name;          /* of the last NAME.execN, if there is one */

/* What Valgrind asks for at most, at a guess: where it can still have that, it
   is not out of memory. */
enum { LARGEST_REQUEST = 64 << 20 };

static Bool writing;

static ULong seconds_now(void)
{
   struct vki_timeval now = { 0, 0 };

   VG_(gettimeofday)(&now, NULL);
   return now.tv_sec;
}

void ap_dump_init(void)
{
   ap_file_init();
   ap_reserve_keep();
   /* Where memory runs out, Valgrind prints its statistics, and among them
      those of its stack traces, before it calls ap_dump_if_no_memory.  Unless
      there is one, the table for them is made then: that would end it all. */
   VG_(make_depth_1_ExeContext_from_Addr)(0);
   prof_limit_sizes(ap_options.max_sizes);
   first_pid = VG_(getpid)();
   started = seconds_now();
   file_name = VG_(expand_file_name)("--aprof-out-file", ap_options.out_file);
   if (VG_(clo_verbosity) > 0)
      ap_file_foretell(file_name);
}

/* Does a name have %p, so that each process has one of its own? */
static Bool names_process(const HChar *name)
{
   while ((name = VG_(strchr)(name, '%')) != NULL && name[1] != '\0') {
      if (name[1] == 'p')
         return True;
      name += 2;
   }
   return False;
}

void ap_dump_forked(void)
{
   VG_(free)(file_name);
   file_name = VG_(expand_file_name)("--aprof-out-file", ap_options.out_file);
   started = seconds_now();
   exits = False;
   execs = 0;
   exec_failed = False;
   name_is_new = !names_process(ap_options.out_file);
   if (!name_is_new)
      return;
   HChar *name = VG_(malloc)("aprof.dump.name", VG_(strlen)(file_name) + 16);
   VG_(sprintf)(name, "%s.%d", file_name, VG_(getpid)());
   VG_(free)(file_name);
   file_name = name;
}

void ap_process_exits(void)
{
   exits = True;
}

/* Pending activations. */

/* Where memory ran out in the middle of a call, the engine has not heard of the
   topmost activation yet: its sizes are 0. */
static void record_pending(ApControl *c, void *totals)
{
   trms_sizes *sizes = VG_(calloc)("aprof.dump.pending", ap_depth(c),
                                   sizeof *sizes);
   trms_sizes *total = totals;
   ULong now = ap_cost_of(c), inner = 0;

   ap_options.engine->pending(c->input, sizes);
   total->rms += sizes[0].rms - c->sizes_base.rms;
   total->ext += sizes[0].ext - c->sizes_base.ext;
   total->trms += sizes[0].trms - c->sizes_base.trms;
   total->external += sizes[0].external - c->sizes_base.external;
   total->thread += sizes[0].thread - c->sizes_base.thread;

   for (UInt i = ap_depth(c); i-- > 0; ) {
      const ApFrame *f = &c->frames[i];
      ApActivation a;
      a.cost = now - f->cost;
      a.self = a.cost - f->callees - inner;
      inner = a.cost;
      a.routine = f->routine;
      a.os_thread = c->os_thread;
      a.outermost = f->below == 0;
      a.sizes = sizes[i];
      /* What is not known yet has done nothing yet. */
      if (ap_is_recorded(f) && a.routine != NULL) {
         a.edge = ap_edge_to(c, f);
         ap_record_open(&a);
      }
   }
   VG_(free)(sizes);
}

/* Order. */

static Int compare_routines(const void *a, const void *b)
{
   const ApRoutine *p = *(ApRoutine *const *)a, *q = *(ApRoutine *const *)b;
   Int order = VG_(strcmp)(p->object->name, q->object->name);

   if (order == 0)
      order = VG_(strcmp)(p->object->build_id, q->object->build_id);
   if (order == 0 && p->offset != q->offset)
      order = p->offset < q->offset ? -1 : 1;
   if (order == 0)
      order = VG_(strcmp)(p->name, q->name);
   return order != 0 ? order : VG_(strcmp)(p->file, q->file);
}

/* The routines of the profile, in its order, numbered. */
static ApRoutine **routines_of_profile(UInt *count)
{
   UInt n = 0, all = ap_routine_count();
   ApRoutine **list = VG_(malloc)("aprof.dump.routines",
                                  (all + 1) * sizeof *list);

   for (UInt id = 0; id < all; id++) {
      ApRoutine *r = ap_routine(id);
      r->number = 0;
      r->object->number = 0;
      if (ap_has_records(&r->tables))
         list[n++] = r;
   }
   VG_(ssort)(list, n, sizeof *list, compare_routines);
   for (UInt i = 0; i < n; i++)
      list[i]->number = i + 1;
   *count = n;
   return list;
}

/* Records. */

static void put_header(ApFile *f)
{
   ap_put_text(f, "aprof-profile");
   ap_put_number(f, 1);
   ap_end_line(f);
   ap_put_text(f, "creator");
   ap_put_text(f, PACKAGE_VERSION);
   ap_put_text(f, VG_VERSION_STRING);
   ap_end_line(f);
   ap_put_text(f, "cell-size");
   ap_put_number(f, 1u << ap_options.cell_shift);
   ap_end_line(f);
   ap_put_text(f, "cost");
   ap_put_text(f, ap_options.cost == COST_BB ? "bb" : "instr");
   ap_end_line(f);
   ap_put_text(f, "threads");
   ap_put_text(f, ap_options.separate_threads ? "separate" : "folded");
   ap_end_line(f);
   if (ap_options.contexts > 0) {
      ap_put_text(f, "contexts");
      ap_put_number(f, ap_options.contexts);
      ap_end_line(f);
   }
}

static void put_run(ApFile *f, const HChar *state, const HChar *reason)
{
   ap_put_text(f, "run");
   ap_put_text(f, state);
   ap_put_text(f, reason);
   ap_put_number(f, VG_(getpid)());
   ap_put_number(f, started);
   ap_put_number(f, seconds_now());
   ap_put_number(f, ap_os_threads_seen());
   ap_put_text(f, VG_(args_the_exename));
   for (Word i = 0; i < VG_(sizeXA)(VG_(args_for_client)); i++)
      ap_put_text(f, *(HChar **)VG_(indexXA)(VG_(args_for_client), i));
   ap_end_line(f);
}

static void put_total(ApFile *f, const trms_sizes *sizes)
{
   ap_put_text(f, "total");
   ap_put_number(f, ap_total_cost());
   ap_put_number(f, ap_activations());
   ap_put_number(f, sizes->rms);
   ap_put_number(f, sizes->ext);
   ap_put_number(f, sizes->trms);
   ap_put_number(f, sizes->external);
   ap_put_number(f, sizes->thread);
   ap_end_line(f);
}

static void put_objects(ApFile *f, ApRoutine **list, UInt n)
{
   UInt number = 0;

   for (UInt i = 0; i < n; i++) {
      ApObject *o = list[i]->object;
      if (o->number != 0)
         continue;
      o->number = ++number;
      ap_put_text(f, "obj");
      ap_put_number(f, number);
      ap_put_text(f, o->name);
      ap_put_text(f, o->build_id);
      ap_end_line(f);
   }
}

static void put_routines(ApFile *f, ApRoutine **list, UInt n)
{
   for (UInt i = 0; i < n; i++) {
      const ApRoutine *r = list[i];
      ap_put_text(f, "fn");
      ap_put_number(f, r->number);
      ap_put_number(f, r->object->number);
      ap_put_hex(f, r->offset);
      ap_put_text(f, r->name);
      ap_put_text(f, r->file);
      if (r->line > 0)
         ap_put_number(f, r->line);
      else
         ap_put_text(f, "");
      ap_end_line(f);
   }
}

/* What a profile holds, for the message at the end. */
typedef struct {
   UInt routines;
   ULong activations, cost;
} Summary;

static Bool put_profile(const HChar *name, const HChar *state,
                        const HChar *reason, Summary *summary)
{
   ApFile *f = ap_file_open(name);

   if (f == NULL)
      return False;
   trms_sizes sizes = ap_ended.sizes;
   ap_for_each_control(record_pending, &sizes);
   ap_sum_contexts();
   UInt n;
   ApRoutine **list = routines_of_profile(&n);
   put_header(f);
   put_run(f, state, reason);
   put_total(f, &sizes);
   put_objects(f, list, n);
   put_routines(f, list, n);
   for (UInt i = 0; i < n; i++)
      ap_put_profiles(f, list[i]);
   ap_put_edges(f);
   if (ap_options.contexts > 0)
      ap_put_contexts(f);
   ULong lines = ap_lines(f);
   ap_put_text(f, "end");
   ap_put_number(f, lines);
   ap_end_line(f);
   if (summary != NULL) {
      summary->routines = n;
      summary->activations = ap_activations();
      summary->cost = ap_total_cost();
   }
   ap_forget_open();
   VG_(free)(list);
   return ap_file_close(f);
}

static Bool write_profile(const HChar *name, const HChar *state,
                          const HChar *reason, Summary *summary)
{
   ap_reserve_use();
   writing = True;
   Bool good = put_profile(name, state, reason, summary);
   writing = False;
   return good;
}

static void tell_idle(const HChar *option)
{
   HChar *shown = ap_printable(option, False);

   VG_(umsg)("aprof: no routine that %s names has run\n", shown);
   VG_(free)(shown);
}

/* Only now that there is such a file: most children execute something else
   before they have anything to write. */
static void tell_new_name(void)
{
   if (!name_is_new)
      return;
   name_is_new = False;
   if (VG_(clo_verbosity) > 0) {
      HChar *shown = ap_printable(file_name, False);
      VG_(umsg)("aprof: the forked child writes %s\n", shown);
      VG_(free)(shown);
   }
}

static void tell_summary(const Summary *s)
{
   HChar *shown = ap_printable(file_name, False);
   HChar *word = ap_printable(file_name, True);

   VG_(umsg)("aprof: the profile is in %s\n", shown);
   VG_(umsg)("aprof: it holds %u routine%s, %llu activation%s, %llu %s, "
             "%u thread%s\n", s->routines, s->routines == 1 ? "" : "s",
             s->activations, s->activations == 1 ? "" : "s", s->cost,
             ap_options.cost == COST_BB ? "basic blocks" : "instructions",
             ap_os_threads_seen(), ap_os_threads_seen() == 1 ? "" : "s");
   ap_each_idle_pattern(tell_idle);
   VG_(umsg)("aprof: to read it: aprof report %s\n", word);
   VG_(free)(shown);
   VG_(free)(word);
}

static Bool write_last(const HChar *state, const HChar *reason)
{
   Summary s;

   ap_file_tell_again();
   if (!write_profile(file_name, state, reason, &s))
      return False;
   if (VG_(clo_verbosity) > 0)
      tell_summary(&s);
   return True;
}

static Bool children_are_traced(void)
{
   const HChar *value = ap_valgrind_option("--trace-children");

   return value != NULL && VG_STREQ(value, "yes");
}

/* A child that does no more than prepare an exec is of no interest: below this
   cost. */
static const ULong STRAIGHT_TO_EXEC = 100000;

static Bool is_of_no_interest(void)
{
   return VG_(getpid)() != first_pid && !children_are_traced()
          && ap_total_cost() < STRAIGHT_TO_EXEC;
}

Bool ap_dump_final(void)
{
   if (exec_failed && is_of_no_interest())
      return True;
   return exits ? write_last("complete", "") : write_last("cut-short", "signal");
}

void ap_dump_if_no_memory(void)
{
   if (writing || pages_available(LARGEST_REQUEST))
      return;
   ap_guest_look();
   /* Where nothing has run yet, a former profile is worth more. */
   if (ap_total_cost() > 0)
      write_last("cut-short", "memory");
}

/* Was this profile written by this process, perhaps by another program that it
   was before? */
static Bool is_ours(const HChar *name)
{
   HChar head[512], own[32], *pid;
   Int fd = VG_(fd_open)(name, VKI_O_RDONLY | VKI_O_NONBLOCK, 0);
   Int n = fd < 0 ? 0 : VG_(read)(fd, head, sizeof head - 1);

   if (fd >= 0)
      VG_(close)(fd);
   head[n > 0 ? n : 0] = '\0';
   pid = VG_(strstr)(head, "\nrun\tsnapshot\texec\t");
   if (pid == NULL)
      return False;
   VG_(sprintf)(own, "%d\t", VG_(getpid)());
   return VG_(strncmp)(pid + VG_(strlen)("\nrun\tsnapshot\texec\t"), own,
                       VG_(strlen)(own)) == 0;
}

static Bool is_executable(const HChar *program)
{
   struct vg_stat st;

   return program != NULL && !sr_isError(VG_(stat)(program, &st))
          && VKI_S_ISREG(st.mode) && (st.mode & 0111) != 0;
}

/* This program will not say anything any more. */
static void tell_exec(const HChar *name, Bool traced)
{
   HChar *shown = ap_printable(name, False);

   VG_(umsg)("aprof: the profile up to this exec is in %s\n", shown);
   if (!traced)
      VG_(umsg)("aprof: what is executed now is not measured: "
                "--trace-children=yes does that\n");
   VG_(free)(shown);
}

/* Whoever searches a program tries one place after the other.  What is not
   there will not be executed, and the profile of the end is still to come: who
   reads a pipe would have two. */
static Bool is_in_vain(const HChar *program)
{
   return ap_file_takes_one(file_name) && program != NULL
          && !is_executable(program);
}

void ap_dump_before_exec(const HChar *program)
{
   Bool traced = children_are_traced();
   HChar *name = file_name;

   VG_(free)(exec_name);
   exec_name = NULL;
   if (is_of_no_interest() || is_in_vain(program))
      return;
   if (traced) {
      /* The next image may write under the same name, and so did those before
         this one. */
      exec_name = VG_(malloc)("aprof.dump.exec",
                              VG_(strlen)(file_name) + 24);
      do
         VG_(sprintf)(exec_name, "%s.exec%u", file_name, ++execs);
      while (is_ours(exec_name));
      name = exec_name;
   }
   if (!write_profile(name, "snapshot", "exec", NULL)) {
      VG_(free)(exec_name);
      exec_name = NULL;
   } else if (VG_(clo_verbosity) > 0 && is_executable(program))
      tell_exec(name, traced);
   ap_reserve_keep();
}

void ap_exec_failed(void)
{
   exec_failed = True;
   if (exec_name != NULL) {
      VG_(unlink)(exec_name);
      VG_(free)(exec_name);
      exec_name = NULL;
      execs--;
   }
}

Bool ap_snapshot(const HChar *reason)
{
   Bool good = write_profile(file_name, "snapshot", reason, NULL);

   if (good)
      tell_new_name();
   ap_reserve_keep();
   return good;
}

Bool ap_takes_snapshots(void)
{
   return !ap_file_takes_one(file_name);
}

/* Nothing is lost by that: who wants to hear of losses only is not told. */
static void tell_refused(void)
{
   static Bool told;

   if (told || VG_(clo_verbosity) == 0)
      return;
   told = True;
   HChar *shown = ap_printable(file_name, False);
   VG_(umsg)("aprof: no snapshot is written to %s: it gets one profile, at the "
             "end\n", shown);
   VG_(free)(shown);
}

Bool ap_snapshot_on_request(void)
{
   if (ap_takes_snapshots())
      return ap_snapshot("request");
   tell_refused();
   return False;
}

void ap_dump_before_filter(void)
{
   if (!ap_file_is_special(file_name))
      ap_snapshot("request");
}

/* The clock is looked at in every SLICES-th slice only: that is a system call,
   and a slice may be a system call as well. */
enum { SLICES = 32 };

void ap_snapshot_if_due(void)
{
   static UInt slices;
   static UInt due;      /* milliseconds since the start; 0: not known yet */

   /* A filter of system calls might end the process where it opens a file. */
   if (ap_options.snapshot_every == 0 || ++slices % SLICES != 0
       || ap_syscall_is_modest())
      return;
   UInt now = VG_(read_millisecond_timer)();
   UInt every = 1000 * ap_options.snapshot_every;
   if (due == 0)
      due = now + every;
   if ((Int)(now - due) < 0)
      return;
   /* Whatever reads a pipe expects one profile. */
   if (!ap_file_is_special(file_name))
      ap_snapshot("timer");
   UInt taken = VG_(read_millisecond_timer)() - now;
   due = now + (100 * taken > every ? 100 * taken : every);
}

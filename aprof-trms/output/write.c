/* A profile file: see output/write.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"
#include "output/write.h"
#include "base/core_options.h"
#include "base/cost_unit.h"
#include "base/filters.h"
#include "callgraph/allocations.h"
#include "callgraph/block_counts.h"
#include "callgraph/fills.h"
#include "callgraph/line_costs.h"
#include "callgraph/loops.h"
#include "callgraph/record.h"
#include "callgraph/zones.h"
#include "output/atomic_file.h"
#include "output/pending.h"
#include "output/program.h"
#include "output/socket_calls.h"
#include "output/tables.h"
#include "output/what_if.h"
#include "sched/sched.h"
#include "symbols/near_names.h"
#include "sys/oom_reserve.h"
#include "threads/os_threads.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_xarray.h"

static ULong started;             /* seconds since 1970 */
static UInt exit_status;          /* of a run that is complete */
static Bool writing;

static ULong seconds_now(void)
{
   struct vki_timeval now = { 0, 0 };

   VG_(gettimeofday)(&now, NULL);
   return now.tv_sec;
}

void write_run_begins(void)
{
   started = seconds_now();
}

void write_exit_status(UInt status)
{
   exit_status = status & 0xff;
}

Bool write_is_running(void)
{
   return writing;
}

static Int compare_routines(const void *a, const void *b)
{
   const Routine *p = *(Routine *const *)a, *q = *(Routine *const *)b;
   Int order = VG_(strcmp)(p->object->name, q->object->name);

   if (order == 0)
      order = VG_(strcmp)(p->object->build_id, q->object->build_id);
   if (order == 0 && p->offset != q->offset)
      order = p->offset < q->offset ? -1 : 1;
   if (order == 0)
      order = VG_(strcmp)(p->name, q->name);
   return order != 0 ? order : VG_(strcmp)(p->file, q->file);
}

/* A caller may have no record of its own: it was pending when collecting
   stopped. */
static void include_caller(Routine *r)
{
   r->number = 1;
}

/* Return the routines of the profile in its order, and number them.  The array
   is the caller's to free. */
static Routine **routines_of_profile(UInt *count)
{
   UInt n = 0, all = routines_count();
   Routine **list = VG_(malloc)("aprof.dump.routines",
                                (all + 1) * sizeof *list);

   inlined_homes_name_twins();
   for (UInt id = 0; id < all; id++) {
      Routine *r = routines_get(id);
      r->number = tables_have_records(&r->tables);
      r->object->number = 0;
   }
   tables_each_caller(include_caller);
   for (UInt id = 0; id < all; id++)
      if (routines_get(id)->number != 0)
         list[n++] = routines_get(id);
   VG_(ssort)(list, n, sizeof *list, compare_routines);
   for (UInt i = 0; i < n; i++)
      list[i]->number = i + 1;
   for (UInt id = 0; id < all; id++)
      routines_get(id)->number = routines_get(id)->home->number;
   *count = n;
   return list;
}

static void put_head(line_writer *w)
{
   const records_head head = {
      .aprof_version = PACKAGE_VERSION,
      .valgrind_version = VG_VERSION_STRING,
      .cell_size = 1u << tool_options.cell_shift,
      .counts_instructions = tool_options.cost == COST_INSTR,
      .separate = tool_options.separate_threads,
      .callers = tool_options.contexts,
   };

   records_put_head(w, &head);
}

/* The line writer that settings go to. */
static line_writer *settings;

static void put_allocator(const HChar *pattern)
{
   records_put_setting(settings, RECORDS_ALLOCATOR, pattern);
}

static void put_reallocator(const HChar *pattern)
{
   records_put_setting(settings, RECORDS_REALLOCATOR, pattern);
}

static void put_apart(const HChar *pattern)
{
   records_put_setting(settings, RECORDS_APART, pattern);
}

static void put_size_of(const HChar *pattern)
{
   records_put_setting(settings, RECORDS_SIZE_OF, pattern);
}

static void put_settings(line_writer *w)
{
   HChar bytes[12];

   settings = w;
   if (!tool_options.plain_allocators)
      records_put_setting(w, RECORDS_ALLOCATORS, "apart");
   if (!tool_options.allocators_cost_real
       && (!tool_options.plain_allocators
           || filters_are_given(FILTER_ALLOCATOR)))
      records_put_setting(w, RECORDS_ALLOCATOR_COST, "nominal");
   filters_each_pattern(FILTER_ALLOCATOR, put_allocator);
   filters_each_pattern(FILTER_REALLOCATOR, put_reallocator);
   filters_each_pattern(FILTER_APART, put_apart);
   VG_(sprintf)(bytes, "%d", COST_UNIT_BYTES);
   records_put_setting(w, RECORDS_STRINGS, bytes);
   filters_each_pattern(FILTER_SIZE_OF, put_size_of);
   if (tool_options.output)
      records_put_setting(w, RECORDS_OUTPUT, "yes");
}

static void put_run(line_writer *w, const HChar *state, const HChar *reason)
{
   XArray *client = VG_(args_for_client);
   Word n = VG_(sizeXA)(client);
   const HChar **arguments = VG_(malloc)("aprof.dump.run",
                                         (n + 2) * sizeof *arguments);
   const records_run run = {
      .state = state, .reason = reason, .pid = VG_(getpid)(),
      .start = started, .end = seconds_now(),
      .threads = os_threads_seen(), .arguments = arguments,
   };

   arguments[0] = program_name();
   for (Word i = 0; i < n; i++)
      arguments[i + 1] = *(HChar **)VG_(indexXA)(client, i);
   arguments[n + 1] = NULL;
   records_put_run(w, &run);
   VG_(free)(arguments);
}

static void put_total(line_writer *w, const trms_sizes *sizes)
{
   const records_total total = {
      control_total_cost(), record_activations(), sizes->rms, sizes->ext,
      sizes->trms, sizes->external, sizes->thread
   };

   records_put_total(w, &total);
}

/* What allocators have cost beyond what their callers were charged for. */
static void put_allocators_cost(line_writer *w)
{
   if (zones_real == zones_charged)
      return;
   line_raw(w, "x-sum-allocators");
   line_number(w, 2);
   line_number(w, zones_real);
   line_number(w, zones_charged);
   line_end(w);
}

/* Smaller parts of all memory are not written. */
enum { LEAST_OF_MEMORY = 1024 };

/* Write how much memory has been got from allocators, and the collections. */
static void put_allocations(line_writer *w, const Allocations *a)
{
   if (a->collections == 0
       && (a->bytes == 0 || a->bytes < allocations_all.bytes / LEAST_OF_MEMORY))
      return;
   line_raw(w, "x-sum-allocations");
   line_number(w, 3);
   line_number(w, a->blocks);
   line_number(w, a->bytes);
   line_number(w, a->collections);
   line_end(w);
}

static void put_interpreter(line_writer *w)
{
   if (program_interpreter() == NULL)
      return;
   line_raw(w, "x-interpreter");
   line_text(w, program_interpreter());
   line_end(w);
}

/* What the program has read as its standard input. */
static void put_standard_input(line_writer *w)
{
   if (program_standard_input() == NULL)
      return;
   line_raw(w, "x-stdin");
   line_text(w, program_standard_input());
   line_end(w);
}

/* The line writer that the sentences go to. */
static line_writer *no_effects;

static void put_no_effect(const HChar *sentence)
{
   line_raw(no_effects, "x-no-effect");
   line_text(no_effects, sentence);
   line_end(no_effects);
}

/* Options --size-of that have no effect on a routine. */
static void put_no_effects(line_writer *w)
{
   no_effects = w;
   size_arguments_each_failure(put_no_effect);
}

/* A record of one number, which is added up where profiles are merged. */
static void put_sum(line_writer *w, const HChar *name, ULong number)
{
   line_raw(w, name);
   line_number(w, 1);
   line_number(w, number);
   line_end(w);
}

/* Processes that were started; with --trace-children each has a profile. */
static void put_children(line_writer *w)
{
   if (program_children() > 0 && !core_options_trace_children())
      put_sum(w, "x-sum-children", program_children());
}

/* By this a server is known: its input comes with the connections. */
static void put_socket_calls(line_writer *w)
{
   const SocketCalls calls = socket_calls();

   if (calls.listens == 0)
      return;
   line_raw(w, "x-sum-sockets");
   line_number(w, 3);
   line_number(w, calls.listens);
   line_number(w, calls.accepts);
   line_number(w, calls.connects);
   line_end(w);
}

/* A run that is complete may have ended by an error all the same.  Merged profiles
   count the runs of each status. */
static void put_exit_status(line_writer *w, const HChar *state)
{
   if (!VG_STREQ(state, "complete"))
      return;
   line_raw(w, "x-sum-exit");
   line_number(w, 1);
   line_number(w, exit_status);
   line_number(w, 1);
   line_end(w);
}

/* A forked child is a part of its parent's run. */
static void put_forked(line_writer *w)
{
   if (program_is_forked())
      put_sum(w, "x-sum-forked", 1);
}

/* With this and the time in the kernel `aprof weights` knows the time of a
   call. */
static void put_syscalls(line_writer *w)
{
   const ULong calls = program_calls() + sched_ended_calls();

   if (calls > 0)
      put_sum(w, "x-sum-syscalls", calls);
}

/* What was counted in the lazy resolver and stands in no total. */
static void put_resolver_cost(line_writer *w)
{
   const ULong cost = control_resolver_cost();

   if (cost > 0)
      put_sum(w, "x-sum-resolver", cost);
}

/* The line writer that idle options go to. */
static line_writer *idle_options;

static void put_idle_option(const HChar *option, const HChar *glob)
{
   HChar *near = near_names_of(glob == NULL ? "" : glob);

   line_raw(idle_options, "x-unmatched");
   line_text(idle_options, option);
   line_text(idle_options, near);
   line_end(idle_options);
   VG_(free)(near);
}

/* The options whose pattern has named nothing: with -q no message says so. */
static void put_idle_options(line_writer *w, const HChar *state)
{
   if (VG_STREQ(state, "snapshot"))
      return;
   idle_options = w;
   filters_each_idle(put_idle_option);
}

static void put_objects(line_writer *w, Routine **list, UInt n)
{
   UInt number = 0;

   for (UInt i = 0; i < n; i++) {
      CodeObject *o = list[i]->object;
      if (o->number != 0)
         continue;
      o->number = ++number;
      records_put_object(w, number, o->name, o->build_id);
   }
}

static void put_sized(line_writer *w, const Routine *r)
{
   if (!r->sized)
      return;
   line_raw(w, "x-size");
   line_raw(w, "given");
   line_end(w);
}

/* Write how many cells its activations have got from files, and how many of
   them the same activation had got before. */
static void put_read_again(line_writer *w, const Routine *r)
{
   if (r->files.again >> tool_options.cell_shift == 0)
      return;
   line_raw(w, "x-sum-again");
   line_number(w, 2);
   line_number(w, r->files.bytes >> tool_options.cell_shift);
   line_number(w, r->files.again >> tool_options.cell_shift);
   line_end(w);
}

/* Write how many system calls its instructions have made, and how many of them
   only wait or wake. */
static void put_system_calls(line_writer *w, const Routine *r)
{
   if (r->system_calls == 0)
      return;
   line_raw(w, "x-sum-system-calls");
   line_number(w, 2);
   line_number(w, r->system_calls);
   line_number(w, r->waiting_calls);
   line_end(w);
}

/* The order of values as decimal numbers in a text. */
static Int compare_texts(const void *a, const void *b)
{
   HChar p[24], q[24];

   VG_(sprintf)(p, "%llu", ((const ObservedValue *)a)->value);
   VG_(sprintf)(q, "%llu", ((const ObservedValue *)b)->value);
   return VG_(strcmp)(p, q);
}

/* Return how many registers the routine may have arguments in.  The debug
   information is read only for routines whose cost a register may explain. */
static UInt registers_of(const Routine *r)
{
   ObservedArguments *o = r->observed;

   if (!o->asked) {
      o->registers = CALL_ARGUMENTS;
      o->names = VG_(malloc)("aprof.write.names", sizeof *o->names);
      o->has_registers = size_arguments_registers(r->name, r->object->name,
                                                  r->object->build_id,
                                                  r->offset, &o->registers,
                                                  *o->names);
      if (!o->has_registers) {
         o->registers = CALL_ARGUMENTS;
         VG_(free)(o->names);
         o->names = NULL;
      }
      o->asked = True;
   }
   return o->registers;
}

/* Write how many registers the parameters take, if that is known and a register
   of them may explain the cost; and the names of those that may. */
static void put_parameters(line_writer *w, const Routine *r)
{
   ObservedValue v[OBSERVED_VALUES];
   Bool has = False;

   for (UInt k = 0; r->observed != NULL && k < CALL_ARGUMENTS; k++)
      if (observed_arguments_values(r->observed, k, v) > 0
          && k < registers_of(r) && r->observed->has_registers) {
         has = True;
         if ((*r->observed->names)[k][0] == '\0')
            continue;
         line_raw(w, "x-parameter");
         line_number(w, k + 1);
         line_text(w, (*r->observed->names)[k]);
         line_end(w);
      }
   if (has) {
      line_raw(w, "x-parameters");
      line_number(w, r->observed->registers);
      line_end(w);
   }
}

static void put_observed(line_writer *w, const Routine *r)
{
   ObservedValue v[OBSERVED_VALUES];

   for (UInt k = 0; r->observed != NULL && k < CALL_ARGUMENTS; k++) {
      const UInt n = observed_arguments_values(r->observed, k, v);
      if (n == 0 || k >= registers_of(r))
         continue;
      VG_(ssort)(v, n, sizeof *v, compare_texts);
      for (UInt i = 0; i < n; i++) {
         line_raw(w, "x-sum-argument");
         line_number(w, 2);
         line_number(w, k + 1);
         line_number(w, v[i].value);
         line_number(w, v[i].calls);
         line_number(w, v[i].cost);
         line_end(w);
      }
   }
}

/* The command finds the name of the routine by an address of its code. */
static void put_unnamed(line_writer *w, const Routine *r)
{
   if (r->unnamed_level == 0)
      return;
   line_raw(w, "x-unnamed");
   line_offset(w, r->unnamed_at);
   line_number(w, r->unnamed_level);
   line_end(w);
}

static void put_zone(line_writer *w, const Routine *r)
{
   if (r->memory == NULL)
      return;
   line_raw(w, "x-zone");
   line_raw(w, r->memory->kind == ZONE_COLLECTOR ? "collector"
               : r->memory->kind == ZONE_GROWTH ? "growth" : "allocator");
   line_end(w);
}

static void put_line_cost(const HChar *line, ULong cost, void *writer)
{
   line_writer *w = writer;

   line_raw(w, "x-sum-line");
   line_number(w, 1);
   line_raw(w, line);
   line_number(w, cost);
   line_end(w);
}

/* An owner has at most this number of optional records, lines included. */
#define MOST_BLOCKS 50000

static void put_blocks(line_writer *w, const Routine *r)
{
   UInt n;
   BlockCount *list = block_counts_of(r, &n);

   for (UInt i = 0; n <= MOST_BLOCKS && i < n; i++) {
      line_raw(w, "x-sum-block");
      line_number(w, 1);
      line_offset(w, list[i].first);
      line_offset(w, list[i].last);
      line_number(w, list[i].count);
      line_end(w);
   }
   VG_(free)(list);
}

/* The turns of loops, and what their moment is if they get neither more nor
   fewer from entry to entry, as in x-sum-reads. */
static void put_loops(line_writer *w, const Routine *r)
{
   XArray *list = loops_of(r);

   for (Word i = 0; list != NULL && i < VG_(sizeXA)(list); i++) {
      const LoopTurns *l = VG_(indexXA)(list, i);
      line_raw(w, "x-sum-loop");
      line_number(w, 5);
      line_offset(w, l->head);
      line_number(w, l->line);
      line_number(w, l->entries);
      line_number(w, l->turns);
      line_number(w, l->moment);
      line_number(w, (prof_sum)l->entries * l->turns);
      line_number(w, l->squares);
      line_end(w);
   }
   if (list != NULL)
      VG_(deleteXA)(list);
}

enum { OPERATION_KEY = 24 };
typedef struct {
   HChar key[OPERATION_KEY];    /* where it is, as a field */
   OperationGaps gaps;
} KeyedGaps;

/* Cuts come last, and of one key that with most operations comes first. */
static Int compare_keys(const void *a, const void *b)
{
   const KeyedGaps *k = a, *l = b;
   Int order = k->gaps.is_cut - l->gaps.is_cut;

   if (order == 0)
      order = VG_(strcmp)(k->key, l->key);
   if (order != 0)
      return order;
   return k->gaps.sum > l->gaps.sum ? -1 : k->gaps.sum < l->gaps.sum;
}

/* Return the gaps of a routine's operations in the order of the file, but those
   of routines that are not in it; NULL: it has none.  The caller deletes the
   list. */
static XArray *keyed_gaps_of(const Routine *r)
{
   XArray *list = loops_gaps_of(r), *keyed;

   if (list == NULL)
      return NULL;
   keyed = VG_(newXA)(VG_(malloc), "aprof.output.gaps", VG_(free),
                      sizeof(KeyedGaps));
   for (Word i = 0; i < VG_(sizeXA)(list); i++) {
      KeyedGaps k = { .gaps = *(OperationGaps *)VG_(indexXA)(list, i) };
      const Routine *at = k.gaps.routine;

      if (at != NULL && at->number == 0)
         continue;
      if (at != NULL)
         VG_(sprintf)(k.key, "\\fn:%u", at->number);
      else
         VG_(sprintf)(k.key, "0x%lx", r->offset + k.gaps.place);
      VG_(addToXA)(keyed, &k);
   }
   VG_(deleteXA)(list);
   VG_(setCmpFnXA)(keyed, compare_keys);
   VG_(sortXA)(keyed);
   return keyed;
}

/* The longest gaps of an operation in the course of the run. */
static void put_cut(line_writer *w, const KeyedGaps *k)
{
   const PeaksCut *c = &k->gaps.cut;

   line_raw(w, "x-sum-peaks");
   line_number(w, 3 + PEAKS_PARTS);
   line_raw(w, k->key);
   line_number(w, c->gaps);
   line_number(w, c->sum);
   line_number(w, k->gaps.all);
   for (UInt i = 0; i < PEAKS_PARTS; i++)
      line_number(w, c->longest[i]);
   line_end(w);
}

/* The gaps of operations, and what their moment is as in x-sum-loop.  A key has one
   record: two places may belong to one routine, such as a part of it elsewhere. */
static void put_gaps(line_writer *w, const Routine *r)
{
   XArray *list = keyed_gaps_of(r);
   const KeyedGaps *before = NULL;

   for (Word i = 0; list != NULL && i < VG_(sizeXA)(list); i++) {
      const KeyedGaps *k = VG_(indexXA)(list, i);
      const OperationGaps *g = &k->gaps;
      if (before != NULL && VG_(strcmp)(before->key, k->key) == 0
          && before->gaps.is_cut == g->is_cut)
         continue;
      before = k;
      if (g->is_cut) {
         put_cut(w, k);
         continue;
      }
      line_raw(w, "x-sum-operation");
      line_number(w, 6);
      line_raw(w, k->key);
      line_number(w, g->gaps);
      line_number(w, g->sum);
      line_number(w, g->moment);
      line_number(w, (prof_sum)g->gaps * g->sum);
      line_number(w, g->squares);
      line_number(w, g->all);
      line_end(w);
   }
   if (list != NULL)
      VG_(deleteXA)(list);
}

static void put_routines(line_writer *w, Routine **list, UInt n)
{
   for (UInt i = 0; i < n; i++) {
      const Routine *r = list[i];
      const records_routine routine = {
         r->object->number, r->offset, r->name, r->file, r->line > 0, r->line
      };
      records_put_routine(w, r->number, &routine);
      put_parameters(w, r);
      put_sized(w, r);
      put_read_again(w, r);
      put_allocations(w, &r->allocations);
      put_observed(w, r);
      if (tool_options.blocks) {
         put_blocks(w, r);
         line_costs_each(r, put_line_cost, w);
      }
      put_loops(w, r);
      put_gaps(w, r);
      put_system_calls(w, r);
      put_unnamed(w, r);
      put_zone(w, r);
   }
}

/* Write all records to a sink; return the number of routines. */
static UInt put_records(line_writer *w, const HChar *state,
                        const HChar *reason, const trms_sizes *sizes)
{
   UInt n;
   Routine **list = routines_of_profile(&n);

   put_head(w);
   put_settings(w);
   put_run(w, state, reason);
   put_total(w, sizes);
   put_interpreter(w);
   put_no_effects(w);
   put_standard_input(w);
   put_allocations(w, &allocations_all);
   put_allocators_cost(w);
   put_children(w);
   put_exit_status(w, state);
   put_forked(w);
   put_resolver_cost(w);
   put_socket_calls(w);
   put_syscalls(w);
   put_idle_options(w, state);
   put_objects(w, list, n);
   put_routines(w, list, n);
   for (UInt i = 0; i < n; i++)
      tables_put(w, list[i]);
   tables_put_edges(w);
   if (tool_options.contexts > 0)
      tables_put_contexts(w);
   records_put_end(w);
   VG_(free)(list);
   return n;
}

static Bool put_profile(const HChar *name, const HChar *state,
                        const HChar *reason, write_summary *summary)
{
   atomic_file *f = atomic_file_open(name);

   if (f == NULL)
      return False;
   line_writer *w = VG_(malloc)("aprof.dump.writer", sizeof *w);
   line_begin(w, atomic_file_write, f);
   trms_sizes sizes = control_ended.sizes;
   pending_record(&sizes);
   record_sum_contexts();
   fills_settle();
   UInt routines = put_records(w, state, reason, &sizes);
   if (summary != NULL)
      *summary = (write_summary){ routines, record_activations(),
                                  control_total_cost() };
   record_forget_open();
   VG_(free)(w);
   return atomic_file_close(f);
}

Bool write_profile(const HChar *name, const HChar *state,
                   const HChar *reason, write_summary *summary)
{
   oom_reserve_use();
   writing = True;
   Bool good = tool_options.what_if != NULL
               ? what_if_write(name, state)
               : put_profile(name, state, reason, summary);
   writing = False;
   return good;
}

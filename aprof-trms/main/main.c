/* Registration with Valgrind; start and finish.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/command_line.h"
#include "base/core_options.h"
#include "base/options.h"
#include "base/sanity.h"
#include "callgraph/allocations.h"
#include "callgraph/block_counts.h"
#include "callgraph/call_places.h"
#include "callgraph/call_targets.h"
#include "callgraph/fills.h"
#include "callgraph/line_costs.h"
#include "callgraph/loops.h"
#include "callgraph/record.h"
#include "callgraph/stack_check.h"
#include "callgraph/zones.h"
#include "config.h"
#include "engine/fast/fast.h"
#include "engine/reference/check.h"
#include "guest/guest_fields.h"
#include "helpers/accesses.h"
#include "instrument/instrument.h"
#include "instrument/retranslate.h"
#include "kernel/file_mappings.h"
#include "kernel/file_reads.h"
#include "kernel/mmap_hints.h"
#include "kernel/syscalls.h"
#include "main/client_requests.h"
#include "main/program_file.h"
#include "main/steering.h"
#include "output/program.h"
#include "output/snapshot.h"
#include "sched/sched.h"
#include "sched/weights.h"
#include "symbols/inlined.h"
#include "symbols/perf_map.h"
#include "sys/oom_reserve.h"
#include "sys/shadow_address_space.h"
#include "sys/stack_memory.h"
#include "threads/lifetime.h"
#include "threads/os_threads.h"
#include "threads/states.h"
#include "threads/threads.h"
#include "threads/time_slice.h"
#include "vexopt/fault_precision.h"
#include "vexopt/rep_strings.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_options.h"

/* Of the cells in a few chunks at each stop of client code. */
static const HChar *engine_check(void)
{
   enum { CHUNKS = 1 };

   return tool_options.engine->broken(CHUNKS);
}

static void post_clo_init(void)
{
   trms_options engine_options = {
      .cell_shift = tool_options.cell_shift,
      .timestamp_limit = tool_options.timestamp_limit,
      .no_windows = tool_options.tables || core_options_check_mappings(),
      .is_file_content = file_mappings_are_input,
      .unchecked_writes = !tool_options.output,
      .output = tool_options.output,
      .small_ranges = core_options_sanity_level() >= 2
   };

   HChar *wrong;

   core_options_force();
   fault_precision_init();
   program_init();
   snapshot_init();
   perf_map_begin();
   steering_init();
   tool_options.engine->init(&engine_options);
   tool_options.both_engines = tool_options.engine == &trms_check;
   tool_options.inline_checks = (tool_options.engine == &trms_fast
                                 || tool_options.both_engines)
                              && trms_fast_has_windows();
   if (tool_options.inline_checks) {
      shadow_address_space_bar_from(trms_fast_reach());
      stack_memory_init();
   }
   mmap_hints_init();
   inlined_init();
   rep_strings_init(helpers_read, helpers_write);
   os_threads_init();
   sanity_register("threads of control", states_check);
   sanity_register("shadow stacks", stack_check);
   sanity_register("engine", engine_check);
   if (!tool_options.virtual_time)
      time_slice_init();
   sched_init();
   wrong = weights_read();
   if (wrong != NULL) {
      VG_(umsg)("aprof: %s\n", wrong);
      VG_(exit)(1);
   }
}

/* Report what --engine=check has found.  If the engines differ, then the exit
   status is 1. */
static void report_check(void)
{
   const trms_check_result *r = trms_check_results();

   if (VG_(clo_verbosity) > 0 || r->different > 0)
      VG_(umsg)("aprof: %llu returns compared, %llu differ\n",
                (ULong)r->compared, (ULong)r->different);
   if (r->different == 0)
      return;
   VG_(umsg)("aprof: the first: fast rms %llu ext %llu trms %llu external "
             "%llu thread %llu, timestamps %llu %llu %llu %llu %llu\n",
             (ULong)r->fast.rms, (ULong)r->fast.ext, (ULong)r->fast.trms,
             (ULong)r->fast.external, (ULong)r->fast.thread,
             (ULong)r->timestamps.rms, (ULong)r->timestamps.ext,
             (ULong)r->timestamps.trms, (ULong)r->timestamps.external,
             (ULong)r->timestamps.thread);
   VG_(exit)(1);
}

/* If the profile could not be written, then that is an error that this tool has
   found: the exit status is that of Valgrind's option --error-exitcode. */
static void fini(Int exit_code)
{
   const HChar *code = core_options_value("--error-exitcode");
   Bool written;

   (void)exit_code;
   lifetime_end_lost();
   written = snapshot_at_end();
   sanity_report();
   if (tool_options.both_engines)
      report_check();
   if (!written && code != NULL && VG_(strtoll10)(code, NULL) > 0)
      VG_(exit)(VG_(strtoll10)(code, NULL));
}

static void client_code_starts(ThreadId tid, ULong blocks)
{
   LoopsCode again;

   shadow_address_space_show();
   retranslate_done();
   threads_code_starts(tid, blocks);
   if (loops_wanted(tid, &again))
      guest_fields_retranslate(tid, again.start, again.length);
   else if (retranslate_is_due())
      guest_fields_retranslate_all(tid);
   trms_fast_look_for_cold(blocks);
   record_pack();
   sched_code_starts(tid);
   if (!tool_options.virtual_time)
      time_slice_starts(tid, os_threads_living());
   snapshot_if_due();
}

static void client_code_stops(ThreadId tid, ULong blocks)
{
   sched_code_stops(tid);
   threads_code_stops(tid, blocks);
   loops_look(tid, VG_(get_IP)(tid));
   sanity_run();
}

static void thread_created(ThreadId parent, ThreadId child)
{
   syscalls_thread_created(parent, child);
   sched_thread_created(parent, child);
   threads_created(child);
}

static void thread_exits(ThreadId tid)
{
   sched_thread_exits(tid, syscalls_word_cleared_at_end(tid));
   if (os_threads_ends_alone(tid))
      syscalls_thread_ends(tid);
   threads_exits(tid);
}

static void signal_delivered(ThreadId tid, Int signal, Bool alternate)
{
   shadow_address_space_show();
   sched_signal(tid);
   threads_signal_delivered(tid, signal, alternate);
}

static void forked_parent(ThreadId tid)
{
   (void)tid;
   program_has_child();
   sched_forked_parent();
}

static void forked_child(ThreadId tid)
{
   program_forked();
   perf_map_begin();
   trms_check_forget();
   record_forget_all();
   fills_forget();
   file_reads_forget();
   line_costs_forget();
   block_counts_forget();
   loops_forget();
   control_forget_resolver_cost();
   zones_forget();
   allocations_forget();
   sched_forked_child();
   threads_forked_child(tid);
   snapshot_forked();
}

static void code_discarded(Addr start, VexGuestExtents extents)
{
   (void)start;
   retranslate_discarded();
   if (retranslate_is_running())
      return;
   for (Int i = 0; i < extents.n_used; i++) {
      routines_discard(extents.base[i], extents.len[i]);
      inlined_discard(extents.base[i], extents.len[i]);
      loops_discard(extents.base[i], extents.len[i]);
      call_places_discard(extents.base[i], extents.len[i]);
   }
   call_targets_discard();
}

static void save_profile(void)
{
   snapshot_write("request");
}

static const SyscallObserver syscall_observer = {
   .exits = snapshot_process_exits,
   .exec = snapshot_before_exec,
   .exec_failed = snapshot_exec_failed,
   .filter = snapshot_before_filter,
   .save = save_profile
};

static void pre_clo_init(void)
{
   VG_(details_name)("aprof");
   VG_(details_version)(PACKAGE_VERSION);
   VG_(details_description)("an input-sensitive profiler");
   VG_(details_copyright_author)(
      "Copyright (C) 2026, and GNU GPL'd, by the aprof authors.");
   VG_(details_bug_reports_to)(PACKAGE_BUGREPORT);
   VG_(details_avg_translation_sizeB)(500);

   core_options_set_defaults(program_file_is_left());
   VG_(basic_tool_funcs)(post_clo_init, instrument_superblock, fini);
   VG_(needs_command_line_options)(command_line_process, command_line_print_usage,
                                   command_line_print_debug_usage);
   VG_(needs_superblock_discards)(code_discarded);
   VG_(needs_print_stats)(snapshot_if_no_memory);
   oom_reserve_init(snapshot_if_no_memory);
   client_requests_init();
   syscalls_init(&syscall_observer);
   VG_(track_start_client_code)(client_code_starts);
   VG_(track_stop_client_code)(client_code_stops);
   VG_(track_pre_thread_ll_create)(thread_created);
   VG_(track_pre_thread_ll_exit)(thread_exits);
   VG_(track_pre_deliver_signal)(signal_delivered);
   VG_(track_post_deliver_signal)(threads_signal_returns);
   VG_(atfork)(NULL, forked_parent, forked_child);
}

VG_DETERMINE_INTERFACE_VERSION(pre_clo_init)

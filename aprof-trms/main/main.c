/* Registration with Valgrind; start and finish.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"
#include "callgraph/shadow_stack.h"
#include "output/snapshot.h"
#include "vexopt/fault_precision.h"
#include "kernel/file_mappings.h"
#include "kernel/mmap_hints.h"
#include "instrument/instrument.h"
#include "kernel/syscalls.h"
#include "base/options.h"
#include "sys/shadow_address_space.h"
#include "callgraph/record.h"
#include "instrument/retranslate.h"
#include "main/client_requests.h"
#include "sys/oom_reserve.h"
#include "threads/threads.h"
#include "threads/time_slice.h"
#include "engine/reference/check.h"
#include "engine/fast/fast.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"
#include "pub_tool_xarray.h"

static void post_clo_init(void)
{
   trms_options core = {
      .cell_shift = ap_options.cell_shift,
      .timestamp_limit = ap_options.timestamp_limit,
      .no_windows = ap_options.tables || ap_mappings_are_checked(),
      .is_file_content = ap_is_file_content,
      .quiet_writes = True
   };

   /* A chased block swallows the calls in it. */
   VG_(clo_vex_control).guest_chase = False;

   ap_faults_init();
   ap_dump_init();
   ap_options.engine->init(&core);
   ap_options.both_engines = ap_options.engine == &trms_check;
   ap_options.inline_checks = (ap_options.engine == &trms_fast
                               || ap_options.both_engines)
                              && trms_fast_has_windows();
   if (ap_options.inline_checks)
      ap_own_bar_from(trms_fast_reach());
   ap_hints_init();
   ap_threads_init();
   ap_turns_init();
}

/* Ends with status 1 where --engine=check has found its engines to differ. */
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

/* Ends with --error-exitcode, Valgrind's own option, where the profile is
   lost: that is an error that this tool has found. */
static void fini(Int exit_code)
{
   const HChar *code = ap_valgrind_option("--error-exitcode");
   Bool written;

   (void)exit_code;
   ap_threads_end_lost();
   written = ap_dump_final();
   if (ap_options.both_engines)
      report_check();
   if (!written && code != NULL && VG_(strtoll10)(code, NULL) > 0)
      VG_(exit)(VG_(strtoll10)(code, NULL));
}

static void client_code_starts(ThreadId tid, ULong blocks)
{
   ap_own_show();
   ap_renewed();
   ap_client_code_starts(tid, blocks);
   ap_turn_goes_on(tid, ap_os_threads_living());
   ap_snapshot_if_due();
}

static void thread_created(ThreadId parent, ThreadId child)
{
   ap_kernel_thread_created(parent, child);
   ap_thread_created(child);
}

static void thread_exits(ThreadId tid)
{
   if (ap_thread_ends_alone(tid))
      ap_kernel_thread_ends(tid);
   ap_thread_exits(tid);
}

static void signal_comes(ThreadId tid, Int signal, Bool alternate)
{
   ap_own_show();
   ap_signal_delivered(tid, signal, alternate);
}

static void forked_child(ThreadId tid)
{
   ap_forget_all_records();
   ap_forked_child(tid);
   ap_dump_forked();
}

static void code_discarded(Addr start, VexGuestExtents extents)
{
   (void)start;
   if (ap_is_renewing())
      return;
   for (Int i = 0; i < extents.n_used; i++)
      ap_routines_discard(extents.base[i], extents.len[i]);
   ap_calls_discard();
}

/* Serialised threads that take turns as they come show what a program does;
   a thread that keeps the lock for long does not.  Inserted first, so that
   whatever the user says wins. */
static void prefer_fair_scheduler(void)
{
   static const HChar *option = "--fair-sched=try";

   VG_(insertIndexXA)(VG_(args_for_valgrind), 0, &option);
   VG_(args_for_valgrind_noexecpass)++;
}

static void pre_clo_init(void)
{
   VG_(details_name)("aprof");
   VG_(details_version)(PACKAGE_VERSION);
   VG_(details_description)("an input-sensitive profiler");
   VG_(details_copyright_author)(
      "Copyright (C) 2026, and GNU GPL'd, by the aprof authors.");
   VG_(details_bug_reports_to)(PACKAGE_BUGREPORT);
   VG_(details_avg_translation_sizeB)(500);

   /* Loops that are unrolled are more to instrument and to translate: what
      that gains is less than what it costs, but for the smallest, repeated
      string instructions among them (docs/performance.md).  Whatever the user
      says wins. */
   VG_(clo_vex_control).iropt_unroll_thresh = 40;

   /* Routines bear their own names. */
   VG_(clo_show_below_main) = True;

   VG_(basic_tool_funcs)(post_clo_init, ap_instrument, fini);
   VG_(needs_command_line_options)(ap_process_option, ap_print_usage,
                                   ap_print_debug_usage);
   VG_(needs_superblock_discards)(code_discarded);
   VG_(needs_print_stats)(ap_dump_if_no_memory);
   ap_reserve_init(ap_dump_if_no_memory);
   ap_requests_init();
   ap_kernel_init();
   VG_(track_start_client_code)(client_code_starts);
   VG_(track_stop_client_code)(ap_client_code_stops);
   VG_(track_pre_thread_ll_create)(thread_created);
   VG_(track_pre_thread_ll_exit)(thread_exits);
   VG_(track_pre_deliver_signal)(signal_comes);
   VG_(track_post_deliver_signal)(ap_signal_returns);
   VG_(atfork)(NULL, NULL, forked_child);
   prefer_fair_scheduler();
}

VG_DETERMINE_INTERFACE_VERSION(pre_clo_init)

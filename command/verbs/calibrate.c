/* aprof calibrate: what a sample and the wake-up of a thread cost on this
   machine.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/memory.h"
#include "base/message.h"
#include "cli/wrap.h"
#include "recorder/machine.h"
#include "recorder/perf_open.h"
#include "recorder/periods.h"
#include "recorder/record.h"
#include "recorder/wakeups.h"
#include "verbs/verbs.h"

#include <stdio.h>
#include <stdlib.h>

static void print_skid(const machine_facts *f)
{
   static const char *const words[SKIDS] = {
      "not known: aprof list shows blocks only",
      "at the next instruction: aprof list moves them back by one",
      "at the instruction that waits",
   };

   printf("samples lie      %s\n", words[f->skid]);
   if (f->skid_samples > 0)
      printf("                 (%llu of %llu at the next instruction)\n",
             (unsigned long long)f->behind,
             (unsigned long long)f->skid_samples);
}

/* Figures that are other programs' are not kept: each later series would use
   them. */
static void print_disturbed(const wakeups *w, bool alone)
{
   char *reason = memory_format("other programs had a processor for %.0f %% of "
                                "the time; measure with no other work, or by "
                                "chrt -r 1 aprof calibrate --threads",
                                100 * w->taken);

   if (alone)
      message_error("calibrate: wake-ups of threads could not be measured: %s",
                    reason);
   else
      wrap_print_behind(reason, (size_t)printf("a wake-up costs  not known: "),
                        17);
   free(reason);
}

/* Wake-ups are measured anew each time: aprof what-if uses what it finds.
   alone: nothing else was asked for. */
static bool calibrate_wakeups(bool alone)
{
   wakeups w;

   if (!wakeups_measure(&w)) {
      message_error("calibrate: wake-ups of threads could not be measured");
      return false;
   }
   if (wakeups_disturbed(&w)) {
      print_disturbed(&w, alone);
      return !alone;
   }
   if (!wakeups_write(&w)) {
      message_error("calibrate: the cache folder of the user can't be "
                    "written");
      return false;
   }
   printf("a wake-up costs  %.1f us, and the thread runs after %.1f us\n",
          1e-3 * (double)w.cost, 1e-3 * (double)w.latency);
   printf("                 %.1f us if no processor is idle, and as much to "
          "switch\n", 1e-3 * (double)w.switching);
   printf("instructions     %.1f in a ns\n", w.instructions);
   return true;
}

int verb_calibrate(int argc, char **argv)
{
   bool again = false, threads = false;
   const option options[] = {
      { "again", OPTION_FLAG, &again, NULL, NULL,
        "measure, even if it was done since the machine's start" },
      { "threads", OPTION_FLAG, &threads, NULL, NULL,
        "measure wake-ups of threads, for aprof what-if; no samples" },
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = {
      "calibrate", "[--again | --threads]",
      "Measures what a sample costs here, and what waking a thread costs.",
      options,
   };
   size_t files;
   options_result result = options_parse(argc, argv, &table, &files);
   perf_abilities can;
   machine_facts f;
   char *name;
   int error;

   if (result != OPTIONS_GOOD)
      return result == OPTIONS_HELP ? STATUS_DONE : STATUS_UNUSABLE;
   if (files > 0) {
      message_error("calibrate: no file is expected");
      return STATUS_UNUSABLE;
   }
   if (threads)
      return calibrate_wakeups(true) ? STATUS_DONE : STATUS_UNUSABLE;
   error = perf_probe(&can, 0, -1);
   if (error) {
      char *sentence = perf_refusal(error, PERF_PROGRAM, 0, perf_paranoid());

      message_error("calibrate: %s", sentence);
      free(sentence);
      return STATUS_UNUSABLE;
   }
   f = machine_get(again ? MACHINE_NEW : MACHINE_RECENT);
   name = machine_name();
   printf("processor        %s\n", *name ? name : "not known");
   printf("event            %s\n", can.cycles ? "cycles" : "cpu-clock (there "
          "is no counter of cycles)");
   printf("samples in the kernel  %s\n", can.kernel ? "allowed"
                                                    : "not allowed");
   printf("a sample takes   %.1f us%s\n", 1e-3 * f.cost,
          f.cost_samples ? "" : " (assumed: it could not be measured)");
   printf("1 %% of the time  %.0f samples/s\n",
          periods_rate(0.01, f.cost, RECORD_MOST));
   if (f.clock > 0)
      printf("clock            %.2f GHz\n", f.clock);
   if (f.fault > 0)
      printf("a page fault     %.2g us\n", 1e-3 * f.fault);
   print_skid(&f);
   free(name);
   return calibrate_wakeups(false) ? STATUS_DONE : STATUS_UNUSABLE;
}

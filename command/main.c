/* The command `aprof`: find the verb and run it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"

#include "base/message.h"
#include "cli/near_word.h"
#include "cli/outfile.h"
#include "profile/file_kind.h"
#include "verbs/verbs.h"

#include <fcntl.h>
#include <gsl/gsl_errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
   const char *name;
   int (*run)(int argc, char **argv);
   const char *purpose;
} verbs[] = {
   { "run", verb_run, "measure a program: write its profile" },
   { "report", verb_report, "list the routines of a profile" },
   { "points", verb_points, "list the cost of a routine at each input size" },
   { "fit", verb_fit, "find the function of the size that costs follow" },
   { "plot", verb_plot, "draw charts of routines and of profiles" },
   { "html", verb_html, "write a page with all charts, for a browser" },
   { "merge", verb_merge, "make one profile of several" },
   { "diff", verb_diff, "list what has changed between two profiles" },
   { "check", verb_check, "check the routines against rules" },
   { "export", verb_export,
     "write a profile in the format of another program" },
   { "what-if", verb_what_if,
     "say what a program would gain if a routine were faster" },
   { "record", verb_record, "sample a program on the real machine" },
   { "prof", verb_prof, "list where the time goes" },
   { "list", verb_list, "list the instructions of a routine, or its lines" },
   { "stats", verb_stats, "list how times vary from run to run" },
   { "weights", verb_weights, "list how much time a unit of cost takes" },
   { "prune", verb_prune, "keep a folder of samples files small" },
   { "calibrate", verb_calibrate, "measure what a sample and a wake-up cost" },
};

static void print_help(void)
{
   puts("Usage: aprof VERB [OPTION...] [FILE...]\n\n"
        "Input-sensitive profiling: how the cost of each routine grows with "
        "the size\nof its input.\n");
   for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
      printf("  %-9s %s\n", verbs[i].name, verbs[i].purpose);
   puts("\n  aprof help VERB    the options of a verb; aprof VERB --help, too\n"
        "  aprof --version    the version of aprof\n\nMore: man aprof");
}

/* Print the verbs for the completion of a shell. */
static void print_list(void)
{
   for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
      options_print_listed(verbs[i].name, "", verbs[i].purpose);
   options_print_listed("help", "", "the options of a verb");
   options_print_listed("--help", "", "the verbs");
   options_print_listed("--version", "", "the version of aprof");
}

static void refuse_verb(const char *typed)
{
   near_word near = { .typed = typed };
   char *hint;

   for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
      near_word_offer(&near, "", verbs[i].name);
   near_word_offer(&near, "", "help");
   hint = near_word_hint(&near);
   message_error("unknown verb '%s'%saprof --help", typed, hint);
   free(hint);
}

/* Run the verb that argv[0] names. */
static int run_verb(int argc, char **argv)
{
   for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
      if (strcmp(argv[0], verbs[i].name) != 0)
         continue;
      /* With this, to write a file beyond `ulimit -f` is an error like others.
         A program that is run would inherit it. */
      if (verbs[i].run != verb_run) {
         signal(SIGXFSZ, SIG_IGN);
         /* If the caller ignores the ends of its children, as some servers do,
            then so would this process: it would not learn how its own end. */
         signal(SIGCHLD, SIG_DFL);
      }
      return verbs[i].run(argc, argv);
   }
   if (*argv[0] == '-')
      message_error("the verb comes before %s; see aprof --help", argv[0]);
   else if (profile_is_file(argv[0]))
      message_error("unknown verb '%s'; it is a profile, which aprof report "
                    "reads", argv[0]);
   else
      refuse_verb(argv[0]);
   return STATUS_UNUSABLE;
}

/* `aprof help VERB` is `aprof VERB --help`. */
static int help(int argc, char **argv)
{
   char asks[] = "--help";
   char *arguments[] = { argv[argc - 1], asks, NULL };

   if (argc > 2) {
      message_error("help: there is one verb to name; see aprof --help");
      return STATUS_UNUSABLE;
   }
   if (argc == 2)
      return run_verb(2, arguments);
   print_help();
   return STATUS_DONE;
}

static int run(int argc, char **argv)
{
   if (argc < 2) {
      message_error("no verb is named; see aprof --help");
      return STATUS_UNUSABLE;
   }
   if (options_is_help(argv[1])) {
      print_help();
      return STATUS_DONE;
   }
   if (strcmp(argv[1], OPTIONS_LIST) == 0) {
      print_list();
      return STATUS_DONE;
   }
   if (strcmp(argv[1], "--version") == 0) {
      puts("aprof " PACKAGE_VERSION);
      return STATUS_DONE;
   }
   if (strcmp(argv[1], "help") == 0)
      return help(argc - 1, argv + 1);
   return run_verb(argc - 1, argv + 1);
}

/* Open the standard streams that are closed, so that no file of ours takes
   their place.  To write to such a stream fails. */
static void fill_standard_streams(void)
{
   int fd;

   do
      fd = open("/dev/null", O_RDONLY);
   while (fd >= 0 && fd <= STDERR_FILENO);
   if (fd >= 0)
      close(fd);
}

int main(int argc, char **argv)
{
   int status;

   fill_standard_streams();
   /* The callers of GSL check its results.  Its handler, which would abort, is
      the whole process's: switched off here, before any thread runs. */
   gsl_set_error_handler_off();
   status = run(argc, argv);

   /* Output that did not arrive is a failure; one error gets one line. */
   if (status != STATUS_UNUSABLE && !outfile_flush_stdout())
      status = STATUS_UNUSABLE;
   return status;
}

/* The command `aprof`: which verb is it?

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"

#include "message.h"
#include "outfile.h"
#include "verbs.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct {
   const char *name;
   int (*run)(int argc, char **argv);
   const char *purpose;
} verbs[] = {
   { "run", verb_run, "measure a program: write its profile" },
   { "report", verb_report, "list the routines of a profile" },
   { "points", verb_points, "the cost of a routine at each input size" },
   { "fit", verb_fit, "which function of the size do costs follow?" },
   { "plot", verb_plot, "draw charts of routines and of profiles" },
   { "html", verb_html, "write a page with all charts, for a browser" },
   { "merge", verb_merge, "make one profile of several" },
   { "diff", verb_diff, "what has changed between two profiles" },
   { "check", verb_check, "do the routines keep to the rules?" },
   { "export", verb_export, "write a profile in the form of another program" },
};

static void print_help(void)
{
   puts("Usage: aprof VERB [OPTION...] [FILE...]\n\n"
        "Input-sensitive profiling: how the cost of each routine grows with "
        "the size\nof its input.\n");
   for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
      printf("  %-8s %s\n", verbs[i].name, verbs[i].purpose);
   puts("\n  aprof VERB --help  the options of a verb\n"
        "  aprof --version    the version of aprof\n\nMore: man aprof");
}

static int run_verb(int argc, char **argv)
{
   if (argc < 2) {
      message_error("no verb is named; see aprof --help");
      return STATUS_UNUSABLE;
   }
   if (strcmp(argv[1], "--help") == 0) {
      print_help();
      return STATUS_DONE;
   }
   if (strcmp(argv[1], "--version") == 0) {
      puts("aprof " PACKAGE_VERSION);
      return STATUS_DONE;
   }
   for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
      if (strcmp(argv[1], verbs[i].name) != 0)
         continue;
      /* A file that grows beyond `ulimit -f` is an error like others.  A
         program that is run would inherit this. */
      if (verbs[i].run != verb_run)
         signal(SIGXFSZ, SIG_IGN);
      return verbs[i].run(argc - 1, argv + 1);
   }
   message_error("unknown verb '%s'; see aprof --help", argv[1]);
   return STATUS_UNUSABLE;
}

/* A standard stream that is closed must not become some file of ours; what is
   written to this one fails. */
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
   status = run_verb(argc, argv);

   /* What did not arrive was not done; but one line tells of one error. */
   if (status != STATUS_UNUSABLE && !outfile_flush_stdout())
      status = STATUS_UNUSABLE;
   return status;
}

/* aprof plot: the verb and its options.

   plot/routine.c has the charts of routines over the size of their input,
   plot/whole_profile.c has the charts of all routines.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/message.h"
#include "cli/outfile.h"
#include "plot/gnuplot.h"
#include "plot/options.h"
#include "plot/routine.h"
#include "plot/sources.h"
#include "plot/what_if.h"
#include "plot/whole_profile.h"
#include "verbs/verbs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Write the size of a picture of text in characters: the terminal's. */
static void put_text_size(FILE *script, const plot_options *o)
{
   struct winsize window;
   unsigned columns = 79, lines = 24;

   if (strcmp(o->out, "-") == 0 && !o->script && isatty(STDOUT_FILENO) &&
       ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0) {
      columns = window.ws_col < 40 ? 40 : window.ws_col - 1;
      if (window.ws_row > 0)
         lines = window.ws_row < 18 ? 16 : window.ws_row - 2;
   }
   fprintf(script, "text_columns = %u\ntext_lines = %u\n", columns,
           lines > columns / 2 ? columns / 2 : lines);
}

static void put_head(FILE *script, const plot_options *o)
{
   fprintf(script,
           "# A chart by aprof plot, with its data.  To draw it:\n"
           "#\n"
           "#   gnuplot -d THIS-FILE > PICTURE.%s\n"
           "\n"
           "kind = '%s'   # of picture: svg, png, pdf or txt\n",
           o->kind, o->kind);
   put_text_size(script, o);
}

static bool draw(const plot_options *o, FILE *script)
{
   outfile out;

   if (!outfile_open_beside(&out, o->out, 0666))
      return false;
   if (!gnuplot_draw(script, out.file, strcmp(o->kind, "txt") == 0)) {
      outfile_discard(&out);
      return false;
   }
   return outfile_close(&out);
}

static bool print(FILE *script)
{
   outfile out;
   char block[65536];
   size_t n;

   if (!outfile_open(&out, "-", 0666))
      return false;
   rewind(script);
   while ((n = fread(block, 1, sizeof block, script)) > 0)
      fwrite(block, 1, n, out.file);
   return outfile_close(&out);
}

static int plot_files(plot *p, char **files, size_t count)
{
   const plot_options *o = p->options;
   FILE *script;
   const char *file;
   int status;

   if (o->chart == CHART_WHAT_IF && count != 1) {
      message_error("plot: the chart what-if draws one file");
      return STATUS_UNUSABLE;
   }
   if (o->chart != CHART_WHAT_IF &&
       !plot_sources_read(p, files, count,
                          o->each || o->chart == CHART_SOURCES))
      return STATUS_UNUSABLE;
   if (o->chart != CHART_WHAT_IF && !plot_sources_find_routines(p))
      return STATUS_NO;
   script = tmpfile();
   if (script == NULL) {
      message_error("cannot make a temporary file: %s", strerror(errno));
      return STATUS_UNUSABLE;
   }
   put_head(script, o);
   status = o->chart == CHART_WHAT_IF
               ? plot_what_if_write(files[0], script, &file)
               : plot_options_is_of_routines(o)
               ? plot_routine_write(p, script, &file)
               : plot_whole_profile_write(p, script, &file);
   if (status == STATUS_DONE) {
      putc('\n', script);
      if (!gnuplot_add_file(script, file)) {
         status = STATUS_UNUSABLE;
      } else if (fflush(script) != 0 || ferror(script)) {
         message_error("cannot write a temporary file: %s", strerror(errno));
         status = STATUS_UNUSABLE;
      } else if (!(o->script ? print(script) : draw(o, script))) {
         status = STATUS_UNUSABLE;
      }
   }
   fclose(script);
   return status;
}

int verb_plot(int argc, char **argv)
{
   plot_options o = { .out = "-", .axes = -1 };
   const option options[] = {
      { "routine", OPTION_LIST, &o.routines, NULL, "NAME",
        "which; may be given several times; see aprof(1), ROUTINES" },
      { "chart", OPTION_CHOICE, &o.chart, plot_options_chart_names, "KIND",
        "of a routine, over the size of its input: worst (default), mean, "
        "best, total, variance, workload, bound; of all routines: induced, "
        "richness, volume, cumulative, sources; of a series of aprof what-if: "
        "what-if" },
      { "metric", OPTION_TEXT, &o.metric_list, NULL, "M[,M...]",
        "trms (default), ext, rms, wms: a panel each" },
      { "g", OPTION_TEXT, &o.bound, NULL, "CLASS",
        "what bound divides by, such as 'O(n log n)' (default: the fitted "
        "class)" },
      { "axes", OPTION_CHOICE, &o.axes, plot_options_axes_names, "KIND",
        "linear, log, log-x or log-y (default: by the data)" },
      { "each", OPTION_FLAG, &o.each, NULL, NULL,
        "each FILE for itself, not merged" },
      { "threads", OPTION_FLAG, &o.threads, NULL, NULL,
        "a series for each thread" },
      { "open", OPTION_FLAG, &o.open, NULL, NULL,
        "with activations that had not ended" },
      { "script", OPTION_FLAG, &o.script, NULL, NULL,
        "print the script for gnuplot, with its data" },
      { "o", OPTION_TEXT, &o.out, NULL, "FILE.svg|png|pdf|txt",
        "the picture (default: text on stdout)" },
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = {
      "plot", "[--routine=NAME] [OPTION...] FILE...",
      "Draws charts of a routine over the size of its input, or of all "
      "routines.",
      options,
   };
   plot p = { .options = &o };
   size_t files;
   int status;

   if (verbs_begin(argc, argv, &table, &files, &status)) {
      status = STATUS_UNUSABLE;
      if (plot_options_complete(&o))
         status = plot_files(&p, argv, files);
      plot_sources_free(&p);
   }
   free(o.routines.values);
   return status;
}

/* aprof plot: the verb and its options.

   plot_routines.c has the charts of a routine over the size of its input,
   plot_profiles.c those of all routines.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "gnuplot.h"
#include "memory.h"
#include "message.h"
#include "outfile.h"
#include "plot.h"
#include "profile_read.h"
#include "routines.h"
#include "verbs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

const char *const plot_chart_names[] = {
   [CHART_WORST] = "worst", [CHART_MEAN] = "mean", [CHART_BEST] = "best",
   [CHART_WORKLOAD] = "workload", [CHART_TOTAL] = "total",
   [CHART_VARIANCE] = "variance", [CHART_BOUND] = "bound",
   [CHART_INDUCED] = "induced", [CHART_RICHNESS] = "richness",
   [CHART_VOLUME] = "volume", [CHART_SOURCES] = "sources",
   [CHART_CUMULATIVE] = "cumulative", NULL
};

const char *const plot_axes_names[] = {
   [AXES_LINEAR] = "linear", [AXES_LOG] = "log", [AXES_LOG_X] = "log-x",
   [AXES_LOG_Y] = "log-y", NULL
};
static const char *const kinds[] = { "svg", "png", "pdf", "txt", NULL };

static bool is_of_routines(const plot_options *o)
{
   return o->chart < CHART_INDUCED;
}

/* --- options --- */

/* `trms,rms`: each once. */
static bool parse_metrics(plot_options *o)
{
   char *list = memory_string(o->metric_list ? o->metric_list : "trms");
   char *rest = list, *name;
   bool good = true;

   while (good && (name = strsep(&rest, ",")) != NULL) {
      prof_metric metric;

      good = model_metric(name, &metric);
      for (size_t i = 0; good && i < o->metric_count; i++)
         good = o->metrics[i] != metric;
      if (good)
         o->metrics[o->metric_count++] = metric;
      else
         message_error("--metric: '%s' is unknown or named twice; there are: "
                       "trms, ext, rms", name);
   }
   free(list);
   return good;
}

static bool choose_kind(plot_options *o)
{
   const char *dot;
   int kind;

   o->kind = "txt";
   if (strcmp(o->out, "-") == 0)
      return true;
   dot = strrchr(o->out, '.');
   kind = dot && !strchr(dot, '/') ? options_choice(kinds, dot + 1) : -1;
   if (kind < 0) {
      message_error("-o %s: a picture's name ends in .svg, .png, .pdf or .txt",
                    o->out);
      return false;
   }
   o->kind = kinds[kind];
   return true;
}

static bool parse_bound(plot_options *o)
{
   if (o->bound == NULL)
      return true;
   o->has_growth = growth_parse(o->bound, &o->growth) &&
                   o->growth.kind != GROWTH_UNDECIDED;
   if (!o->has_growth)
      message_error("--g: '%s' is no class; there are: O(1), O(log n), "
                    "O(sqrt n), O(n), O(n log n), O(n^1.5), O(n^2), "
                    "O(n^2 log n), O(n^3), O(n^K), O(2^n)", o->bound);
   return o->has_growth;
}

/* What would be without effect is refused: it was meant to have one. */
static bool check_chart(const plot_options *o)
{
   const char *chart = plot_chart_names[o->chart], *wrong = NULL;

   if (is_of_routines(o) && o->routines.count == 0) {
      message_error("plot: the chart %s needs --routine=NAME", chart);
      return false;
   }
   if (o->bound && o->chart != CHART_BOUND)
      wrong = "--g";
   else if (!is_of_routines(o) && o->metric_list)
      wrong = "--metric";
   else if (!is_of_routines(o) && o->threads)
      wrong = "--threads";
   else if (o->chart == CHART_SOURCES && o->routines.count > 0)
      wrong = "--routine";
   else if (o->chart == CHART_SOURCES && o->open)
      wrong = "--open";
   else if (o->axes >= 0 && !is_of_routines(o) && o->chart != CHART_RICHNESS)
      wrong = "--axes";
   if (wrong)
      message_error("%s has no meaning in the chart %s", wrong, chart);
   return wrong == NULL;
}

/* --- sources --- */

/* One source for all files, or one for each. */
static bool read_sources(plot *p, char **files, size_t count, bool each)
{
   p->sources = memory_new(each ? count : 1, sizeof *p->sources);
   for (size_t i = 0; i < (each ? count : 1); i++) {
      model *m = profile_read_all(files + i, each ? 1 : count);
      const char *wrong;

      if (m == NULL)
         return false;
      p->sources[p->source_count++] = (plot_source){ .file = files[i],
                                                     .model = m };
      wrong = model_incompatible(p->sources[0].model, m);
      if (wrong) {
         message_error("%s: %s than in %s: no chart can hold both", files[i],
                       wrong, files[0]);
         return false;
      }
   }
   return true;
}

static bool is_among(size_t routine, const plot_source *s)
{
   for (size_t i = 0; i < s->found_count; i++)
      if (s->found[i] == routine)
         return true;
   return false;
}

static void add_found(plot_source *s, const size_t *found, size_t count)
{
   size_t *all = memory_new(s->found_count + count, sizeof *all);

   memcpy(all, s->found, s->found_count * sizeof *all);
   free(s->found);
   s->found = all;
   for (size_t i = 0; i < count; i++)
      if (!is_among(found[i], s))
         s->found[s->found_count++] = found[i];
}

/* Finds one name in all sources.  False: in none. */
static bool find_routine(plot *p, const char *name)
{
   bool any = false;

   for (size_t i = 0; i < p->source_count; i++) {
      plot_source *s = &p->sources[i];
      size_t *found;
      const size_t n = routines_look_up(s->model, name, &found);

      add_found(s, found, n);
      free(found);
      any |= n > 0;
      if (n > 1)
         message_note("%zu routines are found by '%s': each is drawn", n,
                      name);
      s->missing = n == 0;
   }
   if (!any)
      routines_refuse(p->sources[0].model, name);
   for (size_t i = 0; any && i < p->source_count; i++)
      if (p->sources[i].missing)
         message_note("%s: no routine is found by '%s'", p->sources[i].file,
                      name);
   return any;
}

static bool find_routines(plot *p)
{
   const option_list *names = &p->options->routines;

   for (size_t i = 0; i < p->source_count; i++) {
      plot_source *s = &p->sources[i];

      s->labels = routines_labels(s->model);
      s->found = memory_new(s->model->routine_count, sizeof *s->found);
      for (size_t r = 0; names->count == 0 && r < s->model->routine_count; r++)
         s->found[s->found_count++] = r;
   }
   for (size_t i = 0; i < names->count; i++)
      if (!find_routine(p, names->values[i]))
         return false;
   return true;
}

static void free_plot(plot *p)
{
   for (size_t i = 0; i < p->source_count; i++) {
      if (p->sources[i].labels)
         routines_free_labels(p->sources[i].model, p->sources[i].labels);
      model_free(p->sources[i].model);
      free(p->sources[i].found);
   }
   free(p->sources);
}

/* --- drawing --- */

/* The size of a picture of text, in characters: the terminal's. */
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

   if (!read_sources(p, files, count, o->each || o->chart == CHART_SOURCES))
      return STATUS_UNUSABLE;
   if (!find_routines(p))
      return STATUS_NO;
   script = tmpfile();
   if (script == NULL) {
      message_error("cannot make a temporary file: %s", strerror(errno));
      return STATUS_UNUSABLE;
   }
   put_head(script, o);
   status = is_of_routines(o) ? plot_routines(p, script, &file)
                              : plot_profiles(p, script, &file);
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
        "which; may be given several times;\n"
        "                                see aprof(1), ROUTINES" },
      { "chart", OPTION_CHOICE, &o.chart, plot_chart_names, "KIND",
        "of a routine, over the size of its input:\n"
        "                                worst (default), mean, best, total,\n"
        "                                variance, workload, bound;\n"
        "                                of all routines: induced, richness,\n"
        "                                volume, cumulative, sources" },
      { "metric", OPTION_TEXT, &o.metric_list, NULL, "M[,M...]",
        "trms (default), ext, rms: a panel each" },
      { "g", OPTION_TEXT, &o.bound, NULL, "CLASS",
        "what bound divides by, such as 'O(n log n)'\n"
        "                                (default: the fitted class)" },
      { "axes", OPTION_CHOICE, &o.axes, plot_axes_names, "KIND",
        "linear, log, log-x or log-y\n"
        "                                (default: by the data)" },
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
      if (parse_metrics(&o) && choose_kind(&o) && parse_bound(&o) &&
          check_chart(&o))
         status = plot_files(&p, argv, files);
      free_plot(&p);
   }
   free(o.routines.values);
   return status;
}

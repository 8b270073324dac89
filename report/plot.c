/* aprof plot: charts of a routine over the size of its input.

   A chart has one series for each routine that was found, metric, thread (with
   --threads) and file (with --each); what differs between the series names
   them.  They go to a script for gnuplot as points, in the columns of `aprof
   points` as far as the scripts need them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "gnuplot.h"
#include "memory.h"
#include "message.h"
#include "options.h"
#include "outfile.h"
#include "profile_read.h"
#include "routines.h"
#include "text.h"
#include "verbs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SERIES 64
#define TITLE_WIDTH 60
#define NAME_WIDTH 40

static const struct {
   const char *name, *script, *what;
   bool draws_cost;
} charts[] = {
   { "worst", "cost.gp", "Worst-case cost", true },
   { "mean", "cost.gp", "Mean cost", true },
   { "best", "cost.gp", "Best-case cost", true },
   { "workload", "workload.gp", "Workload", false },
};

static const char *const chart_names[] = {
   "worst", "mean", "best", "workload", NULL
};
static const char *const axes_names[] = { "x", "y", "x,y", "none", NULL };
static const char *const kinds[] = { "svg", "png", "pdf", "txt", NULL };

typedef struct {
   const char *routine, *metric_list, *out;
   const char *kind;                  /* of the picture, by out's suffix */
   int chart, axes;
   bool each, open, threads;
   prof_metric metrics[PROF_METRICS];
   size_t metric_count;
} plot_options;

typedef struct {
   const char *file;                  /* with --each */
   model *model;
   char **labels;                     /* of the model's routines */
   size_t *found, found_count;
} source;

typedef struct {
   const source *from;
   size_t routine;
   uint64_t thread;
   prof_metric metric;
   prof_tuple *points;
   size_t count;
} series;

typedef struct {
   source *sources;
   size_t source_count, source_room;
   series *series;
   size_t series_count, series_room;
} plot;

/* --- options --- */

/* `trms,rms`: each once. */
static bool parse_metrics(plot_options *o)
{
   char *list = memory_string(o->metric_list), *rest = list, *name;
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

/* --- sources and series --- */

static void add_source(plot *p, const char *file, model *m)
{
   p->sources = memory_grow(p->sources, p->source_count, &p->source_room,
                            sizeof *p->sources);
   p->sources[p->source_count++] = (source){ .file = file, .model = m };
}

/* One source for all files, or one for each. */
static bool read_sources(plot *p, char **files, size_t count, bool each)
{
   for (size_t i = 0; i < (each ? count : 1); i++) {
      model *m = profile_read_all(files + i, each ? 1 : count);
      const char *wrong;

      if (m == NULL)
         return false;
      add_source(p, files[i], m);
      wrong = model_incompatible(p->sources[0].model, m);
      if (wrong) {
         message_error("%s: %s than in %s: no chart can hold both", files[i],
                       wrong, files[0]);
         return false;
      }
   }
   return true;
}

static size_t find_routines(plot *p, const char *name)
{
   size_t n = 0;

   for (size_t i = 0; i < p->source_count; i++) {
      source *s = &p->sources[i];

      s->labels = routines_labels(s->model);
      s->found_count = routines_find(s->model, name, &s->found);
      n += s->found_count;
   }
   return n;
}

static bool add_series(plot *p, const source *from, size_t routine,
                       uint64_t thread, prof_metric metric, bool open)
{
   series s = { from, routine, thread, metric, NULL, 0 };

   s.points = model_points(from->model, routine, thread, metric, open,
                           &s.count);
   if (s.count == 0) {
      free(s.points);
      return true;
   }
   p->series = memory_grow(p->series, p->series_count, &p->series_room,
                           sizeof *p->series);
   p->series[p->series_count++] = s;
   if (p->series_count > MAX_SERIES) {
      message_error("more than %d series: nobody could read that chart; name "
                    "fewer routines, threads or files", MAX_SERIES);
      return false;
   }
   return true;
}

static bool add_threads(plot *p, const source *from, size_t routine,
                        const plot_options *o)
{
   size_t first, past;

   for (size_t i = 0; i < o->metric_count; i++) {
      if (!o->threads) {
         if (!add_series(p, from, routine, MODEL_ALL_THREADS, o->metrics[i],
                         o->open))
            return false;
         continue;
      }
      model_profs(from->model, routine, &first, &past);
      for (size_t t = first; t < past; t++)
         if (!add_series(p, from, routine, from->model->profs[t].thread,
                         o->metrics[i], o->open))
            return false;
   }
   return true;
}

static bool add_all_series(plot *p, const plot_options *o)
{
   for (size_t i = 0; i < p->source_count; i++)
      for (size_t f = 0; f < p->sources[i].found_count; f++)
         if (!add_threads(p, &p->sources[i], p->sources[i].found[f], o))
            return false;
   if (p->series_count == 0) {
      message_error("'%s' has no points: none of its activations had ended"
                    "%s", o->routine, o->open ? "" : " (--open shows them)");
      return false;
   }
   return true;
}

static const char *shown_name(const series *s)
{
   return s->from->labels[s->routine];
}

/* --- what is written for the script --- */

static char *append(char *text, const char *more)
{
   char *longer = memory_format("%s%s%s", text, *text ? ", " : "", more);

   free(text);
   return longer;
}

/* What tells a series from the others; the caller frees it. */
static char *series_name(const plot *p, const series *s, bool one_routine,
                         const plot_options *o)
{
   char *name = memory_string("");

   if (!one_routine) {
      char *shown = text_shorten(shown_name(s), NAME_WIDTH);

      name = append(name, shown);
      free(shown);
   }
   if (o->metric_count > 1)
      name = append(name, model_metric_names[s->metric]);
   if (o->threads && s->thread != MODEL_ALL_THREADS) {
      char *thread = memory_format("thread %llu",
                                   (unsigned long long)s->thread);

      name = append(name, thread);
      free(thread);
   }
   if (p->source_count > 1) {
      char *file = text_shorten(s->from->file, NAME_WIDTH);

      name = append(name, file);
      free(file);
   }
   return name;
}

static bool has_one_routine(const plot *p)
{
   for (size_t i = 0; i < p->source_count; i++)
      if (p->sources[i].found_count > 1)
         return false;
   return true;
}

/* A name as gnuplot reads it from a file of data: a quote would start a string,
   and a backslash is doubled. */
static void write_name(FILE *f, const char *name)
{
   for (; *name; name++) {
      if (*name == '\\')
         putc('\\', f);
      putc(*name == '"' ? '\'' : *name, f);
   }
}

/* The columns of `aprof points` up to cost_max. */
static void write_series(FILE *f, const series *s, const char *name)
{
   char size[TEXT_NUMBER], calls[TEXT_NUMBER], least[TEXT_NUMBER];
   char mean[TEXT_NUMBER], most[TEXT_NUMBER];

   fputs("routine\tobject\tthread\tsize\tcalls\tcost_min\tcost_mean\t"
         "cost_max\n", f);
   for (size_t i = 0; i < s->count; i++) {
      const prof_tuple *t = &s->points[i];

      write_name(f, name);
      fprintf(f, "\t\t\t%s\t%s\t%s\t%s\t%s\n",
              text_number(size, t->size), text_number(calls, t->calls),
              text_number(least, t->cost.min),
              text_quotient(mean, t->cost.sum, t->calls),
              text_number(most, t->cost.max));
   }
}

static FILE *write_data(const plot *p, const plot_options *o)
{
   const bool one_routine = has_one_routine(p);
   FILE *f = tmpfile();

   if (f == NULL) {
      message_error("cannot make a temporary file: %s", strerror(errno));
      return NULL;
   }
   for (size_t i = 0; i < p->series_count; i++) {
      char *name = series_name(p, &p->series[i], one_routine, o);

      if (i > 0)
         fputs("\n\n", f);
      write_series(f, &p->series[i], name);
      free(name);
   }
   if (fflush(f) != 0 || ferror(f)) {
      message_error("cannot write a temporary file: %s", strerror(errno));
      fclose(f);
      return NULL;
   }
   return f;
}

/* A logarithmic axis has no place for 0.  False: nothing would be left. */
static bool check_zeros(const plot *p, const plot_options *o)
{
   const char *axes = o->axes < 0 ? "" : axes_names[o->axes];
   size_t zeros = 0, all = 0;

   for (size_t i = 0; i < p->series_count; i++) {
      const series *s = &p->series[i];

      for (size_t k = 0; k < s->count; k++)
         if ((strchr(axes, 'x') && s->points[k].size == 0) ||
             (strchr(axes, 'y') && charts[o->chart].draws_cost &&
              s->points[k].cost.min == 0))
            zeros++;
      all += s->count;
   }
   if (zeros == all) {
      message_error("--log=%s: only points at 0, which a logarithmic axis does "
                    "not have", axes);
      return false;
   }
   if (zeros > 0)
      message_note("--log=%s leaves out %zu of %zu points, at 0", axes, zeros,
                   all);
   return true;
}

static bool draw(const plot *p, const plot_options *o)
{
   const model *m = p->sources[0].model;
   char *shown = has_one_routine(p)
                 ? text_shorten(shown_name(&p->series[0]), TITLE_WIDTH)
                 : text_shorten(o->routine, TITLE_WIDTH);
   char *heading = memory_format("%s of %s", charts[o->chart].what, shown);
   char *x = memory_format("input size%s%s%s (cells of %u byte%s)",
                           o->metric_count > 1 ? "" : ", ",
                           o->metric_count > 1 ? "" :
                           model_metric_names[o->metrics[0]],
                           o->open ? ", open ones too" : "", m->cell_size,
                           m->cell_size == 1 ? "" : "s");
   char *y = memory_format("%s%s%s", charts[o->chart].draws_cost ? "cost (" :
                           "calls", charts[o->chart].draws_cost ?
                           model_cost_name(m) : "",
                           charts[o->chart].draws_cost ? ")" : "");
   const char *const arguments[] = {
      o->kind, charts[o->chart].name, o->axes < 0 ? "" : axes_names[o->axes],
      heading, x, y, NULL,
   };
   FILE *data = write_data(p, o);
   outfile out;
   bool good = false;

   if (data && outfile_open(&out, o->out, 0666)) {
      good = gnuplot_draw(charts[o->chart].script, data, arguments, out.file,
                          strcmp(o->kind, "txt") == 0);
      if (good)
         good = outfile_close(&out);
      else
         outfile_discard(&out);
   }
   if (data)
      fclose(data);
   free(shown);
   free(heading);
   free(x);
   free(y);
   return good;
}

static void free_plot(plot *p)
{
   for (size_t i = 0; i < p->series_count; i++)
      free(p->series[i].points);
   free(p->series);
   for (size_t i = 0; i < p->source_count; i++) {
      if (p->sources[i].labels)
         routines_free_labels(p->sources[i].model, p->sources[i].labels);
      model_free(p->sources[i].model);
      free(p->sources[i].found);
   }
   free(p->sources);
}

/* --- the verb --- */

static int plot_files(plot *p, char **files, size_t count,
                      const plot_options *o)
{
   size_t found;

   if (!read_sources(p, files, count, o->each))
      return STATUS_UNUSABLE;
   found = find_routines(p, o->routine);
   if (found == 0) {
      routines_refuse(p->sources[0].model, o->routine);
      return STATUS_NO;
   }
   for (size_t i = 0; i < p->source_count; i++) {
      const source *s = &p->sources[i];

      if (s->found_count == 0)
         message_note("%s: no routine is found by '%s'", s->file, o->routine);
      else if (s->found_count > 1)
         message_note("%zu routines are found by '%s': each is drawn",
                      s->found_count, o->routine);
   }
   if (o->threads)
      verbs_note_folded(p->sources[0].model);
   if (!add_all_series(p, o))
      return p->series_count ? STATUS_UNUSABLE : STATUS_NO;
   if (!check_zeros(p, o) || !draw(p, o))
      return STATUS_UNUSABLE;
   return STATUS_DONE;
}

int verb_plot(int argc, char **argv)
{
   plot_options o = { .metric_list = "trms", .out = "-", .axes = -1 };
   const option options[] = {
      { "routine", OPTION_TEXT, &o.routine, NULL, "NAME",
        "which; see aprof(1), ROUTINES" },
      { "chart", OPTION_CHOICE, &o.chart, chart_names, "KIND",
        "worst (default), mean, best: the cost;\n"
        "                                workload: the calls" },
      { "metric", OPTION_TEXT, &o.metric_list, NULL, "M[,M...]",
        "trms (default), ext, rms: a series each" },
      { "log", OPTION_CHOICE, &o.axes, axes_names, "x|y|x,y|none",
        "logarithmic axes (default: by the data)" },
      { "each", OPTION_FLAG, &o.each, NULL, NULL,
        "a series for each FILE, not merged" },
      { "threads", OPTION_FLAG, &o.threads, NULL, NULL,
        "a series for each thread" },
      { "open", OPTION_FLAG, &o.open, NULL, NULL,
        "with activations that had not ended" },
      { "o", OPTION_TEXT, &o.out, NULL, "FILE.svg|png|pdf|txt",
        "the picture (default: text on stdout)" },
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = {
      "plot", "--routine=NAME [OPTION...] FILE...",
      "Draws the cost or the calls of a routine over the size of its input.",
      options,
   };
   plot p = { .sources = NULL };
   size_t files;
   int status;

   if (!verbs_begin(argc, argv, &table, &files, &status))
      return status;
   if (!parse_metrics(&o) || !choose_kind(&o))
      return STATUS_UNUSABLE;
   if (o.routine == NULL) {
      message_error("plot: the chart %s needs --routine=NAME",
                    chart_names[o.chart]);
      return STATUS_UNUSABLE;
   }
   status = plot_files(&p, argv, files, &o);
   free_plot(&p);
   return status;
}

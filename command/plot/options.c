/* The options of aprof plot.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plot/options.h"
#include "base/memory.h"
#include "base/message.h"

#include <stdlib.h>
#include <string.h>

const char *const plot_options_chart_names[] = {
   [CHART_WORST] = "worst", [CHART_MEAN] = "mean", [CHART_BEST] = "best",
   [CHART_WORKLOAD] = "workload", [CHART_TOTAL] = "total",
   [CHART_VARIANCE] = "variance", [CHART_BOUND] = "bound",
   [CHART_INDUCED] = "induced", [CHART_RICHNESS] = "richness",
   [CHART_VOLUME] = "volume", [CHART_SOURCES] = "sources",
   [CHART_CUMULATIVE] = "cumulative", [CHART_WHAT_IF] = "what-if", NULL
};

const char *const plot_options_axes_names[] = {
   [AXES_LINEAR] = "linear", [AXES_LOG] = "log", [AXES_LOG_X] = "log-x",
   [AXES_LOG_Y] = "log-y", NULL
};
static const char *const kinds[] = { "svg", "png", "pdf", "txt", NULL };

bool plot_options_is_of_routines(const plot_options *o)
{
   return o->chart < CHART_INDUCED;
}

/* Read `trms,rms`: each metric at most once. */
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
                       "trms, ext, rms, wms", name);
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

/* Refuse options that would have no effect in the chart. */
static bool check_chart(const plot_options *o)
{
   const char *chart = plot_options_chart_names[o->chart], *wrong = NULL;

   if (plot_options_is_of_routines(o) && o->routines.count == 0) {
      message_error("plot: the chart %s needs --routine=NAME", chart);
      return false;
   }
   if (o->bound && o->chart != CHART_BOUND)
      wrong = "--g";
   else if (!plot_options_is_of_routines(o) && o->metric_list)
      wrong = "--metric";
   else if (!plot_options_is_of_routines(o) && o->threads)
      wrong = "--threads";
   else if ((o->chart == CHART_SOURCES || o->chart == CHART_WHAT_IF)
            && o->routines.count > 0)
      wrong = "--routine";
   else if ((o->chart == CHART_SOURCES || o->chart == CHART_WHAT_IF)
            && o->open)
      wrong = "--open";
   else if (o->axes >= 0 && !plot_options_is_of_routines(o) &&
            o->chart != CHART_RICHNESS)
      wrong = "--axes";
   if (wrong)
      message_error("%s has no meaning in the chart %s", wrong, chart);
   return wrong == NULL;
}

bool plot_options_complete(plot_options *o)
{
   return parse_metrics(o) && choose_kind(o) && parse_bound(o) &&
          check_chart(o);
}

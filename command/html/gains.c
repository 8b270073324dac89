/* The block of the page with a series of aprof what-if: see gains.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "html/gains.h"
#include "formats/json_value.h"
#include "whatif/gains_sentences.h"
#include "whatif/growth.h"
#include "whatif/wanted.h"

#include <math.h>
#include <stdlib.h>

enum { DIGITS = 6 };

/* Return the points that were measured: percent, gain, and the interval of the
   gain if it is known and not empty. */
static json_t *make_points(const whatif *s, const gains_row *r)
{
   json_t *points = json_array();

   for (size_t i = 0; i < r->count; i++) {
      const whatif_point *p = r->points[i];
      json_t *point = json_array();
      whatif_estimate e;
      double low, high;

      if (p->state != POINT_DONE) {
         json_decref(point);
         continue;
      }
      json_value_append(point, json_value_whole(p->percent));
      e = whatif_gain(s, p);
      low = e.gain - e.error;
      high = e.gain + e.error;
      json_value_append(point, json_value_real(e.gain, DIGITS));
      if (growth_interval(s, r, p, &low, &high) || whatif_is_uncertain(&e)) {
         json_value_append(point, json_value_real(low, DIGITS));
         json_value_append(point, json_value_real(high, DIGITS));
      }
      json_value_append(points, point);
   }
   return points;
}

static json_t *share(double percent)
{
   return isnan(percent) ? json_null() : json_value_real(percent, DIGITS);
}

static json_t *make_row(const whatif *s, const gains_row *r)
{
   const whatif_growth *g = growth_find(s, r->name);
   json_t *row = json_object();

   json_value_set(row, "name", json_value_text(r->name));
   json_value_set(row, "short", json_value_text(r->shown));
   json_value_set(row, "self", share(r->self));
   json_value_set(row, "slope", share(r->slope));
   json_value_set(row, "growth", g ? json_value_real(g->factor, DIGITS)
                                   : json_null());
   json_value_set(row, "points", make_points(s, r));
   return row;
}

static json_t *make_sentences(const whatif *s)
{
   char *text = NULL;
   size_t size;
   FILE *f = open_memstream(&text, &size);
   json_t *value;

   if (f == NULL)
      return json_value_text("");
   gains_sentences_print(s, f);
   fclose(f);
   value = json_value_text(text);
   free(text);
   return value;
}

/* Return what a view tells of one progress point, or of the program's time. */
static json_t *make_measure(const whatif *view)
{
   json_t *measure = json_object(), *list = json_array();
   size_t count;
   gains_row *rows = gains_rows(view, &count);
   char *subject = gains_subject(view);

   for (size_t i = 0; i < count; i++)
      json_value_append(list, make_row(view, &rows[i]));
   gains_free(rows, count);
   json_value_set(measure, "subject", json_value_text(subject));
   json_value_set(measure, "rows", list);
   json_value_set(measure, "sentences", make_sentences(view));
   free(subject);
   return measure;
}

void html_gains_write(const whatif *s, FILE *file)
{
   json_t *series, *measures;

   if (s == NULL) {
      fputs("null", file);
      return;
   }
   series = json_object();
   measures = json_array();
   for (size_t i = 0; i < whatif_measures(s); i++) {
      const whatif view = whatif_view(s, i);

      json_value_append(measures, make_measure(&view));
   }
   json_value_set(series, "kind", json_value_text(wanted_kind(s)));
   json_value_set(series, "cores", json_value_whole(s->settings[WHATIF_CORES]));
   json_value_set(series, "scale", json_value_whole(s->scale));
   json_value_set(series, "measures", measures);
   json_value_write_script(file, series);
}

/* The picture of a routine's flow of control.

   Nodes stand in one column, so that a jump back, which is a loop, always goes
   up at the left, and a jump forward down at the right.  The nearer lanes
   belong to the shorter jumps, so that nested loops are nested arcs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/list_chart.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/numbers.h"
#include "cli/outfile.h"
#include "samples/charge.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Blocks with less than this part of the time are put together. */
#define LEAST_PART 0.01
/* Instructions that a node shows: those with most time. */
#define MOST_LINES 8

enum { LINE = 15, GAP = 22, WIDTH = 520, LANE = 13, TOP = 62, MARGIN = 24,
       HEAD = 20 };

/* Some blocks, one after the other. */
typedef struct {
   size_t first, past;                /* blocks */
   bool shown;                        /* one block, with its instructions */
   double weight;
   int y, height;
} node;

/* Ways from a node to another; up: back, or to itself. */
typedef struct {
   size_t from, to;
   double executions;
   bool up;
   int lane;
} way;

typedef struct {
   const list_chart *chart;
   FILE *f;
   node *nodes;
   size_t node_count;
   size_t *node_of;                   /* of each block */
   way *ways;
   size_t way_count, way_room;
   int lanes[2];                      /* right, left */
   int x;                             /* of the nodes */
} drawing;

/* --- nodes --- */

static void make_nodes(drawing *d)
{
   const listing *l = d->chart->l;
   const size_t count = l->c.block_count;

   d->nodes = memory_new(count, sizeof *d->nodes);
   d->node_of = memory_new(count, sizeof *d->node_of);
   for (size_t b = 0; b < count; b++) {
      const double weight = listing_block_weight(l, b);
      const bool shown = weight >= LEAST_PART * d->chart->weight;
      node *last = d->node_count > 0 ? &d->nodes[d->node_count - 1] : NULL;

      if (shown || last == NULL || last->shown)
         d->nodes[d->node_count++] = (node){ b, b, shown, 0, 0, 0 };
      last = &d->nodes[d->node_count - 1];
      last->past = b + 1;
      last->weight += weight;
      d->node_of[b] = d->node_count - 1;
   }
}

/* Return whether an instruction is one of those that its node shows. */
static bool is_shown(const listing *l, const code_block *b, size_t i)
{
   size_t more = 0;

   for (size_t k = b->first; k < b->past; k++)
      more += k < i ? l->weights[k] >= l->weights[i]
                    : l->weights[k] > l->weights[i];
   return more < MOST_LINES;
}

static int lines_of(const drawing *d, const node *n)
{
   const code_block *b = &d->chart->l->c.blocks[n->first];
   const size_t count = b->past - b->first;

   return !n->shown || !d->chart->l->by_instruction ? 0 :
          count < MOST_LINES ? count : MOST_LINES;
}

static void place_nodes(drawing *d)
{
   int y = TOP;

   for (size_t i = 0; i < d->node_count; i++) {
      node *n = &d->nodes[i];

      n->y = y;
      n->height = HEAD + lines_of(d, n) * LINE + (lines_of(d, n) > 0 ? 6 : 0);
      y += n->height + GAP;
   }
}

/* --- ways --- */

static void add_way(drawing *d, size_t from, size_t to, double executions)
{
   const bool inside = from == to && !d->nodes[from].shown;

   if (inside || executions <= 0)
      return;
   for (size_t i = 0; i < d->way_count; i++)
      if (d->ways[i].from == from && d->ways[i].to == to) {
         d->ways[i].executions += executions;
         return;
      }
   d->ways = memory_grow(d->ways, d->way_count, &d->way_room, sizeof *d->ways);
   d->ways[d->way_count++] = (way){ from, to, executions, to <= from, 0 };
}

static size_t length(const way *w)
{
   return w->up ? w->from - w->to : w->to - w->from;
}

static int compare_ways(const void *p, const void *q)
{
   const way *a = p, *b = q;

   if (length(a) != length(b))
      return length(a) < length(b) ? -1 : 1;
   return (a->from > b->from) - (a->from < b->from);
}

static bool overlap(const way *a, const way *b)
{
   const size_t a_low = a->up ? a->to : a->from, a_high = a_low + length(a);
   const size_t b_low = b->up ? b->to : b->from, b_high = b_low + length(b);

   return a_low <= b_high && b_low <= a_high;
}

/* Return whether a way is an arrow from a node down to the next. */
static bool is_straight(const way *w)
{
   return w->to == w->from + 1;
}

static void make_ways(drawing *d)
{
   const listing *l = d->chart->l;
   charge_ways *out = charge_ways_of(&l->c, l->executions);

   for (size_t b = 0; b < l->c.block_count; b++) {
      const size_t last = l->c.blocks[b].past - 1;
      const size_t target = l->c.list[last].target;

      if (b + 1 < l->c.block_count)
         add_way(d, d->node_of[b], d->node_of[b + 1], out[b].on);
      if (target != CODE_NONE)
         add_way(d, d->node_of[b], d->node_of[l->c.list[target].block],
                 out[b].target);
   }
   free(out);
   if (d->way_count > 1)
      qsort(d->ways, d->way_count, sizeof *d->ways, compare_ways);
   for (size_t i = 0; i < d->way_count; i++) {
      way *w = &d->ways[i];

      for (size_t k = 0; k < i; k++)
         if (!is_straight(w) && d->ways[k].up == w->up &&
             !is_straight(&d->ways[k]) && overlap(w, &d->ways[k]) &&
             d->ways[k].lane >= w->lane)
            w->lane = d->ways[k].lane + 1;
      if (!is_straight(w) && w->lane + 1 > d->lanes[w->up])
         d->lanes[w->up] = w->lane + 1;
   }
}

/* --- SVG --- */

static void put_text(FILE *f, const char *text)
{
   for (; *text; text++)
      switch (*text) {
      case '&': fputs("&amp;", f); break;
      case '<': fputs("&lt;", f); break;
      case '>': fputs("&gt;", f); break;
      default: putc((unsigned char)*text < ' ' ? ' ' : *text, f);
      }
}

/* Write the colour of a part of the time: white to red, on a scale of roots, so
   that a tenth is seen. */
static void put_colour(FILE *f, double part)
{
   const double heat = sqrt(part < 0 ? 0 : part > 1 ? 1 : part);

   fprintf(f, "#%02x%02x%02x", 255 - (int)(16 * heat), 255 - (int)(135 * heat),
           255 - (int)(160 * heat));
}

static double part_of(const drawing *d, double weight)
{
   return d->chart->weight > 0 ? weight / d->chart->weight : 0;
}

static void put_line(const drawing *d, size_t i, int y)
{
   const listing *l = d->chart->l;
   const double part = part_of(d, l->weights[i]);
   const listing_evidence e = listing_evidence_of(l, i);

   fprintf(d->f, "<rect x='%d' y='%d' width='50' height='%d' fill='", d->x + 4,
           y - 11, LINE - 1);
   put_colour(d->f, part);
   fprintf(d->f, "'/><text x='%d' y='%d' class='n'>", d->x + 50, y);
   if (part >= 0.0005)
      fprintf(d->f, "%.1f", 100 * part);
   fprintf(d->f, "</text><text x='%d' y='%d'>%" PRIx64 "  ", d->x + 60, y,
           l->c.list[i].address);
   put_text(d->f, l->c.list[i].text);
   fprintf(d->f, "</text><text x='%d' y='%d' class='n'>%s</text>\n",
           d->x + WIDTH - 8, y, e.letters);
}

static void put_head(const drawing *d, const node *n)
{
   const listing *l = d->chart->l;
   const code_block *b = &l->c.blocks[n->first];
   const size_t first = b->first;

   fprintf(d->f, "<text x='%d' y='%d' class='h'>", d->x + 8, n->y + 14);
   if (!n->shown) {
      fprintf(d->f, "%zu block%s, %.1f %%</text>\n", n->past - n->first,
              n->past - n->first == 1 ? "" : "s", 100 * part_of(d, n->weight));
      return;
   }
   fprintf(d->f, "%" PRIx64 ": %.1f %%", l->c.list[first].address,
           100 * part_of(d, n->weight));
   if (l->executions && l->executions[first] > 0) {
      char times[NUMBERS_TEXT];

      fprintf(d->f, ", %s times, %.3g %s each",
              numbers_short(times, l->executions[first]),
              n->weight / l->executions[first], d->chart->unit);
   }
   if (b->past - b->first > MOST_LINES && l->by_instruction)
      fprintf(d->f, ", %d of %zu instructions", MOST_LINES,
              b->past - b->first);
   fputs("</text>\n", d->f);
}

static void put_node(const drawing *d, const node *n)
{
   const code_block *b = &d->chart->l->c.blocks[n->first];
   int y = n->y + HEAD + 12;

   fprintf(d->f, "<rect x='%d' y='%d' width='%d' height='%d' rx='3' class='b' "
           "fill='", d->x, n->y, WIDTH, n->height);
   put_colour(d->f, part_of(d, n->weight) * (lines_of(d, n) > 0 ? 0.3 : 1));
   fputs("'/>\n", d->f);
   put_head(d, n);
   if (lines_of(d, n) == 0)
      return;
   for (size_t i = b->first; i < b->past; i++)
      if (is_shown(d->chart->l, b, i)) {
         put_line(d, i, y);
         y += LINE;
      }
}

/* Write the line of a way: the thicker the more often it is gone. */
static void put_way(const drawing *d, const way *w, double most)
{
   const node *from = &d->nodes[w->from], *to = &d->nodes[w->to];
   const double width = 1 + 3 * sqrt(w->executions / most);
   const int side = w->up ? -1 : 1;
   const int edge = w->up ? d->x : d->x + WIDTH;
   const int out = edge + side * (LANE * w->lane + 12);
   char times[NUMBERS_TEXT];

   fprintf(d->f, "<path class='w' stroke-width='%.1f' marker-end='url(#a)' d='",
           width);
   if (is_straight(w))
      fprintf(d->f, "M%d %dV%d", d->x + 40, from->y + from->height,
              to->y - 5);
   else
      fprintf(d->f, "M%d %dC%d %d %d %d %d %d", edge,
              from->y + from->height - 6, out + side * 8,
              from->y + from->height - 6, out + side * 8, to->y + 8,
              edge + side * 5, to->y + 8);
   fprintf(d->f, "'><title>%s times</title></path>\n",
           d->chart->l->executions ? numbers_short(times, w->executions)
                                   : "not counted");
}

static void put_picture(const drawing *d)
{
   const node *last = &d->nodes[d->node_count - 1];
   const int width = d->x + WIDTH + d->lanes[0] * LANE + MARGIN;
   double most = 0;

   fprintf(d->f, "<svg xmlns='http://www.w3.org/2000/svg' width='%d' "
           "height='%d' viewBox='0 0 %d %d'>\n<style>text{font:12px "
           "monospace;white-space:pre;fill:#222}.h{font-weight:bold}.n{"
           "text-anchor:end}.t{font:bold 16px sans-serif}.s{font:12px "
           "sans-serif}.b{stroke:#888}.w{fill:none;stroke:#456}</style>\n"
           "<defs><marker id='a' viewBox='0 0 8 8' refX='4' refY='4' "
           "markerWidth='8' markerHeight='8' markerUnits='userSpaceOnUse' "
           "orient='auto'><path d='M0 0L8 4L0 8z' fill='#456'/></marker></defs>"
           "\n<rect width='100%%' height='100%%' fill='#fff'/>\n", width,
           last->y + last->height + MARGIN, width,
           last->y + last->height + MARGIN);
   fprintf(d->f, "<text x='%d' y='24' class='t'>", d->x);
   put_text(d->f, d->chart->title);
   fprintf(d->f, "</text>\n<text x='%d' y='44' class='s'>", d->x);
   put_text(d->f, d->chart->subtitle);
   fputs("</text>\n", d->f);
   for (size_t i = 0; i < d->way_count; i++)
      most = fmax(most, d->ways[i].executions);
   for (size_t i = 0; i < d->way_count; i++)
      put_way(d, &d->ways[i], most);
   for (size_t i = 0; i < d->node_count; i++)
      put_node(d, &d->nodes[i]);
   fputs("</svg>\n", d->f);
}

bool list_chart_draw(const char *name, const list_chart *chart)
{
   const char *dot = strrchr(name, '.');
   drawing d = { .chart = chart };
   outfile out;

   if (strcmp(name, "-") != 0 && (dot == NULL || strcmp(dot, ".svg") != 0)) {
      message_error("--chart=%s: this picture's name ends in .svg", name);
      return false;
   }
   if (!outfile_open_beside(&out, name, 0666))
      return false;
   d.f = out.file;
   make_nodes(&d);
   place_nodes(&d);
   make_ways(&d);
   d.x = MARGIN + d.lanes[1] * LANE;
   put_picture(&d);
   free(d.nodes);
   free(d.node_of);
   free(d.ways);
   return outfile_close(&out);
}

/* Progress points: see progress.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sched/progress.h"
#include "base/filters.h"
#include "base/options.h"
#include "guest/guest_fields.h"
#include "sched/parts.h"
#include "sched/sched.h"
#include "pub_tool_xarray.h"

struct _ProgressPoint {
   HChar *name;
   Bool is_pair;
   ULong visits, first, last;
   ULong begun, ended;
   ULong total;       /* times of the ends less times of the begins: it may
                         wrap in between */
};

typedef struct {
   Addr address;
   ProgressEvent event;
   ProgressPoint *point;
} Counter;

static XArray *points;        /* of pointers: instrumented code has them */
static XArray *counters;
ProgressCounters progress_counters;

static Word count(XArray *list)
{
   return list == NULL ? 0 : VG_(sizeXA)(list);
}

static ProgressPoint *point_of(const HChar *name, Bool is_pair)
{
   ProgressPoint *p;

   for (Word i = 0; i < count(points); i++) {
      p = *(ProgressPoint **)VG_(indexXA)(points, i);
      if (p->is_pair == is_pair && VG_STREQ(p->name, name))
         return p;
   }
   if (points == NULL)
      points = VG_(newXA)(VG_(malloc), "aprof.progress.points", VG_(free),
                          sizeof p);
   p = VG_(calloc)("aprof.progress.point", 1, sizeof *p);
   p->name = VG_(strdup)("aprof.progress.name", name);
   p->is_pair = is_pair;
   VG_(addToXA)(points, &p);
   return p;
}

/* Threads differ in time by less than a quantum: a later visit may have an
   earlier time. */
static void happens(ProgressPoint *p, ProgressEvent event, ULong now)
{
   switch (event) {
   case PROGRESS_VISIT:
      if (p->visits++ == 0 || now < p->first)
         p->first = now;
      if (now > p->last)
         p->last = now;
      break;
   case PROGRESS_BEGIN:
      p->begun++;
      p->total -= now;
      break;
   case PROGRESS_END:
      p->ended++;
      p->total += now;
      break;
   }
}

void progress_happens(const HChar *name, ProgressEvent event, ULong now)
{
   if (sched_is_on())
      happens(point_of(name, event != PROGRESS_VISIT), event, now);
}

ProgressPoint *progress_of_routine(const Routine *r)
{
   return filters_are_given(FILTER_PROGRESS)
          && filters_name(FILTER_PROGRESS, r->name, r->object->name)
          ? point_of(r->name, False) : NULL;
}

typedef struct {
   Part part;
   Addr insn;         /* 0: not known yet */
   ProgressPoint *point;
} LinePoint;

static LinePoint *lines;      /* of --progress */

static void read_lines(XArray *list)
{
   lines = VG_(calloc)("aprof.progress.lines", VG_(sizeXA)(list),
                       sizeof *lines);
   for (Word i = 0; i < VG_(sizeXA)(list); i++) {
      const HChar *text = *(const HChar **)VG_(indexXA)(list, i);
      lines[i].part = parts_parse(text);
      lines[i].point = point_of(text, False);
   }
}

ProgressPoint *progress_of_line(const InsnOwner *o)
{
   XArray *list = tool_options.progress_lines;

   if (list != NULL && lines == NULL)
      read_lines(list);
   for (Word i = 0; lines != NULL && i < VG_(sizeXA)(list); i++) {
      LinePoint *p = &lines[i];
      if (p->insn == 0 && parts_has(&p->part, o))
         p->insn = o->insn;
      if (p->insn == o->insn)
         return p->point;
   }
   return NULL;
}

void progress_counter(const HChar *name, ProgressEvent event, Addr address)
{
   Counter c = { address, event, point_of(name, event != PROGRESS_VISIT) };
   ProgressCounters *all = &progress_counters;
   Addr past = all->first + all->bytes;

   if (counters == NULL) {
      counters = VG_(newXA)(VG_(malloc), "aprof.progress.counters", VG_(free),
                            sizeof c);
      all->first = past = address;
   }
   VG_(addToXA)(counters, &c);
   if (address < all->first)
      all->first = address;
   if (address + sizeof(UWord) > past)
      past = address + sizeof(UWord);
   all->bytes = past - all->first;
}

void progress_each(ULong now,
                   void (*visits)(const HChar *name, ULong count, ULong first,
                                  ULong last),
                   void (*pairs)(const HChar *name, ULong begun, ULong ended,
                                 ULong total))
{
   for (Word i = 0; i < count(points); i++) {
      const ProgressPoint *p = *(ProgressPoint **)VG_(indexXA)(points, i);
      if (p->is_pair)
         pairs(p->name, p->begun, p->ended,
               p->total + (p->begun > p->ended
                           ? (p->begun - p->ended) * now : 0));
      else
         visits(p->name, p->visits, p->first, p->last);
   }
}

void progress_entered(UChar *guest, ProgressPoint *point)
{
   if (sched_is_on())
      happens(point, PROGRESS_VISIT,
              sched_time(guest_fields_in(guest)->time_left));
}

void progress_counted(UChar *guest, Addr address)
{
   for (Word i = 0; i < count(counters) && sched_is_on(); i++) {
      const Counter *c = VG_(indexXA)(counters, i);
      if (c->address == address)
         happens(c->point, c->event,
                 sched_time(guest_fields_in(guest)->time_left));
   }
}

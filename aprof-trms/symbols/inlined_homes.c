/* Inlined calls and routines out of line of one source: see
   symbols/inlined_homes.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/inlined_homes.h"
#include "base/tool_text.h"
#include "elf/source_names.h"
#include "symbols/host_source.h"
#include "pub_tool_hashtable.h"

/* A routine of which there are inlined calls. */
typedef struct _InlinedHome {
   struct _InlinedHome *next;
   Routine *routine;
   const HChar *name, *file;    /* of the inlined calls */
   const SourceLines *lines;    /* of the inlined calls */
   const HChar *shown;          /* the routine's name, without a line */
   Bool is_adopted;             /* it is the home of a routine out of line, too,
                                   and has the identity of that */
   Bool has_twin;               /* what is shown and the file are another
                                   routine's, too */
   UInt named_by;               /* the line in its name; 0: there is none */
} InlinedHome;

static InlinedHome *inlined_homes;

/* Routines out of line, and homes of inlined calls, that may have one source:
   they are in a list for the bare name and the file, and in one for what the
   debug information says.  What has_name() finds to be the same is in one list:
   two known sources are compared with each other, and otherwise bare name and
   file without its folder are.  A list may have others, too, as the key is a
   hash value, so has_name() decides.  To look for a routine in its lists takes
   time for those of its name, not for all. */
typedef struct _Relative {
   struct _Relative *next;
   InlinedHome *home;           /* or NULL */
   Routine *routine;
} Relative;

typedef struct _Relatives {
   struct _Relatives *next;     /* as VgHashNode has them */
   UWord key;
   Relative *homes, *routines;  /* the last one that was added first */
} Relatives;

static VgHashTable *all_relatives;

/* The keys of the two lists; the second is 0 if the source is not known. */
typedef struct { UWord of[2]; } RelativeKeys;

static UWord add_text(UWord key, const HChar *text, SizeT length)
{
   for (SizeT i = 0; i < length; i++)
      key = (key ^ (UChar)text[i]) * 0x100000001b3;
   return key;
}

static RelativeKeys keys_of(const HChar *plain, SizeT length, const HChar *file,
                            const RecordedRoutine *source)
{
   const HChar *base = text_base(file);

   return (RelativeKeys){ { add_text(add_text(1, plain, length), base,
                                     VG_(strlen)(base)), (UWord)source } };
}

static RelativeKeys keys_of_routine(const Routine *r)
{
   SizeT length;
   const HChar *plain = source_names_bare(r->name, &length);

   return keys_of(plain, length, r->file, r->source);
}

/* Return the relatives of a key; NULL: there are none. */
static Relatives *relatives_of(UWord key)
{
   return key == 0 || all_relatives == NULL
          ? NULL : VG_(HT_lookup)(all_relatives, key);
}

static void add_relative(RelativeKeys keys, Routine *routine, InlinedHome *home)
{
   if (all_relatives == NULL)
      all_relatives = VG_(HT_construct)("aprof.inlined_homes.relatives");
   for (UInt i = 0; i < 2; i++) {
      Relatives *list = relatives_of(keys.of[i]);
      Relative *one, **first;

      if (keys.of[i] == 0 || (i == 1 && keys.of[0] == keys.of[1]))
         continue;
      if (list == NULL) {
         list = VG_(calloc)("aprof.inlined_homes.relatives", 1, sizeof *list);
         list->key = keys.of[i];
         VG_(HT_add_node)(all_relatives, list);
      }
      first = home != NULL ? &list->homes : &list->routines;
      one = VG_(malloc)("aprof.inlined_homes.relative", sizeof *one);
      *one = (Relative){ *first, home, routine };
      *first = one;
   }
}

/* Homes in the order of `inlined_homes`, the last one first, without the
   others: a walk along two lists at once, in which routines have descending
   numbers. */
typedef struct { const Relative *at[2]; } HomeWalk;

static HomeWalk walk_homes(RelativeKeys keys)
{
   HomeWalk w;

   for (UInt i = 0; i < 2; i++) {
      const Relatives *list = relatives_of(keys.of[i]);
      w.at[i] = list == NULL ? NULL : list->homes;
   }
   return w;
}

static InlinedHome *next_home(HomeWalk *w)
{
   InlinedHome *h = NULL;

   for (UInt i = 0; i < 2; i++)
      if (w->at[i] != NULL
          && (h == NULL || w->at[i]->routine->id > h->routine->id))
         h = w->at[i]->home;
   for (UInt i = 0; i < 2; i++)
      if (w->at[i] != NULL && w->at[i]->home == h)
         w->at[i] = w->at[i]->next;
   return h;
}

/* May there be inlined calls of the routine out of line? */
static Bool may_be_inlined(const Routine *r)
{
   return r->has_symbol
          && (!r->special || r->observed != NULL
              || (!r->hidden && r->memory != NULL
                  && r->memory->kind == ZONE_GROWTH));
}

/* Do inlined calls have the name and the file of a routine out of line? */
static Bool has_name(const Routine *r, RecordedRoutine *source,
                     const HChar *name, const HChar *file)
{
   return r->source != NULL && source != NULL
          ? r->source == source && !source_names_is_part(r->name)
          : source_names_same(r->name, r->file, name, file);
}

/* Are these calls of the routine out of line, which has their name and file? */
static Bool has_lines(const Routine *r, RecordedRoutine *source,
                      const SourceLines *lines)
{
   SourceLines own;

   if (r->source != NULL && source != NULL)
      return True;
   own = host_source_lines(r->entry);
   return source_lines_distance(&own, lines) == 0;
}

/* If there are inlined calls of a new routine out of line already, then their
   home becomes its home, and gets its identity.  Return True in this case. */
static Bool adopt_home(Routine *r)
{
   if (!may_be_inlined(r))
      return False;
   HomeWalk walk = walk_homes(keys_of_routine(r));
   for (InlinedHome *h; (h = next_home(&walk)) != NULL; )
      if (h->routine->object == r->object && !h->is_adopted
          && has_name(r, h->routine->source, h->name, h->file)) {
         if (!has_lines(r, h->routine->source, h->lines)) {
            h->has_twin = True;
            continue;
         }
         h->is_adopted = True;
         r->home = h->routine;
         r->pending = r->home->pending;
         r->home->offset = r->offset;
         r->home->name = r->name;
         r->home->file = r->file;
         r->home->line = r->line;
         return True;
      }
   return False;
}

Bool inlined_homes_see(Routine *r)
{
   Bool is_adopted = adopt_home(r);

   if (r->has_symbol)
      add_relative(keys_of_routine(r), r, NULL);
   return is_adopted;
}

/* Are the calls of the home, which has their name and file, calls of the same
   routine? */
static Bool is_home(const InlinedHome *h, const InlinedSource *s)
{
   return h->routine->source != NULL || s->record != NULL
          ? h->routine->source == s->record
          : source_lines_distance(h->lines, s->lines) == 0;
}

/* Return the routine out of line, the first of several, of which calls are that
   are inlined; NULL: there is none.  *has_twin: there is one of their name and
   file in other lines. */
static Routine *routine_out_of_line(RelativeKeys keys, const InlinedSource *s,
                                    Bool *has_twin)
{
   Routine *found = NULL;

   for (UInt i = 0; i < 2; i++) {
      const Relatives *list = relatives_of(keys.of[i]);

      for (const Relative *one = list == NULL ? NULL : list->routines;
           one != NULL; one = one->next) {
         Routine *r = one->routine;
         if (r->home != r || r->object != s->object || !may_be_inlined(r)
             || !has_name(r, s->record, s->name, s->file))
            continue;
         if (!has_lines(r, s->record, s->lines))
            *has_twin = True;
         else if (found == NULL || r->id < found->id)
            found = r;
      }
   }
   return found;
}

const HChar *inlined_homes_name(const InlinedSource *s)
{
   const HChar *whole = s->record == NULL ? NULL
                                          : inlined_records_whole(s->record);

   return whole != NULL ? whole : s->name;
}

static RelativeKeys keys_of_source(const InlinedSource *s)
{
   return keys_of(s->name, VG_(strlen)(s->name), s->file, s->record);
}

Routine *inlined_homes_find(const InlinedSource *s, Bool *has_twin)
{
   const RelativeKeys keys = keys_of_source(s);
   const HChar *shown = inlined_homes_name(s);
   HomeWalk walk = walk_homes(keys);
   InlinedHome *h;

   *has_twin = False;
   while ((h = next_home(&walk)) != NULL)
      if (h->routine->object == s->object && VG_STREQ(h->name, s->name)
          && VG_STREQ(h->file, s->file)) {
         if (is_home(h, s))
            return h->routine;
         if (VG_STREQ(h->shown, shown))
            h->has_twin = *has_twin = True;
      }
   return routine_out_of_line(keys, s, has_twin);
}

void inlined_homes_add(const InlinedSource *s, Routine *r, Bool has_twin)
{
   InlinedHome *h = VG_(malloc)("aprof.inlined_homes.home", sizeof *h);

   *h = (InlinedHome){
      .next = inlined_homes, .routine = r,
      .name = VG_(strdup)("aprof.inlined_homes.name", s->name),
      .file = r->file, .lines = s->lines, .shown = r->name,
      .has_twin = has_twin
   };
   inlined_homes = h;
   add_relative(keys_of_source(s), r, h);
}

/* Return how many homes that were named before have the name and file. */
static UInt count_named(const InlinedHome *until, const HChar *name)
{
   UInt n = 0;

   for (const InlinedHome *h = inlined_homes; h != until; h = h->next)
      n += h->routine->object == until->routine->object
           && VG_STREQ(h->file, until->file)
           && text_begins(h->routine->name, name);
   return n;
}

/* Routines of its calls may have the name before: it stays.  Of several in one
   line all but one have a number, too. */
void inlined_homes_name_twins(void)
{
   for (InlinedHome *h = inlined_homes; h != NULL; h = h->next) {
      const HChar *base = text_base(h->file);
      HChar *name;
      UInt n;
      if (!h->has_twin || h->is_adopted
          || h->named_by == h->lines->first)
         continue;
      h->named_by = h->lines->first;
      name = VG_(malloc)("aprof.inlined_homes.name",
                         VG_(strlen)(h->shown) + VG_(strlen)(base) + 32);
      VG_(sprintf)(name, "%s@%s:%u", h->shown, base, h->lines->first);
      n = count_named(h, name);
      if (n > 0)
         VG_(sprintf)(name + VG_(strlen)(name), "#%u", n + 1);
      h->routine->name = name;
   }
}

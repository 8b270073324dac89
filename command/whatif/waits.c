/* What threads wait for, in words: see waits.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "whatif/waits.h"
#include "base/memory.h"
#include "base/paths.h"
#include "base/utf8.h"
#include "debuginfo/symbols.h"
#include "names/shorten.h"
#include "whatif/gains.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_WIDTH = 24, PLACE_WIDTH = 20, ROWS = 6, SENTENCES = 3 };

/* In percent: of the threads' time, what is worth a row of the table; of the
   critical path, what is worth a sentence. */
#define WORTH_ROW 1
#define WORTH_SENTENCE 5

typedef enum {
   KIND_LOCK, KIND_READERS, KIND_CONDITION, KIND_SEMAPHORE, KIND_BARRIER,
   KIND_END, KIND_FILES, KIND_SLEEP, KIND_SPIN, KIND_OTHER
} wait_kind;

/* What is called to wait has a part in its name, in the libraries of C, of C++
   and of OpenMP, that says for what. */
static wait_kind kind_of(const whatif_wait *w)
{
   static const struct { const char *part; wait_kind kind; } parts[] = {
      { "join", KIND_END }, { "rwlock", KIND_READERS },
      { "cond_", KIND_CONDITION }, { "condition", KIND_CONDITION },
      { "barrier", KIND_BARRIER }, { "sem_", KIND_SEMAPHORE },
      { "mutex", KIND_LOCK }, { "lll_lock", KIND_LOCK },
      { "critical", KIND_LOCK }, { "omp_set_lock", KIND_LOCK },
      { "omp_set_nest_lock", KIND_LOCK },
   };

   if (strcmp(w->kind, "futex") != 0)
      return strcmp(w->kind, "files") == 0 ? KIND_FILES
             : strcmp(w->kind, "spin") == 0 ? KIND_SPIN : KIND_SLEEP;
   for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
      if (strstr(w->call, parts[i].part))
         return parts[i].kind;
   return KIND_OTHER;
}

/* Return the routine that waits.  The threads that a library keeps, such as
   OpenMP's, have none of the program's own on their stacks: of these it is what
   is called to wait. */
static const char *place_name(const whatif_wait *w)
{
   return *w->site.routine ? w->site.routine : w->call;
}

/* Do threads wait for each other's work there, as far as is known where? */
static bool is_for_work(const whatif_wait *w)
{
   const wait_kind kind = kind_of(w);

   return kind != KIND_END && kind != KIND_SLEEP && *place_name(w);
}

/* --- figures --- */

/* The time of all threads, but for waits for the end of others: a thread that
   only waits for all others is none that could work. */
static double working_time(const whatif *s)
{
   double time = (double)s->lifetimes;

   for (size_t i = 0; i < s->wait_count; i++)
      if (kind_of(&s->waits[i]) == KIND_END)
         time -= (double)s->waits[i].time;
   return time;
}

static double percent(double part, double whole)
{
   return whole > 0 ? 100 * part / whole : 0;
}

static double time_percent(const whatif *s, const whatif_wait *w)
{
   return percent((double)w->time, working_time(s));
}

static double path_percent(const whatif *s, const whatif_wait *w)
{
   return s->base_count > 0 ? percent((double)w->path,
                                      (double)s->base[0].clock) : 0;
}

/* --- names --- */

/* Return what is waited for, with its name in quotes if it is known; the caller
   frees the text. */
static char *thing(const whatif_wait *w)
{
   static const char *const words[] = {
      [KIND_LOCK] = "lock", [KIND_READERS] = "rwlock",
      [KIND_CONDITION] = "condition", [KIND_SEMAPHORE] = "semaphore",
      [KIND_BARRIER] = "barrier", [KIND_FILES] = "file descriptor",
      [KIND_OTHER] = "other threads", [KIND_END] = "end of a thread",
      [KIND_SLEEP] = "time", [KIND_SPIN] = "spinning",
   };
   const wait_kind kind = kind_of(w);
   char *whole, *name, *text;

   if (kind == KIND_OTHER && *w->call && *w->site.routine)
      return memory_string(w->call);
   if (*w->name == '\0')
      return memory_string(words[kind]);
   whole = symbols_demangled(w->name);
   name = shorten_name(whole, PLACE_WIDTH);
   text = memory_format("%s%s '%s'", words[kind],
                        kind == KIND_SPIN ? " on" : "", name);
   free(whole);
   free(name);
   return text;
}

static char *place(const whatif_site *s)
{
   return s->line > 0 && *s->file
          ? memory_format(" (%s:%" PRIu64 ")", paths_file_name(s->file),
                          s->line)
          : memory_string("");
}

/* Return "a" or "a, called by b,". */
static char *routine_words(const whatif_site *s)
{
   char *name = gains_name(s->routine, NAME_WIDTH), *caller, *words;

   if (*s->caller == '\0')
      return name;
   caller = gains_name(s->caller, NAME_WIDTH);
   words = memory_format("%s, called by %s,", name, caller);
   free(caller);
   free(name);
   return words;
}

/* Return what the threads wait for, such as "for the lock 'mutex'". */
static char *object_words(const whatif_wait *w)
{
   char *name = thing(w), *words;

   switch (kind_of(w)) {
   case KIND_FILES:
      words = memory_string("for a file descriptor");
      break;
   case KIND_SPIN:
      words = memory_format("by %s", name);
      break;
   case KIND_OTHER:
      words = *w->call && *w->site.routine
              ? memory_format("for each other (%s)", w->call)
              : memory_string("for each other");
      break;
   default:
      words = memory_format(*w->name ? "for the %s" : "for a %s", name);
   }
   free(name);
   return words;
}

static const char *end_verb(const whatif_wait *w)
{
   switch (kind_of(w)) {
   case KIND_LOCK: case KIND_READERS:
      return "releases it";
   case KIND_CONDITION:
      return "signals it";
   case KIND_SEMAPHORE:
      return "posts it";
   case KIND_BARRIER:
      return "arrives";
   case KIND_FILES:
      return "has written";
   default:
      return "wakes them";
   }
}

/* Return the waker that was waited for longest, or NULL: it is not known. */
static const whatif_waker *main_waker(const whatif_wait *w)
{
   const whatif_waker *best = NULL;

   for (size_t i = 0; i < w->waker_count; i++)
      if (best == NULL || w->wakers[i].time > best->time)
         best = &w->wakers[i];
   return best && *best->site.routine ? best : NULL;
}

static double work_percent(const whatif_wait *w, const whatif_during *work)
{
   return percent((double)work->time, (double)w->time);
}

/* Return the first that has a name, or NULL: there is none, or it has less than
   a tenth of the wait.  Where the thread that is waited for itself waits, as for
   another process, all work is little. */
static const whatif_during *main_work(const whatif_wait *w)
{
   for (size_t i = 0; i < w->during_count; i++)
      if (*w->during[i].name)
         return work_percent(w, &w->during[i]) < 10 ? NULL : &w->during[i];
   return NULL;
}

/* --- sentences --- */

/* Return what is done while it is waited for: ": most of it work_a (99 %)", or
   nothing if no routine has a tenth of it. */
static char *work_words(const whatif_wait *w)
{
   const whatif_during *work = main_work(w);
   const double share = work ? work_percent(w, work) : 0;
   char *name, *words;

   if (work == NULL)
      return memory_string("");
   name = gains_name(work->name, NAME_WIDTH);
   words = memory_format(share >= 50 ? ": most of it %s (%.0f %%)"
                                     : ": %s (%.0f %% of it)", name, share);
   free(name);
   return words;
}

static char *end_words(const whatif_wait *w)
{
   const whatif_waker *waker = main_waker(w);
   char *routine, *at, *words;

   if (waker == NULL)
      return memory_string("");
   routine = routine_words(&waker->site);
   at = place(&waker->site);
   words = memory_format(", until %s %s%s", routine, end_verb(w), at);
   free(routine);
   free(at);
   return words;
}

char *waits_sentence(const whatif *s, const whatif_wait *w)
{
   char *object = object_words(w), *at = place(&w->site);
   char *name = gains_name(place_name(w), NAME_WIDTH);
   char *caller = *w->site.caller ? gains_name(w->site.caller, NAME_WIDTH)
                                  : NULL;
   char *work = work_words(w), *end = end_words(w), *sentence;

   sentence = memory_format(
      "Threads wait %s in %s%s%s%s, %.0f %% of their time. What they wait for "
      "is %.0f %% of the critical path%s%s.",
      object, name, at, caller ? ", called by " : "", caller ? caller : "",
      time_percent(s, w), path_percent(s, w), work, end);
   free(object);
   free(at);
   free(name);
   free(caller);
   free(work);
   free(end);
   return sentence;
}

/* Sort by insertion: there are few. */
static void insert(const whatif_wait **list, size_t count,
                   const whatif_wait *w, bool by_path)
{
   size_t k = count;

   while (k > 0 && (by_path ? list[k - 1]->path < w->path
                            : list[k - 1]->time < w->time)) {
      list[k] = list[k - 1];
      k--;
   }
   list[k] = w;
}

/* Return the waits for work of which `share` is at least `least`. */
static const whatif_wait **choose(const whatif *s, bool by_path, size_t most,
                                  size_t *count)
{
   const whatif_wait **list = memory_new(s->wait_count + 1, sizeof *list);

   *count = 0;
   for (size_t i = 0; i < s->wait_count; i++) {
      const whatif_wait *w = &s->waits[i];
      const double share = by_path ? path_percent(s, w) : time_percent(s, w);

      if (is_for_work(w) && share >= (by_path ? WORTH_SENTENCE : WORTH_ROW))
         insert(list, (*count)++, w, by_path);
   }
   if (*count > most)
      *count = most;
   return list;
}

const whatif_wait **waits_that_matter(const whatif *s, size_t *count)
{
   return choose(s, true, SENTENCES, count);
}

/* --- the table --- */

/* Print a name of a routine in at least `width` columns. */
static void print_name(FILE *f, const char *name, int width)
{
   char *shown = gains_name(name, PLACE_WIDTH);
   const int left = width - (int)utf8_width(shown);

   fprintf(f, "%s%*s", shown, left > 0 ? left : 0, "");
   free(shown);
}

static void print_row(const whatif *s, const whatif_wait *w, FILE *f)
{
   const whatif_during *work = main_work(w);
   char *name = thing(w);

   fprintf(f, "%-*.*s%5.0f %%%5.0f %%  ", NAME_WIDTH, NAME_WIDTH, name,
           time_percent(s, w), path_percent(s, w));
   print_name(f, place_name(w), work ? PLACE_WIDTH + 2 : 0);
   if (work)
      print_name(f, work->name, 0);
   putc('\n', f);
   free(name);
}

void waits_print(const whatif *s, FILE *f)
{
   size_t count;
   const whatif_wait **list = choose(s, false, ROWS, &count);

   if (count > 0)
      fprintf(f, "\n%-*s   time   path  %-*s  most of it\n", NAME_WIDTH,
              "threads wait for", PLACE_WIDTH, "in");
   for (size_t i = 0; i < count; i++)
      print_row(s, list[i], f);
   free(list);
}

/* Return how many of the waits no thread of the program has ended.  A server's own
   thread may end the last one, when the server is told to end. */
static uint64_t without_waker(const whatif_wait *w)
{
   uint64_t wakes = 0;

   for (size_t i = 0; i < w->waker_count; i++)
      wakes += w->wakers[i].wakes;
   return w->waits > wakes ? w->waits - wakes : 0;
}

uint64_t waits_outside(const whatif *s)
{
   uint64_t waits = 0;

   for (size_t i = 0; i < s->wait_count; i++)
      if (strcmp(s->waits[i].kind, "files") == 0)
         waits += without_waker(&s->waits[i]);
   return waits >= WAITS_RARE ? waits : 0;
}

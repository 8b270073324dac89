/* The size of the input by its definition: the oracle for the other engines.

   "Multithreaded Input-Sensitive Profiling", Sections 2 and 4.1 (Figure 10),
   with sets of cells.  Slow and obvious: every access visits every pending
   activation, so it is quadratic in the depth of recursion.

   Each pending activation has two sets of cells that count as accessed:
     - for rms:  cells that it or a descendant has accessed,
     - for trms: cells that it or a descendant has accessed since another thread
       or the kernel wrote them last.
   A read of a cell that is not in the set counts.  (For ext a read counts if it
   counts for rms, or is external.)
   Each thread has the set of cells that it has accessed since another thread or
   the kernel wrote them last.  A read of a cell that is not in the set is
   induced by the cell's last writer, if it has one that is not the thread
   itself.
   A write of a cell that is not in an activation's set for rms counts for its
   wms.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/trms.h"

#define CENTRE "aprof.definition"

#define ADDRESS_END ((uintptr_t)1 << 48)

/* --- maps from cells to small numbers; cells that are not in one have 0 --- */

typedef struct {
   uint64_t key;                       /* cell + 1 */
   uint32_t value;
} pair;

#define HASH_TABLE             map
#define HASH_TABLE_ELEMENT     pair
#define HASH_TABLE_KEY         uint64_t
#define HASH_TABLE_IS_EMPTY(e) ((e).key == 0)
#define HASH_TABLE_KEY_OF(e)   ((e).key)
#define HASH_TABLE_EQUAL(e, k) ((e).key == (k))
#define HASH_TABLE_HOME(k, b)  hash_table_home(k, b)
#define HASH_TABLE_CENTRE      CENTRE
#define HASH_TABLE_FIRST_BITS  4
#include "engine/shadow/hash_table.h"

static uint32_t map_get(const map *m, uintptr_t cell)
{
   const pair *p = map_find(m, (uint64_t)cell + 1);

   return p != NULL ? p->value : 0;
}

static void map_set(map *m, uintptr_t cell, uint32_t value)
{
   uint64_t key = (uint64_t)cell + 1;

   if (value != 0) {
      *map_add(m, key) = (pair){ key, value };
   } else {
      pair *p = map_find(m, key);
      if (p != NULL)
         map_remove(m, p);
   }
}

static bool is_in(const pair *p, uintptr_t first, uintptr_t end)
{
   return p->key > first && p->key <= end;
}

/* Remove the cells [first, end): one by one, or all pairs are looked at, whichever
   is less.  A pair that a removal moves into the place is looked at, too. */
static void map_forget(map *m, uintptr_t first, uintptr_t end)
{
   size_t i = 0;

   if (first < end && end - first < map_room(m)) {
      for (; first < end; first++)
         map_set(m, first, 0);
      return;
   }
   while (i < map_room(m))
      if (is_in(&m->places[i], first, end))
         map_remove(m, &m->places[i]);
      else
         i++;
}

/* Give [to, to+count) the values of [from, from+count), and remove the latter.
   The two do not overlap. */
static void map_move(map *m, uintptr_t from, uintptr_t to, uintptr_t count)
{
   size_t i = 0;

   map_forget(m, to, to + count);
   if (count < map_room(m)) {
      for (i = 0; i < count; i++) {
         map_set(m, to + i, map_get(m, from + i));
         map_set(m, from + i, 0);
      }
      return;
   }
   while (i < map_room(m)) {
      pair p = m->places[i];

      if (is_in(&p, from, from + count)) {
         map_remove(m, &m->places[i]);
         map_set(m, (uintptr_t)(p.key - 1) - from + to, p.value);
      } else
         i++;
   }
}

/* [to, to+count) get the values of [from, from+count), which stay. */
static void map_copy(map *m, uintptr_t from, uintptr_t to, uintptr_t count)
{
   uintptr_t i;

   for (i = 0; i < count; i++)
      map_set(m, to + i, map_get(m, from + i));
}

/* --- state --- */

enum { FOR_RMS = 1, FOR_TRMS = 2 };    /* the sets that a cell is in: a sum */

typedef struct {
   map accessed;                       /* cell -> FOR_RMS, FOR_TRMS */
   trms_sizes sizes;
} activation;

/* Writers: threads have greater serials than these. */
#define NO_WRITER 0u
#define KERNEL    1u

struct trms_thread {
   uint32_t serial;
   map accessed;                       /* cells accessed since another's write:
                                          1 */
   activation *stack;
   size_t depth, room;
   trms_thread *next;
};

static trms_options options;
static trms_thread *threads;
static uint32_t last_serial;
static map writer;                     /* cell -> its last writer */

/* --- what happens to one cell --- */

static uintptr_t cell_address(uintptr_t cell)
{
   return cell << options.cell_shift;
}

static void read_cell(trms_thread *t, uintptr_t cell)
{
   uint32_t by = map_get(&writer, cell);
   bool known = map_get(&t->accessed, cell), induced;
   size_t i;

   if (by == NO_WRITER && !known && options.is_file_content
       && options.is_file_content(cell_address(cell))) {
      by = KERNEL;
      map_set(&writer, cell, by);
   }
   induced = !known && by != NO_WRITER && by != t->serial;
   for (i = 0; i < t->depth; i++) {
      activation *a = &t->stack[i];
      uint32_t sets = map_get(&a->accessed, cell);

      if (!(sets & FOR_RMS))
         a->sizes.rms++;
      if (!(sets & FOR_RMS) || (induced && by == KERNEL))
         a->sizes.ext++;
      if (!(sets & FOR_TRMS))
         a->sizes.trms++;
      if (induced && by == KERNEL)
         a->sizes.external++;
      if (induced && by != KERNEL)
         a->sizes.thread++;
      map_set(&a->accessed, cell, FOR_RMS | FOR_TRMS);
   }
   map_set(&t->accessed, cell, 1);
}

/* Another thread than t, or the kernel, has written the cell. */
static void foreign_write(trms_thread *t, uintptr_t cell)
{
   size_t i;

   for (i = 0; i < t->depth; i++) {
      map *accessed = &t->stack[i].accessed;
      map_set(accessed, cell, map_get(accessed, cell) & ~(uint32_t)FOR_TRMS);
   }
   map_set(&t->accessed, cell, 0);
}

static void write_cell(trms_thread *t, uintptr_t cell, bool output)
{
   trms_thread *other;
   size_t i;

   for (i = 0; i < t->depth; i++) {
      activation *a = &t->stack[i];

      if (output && !(map_get(&a->accessed, cell) & FOR_RMS))
         a->sizes.wms++;
      map_set(&a->accessed, cell, FOR_RMS | FOR_TRMS);
   }
   map_set(&t->accessed, cell, 1);
   for (other = threads; other; other = other->next)
      if (other != t)
         foreign_write(other, cell);
   map_set(&writer, cell, t->serial);
}

static void kernel_write_cell(uintptr_t cell)
{
   trms_thread *t;

   for (t = threads; t; t = t->next)
      foreign_write(t, cell);
   map_set(&writer, cell, KERNEL);
}

/* --- events --- */

/* Return one past the last cell that [a, a+n) overlaps; n > 0. */
static uintptr_t cells_end(uintptr_t a, size_t n)
{
   uintptr_t last = a + (n - 1);

   if (last < a || last >= ADDRESS_END)
      last = ADDRESS_END - 1;
   return (last >> options.cell_shift) + 1;
}

static void engine_read(trms_thread *t, uintptr_t a, size_t n)
{
   uintptr_t cell;

   if (n > 0)
      for (cell = a >> options.cell_shift; cell < cells_end(a, n); cell++)
         read_cell(t, cell);
}

static void write_cells(trms_thread *t, uintptr_t a, size_t n, bool output)
{
   uintptr_t cell;

   if (n > 0)
      for (cell = a >> options.cell_shift; cell < cells_end(a, n); cell++)
         write_cell(t, cell, output);
}

static void engine_write(trms_thread *t, uintptr_t a, size_t n)
{
   write_cells(t, a, n, options.output);
}

static void engine_write_apart(trms_thread *t, uintptr_t a, size_t n)
{
   write_cells(t, a, n, false);
}

static void engine_kernel_write(uintptr_t a, size_t n)
{
   uintptr_t cell;

   if (n > 0)
      for (cell = a >> options.cell_shift; cell < cells_end(a, n); cell++)
         kernel_write_cell(cell);
}

static void engine_call(trms_thread *t)
{
   if (t->depth == t->room) {
      t->room = t->room ? 2 * t->room : 16;
      t->stack = platform_realloc(CENTRE, t->stack, t->room * sizeof *t->stack);
   }
   platform_zero(&t->stack[t->depth], sizeof *t->stack);
   t->depth++;
}

static void engine_ret(trms_thread *t, trms_sizes *sizes)
{
   activation *top;

   PLATFORM_ASSERT(t->depth > 0);
   top = &t->stack[--t->depth];
   *sizes = top->sizes;
   map_free(&top->accessed);
}

static size_t engine_depth(const trms_thread *t)
{
   return t->depth;
}

static void engine_pending(const trms_thread *t, trms_sizes *sizes)
{
   size_t i;

   for (i = 0; i < t->depth; i++)
      sizes[i] = t->stack[i].sizes;
}

static void engine_forget(uintptr_t a, size_t n)
{
   uintptr_t mask = ((uintptr_t)1 << options.cell_shift) - 1, first, end;
   trms_thread *t;
   size_t i;

   if (a >= ADDRESS_END)
      return;
   if (n > ADDRESS_END - a)
      n = ADDRESS_END - a;
   first = (a + mask) >> options.cell_shift;
   end = (a + n) >> options.cell_shift;
   map_forget(&writer, first, end);
   for (t = threads; t; t = t->next) {
      map_forget(&t->accessed, first, end);
      for (i = 0; i < t->depth; i++)
         map_forget(&t->stack[i].accessed, first, end);
   }
}

static void each_map(void (*change)(map *m, uintptr_t from, uintptr_t to,
                                    uintptr_t count),
                     uintptr_t from, uintptr_t to, size_t n)
{
   uintptr_t source = from >> options.cell_shift;
   uintptr_t target = to >> options.cell_shift;
   uintptr_t cells = n >> options.cell_shift;
   trms_thread *t;
   size_t i;

   change(&writer, source, target, cells);
   for (t = threads; t; t = t->next) {
      change(&t->accessed, source, target, cells);
      for (i = 0; i < t->depth; i++)
         change(&t->stack[i].accessed, source, target, cells);
   }
}

static void engine_move(uintptr_t from, uintptr_t to, size_t n)
{
   each_map(map_move, from, to, n);
}

static void engine_copy(uintptr_t from, uintptr_t to, size_t n)
{
   each_map(map_copy, from, to, n);
}

/* Each activation's sets are within the sets of the activation below it, and of
   the cells for trms the thread has accessed all since another's write. */
static const char *broken_sets(const trms_thread *t, size_t level)
{
   const map *m = &t->stack[level].accessed;
   const pair *p;
   size_t i = 0;

   while ((p = map_next(m, &i)) != NULL) {
      uintptr_t cell = (uintptr_t)(p->key - 1);
      uint32_t below = level > 0 ? map_get(&t->stack[level - 1].accessed, cell)
                                 : p->value;

      if (p->value != FOR_RMS && p->value != (FOR_RMS | FOR_TRMS))
         return "what counts as accessed for trms does so for rms";
      if ((p->value & ~below) != 0)
         return "an activation's sets are within its caller's";
      if (p->value & FOR_TRMS && !map_get(&t->accessed, cell))
         return "an activation's set for trms is within its thread's";
   }
   return NULL;
}

/* All of it is checked, however much there is. */
static const char *engine_broken(size_t chunks)
{
   const trms_thread *t;
   const char *broken = NULL;
   size_t i;

   (void)chunks;
   for (t = threads; t && !broken; t = t->next)
      for (i = 0; i < t->depth && !broken; i++) {
         const trms_sizes *s = &t->stack[i].sizes;

         if (s->rms > s->ext || s->ext > s->trms)
            broken = "rms <= ext <= trms";
         else if (s->external + s->thread > s->trms)
            broken = "external + thread <= trms";
         else
            broken = broken_sets(t, i);
      }
   return broken;
}

static trms_thread *engine_thread_new(void)
{
   trms_thread *t = platform_alloc(CENTRE, sizeof *t);

   t->serial = ++last_serial;
   t->next = threads;
   threads = t;
   return t;
}

static void engine_thread_end(trms_thread *t)
{
   trms_thread **link = &threads;

   while (*link != t)
      link = &(*link)->next;
   *link = t->next;
   while (t->depth > 0)
      map_free(&t->stack[--t->depth].accessed);
   map_free(&t->accessed);
   platform_free(t->stack);
   platform_free(t);
}

static void engine_init(const trms_options *o)
{
   options = *o;
   threads = NULL;
   last_serial = KERNEL;
   platform_zero(&writer, sizeof writer);
}

static void engine_finish(void)
{
   while (threads)
      engine_thread_end(threads);
   map_free(&writer);
}

const trms_engine trms_definition = {
   .name = "definition",
   .init = engine_init,
   .finish = engine_finish,
   .thread_new = engine_thread_new,
   .context_new = engine_thread_new,
   .thread_end = engine_thread_end,
   .call = engine_call,
   .ret = engine_ret,
   .read = engine_read,
   .write = engine_write,
   .write_apart = engine_write_apart,
   .kernel_read = engine_read,
   .kernel_write = engine_kernel_write,
   .forget = engine_forget,
   .move = engine_move,
   .copy = engine_copy,
   .clear = engine_write,
   .depth = engine_depth,
   .pending = engine_pending,
   .broken = engine_broken,
};

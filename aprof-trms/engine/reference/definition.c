/* The size of the input by its definition: the oracle for the other engines.

   "Multithreaded Input-Sensitive Profiling", Section 2 and 4.1, with sets of
   cells.  Slow and obvious: every access visits every pending activation, so
   it is quadratic in the depth of recursion.

   For each pending activation, the cells that count as accessed
     - for rms:  those that it or a descendant has accessed,
     - for trms: those that it or a descendant has accessed since another
       thread or the kernel wrote them last.
   A read of any other cell counts.  (For ext a read counts where it counts
   for rms, or is external.)
   For each thread, the cells that it has accessed since another thread or the
   kernel wrote them last.  A read of any other cell is induced by the cell's
   last writer, if it has one that is not the thread itself.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/trms.h"

#define CENTRE "aprof.definition"

#define ADDRESS_END ((uintptr_t)1 << 48)

/* --- maps from cells to small numbers; 0 is what is not in the map --- */

/* Open addressing; `room` is 0 or a power of two.  `key` is cell + 1, or 0 in
   a slot never used.  Slots whose value has become 0 go when the map grows. */
typedef struct {
   uint64_t *key;
   uint32_t *value;
   size_t room, used;
} map;

static void map_free(map *m)
{
   plat_free(m->key);
   plat_free(m->value);
   plat_zero(m, sizeof *m);
}

/* The slot of the cell, or the one where it would be. */
static size_t map_slot(const map *m, uintptr_t cell)
{
   uint64_t key = (uint64_t)cell + 1;
   size_t i = (size_t)((key * 0x9e3779b97f4a7c15u) >> 32) & (m->room - 1);

   while (m->key[i] != 0 && m->key[i] != key)
      i = (i + 1) & (m->room - 1);
   return i;
}

static uint32_t map_get(const map *m, uintptr_t cell)
{
   size_t i;

   if (m->room == 0)
      return 0;
   i = map_slot(m, cell);
   return m->key[i] ? m->value[i] : 0;
}

static void map_set(map *m, uintptr_t cell, uint32_t value);

static void map_grow(map *m)
{
   map old = *m;
   size_t i, live = 0;

   for (i = 0; i < old.room; i++)
      live += old.value[i] != 0;
   m->room = 16;
   while (m->room < 2 * (live + 1))
      m->room *= 2;
   m->used = 0;
   m->key = plat_alloc(CENTRE, m->room * sizeof *m->key);
   m->value = plat_alloc(CENTRE, m->room * sizeof *m->value);
   for (i = 0; i < old.room; i++)
      if (old.value[i])
         map_set(m, (uintptr_t)(old.key[i] - 1), old.value[i]);
   map_free(&old);
}

static void map_set(map *m, uintptr_t cell, uint32_t value)
{
   size_t i;

   if (value == 0 && map_get(m, cell) == 0)
      return;
   if (4 * (m->used + 1) > 3 * m->room)
      map_grow(m);
   i = map_slot(m, cell);
   if (m->key[i] == 0) {
      m->key[i] = (uint64_t)cell + 1;
      m->used++;
   }
   m->value[i] = value;
}

/* The cells [first, end) leave the map. */
static void map_forget(map *m, uintptr_t first, uintptr_t end)
{
   size_t i;

   for (i = 0; i < m->room; i++)
      if (m->key[i] > first && m->key[i] <= end)
         m->value[i] = 0;
}

/* [to, to+count) get the values of [from, from+count), which leave. */
static void map_move(map *m, uintptr_t from, uintptr_t to, uintptr_t count)
{
   map old = *m;
   size_t i;

   map_forget(m, to, to + count);
   plat_zero(m, sizeof *m);
   for (i = 0; i < old.room; i++) {
      uintptr_t cell = (uintptr_t)(old.key[i] - 1);
      if (old.value[i] == 0)
         continue;
      if (cell >= from && cell < from + count)
         cell = cell - from + to;
      map_set(m, cell, old.value[i]);
   }
   map_free(&old);
}

/* [to, to+count) get the values of [from, from+count), which stay. */
static void map_copy(map *m, uintptr_t from, uintptr_t to, uintptr_t count)
{
   uintptr_t i;

   for (i = 0; i < count; i++)
      map_set(m, to + i, map_get(m, from + i));
}

/* --- state --- */

enum { FOR_RMS = 1, FOR_TRMS = 2 };    /* sets that a cell is in: a sum */

typedef struct {
   map accessed;                       /* cell -> FOR_RMS, FOR_TRMS */
   trms_sizes sizes;
} activation;

#define NOBODY 0u
#define KERNEL 1u                      /* threads have greater serials */

struct trms_thread {
   uint32_t serial;
   map accessed;                       /* since a foreign write: 1 */
   activation *stack;
   size_t depth, room;
   trms_thread *next;
};

static trms_options options;
static trms_thread *threads;
static uint32_t last_serial;
static map writer;                     /* cell -> who wrote it last */

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

   if (by == NOBODY && !known && options.is_file_content
       && options.is_file_content(cell_address(cell))) {
      by = KERNEL;
      map_set(&writer, cell, by);
   }
   induced = !known && by != NOBODY && by != t->serial;
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

/* Somebody else than t has written the cell. */
static void foreign_write(trms_thread *t, uintptr_t cell)
{
   size_t i;

   for (i = 0; i < t->depth; i++) {
      map *accessed = &t->stack[i].accessed;
      map_set(accessed, cell, map_get(accessed, cell) & ~(uint32_t)FOR_TRMS);
   }
   map_set(&t->accessed, cell, 0);
}

static void write_cell(trms_thread *t, uintptr_t cell)
{
   trms_thread *other;
   size_t i;

   for (i = 0; i < t->depth; i++)
      map_set(&t->stack[i].accessed, cell, FOR_RMS | FOR_TRMS);
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

/* One past the last cell that [a, a+n) overlaps, with n > 0. */
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

static void engine_write(trms_thread *t, uintptr_t a, size_t n)
{
   uintptr_t cell;

   if (n > 0)
      for (cell = a >> options.cell_shift; cell < cells_end(a, n); cell++)
         write_cell(t, cell);
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
      t->stack = plat_realloc(CENTRE, t->stack, t->room * sizeof *t->stack);
   }
   plat_zero(&t->stack[t->depth], sizeof *t->stack);
   t->depth++;
}

static void engine_ret(trms_thread *t, trms_sizes *sizes)
{
   activation *top;

   PLAT_ASSERT(t->depth > 0);
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

static trms_thread *engine_thread_new(void)
{
   trms_thread *t = plat_alloc(CENTRE, sizeof *t);

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
   plat_free(t->stack);
   plat_free(t);
}

static void engine_init(const trms_options *o)
{
   options = *o;
   threads = NULL;
   last_serial = KERNEL;
   plat_zero(&writer, sizeof writer);
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
   .kernel_read = engine_read,
   .kernel_write = engine_kernel_write,
   .forget = engine_forget,
   .move = engine_move,
   .copy = engine_copy,
   .clear = engine_write,
   .depth = engine_depth,
   .pending = engine_pending,
};

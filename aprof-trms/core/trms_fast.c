/* The size of the input, fast: write-invalidate stamps.

   The timestamping algorithm compares, at each read, the thread's stamp of the
   cell with the stamp of the cell's latest write.  Here a write tells the
   others at once, by taking the V bit (valid) from their stamps; who wrote
   last stands in a map of two bits a cell that only slow paths look at.  Then
   a thread's stamps are its own: they advance at its calls only, and a read
   whose stamp is valid and not older than the top activation has nothing to
   do.  Instrumented code checks that inline (trms_fast.h).

   Why the result is the same as by the definition (trms.h, "Multithreaded
   Input-Sensitive Profiling", Section 4):

   - Only "the deepest pending activation that had started at this stamp" is
     ever asked of a stamp.  Between two calls of the thread every stamp from
     the top's start on answers alike, so accesses are stamped with the top's
     start, and the stamp of a hit may stay.
   - V is the most significant bit in use: every stamp that is not valid, and
     "never", is smaller than every valid one.  S is the least significant,
     and starts have it clear: it never changes an order.
   - A cell is induced where it was invalidated since the thread's latest
     access, or was never accessed by it and has a writer.  Its kind is that
     of the last writer.
   - A write to a cell that is exclusive (V and not S) finds nobody to
     invalidate and no other writer to replace.
   - Invalidation keeps the stamp's time, which rms and ext still need.

   Partials of an activation: rms is hot; where an access is induced, the cold
   ones hold what ext and trms have beyond rms, by the kind of the access:
   ext = rms + x[KERNEL], trms = rms + x[KERNEL] + x[THREAD].  As in the
   timestamps engine a metric of an activation is the sum of the partials from
   it to the top.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "trms_fast.h"
#include "history.h"
#include "scratch.h"
#include "shadow.h"

#define CENTRE "aprof.fast"

#define V FAST_VALID
#define S FAST_SHARED
#define TIME_STEP 2u                          /* the next time, in a stamp */
#define LIMIT 0x20000000u                     /* times are smaller */
#define STAMP(time) (V | (uint32_t)(time) << 1)

/* The last writer of a cell. */
enum { NOBODY, BY_KERNEL, BY_THREAD, BY_EXCLUSIVE };

/* Kinds of induced accesses, as indices. */
enum { KERNEL, THREAD };

#define KIND(writer) ((writer) == BY_KERNEL ? KERNEL : THREAD)

typedef trms_fast_activation hot;

typedef struct {
   int64_t x[2];           /* by kind */
   int64_t induced[2];
} cold;

struct trms_thread {
   trms_fast_stack stack;       /* first: the header's quick functions */
   cold *cold;                  /* beside it; above the top all are 0 */
   unsigned slot;               /* of its window; TABLES: it has none */
   uintptr_t base;              /* of its window, or 0 */
   history table;               /* where there is no window */
   uintptr_t *chunks;           /* those of the window that were touched */
   size_t chunk_count, chunk_room;
   trms_thread *next, *previous;
};

/* Windows.  Far above whatever Valgrind maps, and where programs hardly ever
   ask for memory themselves (most that do keep to the lower half of 2^47): one
   for each slot, with room at the end for the skew.

   The skew: if a cell's stamp lay at an address that agrees with the cell's in
   the low bits, both would compete for the same place in the processor's
   caches and its way prediction. */
#define WINDOW_END   ((uintptr_t)1 << FAST_WINDOW_BITS)
#define WINDOW_FIRST ((uintptr_t)116 << 40)
#define WINDOW_STEP  ((uintptr_t)136 << 30)
#define SKEW         0x2b4d6a80u
#define SLOT_SKEW    0x2f0c0u

/* Of the bits of a chunk's mask, one for each slot; the last two say that a
   table, or the writers' map, has something of the chunk. */
enum { SLOTS = 62, WRITERS = 62, TABLES = 63 };

#define WRITERS_AT   (WINDOW_FIRST + SLOTS * WINDOW_STEP)
#define WRITERS_SIZE ((WINDOW_END >> 4) + ((uintptr_t)1 << 30))
#define MASKS_AT     (WRITERS_AT + ((uintptr_t)16 << 30))
#define MASKS_SIZE   (((WINDOW_END >> SHADOW_CHUNK_BITS) * 8 + 0x1fff) \
                      & ~(uintptr_t)0xfff)

static inline uintptr_t window_at(unsigned slot)
{
   return WINDOW_FIRST + slot * WINDOW_STEP;
}

static inline uintptr_t base_of(unsigned slot)
{
   return window_at(slot) + SKEW + slot * SLOT_SKEW;
}

static unsigned shift;
static uint32_t limit;                  /* a stamp */
static bool (*is_file_content)(uintptr_t);
static trms_thread *threads, *running;
static uintptr_t running_base;          /* of its window; 0: it has none */
static bool windows;
static bool beyond;                     /* there is memory beyond them: the
                                           scratch window is everybody's view */
static bool slot_taken[SLOTS], slot_reserved[SLOTS];

/* Last writers: two bits a cell in their own window, or a table. */
static uint8_t *const writers = (uint8_t *)(WRITERS_AT + 0x13c40);
static shadow writer_table;

/* Of cells that tables have stamps of: how often others have written them. */
static shadow versions;

/* Contexts are many, and touch little. */
enum { CONTEXT_LEAF_BITS = 8 };

/* Which slots have ever touched a chunk of 64 KB: a mask for each. */
static uint64_t *const masks = (uint64_t *)(MASKS_AT + 0x340);

static uintptr_t cell_size(void)
{
   return (uintptr_t)1 << shift;
}

static size_t depth(const trms_thread *t)
{
   return (size_t)(t->stack.top - t->stack.bottom);
}

/* --- where stamps are --- */

static bool in_window(const trms_thread *t, uintptr_t a)
{
   return t->base != 0 && a < WINDOW_END;
}

static inline void invalidate(uint32_t *stamp)
{
   if (*stamp & V)
      *stamp = (*stamp & ~V) | S;
}

/* Finds out whether somebody else has written since it was last asked for. */
static uint32_t *table_cell(trms_thread *t, uintptr_t a)
{
   history_leaf *l = t->table.last;
   size_t i = history_index(&t->table, a);
   bool is_new;

   if (l == NULL || l->number != a >> t->table.leaf_bits) {
      l = history_get(&t->table, a, &is_new);
      if (is_new && windows && a < WINDOW_END)
         masks[a >> SHADOW_CHUNK_BITS] |= (uint64_t)1 << TABLES;
   }
   if (l->seen[i] != l->versions[i]) {
      l->seen[i] = (uint16_t)l->versions[i];
      invalidate(&l->stamps[i]);
   }
   return &l->stamps[i];
}

static uint32_t *cell_of(trms_thread *t, uintptr_t a)
{
   if (in_window(t, a))
      return (uint32_t *)(t->base + (a & ~(uintptr_t)3));
   return table_cell(t, a);
}

/* A window's chunk is touched for the first time.  Where a neighbour was, too,
   most of it will be: its pages are taken together, since each would fault
   twice, for the check that reads and for the stamp. */
static __attribute__((noinline)) void join_chunk(trms_thread *t,
                                                 uintptr_t number)
{
   if ((masks[number + 1] | (number ? masks[number - 1] : 0)) >> t->slot & 1)
      plat_populate(t->base + (number << SHADOW_CHUNK_BITS),
                    SHADOW_CHUNK_BYTES);
   if (t->chunk_count == t->chunk_room) {
      t->chunk_room = t->chunk_room ? 2 * t->chunk_room : 64;
      t->chunks = plat_realloc(CENTRE, t->chunks,
                               t->chunk_room * sizeof *t->chunks);
   }
   t->chunks[t->chunk_count++] = number;
   masks[number] |= (uint64_t)1 << t->slot;
}

static inline void join(trms_thread *t, uintptr_t a)
{
   uintptr_t number = a >> SHADOW_CHUNK_BITS;

   if (in_window(t, a) && !(masks[number] >> t->slot & 1))
      join_chunk(t, number);
}

static bool writers_in_window(uintptr_t a)
{
   return windows && a < WINDOW_END;
}

static inline unsigned last_writer(uintptr_t a)
{
   shadow_chunk *c;

   if (writers_in_window(a))
      return writers[a >> 4] >> (a >> 1 & 6) & 3;
   c = shadow_find(&writer_table, a >> SHADOW_CHUNK_BITS);
   return c ? c->cells[(a % SHADOW_CHUNK_BYTES) >> shift] : NOBODY;
}

static inline void set_writer(uintptr_t a, unsigned writer)
{
   if (writers_in_window(a)) {
      unsigned at = a >> 1 & 6;
      writers[a >> 4] = (uint8_t)((writers[a >> 4] & ~(3u << at))
                                  | writer << at);
      if (!(masks[a >> SHADOW_CHUNK_BITS] >> WRITERS & 1))
         masks[a >> SHADOW_CHUNK_BITS] |= (uint64_t)1 << WRITERS;
   } else
      shadow_get(&writer_table, a >> SHADOW_CHUNK_BITS)
         ->cells[(a % SHADOW_CHUNK_BYTES) >> shift] = writer;
}

static trms_thread *by_slot[SLOTS];

/* All tables look at a cell with the same version, 0, afterwards. */
static __attribute__((noinline)) void settle(uintptr_t a, uint32_t *version)
{
   trms_thread *t;

   for (t = threads; t; t = t->next)
      if (history_find(&t->table, a)) {
         table_cell(t, a);
         t->table.last->seen[history_index(&t->table, a)] = 0;
      }
   *version = 0;
}

/* The stamps that threads other than `but` have of a cell in a table are not
   valid any more. */
static __attribute__((noinline))
void written_in_tables(uintptr_t a, const trms_thread *but)
{
   shadow_chunk *c = shadow_find(&versions, a >> SHADOW_CHUNK_BITS);
   uint32_t *version;

   if (c == NULL)
      return;
   version = &c->cells[(a % SHADOW_CHUNK_BYTES) >> shift];
   if (*version == HISTORY_LAST_VERSION)
      settle(a, version);
   ++*version;
   if (but && !in_window(but, a))
      history_find(&but->table, a)->seen[history_index(&but->table, a)]
         = (uint16_t)*version;
}

/* Which threads may have stamps of a cell. */
static inline uint64_t mask_of(uintptr_t a)
{
   return writers_in_window(a) ? masks[a >> SHADOW_CHUNK_BITS]
                               : (uint64_t)1 << TABLES;
}

/* Calls `f` for every stamp that a thread other than `but` has of a cell in a
   window. */
static inline __attribute__((always_inline))
void for_each_in_windows(uint64_t mask, uintptr_t a, const trms_thread *but,
                         void (*f)(uint32_t *stamp))
{
   uint64_t slots = mask & (((uint64_t)1 << SLOTS) - 1);

   if (but && but->base != 0)
      slots &= ~((uint64_t)1 << but->slot);
   for (; slots; slots &= slots - 1)
      f((uint32_t *)(base_of((unsigned)__builtin_ctzll(slots))
                     + (a & ~(uintptr_t)3)));
}

/* Somebody, or the kernel, has written a cell: nobody else's stamp of it is
   valid any more. */
static inline __attribute__((always_inline))
void invalidate_others(uintptr_t a, const trms_thread *but)
{
   uint64_t mask = mask_of(a);

   for_each_in_windows(mask, a, but, invalidate);
   if (mask >> TABLES & 1)
      written_in_tables(a, but);
}

/* --- the accesses --- */

/* The deepest activation, at or below h, that had started at a stamp. */
static __attribute__((noinline))
hot *search(trms_thread *t, hot *h, uint32_t stamp)
{
   hot *low = t->stack.bottom;

   while (h - low > 0) {
      hot *middle = low + (h - low + 1) / 2;
      if (middle->start <= stamp)
         low = middle;
      else
         h = middle - 1;
   }
   return low;
}

/* The deepest activation below the top that had started at a stamp, which is
   valid.  Mostly it is near the top; bottom had started at all of them. */
static inline hot *started_by(trms_thread *t, uint32_t stamp)
{
   hot *h = t->stack.top - 1;
   int n;

   for (n = 0; h->start > stamp; n++, h--)
      if (n == 12)
         return search(t, h, stamp);
   return h;
}

static cold *cold_of(trms_thread *t, hot *h)
{
   h->has_cold = 1;
   return &t->cold[h - t->stack.bottom];
}

static inline void share(uint32_t *stamp)
{
   if ((*stamp & (V | S)) == V)
      *stamp |= S;
}

/* The cell's exclusive writer is not alone with it any more.  One with a table
   sees that by the last writer, when it writes again. */
static void take_exclusivity(uintptr_t a, const trms_thread *t)
{
   for_each_in_windows(mask_of(a), a, t, share);
   set_writer(a, BY_THREAD);
}

static inline void see_readers(const trms_thread *t, uint32_t *c, uintptr_t a)
{
   if (!in_window(t, a) && (*c & (V | S)) == V
       && last_writer(a) != BY_EXCLUSIVE)
      *c |= S;
}

/* A read that is induced, or the thread's first of the cell. */
static __attribute__((noinline))
void read_foreign(trms_thread *t, uint32_t *c, uintptr_t a)
{
   hot *h = t->stack.top;
   uint32_t stamp = *c;
   unsigned writer = last_writer(a);

   if (stamp == 0) {
      join(t, a);
      if (writer == NOBODY && is_file_content
          && is_file_content(a & ~(cell_size() - 1)))
         set_writer(a, writer = BY_KERNEL);
      /* First for all pending activations; x stays, since what an induced
         access adds to it, a first one takes away again. */
      h->rms++;
      if (writer != NOBODY)
         cold_of(t, h)->induced[KIND(writer)]++;
   } else {
      cold *d = cold_of(t, h);
      unsigned kind = KIND(writer);

      d->induced[kind]++;
      if ((stamp & ~S) < (h->start & ~V)) {
         hot *before = started_by(t, stamp | V);
         h->rms++;
         before->rms--;
         cold_of(t, before)->x[kind]++;
      } else
         d->x[kind]++;
   }
   if (writer == BY_EXCLUSIVE)
      take_exclusivity(a, t);
   *c = h->start | S;
}

static inline void read_cell(trms_thread *t, uint32_t *c, uintptr_t a)
{
   hot *h = t->stack.top;
   uint32_t stamp = *c;

   if (stamp >= h->start)
      return;
   if (stamp & V) {
      h->rms++;
      started_by(t, stamp)->rms--;
      *c = h->start | (stamp & S);
   } else
      read_foreign(t, c, a);
}

static __attribute__((noinline))
void write_shared(trms_thread *t, uint32_t *c, uintptr_t a)
{
   join(t, a);
   invalidate_others(a, t);
   set_writer(a, BY_EXCLUSIVE);
   *c = t->stack.top->start;
}

static inline void write_cell(trms_thread *t, uint32_t *c, uintptr_t a)
{
   if ((*c & (V | S)) == V)
      *c = t->stack.top->start;
   else
      write_shared(t, c, a);
}

/* The cells that [a, a + n) overlaps: the address of the first, and how many.
   What lies beyond all memory is left out. */
static size_t cells_of(uintptr_t *a, size_t n)
{
   uintptr_t last;

   if (n == 0 || *a >= SHADOW_ADDRESS_END)
      return 0;
   last = n - 1 < SHADOW_ADDRESS_END - *a ? *a + n - 1
                                          : SHADOW_ADDRESS_END - 1;
   *a &= ~(cell_size() - 1);
   return (size_t)((last - *a) >> shift) + 1;
}

static bool is_in_window(const trms_thread *t, uintptr_t a, size_t cells)
{
   return t->base != 0 && shift == 2 && a < WINDOW_END
          && cells <= (WINDOW_END - a) / 4;
}

/* Neighbours mostly have one history: what is the same for all of them is done
   once. */
static void read_window(trms_thread *t, uintptr_t a, size_t count)
{
   uint32_t *c = (uint32_t *)(t->base + a), *end = c + count;
   hot *h = t->stack.top;
   uint32_t start = h->start;

   while (c < end) {
      uint32_t stamp = *c, *next = c + 1;
      if (stamp >= start) {
         c++;
         continue;
      }
      if (!(stamp & V)) {
         read_foreign(t, c, (uintptr_t)c - t->base);
         c++;
         continue;
      }
      while (next < end && *next == stamp)
         next++;
      h->rms += next - c;
      started_by(t, stamp)->rms -= next - c;
      for (; c < next; c++)
         *c = start | (stamp & S);
   }
}

static void engine_read(trms_thread *t, uintptr_t a, size_t n)
{
   size_t count = cells_of(&a, n);

   if (is_in_window(t, a, count)) {
      read_window(t, a, count);
      return;
   }
   for (; count > 0; count--, a += cell_size())
      read_cell(t, cell_of(t, a), a);
}

static void write_window(trms_thread *t, uintptr_t a, size_t count)
{
   uint32_t *c = (uint32_t *)(t->base + a), *end = c + count;

   for (; c < end; c++)
      write_cell(t, c, (uintptr_t)c - t->base);
}

static void engine_write(trms_thread *t, uintptr_t a, size_t n)
{
   size_t count = cells_of(&a, n);

   if (is_in_window(t, a, count)) {
      write_window(t, a, count);
      return;
   }
   for (; count > 0; count--, a += cell_size()) {
      uint32_t *c = cell_of(t, a);

      see_readers(t, c, a);
      write_cell(t, c, a);
   }
}

static void engine_kernel_write(uintptr_t a, size_t n)
{
   size_t count = cells_of(&a, n);

   for (; count > 0; count--, a += cell_size()) {
      invalidate_others(a, NULL);
      set_writer(a, BY_KERNEL);
   }
}

void trms_fast_run(trms_thread *t)
{
   running = t;
   running_base = t ? t->base : 0;
}

/* Is this an access to cells in the running thread's window, from a cell's
   beginning on?  (Windows are for cells of 4 bytes.) */
static inline bool is_plain(uintptr_t a)
{
   return __builtin_expect(running_base != 0 && a < WINDOW_END && a % 4 == 0,
                           1);
}

/* What is not plain, or not of a size that has a function of its own. */
static __attribute__((noinline)) void read_any(uintptr_t a, size_t n)
{
   if (running)
      engine_read(running, a, n);
}

static __attribute__((noinline)) void write_any(uintptr_t a, size_t n)
{
   if (running)
      engine_write(running, a, n);
}

static inline uint32_t *plain_cell(uintptr_t a)
{
   return (uint32_t *)(running_base + a);
}

static __attribute__((noinline)) void read_slowly(uint32_t *c, uintptr_t a)
{
   read_cell(running, c, a);
}

/* The most frequent of all slow paths, and what they cost is a good part of
   what profiling costs: a cell that the caller, or somebody it has called
   before, was the last to access.  read_cell would do the same. */
static inline void read_plain(uint32_t *c, uintptr_t a)
{
   hot *h = running->stack.top;
   uint32_t stamp = *c;

   if ((stamp & V) && h[-1].start <= stamp && stamp < h->start) {
      h->rms++;
      h[-1].rms--;
      *c = h->start | (stamp & S);
   } else
      read_slowly(c, a);
}

void trms_fast_read1(uintptr_t a)
{
   uintptr_t first = a & ~(uintptr_t)3;

   if (is_plain(first))
      read_plain(plain_cell(first), a);
   else
      read_any(a, 1);
}

void trms_fast_read2(uintptr_t a)
{
   uintptr_t first = a & ~(uintptr_t)3, last = (a + 1) & ~(uintptr_t)3;

   if (!is_plain(last)) {
      read_any(a, 2);
      return;
   }
   if (last != first)
      read_plain(plain_cell(last), last);
   read_plain(plain_cell(first), a);
}

void trms_fast_read4(uintptr_t a)
{
   if (is_plain(a))
      read_plain(plain_cell(a), a);
   else
      read_any(a, 4);
}

/* Two stamps at once: what comes next is a check that loads them so, and would
   wait for two stores. */
static inline void set_both(uint32_t *c, uint32_t stamp)
{
   uint64_t both = (uint64_t)stamp << 32 | stamp;

   __builtin_memcpy(c, &both, sizeof both);
}

static __attribute__((noinline)) void read_two(uint32_t *c, uintptr_t a)
{
   trms_thread *t = running;
   uint32_t stamp = c[0];

   if (stamp == c[1] && (stamp & V)) {
      hot *h = t->stack.top;
      if (stamp >= h->start)
         return;
      h->rms += 2;
      started_by(t, stamp)->rms -= 2;
      set_both(c, h->start | (stamp & S));
      return;
   }
   read_cell(t, c, a);
   read_cell(t, c + 1, a + 4);
}

/* As read_plain; both halves of a word mostly have one history. */
void trms_fast_read8(uintptr_t a)
{
   uint32_t *c = plain_cell(a), stamp;
   hot *h;

   if (!is_plain(a)) {
      read_any(a, 8);
      return;
   }
   h = running->stack.top;
   stamp = c[0];
   if (stamp == c[1] && (stamp & V) && h[-1].start <= stamp
       && stamp < h->start) {
      h->rms += 2;
      h[-1].rms -= 2;
      set_both(c, h->start | (stamp & S));
   } else
      read_two(c, a);
}

void trms_fast_read16(uintptr_t a)
{
   read_any(a, 16);
}

void trms_fast_read32(uintptr_t a)
{
   read_any(a, 32);
}

void trms_fast_write1(uintptr_t a)
{
   uintptr_t first = a & ~(uintptr_t)3;

   if (is_plain(first))
      write_cell(running, plain_cell(first), a);
   else
      write_any(a, 1);
}

void trms_fast_write2(uintptr_t a)
{
   uintptr_t first = a & ~(uintptr_t)3, last = (a + 1) & ~(uintptr_t)3;

   if (!is_plain(last)) {
      write_any(a, 2);
      return;
   }
   write_cell(running, plain_cell(first), a);
   if (last != first)
      write_cell(running, plain_cell(last), last);
}

void trms_fast_write4(uintptr_t a)
{
   if (is_plain(a))
      write_cell(running, plain_cell(a), a);
   else
      write_any(a, 4);
}

void trms_fast_write8(uintptr_t a)
{
   uint32_t *c = plain_cell(a);

   if (is_plain(a)) {
      write_cell(running, c, a);
      write_cell(running, c + 1, a + 4);
   } else
      write_any(a, 8);
}

void trms_fast_write16(uintptr_t a)
{
   write_any(a, 16);
}

void trms_fast_write32(uintptr_t a)
{
   write_any(a, 32);
}

/* --- renumbering --- */

/* How many pending activations, [0] included, had started at a valid stamp. */
static uint32_t rank(const trms_thread *t, uint32_t stamp)
{
   size_t low = 0, high = depth(t) + 1;

   while (low < high) {
      size_t middle = low + (high - low) / 2;
      if (t->stack.bottom[middle].start <= stamp)
         low = middle + 1;
      else
         high = middle;
   }
   return (uint32_t)low;
}

static void renumber_cells(const trms_thread *t, uint32_t *cells, size_t n)
{
   size_t i;

   for (i = 0; i < n; i++)
      if (cells[i])
         cells[i] = (cells[i] & (V | S)) | rank(t, cells[i] | V) << 1;
}

/* Gives each stamp the time of the activation that it tells of, and these the
   times 1, 2, 3...  Nothing else is ever asked of a stamp, and 0 stays 0. */
static void renumber(trms_thread *t)
{
   size_t i, in_chunk = SHADOW_CHUNK_BYTES / 4;
   history_leaf *l;

   for (i = 0; i < t->chunk_count; i++)
      renumber_cells(t, cell_of(t, t->chunks[i] << SHADOW_CHUNK_BITS),
                     in_chunk);
   for (l = t->table.leaves; l; l = l->next)
      renumber_cells(t, l->stamps, history_cells(&t->table));
   for (i = 0; i <= depth(t); i++)
      t->stack.bottom[i].start = STAMP(i + 1);
   t->stack.next_start = STAMP(depth(t) + 2);
   PLAT_ASSERT(t->stack.next_start < STAMP(LIMIT - 1));
}

/* --- calls and returns --- */

/* One more lies under the bottom, for accesses where nothing is pending: it is
   below the top, and takes what nobody asks for. */
static hot *resize_hot(hot *bottom, size_t room)
{
   hot *first = bottom == NULL ? NULL : bottom - 1;

   first = plat_realloc(CENTRE, first, (room + 1) * sizeof *first);
   if (bottom == NULL)
      plat_zero(first, (room + 1) * sizeof *first);
   return first + 1;
}

static __attribute__((noinline)) void grow(trms_thread *t)
{
   size_t used = depth(t) + 1, room = 2 * used;

   t->stack.bottom = resize_hot(t->stack.bottom, room);
   t->cold = plat_realloc(CENTRE, t->cold, room * sizeof *t->cold);
   plat_zero(t->cold + used, (room - used) * sizeof *t->cold);
   t->stack.top = t->stack.bottom + used - 1;
   t->stack.last = t->stack.bottom + room - 1;
}

static void engine_call(trms_thread *t)
{
   hot *h;

   if (trms_fast_quick_call(t))
      return;
   if (t->stack.top == t->stack.last)
      grow(t);
   h = ++t->stack.top;
   h->start = t->stack.next_start;
   h->has_cold = 0;
   h->rms = 0;
   t->stack.next_start += TIME_STEP;
   if (t->stack.next_start >= limit)
      renumber(t);
}

static void tell(int64_t rms, const cold *d, trms_sizes *sizes)
{
   sizes->rms = (uint64_t)rms;
   sizes->ext = (uint64_t)(rms + d->x[KERNEL]);
   sizes->trms = (uint64_t)(rms + d->x[KERNEL] + d->x[THREAD]);
   sizes->external = (uint64_t)d->induced[KERNEL];
   sizes->thread = (uint64_t)d->induced[THREAD];
}

static void add_cold(cold *into, const cold *from)
{
   int kind;

   for (kind = KERNEL; kind <= THREAD; kind++) {
      into->x[kind] += from->x[kind];
      into->induced[kind] += from->induced[kind];
   }
}

static void engine_ret(trms_thread *t, trms_sizes *sizes)
{
   hot *h = t->stack.top;
   uint64_t size;
   cold *d;

   PLAT_ASSERT(h > t->stack.bottom);
   if (trms_fast_quick_return(t, &size)) {
      sizes->rms = sizes->ext = sizes->trms = size;
      sizes->external = sizes->thread = 0;
      return;
   }
   d = &t->cold[h - t->stack.bottom];
   tell(h->rms, d, sizes);
   add_cold(cold_of(t, h - 1), d);
   plat_zero(d, sizeof *d);
   h[-1].rms += h->rms;
   t->stack.top--;
}

static void engine_pending(const trms_thread *t, trms_sizes *sizes)
{
   cold sum;
   int64_t rms = 0;
   size_t i;

   plat_zero(&sum, sizeof sum);
   for (i = depth(t); i > 0; i--) {
      rms += t->stack.bottom[i].rms;
      add_cold(&sum, &t->cold[i]);
      tell(rms, &sum, &sizes[i - 1]);
   }
}

/* --- threads --- */

/* A free slot whose window can be had; SLOTS: there is none. */
static unsigned take_slot(void)
{
   unsigned slot = 0;

   while (slot < SLOTS && slot_taken[slot])
      slot++;
   if (slot == SLOTS)
      return SLOTS;
   if (!slot_reserved[slot]
       && !plat_reserve(window_at(slot), WINDOW_STEP))
      return SLOTS;
   slot_taken[slot] = slot_reserved[slot] = true;
   return slot;
}

static trms_thread *new_thread(bool wants_window, unsigned leaf_bits)
{
   trms_thread *t = plat_alloc(CENTRE, sizeof *t);
   unsigned slot = wants_window && windows ? take_slot() : SLOTS;

   if (slot < SLOTS) {
      t->slot = slot;
      t->base = base_of(slot);
      by_slot[slot] = t;
   } else
      t->slot = TABLES;
   history_init(&t->table, leaf_bits, &versions);
   t->stack.bottom = resize_hot(NULL, 32);
   t->cold = plat_alloc(CENTRE, 32 * sizeof *t->cold);
   t->stack.top = t->stack.bottom;
   t->stack.last = t->stack.bottom + 31;
   t->stack.limit = limit;
   t->stack.bottom[0].start = STAMP(1);
   t->stack.next_start = STAMP(2);
   t->next = threads;
   if (t->next)
      t->next->previous = t;
   threads = t;
   return t;
}

static trms_thread *engine_thread_new(void)
{
   return new_thread(true, SHADOW_CHUNK_BITS);
}

static trms_thread *engine_context_new(void)
{
   return new_thread(false, CONTEXT_LEAF_BITS);
}

static void engine_thread_end(trms_thread *t)
{
   size_t i;

   if (t->next)
      t->next->previous = t->previous;
   if (t->previous)
      t->previous->next = t->next;
   else
      threads = t->next;
   if (running == t)
      trms_fast_run(NULL);
   if (t->base != 0) {
      for (i = 0; i < t->chunk_count; i++)
         masks[t->chunks[i]] &= ~((uint64_t)1 << t->slot);
      plat_discard(window_at(t->slot), WINDOW_STEP);
      slot_taken[t->slot] = false;
      by_slot[t->slot] = NULL;
   }
   history_free(&t->table);
   plat_free(t->chunks);
   plat_free(t->cold);
   plat_free(t->stack.bottom - 1);
   plat_free(t);
}

/* --- memory that comes and goes --- */

#define PAGE ((uintptr_t)4096)

/* Zeroes [at, at + n) of a reserved range, giving whole pages back. */
static void clear(uintptr_t at, size_t n)
{
   uintptr_t end = at + n, first = (at + PAGE - 1) & ~(PAGE - 1);
   uintptr_t past = end & ~(PAGE - 1);

   if (past <= first || past - first < 4 * PAGE) {
      plat_zero((void *)at, n);
      return;
   }
   plat_zero((void *)at, first - at);
   plat_discard(first, past - first);
   plat_zero((void *)past, end - past);
}

/* The writers of [a, end), which lies below WINDOW_END. */
static void clear_writers(uintptr_t a, uintptr_t end)
{
   for (; a < end && a % 16 != 0; a += 4)
      set_writer(a, NOBODY);
   for (; a < end && end % 16 != 0; end -= 4)
      set_writer(end - 4, NOBODY);
   if (a < end)
      clear((uintptr_t)&writers[a >> 4], (end - a) >> 4);
}

/* Forgets [a, end) in the windows.  Neighbouring chunks that the same threads
   have touched are cleared together. */
static void forget_windows(uintptr_t a, uintptr_t end)
{
   while (a < end) {
      uintptr_t number = a >> SHADOW_CHUNK_BITS, past = number + 1, to;
      uint64_t mask = masks[number], slots;

      while (past << SHADOW_CHUNK_BITS < end && masks[past] == mask)
         past++;
      to = past << SHADOW_CHUNK_BITS < end ? past << SHADOW_CHUNK_BITS : end;
      slots = mask & (((uint64_t)1 << SLOTS) - 1);
      for (; slots; slots &= slots - 1)
         clear(by_slot[__builtin_ctzll(slots)]->base + a, to - a);
      if (mask >> WRITERS & 1)
         clear_writers(a, to);
      a = to;
   }
}

static uintptr_t clipped(uintptr_t a)
{
   return a < SHADOW_ADDRESS_END ? a : SHADOW_ADDRESS_END;
}

/* May any table have stamps of [a, end)? */
static bool tables_have(uintptr_t a, uintptr_t end)
{
   for (; a < end && writers_in_window(a);
        a = (a | (SHADOW_CHUNK_BYTES - 1)) + 1)
      if (masks[a >> SHADOW_CHUNK_BITS] >> TABLES & 1)
         return true;
   return a < end;
}

static void engine_forget(uintptr_t a, size_t n)
{
   uintptr_t end = n < UINTPTR_MAX - a ? a + n : UINTPTR_MAX;
   trms_thread *t;

   end = clipped(end) & ~(cell_size() - 1);
   a = (clipped(a) + cell_size() - 1) & ~(cell_size() - 1);
   if (a >= end)
      return;
   if (windows && a < WINDOW_END)
      forget_windows(a, end < WINDOW_END ? end : WINDOW_END);
   shadow_forget(&writer_table, a >> shift, end >> shift);
   if (!tables_have(a, end))
      return;
   for (t = threads; t; t = t->next)
      history_forget(&t->table, a, end);
   /* Where a chunk goes as a whole, so have all leaves with its versions. */
   shadow_forget(&versions, a >> shift, end >> shift);
}

/* Moves one thread's stamps of a piece that crosses no chunk's end. */
static void move_stamps(trms_thread *t, uintptr_t from, uintptr_t to,
                        size_t n)
{
   uintptr_t past = from + n;

   if (in_window(t, from) && in_window(t, to)) {
      if (masks[from >> SHADOW_CHUNK_BITS] >> t->slot & 1) {
         join(t, to);
         plat_copy(cell_of(t, to), cell_of(t, from), n);
         plat_zero(cell_of(t, from), n);
      }
      return;
   }
   for (; from < past; from += cell_size(), to += cell_size()) {
      uint32_t *c;

      if (!in_window(t, from) && !history_find(&t->table, from))
         continue;
      c = cell_of(t, from);
      if (*c) {
         see_readers(t, c, from);
         join(t, to);
         *cell_of(t, to) = *c;
         *c = 0;
      }
   }
}

static void move_writers(uintptr_t from, uintptr_t to, size_t n)
{
   size_t i;

   if (writers_in_window(from)
       && !(masks[from >> SHADOW_CHUNK_BITS] >> WRITERS & 1))
      return;
   for (i = 0; i < n; i += cell_size()) {
      unsigned writer = last_writer(from + i);
      if (writer != NOBODY) {
         set_writer(to + i, writer);
         set_writer(from + i, NOBODY);
      }
   }
}

static void engine_move(uintptr_t from, uintptr_t to, size_t n)
{
   trms_thread *t;

   engine_forget(to, n);
   while (n > 0) {
      size_t piece = SHADOW_CHUNK_BYTES - from % SHADOW_CHUNK_BYTES;
      size_t other = SHADOW_CHUNK_BYTES - to % SHADOW_CHUNK_BYTES;

      if (piece > other)
         piece = other;
      if (piece > n)
         piece = n;
      for (t = threads; t; t = t->next)
         move_stamps(t, from, to, piece);
      move_writers(from, to, piece);
      from += piece;
      to += piece;
      n -= piece;
   }
}

/* --- the whole --- */

/* --- memory beyond the windows --- */

static bool overlap(uintptr_t a, uintptr_t size, uintptr_t start,
                    uintptr_t end)
{
   return a < end && start < a + size;
}

static bool hits_windows(uintptr_t start, uintptr_t end)
{
   unsigned slot;

   for (slot = 0; slot < SLOTS; slot++)
      if (slot_reserved[slot]
          && overlap(window_at(slot), WINDOW_STEP, start, end))
         return true;
   return overlap(WRITERS_AT, WRITERS_SIZE, start, end)
          || overlap(MASKS_AT, MASKS_SIZE, start, end);
}

bool trms_fast_mapped(uintptr_t start, uintptr_t end)
{
   if (!windows || end <= WINDOW_END)
      return true;
   if (hits_windows(start, end))
      return false;
   beyond = true;
   return scratch_follow(start, end);
}

bool trms_fast_has_window(const trms_thread *t)
{
   return t->base != 0 && !beyond;
}

bool trms_fast_has_windows(void)
{
   return windows;
}

trms_fast_view trms_fast_view_of(const trms_thread *t)
{
   trms_fast_view view;

   if (t && trms_fast_has_window(t)) {
      view.base = t->base;
      view.top = view.stamp = t->stack.top->start;
   } else {
      /* No stamp is as great, nor is any exclusive where all are 0. */
      view.base = scratch_base();
      view.top = 0x7ffffffeu;
      view.stamp = 0;
   }
   return view;
}

static bool reserve_windows(void)
{
   if (!plat_reserve(WRITERS_AT, WRITERS_SIZE))
      return false;
   if (plat_reserve(MASKS_AT, MASKS_SIZE)) {
      beyond = false;
      if (scratch_reserve(WINDOW_END))
         return true;
      plat_unreserve(MASKS_AT, MASKS_SIZE);
   }
   plat_unreserve(WRITERS_AT, WRITERS_SIZE);
   return false;
}

static void engine_init(const trms_options *options)
{
   uint32_t times = options->timestamp_limit;

   if (times == 0 || times > LIMIT - 2)
      times = LIMIT - 2;
   if (times < 4)
      times = 4;
   limit = STAMP(times);
   shift = options->cell_shift;
   is_file_content = options->is_file_content;
   threads = NULL;
   trms_fast_run(NULL);
   shadow_init(&writer_table, shift);
   shadow_init(&versions, shift);
   /* The windows' geometry is that of cells of 4 bytes. */
   windows = shift == 2 && !options->no_windows && reserve_windows();
}

static void engine_finish(void)
{
   unsigned slot;

   while (threads)
      engine_thread_end(threads);
   shadow_free(&writer_table);
   shadow_free(&versions);
   if (!windows)
      return;
   for (slot = 0; slot < SLOTS; slot++)
      if (slot_reserved[slot]) {
         plat_unreserve(window_at(slot), WINDOW_STEP);
         slot_reserved[slot] = false;
      }
   scratch_unreserve();
   plat_unreserve(MASKS_AT, MASKS_SIZE);
   plat_unreserve(WRITERS_AT, WRITERS_SIZE);
   windows = false;
}

const trms_engine trms_fast = {
   .name = "fast",
   .init = engine_init,
   .finish = engine_finish,
   .thread_new = engine_thread_new,
   .context_new = engine_context_new,
   .thread_end = engine_thread_end,
   .call = engine_call,
   .ret = engine_ret,
   .read = engine_read,
   .write = engine_write,
   .kernel_read = engine_read,
   .kernel_write = engine_kernel_write,
   .forget = engine_forget,
   .move = engine_move,
   .depth = depth,
   .pending = engine_pending,
};

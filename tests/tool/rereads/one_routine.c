/* Two loops in one routine.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cases.h"

#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sys/syscall.h>

/* One routine has both loops. */
NOINLINE static void scan_all(const long *numbers, long n)
{
   for (long i = 0; i < n; i++)
      for (long j = 0; j < i; j++)
         sink += numbers[i] == numbers[j];
}

/* A turn does many elements, as on vector registers. */
NOINLINE static void find_nth(const long *blocks, long n)
{
   for (long i = 0; i < n; i++)
      for (long at = 0; at + 32 <= i; at += 32)
         sink += blocks[at / 32];
}

/* The same, and the inner loop begins with its condition, in the middle of its
   code; each time it has fewer turns. */
NOINLINE static void scan_rest(const long *numbers, long n)
{
   for (long i = 0; i < n; i++) {
      long j = i;

      while (j < n && numbers[j] != 1 && numbers[j] >= 0)
         j++;
      sink += j;
   }
}

static void fall(long n)
{
   long *numbers = malloc(n * sizeof *numbers);

   fill(numbers, n * sizeof *numbers);
   scan_rest(numbers, n);
}

/* Two loops in one routine, of which the inner one has as many turns each
   time. */
NOINLINE static void repeat(const long *numbers, long n)
{
   for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++)
         sink += numbers[j] == i;
}

static void rectangle(long n)
{
   long *numbers = malloc(n * sizeof *numbers);

   fill(numbers, n * sizeof *numbers);
   repeat(numbers, n);
}

/* Lines of about the same length, and a last one as long as all others. */
NOINLINE static void count_blanks(const char *text)
{
   while (*text != '\0') {
      long blanks = 0;

      for (; *text != '\n'; text++)
         blanks += *text == ' ' || *text == '\t';
      sink += blanks;
      text++;
   }
}

static void long_last(long n)
{
   char *text = malloc(160 * n + 2), *end = text;

   fill(text, 160 * n + 2);
   for (long i = 0; i < n; i++) {
      long length = 60 + any(40);

      memset(end, 'x', length);
      end[length] = '\n';
      end += length + 1;
   }
   memset(end, 'x', 60 * n);
   strcpy(end + 60 * n, "\n");
   count_blanks(text);
}

static void one_routine(long n)
{
   long *numbers = malloc(n * sizeof *numbers);

   fill(numbers, n * sizeof *numbers);
   scan_all(numbers, n);
}

static void vectors(long n)
{
   long *blocks = malloc(n * sizeof *blocks);

   fill(blocks, n * sizeof *blocks);
   find_nth(blocks, n);
}

/* The inner loop ends at a root of the number. */
NOINLINE static void roots(long n)
{
   for (long i = 0; i < n; i++)
      for (long root = 1; root * root <= 4 * i; root++)
         sink += i % root;
}

enum { FIRST = 150000 };

/* The routine loops, and does not lie in a loop of its own: an entry or a few
   in each call, the longest first. */
NOINLINE static void spin(const long *table, long turns)
{
   for (int pass = 0; pass < 4; pass++)
      for (long i = 0; i < turns; i++)
         sink += table[i % 16];
}

NOINLINE static void spin_often(const long *table, long n)
{
   for (long i = 0; i < n; i++)
      spin(table, i == 0 ? FIRST : 3000 - 14 * i + any(800));
}

static void longest_first(long n)
{
   long table[16];

   fill(table, sizeof table);
   spin_often(table, n);
}

/* Parts of the inner loop's body lie behind the routine's other code, as the
   compiler takes them for seldom: a third of the turns go there, and come back
   to the middle of the loop, or to its head. */
NOINLINE static int is_same(const long *a, const long *b)
{
   sink += *a > *b;
   return *a == *b;
}

NOINLINE static void scan_aside(const long *numbers, long n, long *found)
{
   for (long i = 0; i < n; i++)
      for (long j = i + 1; j < n; j++) {
         if (__builtin_expect(numbers[j] % 3 == 0, 0)) {
            found[0]++;
            if (is_same(&numbers[i], &numbers[j]))
               found[1]++;
         }
         if (found[2])
            found[3] += j;
      }
}

NOINLINE static void scan_and_go_on(const long *numbers, long n, long *found)
{
   for (long i = 0; i < n; i++)
      for (long j = i + 1; j < n; j++) {
         if (__builtin_expect(numbers[j] % 3 == 0, 0)) {
            found[0] += is_same(&numbers[i], &numbers[j]);
            continue;
         }
         if (found[2])
            found[3] += j;
      }
}

/* A switch, of which some cases lie elsewhere. */
NOINLINE static void scan_kinds(const long *numbers, long n, long *found)
{
   for (long i = 0; i < n; i++)
      for (long j = i + 1; j < n; j++) {
         switch (__builtin_expect(numbers[j] % 7, 3)) {
         case 0: found[0] += is_same(&numbers[i], &numbers[j]); break;
         case 1: found[1]++; break;
         case 2: found[2] ^= j; break;
         case 3: continue;
         case 4: found[0] ^= numbers[i]; break;
         case 5: found[1] -= is_same(&numbers[j], &numbers[i]); break;
         }
         found[3]++;
      }
}

/* At label 3: for each of rsi numbers at rdi, those from it on are read. */
#define LOOP_IN_LOOP \
   "3: xor %ecx, %ecx\n" \
   "4: mov %rcx, %rdx\n" \
   "5: mov (%rdi,%rdx,8), %rax\n" \
   "   inc %rdx\n" \
   "   cmp %rsi, %rdx\n" \
   "   jl 5b\n" \
   "   inc %rcx\n" \
   "   cmp %rsi, %rcx\n" \
   "   jl 4b\n"

/* What a compiler may make of

      switch (kind) {
      default: return 0;
      case 1:
         for (long i = 0; i < n; i++)
            for (long j = i + 1; j < n; j++)
               ...
         return n;
      }

   with nothing but the table that leads to the loops. */
long scan_one_kind(const long *numbers, long n, long kind);

__asm__(
   "   .text\n"
   "   .type scan_one_kind, @function\n"
   "   .globl scan_one_kind\n"
   "scan_one_kind:\n"
   "   jmp 2f\n"
   "1: xor %eax, %eax\n"
   "   ret\n"
   "2: cmp $1, %rdx\n"
   "   ja 1b\n"
   "   lea 9f(%rip), %r8\n"
   "   movslq (%r8,%rdx,4), %rax\n"
   "   add %r8, %rax\n"
   "   jmp *%rax\n"
   LOOP_IN_LOOP
   "   mov %rsi, %rax\n"
   "   ret\n"
   "   .size scan_one_kind, . - scan_one_kind\n"
   "   .section .rodata\n"
   "   .balign 4\n"
   "9: .long 1b - 9b, 3b - 9b\n"
   "   .text\n"
);

static void one_kind(long n)
{
   long *numbers = malloc(n * sizeof *numbers);

   for (long i = 0; i < n; i++)
      numbers[i] = any(1000);
   for (long i = 0; i < 3; i++)
      sink += scan_one_kind(numbers, n, i);
}

/* A turn has many basic blocks. */
#define BLOCK(i) if (numbers[j] & (1 << (i))) { sink ^= i; }
#define BLOCKS(i) BLOCK(i) BLOCK(i + 1) BLOCK(i + 2) BLOCK(i + 3)

NOINLINE static void scan_much(const long *numbers, long n, long *found)
{
   for (long i = 0; i < n; i++)
      for (long j = i + 1; j < n; j++) {
         BLOCKS(0) BLOCKS(4) BLOCKS(8) BLOCKS(12)
         found[0]++;
      }
}

/* Several such loops, of which none is a large part of the work, and each has
   ever more turns twice. */
NOINLINE static void scan_states(const long *numbers, long n, long *found)
{
   for (long state = 0; state < 2; state++)
      for (long i = 0; i < n; i++) {
         for (long j = 0; j < i; j++) {
            BLOCKS(0) BLOCKS(4)
            found[0]++;
         }
         for (long j = 0; j < i; j++) {
            BLOCKS(2) BLOCKS(6)
            found[3]++;
         }
      }
}

/* Buckets of a sort, taken in the order of their sizes: ever more turns, but an
   element is looked at once for each digit. */
NOINLINE static void take_buckets(const long *numbers, const long *sizes,
                                  long *found)
{
   long first = 0;

   for (long bucket = 0; bucket < 250; bucket++) {
      for (long i = first; i < first + sizes[bucket]; i++) {
         const long j = i;
         BLOCKS(0) BLOCKS(4)
         found[0]++;
      }
      for (long i = first; i < first + sizes[bucket]; i++) {
         const long j = i;
         BLOCKS(2) BLOCKS(6)
         found[3]++;
      }
      first += sizes[bucket];
   }
}

static void buckets(long n)
{
   long *numbers = malloc(n * 250 * 126 * sizeof *numbers), sizes[250], all = 0;
   long found[4] = { 0 };

   for (long i = 0; i < 250; i++)
      all += sizes[i] = n * (i + 1);
   for (long i = 0; i < all; i++)
      numbers[i] = any(1000);
   take_buckets(numbers, sizes, found);
   sink += found[0] + found[3];
}

/* A routine that only jumps to another one, with an argument more. */
NOINLINE static void scan_from(const long *numbers, long n, long *found,
                               long first)
{
   for (long i = first; i < n; i++)
      for (long j = i + 1; j < n; j++)
         found[numbers[i] == numbers[j]]++;
}

NOINLINE static void scan_on(const long *numbers, long n, long *found)
{
   scan_from(numbers, n, found, 1);
}

/* The same, but the loops of the other routine lie elsewhere, as compilers put
   what a profile of training runs has not seen. */
void scan_rarely(const long *numbers, long n, long *found, long first);

__asm__(
   "   .text\n"
   "   .type scan_rarely, @function\n"
   "   .globl scan_rarely\n"
   "scan_rarely:\n"
   "   cmp $1, %rcx\n"
   "   je 3f\n"
   "   mov %rsi, (%rdx)\n"
   "   ret\n"
   "   .size scan_rarely, . - scan_rarely\n"
   "   .section .text.unlikely, \"ax\", @progbits\n"
   LOOP_IN_LOOP
   "   ret\n"
   "   .text\n"
);

NOINLINE static void scan_far(const long *numbers, long n, long *found)
{
   scan_rarely(numbers, n, found, 1);
}

static void aside(long n, void (*scan)(const long *, long, long *))
{
   long *numbers = malloc(n * sizeof *numbers), found[4] = { 0 };

   for (long i = 0; i < n; i++)
      numbers[i] = any(1000);
   scan(numbers, n, found);
   sink += found[0] + found[3];
}

static void comes_back(long n) { aside(n, scan_aside); }
static void goes_on(long n) { aside(n, scan_and_go_on); }
static void much(long n) { aside(n, scan_much); }
static void states(long n) { aside(n, scan_states); }
static void jumps_on(long n) { aside(n, scan_on); }
static void jumps_far(long n) { aside(n, scan_far); }
static void kinds(long n) { aside(n, scan_kinds); }

/* Two threads share the work.  Calls read more or less, so time slices are
   long. */
typedef struct {
   int left, top, right, bottom;
} area;

static area *areas;
static long area_count, all_pairs;

NOINLINE static int do_overlap(const area *a, const area *b)
{
   return a->left < b->right && b->left < a->right && a->top < b->bottom &&
          b->top < a->bottom;
}

NOINLINE static void *scan_part(void *odd)
{
   long found = 0;

   for (long i = odd != NULL; i < area_count; i += 2)
      for (long j = all_pairs ? 0 : i + 1; j < area_count; j++)
         found += do_overlap(&areas[i], &areas[j]);
   return (void *)found;
}

static void threads(long n)
{
   pthread_t parts[2];

   area_count = n;
   areas = malloc(n * sizeof *areas);
   for (long i = 0; i < n; i++) {
      areas[i].left = any(900);
      areas[i].top = any(900);
      areas[i].right = areas[i].left + any(500);
      areas[i].bottom = areas[i].top + any(500);
   }
   for (long i = 0; i < 2; i++)
      if (pthread_create(&parts[i], NULL, scan_part, (void *)i) != 0)
         exit(1);
   for (long i = 0; i < 2; i++)
      pthread_join(parts[i], NULL);
}

/* The steps of a simulation, each of which compares all pairs. */
NOINLINE static void do_step(void)
{
   for (long i = 0; i < area_count; i++)
      for (long j = i + 1; j < area_count; j++)
         sink += do_overlap(&areas[i], &areas[j]);
}

static void pairs_in_steps(long n)
{
   area_count = n;
   areas = malloc(n * sizeof *areas);
   fill(areas, n * sizeof *areas);
   for (int step = 0; step < 20; step++)
      do_step();
}

/* Threads beside it have the processor after each time slice, and no jump back:
   `read` of the C library may have one. */
enum { ONLOOKERS = 6 };
#define READ syscall(SYS_read, *(int *)zeros, &zero, 1);
#define READ_8 READ READ READ READ READ READ READ READ
#define READ_64 READ_8 READ_8 READ_8 READ_8 READ_8 READ_8 READ_8 READ_8

static void *onlooker(void *zeros)
{
   char zero;

   READ_64 READ_64 READ_64 READ_64
   return NULL;
}

static void beside_onlookers(long n)
{
   int zeros = open("/dev/zero", O_RDONLY);
   pthread_t others[ONLOOKERS];

   for (int i = 0; i < ONLOOKERS; i++)
      if (pthread_create(&others[i], NULL, onlooker, &zeros) != 0)
         exit(1);
   fall(n);
   for (int i = 0; i < ONLOOKERS; i++)
      pthread_join(others[i], NULL);
}

/* All pairs of large elements are compared. */
typedef struct {
   long parts[16];
} large_element;

NOINLINE static long likeness(const large_element *a, const large_element *b)
{
   long same = 0;

   for (int i = 0; i < 16; i++)
      if (a->parts[i] == b->parts[i])
         sink = ++same;
   return same;
}

NOINLINE static void compare_all(const large_element *elements, long n)
{
   for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++)
         sink += likeness(&elements[i], &elements[j]);
}

static void pairs(long n)
{
   large_element *elements = calloc(n, sizeof *elements);

   fill(elements, n * sizeof *elements);
   compare_all(elements, n);
}

/* The same, with as many turns each time. */
static void share_pairs(long n)
{
   all_pairs = 1;
   threads(n);
}

/* The neighbours of each pixel are counted in a square image: its rows are as
   many as their pixels. */
NOINLINE static void count_around(const unsigned char *image, long n)
{
   for (long y = 1; y + 1 < n; y++)
      for (long x = 1; x + 1 < n; x++)
         for (long dy = -1; dy <= 1; dy++)
            for (long dx = -1; dx <= 1; dx++)
               if (image[(y + dy) * n + x + dx] > 127)
                  sink++;
}

static void image(long n)
{
   unsigned char *pixels = malloc(n * n);

   fill(pixels, n * n);
   for (long i = 0; i < n * n; i++)
      pixels[i] = any(256);
   count_around(pixels, n);
}

static void images(long n)
{
   unsigned char *one = malloc(n * n);

   fill(one, n * n);
   for (int step = 0; step < 12; step++)
      count_around(one, n);
}

/* The outer loop begins behind a call, which returns; the inner one begins with its
   condition, at its end. */
void look_back(long n);
__asm__(".text\n"
        ".type tell, @function\n"
        "tell: ret\n"
        ".size tell, .-tell\n"
        ".type look_back, @function\n"
        "look_back:\n"
        "   push %rbp; push %rbx; push %r12\n"
        "   mov %rdi, %r12\n"
        "   xor %ebx, %ebx\n"
        "   call tell\n"
        "1: call tell\n"
        "   xor %ebp, %ebp\n"
        "   jmp 3f\n"
        "2: call tell\n"
        "   inc %rbp\n"
        "3: cmp %rbx, %rbp\n"
        "   jl 2b\n"
        "   inc %rbx\n"
        "   cmp %r12, %rbx\n"
        "   jl 1b\n"
        "   pop %r12; pop %rbx; pop %rbp\n"
        "   ret\n"
        ".size look_back, .-look_back\n");

/* Three loops over few elements: the second one has fewer turns each time, and
   what each of them does is in the third one. */
NOINLINE static long chain_products(const long *sides, long n)
{
   long (*best)[n] = calloc(n, sizeof *best);
   long result;

   for (long length = 2; length < n; length++)
      for (long i = 1; i + length <= n; i++) {
         const long last = i + length - 1;
         long least = LONG_MAX;

         for (long k = i; k < last; k++) {
            const long cost = best[i][k] + best[k + 1][last] +
                              sides[i - 1] * sides[k] * sides[last];

            least = cost < least ? cost : least;
         }
         best[i][last] = least;
      }
   result = best[1][n - 1];
   free(best);
   return result;
}

static void chain(long n)
{
   long *sides = malloc(n * sizeof *sides);

   fill(sides, n * sizeof *sides);
   for (long i = 0; i < n; i++)
      sides[i] += 1 + any(40);
   sink = chain_products(sides, n);
}

/* Three loops over a matrix, which has no more cells than the second one has
   turns. */
NOINLINE static void eliminate(double *matrix, long n)
{
   for (long k = 0; k < n; k++)
      for (long i = k + 1; i < n; i++) {
         const double part = matrix[i * n + k] / matrix[k * n + k];

         for (long j = k; j < n; j++)
            matrix[i * n + j] -= part * matrix[k * n + j];
      }
}

static void elimination(long n)
{
   double *matrix = malloc(n * n * sizeof *matrix);

   fill(matrix, n * n * sizeof *matrix);
   for (long i = 0; i < n * n; i++)
      matrix[i] += 1 + any(1000);
   eliminate(matrix, n);
   sink = (long)matrix[n * n - 1];
}

const loop_case one_routine_cases[] = {
   { "chain", chain, 300 },
   { "elimination", elimination, 200 },
   { "one_routine", one_routine, 4000 },
   { "fall", fall, 4000 },
   { "look_back", look_back, 4000 },
   { "vectors", vectors, 24000 },
   { "roots", roots, 24000 },
   { "long_last", long_last, 12000 },
   { "rectangle", rectangle, 1000 },
   { "comes_back", comes_back, 1500 },
   { "goes_on", goes_on, 1500 },
   { "kinds", kinds, 1500 },
   { "much", much, 1000 },
   { "states", states, 1600 },
   { "buckets", buckets, 12 },
   { "jumps_on", jumps_on, 1500 },
   { "jumps_far", jumps_far, 1500 },
   { "threads", threads, 3000 },
   { "beside_onlookers", beside_onlookers, 800 },
   { "share_pairs", share_pairs, 3000 },
   { "pairs_in_steps", pairs_in_steps, 600 },
   { "image", image, 400 },
   { "images", images, 400 },
   { "pairs", pairs, 400 },
   { "one_kind", one_kind, 1500 },
   { "longest_first", longest_first, 160 },
   { 0 },
};

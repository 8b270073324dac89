/* System calls of internal routines: to which routine they are charged.

   The test itself is the program: it calls routines whose names C keeps for its
   libraries, down to one that copies its stack as the kernel would.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "unit.h"

#include "base/memory.h"
#include "recorder/collector.h"
#include "recorder/entries.h"
#include "recorder/file_id.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define OWN __attribute__((noinline))

/* A thread that makes a system call. */
typedef struct {
   kernel_entry made;
   uint8_t stack[COLLECTOR_STACK];
} caught;

static caught last;
/* Not known to the compiler, which would make copies for constants, and
   without a result. */
static volatile int one = 1, result;

#ifdef __x86_64__

OWN static int __unit_enter(int n)
{
   uint64_t at, sp, bp;
   const uint8_t *from;
   uint8_t *to = last.stack;
   size_t size = sizeof last.stack;

   __asm__ volatile("leaq 1f(%%rip), %0\n"
                    "1:\tmovq %%rsp, %1\n\t"
                    "movq %%rbp, %2"
                    : "=&a"(at), "=&c"(sp), "=&d"(bp));
   from = (const uint8_t *)(uintptr_t)sp;
   __asm__ volatile("rep movsb" : "+S"(from), "+D"(to), "+c"(size) : : "memory");
   last.made.at = at;
   last.made.frame = (callers_frame){ .sp = sp, .bp = bp, .start = sp,
                                      .stack = last.stack,
                                      .size = sizeof last.stack };
   return n + 1;
}

OWN static int __unit_cancel(int n) { return __unit_enter(n) + 1; }

/* Its stack pointer moves by what is asked for, so that its caller is found by the
   frame pointer. */
OWN static int __unit_moves(int n)
{
   volatile char room[n];

   room[0] = 1;
   return __unit_enter(n) + room[0];
}

OWN static int __unit_deep(int n) { return __unit_cancel(n) + 1; }
OWN static int __unit_deeper(int n) { return __unit_deep(n) + 1; }

OWN static int asks(int n) { return __unit_enter(n) + 2; }
OWN static int asks_below(int n) { return __unit_cancel(n) + 2; }
OWN static int asks_deep(int n) { return __unit_deep(n) + 2; }
OWN static int asks_deeper(int n) { return __unit_deeper(n) + 2; }
OWN static int asks_with_room(int n) { return __unit_moves(n) + 2; }

/* Has a public name as well: two underscores alone do not make it internal. */
OWN int __unit_public(int n);
int __unit_public(int n) { return __unit_enter(n) + 3; }
extern int unit_public(int n) __attribute__((alias("__unit_public")));

static char own_path[4096];

/* The mappings of this process that are of its own file. */
static void map_own(address_spaces *spaces, uint32_t image)
{
   FILE *f = fopen("/proc/self/maps", "re");
   const size_t length = strlen(own_path);
   char *line = NULL;
   size_t room = 0;

   assert_non_null(f);
   while (getline(&line, &room, f) > 0) {
      address_mapping m = { .image = image };
      const char *path = strchr(line, '/');

      if (path == NULL || strncmp(path, own_path, length) != 0 ||
          path[length] != '\n')
         continue;
      assert_int_equal(sscanf(line, "%" SCNx64 "-%" SCNx64 " %*s %" SCNx64,
                              &m.start, &m.end, &m.offset), 3);
      address_spaces_map(spaces, 1, m);
   }
   free(line);
   fclose(f);
}

/* What is known of this program. */
typedef struct {
   samples *s;
   roots files;
   address_spaces spaces;
   entries e;
} world;

static world begin_world(const char *id)
{
   world w = { .s = samples_new() };

   map_own(&w.spaces, samples_image_of(w.s, own_path, id));
   return w;
}

static void end_world(world *w)
{
   samples_free(w->s);
   roots_free(&w->files);
   address_spaces_free(&w->spaces);
   entries_free(&w->e);
}

/* Return the name of the routine to which the last call is charged. */
static char *charged(world *w, const kernel_entry *made)
{
   const address_mapping *m = address_spaces_find(&w->spaces, 1, made->at);
   symbols *names = symbols_open(own_path, "");
   symbols_routine r = { 0 };
   uint64_t at, address;

   assert_non_null(m);
   at = entries_public(&w->e, w->s, &w->files, &w->spaces, m, made);
   m = address_spaces_find(&w->spaces, 1, at);
   assert_non_null(m);
   assert_true(symbols_address(names, at - m->start + m->offset, &address));
   assert_true(symbols_find(names, address, &r));
   symbols_close(names);
   return r.name;
}

static void assert_charged(world *w, const kernel_entry *made, const char *name)
{
   char *found = charged(w, made);

   assert_string_equal(found, name);
   free(found);
}

static bool begin(world *w)
{
   char id[FILE_ID_TEXT];

   file_id_read(id, own_path);
   last.made.pid = 1;
   *w = begin_world(id);
   return id[0] != '\0';
}

static void calls_of_internal_routines_are_their_callers(void **state)
{
   world w;

   (void)state;
   assert_true(begin(&w));
   result = asks(one);
   assert_charged(&w, &last.made, "asks");
   result = asks_below(one);
   assert_charged(&w, &last.made, "asks_below");
   result = asks_deep(one);
   assert_charged(&w, &last.made, "asks_deep");
   result = asks_with_room(40 * one);
   assert_charged(&w, &last.made, "asks_with_room");
   end_world(&w);
}

static void a_public_name_makes_a_routine_public(void **state)
{
   world w;
   char *name;

   (void)state;
   assert_true(begin(&w));
   result = unit_public(one);
   name = charged(&w, &last.made);
   assert_non_null(strstr(name, "unit_public"));
   free(name);
   end_world(&w);
}

static void far_callers_are_not_charged(void **state)
{
   world w;

   (void)state;
   assert_true(begin(&w));
   result = asks_deeper(one);
   assert_charged(&w, &last.made, "__unit_enter");
   end_world(&w);
}

/* The kernel copies less if the stack ends. */
static void a_stack_that_ends_tells_nothing(void **state)
{
   world w;
   kernel_entry made;

   (void)state;
   assert_true(begin(&w));
   result = asks(one);
   made = last.made;
   for (made.frame.size = 0; made.frame.size < sizeof last.stack;
        made.frame.size++)
      free(charged(&w, &made));
   made.frame.size = 0;
   assert_charged(&w, &made, "__unit_enter");
   made = last.made;
   made.frame.sp += 4096;
   assert_charged(&w, &made, "__unit_enter");
   made.frame.sp = UINT64_MAX - 8;
   assert_charged(&w, &made, "__unit_enter");
   end_world(&w);
}

/* A return address that is none, such as that of another stack's rest. */
static void a_stack_of_nonsense_tells_nothing(void **state)
{
   uint64_t random = 1;
   world w;

   (void)state;
   assert_true(begin(&w));
   result = asks_below(one);
   for (int turn = 0; turn < 2000; turn++) {
      for (size_t i = 0; i < sizeof last.stack; i++) {
         random = random * 6364136223846793005 + 1442695040888963407;
         last.stack[i] = turn % 2 ? 0xff : random >> 56;
      }
      assert_charged(&w, &last.made, "__unit_enter");
   }
   end_world(&w);
}

static void another_build_tells_nothing(void **state)
{
   world w = begin_world("0123");

   (void)state;
   result = asks(one);
   assert_charged(&w, &last.made, "__unit_enter");
   end_world(&w);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(calls_of_internal_routines_are_their_callers),
      cmocka_unit_test(a_public_name_makes_a_routine_public),
      cmocka_unit_test(far_callers_are_not_charged),
      cmocka_unit_test(a_stack_that_ends_tells_nothing),
      cmocka_unit_test(a_stack_of_nonsense_tells_nothing),
      cmocka_unit_test(another_build_tells_nothing),
   };
   const ssize_t length = readlink("/proc/self/exe", own_path,
                                   sizeof own_path - 1);

   if (length < 0)
      return 1;
   own_path[length] = '\0';
   return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

static void calls_of_x86_64_only(void **state)
{
   (void)state;
   skip();
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(calls_of_x86_64_only) };

   return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif

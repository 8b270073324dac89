/* Parameters by name, in this program's own debug information; and damaged
   debug information, in which no byte behind a section's end may be read.

   SPDX-License-Identifier: GPL-2.0-or-later */

/* Before the macros of <fcntl.h>. */
#include "elf/parameters.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../cmocka_names.h"

/* What the reader calls of Valgrind's. */
void *VG_(memset)(void *to, Int c, SizeT n) { return memset(to, c, n); }
HChar *VG_(strcpy)(HChar *to, const HChar *from) { return strcpy(to, from); }
SizeT VG_(strlen)(const HChar *s) { return strlen(s); }
Int VG_(strcmp)(const HChar *a, const HChar *b) { return strcmp(a, b); }
Int VG_(strncmp)(const HChar *a, const HChar *b, SizeT n)
{
   return strncmp(a, b, n);
}
HChar *VG_(strchr)(const HChar *s, HChar c) { return strchr(s, c); }
HChar *VG_(strstr)(const HChar *s, const HChar *part)
{
   return strstr(s, part);
}
UInt VG_(sprintf)(HChar *buffer, const HChar *format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   int n = vsprintf(buffer, format, arguments);
   va_end(arguments);
   return (UInt)n;
}
UInt VG_(snprintf)(HChar *buffer, Int size, const HChar *format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   int n = vsnprintf(buffer, (size_t)size, format, arguments);
   va_end(arguments);
   return (UInt)n;
}

/* Routines with known registers. */
typedef struct { long a, b; } Pair;
typedef struct { int a; double b; } Mixed;
typedef struct { long words[3]; } Large;
typedef struct { char a; int b; } __attribute__((packed)) Packed;
typedef struct { float x[4]; } Reals;
#define ROUTINE __attribute__((noinline, used)) static

ROUTINE long first(const char *s, short n) { return s[0] + n; }
ROUTINE long of_pair(Pair p, double x, int n) { return p.a + (long)x + n; }
ROUTINE long of_mixed(Mixed m, unsigned char n) { return m.a + n; }
ROUTINE Large to_large(long n) { return (Large){ { n } }; }
ROUTINE long of_packed(Packed p, int n) { return p.b + n; }
ROUTINE long of_reals(Reals r, long double l, long *n)
{
   return (long)(r.x[0] + l) + *n;
}
ROUTINE long many(long a, long b, long c, long d, long e, Pair p, long f,
                  long n)
{
   return a + b + c + d + e + p.a + f + n;
}

static const struct {
   const void *code;
   const char *name;
   bool pointed;
   unsigned argument, bytes;     /* argument 0: there is none... */
   bool is_signed;
   const char *reason;           /* ...for this reason */
} cases[] = {
   { first, "n", false, 2, 2, true, NULL },
   { first, "s", true, 1, 1, true, NULL },
   { first, "s", false, 0, 0, false, "is a pointer" },
   { first, "m", false, 0, 0, false, "its parameters are s, n" },
   { of_pair, "n", false, 3, 4, true, NULL },
   { of_pair, "x", false, 0, 0, false, "is no integer" },
   { of_mixed, "n", false, 2, 1, false, NULL },
   { to_large, "n", false, 2, 8, true, NULL },
   { of_packed, "n", false, 1, 4, true, NULL },
   { of_reals, "n", true, 1, 8, true, NULL },
   { many, "e", false, 5, 8, true, NULL },
   { many, "f", false, 6, 8, true, NULL },
   { many, "n", false, 0, 0, false, "on the stack" },
};
enum { CASES = sizeof cases / sizeof *cases };

/* This program's file. */
static struct { unsigned char *bytes; size_t size; } file;

static const char *const names[DWARF_SECTIONS] = {
   [DWARF_INFO] = ".debug_info", [DWARF_ABBREV] = ".debug_abbrev",
   [DWARF_STR] = ".debug_str", [DWARF_LINE_STR] = ".debug_line_str",
   [DWARF_STR_OFFSETS] = ".debug_str_offsets", [DWARF_ADDR] = ".debug_addr",
   [DWARF_RANGES] = ".debug_ranges", [DWARF_RNGLISTS] = ".debug_rnglists",
   [DWARF_LINE] = ".debug_line"
};

/* Return a copy of a section that ends where no memory follows. */
static unsigned char *copy_at_edge(const unsigned char *bytes, size_t n)
{
   const size_t page = (size_t)sysconf(_SC_PAGESIZE);
   const size_t room = (n + page - 1) / page * page;
   unsigned char *at = mmap(NULL, room + page, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

   assert_ptr_not_equal(at, MAP_FAILED);
   mprotect(at + room, page, PROT_NONE);
   memcpy(at + room - n, bytes, n);
   return at + room - n;
}

static void read_file(Dwarf *d)
{
   int fd = open("/proc/self/exe", O_RDONLY);

   assert_true(fd >= 0);
   file.size = (size_t)lseek(fd, 0, SEEK_END);
   file.bytes = mmap(NULL, file.size, PROT_READ, MAP_PRIVATE, fd, 0);
   close(fd);
   memset(d, 0, sizeof *d);
   const Elf64_Ehdr *header = (const void *)file.bytes;
   const Elf64_Shdr *s = (const void *)(file.bytes + header->e_shoff);
   const char *texts = (const char *)file.bytes
                       + s[header->e_shstrndx].sh_offset;
   for (unsigned i = 0; i < header->e_shnum; i++)
      for (unsigned k = 0; k < DWARF_SECTIONS; k++)
         if (strcmp(texts + s[i].sh_name, names[k]) == 0) {
            d->section[k].bytes = copy_at_edge(file.bytes + s[i].sh_offset,
                                               s[i].sh_size);
            d->section[k].size = s[i].sh_size;
         }
}

static ULong address_of(const void *code)
{
   extern const char __executable_start;

   const Elf64_Ehdr *header = (const void *)file.bytes;
   return header->e_type == ET_DYN
          ? (ULong)((uintptr_t)code - (uintptr_t)&__executable_start)
          : (ULong)(uintptr_t)code;
}

static Bool find(Dwarf *d, unsigned i, ParameterPlace *p, HChar *reason)
{
   return parameters_find(d, address_of(cases[i].code), cases[i].name,
                          cases[i].pointed, 0, p, reason);
}

static void registers(void **state)
{
   static Dwarf d;
   ParameterPlace p;
   HChar reason[PARAMETERS_REASON];

   (void)state;
   read_file(&d);
   for (unsigned i = 0; i < CASES; i++) {
      reason[0] = '\0';
      if (!find(&d, i, &p, reason)) {
         if (cases[i].reason == NULL)
            fail_msg("case %u: %s", i, reason);
         assert_non_null(strstr(reason, cases[i].reason));
         continue;
      }
      assert_int_equal(p.argument, cases[i].argument);
      assert_int_equal(p.bytes, cases[i].bytes);
      assert_int_equal(p.is_signed, cases[i].is_signed);
      assert_int_equal(p.is_pointed_at, cases[i].pointed);
   }
}

/* Each section is cut, or some of its bytes are changed. */
static void damaged(void **state)
{
   enum { ROUNDS = 600, CHANGES = 24 };
   static Dwarf good, d;
   ParameterPlace p;
   HChar reason[PARAMETERS_REASON];
   unsigned char saved[CHANGES];
   size_t at[CHANGES];
   unsigned found = 0;

   (void)state;
   read_file(&good);
   srand(1);
   for (unsigned i = 0; i < ROUNDS; i++) {
      const unsigned k = (unsigned)rand() % DWARF_SECTIONS;
      unsigned char *bytes = (unsigned char *)good.section[k].bytes;
      const size_t size = good.section[k].size;
      d = good;
      if (size == 0)
         continue;
      if (i % 4 == 0) {
         const size_t left = (size_t)rand() % size;
         d.section[k].bytes = copy_at_edge(bytes, left);
         d.section[k].size = left;
      }
      for (unsigned c = 0; c < CHANGES; c++) {
         at[c] = (size_t)rand() % size;
         saved[c] = bytes[at[c]];
         bytes[at[c]] = (unsigned char)rand();
      }
      if (find(&d, i % CASES, &p, reason)) {
         found++;
         assert_uint_in_range(p.argument, 1, 6);
      }
      for (unsigned c = CHANGES; c-- > 0; )
         bytes[at[c]] = saved[c];
   }
   assert_true(found > 0 && found < ROUNDS);
}

/* A walk finds the subprograms with code that single steps find, and leaves out
   no more than what lies in calls; with the starts of units as without. */
static void walks(void **state)
{
   static ULong units[1 << 12];
   Dwarf stepped, walked;
   DwarfEntry e, own;
   ULong start = 0;
   unsigned n = 0, entries = 0, steps = 0;

   (void)state;
   read_file(&stepped);
   walked = stepped;
   while (n < 1 << 12 && dwarf_next_unit(&stepped, &start, &own))
      units[n++] = stepped.unit.start;
   walked.units = units;
   walked.n_units = n;
   assert_true(n > 0);
   for (unsigned i = 0; i < n; i++) {
      UInt depth = 0;
      DwarfWalk w;
      start = units[i];
      assert_true(dwarf_next_unit(&stepped, &start, &own));
      assert_true(dwarf_entry(&walked, own.offset, &e));
      assert_true(walked.unit.start == units[i]);
      w = dwarf_walk_begin(&own);
      e = own;
      while (dwarf_walk(&walked, &w)) {
         entries++;
         do {
            steps++;
            assert_true(dwarf_step(&stepped, &e, &depth));
            assert_true(e.offset == w.offset || e.tag != DWARF_SUBPROGRAM);
         } while (e.offset < w.offset);
         assert_true(e.offset == w.offset && e.tag == w.tag
                     && depth == w.depth);
         assert_true(w.has_code == (e.has_low || e.has_ranges));
      }
   }
   assert_true(entries > 1000 && steps > entries);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(walks),
      cmocka_unit_test(registers),
      cmocka_unit_test(damaged),
   };

   return cmocka_run_group_tests_name("parameters", tests, NULL, NULL);
}

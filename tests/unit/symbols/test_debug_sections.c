/* The sections of debug information in files that are whole, cut off, and that lie
   about sizes; and how much of compressed ones is kept.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* memfd_create */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include "elf/debug_sections.h"
#include "files_host.h"

#include <elf.h>

enum { MB = 1 << 20, PAGE = 4096 };

/* A file with a section, and the table of names. */
typedef struct {
   int fd;
   char path[32];
} TestFile;

typedef struct {
   const char *name;
   uint64_t flags;
   const void *bytes;            /* of the section */
   size_t size;
   uint64_t said;                /* what the header says of the size */
} Content;

static TestFile make(Content c)
{
   char names[64] = "";
   Elf64_Ehdr header = { .e_ident = ELFMAG };
   Elf64_Shdr sections[3] = { { .sh_type = SHT_NULL } };
   TestFile f = { memfd_create("sections", MFD_CLOEXEC), "" };
   const size_t at = sizeof header + sizeof sections + sizeof names;

   assert_true(f.fd >= 0);
   snprintf(f.path, sizeof f.path, "/proc/self/fd/%d", f.fd);
   snprintf(names + 1, sizeof names - 1, "%s", c.name);
   header.e_ident[EI_CLASS] = ELFCLASS64;
   header.e_shoff = sizeof header;
   header.e_shentsize = sizeof *sections;
   header.e_shnum = 3;
   header.e_shstrndx = 1;
   sections[1] = (Elf64_Shdr){ .sh_type = SHT_STRTAB,
                               .sh_offset = sizeof header + sizeof sections,
                               .sh_size = sizeof names };
   sections[2] = (Elf64_Shdr){ .sh_name = 1, .sh_type = SHT_PROGBITS,
                               .sh_flags = c.flags, .sh_offset = at,
                               .sh_size = c.said };
   assert_int_equal(write(f.fd, &header, sizeof header), sizeof header);
   assert_int_equal(write(f.fd, sections, sizeof sections), sizeof sections);
   assert_int_equal(write(f.fd, names, sizeof names), sizeof names);
   assert_int_equal(write(f.fd, c.bytes, c.size), (ssize_t)c.size);
   return f;
}

/* A page has its number at its beginning, and then enough of any kind that zlib
   begins a new block for some hundred pages. */
static unsigned char *pages_of(size_t size)
{
   unsigned char *bytes = calloc(1, size);
   uint32_t state = 1;

   for (size_t i = 0; i + sizeof i <= size; i += PAGE) {
      const size_t number = i / PAGE + 1;
      memcpy(bytes + i, &number, sizeof number);
      for (size_t k = 8; k < 72 && i + k < size; k++) {
         state = state * 1664525 + 1013904223;
         bytes[i + k] = state >> 24;
      }
   }
   return bytes;
}

/* Compress `size` bytes behind a header that says `said`. */
static unsigned char *compressed(const unsigned char *bytes, size_t size,
                                 uint64_t said, size_t *length)
{
   uLongf n = compressBound(size);
   unsigned char *all = malloc(sizeof(Elf64_Chdr) + n);
   const Elf64_Chdr header = { .ch_type = ELFCOMPRESS_ZLIB, .ch_size = said };

   memcpy(all, &header, sizeof header);
   assert_int_equal(compress2(all + sizeof header, &n, bytes, size, 1), Z_OK);
   *length = sizeof header + n;
   return all;
}

static TestFile make_compressed(size_t size, uint64_t said)
{
   unsigned char *bytes = pages_of(size);
   size_t n;
   unsigned char *packed = compressed(bytes, size, said, &n);
   const TestFile f = make((Content){ ".debug_info", SHF_COMPRESSED, packed, n, n });

   free(bytes);
   free(packed);
   return f;
}

static Dwarf *read_file(const TestFile *f, Bool inflate, DebugSections expected)
{
   DebugSections found;
   Dwarf *d = debug_sections_read(f->path, "", inflate, &found);

   assert_int_equal(found, expected);
   assert_int_equal(d != NULL, expected == DEBUG_READABLE);
   return d;
}

static void refused(TestFile f, DebugSections expected)
{
   assert_null(read_file(&f, True, expected));
   assert_int_equal(files_host_mapped, 0);
   close(f.fd);
}

static size_t number_at(const Dwarf *d, size_t page)
{
   size_t number;

   memcpy(&number, d->section[DWARF_INFO].bytes + page * PAGE, sizeof number);
   return number;
}

static size_t needed_at(const Dwarf *d, size_t page)
{
   assert_true(d->need(d, DWARF_INFO, page * PAGE, page * PAGE + 8)
               >= page * PAGE + 8);
   return number_at(d, page);
}

static void whole(void **state)
{
   unsigned char *bytes = pages_of(40 * PAGE + 5);
   const TestFile f = make((Content){ ".debug_info", 0, bytes, 40 * PAGE + 5,
                                      40 * PAGE + 5 });
   Dwarf *d = read_file(&f, False, DEBUG_READABLE);

   (void)state;
   assert_int_equal(debug_sections_find(f.path), DEBUG_READABLE);
   assert_int_equal(d->section[DWARF_INFO].size, 40 * PAGE + 5);
   assert_int_equal(number_at(d, 7), 0);
   assert_int_equal(needed_at(d, 7), 8);
   assert_int_equal(number_at(d, 9), 0);
   debug_sections_forget(d);
   assert_int_equal(number_at(d, 7), 0);
   /* The last page has only 5 bytes. */
   assert_int_equal(d->need(d, DWARF_INFO, 40 * PAGE, 40 * PAGE + 5), 41 * PAGE);
   assert_memory_equal(d->section[DWARF_INFO].bytes + 40 * PAGE, bytes + 40 * PAGE, 5);
   debug_sections_free(d);
   assert_int_equal(files_host_mapped, 0);
   free(bytes);
   close(f.fd);
}

static void of_both_kinds(void **state)
{
   unsigned char *bytes = pages_of(3 * MB), *packed;
   size_t n;
   TestFile f = make_compressed(3 * MB, 3 * MB);
   Dwarf *d;

   (void)state;
   assert_int_equal(debug_sections_find(f.path), DEBUG_READABLE);
   assert_null(read_file(&f, False, DEBUG_COMPRESSED));
   for (unsigned i = 0; i < 2; i++) {
      d = read_file(&f, True, DEBUG_READABLE);
      assert_memory_equal(d->section[DWARF_INFO].bytes, bytes, 3 * MB);
      debug_sections_forget(d);
      assert_int_equal(number_at(d, 300), 0);
      assert_int_equal(needed_at(d, 300), 301);
      assert_int_equal(number_at(d, 700), 0);
      assert_int_equal(needed_at(d, 700), 701);
      /* Another file of this name: nothing more is read. */
      debug_sections_forget(d);
      assert_int_equal(ftruncate(f.fd, 100000000), 0);
      assert_int_equal(needed_at(d, 1), 0);
      debug_sections_free(d);
      close(f.fd);
      if (i > 0)
         break;
      packed = compressed(bytes, 3 * MB, 0, &n);
      /* "ZLIB", and the size from the highest byte on. */
      memcpy(packed + 12, "ZLIB\0\0\0\0\0\x30\0\0", 12);
      f = make((Content){ ".zdebug_info", 0, packed + 12, n - 12, n - 12 });
      free(packed);
   }
   assert_int_equal(files_host_mapped, 0);
   free(bytes);
}

static void cut_off(void **state)
{
   unsigned char *bytes = pages_of(MB);
   size_t n;
   unsigned char *packed = compressed(bytes, MB, MB, &n);

   (void)state;
   refused(make((Content){ ".debug_info", 0, bytes, 100, 101 }), DEBUG_DAMAGED);
   refused(make((Content){ ".debug_info", 0, bytes, 100, UINT64_MAX }),
           DEBUG_DAMAGED);
   refused(make((Content){ ".debug_info", SHF_COMPRESSED, packed, 24, 24 }),
           DEBUG_DAMAGED);
   refused(make((Content){ ".debug_info", SHF_COMPRESSED, packed, 20, 20 }),
           DEBUG_DAMAGED);
   refused(make((Content){ ".zdebug_info", 0, "ZLIB\0\0\0\0\0\0\0\1", 12, 12 }),
           DEBUG_DAMAGED);
   refused(make((Content){ ".zdebug_info", 0, "ZLIB\0\0\0\0\0\0\0\1x", 13, 13 }),
           DEBUG_DAMAGED);
   refused(make((Content){ ".zdebug_info", 0, "zlib\0\0\0\0\0\0\0\1x", 13, 13 }),
           DEBUG_DAMAGED);
   for (size_t cut = 1; cut < 40; cut++)
      refused(make((Content){ ".debug_info", SHF_COMPRESSED, packed, n - cut,
                              n - cut }), DEBUG_DAMAGED);
   for (size_t left = 25; left < n; left += n / 50)
      refused(make((Content){ ".debug_info", SHF_COMPRESSED, packed, left, left }),
              DEBUG_DAMAGED);
   free(bytes);
   free(packed);
}

static void lies(void **state)
{
   static const uint64_t said[] = {
      0, 1, MB - 1, MB + 1, 2 * MB, 1ull << 40, 1ull << 62, 1ull << 63,
      UINT64_MAX, UINT64_MAX - 4094, UINT64_MAX - 4095
   };

   (void)state;
   for (unsigned i = 0; i < sizeof said / sizeof *said; i++)
      refused(make_compressed(MB, said[i]), DEBUG_DAMAGED);
}

static void unknown_kind(void **state)
{
   const Elf64_Chdr header = { .ch_type = 2, .ch_size = 5 };
   unsigned char bytes[sizeof header + 8] = { 0 };

   (void)state;
   memcpy(bytes, &header, sizeof header);
   refused(make((Content){ ".debug_info", SHF_COMPRESSED, bytes, sizeof bytes,
                           sizeof bytes }), DEBUG_COMPRESSED);
   refused(make((Content){ ".text", 0, bytes, sizeof bytes, sizeof bytes }),
           DEBUG_NONE);
}

/* 128 MB are kept, of all files together. */
static void limit(void **state)
{
   const TestFile a = make_compressed(70 * MB, 70 * MB);
   const TestFile b = make_compressed(50 * MB, 50 * MB);
   const TestFile c = make_compressed(140 * MB, 140 * MB);
   Dwarf *of_a = read_file(&a, True, DEBUG_READABLE), *of_b, *of_c;

   (void)state;
   of_b = read_file(&b, True, DEBUG_READABLE);
   assert_int_equal(number_at(of_a, 9000), 9001);
   assert_int_equal(number_at(of_b, 9000), 9001);
   debug_sections_trim(of_a);
   assert_int_equal(number_at(of_b, 9000), 9001);
   /* One that is larger alone: none is kept, and all are read again. */
   of_c = read_file(&c, True, DEBUG_READABLE);
   assert_int_equal(number_at(of_a, 9000), 0);
   assert_int_equal(number_at(of_b, 9000), 0);
   assert_int_equal(number_at(of_c, 30000), 0);
   assert_int_equal(needed_at(of_a, 9000), 9001);
   assert_int_equal(needed_at(of_c, 30000), 30001);
   debug_sections_trim(of_c);
   assert_int_equal(number_at(of_a, 9000), 9001);
   /* What is asked for last stays, if that is enough. */
   for (size_t i = 0; i < 70 * MB / PAGE; i++)
      assert_int_equal(needed_at(of_a, i), i + 1);
   for (size_t i = 0; i < 60 * MB / PAGE; i++)
      assert_int_equal(needed_at(of_c, i), i + 1);
   debug_sections_trim(of_c);
   assert_int_equal(number_at(of_a, 9000), 0);
   assert_int_equal(number_at(of_c, 9000), 9001);
   debug_sections_free(of_b);
   debug_sections_free(of_c);
   assert_int_equal(needed_at(of_a, 9000), 9001);
   debug_sections_free(of_a);
   assert_int_equal(files_host_mapped, 0);
   close(a.fd);
   close(b.fd);
   close(c.fd);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(whole),
      cmocka_unit_test(of_both_kinds),
      cmocka_unit_test(cut_off),
      cmocka_unit_test(lies),
      cmocka_unit_test(unknown_kind),
      cmocka_unit_test(limit),
   };

   return cmocka_run_group_tests_name("debug_sections", tests, NULL, NULL);
}

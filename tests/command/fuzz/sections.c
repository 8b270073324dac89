/* Fuzz target: any bytes as a file with debug information, of which the tool reads the
   sections.  What is read once is the same when it is read again.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* memfd_create */
#include "fuzz.h"
#include "tests/unit/symbols/files_host.h"
#include "elf/debug_sections.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A section of more bytes is not compared: most of it is zeros. */
enum { MOST = 1 << 22 };

static unsigned char *copy_of(const Dwarf *d, DwarfSection s)
{
   const size_t size = d->section[s].size;
   unsigned char *bytes = malloc(size);

   FUZZ_CHECK(d->need(d, s, 0, size) >= size);
   memcpy(bytes, d->section[s].bytes, size);
   return bytes;
}

/* Ask for parts of a section whose bytes are forgotten. */
static void check_parts(const Dwarf *d, DwarfSection s, const unsigned char *bytes,
                        size_t step)
{
   const size_t size = d->section[s].size;

   for (size_t from = size; from > 0; ) {
      const size_t past = from;
      from -= from < step ? from : step;
      FUZZ_CHECK(d->need(d, s, from, past) >= past);
      FUZZ_CHECK(memcmp(d->section[s].bytes + from, bytes + from, past - from) == 0);
   }
}

static void check_sections(Dwarf *d)
{
   for (unsigned s = 0; s < DWARF_SECTIONS; s++) {
      unsigned char *bytes;
      if (d->section[s].size == 0 || d->section[s].size > MOST)
         continue;
      bytes = copy_of(d, s);
      debug_sections_forget(d);
      check_parts(d, s, bytes, d->section[s].size / 5 + 1);
      debug_sections_forget(d);
      check_parts(d, s, bytes, d->section[s].size);
      free(bytes);
   }
   debug_sections_trim(d);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t length)
{
   const int fd = memfd_create("sections", MFD_CLOEXEC);
   char path[32];

   FUZZ_CHECK(fd >= 0 && write(fd, input, length) == (ssize_t)length);
   snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
   for (unsigned inflate = 0; inflate < 2; inflate++) {
      DebugSections found;
      Dwarf *d = debug_sections_read(path, "", inflate, &found);

      FUZZ_CHECK((d != NULL) == (found == DEBUG_READABLE));
      if (d == NULL)
         continue;
      check_sections(d);
      debug_sections_free(d);
   }
   debug_sections_find(path);
   FUZZ_CHECK(files_host_mapped == 0);
   close(fd);
   return 0;
}

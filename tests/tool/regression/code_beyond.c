/* Code in a mapped file that calls, and jumps to, an address behind the file's
   end, but never executes these instructions.

   engines: fast check
   varies: yes
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

enum { PAGE = 4096 };

static int (*loaded(const unsigned char *code, size_t n))(int)
{
   unsigned char page[PAGE];
   FILE *f = tmpfile();

   memset(page, 0x90, sizeof page);
   memcpy(page, code, n);
   require(f != NULL && fwrite(page, sizeof page, 1, f) == 1 && fflush(f) == 0,
           "no temporary file");
   void *m = mmap(NULL, 2 * PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE, fileno(f),
                  0);
   require(m != MAP_FAILED, "no code can be mapped");
   return (int (*)(int))m;
}

int main(void)
{
   /* test %edi,%edi; je 1f; call PAGE + 9; 1: mov $7,%eax; ret */
   static const unsigned char call[] = {
      0x85, 0xff, 0x74, 0x05, 0xe8, 0x00, 0x10, 0, 0, 0xb8, 7, 0, 0, 0, 0xc3
   };
   /* test %edi,%edi; je 1f; jmp PAGE + 9; 1: mov $8,%eax; ret */
   static const unsigned char jump[] = {
      0x85, 0xff, 0x74, 0x05, 0xe9, 0x00, 0x10, 0, 0, 0xb8, 8, 0, 0, 0, 0xc3
   };

   must(loaded(call, sizeof call)(0) == 7, "call");
   must(loaded(jump, sizeof jump)(0) == 8, "jump");
   return 0;
}

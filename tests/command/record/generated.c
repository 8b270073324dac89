/* Code that is generated while the program runs: a loop, which the file
   /tmp/perf-PID.map names.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
   /* mov $400000000, %ecx; dec %ecx; jnz; ret */
   static const unsigned char code[] = {
      0xb9, 0x00, 0x84, 0xd7, 0x17, 0xff, 0xc9, 0x75, 0xfc, 0xc3,
   };
   char name[64];
   FILE *f;
   void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

   if (p == MAP_FAILED)
      return 1;
   memcpy(p, code, sizeof code);
   snprintf(name, sizeof name, "/tmp/perf-%d.map", (int)getpid());
   f = fopen(name, "w");
   if (f == NULL)
      return 1;
   fprintf(f, "%lx %zx JS:*generated_loop /no/such.js:1:2\n", (unsigned long)p, sizeof code);
   fclose(f);
   ((void (*)(void))p)();
   return 0;
}

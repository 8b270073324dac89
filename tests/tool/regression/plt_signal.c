/* A signal in the middle of lazy binding: the accesses and the cost of the
   dynamic linker belong to no routine, those of the handler belong to the
   handler, and the call that was being bound is like any other.  The linker
   faults because the library's symbol table was made inaccessible; the handler
   makes it accessible again.

   engines: fast check
   library: plt_library.c
   flags: -Wl,-z,lazy
   options: --vex-iropt-register-updates=allregs-at-mem-access

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <link.h>

long library_sum(const int *a, int n);
long library_other(const int *a, int n);

static long table_start, table_size;
static volatile int cells[100], faults;

static int find_table(struct dl_phdr_info *info, size_t size, void *unused)
{
   (void)size, (void)unused;
   if (strstr(info->dlpi_name, "libplt_library") == NULL)
      return 0;
   for (int i = 0; i < info->dlpi_phnum; i++) {
      const ElfW(Phdr) *p = &info->dlpi_phdr[i];
      if (p->p_type == PT_LOAD && p->p_offset == 0 && p->p_flags == PF_R) {
         table_start = info->dlpi_addr;
         table_size = (p->p_memsz + 4095) & -4096L;
      }
   }
   return 1;
}

READER_OF(leaf, cells)

ROUTINE void handler(int number)
{
   (void)number;
   leaf(50);
   kernel3(SYS_mprotect, table_start, table_size, PROT_READ);
   faults++;
}

ROUTINE long caller(const int *a, int n)
{
   return library_sum(a, n);
}

int main(void)
{
   static int a[100];
   struct sigaction action = { .sa_handler = handler };

   for (int i = 0; i < 100; i++)
      a[i] = 1;
   dl_iterate_phdr(find_table, NULL);
   require(table_size > 0, "the library has its symbols beside its code");
   must(sigaction(SIGSEGV, &action, NULL) == 0, "sigaction");
   /* Bound before, so that this call is not the first. */
   library_other(a, 60);
   kernel3(SYS_mprotect, table_start, table_size, PROT_NONE);
   must(caller(a, 50) == 50, "first");
   require(faults == 1, "binding does not read the symbol table");
   must(caller(a, 50) == 50, "second");
   must(caller(a, 50) == 50, "third");
   return 0;
}

/* As fault_goes_on.c, with a mapped file that ends before the page ends: a
   handler of SIGBUS makes the file longer.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fault_step.h"

static int file;

static void on_fault(int signal, siginfo_t *info, void *context)
{
   (void)signal;
   (void)info;
   note_fault(context);
   must(ftruncate(file, PAGE) == 0, "ftruncate");
}

int main(void)
{
   char *page;

   file = memfd_create("page", 0);
   require(file >= 0, "no memfd_create");
   must(ftruncate(file, PAGE) == 0, "ftruncate");
   page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
   must(page != MAP_FAILED, "mmap");
   step_without_fault(page);
   handle_faults(SIGBUS, on_fault);
   for (int i = 0; i < 10; i++) {
      must(ftruncate(file, 0) == 0, "ftruncate");
      step_with_fault(page);
   }
   return 0;
}

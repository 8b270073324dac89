/* Fuzz target: any bytes as the data of `aprof fit`.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* memfd_create */
#include "fuzz.h"
#include "base/message.h"
#include "verbs/verbs.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t length)
{
   static int fd = -1;
   static char verb[] = "fit", format[] = "--format=json", name[64];
   char *argv[] = { verb, format, name, NULL };
   int status;

   if (fd < 0) {
      gsl_set_error_handler_off();   /* as main does */
      fd = memfd_create("data", 0);
      FUZZ_CHECK(fd >= 0);
      snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
   }
   FUZZ_CHECK(ftruncate(fd, 0) == 0);
   FUZZ_CHECK(pwrite(fd, input, length, 0) == (ssize_t)length);
   fuzz_errors = 0;
   if (setjmp(fuzz_fatal))
      return 0;
   status = verb_fit(3, argv);
   FUZZ_CHECK(status == STATUS_DONE || status == STATUS_UNUSABLE);
   FUZZ_CHECK(fuzz_errors == (status == STATUS_UNUSABLE));
   return 0;
}

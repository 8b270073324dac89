/* What the fuzz targets have in common.

   The command's messages are replaced (messages.c), so that a target can say
   what must have been said.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FUZZ_H
#define APROF_FUZZ_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t length);

/* Errors since it was set to 0. */
extern unsigned fuzz_errors;

/* Where message_fatal continues. */
extern jmp_buf fuzz_fatal;

/* End the process as a crash does, which the fuzzer reports. */
#define FUZZ_CHECK(condition) ((condition) ? (void)0 : abort())

#endif

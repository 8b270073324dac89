/* A thread reads a word of two cells, or writes it, as code does whose check has
   failed.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_WORDS_H
#define APROF_WORDS_H

#include "engine/fast/fast.h"

static void read_word(trms_thread *t, uintptr_t a)
{
   trms_fast_run(t);
   trms_fast_read8(a);
   trms_fast_run(NULL);
}

static void write_word(trms_thread *t, uintptr_t a)
{
   trms_fast_run(t);
   trms_fast_write8(a);
   trms_fast_run(NULL);
}

#endif

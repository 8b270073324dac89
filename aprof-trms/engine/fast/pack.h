/* Packing: pages of stamps that have not been touched for long
   (engine/fast/compress.h).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_PACK_H
#define APROF_FAST_PACK_H

#include "engine/fast/state.h"

/* Pack the pages of a thread's chunk, if stamps take much memory and the thread
   has not touched the chunk for long. */
void pack_chunk(trms_thread *t, uintptr_t chunk);

/* Free what is packed in [first, past), whole pages of a slot's window. */
void pack_drop(unsigned slot, uintptr_t first, uintptr_t past);

/* Renumber a packed page, by its word (ranges_renumber). */
void pack_renumber(const trms_thread *t, uintptr_t word);

#endif

/* Where a program has entered the kernel: see entries.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "recorder/entries.h"
#include "base/memory.h"

#include <stdlib.h>

/* Return the callers of an image, NULL if it has no internal routines.  It is
   asked for system calls alone, so that few files are opened. */
static callers *callers_of(entries *e, const samples *s, const roots *files,
                           uint32_t image)
{
   while (e->count <= image) {
      e->files = memory_resize(e->files, e->count + 1, sizeof *e->files);
      e->files[e->count].is_known = false;
      e->files[e->count++].callers = NULL;
   }
   if (!e->files[image].is_known) {
      char *name = roots_path(files, &s->images[image]);

      e->files[image].is_known = true;
      e->files[image].callers = name ? callers_open(name) : NULL;
      free(name);
   }
   return e->files[image].callers;
}

uint64_t entries_public(entries *e, const samples *s, const roots *files,
                        const address_spaces *spaces, const address_mapping *m,
                        const kernel_entry *made)
{
   const uint32_t image = m->image;
   callers *c = callers_of(e, s, files, image);
   callers_frame frame = made->frame;
   uint64_t at = made->at;

   if (c == NULL || !callers_is_internal(c, at - m->start + m->offset))
      return at;
   for (int i = 0; i < CALLERS_MOST; i++) {
      uint64_t to;

      if (!callers_return(c, at - m->start + m->offset, &frame, &to))
         break;
      /* Behind the call another routine may begin, if it never returns. */
      at = to - 1;
      m = address_spaces_find(spaces, made->pid, at);
      if (m == NULL || m->image != image)
         break;
      if (!callers_is_internal(c, at - m->start + m->offset))
         return at;
   }
   return made->at;
}

void entries_free(entries *e)
{
   for (size_t i = 0; i < e->count; i++)
      callers_close(e->files[i].callers);
   free(e->files);
   *e = (entries){ 0 };
}

/* Blocks of one size: see engine/profile/pool.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/profile/pool.h"

enum { PIECE = 1 << 14 };

static void *next_of(const void *linked)
{
   void *next;

   platform_copy(&next, linked, sizeof next);
   return next;
}

static void link_before(void *linked, void *next)
{
   platform_copy(linked, &next, sizeof next);
}

static void new_piece(pool *p)
{
   char *piece = platform_alloc("aprof.pool", PIECE);
   uintptr_t at = (uintptr_t)piece + sizeof(void *);

   link_before(piece, p->pieces);
   p->pieces = piece;
   p->next = (char *)((at + POOL_LINE - 1) & ~(uintptr_t)(POOL_LINE - 1));
   p->end = piece + PIECE;
}

void *pool_take(pool *p)
{
   void *block = p->given;

   p->in_use++;
   if (block != NULL) {
      p->given = next_of(block);
      platform_zero(block, p->size);
      return block;
   }
   if ((size_t)(p->end - p->next) < p->size)
      new_piece(p);
   block = p->next;
   p->next += p->size;
   return block;
}

static void free_pieces(pool *p)
{
   void *piece, *next;

   for (piece = p->pieces; piece != NULL; piece = next) {
      next = next_of(piece);
      platform_free(piece);
   }
   p->given = p->pieces = NULL;
   p->next = p->end = NULL;
}

void pool_give(pool *p, void *block)
{
   link_before(block, p->given);
   p->given = block;
   if (--p->in_use == 0)
      free_pieces(p);
}

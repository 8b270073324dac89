/* Numbers of variable length, for packed tables: seven bits a byte, the low
   ones first, and a bit that says whether more follow.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VARINT_H
#define APROF_VARINT_H

#include <stdint.h>

enum { VARINT_MOST = 10 };         /* bytes of a number */

/* Write a number, and return where the next byte goes. */
static inline uint8_t *varint_put(uint8_t *to, uint64_t n)
{
   for (; n >= 0x80; n >>= 7)
      *to++ = (uint8_t)(n | 0x80);
   *to++ = (uint8_t)n;
   return to;
}

/* Read a number, and advance *from behind it. */
static inline uint64_t varint_get(const uint8_t **from)
{
   uint64_t n = 0;
   unsigned shift = 0;
   uint8_t byte;

   do {
      byte = *(*from)++;
      n |= (uint64_t)(byte & 0x7f) << shift;
      shift += 7;
   } while (byte & 0x80);
   return n;
}

/* Small differences of both signs are small numbers. */
static inline uint64_t varint_signed(uint64_t difference)
{
   return difference << 1 ^ (difference >> 63 ? ~(uint64_t)0 : 0);
}

static inline uint64_t varint_unsigned(uint64_t n)
{
   return n >> 1 ^ (n & 1 ? ~(uint64_t)0 : 0);
}

#endif
